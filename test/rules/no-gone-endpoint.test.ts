import rule from "../../rules/no-gone-endpoint.js";
import { testRule, type ExpectedFinding, type InvalidCase, type ValidCase } from "../support/rule-tester.js";

/** Only the vocabulary of the public service has endpoints that are gone. */
const atlas = <Case extends ValidCase | InvalidCase>(one: Omit<Case, "vocabulary">): Case =>
  ({ ...one, vocabulary: "atlas" }) as Case;

const renamed = (path: string, replacement: string): ExpectedFinding => ({
  messageId: "renamed",
  confidence: "high",
  message: `${path} does not exist in the versioned API; use ${replacement}.`,
});
const gone = (path: string): ExpectedFinding => ({
  messageId: "gone",
  confidence: "high",
  message: `${path} does not exist in the versioned API and has no replacement.`,
});
const inText = (expected: ExpectedFinding): ExpectedFinding => ({ ...expected, confidence: "medium" });

const WHITELIST = renamed("/groups/{GROUP-ID}/whitelist", "/groups/{GROUP-ID}/accessList");
const WHITELIST_ENTRY = renamed(
  "/groups/{GROUP-ID}/whitelist/{ENTRY-VALUE}",
  "/groups/{GROUP-ID}/accessList/{ENTRY-VALUE}",
);

const unlisted = (request: string): ExpectedFinding => ({
  messageId: "unlisted",
  confidence: "medium",
  severity: "info",
  message: `${request} is in no API document that v2ready knows (data as of 2026-08-21).`,
});

