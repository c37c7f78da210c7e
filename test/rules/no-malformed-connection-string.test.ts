import rule from "../../rules/no-malformed-connection-string.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

function malformed(message: string | RegExp, expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "malformed", confidence: "high", message, ...expected };
}

const SRV_PORT = "An SRV string has no port: the ports are in the SRV record.";
const NODE_PORT = "a node has 27017, in a sharded cluster 27015 to 27017.";
const ENDPOINT_PORT = "a private endpoint has 1024 or above.";

testRule(rule, {
  valid: [
    {
      name: "the standard form, direct and SRV",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017,orders-shard-00-01.ab123.%domain%:27017/shop?ssl=true");
connect("%scheme%+srv://u:p@orders.ab123.%domain%/shop?retryWrites=true&w=majority");`,
    },
    {
      name: "no port where 27017 is the usual one",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%,orders-shard-00-01.ab123.%domain%/shop");`,
    },
    {
      name: "ports of a sharded cluster",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:27016,orders-shard-01-00.ab123.%domain%:27016");
connect("%scheme%://orders-config-00-00.ab123.%domain%:27015");`,
    },
    {
      name: "private strings for peering",
      code: `connect("%scheme%://orders-shard-00-00-pri.ab123.%domain%:27017");`,
    },
    {
      name: "ports of a private endpoint count up from 1024",
      code: `connect("%scheme%://pl-0-us-east-1.ab123.%domain%:1024,pl-0-us-east-1.ab123.%domain%:1025,pl-0-us-east-1.ab123.%domain%:1026/shop");`,
    },
    {
      name: "the legacy form is well formed",
      code: `connect("%scheme%://orders-shard-00-00-ab123.%domain%:27017", "%scheme%+srv://orders-ab123.gcp.%domain%");`,
    },
    {
      name: "other people's databases",
      code: `connect("%scheme%://localhost:27018,db.example.org:4000", "%scheme%+srv://example.org:27017");
connect("%scheme%+srv://orders.ab123.%domain%");`,
    },
    {
      name: "other schemes",
      code: `connect("redis://orders.ab123.%domain%:6379", "https://orders.ab123.%domain%:8443/x");`,
    },
    {
      name: "a metrics target is no connection string",
      code: `const targets = ["orders-shard-00-00.ab123.%domain%:27018"];`,
    },
    {
      name: "a port or a host that is not known",
      code: `connect(\`%scheme%://orders-shard-00-00.ab123.%domain%:\${port}/shop\`);
connect(\`%scheme%://\${first}:27018,orders-shard-00-00.ab123.%domain%:27017/shop\`);
connect(\`%scheme%+srv://\${user}:\${secret}@\${name}.ab123.%domain%/shop\`);`,
    },
    {
      name: "colons, commas and ports in credentials",
      code: `connect("%scheme%+srv://app:a,b:27018@orders.ab123.%domain%/shop");
connect("%scheme%+srv://app:p%40ss@orders.ab123.%domain%/shop");`,
    },
    {
      name: "colons and commas behind the hosts",
      code: `connect("%scheme%+srv://orders.ab123.%domain%/shop?readPreferenceTags=dc:ny,rack:1&appName=a:27017");`,
    },
    {
      name: "placeholders for ports and hosts in a language that is read as plain text",
      filename: "settings.py",
      code: `A = "%scheme%://%s:%s@orders-shard-00-00.ab123.%domain%:%d/shop" % (user, secret, port)
B = f"%scheme%+srv://{user}:{secret}@{name}.ab123.%domain%/shop"
`,
    },
    {
      name: "the end of a sentence or of a list",
      filename: "README.md",
      code: `Use (%scheme%+srv://orders.ab123.%domain%), or %scheme%+srv://orders.ab123.%domain%. Not %scheme%+srv://orders.ab123.%domain%:
`,
    },
    {
      name: "a list that is put together, with a comma at the end of a literal",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017," + "orders-shard-00-01.ab123.%domain%:27017/shop");`,
    },
    {
      name: "a host name without a domain of the service",
      code: `connect("%scheme%://orders:1");`,
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "a port in an SRV string",
      code: `connect("%scheme%+srv://u:p@orders.ab123.%domain%⟦:27017⟧/shop");`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "a port in an SRV string of a private endpoint",
      code: `connect("%scheme%+srv://orders-pl-0.ab123.%domain%⟦:1024⟧");`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "several hosts in an SRV string",
      code: `connect("%scheme%+srv://u:p@⟦orders.ab123.%domain%,billing.ab123.%domain%⟧/shop");`,
      errors: [malformed("An SRV string has exactly one name, and this one has 2.")],
    },
    {
      name: "a list of nodes behind +srv is one mistake, ports included",
      code: `connect("%scheme%+srv://⟦orders-shard-00-00.ab123.%domain%:27017,orders-shard-00-01.ab123.%domain%:27017⟧/shop");`,
      errors: [malformed("and this one has 2")],
    },
    {
      name: "a wrong port of a node",
      code: `connect("%scheme%://u:p@orders-shard-00-00.ab123.%domain%:⟦27018⟧/shop");`,
      errors: [malformed(`The port is 27018; ${NODE_PORT}`, { severity: "error" })],
    },
    {
      name: "a wrong port of three nodes is one finding",
      code: `connect("%scheme%://a-shard-00-00.ab123.%domain%:⟦1024⟧,a-shard-00-01.ab123.%domain%:1024,a-shard-00-02.ab123.%domain%:1024/shop");`,
      errors: [malformed("The port is 1024")],
    },
    {
      name: "a wrong port in a private string for peering and in one of the legacy form",
      code: `connect("%scheme%://a-shard-00-00-pri.ab123.%domain%:⟦1024⟧");
connect("%scheme%://a-shard-00-00-ab123.%domain%:⟦27018⟧");`,
      errors: [malformed("The port is 1024"), malformed("The port is 27018")],
    },
    {
      name: "the port of a node at a private endpoint",
      code: `connect("%scheme%://pl-0-us-east-1.ab123.%domain%:⟦27017⟧/shop");`,
      errors: [malformed(`The port is 27017; ${ENDPOINT_PORT}`)],
    },
    {
      name: "a port below those of private endpoints",
      code: `connect("%scheme%://pl-0-us-east-1.ab123.%domain%:⟦1023⟧/shop");`,
      errors: [malformed("The port is 1023")],
    },
    {
      name: "no port at a private endpoint, for which the driver takes that of nodes",
      code: `connect("%scheme%://⟦pl-0-us-east-1.ab123.%domain%⟧/shop");`,
      errors: [malformed(`No port is written, which means 27017; ${ENDPOINT_PORT}`)],
    },
    {
      name: "a number that is no port",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:⟦70000⟧/shop", "%scheme%://a-shard-00-00.ab123.%domain%:⟦0⟧");`,
      errors: [
        malformed("70000 is not a port: ports are from 1 to 65535."),
        malformed("0 is not a port: ports are from 1 to 65535."),
      ],
    },
    {
      name: "hosts of different kinds in one list",
      code: `connect("%scheme%://⟦orders-shard-00-00.ab123.%domain%:27017,orders-shard-00-01-pri.ab123.%domain%:27017⟧/shop");`,
      errors: [malformed("The list holds hosts of different kinds: standard.direct, peering.direct.")],
    },
    {
      name: "a node and a private endpoint in one list",
      code: `connect("%scheme%://u:p@⟦orders-shard-00-00.ab123.%domain%:27017,pl-0-us-east-1.ab123.%domain%:1024⟧/shop");`,
      errors: [malformed(/different kinds: standard\.direct, private-endpoint\./)],
    },
    {
      name: "a host of the service and one of another domain",
      code: `connect("%scheme%://⟦orders-shard-00-00.ab123.%domain%:27017,localhost:27017⟧/shop");`,
      errors: [malformed("different kinds")],
    },
    {
      name: "a host without a name",
      code: `connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017,⟦⟧/shop");`,
      errors: [malformed("A host of the list has no name.")],
    },
    {
      name: "glued from constants, at the part that is wrong",
      code: `const HOST = "orders.ab123.%domain%⟦:27017⟧";
connect("%scheme%+srv://" + user + ":" + secret + "@" + HOST + "/shop");`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "a known host and a known port, put together",
      code: `const PORT = ⟦27018⟧;
connect(\`%scheme%://orders-shard-00-00.ab123.%domain%:\${PORT}/shop\`);`,
      errors: [malformed("The port is 27018")],
    },
    {
      name: "a scheme that is chosen elsewhere",
      code: `const SCHEME = "%scheme%+srv://";
export const uri = SCHEME + "orders.ab123.%domain%⟦:27017⟧/shop";`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "an unknown name does not hide the port",
      code: `connect(\`%scheme%+srv://\${user}:\${secret}@\${name}.ab123.%domain%⟦:27017⟧/shop\`);`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "a default of an environment variable, a class field, an argument",
      filename: "database.ts",
      code: `const uri: string = process.env.URI ?? "%scheme%+srv://a.ab123.%domain%⟦:27017⟧";
class Database {
  uri = "%scheme%+srv://b.ab123.%domain%⟦:27017⟧";
}
connect<Database>("%scheme%+srv://c.ab123.%domain%⟦:27017⟧" as string);`,
      errors: [malformed(SRV_PORT), malformed(SRV_PORT), malformed(SRV_PORT)],
    },
    {
      name: "escaped slashes",
      code: String.raw`connect("%scheme%+srv:\/\/orders.ab123.%domain%⟦:27017⟧\/shop");`,
      errors: [malformed(SRV_PORT)],
    },
    {
      name: "a comment",
      code: `// %scheme%+srv://orders.ab123.%domain%⟦:27017⟧/shop
connect(process.env.URI);`,
      errors: [malformed(SRV_PORT, { severity: "info" })],
    },
    {
      name: "shell, YAML and Python are read as plain text",
      filename: "deploy.pl",
      code: `export URI="%scheme%+srv://$DB_USER:$DB_PASSWORD@orders.ab123.%domain%⟦:27017⟧/shop"
`,
      errors: [malformed(SRV_PORT, { confidence: "medium" })],
    },
    {
      name: "YAML",
      filename: "values.yaml",
      code: `uri: %scheme%://orders-shard-00-00.ab123.%domain%:⟦27018⟧/shop
other: %scheme%+srv://orders.ab123.%domain%⟦:27017⟧
`,
      errors: [
        malformed("The port is 27018", { confidence: "medium" }),
        malformed(SRV_PORT, { confidence: "medium" }),
      ],
    },
    {
      name: "documentation",
      filename: "docs/connect.md",
      code: `Use \`%scheme%+srv://<user>:<password>@orders.ab123.%domain%⟦:27017⟧/shop\`.
`,
      errors: [malformed(SRV_PORT, { confidence: "medium", severity: "info" })],
    },
    {
      name: "JSON, with and without escaped slashes",
      filename: "config.json",
      code: String.raw`{
  "uri": "%scheme%+srv://orders.ab123.%domain%⟦:27017⟧/shop",
  "escaped": "⟦%scheme%+srv:\/\/orders.ab123.%domain%:27017⟧"
}
`,
      errors: [malformed(SRV_PORT), malformed(SRV_PORT)],
    },
  ],
});
