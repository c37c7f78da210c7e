import rule from "../../rules/no-repurposed-property.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

const sent: ExpectedFinding = {
  messageId: "request",
  confidence: "high",
  role: "request",
  property: "backupEnabled",
  message: "backupEnabled has another meaning in cluster requests from version 2023-02-01 on.",
};
const received: ExpectedFinding = {
  messageId: "response",
  confidence: "high",
  role: "response",
  property: "backupEnabled",
  message: "backupEnabled has another meaning in cluster responses from version 2023-02-01 on.",
};
const readOnly = (property: string): ExpectedFinding => ({
  messageId: "readOnly",
  confidence: "high",
  role: "request",
  property,
  message: `${property} is read-only from version 2023-02-01 on.`,
});
const behind = (property: string, since: string, asked: string): ExpectedFinding => ({
  messageId: "behind",
  confidence: "high",
  severity: "info",
  property,
  message: `${property} has another meaning from version ${since} on; the request asks for ${asked}.`,
});
const guessed = (expected: ExpectedFinding): ExpectedFinding => ({ ...expected, confidence: "medium" });

testRule(rule, {
  invalid: [
    {
      name: "fetch, both flags",
      code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ name: "c0", ⟦backupEnabled⟧: false, providerBackupEnabled: true }),
});`,
      errors: [sent],
    },
    {
      name: "axios, body in a variable, base from the environment with a default",
      code: `import axios from "axios";
const api = axios.create({ baseURL: process.env.API ?? "%host%/api/%admin%/v1.0" });
const body = { name: "c0" };
body.⟦backupEnabled⟧ = true;
await api.post("/groups/1/clusters", body);`,
      errors: [sent],
    },
    {
      name: "got, spread of defaults",
      code: `import got from "got";
const defaults = { ⟦"backupEnabled"⟧: true };
await got.patch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { json: { ...defaults, paused: false } });`,
      errors: [sent],
    },
    {
      name: "ky and superagent",
      code: `import ky from "ky";
import superagent from "superagent";
await ky.patch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { json: { ⟦backupEnabled⟧: true } });
await superagent.patch("%host%/api/%admin%/v1.0/groups/1/clusters/c0").send({ ⟦backupEnabled⟧: false });`,
      errors: [sent, sent],
    },
    {
      name: "request, https and urllib",
      code: `const request = require("request");
const https = require("https");
const urllib = require("urllib");
const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0";
request({ method: "PATCH", url, json: { ⟦backupEnabled⟧: true } });
urllib.request(url, { method: "PATCH", data: { ⟦backupEnabled⟧: true } });
https.request(url, { method: "PATCH" }).end(JSON.stringify({ ⟦backupEnabled⟧: true }));`,
      errors: [sent, sent, sent],
    },
    {
      name: "digest clients",
      code: `const DigestFetch = require("digest-fetch");
