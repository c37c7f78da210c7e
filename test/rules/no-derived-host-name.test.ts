import rule from "../../rules/no-derived-host-name.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

function host(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "host", confidence: "high", ...expected };
}

function srvHost(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "srvHost", confidence: "high", ...expected };
}

function replicaSet(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "replicaSet", confidence: "high", ...expected };
}

function cut(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "cut", confidence: "high", ...expected };
}

/** Reads a cluster. */
const READ = `const response = await fetch("https://x/api/%admin%/v1.0/groups/a/clusters/b");
const cluster = await response.json();
`;

testRule(rule, {
  valid: [
    {
      name: "hosts of tests, under names that no project has",
      code: `const CLUSTER_NAME = "orders";
connect(\`%scheme%+srv://\${CLUSTER_NAME}.example.%domain%\`, \`%scheme%://\${clusterName}-shard-00-00.test.%domain%:27017\`);`,
    },
    {
      name: "a connection string that stays whole",
      code: `${READ}connect(cluster.%dbURI%.replace("%scheme%://", \`%scheme%://\${user}:\${secret}@\`));
connect(cluster.%dbURIWithOptions%.split("?")[0]);
connect(cluster.%dbURI%.replace("/test", "/shop"));
connect(cluster.srvAddress.replace("%scheme%+srv://", ""));
connect(cluster.connectionStrings.standard.split(","));`,
    },
    {
      name: "the connection string of another service taken apart",
      code: `await fetch("https://x/api/%admin%/v1.0/groups");
const response = await fetch("https://video.example.com/api/media/v1.0/groups/a/streams/b");
const { %dbURI% } = await response.json();
connect(%dbURI%.split("//")[1]);`,
    },
    {
      name: "a setting of the program's own taken apart",
      code: `import { %dbURI% } from "./settings";
await fetch("https://x/api/%admin%/v1.0/groups");
connect(%dbURI%.split("//")[1]);`,
    },
    {
      name: "hosts that are written as they are",
      code: `connect("%scheme%+srv://orders.ab123.%domain%/shop");
connect("%scheme%://orders-shard-00-00.ab123.%domain%:27017,orders-shard-00-01.ab123.%domain%:27017/?replicaSet=atlas-abc123-shard-0");`,
    },
    {
      name: "only credentials, database and options are put in",
      code: `connect(\`%scheme%+srv://\${clusterUser}:\${encodeURIComponent(clusterSecret)}@orders.ab123.%domain%/\${clusterName}?appName=\${clusterName}\`);`,
    },
    {
      name: "a whole host from elsewhere",
      code: `const CLUSTER_HOST = "orders.ab123.%domain%";
connect(\`%scheme%+srv://\${user}:\${secret}@\${CLUSTER_HOST}/shop\`);
connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.CLUSTER}/shop\`);`,
    },
    {
      name: "a whole host from elsewhere, of which only the domain is written",
      code: `connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.CLUSTER_HOST}.ab123.%domain%\`);
connect(\`%scheme%+srv://\${user}:\${secret}@\${clusterUrl}.ab123.%domain%\`);`,
    },
    {
      name: "a value that may hold name and suffix",
      code: `connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.CLUSTER}.%domain%/shop\`);`,
    },
    {
      name: "a constant that holds name and suffix",
      code: `const cluster = "orders.ab123";
connect(\`%scheme%+srv://\${user}:\${secret}@\${cluster}.%domain%/shop\`);`,
    },
    {
      name: "a value that is not called a cluster's name",
      code: `connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.NAME}.ab123.%domain%/shop\`);`,
    },
    {
      name: "a host that is only broken into lines",
      code: `connect("%scheme%://orders" + "-shard-00-00.ab123" + ".%domain%:27017");
const NODE = "orders-shard-00-0";
connect([0, 1, 2].map((index) => NODE + index + ".ab123.%domain%:27017").join(","));`,
    },
    {
      name: "the number of a node",
      code: `const nodes = [0, 1, 2].map((index) => \`orders-shard-00-0\${index}.ab123.%domain%:27017\`);`,
    },
    {
      name: "the standard host of a cluster that a request names",
      code: `await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/orders\`, { method: "DELETE" });
const uri = \`%scheme%+srv://\${user}:\${secret}@orders.ab123.%domain%/shop\`;
const other = "%scheme%+srv://billing.%domain%/shop";`,
    },
    {
      name: "strings of the cluster itself",
      code: `const { connectionStrings } = await getCluster();
connect(connectionStrings.standardSrv.replace("%scheme%+srv://", \`%scheme%+srv://\${user}:\${secret}@\`));
const domain = ".%domain%";`,
    },
    {
      name: "a replica set from elsewhere, or written as it is",
      code: `connect(\`%scheme%://orders-shard-00-00.ab123.%domain%/?replicaSet=\${process.env.CLUSTER_RS}\`);
const RS = "atlas-abc123-shard-0";
connect(\`%scheme%://orders-shard-00-00.ab123.%domain%/?replicaSet=\${RS}\`);`,
    },
    {
      name: "other domains",
      code: `connect(\`%scheme%://\${clusterName}-shard-00-00.example.org:27017\`);`,
      noAnchor: true,
    },
    {
      name: "other schemes and web addresses",
      code: `open(\`https://\${clusterName}-shard-00-00.ab123.%domain%/\`);
mail(\`\${clusterName}@orders.ab123.%domain%\`);`,
    },
    {
      name: "a comment",
      code: `// %scheme%+srv://\${clusterName}.ab123.%domain%
/* {cluster}-shard-00-00.ab123.%domain% */`,
    },
    {
      name: "what a reader is to fill in",
      filename: "README.md",
      code: `    %scheme%+srv://<user>:<password>@<cluster-name>.ab123.%domain%/test
    %scheme%://<cluster>-shard-00-00.<suffix>.%domain%:27017
`,
    },
    {
      name: "a whole host in Python",
      filename: "settings.py",
      code: `URI = f"%scheme%+srv://{user}:{secret}@{cluster_host}.ab123.%domain%/shop"
OTHER = f"%scheme%+srv://{user}:{secret}@{cluster}.%domain%/shop"
THIRD = "%scheme%+srv://%s:%s@%s.ab123.%domain%/shop" % (user, secret, name)
`,
    },
  ],
  invalid: [
    {
      name: "hosts that are cut out",
      code: `${READ}const hosts = cluster.%dbURI%.⟦split⟧("//")[1].split(",");
const [, node] = cluster.%dbURI%?.⟦match⟧(/@([^/]+)/);
connect(cluster.%dbURI%.⟦replace⟧("%scheme%://", ""), node, hosts);`,
      errors: [cut({ message: /^split splits / }), cut(), cut()],
    },
    {
      name: "the name of a replica set that is cut out, some lines further",
      code: `${READ}const { %dbURIWithOptions%: uri } = cluster;
const name = (text) => text.⟦match⟧(/[^=]+$/)[0];
connect(name(uri));`,
      errors: [cut()],
    },
    {
      name: "a node behind a name",
      code: `export const node = (name) => \`\${name}⟦-shard-00-00.ab123.%domain%⟧:27017\`;`,
      errors: [
        host({
          severity: "warning",
          message:
            "{name}-shard-00-00.ab123.%domain% is built from name, but the host names of new clusters do not follow from the cluster name.",
        }),
      ],
    },
    {
      name: "a node in a list: one finding, at its first host",
      code: `export function uri(cluster) {
  return \`%scheme%://\${cluster}⟦-shard-00-00.ab123.%domain%⟧:27017,\${cluster}-shard-00-01.ab123.%domain%:27017/shop\`;
}`,
      errors: [host()],
    },
    {
      name: "the private networks",
      code: `export const peering = (name) => \`%scheme%+srv://\${name}⟦-pri.ab123.%domain%⟧\`;
export const endpoint = (name, region) => \`%scheme%+srv://\${name}⟦-pl-0-⟧\${region}.ab123.%domain%\`;
export const config = (name) => name + "⟦-config-00-00.ab123.%domain%⟧";`,
      errors: [srvHost(), srvHost(), host()],
    },
    {
      name: "the legacy form",
      code: `export const uri = (name) => "%scheme%://" + name + "⟦-shard-00-00-ab123.%domain%⟧:27017";`,
      errors: [host()],
    },
    {
      name: "a name that is called a cluster's",
      code: `export const uri = (clusterName) => \`%scheme%+srv://\${user}:\${secret}@\${clusterName}⟦.ab123.%domain%⟧/shop\`;`,
      errors: [
        srvHost({
          confidence: "medium",
          message:
            "is built from clusterName, but host names shorten long cluster names, use lower case, and differ in private networks.",
        }),
      ],
    },
    {
      name: "the name of a cluster in a response",
      code: `const response = await fetch("%host%/api/%admin%/v1.0/groups/1/clusters");
for (const cluster of (await response.json()).results) {
  connect(\`%scheme%+srv://\${user}:\${secret}@\${cluster.name}⟦.⟧\${suffix}.%domain%/shop\`);
}`,
      errors: [srvHost({ confidence: "medium" })],
    },
    {
      name: "an environment variable, with and without a default",
      code: `connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.CLUSTER_NAME}⟦.ab123.%domain%⟧/shop\`);`,
      errors: [srvHost({ confidence: "medium", message: "{process.env.CLUSTER_NAME}.ab123.%domain%" })],
    },
    {
      name: "a class field",
      filename: "database.ts",
      code: `export class Database {
  constructor(private readonly cluster: string) {}
  get uri(): string {
    return \`%scheme%+srv://\${this.cluster}⟦.ab123.%domain%⟧/shop\`;
  }
}`,
      errors: [srvHost({ confidence: "medium" })],
    },
    {
      name: "labels that are joined",
      code: `export const hostOf = (cluster) => [cluster.name, "⟦ab123⟧", "%domain%"].join(".");`,
      errors: [srvHost({ confidence: "medium", message: "{cluster.name}.ab123.%domain%" })],
    },
    {
      name: "a constant that is called a cluster's name",
      code: `const CLUSTER_NAME = "orders";
export const node = \`\${CLUSTER_NAME}⟦-shard-00-00.ab123.%domain%⟧\`;`,
      errors: [host({ message: "orders-shard-00-00.ab123.%domain% is built from CLUSTER_NAME" })],
    },
    {
      name: "hosts that are made in a loop and joined",
      code: `export const uri = (clusterName) => {
  const nodes = [0, 1, 2].map((index) => \`\${clusterName}⟦-shard-00-0⟧\${index}.ab123.%domain%:27017\`);
  return \`%scheme%://\${user}:\${secret}@\${nodes.join(",")}/shop\`;
};`,
      errors: [host()],
    },
    {
      name: "the name that a request names the cluster by, even without a suffix",
      code: `const TARGET = "Orders";
await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/\${TARGET}\`, { method: "DELETE" });
connect(\`%scheme%+srv://\${user}:\${secret}@\${TARGET.toLowerCase()}⟦.%domain%⟧/shop\`);`,
      errors: [srvHost({ message: "orders.%domain% is built from TARGET" })],
    },
    {
      name: "an environment variable that a request names the cluster by",
      code: `await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/\${process.env.TARGET}\`);
connect(\`%scheme%+srv://\${user}:\${secret}@\${process.env.TARGET}⟦.%domain%⟧/shop\`);`,
      errors: [srvHost({ message: "{process.env.TARGET}.%domain%" })],
    },
    {
      name: "a name that is made for a request",
      code: `export async function remove(tenant) {
  const name = \`shop-\${tenant}\`;
  await fetch(\`%host%/api/%admin%/v2/groups/\${group}/clusters/\${name}\`, { method: "DELETE" });
  return \`%scheme%+srv://\${name}⟦.%domain%⟧/shop\`;
}`,
      errors: [srvHost({ message: "shop-{tenant}.%domain% is built from name" })],
    },
    {
      name: "the name in the body that creates the cluster",
      code: `export async function create(tenant) {
  await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`, {
    method: "POST",
    body: JSON.stringify({ name: tenant, clusterType: "REPLICASET" }),
  });
  return \`%scheme%+srv://\${tenant}⟦.ab123.%domain%⟧/shop\`;
}`,
      errors: [srvHost()],
    },
    {
      name: "a name that is written out, without a project suffix",
      code: `await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`, {
  method: "POST",
  body: JSON.stringify({ name: "Orders", providerSettings }),
});
const uri = \`%scheme%+srv://\${user}:\${secret}@⟦orders.%domain%⟧/shop\`;`,
      errors: [srvHost({ message: "orders.%domain% is built from Orders" })],
    },
    {
      name: "a template with a tag",
      filename: "stack.ts",
      code: `export const peering = pulumi.interpolate\`\${this.cluster.name}⟦-pri.\${suffix}.%domain%⟧\`;
export const uri = pulumi.interpolate\`%scheme%+srv://\${auth}@\${clusterName}⟦.\${suffix}.%domain%⟧/shop\`;`,
      errors: [
        srvHost({
          confidence: "medium",
          message: "{this.cluster.name}-pri.{suffix}.%domain% is built from this.cluster.name",
        }),
        srvHost({ confidence: "medium" }),
      ],
    },
    {
      name: "a replica set",
      code: `export const uri = (name) =>
  \`%scheme%://orders-shard-00-00.ab123.%domain%:27017/shop?ssl=true&replicaSet=\${name}⟦-shard-0⟧&authSource=admin\`;`,
      errors: [
        replicaSet({
          severity: "warning",
          message:
            "{name}-shard-0 is built from name, but the names of new replica sets contain a six-character identifier.",
        }),
      ],
    },
    {
      name: "a replica set with a prefix, and one of a constant",
      code: `const cluster = "orders";
export const a = (id) => \`%scheme%://orders-shard-00-00.ab123.%domain%/?replicaSet=atlas-\${id}⟦-shard-0⟧\`;
export const b = \`%scheme%://orders-shard-00-00.ab123.%domain%/?replicaSet=\${cluster}⟦-shard-0⟧\`;`,
      errors: [replicaSet({ message: "atlas-{id}-shard-0 is built from id" }), replicaSet()],
    },
    {
      name: "a host and its replica set",
      code: `export const uri = (name) => \`%scheme%://\${name}⟦-shard-00-00.ab123.%domain%⟧:27017/?replicaSet=\${name}⟦-shard-0⟧\`;`,
      errors: [host(), replicaSet()],
    },
    {
      name: "escaped slashes",
      code: "export const uri = (name) => `%scheme%:\\/\\/${name}⟦-shard-00-00.ab123.%domain%⟧:27017`;",
      errors: [host()],
    },
    {
      name: "Python",
      filename: "database.py",
      code: `NODE = f"{name}⟦-shard-00-00.ab123.%domain%⟧:27017"
URI = f"%scheme%+srv://{user}:{secret}@{cluster_name}⟦.ab123.%domain%⟧/shop"
OLD = "%scheme%://%(user)s:%(secret)s@%(cluster)s⟦.ab123.%domain%⟧/shop" % values
`,
      errors: [
        host({ message: "is built from name" }),
        srvHost({ confidence: "medium", message: "is built from cluster_name" }),
        srvHost({ confidence: "medium", message: "is built from values" }),
      ],
    },
    {
      name: "Go: a format has no name for what is put in",
      filename: "database.go",
      code: `package main

func node(name string) string {
	return fmt.Sprintf("%s⟦-shard-00-00.ab123.%domain%⟧:27017", name)
}
`,
      errors: [host({ confidence: "medium", message: "is built from another value" })],
    },
    {
      name: "shell",
      filename: "backup.pl",
      code: `dump --uri "%scheme%://$DB_USER:$DB_PASSWORD@\${CLUSTER_NAME}⟦-shard-00-00.ab123.%domain%⟧:27017/?replicaSet=\${CLUSTER_NAME}⟦-shard-0⟧"
dump --host "\${CLUSTER}⟦.ab123.%domain%⟧"
`,
      errors: [
        host({ confidence: "medium" }),
        replicaSet({ confidence: "medium" }),
        srvHost({ confidence: "medium", message: "is built from CLUSTER," }),
      ],
    },
    {
      name: "YAML",
      filename: "values.yaml",
      code: `uri: %scheme%+srv://{{ cluster }}⟦-pri.ab123.%domain%⟧/shop
`,
      errors: [srvHost({ confidence: "medium" })],
    },
    {
      name: "code in documentation",
      filename: "docs/connect.md",
      code: "Build it: `%scheme%+srv://${user}:${secret}@${clusterName}⟦.ab123.%domain%⟧/shop`.\n",
      errors: [srvHost({ confidence: "medium", severity: "info" })],
    },
    {
      name: "JSON with placeholders",
      filename: "config.json",
      code: '{ "uri": "%scheme%+srv://${CLUSTER_NAME}⟦-pri.ab123.%domain%⟧/shop" }\n',
      errors: [srvHost()],
    },
    {
      name: "the script of a Svelte component",
      filename: "Connect.svelte",
      code: `<script>
  import { clusterName } from "./config";
  $: uri = \`%scheme%+srv://\${clusterName}⟦.ab123.%domain%⟧/shop\`;
</script>
`,
      errors: [srvHost({ confidence: "medium" })],
    },
  ],
});
