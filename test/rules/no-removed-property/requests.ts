import type { InvalidCase } from "../../support/rule-tester.js";
import { received, sent } from "./expectations.js";

const WHOLE_LIST =
  "A PATCH replaces the whole replicationSpecs and deletes what is left out: GET the cluster in the new version, change its replicationSpecs, and PATCH the whole list.";

/** Bodies that are sent to the clusters resource. */
export const requests: readonly InvalidCase[] = [
  {
    name: "a whole body with everything that goes",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({
    name: "c0",
    ⟦numShards⟧: 1,
    ⟦replicationFactor⟧: 3,
    ⟦providerBackupEnabled⟧: true,
    ⟦autoScaling⟧: { diskGBEnabled: true },
    ⟦providerSettings⟧: { providerName: "AWS", instanceSizeName: "M10", autoScaling: { compute: { maxInstanceSize: "M20" } } },
    ⟦replicationSpec⟧: { US_EAST_1: { electableNodes: 3, priority: 7 } },
    replicationSpecs: [{ numShards: 2, zoneName: "Zone 1", ⟦regionsConfig⟧: { US_EAST_1: { electableNodes: 3 } } }],
  }),
});`,
    errors: [
      sent("numShards"),
      sent("replicationFactor"),
      sent("providerBackupEnabled"),
      sent("autoScaling"),
      sent("providerSettings"),
      sent("replicationSpec"),
      sent("replicationSpecs[].regionsConfig"),
    ],
  },
  {
    name: "axios config object with data",
    code: `import axios from "axios";
await axios({
  method: "patch",
  url: "%host%/api/%admin%/v1.0/groups/1/clusters/c0",
  data: { ⟦"providerSettings"⟧: { instanceSizeName: "M20" } },
});`,
    errors: [{ ...sent("providerSettings"), advice: WHOLE_LIST }],
  },
  {
    name: "a PATCH of the automatic scaling alone",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { method: "PATCH", body: JSON.stringify({ ⟦autoScaling⟧: { diskGBEnabled: true } }) });`,
    errors: [{ ...sent("autoScaling"), advice: WHOLE_LIST }],
  },
  {
    name: "a PATCH with the whole list, which says where the members go",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", {
  method: "PATCH",
  body: JSON.stringify({ ⟦providerSettings⟧: { instanceSizeName: "M20" }, replicationSpecs: [{ ⟦regionsConfig⟧: {} }] }),
});`,
    errors: [
      { ...sent("providerSettings"), advice: "as instanceSize of the specs objects." },
      sent("replicationSpecs[].regionsConfig"),
    ],
  },
  {
    name: "a body in a constant of the module, spread and then added to",
    code: `import axios from "axios";