const invalid: readonly Omit<InvalidCase, "vocabulary">[] = [
  {
    name: "every path behind a constant, although no request is known",
    code: `const STUB = "/api/%admin%/v1.0";
export const PATHS = {
  a: STUB + "/groups/{GROUP}/⟦whitelist⟧",
  b: STUB + "/groups/{GROUP}/⟦whitelist⟧/{ENTRY}",
  c: STUB + "/groups/{GROUP}/clusters/{NAME}/backup/restoreJobs/{JOB}",
};`,
    errors: [WHITELIST, WHITELIST_ENTRY],
  },
  {
    name: "endpoints that are in no document, in both forms",
    code: `const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };
export const calls = (id, rest) => [
  fetch("https://cloud.mongodb.com/api/atlas/v1.0⟦/groups/1/ships⟧"),
  fetch("https://cloud.mongodb.com/api/atlas/v2⟦/groups/1/ships⟧", { headers }),
  fetch("https://cloud.mongodb.com/api/atlas/v2⟦/groups/1/clusters/c0⟧", { method: "PUT", headers }),
  fetch(\`https://cloud.mongodb.com/api/atlas/v2⟦/groups/⟧\${id}/ships/\${rest}\`, { headers }),
  fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${id}/\${rest}\`, { headers }),
  fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/\${id}/clusters\${rest}\`, { headers }),
  fetch("https://cloud.mongodb.com/api/atlas/v2/groups/" + id + "/clusters/" + rest, { headers }),
  fetch("https://cloud.mongodb.com/api/atlas/v2/groups/", { headers }),
];`,
    errors: [
      unlisted("GET /groups/1/ships"),
      unlisted("GET /groups/1/ships"),
      unlisted("PUT /groups/1/clusters/c0"),
      unlisted("GET /groups/{id}/ships/{rest}"),
    ],
  },
  {
    name: "a path that is longer than any gone one, and one behind a wrapper",
    code: `await fetch("%host%/api/%admin%/v1.0⟦/groups/1/whitelist/1.2.3.4/other/thing⟧");
export const BASE = "%host%/api/%admin%/v1.0";
export const get = (path) => fetch(BASE + path);
export const other = () => get("⟦/whitelist⟧");`,
    errors: [unlisted("GET /groups/1/whitelist/1.2.3.4/other/thing"), unlisted("GET /whitelist")],
  },
  {
    name: "an endpoint that is in no document, in Python",
    filename: "ships.py",
    code: `import requests
requests.get("https://cloud.mongodb.com/api/atlas/v2⟦/groups/1/ships⟧", headers={"Accept": "application/vnd.atlas.2023-02-01+json"})`,
    errors: [unlisted("GET /groups/1/ships")],
  },
  {
    name: "a base that is not known, behind digest credentials",
    code: `import DigestFetch from "digest-fetch";
const client = new DigestFetch(process.env.PUBLIC, process.env.PRIVATE);
export const list = (group) => client.fetch(\`\${process.env.BASE}/groups/\${group}/⟦whitelist⟧\`);`,
    errors: [{ ...WHITELIST, confidence: "medium" }],
  },
  {
    name: "fetch, a whole URL",
    code: `await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/⟦whitelist⟧", { method: "POST", body });`,
    errors: [WHITELIST],
  },
  {
    name: "fetch, a template with its query",
    code: `const add = (group) => fetch(\`%host%/api/%admin%/v1.0/groups/\${group ?? "5f1"}/⟦whitelist⟧?pretty=true\`);`,
    errors: [WHITELIST],
  },
  {
    name: "node-fetch, the base in a constant, one entry",
    code: `import fetch from "node-fetch";
const BASE = "%host%/api/%admin%/v1.0";
export const remove = (group, ip) =>
  fetch(\`\${BASE}/groups/\${group}/⟦whitelist⟧/\${encodeURIComponent(ip)}\`, { method: "DELETE" });`,
    errors: [WHITELIST_ENTRY],
  },
  {
    name: "request-promise, concatenation",
    code: `const rp = require("request-promise");
const options = {
  uri: "%host%/api/%admin%/v1.0/groups/" + process.env.GROUP + "/⟦whitelist⟧",
  json: true,
};
rp.post(options).auth(user, key, false);`,
    errors: [WHITELIST],
  },
  {
    name: "axios instance, path without a leading slash",
    code: `import axios from "axios";
const api = axios.create({ baseURL: process.env.API ?? "%host%/api/%admin%/v1.0/" });
export const keys = (org, key) => api.get(\`orgs/\${org}/apiKeys/\${key}/⟦whitelist⟧\`);`,
    errors: [
      renamed(
        "/orgs/{ORG-ID}/apiKeys/{API-USER-ID}/whitelist",
        "/orgs/{ORG-ID}/apiKeys/{API-USER-ID}/accessList",
      ),
    ],
  },
  {
    name: "got and ky, prefix",
    code: `import got from "got";
import ky from "ky";
const prefixUrl = "%host%/api/%admin%/v1.0";
await got.extend({ prefixUrl }).get("groups/1/⟦dataLakes⟧").json();
await ky.create({ prefixUrl }).get("groups/1/⟦dataLakes⟧/lake").json();`,
    errors: [
      renamed("/groups/{GROUP-ID}/dataLakes", "/groups/{GROUP-ID}/dataFederation"),
      renamed(
        "/groups/{GROUP-ID}/dataLakes/{TENANT-NAME}",
        "/groups/{GROUP-ID}/dataFederation/{TENANT-NAME}",
      ),
    ],
  },
  {
    name: "superagent and urllib",
    code: `import superagent from "superagent";
import { request } from "urllib";
await superagent.get("%host%/api/%admin%/v1.0/groups/1/clusters/c0/fts/⟦analyzers⟧");
await request("%host%/api/%admin%/v1.0/groups/1/⟦pipelines⟧", { digestAuth: "a:b" });`,
    errors: [
      gone("/groups/{GROUP-ID}/clusters/{CLUSTER-NAME}/fts/analyzers"),
      gone("/groups/{GROUP-ID}/pipelines"),
    ],
  },
  {
    name: "https, host and path apart; digest-fetch",
    code: `const https = require("https");
const DigestFetch = require("digest-fetch");
https.get({ hostname: "cloud.mongodb.com", path: "/api/atlas/v1.0/groups/1/⟦whitelist⟧", auth: "a:b" });
new DigestFetch("a", "b").fetch("%host%/api/%admin%/v1.0/users/5f1/⟦whitelist⟧");`,
    errors: [WHITELIST, gone("/users/{USER-ID}/whitelist")],
  },
  {
    name: "App Services, path apart",
    code: `exports = async function (group, ip) {
  return context.http.post({
    scheme: "https",
    host: "cloud.mongodb.com",
    path: "/api/atlas/v1.0/groups/" + group + "/⟦whitelist⟧",
    headers: { "Content-Type": ["application/json"] },
    body: JSON.stringify([{ ipAddress: ip }]),
    digestAuth: true,
  });
};`,
    errors: [WHITELIST],
  },
  {
    name: "a wrapper, the paths at its callers",
    code: `const call = (method, path, body) => fetch("%host%/api/%admin%/v1.0" + path, { method, body });
call("GET", "/groups/1/⟦whitelist⟧");
call("GET", "/groups/1/clusters");
call("DELETE", "/groups/1/⟦serverless⟧/s0");`,
    errors: [
      WHITELIST,
      renamed(
        "DELETE /groups/{GROUP-ID}/serverless/{INSTANCE-NAME}",
        "/groups/{GROUP-ID}/flexClusters/{INSTANCE-NAME}",
      ),
    ],
  },
  {
    name: "a class in TypeScript, the path from an enum",
    filename: "client.ts",
    code: `enum Path { Entries = "⟦whitelist⟧" }
export class Client {
  static readonly base: string = "%host%/api/%admin%/v1.0";
  entries(group: string): Promise<Response> {
    return fetch([Client.base, "groups", group, Path.Entries].join("/"));
  }
}`,
    errors: [WHITELIST],
  },
  {
    name: "JSX, in a handler",
    filename: "button.jsx",
    code: `export const Button = ({ group }) => (
  <button onClick={() => fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/⟦whitelist⟧\`, { method: "POST" })}>Add</button>
);`,
    errors: [WHITELIST],
  },
  {
    name: "v2: the path alone was forgotten",
    code: `const headers = { Accept: "application/vnd.%vendor%.2023-02-01+json" };
await fetch("%host%/api/%admin%/v2/groups/1/⟦whitelist⟧", { headers });`,
    errors: [WHITELIST],
  },
  {
    name: "v1.5",
    code: `await fetch("%host%/api/%admin%/v1.5/groups/1/clusters/c0/backup/tenant/⟦restores⟧");`,
    errors: [
      renamed(
        "/groups/{GROUP-ID}/clusters/{CLUSTER-NAME}/backup/tenant/restores",
        "/groups/{GROUP-ID}/flexClusters/{CLUSTER-NAME}/backup/restoreJobs",
      ),
    ],
  },
  {
    name: "the old form of private endpoints, told by method and length of the path",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/⟦privateEndpoint⟧";
await fetch(url);
await fetch("%host%/api/%admin%/v1.0/groups/1/privateEndpoint/p0/⟦interfaceEndpoints⟧/i0", { method: "DELETE" });`,
    errors: [
      renamed(
        "/groups/{GROUP-ID}/privateEndpoint",
        "/groups/{GROUP-ID}/privateEndpoint/{CLOUD-PROVIDER}/endpointService",
      ),
      renamed(
        "/groups/{GROUP-ID}/privateEndpoint/{ENDPOINT-SERVICE-ID}/interfaceEndpoints/{ENDPOINT-ID}",
        "/groups/{GROUP-ID}/privateEndpoint/{CLOUD-PROVIDER}/endpointService/{ENDPOINT-SERVICE-ID}/endpoint/{ENDPOINT-ID}",
      ),
    ],
  },
  {
    name: "a download",
    code: `export const logs = (group, lake) =>
  fetch(\`%host%/api/%admin%/v1.0/groups/\${group}/⟦dataLakes⟧/\${lake}/queryLogs.gz?startDate=1\`);`,
    errors: [
      renamed(
        "/groups/{GROUP-ID}/dataLakes/{TENANT-NAME}/queryLogs.gz",
        "/groups/{GROUP-ID}/dataFederation/{TENANT-NAME}/queryLogs.gz",
      ),
    ],
  },
  {
    name: "a URL that nothing in the file sends, with a question mark in a placeholder",
    code: `export const url = (group) => \`%host%/api/%admin%/v1.0/groups/\${group ? group : "5f1"}/⟦whitelist⟧?pretty=true\`;`,
    errors: [WHITELIST],
  },
  {
    name: "a request in the form of an object",
    code: `module.exports = (group) => ({
  method: "POST",
  url: \`%host%/api/%admin%/v1.0/groups/\${group}/⟦whitelist⟧\`,
  headers: { "Content-Type": "application/json" },
});`,
    errors: [WHITELIST],
  },
  {
    name: "one URL for two calls is one finding",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/⟦whitelist⟧";
await fetch(url);
await fetch(url, { method: "POST", body });`,
    errors: [WHITELIST],
  },
  {
    name: "a comment breaks nothing by itself",
    code: `// POST %host%/api/%admin%/v1.0/groups/{GROUP-ID}/⟦whitelist⟧
export {};`,
    errors: [{ ...WHITELIST, severity: "info" }],
  },
  {
    name: "Python, two kinds of placeholder",
    filename: "add.py",
    code: `a = f"%host%/api/%admin%/v1.0/groups/{group}/⟦whitelist⟧"
b = "%host%/api/%admin%/v1.0/groups/%s/⟦whitelist⟧/%s"`,
    errors: [WHITELIST, WHITELIST_ENTRY],
  },
  {
    name: "shell",
    filename: "add.pl",
    code: `curl --digest -u "$KEYS" "%host%/api/%admin%/v1.0/groups/\${GROUP:?missing}/⟦whitelist⟧?pretty=true"
curl --digest -u "$KEYS" %host%/api/%admin%/v1.0/groups/$GROUP/⟦whitelist⟧`,
    errors: [inText(WHITELIST), inText(WHITELIST)],
  },
  {
    name: "a language that is not parsed",
    filename: "add.pl",
    code: `uri = "%host%/api/%admin%/v1.0/groups/#{group}/⟦whitelist⟧"`,
    errors: [inText(WHITELIST)],
  },
  {
    name: "YAML",
    filename: ".github/workflows/open.yml",
    code: `      - run: echo "%host%/api/%admin%/v1.0/groups/\${{ vars.GROUP }}/⟦whitelist⟧"`,
    errors: [inText(WHITELIST)],
  },
  {
    name: "a key of YAML, and the end of a sentence",
    filename: "openapi.yaml",
    code: `paths:
  /api/%admin%/v1.0/groups/{groupId}/⟦whitelist⟧:
    get: {}
# See /api/%admin%/v1.0/groups/{groupId}/⟦whitelist⟧.`,
    errors: [inText(WHITELIST), { ...inText(WHITELIST), severity: "info" }],
  },
  {
    name: "documentation breaks nothing by itself",
    filename: "docs/network.md",
    code: "Send `POST /api/%admin%/v1.0/groups/{GROUP-ID}/⟦whitelist⟧`.",
    errors: [{ ...inText(WHITELIST), severity: "info" }],
  },
  {
    name: "a file that cannot be parsed",
    filename: "broken.ts",
    code: `const url = "%host%/api/%admin%/v1.0/groups/1/⟦whitelist⟧`,
    errors: [inText(WHITELIST)],
  },
];

const atlasValid: readonly Omit<ValidCase, "vocabulary">[] = [
  {
    name: "the successors",
    code: `await fetch("%host%/api/%admin%/v2/groups/1/accessList");
await fetch("%host%/api/%admin%/v1.0/groups/1/dataFederation/lake");
await fetch("%host%/api/%admin%/v1.0/groups/1/privateEndpoint/AWS/endpointService");`,
  },
  {
    name: "what is left of serverless",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/serverless");
await fetch("%host%/api/%admin%/v1.0/groups/1/serverless/s0", { method: "GET" });`,
  },
  {
    name: "serverless without a method to be seen",
    filename: "list.py",
    code: `url = "%host%/api/%admin%/v1.0/groups/1/serverless"`,
  },
  {
    name: "a host of the database with such a path",
    code: `const note = "%host%/api/%admin%/v1.0";
await fetch("https://c0.abc12.%domain%/groups/1/whitelist");`,
  },
  {
    name: "the product beside it on the same host",
    code: `const note = "%host%/api/%admin%/v1.0";
await fetch("https://cloud.mongodb.com/api/public/v1.0/groups/1/whitelist");`,
  },
];

const valid: readonly ValidCase[] = [
  {
    name: "endpoints that stay",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/clusters");
await fetch("%host%/api/%admin%/v1.0/groups/1/clusters/whitelist");
await fetch("%host%/api/%admin%/v1.0/groups/1/privateIpMode", { method: "PATCH", body: "{}" });`,
  },
  {
    name: "the discovery endpoint",
    code: `const admin = "%host%/api/%admin%/v1.0";
await fetch("%host%/%metrics%/v1.0/groups/1/discovery");`,
  },
  {
    name: "another service with such a path",
    code: `const admin = "%host%/api/%admin%/v1.0";
await fetch("https://graph.microsoft.com/v1.0/groups/1/whitelist");
await fetch("https://api.example.com/v1.0/groups/1/dataLakes");`,
  },
  {
    name: "an application's own administration",
    code: `await fetch("https://shop.example.com/api/admin/v2/users/5/whitelist/all");
app.get("/api/admin/v2/whitelist", handler);`,
  },
  {
    name: "no anchor, no question",
    noAnchor: true,
    code: `await fetch(\`\${BASE}/groups/\${group}/whitelist\`);`,
  },
  {
    name: "the service of the specification has no such list",
    vocabulary: "service",
    code: `await fetch("%host%/api/%admin%/v1.0/groups/1/whitelist");`,
  },
];

testRule(rule, {
  valid: [...valid, ...atlasValid.map((one) => atlas<ValidCase>(one))],
  invalid: invalid.map((one) => atlas<InvalidCase>(one)),
});
