import type { ValidCase } from "../../support/rule-tester.js";

/** Names that are right where they stand. */
export const negatives: readonly ValidCase[] = [
  {
    name: "Python: a flex cluster keeps its providerSettings",
    filename: "flex.py",
    code: `url = "%host%/api/%admin%/v2/groups/1/flexClusters"
body = {"providerSettings": {"backingProviderName": "AWS", "regionName": "US_EAST_1"}}`,
  },
  {
    name: "Python: an upgrade of a tenant keeps the old body",
    filename: "upgrade.py",
    code: `url = "%host%/api/%admin%/v2/groups/1/clusters/tenantUpgrade"
body = {"providerSettings": {"providerName": "AWS", "instanceSizeName": "M10"}}
requests.post(url, json=body)`,
  },
  {
    name: "Python: a name that others use as well, without a member of it",
    filename: "other.py",
    code: `url = "%host%/api/%admin%/v2/groups/1/clusters"
settings = {"providerSettings": {"theme": "dark"}}`,
  },
  {
    name: "the keys of a table of texts are data",
    filename: "names.ts",
    code: `export function translated(answers: string[], names: Readonly<Record<string, string>>, more: { [key: string]: string }) {
  return answers.map((name) => names[name] ?? more[name] ?? name);
}
export const all = (of: string) => translated(["stateName", "createDate", of], JSON.parse(process.env.NAMES!), {});
for (const name of Object.keys({ stateName: 1, createDate: 2, connectionStrings: 3, mongoURI: 4, %dbURIWithOptions%: 5 } as const)) all(name);
const table: Record<string, string> = JSON.parse(process.env.NAMES!);
export const found = (one: Record<"old", { a: string }>) => ["regionsConfig", "numShards"].map((key) => table[key] ?? one);`,
  },
  {
    name: "the new shape on v2",
    code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({
    backupEnabled: true,
    diskSizeGB: 20,
    replicationSpecs: [
      {
        numShards: 2,
        zoneName: "Zone 1",
        regionConfigs: [
          { providerName: "AWS", regionName: "US_EAST_1", autoScaling: { diskGB: { enabled: true } }, analyticsAutoScaling: {} },
        ],
      },
    ],
  }),
});`,
  },
  {
    name: "numShards inside replicationSpecs, read in every way",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
const { replicationSpecs: [{ numShards }] } = cluster;
let sum = cluster.replicationSpecs[0].numShards + numShards;
for (const spec of cluster.replicationSpecs) sum += spec.numShards;
export const all = cluster.replicationSpecs.reduce((total, spec) => total + spec.numShards, sum);`,
  },
  {
    name: "Terraform, a name that the program has for what it reads of the new property",
    filename: "main.tf",
    code: `data "http" "clusters" { url = "%host%/api/%admin%/v2/groups/\${var.project}/clusters" }
locals { cluster = { srvAddress = jsondecode(data.http.clusters.response_body).results[0].connectionStrings.standardSrv } }
output "srv" { value = local.cluster.srvAddress }`,
  },
  {
    name: "Terraform, a name that is read near a call of something else, and one that is set",
    filename: "other.tf",
    code: `data "http" "users" { url = "%host%/api/%admin%/v2/groups/\${var.project}/databaseUsers" }
output "srv" { value = local.server.srvAddress }
locals { srvAddress = "a" }`,
  },
  {
    name: "a common name in another object than the one that is shown to be a cluster",
    filename: "own.json",
    code: `{ "topic": { "name": "t", "numShards": 3 }, "providerSettings": { "theme": "dark" } }`,
  },
  {
    name: "Go: a name of other resources beside it, with the first letter in upper case",
    filename: "shared.go",
    vocabulary: "atlas",
    code: `package main

import (
	"net/http"

	"go.mongodb.org/atlas/mongodbatlas"
)

type Event struct{ ResourceModel any }
type Model struct {
	Region  *string
	Version *string
	Backup  *bool
}

func read(g string) {
	http.Get("%host%/api/%admin%/v1.0/groups/" + g + "/clusters/c")
}

func fill(f *mongodbatlas.Shared, c *Model) {
	c.Version = f.MongoDBVersion
	if f.BackupSettings != nil {
		c.Backup = f.BackupSettings.Enabled
	}
	if f.ProviderSettings != nil {
		c.Region = f.ProviderSettings.RegionName
	}
}
`,
  },
  {
    name: "autoScaling inside regionConfigs, read",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v2/groups/1/clusters/c0")).json();
for (const { regionConfigs } of cluster.replicationSpecs)
  for (const { autoScaling, analyticsAutoScaling } of regionConfigs) console.log(autoScaling, analyticsAutoScaling);`,
  },
  {
    name: "the new home of the connection strings",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
export const { standard, standardSrv } = cluster.connectionStrings;`,
  },
  {
    name: "a target that has the old shape",
    target: "2023-01-01",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ numShards: 1, providerBackupEnabled: true }),
});`,
  },
  {
    name: "a target that has the old shape, in plain text",
    target: "2023-01-01",
    filename: "scale.py",
    code: `body = {"providerBackupEnabled": True}`,
  },
  {
    name: "v1.5 has the new shape already",
    vocabulary: "atlas",
    code: `const url = "https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters";
