import type { InvalidCase } from "../../support/rule-tester.js";
import { received } from "./expectations.js";

/** Reads of responses of the clusters resource, one client after the other. */
export const responses: readonly InvalidCase[] = [
  {
    name: "fetch, one cluster, every way to read",
    code: `const response = await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0");
const cluster = await response.json();
const { ⟦srvAddress⟧, ⟦%dbURI%⟧: uri } = cluster;
console.log(cluster.⟦%dbURIWithOptions%⟧, cluster?.⟦%dbURIUpdated%⟧, cluster[⟦"providerBackupEnabled"⟧], uri);`,
    errors: [
      received("srvAddress"),
      received("%dbURI%"),
      received("%dbURIWithOptions%"),
      received("%dbURIUpdated%"),
      received("providerBackupEnabled"),
    ],
  },
  {
    name: "node-fetch, promise chain over the list",
    code: `import fetch from "node-fetch";
export const shards = (group) =>
  fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`)
    .then((response) => response.json())
    .then(({ results }) => results.map((cluster) => cluster.⟦numShards⟧));`,
    errors: [received("numShards")],
  },
  {
    name: "undici request, body.json()",
    code: `import { request } from "undici";
const { body } = await request("%host%/api/%admin%/v1.0/groups/1/clusters/c0");
const cluster = await body.json();
console.log(cluster.⟦replicationFactor⟧);`,
    errors: [received("replicationFactor")],
  },
  {
    name: "axios.get, results in data, for of",
    code: `const axios = require("axios");
async function sizes(group) {
  const { data } = await axios.get("%host%/api/%admin%/v1.0/groups/" + group + "/clusters");
  for (const cluster of data.results) console.log(cluster.name, cluster.⟦providerSettings⟧.instanceSizeName);
}`,
    errors: [received("providerSettings")],
  },
  {
    name: "axios instance with a base URL",
    code: `import axios from "axios";
const api = axios.create({ baseURL: process.env.API_BASE ?? "%host%/api/%admin%/v1.0" });
export async function regions(group, name) {
  const { data: cluster } = await api.get(\`/groups/\${group}/clusters/\${name}\`);
  return cluster.replicationSpecs.map((spec) => Object.keys(spec.⟦regionsConfig⟧));
}`,
    errors: [received("replicationSpecs[].regionsConfig")],
  },
  {
    name: "got instance, json()",
    code: `import got from "got";
const api = got.extend({ prefixUrl: "%host%/api/%admin%/v1.0" });
const { results } = await api.get("groups/1/clusters").json();
export const first = results.find((cluster) => cluster.⟦autoScaling⟧.diskGBEnabled);`,
    errors: [received("autoScaling")],
  },
  {
    name: "ky, destructured in the parameters",
    code: `import ky from "ky";
const describe = ({ name, ⟦replicationSpec⟧, ⟦replicationFactor⟧ }) => [name, replicationSpec, replicationFactor];
const { results } = await ky("%host%/api/%admin%/v1.0/groups/1/clusters").json();
console.log(results.map(describe));`,
    errors: [received("replicationSpec"), received("replicationFactor")],
  },
  {
    name: "superagent, body",
    code: `import superagent from "superagent";
const { body } = await superagent.get("%host%/api/%admin%/v1.0/groups/1/clusters/c0").set("Accept", "application/json");
console.log(body.⟦srvAddress⟧);`,
    errors: [received("srvAddress")],
  },
  {
    name: "request with a callback",
    code: `const request = require("request");
request({ url: "%host%/api/%admin%/v1.0/groups/1/clusters/c0", json: true }, (error, response, body) => {
  if (!error) console.log(body.⟦%dbURIWithOptions%⟧);
});`,
    errors: [received("%dbURIWithOptions%")],
  },
  {
    name: "request-promise with digest by a chained call, JSON.parse",
    code: `const rp = require("request-promise");
rp.get({ uri: "%host%/api/%admin%/v1.0/groups/1/clusters/c0" })
  .auth(user, key, false)
  .then((text) => console.log(JSON.parse(text).⟦%dbURI%⟧));`,
    errors: [received("%dbURI%")],
  },
  {
    name: "https.request, chunks put together",
    code: `import https from "node:https";
https.get({ hostname: new URL("%host%").hostname, path: "/api/%admin%/v1.0/groups/1/clusters/c0" }, (response) => {
  let text = "";
  response.on("data", (chunk) => { text += chunk; });
  response.on("end", () => console.log(JSON.parse(text).⟦srvAddress⟧));
});`,
    errors: [received("srvAddress")],
  },
  {
    name: "urllib, data",
    code: `import { request } from "urllib";
const { data } = await request("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { dataType: "json", digestAuth: "a:b" });
export const size = data.⟦providerSettings⟧.instanceSizeName;`,
    errors: [received("providerSettings")],
  },
  {
    name: "App Services, path apart, EJSON",
    code: `exports = async function (group, name) {
  const response = await context.http.get({
    scheme: "https",
    host: context.values.get("host"),
    path: "/api/%admin%/v1.0/groups/" + group + "/clusters/" + name,
    digestAuth: true,
    headers: { "Content-Type": ["application/json"] },
  });
  const cluster = EJSON.parse(response.body.text());
  return cluster.⟦providerSettings⟧.instanceSizeName;
};`,
    errors: [received("providerSettings")],
  },
  {
    name: "a wrapper that unwraps, its callers read",
    code: `const BASE = "%host%/api/%admin%/v1.0";
async function call(method, path) {
  const response = await fetch(BASE + path, { method });
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}
export async function report(group) {
  const { results } = await call("GET", \`/groups/\${group}/clusters\`);
  return results.filter((cluster) => cluster.⟦autoScaling⟧ && cluster.⟦numShards⟧ > 1);
}`,
    errors: [received("autoScaling"), received("numShards")],
  },
  {
    name: "a class with the base in a field",
    filename: "client.ts",
    code: `export class Client {
  private readonly base = "%host%/api/%admin%/v1.0";
  constructor(private readonly group: string) {}
  async address(name: string): Promise<string> {
    const response = await fetch(\`\${this.base}/groups/\${this.group}/clusters/\${name}\`);
    return (await response.json()).⟦srvAddress⟧;
  }
}`,
    errors: [received("srvAddress")],
  },
  {
    name: "read in JSX",
    filename: "cluster.jsx",
    code: `export async function Cluster({ group }) {
  const { results } = await (await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`)).json();
  return <ul>{results.map((cluster) => <li key={cluster.id}>{cluster.⟦srvAddress⟧}</li>)}</ul>;
}`,
    errors: [received("srvAddress")],
  },
  {
    name: "changed on the answer and sent back",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0";
const cluster = await (await fetch(url)).json();
cluster.⟦numShards⟧ = 4;
await fetch(url, { method: "PATCH", body: JSON.stringify(cluster) });`,
    errors: [received("numShards")],
  },
  {
    name: "several at once, by Promise.all",
    code: `const urls = ["c0", "c1"].map((name) => \`%host%/api/%admin%/v1.0/groups/1/clusters/\${name}\`);
const clusters = await Promise.all(urls.map((url) => fetch(url).then((response) => response.json())));
export const addresses = clusters.map((cluster) => cluster.⟦srvAddress⟧);`,
    errors: [received("srvAddress")],
  },
  {
    name: "assignments that read and write",
    code: `const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
cluster.⟦replicationFactor⟧ += 2;
cluster.⟦numShards⟧ ??= 1;
const { ⟦providerSettings⟧, ...rest } = cluster;`,
    errors: [received("replicationFactor"), received("numShards"), received("providerSettings")],
  },
  {
    name: "Vue",
    filename: "Cluster.vue",
    code: `<script setup lang="ts">
const cluster = await (await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0")).json();
const address: string = cluster.⟦srvAddress⟧;
</script>
<template><p>{{ address }}</p></template>`,
    errors: [received("srvAddress")],
  },
];
