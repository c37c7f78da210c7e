import rule from "../../rules/no-outdated-client.js";
import { testRule } from "../support/rule-tester.js";

const vocabulary = "atlas" as const;

testRule(rule, {
  valid: [
    {
      name: "the official SDK, whose name begins in the same way",
      filename: "go.mod",
      code: "module a\n\nrequire go.mongodb.org/atlas-sdk/v20250312001 v20250312001.0.0\n",
      vocabulary,
      noAnchor: true,
    },
    {
      name: "a version that is newer, and one that is not known",
      filename: "package.json",
      code: `{ "dependencies": { "mongodb-atlas-api-client": "^4.18.0" }, "devDependencies": { "mongodb-atlas-api-client": "*" } }`,
      vocabulary,
    },
    {
      name: "a name in another place of a manifest",
      filename: "package.json",
      code: `{ "name": "mongodb-atlas-api-client", "keywords": ["atlasapi"] }`,
      vocabulary,
    },
    {
      name: "a module that is replaced or left out",
      filename: "go.mod",
      code: "module a\n\n// go.mongodb.org/atlas v0.1.0\n",
      vocabulary,
    },
    {
      name: "the newer resource of Terraform, whose name ends in the same way, and an output",
      filename: "main.tf",
      code: `resource "mongodbatlas_advanced_cluster" "a" {}\noutput "mongodbatlas_cluster" { value = 1 }\n`,
      vocabulary,
      noAnchor: true,
    },
    {
      name: "attributes of Terraform that stay, in comments and texts, of other resources, and names of an own module",
      filename: "outputs.tf",
      code: [
        "output a { value = mongodbatlas_cluster.main[0].connection_strings[0].standard_srv }",
        "output b { value = mongodbatlas_advanced_cluster.main.container_id }",
        'output c { value = "mongodbatlas_cluster.main.mongo_uri $${mongodbatlas_cluster.main.mongo_uri}" }',
        "# value = mongodbatlas_cluster.main.mongo_uri",
        "/* mongodbatlas_cluster.main.srv_address */",
        "output d { value = module.mongodbatlas_cluster.main.mongo_uri }",
        "output e { value = [for c in data.mongodbatlas_clusters.all.results : c.name if c.mongo_db_version] }",
        "output f { value = { for c in var.clusters : c.mongo_uri => c.srv_address } }",
        "output g { value = data.mongodbatlas_clusters.all.mongo_uri }",
        "",
      ].join("\n"),
      vocabulary,
    },
    {
      name: "the name of a library in other tables of pyproject.toml",
      filename: "pyproject.toml",
      code: [
        "[project]",
        'name = "atlasapi"',
        'keywords = ["atlasapi"]',
        'dependencies = ["requests", "atlasapi-next>=1"] # "atlasapi"',
        'description = """',
        'dependencies = ["atlasapi"]',
        '"""',
        "[tool.mypy]",
        'packages = ["atlasapi"]',
        "[tool.poetry.scripts]",
        'atlascli = "own:main"',
        "",
      ].join("\n"),
      vocabulary,
    },
    {
      name: "a file that is no manifest",
      filename: "notes.txt",
      code: "atlasapi==2.0.11\n",
      vocabulary,
    },
  ],
  invalid: [
    {
      name: "a library of npm in a version that is known",
      filename: "package.json",
      code: `{ "dependencies": { "⟦mongodb-atlas-api-client⟧": "^4.17.0" } }`,
      vocabulary,
      errors: [
        {
          messageId: "until",
          confidence: "medium",
          message:
            "mongodb-atlas-api-client sends requests to the unversioned API up to version 4.17.0; here it is ^4.17.0.",
        },
      ],
    },
    {
      name: "a library of npm with a scope, for development",
      filename: "tools/package.json",
      code: `{ "devDependencies": { "⟦@mhoc/mongodb-atlas⟧": "0.0.13" } }`,
      vocabulary,
      errors: [{ messageId: "always", confidence: "high" }],
    },
    {
      name: "resources and data sources of Terraform",
      filename: "modules/main.tf",
      code: `resource "⟦mongodbatlas_cluster⟧" "a" {\n  num_shards = 1\n}\n\ndata "⟦mongodbatlas_clusters⟧" "all" {\n  project_id = var.project\n}\n`,
      vocabulary,
      errors: [
        { messageId: "always", confidence: "high", advice: "Use mongodbatlas_advanced_cluster" },
        { messageId: "always", confidence: "high", advice: "Use mongodbatlas_advanced_clusters" },
      ],
    },
    {
      name: "requirements in pyproject.toml",
      filename: "tools/pyproject.toml",
      code: [
        "[project]",
        'name = "own"',
        "dependencies = [",
        '  "requests>=2", # "atlascli"',
        "  \"⟦atlasapi⟧[extra]>=2.0.11; python_version > '3.8'\",",
        "]",
        "[project.optional-dependencies]",
        "cli = ['⟦atlascli⟧']",
        "[dependency-groups]",
        'dev = ["⟦atlasapi⟧ @ git+https://github.com/mgmonteleone/python-atlasapi"]',
        "[tool.poetry.dependencies]",
        'python = "^3.11"',
        '⟦atlasapi⟧ = "^2.0"',
        "[tool.poetry.group.dev.dependencies]",
        '"⟦atlascli⟧" = { git = "https://github.com/jdrumgoole/MongoDB-Atlas-API.git" }',
        "",
      ].join("\n"),
      vocabulary,
      errors: Array.from({ length: 5 }, () => ({
        messageId: "always" as const,
        confidence: "high" as const,
      })),
    },
    {
      name: "packages of Pipenv",
      filename: "Pipfile",
      code: '[packages]\n⟦atlasapi⟧ = "*"\n\n[dev-packages]\n⟦atlascli⟧ = {version = "*", index = "pypi"}\n',
      vocabulary,
      errors: [
        { messageId: "always", confidence: "high" },
        { messageId: "always", confidence: "high" },
      ],
    },
    {
      name: "libraries from git",
      filename: "requirements.txt",
      code: "-e git+https://github.com/mgmonteleone/python-atlasapi.git@master#egg=⟦atlasapi⟧\ngit+ssh://git@github.com/x/y#egg=⟦atlascli⟧\n",
      vocabulary,
      errors: [
        { messageId: "always", confidence: "high" },
        { messageId: "always", confidence: "high" },
      ],
    },
    {
      name: "a library of npm from git",
      filename: "package.json",
      code: `{ "dependencies": { "⟦mongodb-atlas-api-client⟧": "github:montumodi/mongodb-atlas-api-client" } }`,
      vocabulary,
      errors: [
        {
          messageId: "git",
          confidence: "medium",
          message:
            "mongodb-atlas-api-client comes from git in a version that is not known; up to 4.17.0 it uses the unversioned API.",
        },
      ],
    },
    {
      name: "attributes of Terraform that go with their resource",
      filename: "outputs.tf",
      code: [
        'output a { value = split(",", trimprefix(mongodbatlas_cluster.main[0].⟦mongo_uri⟧, "mongodb://")) }',
        'output b { value = "${data.mongodbatlas_cluster.main["a"].⟦srv_address⟧}/admin" }',
        "output c { value = mongodbatlas_cluster.main.*.⟦mongo_uri_updated⟧ }",
        "output d { value = mongodbatlas_cluster.main.replication_specs.0.⟦num_shards⟧ }",
        "output e { value = { for key, c in mongodbatlas_cluster.main : key => c.⟦srv_address⟧ } }",
        "output f { value = [for c in data.mongodbatlas_clusters.all.results : c.⟦provider_name⟧] }",
        "locals {",
        "  main = mongodbatlas_cluster.main[0]",
        "  text = <<-EOT",
        "    ${local.main.⟦cloud_backup⟧}",
        "  EOT",
        "}",
        'resource "a_b" "c" {',
        "  for_each = data.mongodbatlas_clusters.all.results",
        "  value    = each.value.⟦container_id⟧",
        "}",
        "",
      ].join("\n"),
      vocabulary,
      errors: [
        {
          messageId: "attribute",
          message:
            "mongo_uri goes with mongodbatlas_cluster: mongodbatlas_advanced_cluster does not have it.",
          advice: "With mongodbatlas_advanced_cluster, use connection_strings.standard.",
        },
        { messageId: "attribute", advice: "connection_strings.standard_srv" },
        { messageId: "attribute", advice: "Remove it when you use mongodbatlas_advanced_cluster." },
        { messageId: "attribute" },
        { messageId: "attribute" },
        {
          messageId: "attribute",
          message:
            "provider_name goes with mongodbatlas_clusters: mongodbatlas_advanced_clusters does not have it.",
        },
        { messageId: "attribute", advice: "use backup_enabled" },
        { messageId: "attribute" },
      ].map((one) => ({ ...one, confidence: "high" as const })),
    },
    {
      name: "modules of Go, in a block and alone",
      filename: "go.mod",
      code: "module a\n\nrequire (\n\t⟦go.mongodb.org/atlas⟧ v0.38.0 // indirect\n)\n\nrequire ⟦github.com/akshaykarle/go-mongodbatlas⟧ v0.0.0-20200101000000-abcdefabcdef\n",
      vocabulary,
      errors: [
        { messageId: "always", confidence: "high", advice: "Use go.mongodb.org/atlas-sdk" },
        { messageId: "always", confidence: "high" },
      ],
    },
    {
      name: "requirements of pip",
      filename: "requirements-dev.txt",
      code: "requests==2.31.0\n⟦AtlasAPI⟧[extra] >= 1.0  # client\n⟦atlascli⟧\n-r atlasapi.txt\n",
      vocabulary,
      errors: [
        { messageId: "always", confidence: "high" },
        { messageId: "always", confidence: "high" },
      ],
    },
  ],
});
