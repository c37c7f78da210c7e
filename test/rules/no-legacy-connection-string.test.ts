import rule from "../../rules/no-legacy-connection-string.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

function legacy(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "legacy", confidence: "high", ...expected };
}

testRule(rule, {
  valid: [
    {
      name: "the standard form",
      code: `connect("%scheme%+srv://u:p@orders.ab123.%domain%/shop");
connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017,orders-shard-00-01.ab123.%domain%:27017/shop");`,
    },
    {
      name: "the hyphens of a cluster's name",
      code: `connect("%scheme%+srv://my-shop-orders.ab123.%domain%");`,
    },
    {
      name: "the private strings for peering",
      code: `connect("%scheme%+srv://orders-pri.ab123.%domain%");
connect("%scheme%://orders-shard-00-00-pri.ab123.%domain%:27017");`,
    },
    {
      name: "private endpoints in the standard form",
      code: `connect("%scheme%://pl-0-us-east-1.ab123.%domain%:1024");
connect("%scheme%+srv://orders-pl-0-us-east-1.ab123.%domain%");
connect("%scheme%+srv://orders-pl-0.ab123.%domain%");`,
    },
    {
      name: "a made-up name of everyday words",
      code: `connect("%scheme%+srv://my-cluster.%domain%");
connect("%scheme%+srv://test-server.%domain%/db");`,
    },
    {
      name: "a name that cannot be a suffix behind the hyphen",
      code: `connect("%scheme%+srv://my-database.%domain%");
connect("%scheme%+srv://data-warehouse1.%domain%");`,
    },
    { name: "a name without any hyphen", code: `connect("%scheme%+srv://orders.%domain%");` },
    {
      name: "another domain",
      code: `connect("%scheme%+srv://orders-ab123.example.org");`,
      noAnchor: true,
    },
    {
      name: "a domain that only ends alike",
      code: `connect("%scheme%+srv://orders-ab123.%domain%.example.org", "x-ab123.not%domain%");`,
    },
    {
      name: "another scheme",
      code: `connect("postgres://u:p@orders-ab123.%domain%/shop");`,
    },
    {
      name: "the host of a web page",
      code: `open("https://orders-ab123.%domain%/status");
open("http://orders-ab123.%domain%:8080");`,
    },
    { name: "a mail address", code: `notify("alerts@orders-ab123.%domain%");` },
    {
      name: "the internal name of a process",
      code: `connect("%scheme%://atlas-abc123-shard-00-00.ab123.%domain%:27017");`,
    },
    {
      name: "data federation",
      code: `connect("mongodb://federated-ab123.a.query.mongodb.net/db");`,
      vocabulary: "atlas",
    },
    {
      name: "a host that is not known at all",
      code: `connect("%scheme%+srv://" + user + ":" + secret + "@" + process.env.HOST + ".%domain%/shop");`,
    },
    {
      name: "a name with a hyphen and an unknown end, taken for the whole label",
      code: `export function uri(tenant) {
  const name = \`shop-\${tenant}\`;
  return \`%scheme%+srv://\${name}.%domain%/shop\`;
}`,
    },
    {
      name: "placeholders that leave the form open",
      code: `uri = "%scheme%+srv://<user>:<password>@<cluster>.%domain%/test"
other = f"%scheme%+srv://{user}:{password}@{host}.%domain%"
`,
      filename: "settings.py",
    },
  ],
  invalid: [
    {
      name: "an SRV string",
      code: `const uri = "%scheme%+srv://app:secret@⟦orders-ab123.%domain%⟧/shop?retryWrites=true";`,
      errors: [
        legacy({
          severity: "warning",
          message:
            "orders-ab123.%domain% has the legacy form from before 2020-03-31, with a hyphen before the project suffix; a change of cloud provider does not change the string of a cluster on AWS.",
        }),
      ],
    },
    {
      name: "a list of nodes is one finding, at the first of them",
      code: `const uri =
  "%scheme%://⟦orders-shard-00-00-ab123.%domain%⟧:27017,orders-shard-00-01-ab123.%domain%:27017/shop";`,
      errors: [legacy({ message: /^orders-shard-00-00-ab123\.[a-z.]+ has the legacy form/ })],
    },
    {
      name: "on Azure and Google Cloud the message says what a change of provider means",
      code: `export const azure = "%scheme%+srv://⟦orders-ab123.azure.%domain%⟧";
export const google = "%scheme%://⟦orders-shard-00-00-ab123.gcp.%domain%⟧:27017/shop";`,
      errors: [
        legacy({
          message:
            "a change of cloud provider replaces the string of a dedicated cluster, and may replace that of another one.",
        }),
        legacy({
          message: "may replace that of another one",
          advice: "The command connection-string of v2ready",
        }),
      ],
    },
    {
      name: "a private endpoint of the legacy form",
      code: `connect("%scheme%://⟦pl-0-us-east-1-ab123.%domain%⟧:1024");`,
      errors: [
        legacy({
          message: "what a change of cloud provider does to a private endpoint is not documented",
          advice: "Get a new one after a change of provider.",
        }),
      ],
    },
    {
      name: "a cluster's name with hyphens",
      code: `connect("%scheme%+srv://⟦my-shop-orders-ab123.%domain%⟧");`,
      errors: [legacy()],
    },
    {
      name: "suffixes of five to seven characters",
      code: `connect("%scheme%+srv://⟦a-abcde.%domain%⟧", "%scheme%+srv://⟦a-x1y2z3.%domain%⟧", "%scheme%+srv://⟦a-1abc23d.%domain%⟧");`,
      errors: [legacy(), legacy(), legacy()],
    },
    {
      name: "a provider label alone is told, and breaks nothing",
      code: `connect("%scheme%+srv://⟦orders.ab123.azure.%domain%⟧/shop");`,
      errors: [
        {
          messageId: "providerLabel",
          confidence: "high",
          severity: "info",
          message:
            "orders.ab123.azure.%domain% contains a provider label, like strings from before multi-cloud clusters; a change of cloud provider replaces the string of a dedicated cluster.",
        },
      ],
    },
    {
      name: "host names that stand alone",
      code: `const hosts = ["⟦orders-shard-00-00-ab123.%domain%⟧:27017", "⟦orders-ab123.%domain%⟧"];`,
      errors: [legacy({ message: /^orders-shard-00-00-ab123\.[a-z.]+ has/ }), legacy()],
    },
    {
      name: "a host in a constant is reported where it is written",
      code: `const HOST = "⟦orders-ab123.%domain%⟧";
const uri = \`%scheme%+srv://\${process.env.USER}:\${encodeURIComponent(secret)}@\${HOST}/shop\`;`,
      errors: [legacy()],
    },
    {
      name: "an unknown name and a known suffix",
      code: `const uri = "%scheme%+srv://u:p@" + process.env.CLUSTER + "⟦-ab123.%domain%⟧/shop";`,
      errors: [
        legacy({
          confidence: "medium",
          message: "{process.env.CLUSTER}-ab123.%domain% has the legacy form",
        }),
      ],
    },
    {
      name: "a known name and an unknown suffix",
      code: `const uri = \`%scheme%+srv://u:p@⟦orders-⟧\${process.env.SUFFIX}.%domain%/shop\`;`,
      errors: [legacy({ confidence: "medium" })],
    },
    {
      name: "a template of constants is reported at the hyphen",
      code: `const cluster = "orders";
const suffix = "ab123";
export const uri = \`%scheme%+srv://\${cluster}⟦-⟧\${suffix}.%domain%\`;`,
      errors: [legacy({ message: "orders-ab123.%domain% has the legacy form" })],
    },
    {
      name: "a list that is joined",
      code: `const nodes = ["⟦orders-shard-00-00-ab123.%domain%⟧:27017", "orders-shard-00-01-ab123.%domain%:27017"];
connect("%scheme%://" + nodes.join(",") + "/shop");`,
      errors: [legacy()],
    },
    {
      name: "a default of an environment variable",
      code: `const uri = process.env.DATABASE_URI ?? "%scheme%+srv://⟦orders-ab123.%domain%⟧/shop";
const other = process.env.OTHER_URI || "%scheme%+srv://⟦other-ab123.gcp.%domain%⟧/shop";`,
      errors: [legacy(), legacy()],
    },
    {
      name: "a class field and a typed configuration",
      filename: "database.ts",
      code: `interface Config { readonly uri: string }
export class Database {
  static readonly config: Config = { uri: "%scheme%+srv://⟦orders-ab123.%domain%⟧" } as const;
  private readonly fallback = \`%scheme%+srv://⟦orders-ab123.azure.%domain%⟧\`;
}`,
      errors: [legacy(), legacy()],
    },
    {
      name: "an attribute in JSX",
      filename: "Example.tsx",
      code: `export const Example = () => <Connect uri="%scheme%+srv://⟦orders-ab123.%domain%⟧/shop" />;`,
      errors: [legacy()],
    },
    {
      name: "escaped slashes",
      code: String.raw`const uri = "%scheme%:\/\/⟦orders-shard-00-00-ab123.%domain%⟧:27017\/shop";`,
      errors: [legacy()],
    },
    {
      name: "a legacy host beside one of the standard form",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017,⟦orders-shard-00-01-ab123.%domain%⟧:27017");`,
      errors: [legacy({ message: /^orders-shard-00-01-ab123/ })],
    },
    {
      name: "an SRV string with a port is malformed and of the legacy form",
      code: `connect("%scheme%+srv://⟦orders-ab123.%domain%⟧:27017");`,
      errors: [legacy()],
    },
    {
      name: "capital letters",
      code: `connect("%scheme%+srv://⟦Orders-AB123.%domain%⟧/Shop");`,
      errors: [legacy({ message: /^Orders-AB123/ })],
    },
    {
      name: "other domains of the service",
      vocabulary: "atlas",
      code: `connect("mongodb+srv://⟦orders-ab123.mongodb-dev.net⟧", "mongodb+srv://⟦orders-ab123.mongodbgov.net⟧");`,
      errors: [legacy(), legacy()],
    },
    {
      name: "a comment breaks nothing",
      code: `// before the move: %scheme%+srv://⟦orders-ab123.%domain%⟧/shop.
/* (%scheme%+srv://⟦orders-ab123.gcp.%domain%⟧) */
connect(process.env.DATABASE_URI);`,
      errors: [legacy({ severity: "info" }), legacy({ severity: "info" })],
    },
    {
      name: "Python",
      filename: "settings.py",
      code: `URI = f"%scheme%+srv://{USER}:{PASSWORD}@⟦orders-ab123.%domain%⟧/shop"
NODES = "%scheme%://%s:%s@⟦orders-shard-00-00-ab123.azure.%domain%⟧:27017,orders-shard-00-01-ab123.azure.%domain%:27017" % (USER, PASSWORD)
`,
      errors: [legacy(), legacy({ message: "may replace that of another one" })],
    },
    {
      name: "Go, read as plain text",
      filename: "database.go",
      code: `package main

func uri(user, password, suffix string) string {
	return fmt.Sprintf("%scheme%+srv://%s:%s@⟦orders-%s.%domain%⟧/shop", user, password, suffix)
}
`,
      errors: [legacy({ confidence: "medium" })],
    },
    {
      name: "shell",
      filename: "backup.pl",
      code: `export DATABASE_URI="%scheme%+srv://$DB_USER:$DB_PASSWORD@⟦orders-ab123.%domain%⟧/shop"
dump --host orders-shard-0/⟦orders-shard-00-00-ab123.%domain%⟧:27017,⟦orders-shard-00-01-ab123.%domain%⟧:27017
`,
      errors: [
        legacy({ confidence: "medium" }),
        legacy({ confidence: "medium" }),
        legacy({ confidence: "medium" }),
      ],
    },
    {
      name: "YAML and an environment file",
      filename: ".env.production",
      code: `DATABASE_URI=%scheme%+srv://⟦orders-ab123.%domain%⟧/shop
DATABASE_HOST=⟦orders-ab123.gcp.%domain%⟧
`,
      errors: [legacy({ confidence: "medium" }), legacy({ confidence: "medium" })],
    },
    {
      name: "a YAML list in one line",
      filename: "values.yaml",
      code: `hosts: [⟦orders-shard-00-00-ab123.%domain%⟧, orders.ab123.%domain%]
uris: {orders: %scheme%+srv://⟦orders-ab123.%domain%⟧}
`,
      errors: [legacy({ confidence: "medium" }), legacy({ confidence: "medium" })],
    },
    {
      name: "documentation, with the punctuation of sentences and links",
      filename: "README.md",
      code: `Connect to (%scheme%+srv://⟦orders-ab123.%domain%⟧), or to %scheme%+srv://⟦other-ab123.%domain%⟧.
See [the list](%scheme%://⟦orders-shard-00-00-ab123.%domain%⟧:27017) and \`%scheme%+srv://⟦third-ab123.%domain%⟧/shop\`.
`,
      errors: [
        legacy({ confidence: "medium", severity: "info", message: /^orders-ab123\.[a-z.]+[a-z] has the/ }),
        legacy({ confidence: "medium", severity: "info", message: /^other-ab123\.[a-z.]+[a-z] has the/ }),
        legacy({ confidence: "medium", severity: "info" }),
        legacy({ confidence: "medium", severity: "info" }),
      ],
    },
    {
      name: "the scripts of a component, and its template as plain text",
      filename: "Connection.vue",
      code: `<template><code data-uri="%scheme%+srv://⟦other-ab123.%domain%⟧">{{ uri }}</code></template>
<script setup lang="ts">
const uri: string = "%scheme%+srv://⟦orders-ab123.%domain%⟧/shop";
</script>
`,
      errors: [legacy({ confidence: "medium" }), legacy()],
    },
    {
      name: "JSON",
      filename: "config.json",
      code: `{
  "uri": "%scheme%+srv://⟦orders-ab123.%domain%⟧/shop",
  "hosts": ["⟦orders-shard-00-00-ab123.gcp.%domain%⟧:27017", "orders.ab123.%domain%"]
}
`,
      errors: [legacy(), legacy()],
    },
  ],
});
