import rule from "../../rules/no-peering-only-mode.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

function finding(messageId: string, expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId, confidence: "high", ...expected };
}

const on = (expected: Partial<ExpectedFinding> = {}) => finding("on", { severity: "error", ...expected });
const off = (expected: Partial<ExpectedFinding> = {}) => finding("off", expected);
const unknown = (expected: Partial<ExpectedFinding> = {}) => finding("unknown", expected);
const mentioned = (expected: Partial<ExpectedFinding> = {}) =>
  finding("mentioned", { severity: "info", ...expected });
const contradiction = (expected: Partial<ExpectedFinding> = {}) =>
  finding("contradiction", { confidence: "medium", severity: "warning", ...expected });

const TURNED_OFF = `import got from "got";
export const off = (group) =>
  got.patch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, { json: { enabled: false } });
`;
const TURNED_ON = TURNED_OFF.replace("false", "true");

testRule(rule, {
  valid: [
    {
      name: "reading the setting",
      code: `const response = await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode?pretty=true\`);
const again = await fetch(\`%host%/api/%admin%/v2/groups/\${group}/privateIpMode\`, { method: "GET" });
console.log((await response.json()).enabled);`,
    },
    {
      name: "reading it through an instance",
      code: `import axios from "axios";
const api = axios.create({ baseURL: "%host%/api/%admin%/v1.0" });
export const isOn = async (group) => (await api.get(\`/groups/\${group}/privateIpMode\`)).data.enabled;`,
    },
    {
      name: "a property of that name",
      code: `const settings = { privateIpMode: true };
if (settings.privateIpMode) console.log("privateIpMode");`,
    },
    {
      name: "the setting of another service",
      code: `await fetch(\`https://network.example.org/v1.0/groups/\${group}/privateIpMode\`, {
  method: "PATCH",
  body: JSON.stringify({ enabled: true }),
});`,
    },
    {
      name: "the other product on the same host",
      code: `await fetch(\`%host%/api/public/v1.0/groups/\${group}/privateIpMode\`, { method: "PATCH", body: '{"enabled":true}' });`,
    },
    {
      name: "an application's own path",
      vocabulary: "service",
      code: `await fetch("/api/admin/v2/users/privateIpMode", { method: "PATCH", body: '{"enabled":true}' });`,
    },
    {
      name: "another setting of a group",
      code: `// not privateIpMode
await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/settings\`, { method: "PATCH", body: '{"enabled":true}' });
const path = \`/api/%admin%/v1.0/groups/\${group}/privateIpModes\`;`,
    },
    {
      name: "standard strings where nothing is turned off",
      code: `connect("%scheme%+srv://orders.ab123.%domain%/shop");`,
      others: { "setup.js": TURNED_ON },
    },
    {
      name: "private strings for peering and private endpoints, where the mode is turned off",
      code: `connect("%scheme%+srv://orders-pri.ab123.%domain%/shop");
connect("%scheme%://orders-shard-00-00-pri.ab123.%domain%:27017/shop");
connect("%scheme%://pl-0-us-east-1.ab123.%domain%:1024/shop");
connect("%scheme%+srv://orders-pl-0.ab123.%domain%/shop");`,
      others: { "setup.js": TURNED_OFF },
    },
    {
      name: "strings of others, and hosts that are not known, where the mode is turned off",
      code: `connect("%scheme%://localhost:27017/shop", "https://orders.ab123.%domain%");
connect(\`%scheme%+srv://\${process.env.HOST}.%domain%/shop\`);
connect("%scheme%+srv://my-cluster.%domain%/shop");
// %scheme%+srv://orders.ab123.%domain%`,
      others: { "setup.js": TURNED_OFF },
    },
    {
      name: "strings in tests, where the mode is turned off",
      filename: "test/connect.test.js",
      code: `connect("%scheme%+srv://orders.ab123.%domain%/shop");`,
      others: { "setup.js": TURNED_OFF },
    },
    {
      name: "strings in documentation, where the mode is turned off",
      filename: "docs/connect.md",
      code: `Connect to %scheme%+srv://orders.ab123.%domain%/shop.
`,
      others: { "setup.js": TURNED_OFF },
    },
    {
      name: "strings where only a test turns the mode off",
      code: `connect("%scheme%+srv://orders.ab123.%domain%");`,
      others: { "test/setup.test.js": TURNED_OFF },
    },
    {
      name: "no anchor",
      code: `await fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/peering\`, { method: "PATCH" });`,
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "turning it off",
      code: `await ⟦fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, {
  method: "PATCH",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ enabled: false }),
})⟧;`,
      errors: [
        off({
          severity: "warning",
          message: "This turns peering-only mode off, which has two preconditions.",
          advice:
            "Before you turn the mode off, every cluster of the project must run engine version 5.0 or later, and applications must use the private strings for peering (-pri).",
        }),
      ],
    },
    {
      name: "turning it on, on either base",
      code: `await ⟦fetch("%host%/api/%admin%/v1.0/groups/1/privateIpMode?pretty=true", { method: "PATCH", body: '{"enabled": true}' })⟧;
await ⟦fetch("%host%/api/%admin%/v2/groups/1/privateIpMode/", { method: "PATCH", body: JSON.stringify({ enabled: true }) })⟧;`,
      errors: [on({ message: /^This turns peering-only mode on/ }), on()],
    },
    {
      name: "a value that is not known",
      code: `export const set = (group, enabled) =>
  ⟦fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, { method: "PATCH", body: JSON.stringify({ enabled }) })⟧;
export const send = (group, body) =>
  ⟦fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, { method: "PATCH", body })⟧;
export const choose = (group, peered) =>
  ⟦fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, {
    method: "PATCH",
    body: JSON.stringify({ enabled: peered ? true : false }),
  })⟧;`,
      errors: [unknown({ severity: "warning", advice: "engine version 5.0 or later" }), unknown(), unknown()],
    },
    {
      name: "a body that is no JSON, and one without the flag",
      code: `await ⟦fetch("%host%/api/%admin%/v1.0/groups/1/privateIpMode", { method: "PATCH", body: "enabled=false" })⟧;
await ⟦fetch("%host%/api/%admin%/v1.0/groups/2/privateIpMode", { method: "PATCH", body: JSON.stringify({}) })⟧;
await ⟦fetch("%host%/api/%admin%/v1.0/groups/3/privateIpMode", { method: "PATCH", body: JSON.stringify({ enabled: "false" }) })⟧;`,
      errors: [unknown(), unknown(), unknown()],
    },
    {
      name: "axios: a function, a configuration, an instance, an object that is changed",
      code: `import axios from "axios";
const BASE = "%host%/api/%admin%/v1.0";
const api = axios.create({ baseURL: BASE });
⟦axios.patch(\`\${BASE}/groups/\${group}/privateIpMode\`, { enabled: false })⟧;
⟦axios({ method: "patch", url: \`\${BASE}/groups/\${group}/privateIpMode\`, data: { enabled: true } })⟧;
⟦api.patch("/groups/" + group + "/privateIpMode", { enabled: false })⟧;
const body = { enabled: false };
body.enabled = true;
⟦api.request({ method: "PATCH", url: \`/groups/\${group}/privateIpMode\`, data: body })⟧;`,
      errors: [off(), on(), off(), on()],
    },
    {
      name: "got and ky",
      code: `import got from "got";
import ky from "ky";
const client = got.extend({ prefixUrl: "%host%/api/%admin%/v1.0" });
⟦client.patch(\`groups/\${group}/privateIpMode\`, { json: { enabled: false } })⟧;
⟦ky(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, { method: "patch", json: { enabled: true } })⟧;`,
      errors: [off(), on()],
    },
    {
      name: "request and request-promise",
      code: `const request = require("request");
const rp = require("request-promise");
⟦request.patch({ url: \`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, json: { enabled: false } }, done)⟧;
⟦rp({ method: "PATCH", uri: \`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`, body: { enabled: true }, json: true })⟧;`,
      errors: [off(), on()],
    },
    {
      name: "superagent and https",
      code: `const superagent = require("superagent");
const https = require("node:https");
⟦superagent.patch(\`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`)⟧.send({ enabled: false }).end();
const sent = ⟦https.request("%host%/api/%admin%/v1.0/groups/1/privateIpMode", { method: "PATCH" }, done)⟧;
sent.write(JSON.stringify({ enabled: true }));
sent.end();`,
      errors: [off(), on()],
    },
    {
      name: "clients that answer a digest challenge",
      code: `import DigestClient from "digest-fetch";
import AxiosDigestAuth from "@mhoc/axios-digest-auth";
import { request } from "urllib";
const url = \`%host%/api/%admin%/v1.0/groups/\${group}/privateIpMode\`;
⟦new DigestClient(key, secret).fetch(url, { method: "PATCH", body: JSON.stringify({ enabled: false }) })⟧;
⟦new AxiosDigestAuth({ username: key, password: secret }).request({ method: "PATCH", url, data: { enabled: false } })⟧;
⟦request(url, { method: "PATCH", digestAuth: \`\${key}:\${secret}\`, data: { enabled: false } })⟧;`,
      errors: [off(), off(), off()],
    },
    {
      name: "App Services",
      code: `exports = async function (group) {
  await ⟦context.http.patch({
    scheme: "https",
    host: "%host%".slice(8),
    path: \`/api/%admin%/v1.0/groups/\${group}/privateIpMode\`,
    digestAuth: true,
    headers: { "Content-Type": ["application/json"] },
    body: { enabled: false },
    encodeBodyAsJSON: true,
  })⟧;
};`,
      errors: [off()],
    },
    {
      name: "a wrapper: each call that decides about the mode is told",
      code: `async function call(method, path, body) {
  return fetch("%host%/api/%admin%/v1.0" + path, { method, body: JSON.stringify(body) });
}
await ⟦call("PATCH", \`/groups/\${group}/privateIpMode\`, { enabled: false })⟧;
await ⟦call("PATCH", \`/groups/\${other}/privateIpMode\`, { enabled: true })⟧;
await call("GET", \`/groups/\${group}/clusters\`);`,
      errors: [off(), on()],
    },
    {
      name: "one call that may turn it on or off is told once, by what is worse",
      code: `async function setMode(group, enabled) {
  const body = enabled ? { enabled: true } : { enabled: false };
  return ⟦fetch("%host%/api/%admin%/v1.0/groups/" + group + "/privateIpMode", { method: "PATCH", body: JSON.stringify(body) })⟧;
}
await setMode("1", true);
await setMode("1", false);`,
      errors: [on()],
    },
    {
      name: "a wrapper that is nobody's",
      code: `export async function call(group, enabled) {
  return ⟦fetch("%host%/api/%admin%/v1.0/groups/" + group + "/privateIpMode", { method: "PATCH", body: JSON.stringify({ enabled }) })⟧;
}`,
      errors: [unknown()],
    },
    {
      name: "a class in TypeScript",
      filename: "api.ts",
      code: `interface Mode { enabled: boolean }
export class Api {
  private readonly base: string = process.env.ADMIN_BASE ?? "%host%/api/%admin%/v1.0";
  async turnOff(group: string): Promise<Mode> {
    const body: Mode = { enabled: false };
    const response = await ⟦fetch(\`\${this.base}/groups/\${group}/privateIpMode\`, { method: "PATCH", body: JSON.stringify(body) })⟧;
    return (await response.json()) as Mode;
  }
}`,
      errors: [off()],
    },
    {
      name: "a path that nothing is seen to be done with",
      code: `export const path = (group) => \`⟦/api/%admin%/v1.0⟧/groups/\${group}/privateIpMode\`;`,
      errors: [mentioned({ advice: "engine version 5.0 or later" })],
    },
    {
      name: "a comment",
      code: `// PATCH ⟦/api/%admin%/v1.0⟧/groups/{GROUP-ID}/privateIpMode`,
      errors: [mentioned()],
    },
    {
      name: "shell, also with a query",
      filename: "setup.pl",
      code: `curl --digest -u "$KEY" -X PATCH "%host%⟦/api/%admin%/v1.0⟧/groups/$GROUP/privateIpMode?pretty=true" -d '{"enabled": false}'
curl --digest -u "$KEY" "%host%⟦/api/%admin%/v1.0⟧/groups/\${GROUP}/privateIpMode"
`,
      errors: [mentioned({ confidence: "medium" }), mentioned({ confidence: "medium" })],
    },
    {
      name: "Go",
      filename: "mode.go",
      code: `package main

const privateIPModePath = "⟦api/%admin%/v1.0⟧/groups/%s/privateIpMode"
`,
      errors: [mentioned()],
    },
    {
      name: "a standard string in the file that turns the mode off",
      code: `connect("%scheme%+srv://app:secret@⟦orders.ab123.%domain%⟧/shop");
connect("%scheme%://⟦orders-shard-00-00.ab123.%domain%⟧:27017,orders-shard-00-01.ab123.%domain%:27017/shop");
await ⟦fetch("%host%/api/%admin%/v1.0/groups/1/privateIpMode", { method: "PATCH", body: '{"enabled": false}' })⟧;`,
      errors: [
        contradiction({
          message:
            "orders.ab123.%domain% bypasses the peered network when peering-only mode is off, and this repository turns it off.",
          advice: "connectionStrings.private, which has -pri before the project suffix",
        }),
        contradiction(),
        off(),
      ],
    },
    {
      name: "a standard string in another file",
      filename: "src/database.js",
      code: `const HOST = "⟦orders.ab123.%domain%⟧";
export const uri = \`%scheme%+srv://\${user}:\${secret}@\${HOST}/shop\`;`,
      others: { "setup.js": TURNED_OFF },
      errors: [contradiction()],
    },
    {
      name: "a legacy string leads to public addresses as well",
      code: `connect("%scheme%+srv://⟦orders-ab123.gcp.%domain%⟧/shop");`,
      others: { "setup.js": TURNED_OFF },
      errors: [contradiction()],
    },
    {
      name: "a string in the configuration of a deployment",
      filename: "deploy/values.yaml",
      code: `uri: %scheme%+srv://⟦orders.ab123.azure.%domain%⟧/shop
private: %scheme%+srv://orders-pri.ab123.azure.%domain%/shop
`,
      others: { "setup.js": TURNED_OFF },
      errors: [contradiction()],
    },
    {
      name: "a path in a description of an API",
      filename: "openapi.yaml",
      code: `paths:
  ⟦/api/%admin%/v1.0⟧/groups/{groupId}/privateIpMode:
    get: {}`,
      errors: [mentioned({ confidence: "medium" })],
    },
    {
      name: "a collection of requests",
      filename: "admin.postman_collection.json",
      code: String.raw`{
  "info": { "name": "admin", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    { "name": "off", "request": ⟦{
      "method": "PATCH",
      "header": [],
      "body": { "mode": "raw", "raw": "{\"enabled\": false}" },
      "url": "%host%/api/%admin%/v1.0/groups/1/privateIpMode"
    }⟧ },
    { "name": "get", "request": { "method": "GET", "header": [], "url": "%host%/api/%admin%/v1.0/groups/1/privateIpMode" } }
  ]
}
`,
      errors: [off()],
    },
  ],
});
