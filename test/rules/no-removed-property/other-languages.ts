import type { InvalidCase } from "../../support/rule-tester.js";
import { declared, named, read, sent } from "./expectations.js";

const LONG_DESCRIPTION = "What a person should know of this option before it is set. ".repeat(12).trim();

/** Languages that are read as plain text. */
export const otherLanguages: readonly InvalidCase[] = [
  {
    name: "Python",
    filename: "scale.py",
    code: `body = {⟦"numShards"⟧: 1, ⟦"providerBackupEnabled"⟧: True}
print(cluster[⟦"%dbURIWithOptions%"⟧], cluster.get(⟦'%dbURIUpdated%'⟧))`,
    errors: [
      named("numShards"),
      named("providerBackupEnabled"),
      read("%dbURIWithOptions%"),
      read("%dbURIUpdated%"),
    ],
  },
  {
    name: "Go",
    filename: "cluster.go",
    code: `type Spec struct {
\tRegionsConfig map[string]Region \`json:"⟦regionsConfig⟧,omitempty"\`
\tNumShards     int64             \`json:"numShards"\`
}`,
    errors: [declared("replicationSpecs[].regionsConfig", "medium")],
  },
  {
    name: "what only responses have, written into a type of the old client for Go",
    vocabulary: "atlas",
    filename: "prune.go",
    code: `package a

import "go.mongodb.org/atlas/mongodbatlas"

func prune(out *mongodbatlas.Cluster) {
	out.⟦MongoURI⟧ = ""
	out.⟦MongoURIUpdated⟧ = ""
	out.⟦SrvAddress⟧ = ""
	out.ID, out.CreateDate, out.StateName, out.MongoDBVersion, out.Name = "", "", "", "", ""
	out.PitEnabled, out.BackupEnabled, out.ConnectionStrings, out.Tags, out.Labels = nil, nil, nil, nil, nil
}

func double() *mongodbatlas.Cluster {
	return &mongodbatlas.Cluster{GroupID: "1", ⟦MongoURI⟧: "mongodb://a", ⟦MongoURIUpdated⟧: "now"}
}
`,
    errors: [
      named("mongoURI"),
      named("mongoURIUpdated", "high"),
      named("srvAddress"),
      named("mongoURI"),
      named("mongoURIUpdated", "high"),
    ],
  },
  {
    name: "Python, a name that others use as well, beside a member of it",
    filename: "create.py",
    code: `import requests
body = {⟦"providerSettings"⟧: {"providerName": "AWS", "instanceSizeName": "M10"}}
requests.post(f"%host%/api/%admin%/v1.0/groups/{id}/clusters", json=body)`,
    errors: [sent("providerSettings")],
  },
  {
    name: "a member that stands before it",
    filename: "create.pl",
    code: `provider = { "instanceSizeName" => "M10" }
body = { "⟦providerSettings⟧" => provider } # %host%/api/%admin%/v2/groups/1/clusters`,
    errors: [named("providerSettings")],
  },
  {
    name: "YAML",
    filename: "deploy/cluster.yaml",
    code: `spec:
  replicationSpecs:
    - numShards: 1
      ⟦regionsConfig⟧:
        US_EAST_1: { electableNodes: 3 }`,
    errors: [{ ...named("replicationSpecs[].regionsConfig"), confidence: "high" }],
  },
  {
    name: "shell, a body and a filter",
    filename: "scale.pl",
    code: `curl --digest -d '{"⟦providerBackupEnabled⟧": true}' "$URL"
curl --digest "$URL" | jq -r .⟦%dbURIUpdated%⟧`,
    errors: [named("providerBackupEnabled"), named("%dbURIUpdated%")],
  },
  {
    name: "documentation breaks nothing by itself",
    filename: "README.md",
    code: `Set \`⟦providerBackupEnabled⟧\` to true.`,
    errors: [{ ...named("providerBackupEnabled"), severity: "info" }],
  },
  {
    name: "documentation with a whole cluster: also names that are everyday words by themselves",
    filename: "README.md",
    code: `A cluster:
{
  ⟦%dbURI%⟧: "…", ⟦%dbURIUpdated%⟧: "…", "⟦numShards⟧": 1, "pitEnabled": false,
  "⟦providerBackupEnabled⟧": false
}
The number of shards is numShards.`,
    errors: ["%dbURI%", "%dbURIUpdated%", "numShards", "providerBackupEnabled"].map((property) => ({
      ...named(property),
      severity: "info" as const,
    })),
  },
  {
    name: "Python, the options of a module in its documentation, far from each other",
    filename: "plugins/modules/cluster.py",
    code: `DOCUMENTATION = '''
options:
  ⟦replicationFactor⟧:
    description: ${LONG_DESCRIPTION}
    type: int
  ⟦providerSettings⟧:
    suboptions:
      providerName: { type: str }
      instanceSizeName: { type: str }
  diskSizeGB:
    description: ${LONG_DESCRIPTION}
  ⟦providerBackupEnabled⟧:
    type: bool
---
numShards:
  type: int
'''`,
    errors: [named("replicationFactor"), named("providerSettings"), named("providerBackupEnabled")],
  },
  {
    name: "a document of the API, of which only names are found that no other version has",
    filename: "spec.yaml.snapshot",
    code: `Cluster:
  properties:
    numShards:
      type: integer
    replicationFactor:
      description: ${LONG_DESCRIPTION}
    ⟦providerBackupEnabled⟧:
      type: boolean
    ⟦%dbURIWithOptions%⟧:
      type: string
    ⟦%dbURIUpdated%⟧:
      type: string`,
    errors: [named("providerBackupEnabled"), named("%dbURIWithOptions%"), named("%dbURIUpdated%")],
  },
  {
    name: "Terraform, a read of the answer",
    filename: "main.tf",
    code: `data "http" "clusters" { url = "%host%/api/%admin%/v2/groups/\${var.project}/clusters" }
output "srv" { value = jsondecode(data.http.clusters.response_body).results[0].⟦srvAddress⟧ }`,
    errors: [{ messageId: "response", confidence: "high" }],
  },
  {
    name: "OpenTofu, a read of the answer by a function",
    filename: "main.tofu",
    code: `data "http" "clusters" { url = "%host%/api/%admin%/v2/groups/\${var.project}/clusters/c" }
output "srv" { value = lookup(jsondecode(data.http.clusters.response_body), "⟦srvAddress⟧", "") }`,
    errors: [{ messageId: "response", confidence: "high" }],
  },
  {
    name: "Terraform in JSON, a read of the answer in a text",
    filename: "main.tf.json",
    code: `{ "data": { "http": { "c": { "url": "%host%/api/%admin%/v2/groups/1/clusters/c" } } },
"output": { "srv": { "value": "\${jsondecode(data.http.c.response_body).⟦srvAddress⟧}" } } }`,
    errors: [named("srvAddress")],
  },
  {
    name: "Perl, a read of the answer by a key",
    filename: "list.pl",
    code: `my $url = "%host%/api/%admin%/v1.0/groups/$id/clusters/c0";
print $json["⟦srvAddress⟧"];`,
    errors: [named("srvAddress")],
  },
  {
    name: "a file that cannot be parsed",
    filename: "broken.js",
    code: `const body = { "⟦providerBackupEnabled⟧": true, numShards: 1`,
    errors: [named("providerBackupEnabled")],
  },
  {
    name: "an ambiguous name alone, when low confidence is asked for",
    withLow: true,
    code: `export const scale = (service) => service.⟦autoScaling⟧;`,
    errors: [{ ...read("autoScaling"), confidence: "low" }],
  },
];
