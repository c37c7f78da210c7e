import rule from "../../rules/require-digest-auth.js";
import { testRule, type ExpectedFinding } from "../support/rule-tester.js";

function basic(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "basic", confidence: "high", severity: "warning", ...expected };
}

function discovery(expected: Partial<ExpectedFinding> = {}): ExpectedFinding {
  return { messageId: "discovery", confidence: "medium", severity: "warning", ...expected };
}

testRule(rule, {
  valid: [
    {
      name: "superagent with a token",
      code: `import superagent from "superagent";\nsuperagent.get("%host%/api/%admin%/v1.0/groups").auth(token, { type: "bearer" });`,
    },
    {
      name: "clients that answer a digest challenge",
      code: `import DigestClient from "digest-fetch";
import AxiosDigestAuth from "@mhoc/axios-digest-auth";
import { request } from "urllib";
import rp from "request-promise";
const url = "%host%/api/%admin%/v1.0/groups";
new DigestClient(key, secret).fetch(url);
new AxiosDigestAuth({ username: key, password: secret }).request({ url });
request(url, { digestAuth: \`\${key}:\${secret}\` });
rp({ uri: url, auth: { user: key, pass: secret, sendImmediately: false } });
rp.get(url).auth(key, secret, false);
context.http.get({ url, username: key, password: secret, digestAuth: true });
context.services.get("hook").get({ url: \`https://\${key}:\${secret}@admin.example.org/api/%admin%/v1.0/groups\`, digestAuth: true });
exports = () => ({ url: \`https://\${key}:\${secret}@admin.example.org/api/%admin%/v1.0/groups\`, headers: {}, digestAuth: true });`,
    },
    {
      name: "a digest header that is made by hand, and the first request of its handshake",
      code: `const url = "%host%/api/%admin%/v1.0/groups";
const challenge = await fetch(url);
await fetch(url, { headers: { Authorization: \`Digest username="\${key}", response="\${answer(challenge)}"\` } });`,
    },
    {
      name: "the access token of a service account",
      code: `await fetch("%host%/api/%admin%/v2/groups", { headers: { Authorization: "Bearer " + token } });
await fetch("%host%/api/%admin%/v2/groups", { headers: { authorization: \`Bearer \${token}\` } });`,
    },
    {
      name: "credentials that are not known",
      code: `export const get = (path, authorization) => fetch("%host%/api/%admin%/v1.0" + path, { headers: { authorization } });
export const send = (path, init) => fetch("%host%/api/%admin%/v1.0" + path, init);`,
    },
    {
      name: "options of a caller, which may have credentials of any kind",
      code: `import axios from "axios";
import got from "got";
import https from "node:https";
const url = "%host%/api/%admin%/v1.0/groups";
export const whole = (options) => axios.get(url, options);
export const copied = (options) => axios.get(url, { ...options, timeout: 1 });
export const stream = (options) => got(url, options);
export const plain = (options) => https.request(url, { ...options });`,
    },
    {
      name: "options that other code may change while the request waits",
      code: `import axios from "axios";
async function send(url) {
  const { realm } = parse(await challenge(url));
  return axios({ url, headers: { Authorization: \`Digest realm="\${realm}"\` } });
}
async function challenge(url) {
  try {
    await axios.get(url);
  } catch (error) {
    return error.response.headers["www-authenticate"];
  }
}
function parse(header) {
  return header.split(", ").reduce((all, part) => {
    const [key, value] = part.split("=");
    all[key] = value;
    return all;
  }, {});
}
await send("%host%/api/%admin%/v1.0/groups");`,
    },
    {
      name: "Basic credentials for the token endpoint of the same host",
      code: `// then /api/%admin%/v2/groups
await fetch("%host%/api/oauth/token", { method: "POST", headers: { Authorization: \`Basic \${btoa(pair)}\` } });`,
    },
    {
      name: "Basic credentials for the other product on the same host",
      code: `// not /api/%admin%/v1.0
await fetch("%host%/api/public/v1.0/groups", { headers: { Authorization: "Basic " + pair } });`,
    },
    {
      name: "Basic credentials for another service",
      code: `import axios from "axios";
// not /api/%admin%/v1.0
axios.get("https://graph.example.com/v1.0/groups", { auth: { username, password } });
axios.get("https://search.example.org/_cluster/health", { auth: { username, password } });`,
    },
    {
      name: "Basic credentials for an application's own path",
      vocabulary: "service",
      code: `await fetch("/api/admin/v2/users", { headers: { Authorization: "Basic " + pair } });`,
    },
    {
      name: "discovery with the user name and password of the integration",
      code: `import axios from "axios";
import got from "got";
const url = \`%host%/%metrics%/v1.0/groups/\${group}/discovery\`;
await fetch(url, { headers: { Accept: "application/json", Authorization: "Basic " + btoa(pair) } });
await axios.get(url, { auth: { username, password } });
await got(url, { username, password });
await got(\`https://\${username}:\${password}@metrics.example.com/%metrics%/v1.0/groups/\${group}/discovery\`);`,
    },
    {
      name: "discovery with headers or options from elsewhere",
      code: `export const targets = (group, headers) => fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`, { headers });
export const again = (group, init) => fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`, init);
export const spread = (group) => fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`, { headers: { ...common, Accept: "application/json" } });`,
    },
    {
      name: "discovery through a client that is not known",
      code: `scraper.get(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`);`,
    },
    {
      name: "discovery whose header is set on one way",
      code: `const headers = { Accept: "application/json" };
if (credentials) headers.Authorization = "Basic " + credentials;
await fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`, { headers });`,
    },
    {
      name: "a description of a request that is sent elsewhere",
      code: `export const job = { url: "%host%/%metrics%/v1.0/groups/1/discovery", method: "GET" };`,
    },
    {
      name: "a metrics path that is not that of discovery",
      code: `await fetch("%host%/%metrics%/v1.0/groups/1/measurements?discovery=no");
await fetch("https://telemetry.example.org/v1/%metrics%/v1/discovery");`,
    },
    {
      name: "a base path alone",
      code: `export const BASE = "%host%/api/%admin%/v1.0";
export const authorization = "Basic " + pair;`,
    },
    {
      name: "shell, where options are not seen",
      filename: "list.pl",
      code: `curl -u "$KEY:$SECRET" "%host%/api/%admin%/v1.0/groups"
`,
    },
    {
      name: "no anchor",
      code: `fetch("%host%/", { headers: { Authorization: "Basic x" } });`,
      noAnchor: true,
    },
  ],
  invalid: [
    {
      name: "an option that is written, whose value is not known",
      code: `import axios from "axios";
export const get = (auth) => ⟦axios.get("%host%/api/%admin%/v1.0/groups", { auth })⟧;`,
      errors: [basic()],
    },
    {
      name: "a header with fetch",
      code: `await fetch("%host%/api/%admin%/v1.0/groups", {
  headers: { ⟦Authorization⟧: "Basic " + Buffer.from(\`\${key}:\${secret}\`).toString("base64") },
});`,
      errors: [
        basic({
          message:
            "This request sends Basic credentials, but the administration API needs HTTP digest authentication with an API key.",
        }),
      ],
    },
    {
      name: "on the versioned base, in lower case, behind a header object",
      code: `const headers = { Accept: "application/vnd.%vendor%.2023-02-01+json", ⟦authorization⟧: \`Basic \${pair}\` };
await fetch("%host%/api/%admin%/v2/groups/1/clusters", { headers });
await fetch("%host%/api/%admin%/v2/groups/2/clusters", { headers: new Headers({ ⟦Authorization⟧: \`basic \${pair}\` }) });`,
      errors: [basic(), basic()],
    },
    {
      name: "axios: a call, a configuration, a header of its own",
      code: `import axios from "axios";
const BASE = "%host%/api/%admin%/v1.0";
⟦axios.get(\`\${BASE}/groups\`, { auth: { username: key, password: secret } })⟧;
⟦axios({ url: \`\${BASE}/orgs\`, auth: { username: key, password: secret } })⟧;
axios.post(\`\${BASE}/groups\`, { name }, { headers: { ⟦Authorization⟧: "Basic " + pair } });`,
      errors: [basic(), basic(), basic()],
    },
    {
      name: "an instance is one finding, where it is made",
      code: `import axios from "axios";
const api = ⟦axios.create({ baseURL: "%host%/api/%admin%/v1.0", auth: { username: key, password: secret } })⟧;
export const groups = () => api.get("/groups");
export const orgs = () => api.get("/orgs");`,
      errors: [basic()],
    },
    {
      name: "an instance with one call",
      code: `import axios from "axios";
const api = axios.create({ baseURL: "%host%/api/%admin%/v1.0" });
⟦api.get("/groups", { auth: { username: key, password: secret } })⟧;`,
      errors: [basic()],
    },
    {
      name: "default headers of an instance, and a header that is set on it",
      code: `import axios from "axios";
const first = axios.create({ baseURL: "%host%/api/%admin%/v1.0", headers: { ⟦Authorization⟧: \`Basic \${pair}\` } });
first.get("/groups");
first.get("/orgs");
const second = axios.create({ baseURL: "%host%/api/%admin%/v1.0" });
second.defaults.headers.common[⟦"Authorization"⟧] = "Basic " + btoa(\`\${key}:\${secret}\`);
second.get("/groups");`,
      errors: [basic(), basic()],
    },
    {
      name: "got and ky",
      code: `import got from "got";
import ky from "ky";
⟦got("%host%/api/%admin%/v1.0/groups", { username: key, password: secret })⟧;
const api = ky.extend({ prefixUrl: "%host%/api/%admin%/v1.0", headers: { ⟦Authorization⟧: "Basic " + pair } });
api.get("groups");
api.get("orgs");`,
      errors: [basic(), basic()],
    },
    {
      name: "request, which sends at once unless it is told otherwise",
      code: `const request = require("request");
⟦request({ url: "%host%/api/%admin%/v1.0/groups", auth: { user: key, pass: secret } }, done)⟧;
⟦request.get("%host%/api/%admin%/v1.0/orgs")⟧.auth(key, secret);`,
      errors: [basic(), basic()],
    },
    {
      name: "superagent, urllib and https",
      code: `import superagent from "superagent";
import urllib from "urllib";
import https from "node:https";
const url = "%host%/api/%admin%/v1.0/groups";
⟦superagent.get(url)⟧.auth(key, secret);
⟦superagent.get(url).set("Authorization", "Basic " + pair)⟧;
⟦urllib.request(url, { auth: \`\${key}:\${secret}\` })⟧;
⟦https.get(url, { auth: \`\${key}:\${secret}\` }, done)⟧;`,
      errors: [basic(), basic(), basic(), basic()],
    },
    {
      name: "App Services without digestAuth, and with a list of header values",
      code: `exports = async function () {
  await ⟦context.http.get({ url: "%host%/api/%admin%/v1.0/groups", username: key, password: secret })⟧;
  await context.http.get({ url: "%host%/api/%admin%/v1.0/orgs", headers: { ⟦Authorization⟧: ["Basic " + pair] } });
};`,
      errors: [basic(), basic()],
    },
    {
      name: "credentials in the URL",
      code: `import got from "got";
⟦got(\`https://\${key}:\${secret}@admin.example.org/api/%admin%/v1.0/groups\`)⟧;`,
      errors: [basic()],
    },
    {
      name: "a wrapper is one finding",
      filename: "client.ts",
      code: `export class Client {
  private readonly headers: Record<string, string>;
  constructor(key: string, secret: string) {
    this.headers = { ⟦Authorization⟧: "Basic " + btoa(\`\${key}:\${secret}\`) };
  }
  private get<T>(path: string): Promise<T> {
    return fetch(\`%host%/api/%admin%/v1.0\${path}\`, { headers: this.headers }).then((response) => response.json());
  }
  groups = () => this.get("/groups");
  orgs = () => this.get("/orgs");
}`,
      errors: [basic()],
    },
    {
      name: "Basic on one of several ways",
      code: `await fetch("%host%/api/%admin%/v1.0/groups", {
  headers: { ⟦Authorization⟧: token ? \`Bearer \${token}\` : \`Basic \${pair}\` },
});
await fetch("%host%/api/%admin%/v1.0/orgs", {
  headers: { ⟦authorization⟧: process.env.AUTHORIZATION ?? "Basic a2V5OnNlY3JldA==" },
});`,
      errors: [basic({ confidence: "medium" }), basic({ confidence: "medium" })],
    },
    {
      name: "a header that a spread behind it may replace",
      code: `await fetch("%host%/api/%admin%/v1.0/groups", { headers: { ⟦Authorization⟧: "Basic " + pair, ...options.headers } });`,
      errors: [basic({ confidence: "medium" })],
    },
    {
      name: "a client that is not known",
      code: `http.get("%host%/api/%admin%/v1.0/groups", { headers: { ⟦Authorization⟧: "Basic " + pair } });`,
      errors: [basic({ confidence: "medium" })],
    },
    {
      name: "a description of a request that is sent elsewhere",
      code: `export const options = {
  url: "%host%/api/%admin%/v1.0/groups",
  headers: { Accept: "application/json", ⟦Authorization⟧: "Basic " + pair },
};`,
      errors: [basic()],
    },
    {
      name: "discovery without credentials",
      code: `await ⟦fetch("%host%/%metrics%/v1.0/groups/1/discovery")⟧;
await ⟦fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery?targetScheme=PRIVATE\`, { headers: { Accept: "application/json" } })⟧;`,
      errors: [
        discovery({
          message:
            "This request has no Authorization header, but the discovery endpoint needs a user name and password in every request.",
        }),
        discovery(),
      ],
    },
    {
      name: "discovery without credentials through a wrapper and an instance",
      code: `import axios from "axios";
const api = axios.create({ baseURL: "%host%/%metrics%/v1.0" });
export const targets = (group) => ⟦api.get(\`/groups/\${group}/discovery\`)⟧;
const discover = (group) => ⟦fetch(\`%host%/%metrics%/v1.0/groups/\${group}/discovery\`)⟧;
await discover("a");
await discover("b");`,
      errors: [discovery(), discovery()],
    },
    {
      name: "a test",
      filename: "client.test.ts",
      code: `await fetch("%host%/api/%admin%/v1.0/groups", { headers: { ⟦Authorization⟧: "Basic a2V5" } });`,
      errors: [basic()],
    },
    {
      name: "a collection of requests",
      filename: "admin.postman_collection.json",
      code: `{
  "info": { "name": "admin", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
  "item": [
    { "name": "basic", "request": ⟦{ "method": "GET", "auth": { "type": "basic", "basic": [] }, "header": [], "url": "%host%/api/%admin%/v1.0/groups" }⟧ },
    { "name": "digest", "request": { "method": "GET", "auth": { "type": "digest", "digest": [] }, "header": [], "url": "%host%/api/%admin%/v1.0/orgs" } },
    { "name": "discovery", "request": { "method": "GET", "header": [], "url": "%host%/%metrics%/v1.0/groups/1/discovery" } }
  ]
}
`,
      errors: [basic()],
    },
  ],
});