await fetch(url, { method: "POST", body: JSON.stringify({ replicationSpecs: [{ numShards: 1, regionConfigs: [] }] }) });
const { results } = await (await fetch(url)).json();
export const scaling = results.map((cluster) => cluster.replicationSpecs[0].regionConfigs[0].autoScaling);`,
  },
  {
    name: "v1.5 never had the old names",
    vocabulary: "atlas",
    code: `const url = "https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters/c0";
const cluster = await (await fetch(url)).json();
console.log(cluster.numShards ?? cluster.replicationSpecs[0].numShards);
await fetch(url, { method: "PATCH", body: JSON.stringify({ providerSettings: {} }) });`,
  },
  {
    name: "parts of the new shape that stand by themselves, also at low confidence",
    withLow: true,
    code: `const mark = "providerSettings";
export const spec = { zoneName: "Zone 1", numShards: 2, regionConfigs: [] };
export const region = { electableSpecs: {}, autoScaling: { diskGB: { enabled: true } } };
export const specs = [{ regionConfigs: [{ providerName: "AWS", autoScaling: { compute: { enabled: true } } }] }];`,
  },
  {
    name: "tenant upgrade keeps the old body",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/tenantUpgrade", {
  method: "POST",
  body: JSON.stringify({ name: "c0", providerSettings: { providerName: "AWS", instanceSizeName: "M10" }, autoScaling: {} }),
});`,
  },
  {
    name: "a client that is not in sight, and a method that says which endpoint it is of",
    code: `import { client } from "@example/generated-client";
const bodyFor = (name, instanceSizeName) => ({
  name,
  providerSettings: { providerName: "AWS", instanceSizeName, regionName: "US_EAST_1" },
  autoScaling: { compute: { enabled: true, scaleDownEnabled: true }, diskGBEnabled: true },
});
await client.upgradeTenantUpgrade({ params: { path: { groupId: "1" } }, body: bodyFor("c0", "M10") });`,
  },
  {
    name: "serverless has providerSettings of its own",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/serverless";
await fetch(url, { method: "POST", body: JSON.stringify({ name: "s", providerSettings: { providerName: "SERVERLESS" } }) });
const { results } = await (await fetch(url)).json();
export const providers = results.map((instance) => instance.providerSettings.backingProviderName);`,
  },
  {
    name: "flex clusters have providerSettings of their own",
    code: `const url = "%host%/api/%admin%/v2/groups/1/flexClusters";
const headers = { Accept: "application/vnd.%vendor%.2024-11-13+json" };
await fetch(url, { method: "POST", headers, body: JSON.stringify({ providerSettings: { backingProviderName: "AWS" } }) });
const flex = await (await fetch(url + "/f0", { headers })).json();
console.log(flex.providerSettings.regionName);`,
  },
  {
    name: "a flex cluster by what is around it",
    code: `export const region = (flexCluster) => flexCluster.providerSettings.regionName;
import { lookup } from "./client.js";
const flexCluster = await lookup();
console.log(flexCluster.providerSettings.regionName);
export const body = { providerSettings: { providerName: "FLEX", backingProviderName: "AWS" }, clusterType: "x" };
export const create = (sdk) => sdk.create({ providerSettings: { backingProviderName: "AWS", regionName: "US_EAST_1" } });`,
  },
  {
    name: "another resource of the API",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0/processArgs";
const args = await (await fetch(url)).json();
console.log(args.autoScaling, args.providerSettings);`,
  },
  {
    name: "another service",
    code: `const { data } = await (await fetch("https://graph.microsoft.com/v1.0/me/clusters")).json();
const strong = "providerBackupEnabled";
console.log(data.providerSettings, data.srvAddress, data.numShards, data.autoScaling);`,
  },
  {
    name: "Solr",
    code: `import axios from "axios";
const hint = "providerSettings";
await axios.post("http://solr:8983/api/collections", { name: "c", numShards: 2, replicationFactor: 3 });
export const collection = { numShards: 2, replicationFactor: 3, maxShardsPerNode: 1 };`,
  },
  {
    name: "Kafka topics",
    code: `import { Kafka } from "kafkajs";
const hint = "providerSettings";
const admin = new Kafka({ brokers: ["b:9092"] }).admin();
await admin.createTopics({ topics: [{ topic: "t", numPartitions: 3, replicationFactor: 3 }] });
const kafkaCluster = { replicationFactor: 3, numShards: 1, autoScaling: true, clusterType: "x" };`,
  },
  {
    name: "keys that everything has are no company",
    code: `const mark = "providerSettings";
export const atlasCluster = { id: "1", name: "a", groupId: "g", labels: [], tags: [], links: [], paused: true, autoScaling: {} };`,
  },
  {
    name: "AWS auto scaling",
    code: `import * as autoscaling from "aws-cdk-lib/aws-autoscaling";
const hint = "providerSettings";
export const service = { cluster, autoScaling: { minCapacity: 1, maxCapacity: 3 }, desiredCount: 2 };
console.log(service.autoScaling.maxCapacity, autoscaling);`,
  },
  {
    name: "the driver's SRV options and locals of that name",
    code: `export function connect(options) {
  const srvAddress = options.srvHost;
  const numShards = 2;
  const replicationFactor = 3;
  return resolve(srvAddress, numShards, replicationFactor);
}`,
  },
  {
    name: "the connection string of an application's own configuration",
    code: `const mark = "%host%/api/%admin%/v1.0";
const config = { %dbURI%: process.env.URI, port: 3000 };
export const { %dbURI% } = config;
export const open = (settings) => connect(settings.%dbURI%, settings.atlasCluster.%dbURI%);
import { %dbURI% as uri } from "./config.js";
import env from "./env.js";
connect(env.%dbURI%, uri);`,
  },
  {
    name: "a local with an unmistakable name",
    code: `import { getCluster } from "./client.js";
const { connectionStrings } = await getCluster();
const %dbURIWithOptions% = connectionStrings.standard;
connect(%dbURIWithOptions%);`,
  },
  {
    name: "an address that may be anything's",
    code: `export const connect = (cluster) => resolve(cluster.srvAddress);
export class SrvPoller {
  start(topology) {
    return this.poll(topology.srvAddress);
  }
}`,
  },
  {
    name: "an object of one's own keeps an old name for a new value",
    code: `export const summary = (cluster) => ({
  name: cluster.name,
  srvAddress: cluster.connectionStrings.standardSrv,
  %dbURI%: cluster.connectionStrings.standard,
  %dbURIWithOptions%: cluster.connectionStrings.standard,
});`,
  },
  {
    name: "the property is taken out before the object is sent on",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
delete cluster.providerSettings;
delete cluster["srvAddress"];`,
  },
  {
    name: "arguments of an infrastructure package",
    filename: "stack.ts",
    code: `import * as pulumi from "@pulumi/pulumi";
export const args = {
  cloudBackup: true,
  providerInstanceSizeName: "M10",
  clusterType: "REPLICASET",
  pitEnabled: true,
  replicationFactor: 3,
  numShards: 1,
  replicationSpecs: [{ numShards: 1, regionsConfigs: [{ electableNodes: 3 }] }],
  providerSettings: {},
};`,
  },
  {
    name: "the output of an infrastructure package",
    filename: "stack.ts",
    code: `import * as mongodbatlas from "@pulumi/mongodbatlas";
const cluster = new mongodbatlas.Cluster("c0", { projectId, replicationFactor: 3, providerInstanceSizeName: "M10" });
export const address = cluster.srvAddress.apply((value) => value.split("//")[1]);`,
  },
  {
    name: "data of other products",
    filename: "topics.json",
    code: `{
  "topics": [{ "name": "t", "replicationFactor": 3 }],
  "collection": { "numShards": 2, "replicationFactor": 2, "config": "providerSettings" },
  "service": { "autoScaling": { "min": 1 }, "desiredCount": 2 }
}`,
  },
  {
    name: "the product beside it on the same host",
    code: `const { data } = await require("axios").get("https://cloud.mongodb.com/api/public/v1.0/groups/1/clusters");
const mark = "providerSettings";
console.log(data.results[0].providerSettings, data.results[0].numShards);`,
  },
  {
    name: "an application's own administration",
    code: `const { data } = await require("axios").get("https://shop.example.com/api/admin/v2/users");
const mark = "providerSettings";
console.log(data.results[0].providerSettings, data.results[0].numShards);`,
  },
  {
    name: "a type of which all other members are of something else",
    filename: "video.d.ts",
    code: `export interface Availability { globalConfig?: boolean; regionsConfig: RegionList }`,
  },
  {
    name: "the discovery endpoint",
    code: `const admin = "%host%/api/%admin%/v1.0";
const targets = await (await fetch("%host%/%metrics%/v1.0/groups/1/discovery")).json();
console.log(targets[0].labels.cl_name, targets[0].autoScaling);`,
  },
  {
    name: "names in comments and strings",
    code: `// providerBackupEnabled was the name before; %dbURIWithOptions%, too.
/* regionsConfig */
throw new Error("providerBackupEnabled is not supported any more, regionsConfig neither");`,
  },
  {
    name: "longer names that hold a shorter one",
    filename: "a.py",
    noAnchor: true,
    code: `isProviderBackupEnabled = get_providerBackupEnabledFlag()`,
  },
  {
    name: "ambiguous names in plain text",
    filename: "values.yaml",
    code: `# providerSettings
autoScaling: { numShards: 1, replicationFactor: 3 }
%dbURI%: x`,
  },
  {
    name: "no anchor, no question",
    noAnchor: true,
    code: `export const collection = { numShards: 1, replicationFactor: 3 };`,
  },
  {
    name: "a custom resource of Kubernetes, which an operator reads",
    filename: "deployment.yaml",
    code: `apiVersion: atlas.example.com/v1
kind: AtlasDeployment
spec:
  deploymentSpec:
    providerBackupEnabled: true
    replicationSpecs:
      - regionsConfig: { US_EAST_1: { priority: 7 } }
`,
  },
  {
    name: "a custom resource of Kubernetes in JSON",
    filename: "deployment.json",
    code: `{ "apiVersion": "atlas.example.com/v1", "kind": "AtlasDeployment", "spec": { "deploymentSpec": { "providerBackupEnabled": true, "providerSettings": { "instanceSizeName": "M10" } } } }`,
  },
];
