import rule from "../../rules/require-version-media-type.js";
import * as basesInPieces from "./require-version-media-type/base-in-pieces.js";
import * as byDefault from "./require-version-media-type/by-default.js";
import * as inText from "./require-version-media-type/in-text.js";
import * as oneWay from "./require-version-media-type/one-way.js";
import * as ownContentType from "./require-version-media-type/own-content-type.js";
import * as passedOn from "./require-version-media-type/passed-on.js";
import * as unknownBase from "./require-version-media-type/unknown-base.js";
import { testRule } from "../support/rule-tester.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const ACCEPT = `Accept: "${TYPE}"`;
const OLD = "%host%/api/%admin%/v1.0";
const NEW = "%host%/api/%admin%/v2";
const LIST = "/groups/1/clusters";

const MISSING = { messageId: "missing", confidence: "high" } as const;
const PLAIN = { messageId: "plain", confidence: "high" } as const;
const NO_CONTENT_TYPE = { messageId: "missingContentType", confidence: "medium" } as const;
const WRONG_CONTENT_TYPE = { messageId: "contentType", confidence: "medium" } as const;

/** Clients that take the header in their own way: [name, code]. */
const SENT: readonly (readonly [string, string])[] = [
  ["fetch", `fetch("${NEW}${LIST}", { headers: { ${ACCEPT} } });`],
  ["fetch, in lower case", `fetch("${NEW}${LIST}", { headers: { accept: "${TYPE}" } });`],
  ["fetch, entries", `fetch("${NEW}${LIST}", { headers: [["Accept", "${TYPE}"]] });`],
  [
    "fetch, Headers",
    `const h = new Headers();\nh.set("Accept", "${TYPE}");\nfetch("${NEW}${LIST}", { headers: h });`,
  ],
  ["fetch, Request", `fetch(new Request("${NEW}${LIST}", { headers: { ${ACCEPT} } }));`],
  [
    "fetch, a parameter behind the type",
    `fetch("${NEW}${LIST}", { headers: { Accept: "${TYPE}; charset=utf-8" } });`,
  ],
  [
    "fetch, one of several types",
    `fetch("${NEW}${LIST}", { headers: { Accept: "application/json, ${TYPE}" } });`,
  ],
  ["node-fetch", `import fetch from "node-fetch";\nfetch("${NEW}${LIST}", { headers: { ${ACCEPT} } });`],
  ["axios.get", `import axios from "axios";\naxios.get("${NEW}${LIST}", { headers: { ${ACCEPT} } });`],
  [
    "axios, headers of an instance",
    `import axios from "axios";\nconst c = axios.create({ baseURL: "${NEW}", headers: { ${ACCEPT} } });\nc.get("${LIST}");`,
  ],
  [
    "axios, common headers",
    `import axios from "axios";\nconst c = axios.create({ baseURL: "${NEW}" });\nc.defaults.headers.common["Accept"] = "${TYPE}";\nc.get("${LIST}");`,
  ],
  [
    "axios, an interceptor",
    `import axios from "axios";\nconst c = axios.create({ baseURL: "${NEW}" });\nc.interceptors.request.use((config) => { config.headers.Accept = "${TYPE}"; return config; });\nc.get("${LIST}");`,
  ],
  [
    "got, an instance",
    `import got from "got";\nconst c = got.extend({ prefixUrl: "${NEW}", headers: { accept: "${TYPE}" } });\nc.get("groups/1/clusters").json();`,
  ],
  [
    "ky, a hook",
    `import ky from "ky";\nconst c = ky.create({ prefixUrl: "${NEW}", hooks: { beforeRequest: [(request) => { request.headers.set("Accept", "${TYPE}"); }] } });\nc.get("groups/1/clusters");`,
  ],
  [
    "superagent, set",
    `const agent = require("superagent");\nagent.get("${NEW}${LIST}").set("Accept", "${TYPE}").end(done);`,
  ],
  [
    "superagent, accept",
    `const agent = require("superagent");\nagent.get("${NEW}${LIST}").accept("${TYPE}");`,
  ],
  [
    "request, defaults",
    `const request = require("request").defaults({ baseUrl: "${NEW}", headers: { ${ACCEPT} } });\nrequest.get("${LIST}", done);`,
  ],
  [
    "request-promise",
    `const rp = require("request-promise");\nrp({ uri: "${NEW}${LIST}", headers: { ${ACCEPT} }, json: true }).auth("u", "k", false);`,
  ],
  [
    "https, setHeader",
    `const https = require("https");\nconst r = https.request("${NEW}${LIST}");\nr.setHeader("Accept", "${TYPE}");\nr.end();`,
  ],
  [
    "https, options",
    `const https = require("node:https");\nhttps.get({ hostname: "h.test", path: "/api/%admin%/v2${LIST}", headers: { ${ACCEPT} } }, read);`,
  ],
  [
    "urllib",
    `const urllib = require("urllib");\nurllib.request("${NEW}${LIST}", { digestAuth: "u:k", headers: { ${ACCEPT} } });`,
  ],
  [
    "digest-fetch",
    `const DigestFetch = require("digest-fetch");\nnew DigestFetch("u", "k").fetch("${NEW}${LIST}", { headers: { ${ACCEPT} } });`,
  ],
  [
    "@mhoc/axios-digest-auth",
    `import AxiosDigestAuth from "@mhoc/axios-digest-auth";\nnew AxiosDigestAuth({ username: "u", password: "k" }).request({ method: "GET", url: "${NEW}${LIST}", headers: { ${ACCEPT} } });`,
  ],
  [
    "context.http, a list of strings",
    `exports = () => context.http.get({ scheme: "https", host: "h.test", path: "/api/%admin%/v2${LIST}", digestAuth: true, headers: { Accept: ["${TYPE}"] } });`,
  ],
];