const AxiosDigestAuth = require("@mhoc/axios-digest-auth").default;
const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0";
new DigestFetch("a", "b").fetch(url, { method: "PATCH", body: JSON.stringify({ ⟦backupEnabled⟧: true }) });
new AxiosDigestAuth({ username: "a", password: "b" }).request({ method: "PATCH", url, data: { ⟦backupEnabled⟧: true } });`,
      errors: [sent, sent],
    },
    {
      name: "App Services",
      code: `exports = () =>
  context.http.patch({
    scheme: "https",
    host: "x",
    path: "/api/%admin%/v1.0/groups/1/clusters/c0",
    body: JSON.stringify({ ⟦backupEnabled⟧: true }),
    digestAuth: true,
  });`,
      errors: [sent],
    },
    {
      name: "a wrapper, and a class in TypeScript",
      filename: "client.ts",
      code: `class Client {
  #base = "%host%/api/%admin%/v1.0";
  protected send<T>(method: string, path: string, body?: unknown): Promise<T> {
    return fetch(\`\${this.#base}\${path}\`, { method, body: JSON.stringify(body) }).then((r) => r.json() as Promise<T>);
  }
  backUp(group: string, name: string, enabled: boolean) {
    return this.send("PATCH", \`/groups/\${group}/clusters/\${name}\`, { ⟦backupEnabled⟧: enabled });
  }
}`,
      errors: [sent],
    },
    {
      name: "reads of one cluster and of a list",
      code: `const one = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
const { results } = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters")).json();
if (one.⟦backupEnabled⟧) console.log(results.filter(({ ⟦backupEnabled⟧ }) => !backupEnabled));`,
      errors: [received, received],
    },
    {
      name: "a read in JSX",
      filename: "row.tsx",
      code: `export async function Row() {
  const cluster = await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0").then((response) => response.json());
  return <td>{cluster.⟦backupEnabled⟧ ? "yes" : "no"}</td>;
}`,
      errors: [received],
    },
    {
      name: "a versioned call that still asks for the old shape",
      code: `const headers = { Accept: "application/vnd.%vendor%.2023-01-01+json" };
const cluster = await (await fetch("%host%/api/%admin%/v2/groups/1/clusters/c0", { headers })).json();
console.log(cluster.⟦backupEnabled⟧);`,
      errors: [behind("backupEnabled", "2023-02-01", "2023-01-01")],
    },
    {
      name: "a versioned call that asks for the old shape and writes what the target only reads",
      code: `await fetch("%host%/api/%admin%/v2/groups/1/clusters", {
  method: "POST",
  headers: { Accept: "application/vnd.%vendor%.2023-01-01+json", "Content-Type": "application/json" },
  body: JSON.stringify({ ⟦%dbVersion%⟧: "4.4.1", replicationSpecs: [{ ⟦id⟧: "5f1" }] }),
});`,
      errors: [
        behind("%dbVersion%", "2023-02-01", "2023-01-01"),
        behind("replicationSpecs[].id", "2023-02-01", "2023-01-01"),
      ],
    },
    {
      name: "an unversioned call and a later target: elements become shards, and so do their ids",
      vocabulary: "atlas",
      target: "2024-08-05",
      code: `const cluster = await (await fetch("https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters/c0")).json();
console.log(cluster.⟦replicationSpecs⟧.length);`,
      errors: [
        {
          messageId: "response",
          confidence: "high",
          property: "replicationSpecs",
          message: "replicationSpecs has another meaning in cluster responses from version 2024-08-05 on.",
        },
      ],
    },
    {
      name: "a versioned call and a later target: auto-scaling becomes that of each shard",
      vocabulary: "atlas",
      target: "2024-10-23",
      code: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", {
  method: "PATCH",
  headers: { Accept: "application/vnd.atlas.2024-08-05+json", "Content-Type": "application/json" },
  body: JSON.stringify({ replicationSpecs: [{ regionConfigs: [{ autoScaling: { ⟦compute⟧: { enabled: true } } }] }] }),
});`,
      errors: [behind("replicationSpecs[].regionConfigs[].autoScaling.compute", "2024-10-23", "2024-08-05")],
    },
    {
      name: "a body whose use is not known, by its company",
      code: `export const body = { name: "c0", ⟦backupEnabled⟧: true, providerSettings: { instanceSizeName: "M10" }, replicationFactor: 3 };`,
      errors: [
        {
          ...guessed(sent),
          messageId: "payload",
          role: "payload",
          message: "has another meaning in a cluster",
        },
      ],
    },
    {
      name: "a cluster from elsewhere, by what else is read from it",
      code: `export const describe = (cluster) => [cluster.providerSettings.instanceSizeName, cluster.⟦backupEnabled⟧];`,
      errors: [guessed(received)],
    },
    {
      name: "a cluster in a file of data",
      filename: "cluster.json",
      code: `{ "name": "c0", ⟦"backupEnabled"⟧: true, "providerSettings": { "instanceSizeName": "M10" }, "numShards": 1 }`,
      errors: [
        {
          messageId: "payload",
          confidence: "medium",
          role: "payload",
          property: "backupEnabled",
          message: "backupEnabled has another meaning in a cluster from version 2023-02-01 on.",
        },
      ],
    },
    {
      name: "the full version of the engine",
      code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ name: "c0", ⟦%dbVersion%⟧: "4.4.1" }),
});`,
      errors: [readOnly("%dbVersion%")],
    },
    {
      name: "the id of a zone",
      code: `const zones = [{ ⟦id⟧: "5f1", numShards: 2, zoneName: "Zone 1" }];
await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", {
  method: "PATCH",
  body: JSON.stringify({ id: "own", replicationSpecs: zones }),
});`,
      errors: [readOnly("replicationSpecs[].id")],
    },
    {
      name: "the id of a zone that a map makes",
      code: `import axios from "axios";
export const update = (group, name, zones) =>
  axios.patch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/\${name}\`, {
    replicationSpecs: zones.map(({ id, regions }) => ({ ⟦id⟧, regionsConfig: regions })),
  });`,
      errors: [readOnly("replicationSpecs[].id")],
    },
    {
      name: "a body in the form of a request that is sent elsewhere",
      code: `export const request = (group) => ({
  method: "POST",
  url: "%host%/api/%admin%/v1.0/groups/" + group + "/clusters",
  body: { ⟦backupEnabled⟧: true },
});`,
      errors: [sent],
    },
    {
      name: "a type of the old shape",
      filename: "cluster.ts",
      code: `export interface Cluster {
  ⟦backupEnabled⟧: boolean;
  providerSettings: object;
  %dbVersion%: string;
}`,
      errors: [
        {
          messageId: "type",
          confidence: "medium",
          severity: "info",
          role: "type",
          property: "backupEnabled",
        },
      ],
    },
  ],
  valid: [
    {
      name: "a v2 call: the name has its new meaning",
      code: `const headers = { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" };
const url = "%host%/api/%admin%/v2/groups/1/clusters";
await fetch(url, { method: "POST", headers, body: JSON.stringify({ name: "c0", backupEnabled: true }) });
const { results } = await (await fetch(url, { headers })).json();
console.log(results.map((cluster) => cluster.backupEnabled));`,
    },
    {
      name: "a version that is asked for counts, and not a later target",
      vocabulary: "atlas",
      target: "2024-08-05",
      code: `const headers = { Accept: "application/vnd.atlas.2024-08-05+json" };
const cluster = await (await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters/c0", { headers })).json();
console.log(cluster.replicationSpecs.length, cluster.backupEnabled);`,
    },
    {
      name: "v1.5 has the new meaning already",
      vocabulary: "atlas",
      code: `await fetch("https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ backupEnabled: true, mongoDBVersion: "4.4.1", replicationSpecs: [{ id: "5f1" }] }),
});`,
    },
    {
      name: "a target with the old meaning",
      target: "2023-01-01",
      code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ backupEnabled: true, %dbVersion%: "4.4.1", replicationSpecs: [{ id: "5f1" }] }),
});`,
    },
    {
      name: "the successor",
      code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ providerBackupEnabled: true, %dbMajorVersion%: "4.4", replicationSpecs: [{ zoneName: "Zone 1" }] }),
});`,
    },
    {
      name: "the full version of the engine is still in responses",
      code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
console.log(cluster.%dbVersion%, cluster.providerSettings, cluster.replicationSpecs[0].id);`,
    },
    {
      name: "a cluster as it was received, in a file of data",
      filename: "fixtures/cluster.json",
      code: `{ "stateName": "IDLE", "%dbVersion%": "4.4.1", "providerSettings": { "instanceSizeName": "M10" }, "numShards": 1 }`,
    },
    {
      name: "a document of one's own about a cluster",
      code: `export const document = (cluster) => ({
  size: cluster.providerSettings.instanceSizeName,
  %dbVersion%: cluster.%dbVersion%,
});`,
    },
    {
      name: "a body of the new shape whose use is not known",
      code: `const mark = "%host%/api/%admin%/v1.0";
export const body = {
  clusterType: "REPLICASET",
  backupEnabled: true,
  pitEnabled: true,
  replicationSpecs: [{ regionConfigs: [{ electableSpecs: { instanceSize: "M10" } }] }],
};`,
    },
    {
      name: "other products have backups, too",
      code: `const mark = "providerSettings";
export const database = { backupEnabled: true, multiAz: true, dbVersion: "8.0" };
export const isSafe = (instance) => instance.backupEnabled && instance.paused === false;`,
    },
    {
      name: "another resource of the API",
      code: `const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0/processArgs";
const args = await (await fetch(url)).json();
console.log(args.backupEnabled);
await fetch(url, { method: "PATCH", body: JSON.stringify({ backupEnabled: true }) });`,
    },
    {
      name: "flex and serverless",
      code: `const { results } = await (await fetch("%host%/api/%admin%/v1.0/groups/1/serverless")).json();
console.log(results.map((instance) => [instance.providerSettings.regionName, instance.backupEnabled]));
export const enabled = (flexCluster) => flexCluster.providerSettings && flexCluster.backupEnabled;`,
    },
    {
      name: "another service",
      code: `const { data } = await (await fetch("https://graph.microsoft.com/v1.0/groups/1/clusters")).json();
const mark = "providerSettings";
console.log(data.providerSettings, data.backupEnabled);`,
    },
    {
      name: "declarations of the new shape, and of something else beside the old one",
      filename: "cluster.ts",
      code: `export interface Cluster {
  backupEnabled: boolean;
  replicationSpecs: object[];
  %dbVersion%: string;
}
export interface Settings { backupEnabled: boolean; region: string }
export interface Old { providerSettings: object }`,
    },
    {
      name: "locals, comments and strings",
      code: `// backupEnabled was legacy backup in "%host%/api/%admin%/v1.0".
const backupEnabled = true;
console.log("backupEnabled", backupEnabled);`,
    },
    {
      name: "the id of other things in a body",
      code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", {
  method: "PATCH",
  body: JSON.stringify({ id: "5f1", labels: [{ id: "x" }], biConnector: { id: "y" } }),
});`,
    },
    {
      name: "plain text: an everyday name",
      filename: "cluster.yaml",
      code: `url: %host%/api/%admin%/v1.0/groups/1/clusters
backupEnabled: true`,
    },
    {
      name: "no anchor, no question",
      noAnchor: true,
      code: `export const body = { backupEnabled: true, replicationFactor: 3 };`,
    },
  ],
});