const defaults = { ⟦replicationFactor⟧: 3, clusterType: "REPLICASET" };
export async function create(group, name, sharded) {
  const body = { ...defaults, name };
  if (sharded) body.⟦numShards⟧ = 2;
  await axios.post(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`, body);
}`,
    errors: [sent("replicationFactor"), { ...sent("numShards") }],
  },
  {
    name: "shorthand and computed key",
    code: `const KEY = "autoScaling";
export function scale(group, name, providerSettings) {
  return fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/\${name}\`, {
    method: "PATCH",
    body: JSON.stringify({ ⟦providerSettings⟧, [⟦KEY⟧]: { diskGBEnabled: false } }),
  });
}`,
    errors: [sent("providerSettings"), sent("autoScaling")],
  },
  {
    name: "got with json, ky with json",
    code: `import got from "got";
import ky from "ky";
await got.post("%host%/api/%admin%/v1.0/groups/1/clusters", { json: { ⟦numShards⟧: 1 } });
await ky.patch("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { json: { ⟦replicationFactor⟧: 5 } });`,
    errors: [sent("numShards"), sent("replicationFactor")],
  },
  {
    name: "superagent send, https write",
    code: `import superagent from "superagent";
import https from "https";
await superagent.post("%host%/api/%admin%/v1.0/groups/1/clusters").send({ ⟦replicationFactor⟧: 3 });
const request = https.request("%host%/api/%admin%/v1.0/groups/1/clusters/c0", { method: "PATCH" });
request.write(JSON.stringify({ ⟦autoScaling⟧: { diskGBEnabled: true } }));
request.end();`,
    errors: [sent("replicationFactor"), sent("autoScaling")],
  },
  {
    name: "digest clients",
    code: `import DigestFetch from "digest-fetch";
import AxiosDigestAuth from "@mhoc/axios-digest-auth";
const url = "%host%/api/%admin%/v1.0/groups/1/clusters/c0";
await new DigestFetch("a", "b").fetch(url, { method: "PATCH", body: JSON.stringify({ ⟦numShards⟧: 3 }) });
await new AxiosDigestAuth({ username: "a", password: "b" }).request({ method: "PATCH", url, data: { ⟦replicationSpec⟧: {} } });`,
    errors: [sent("numShards"), sent("replicationSpec")],
  },
  {
    name: "urllib data and request json",
    code: `const urllib = require("urllib");
const request = require("request");
urllib.request("%host%/api/%admin%/v1.0/groups/1/clusters", { method: "POST", data: { ⟦numShards⟧: 1 }, digestAuth: "a:b" });
request({ method: "PATCH", uri: "%host%/api/%admin%/v1.0/groups/1/clusters/c0", json: { ⟦providerSettings⟧: {} } });`,
    errors: [sent("numShards"), sent("providerSettings")],
  },
  {
    name: "App Services, body as a string, arguments built before",
    code: `exports = async function () {
  const arg = { scheme: "https", host: "x", path: "/api/%admin%/v1.0/groups/1/clusters/c0", digestAuth: true };
  arg.body = JSON.stringify({ ⟦providerSettings⟧: { providerName: "AWS", instanceSizeName: "M30" } });
  return context.http.patch(arg);
};`,
    errors: [sent("providerSettings")],
  },
  {
    name: "a wrapper with two bodies",
    code: `function call(method, path, body) {
  return fetch("%host%/api/%admin%/v1.0" + path, { method, body: JSON.stringify(body) });
}
export const grow = (group, name) => call("PATCH", \`/groups/\${group}/clusters/\${name}\`, { ⟦numShards⟧: 2 });
export const swap = (group, name) => call("PATCH", \`/groups/\${group}/clusters/\${name}\`, { ⟦replicationFactor⟧: 5 });`,
    errors: [sent("numShards"), sent("replicationFactor")],
  },
  {
    name: "the list of zones made by a map",
    code: `export const create = (group, zones) =>
  fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters\`, {
    method: "POST",
    body: JSON.stringify({
      replicationSpecs: zones.map((zone) => ({ numShards: 1, zoneName: zone.name, ⟦regionsConfig⟧: zone.regions })),
    }),
  });`,
    errors: [sent("replicationSpecs[].regionsConfig")],
  },
  {
    name: "a body with its type stated",
    filename: "scale.ts",
    code: `import axios, { type AxiosResponse } from "axios";
const body = { ⟦numShards⟧: 2 } satisfies Record<string, number>;
export const scale = (group: string, name: string): Promise<AxiosResponse> =>
  axios.patch<unknown>(\`%host%/api/%admin%/v1.0/groups/\${group}/clusters/\${name}\` as string, body as object);`,
    errors: [sent("numShards")],
  },
  {
    name: "axios-digest, both ways",
    code: `const { AxiosDigest } = require("axios-digest");
const client = new AxiosDigest("a", "b");
const { data } = await client.get("%host%/api/%admin%/v1.0/groups/1/clusters");
await client.post("%host%/api/%admin%/v1.0/groups/1/clusters", { name: "c1", ⟦replicationFactor⟧: 3 });
console.log(data.results[0].⟦providerSettings⟧);`,
    errors: [sent("replicationFactor"), received("providerSettings")],
  },
  {
    name: "an object in the form of a request that is sent elsewhere",
    code: `export const request = {
  method: "POST",
  url: "%host%/api/%admin%/v1.0/groups/1/clusters",
  body: { ⟦numShards⟧: 1 },
};`,
    errors: [sent("numShards")],
  },
  {
    name: "a property whose replacement the target has lost as well",
    vocabulary: "atlas",
    target: "2024-10-23",
    code: `const response = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ ⟦numShards⟧: 2 }),
});
console.log((await response.json()).⟦numShards⟧);`,
    errors: [
      {
        messageId: "request",
        confidence: "high",
        property: "numShards",
        advice: "To 2024-08-05 and later: delete it",
      },
      {
        messageId: "response",
        confidence: "high",
        property: "numShards",
        advice: "count the elements of replicationSpecs",
      },
    ],
  },
  {
    name: "v1.5 has the new shape, but not at a later target",
    vocabulary: "atlas",
    target: "2024-10-23",
    code: `await fetch("https://cloud.mongodb.com/api/atlas/v1.5/groups/1/clusters", {
  method: "POST",
  body: JSON.stringify({ ⟦diskSizeGB⟧: 20, replicationSpecs: [{ ⟦numShards⟧: 2, regionConfigs: [{ autoScaling: {} }] }] }),
});`,
    errors: [
      {
        messageId: "request",
        confidence: "high",
        property: "diskSizeGB",
        message: "diskSizeGB is rejected in cluster requests from version 2024-08-05 on.",
      },
      {
        messageId: "request",
        confidence: "high",
        property: "replicationSpecs[].numShards",
        message: "replicationSpecs[].numShards is rejected in cluster requests from version 2024-08-05 on.",
      },
    ],
  },
];