/** The same clients without it; the marks are where the header would be written. */
const NOT_SENT: readonly (readonly [string, string])[] = [
  ["fetch", `⟦fetch("${OLD}${LIST}")⟧;`],
  ["fetch, other headers", `fetch("${OLD}${LIST}", { headers: ⟦{ "X-Trace": "1" }⟧ });`],
  [
    "fetch, Headers",
    `const h = ⟦new Headers()⟧;\nh.append("X-Trace", "1");\nfetch("${NEW}${LIST}", { headers: h });`,
  ],
  ["node-fetch", `const fetch = require("node-fetch");\n⟦fetch("${OLD}${LIST}")⟧.then(read);`],
  ["undici", `import { request } from "undici";\nawait ⟦request("${OLD}${LIST}")⟧;`],
  ["axios.get", `import axios from "axios";\n⟦axios.get("${OLD}${LIST}")⟧;`],
  [
    "axios, a configuration",
    `const axios = require("axios");\n⟦axios({ method: "patch", url: "${OLD}${LIST}/a", data: { paused: true } })⟧;`,
  ],
  [
    "axios, an instance",
    `import axios from "axios";\nconst c = ⟦axios.create({ baseURL: "${OLD}" })⟧;\nc.get("${LIST}");\nc.post("${LIST}", { name: "a" });`,
  ],
  [
    "axios, an instance with headers",
    `import axios from "axios";\nconst c = axios.create({ baseURL: "${OLD}", headers: ⟦{ "X-Trace": "1" }⟧ });\nc.get("${LIST}");`,
  ],
  ["got", `import got from "got";\nawait ⟦got("${OLD}${LIST}")⟧.json();`],
  [
    "got, an instance",
    `import got from "got";\nconst c = ⟦got.extend({ prefixUrl: "${OLD}" })⟧;\nc.get("groups/1/clusters");\nc.delete("groups/1/clusters/a");`,
  ],
  ["ky", `import ky from "ky";\n⟦ky.get("${OLD}${LIST}")⟧.json();`],
  [
    "superagent",
    `const agent = require("superagent");\n⟦agent.get("${OLD}${LIST}")⟧.set("X-Trace", "1").end(done);`,
  ],
  ["request", `const request = require("request");\n⟦request({ uri: "${OLD}${LIST}", json: true }, done)⟧;`],
  [
    "request-promise",
    `const rp = require("request-promise");\n⟦rp.get("${OLD}${LIST}")⟧.auth("u", "k", false);`,
  ],
  [
    "https, options",
    `const https = require("https");\nconst r = ⟦https.request({ hostname: "h.test", path: "/api/%admin%/v1.0${LIST}" }, read)⟧;\nr.end();`,
  ],
  [
    "https, a URL",
    `const https = require("https");\n⟦https.get("${OLD}${LIST}", (response) => read(response))⟧;`,
  ],
  ["urllib", `const urllib = require("urllib");\n⟦urllib.request("${OLD}${LIST}", { digestAuth: "u:k" })⟧;`],
  [
    "digest-fetch",
    `const DigestFetch = require("digest-fetch");\nconst client = new DigestFetch("u", "k");\n⟦client.fetch("${OLD}${LIST}")⟧;`,
  ],
  [
    "axios-digest",
    `import AxiosDigest from "axios-digest";\n⟦new AxiosDigest("u", "k").get("${OLD}${LIST}")⟧;`,
  ],
  [
    "context.http",
    `exports = () => context.http.get({ scheme: "https", host: "h.test", path: "/api/%admin%/v1.0${LIST}", digestAuth: true, headers: ⟦{ "X-Trace": ["1"] }⟧ });`,
  ],
  [
    "a request that a function gives to its caller",
    `exports = (id) => (⟦{ scheme: "https", host: "h.test", path: \`/api/%admin%/v1.0/groups/\${id}/clusters\`, digestAuth: true }⟧);`,
  ],
];

