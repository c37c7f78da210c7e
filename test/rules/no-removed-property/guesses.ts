import type { InvalidCase } from "../../support/rule-tester.js";
import { declared, guessed, named, read, received, sent } from "./expectations.js";

/** Without a request: names and the company that they are in. */
export const guesses: readonly InvalidCase[] = [
  {
    name: "a body whose use is not known",
    code: `export const body = (name) => ({
  name,
  ⟦numShards⟧: 1,
  ⟦replicationFactor⟧: 3,
  ⟦providerSettings⟧: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" },
});`,
    errors: [named("numShards"), named("replicationFactor"), named("providerSettings")],
  },
  {
    name: "settings by what they hold",
    code: `export const resize = (client, id, size) => client.update(id, { ⟦providerSettings⟧: { instanceSizeName: size } });`,
    errors: [named("providerSettings")],
  },
  {
    name: "scaling by what it holds",
    code: `const marker = "providerSettings";
export const body = { ⟦autoScaling⟧: { diskGBEnabled: true } };`,
    errors: [named("autoScaling")],
  },
  {
    name: "a variable called cluster",
    code: `export const size = (clusters) => clusters.map((cluster) => cluster.⟦providerSettings⟧.instanceSizeName);`,
    errors: [read("providerSettings")],
  },
  {
    name: "a variable called cluster whose members are sent in the new form",
    code: `export const copied = (cluster) => fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({ name: "b", clusterType: "REPLICASET", replicationSpecs: [{ numShards: 1, regionConfigs: [{
    providerName: "AWS", regionName: "US_EAST_1", priority: 7,
    electableSpecs: { instanceSize: cluster.⟦providerSettings⟧.instanceSizeName, nodeCount: 3 },
  }] }] }),
});`,
    errors: [read("providerSettings")],
  },
  {
    name: "a variable called cluster, of which nothing else is known",
    code: `import { lookup } from "./client.js";
for (const cluster of await lookup()) console.log(cluster.⟦providerSettings⟧.instanceSizeName);`,
    errors: [read("providerSettings")],
  },
  {
    name: "names from another file or package",
    code: `import { getClusters } from "./clients.js";
const atlasClusters = await getClusters();
for (const one of atlasClusters) console.log(one.⟦srvAddress⟧, one.⟦%dbURI%⟧);`,
    errors: [read("srvAddress"), read("%dbURI%")],
  },
  {
    name: "an unmistakable name, alone and in company",
    code: `export const alone = (x) => x.⟦%dbURIWithOptions%⟧;
export const both = (y) => [y.⟦%dbURIUpdated%⟧, y.⟦providerBackupEnabled⟧];`,
    errors: [
      read("%dbURIWithOptions%"),
      { ...read("%dbURIUpdated%"), confidence: "high" },
      { ...read("providerBackupEnabled"), confidence: "high" },
    ],
  },
  {
    name: "a part of a cluster by itself",
    code: `export const regionsOf = (spec) => Object.keys(spec.⟦regionsConfig⟧);`,
    errors: [read("replicationSpecs[].regionsConfig")],
  },
  {
    name: "an imported base, the path of the resource behind it",
    code: `import { BASE } from "./config.js";
const response = await fetch(\`\${BASE}/groups/\${group}/clusters\`);
for (const one of (await response.json()).results) console.log(one.⟦providerSettings⟧, one.⟦numShards⟧);`,
    errors: [guessed(received("providerSettings")), guessed(received("numShards"))],
  },
  {
    name: "an imported base, the path of one cluster behind it",
    code: `import { BASE } from "./config.js";
const one = await (await fetch(\`\${BASE}/groups/\${group}/clusters/\${name}\`)).json();
console.log(one.⟦providerSettings⟧);`,
    errors: [guessed(received("providerSettings"))],
  },
  {
    name: "a URL that is not known at all, by what is sent to it and read from it",
    code: `export async function replace(url) {
  const one = await (await fetch(url)).json();
  console.log(one.⟦providerSettings⟧, one.⟦replicationFactor⟧, one.⟦numShards⟧);
  await fetch(url, { method: "PATCH", body: JSON.stringify({ clusterType: "SHARDED", replicationSpecs: [], ⟦autoScaling⟧: {} }) });
}`,
    errors: [
      guessed(received("providerSettings")),
      guessed(received("replicationFactor")),
      guessed(received("numShards")),
      guessed(sent("autoScaling")),
    ],
  },
  {
    name: "Go: parameters of the program's own, in the shape of a cluster",
    filename: "params.go",
    code: `package main

import "encoding/json"

type Settings struct {
\tInstanceSizeName string \`json:"instanceSizeName"\`
}

type Cluster struct {
\tNumShards        int       \`json:"⟦numShards⟧"\`
\tProviderSettings *Settings \`json:"⟦providerSettings⟧"\`
}

func sizeOf(raw []byte) string {
\tvar cluster Cluster
\tjson.Unmarshal(raw, &cluster)
\treturn cluster.⟦ProviderSettings⟧.InstanceSizeName
}
`,
    errors: [
      declared("numShards", "medium"),
      declared("providerSettings", "medium"),
      read("providerSettings"),
    ],
  },
  {
    name: "a wrapper of which only the base is known",
    code: `export async function addresses(path) {
  const { results } = await (await fetch("%host%/api/%admin%/v1.0" + path)).json();
  return results.map((one) => one.⟦srvAddress⟧);
}`,
    errors: [guessed(received("srvAddress"))],
  },
  {
    name: "a cluster in a test double",
    filename: "test/cluster.test.js",
    code: `nock("%host%").get("/api/%admin%/v1.0/groups/1/clusters/c0").reply(200, {
  name: "c0",
  ⟦%dbURI%⟧: "x",
  ⟦srvAddress⟧: "y",
  ⟦providerSettings⟧: { instanceSizeName: "M10" },
});`,
    errors: [guessed(named("%dbURI%")), guessed(named("srvAddress")), named("providerSettings")],
  },

  {
    name: "a cluster in a file of data",
    filename: "cluster.json",
    code: `{
  "name": "c0",
  ⟦"numShards"⟧: 1,
  ⟦"%dbURIWithOptions%"⟧: "x",
  ⟦"providerSettings"⟧: { "providerName": "AWS", "instanceSizeName": "M10", "autoScaling": {} },
  "replicationSpecs": [{ "numShards": 1, ⟦"regionsConfig"⟧: { "US_EAST_1": {} } }]
}`,
    errors: [
      named("numShards", "medium"),
      named("%dbURIWithOptions%", "high"),
      named("providerSettings", "medium"),
      named("replicationSpecs[].regionsConfig", "high"),
    ],
  },
  {
    name: "a common name beside a property that shows what the object is",
    filename: "payload.json",
    code: `{ "name": "c", ⟦"providerSettings"⟧: { "providerName": "AWS", "instanceSizeName": "M10" }, ⟦"numShards"⟧: 1 }`,
    errors: [named("providerSettings", "medium"), named("numShards", "medium")],
  },
  {
    name: "a property that moves in a version that only one of the deployments has",
    vocabulary: "atlas",
    target: "2024-08-05",
    code: `export const sizeOf = (cluster) => cluster.⟦providerSettings⟧.instanceSizeName + cluster.⟦diskSizeGB⟧;`,
    errors: [
      read("providerSettings"),
      {
        ...read("diskSizeGB"),
        message: "diskSizeGB is read from a cluster, which does not have it from version 2024-08-05 on.",
      },
    ],
  },
  {
    name: "a list of clusters in a file of data",
    filename: "fixtures/clusters.json",
    code: `{ "results": [{ ⟦"srvAddress"⟧: "x", ⟦"providerBackupEnabled"⟧: false, "stateName": "IDLE" }], "totalCount": 1 }`,
    errors: [named("srvAddress", "medium"), named("providerBackupEnabled", "high")],
  },
];