testRule(rule, {
  valid: [
    ...inText.valid,
    ...[unknownBase, basesInPieces, passedOn].flatMap((one) => one.valid),
    ...byDefault.valid,
    ...oneWay.valid,
    ...ownContentType.valid,
    ...SENT.map(([name, code]) => ({ name, code })),
    {
      name: "fetch, a body with application/json",
      code: `fetch("${NEW}${LIST}", { method: "POST", headers: { ${ACCEPT}, "Content-Type": "application/json; charset=utf-8" }, body: "{}" });`,
    },
    {
      name: "fetch, a body with the dated type",
      code: `fetch("${NEW}${LIST}", { method: "PATCH", headers: { ${ACCEPT}, "Content-Type": "${TYPE}" }, body: "{}" });`,
    },
    {
      name: "a POST without a body",
      code: `fetch("${NEW}${LIST}/a/restartPrimaries", { method: "POST", headers: { ${ACCEPT} } });`,
    },
    {
      name: "axios says by itself that it sends JSON",
      code: `import axios from "axios";\naxios.post("${NEW}${LIST}", { name: "a" }, { headers: { ${ACCEPT} } });`,
    },
    {
      name: "got says by itself that it sends JSON",
      code: `import got from "got";\ngot.patch("${NEW}${LIST}/a", { json: { paused: true }, headers: { ${ACCEPT} } });`,
    },
    {
      name: "the short form of urllib",
      code: `const urllib = require("urllib");\nurllib.request("${NEW}${LIST}", { method: "POST", data: {}, contentType: "json", headers: { ${ACCEPT} } });`,
    },
    {
      name: "another date is another rule's matter",
      code: `fetch("${NEW}${LIST}", { headers: { Accept: "application/vnd.%vendor%.2023-1-1+json" } });`,
    },
    {
      name: "a date that is computed is not missing",
      code: "fetch(`%host%/api/%admin%/v2/groups/1/clusters`, { headers: { Accept: `application/vnd.%vendor%.${process.env.DATE}+json` } });",
    },
    {
      name: "headers of a wrapper's caller",
      code: `const get = (path, headers) => fetch("${NEW}" + path, { headers });\nget("${LIST}", { ${ACCEPT} });`,
    },
    {
      name: "headers spread into those of the call",
      code: `const common = { ${ACCEPT} };\nfetch("${NEW}${LIST}", { headers: { ...common, "X-Trace": "1" } });`,
    },
    {
      name: "imported headers are undetermined",
      code: `import { HEADERS } from "./headers.js";\nfetch("${OLD}${LIST}", { headers: HEADERS });`,
    },
    {
      name: "imported headers that may replace a plain one",
      code: `import { HEADERS } from "./headers.js";\nfetch("${OLD}${LIST}", { headers: { Accept: "application/json", ...HEADERS } });`,
    },
    {
      name: "a plain header that a parameter may replace is undetermined",
      code: `export const list = (headers) => fetch("${OLD}${LIST}", { headers: { Accept: "application/json", ...headers } });`,
    },
    {
      name: "an imported client is undetermined",
      code: `import { client } from "./client.js";\nclient.get("${OLD}${LIST}");`,
    },
    {
      name: "a client that is handed in is undetermined",
      code: `export const list = (client) => client.get("${OLD}${LIST}");`,
    },
    {
      name: "discovery",
      code: 'fetch("%host%/%metrics%/v1.0/groups/1/discovery", { headers: { Accept: "application/json", Authorization: "Basic x" } }); // /api/%admin%/v2',
    },
    {
      name: "another API of the same host",
      code: 'fetch("%host%/api/public/v1.0/groups/1/clusters"); // /%admin% and more',
    },
    {
      name: "an application's own versioned API",
      code: 'fetch("/api/admin/v2/users"); fetch("/api/admin/v2/settings", { method: "POST", body: "{}" }); // %admin%/v2',
    },
    {
      name: "Apache Atlas",
      code: 'fetch("http://localhost:21000/api/atlas/v2/entity/guid/1"); fetch("http://localhost:21000/api/atlas/v2/search/basic"); // %admin%/v2',
    },
    {
      name: "Microsoft Graph",
      code: "fetch(`https://graph.microsoft.com/v1.0/groups/${id}`); // /%admin% and more",
    },
    { name: "a path that nothing sends", code: `const paths = ["${OLD}${LIST}"]; console.log(paths[0]);` },
    { name: "a request in a comment", code: `// fetch("${OLD}${LIST}")\nexport {};` },
    { name: "Python is not read for requests", filename: "client.py", code: `requests.get("${OLD}${LIST}")` },
    { name: "nothing of the API", code: 'fetch("/healthz");', noAnchor: true },
  ],
  invalid: [
    ...inText.invalid,
    ...[unknownBase, basesInPieces, passedOn].flatMap((one) => one.invalid),
    ...byDefault.invalid,
    ...oneWay.invalid,
    ...ownContentType.invalid,
    ...NOT_SENT.map(([name, code]) => ({ name: `without it, ${name}`, code, errors: [MISSING] })),
    {
      name: "the message names request and consequence",
      code: '⟦fetch(`%host%/api/%admin%/v1.0/groups/${groupId}/clusters/${name}`, { method: "DELETE" })⟧;',
      errors: [
        {
          ...MISSING,
          message:
            "DELETE /groups/{groupId}/clusters/{name} sends no Accept header with a dated media type; the versioned API will respond with 406.",
        },
      ],
    },
    {
      name: "on the versioned base",
      code: `⟦fetch("${NEW}${LIST}")⟧;`,
      errors: [{ ...MISSING, message: "; the versioned API responds with 406." }],
    },
    {
      name: "several requests of one instance",
      code: `import axios from "axios";\nconst c = ⟦axios.create({ baseURL: "${NEW}" })⟧;\nc.get("${LIST}");\nc.get("${LIST}/a");\nc.delete("${LIST}/a");`,
      errors: [{ ...MISSING, message: "GET /groups/1/clusters (and 2 other requests) sends" }],
    },
    {
      name: "one finding for a wrapper with many callers",
      code: `async function call(method, path) { return ⟦fetch("${OLD}" + path, { method })⟧; }\ncall("GET", "${LIST}");\ncall("DELETE", "${LIST}/a");`,
      errors: [{ ...MISSING, message: "(and 1 other request)" }],
    },
    {
      name: "a wrapper of which one caller gives the header",
      code: `const get = (path, headers) => ⟦fetch("${NEW}" + path, { headers })⟧;\nget("${LIST}", { ${ACCEPT} });\nget("${LIST}/a");`,
      errors: [{ ...MISSING, message: "GET /groups/1/clusters/a sends" }],
    },
    {
      name: "a method of a class",
      code: `class Client {\n  base = "${OLD}";\n  list(id) { return ⟦fetch(\`\${this.base}/groups/\${id}/clusters\`)⟧; }\n}`,
      errors: [MISSING],
    },
    {
      name: "a wrapper that others call, before the move",
      code: `export const send = (path, options) => ⟦fetch("${OLD}/groups/1" + path, options)⟧;`,
      errors: [{ ...MISSING, confidence: "medium" }],
    },
    {
      name: "an everyday path that leads to a resource of the service in another call",
      code: `const BASE = "/api/admin/v1.0";\n⟦fetch(BASE + "/groups/1/clusters")⟧;\n⟦fetch(BASE + "/reports")⟧;`,
      vocabulary: "service",
      errors: [MISSING, { ...MISSING, confidence: "medium" }],
    },
    {
      name: "a URL that may be another one",
      code: `const url = isLocal ? "http://localhost/mock" : "${OLD}${LIST}";\n⟦fetch(url)⟧;`,
      errors: [{ ...MISSING, confidence: "medium" }],
    },
    {
      name: "the base in the environment with a default",
      code: `const base = process.env.BASE ?? "${OLD}";\n⟦fetch(base + "${LIST}")⟧;`,
      errors: [{ ...MISSING, confidence: "medium" }],
    },
    {
      name: "application/json",
      code: `fetch("${OLD}${LIST}", { headers: ⟦{ Accept: "application/json" }⟧ });`,
      errors: [
        {
          ...PLAIN,
          message: "GET /groups/1/clusters sends Accept: application/json, not a dated media type",
        },
      ],
    },
    {
      name: "anything",
      code: `fetch("${NEW}${LIST}", { headers: ⟦{ accept: "*/*" }⟧ });`,
      errors: [{ ...PLAIN, message: "Accept: */*" }],
    },
    {
      name: "a list of strings without a dated one",
      code: `exports = () => context.http.get({ scheme: "https", host: "h.test", path: "/api/%admin%/v1.0${LIST}", headers: ⟦{ Accept: ["application/json"] }⟧ });`,
      errors: [PLAIN],
    },
    {
      name: "a vendor type without a date",
      code: `fetch("${NEW}${LIST}", { headers: ⟦{ Accept: "application/vnd.other.v2+json" }⟧ });`,
      errors: [PLAIN],
    },
    {
      name: "a download",
      code: `fetch("${OLD}/groups/1/clusters/h/logs/mongodb.gz", { headers: ⟦{ Accept: "application/gzip" }⟧ });`,
      errors: [{ ...PLAIN, message: "Accept: application/gzip" }],
    },
    {
      name: "TypeScript",
      filename: "client.ts",
      code: `export async function list<T>(id: string): Promise<T> {\n  const response = await ⟦fetch(\`${OLD}/groups/\${id}/clusters\` as string)⟧;\n  return (await response.json()) as T;\n}`,
      errors: [MISSING],
    },
    {
      name: "JSX",
      filename: "list.jsx",
      code: `export const List = () => <button onClick={() => ⟦fetch("${OLD}${LIST}")⟧}>load</button>;`,
      errors: [MISSING],
    },
    {
      name: "a body without a type",
      code: `fetch("${NEW}${LIST}", { method: "POST", headers: ⟦{ ${ACCEPT} }⟧, body: JSON.stringify({ name: "a" }) });`,
      errors: [
        { ...NO_CONTENT_TYPE, message: "POST /groups/1/clusters sends a body without a Content-Type" },
      ],
    },
    {
      name: "data of urllib is a form",
      code: `const urllib = require("urllib");\nurllib.request("${NEW}${LIST}/a", { method: "PATCH", data: { paused: true }, headers: ⟦{ ${ACCEPT} }⟧ });`,
      errors: [NO_CONTENT_TYPE],
    },
    {
      name: "a written body",
      code: `const https = require("https");\nconst r = https.request("${NEW}${LIST}", { method: "POST", headers: ⟦{ ${ACCEPT} }⟧ });\nr.write("{}");\nr.end();`,
      errors: [NO_CONTENT_TYPE],
    },
    {
      name: "a body as text",
      code: `fetch("${NEW}${LIST}", { method: "POST", headers: { ${ACCEPT}, ⟦"Content-Type"⟧: "text/plain" }, body: "{}" });`,
      errors: [
        {
          ...WRONG_CONTENT_TYPE,
          message:
            "POST /groups/1/clusters sends Content-Type: text/plain; the API accepts application/json or the dated media type.",
        },
      ],
    },
    {
      name: "a body as a form",
      code: `fetch("${NEW}${LIST}/a", { method: "PUT", headers: { ${ACCEPT}, ⟦"content-type"⟧: "application/x-www-form-urlencoded" }, body: "a=b" });`,
      errors: [WRONG_CONTENT_TYPE],
    },
    {
      name: "both headers wrong are one finding",
      code: `fetch("${NEW}${LIST}", { method: "POST", headers: ⟦{ "Content-Type": "text/plain" }⟧, body: "{}" });`,
      errors: [MISSING],
    },
  ],
});
