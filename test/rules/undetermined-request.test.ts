import { expect, it } from "vitest";
import rule from "../../rules/undetermined-request.js";
import { analyze } from "../support/analyze.js";
import { testRule } from "../support/rule-tester.js";
import { BODY_CASES } from "./undetermined-bodies.js";

const TYPE = "application/vnd.%vendor%.2023-02-01+json";
const ACCEPT = `Accept: "${TYPE}"`;
const NEW = "%host%/api/%admin%/v2";
const LIST = `${NEW}/groups/1/clusters`;

const UNKNOWN_URL = { messageId: "url", confidence: "low" } as const;
const CLIENT = { messageId: "client", confidence: "low" } as const;
const HEADER = { messageId: "header", confidence: "low" } as const;
const VERSION = { messageId: "version", confidence: "low" } as const;

const service = { vocabulary: "service" } as const;
const atlas = { vocabulary: "atlas" } as const;

const BASE = { messageId: "base", confidence: "low" } as const;

testRule(rule, {
  valid: [
    ...BODY_CASES.valid,
    {
      name: "a base path with a request in another function",
      code: `const base = "${NEW}";\nexport const list = (id) => fetch(\`\${base}/groups/\${id}/clusters\`, { headers: { ${ACCEPT} } });`,
    },
    { name: "a base path in a comment and in a message", code: `// ${NEW}\nconsole.log("use ${NEW}");` },
    {
      name: "a path that a server handles",
      code: `app.get("/api/%admin%/v2/groups/:id", (request, response) => response.end());`,
    },
    { name: "everything is known", code: `fetch("${LIST}", { headers: { ${ACCEPT} } });` },
    { name: "a header that is missing is no question", code: `fetch("${LIST}");` },
    {
      name: "a base of the environment with a default",
      code: `const base = process.env.BASE ?? "${NEW}";\nfetch(base + "/groups/1/clusters", { headers: { ${ACCEPT} } });`,
    },
    {
      name: "a host of the environment, with the path",
      code: `fetch(process.env.HOST + "/api/%admin%/v2/groups/1/clusters", { headers: { ${ACCEPT} } });`,
    },
    {
      name: "an identifier of the environment",
      code: `fetch(\`${NEW}/groups/\${process.env.GROUP}/clusters\`, { headers: { ${ACCEPT} } });`,
    },
    {
      name: "a wrapper that one caller leads to a known place",
      code: `const get = (base) => fetch(base + "/groups/1/clusters", { headers: { ${ACCEPT} } });\nget("${NEW}");\nget(process.env.BASE);`,
    },
    {
      name: "a URL of which nothing is known",
      code: "export const get = (url) => fetch(url); // /groups/ /clusters",
    },
    {
      name: "a known base of another service",
      code: "fetch(`https://graph.microsoft.com/v1.0/groups/${id}/clusters`); // /groups/",
    },
    {
      name: "a base with an unknown part on the host of somebody else",
      code: "export const list = (kind) => fetch(`https://gitlab.example.net/api/${kind}/v1.0/groups/1/clusters`);",
    },
    {
      name: "groups of an unknown service",
      code: "fetch(`${process.env.GRAPH}/groups/${id}/members`); // /clusters",
    },
    { name: "users of an unknown service", code: "fetch(`${base}/users/${id}`); // /groups/ /clusters" },
    {
      name: "an application's own API",
      code: "export const get = (id) => fetch(`/api/%admin%/v2/reports/${id}`);",
    },
    {
      name: "an application's own API with groups",
      code: "export const get = (id) => fetch(`/api/admin/v2/groups/${id}/members`); // /clusters",
      ...service,
    },
    {
      name: "an application's own API with a segment that is not known",
      code: "export const get = (tenant) => fetch(`/api/%admin%/${tenant}/settings`); // /groups",
    },
    {
      name: "Apache Atlas",
      code: "export const get = (id) => fetch(`${process.env.ATLAS}/api/atlas/v2/entity/guid/${id}`); // %admin%/v2",
    },
    {
      name: "a client that is not known, with the header",
      code: `import { client } from "./client.js";\nclient.get("${LIST}", { headers: { ${ACCEPT} } });`,
    },
    { name: "a function that sends nothing", code: `console.log("${LIST}");` },
    {
      name: "discovery needs no version",
      code: "fetch(`${process.env.HOST}/%metrics%/v1.0/groups/1/discovery`); // /groups/ /clusters",
    },
    {
      name: "a link out of the answer of somebody else",
      code: "const page = await (await fetch('https://api.github.com/repos')).json();\nfetch(page.next.href); // /groups/ /clusters",
    },
    {
      name: "a field of an answer that is no link",
      code: `const body = await (await fetch("${LIST}", { headers: { ${ACCEPT} } })).json();\nfetch(body.webhook);`,
    },
    {
      name: "a client that is not known, for groups of an unknown service",
      code: 'import { call } from "./client.js";\ncall(`${process.env.GRAPH}/groups/${id}/members`); // /clusters',
    },
    {
      name: "a client that is not known, with a known base of another service",
      code: 'import { call } from "./client.js";\ncall(`https://graph.example.com/groups/${id}/clusters`); // digest',
    },
    {
      name: "a function that sends nothing, with an unknown base",
      code: "console.log(`${process.env.BASE}/groups/${id}/clusters`);",
    },
    { name: "nothing of the API", code: "fetch(`${base}/orders/${id}`);", noAnchor: true },
  ],
  invalid: [
    ...BODY_CASES.invalid,
    {
      name: "a base path without a request",
      code: 'export class Settings { base = "https://cloud.mongodb.com⟦/api/atlas/v2⟧"; }',
      errors: [BASE],
      ...atlas,
    },
    {
      name: "a base path that goes to a client that is not known",
      code: 'import { connect } from "./connect.js";\nconnect({ url: "https://cloud.mongodb.com⟦/api/atlas/v2⟧" });',
      errors: [BASE],
      ...atlas,
    },
    ...[
      ["a.py", '"https://h⟦/api/" + kind + "/v1.0⟧/groups/" + group'],
      ["a.pl", 'curl "$HOST⟦/api/${KIND}/v1.0⟧/groups/$GROUP"'],
      ["b.pl", 'curl "$HOST⟦/api/$KIND/v1.0⟧/groups/$GROUP"'],
      ["c.pl", "curl https://h⟦/api/$1/v1.0⟧/groups/$2"],
      ["a.pl", '"https://h⟦/api/$kind/v1.0⟧/groups/$group"'],
      ["b.lua", '"https://h⟦/api/#{kind}/v1.0⟧/groups/#{group}"'],
      ["d.py", '"https://h⟦/api/%admin%/" +⟧ version + "/groups/" + group'],
    ].map(([filename = "", code = ""]) => ({
      name: `text that is not parsed: ${filename}`,
      filename,
      code,
      errors: [UNKNOWN_URL],
      withLow: true,
    })),
    {
      name: "a base with an unknown part on the host of the service",
      code: "export const list = (kind) => ⟦fetch(`https://cloud.mongodb.com/api/${kind}/v1.0/groups/1`)⟧;",
      errors: [{ ...UNKNOWN_URL, message: "(kind is a parameter with unknown callers)" }],
      ...atlas,
    },
    {
      name: "a base with an unknown part on the host of the service, in text that is not parsed",
      filename: "c.ps1",
      code: '$base = "https://cloud.mongodb.com⟦/api/" + $kind + "/v1.0⟧"',
      errors: [UNKNOWN_URL],
      withLow: true,
      ...atlas,
    },
    {
      name: "a relative base with an unknown part",
      code: 'export const list = (kind) => ⟦fetch("/api/" + kind + "/v1.0/groups/1/clusters")⟧;',
      errors: [{ ...UNKNOWN_URL, message: "(kind is a parameter with unknown callers)" }],
    },
    {
      name: "a base that a class reads and never assigns",
      code: "class Client {\n  list() { return ⟦fetch(`${this.settings.base}/groups/1/clusters`)⟧; }\n}\nnew Client().list();",
      errors: [UNKNOWN_URL],
    },
    {
      name: "a base of the environment",
      code: "⟦fetch(`${process.env.BASE}/groups/${id}/clusters`)⟧;",
      errors: [
        {
          ...UNKNOWN_URL,
          message:
            "Cannot tell where this request goes: {BASE}/groups/{id}/clusters (process.env.BASE is an environment variable).",
        },
      ],
    },
    {
      name: "an imported base",
      code: 'import { BASE } from "./base.js";\n⟦fetch(`${BASE}/groups/${id}/clusters/${name}`)⟧;',
      errors: [{ ...UNKNOWN_URL, message: "is imported from a file that was not followed" }],
    },
    {
      name: "a base that is handed in",
      code: 'export const list = (base, id) => ⟦fetch(base + "/groups/" + id + "/clusters")⟧;',
      errors: [{ ...UNKNOWN_URL, message: "(base is a parameter with unknown callers)" }],
    },
    {
      name: "a base out of a file of settings",
      code: 'const config = require("./config.json");\n⟦fetch(`${config.base}/groups/${id}/clusters`)⟧;',
      errors: [UNKNOWN_URL],
    },
    {
      name: "an instance with a base of the environment",
      code: 'import axios from "axios";\nconst c = axios.create({ baseURL: process.env.BASE });\n⟦c.get("/groups/" + id + "/clusters")⟧;',
      errors: [UNKNOWN_URL],
    },
    {
      name: "a relative path that something adds a base to",
      code: "⟦fetch(`/groups/${id}/clusters`)⟧;",
      errors: [{ ...UNKNOWN_URL, message: "/groups/{id}/clusters (its base URL is unknown)" }],
    },
    {
      name: "the service's media type on an unknown base",
      code: `⟦fetch(process.env.BASE + "/orgs", { headers: { ${ACCEPT} } })⟧;`,
      errors: [UNKNOWN_URL],
    },
    {
      name: "digest credentials, a project and a dated header",
      code: 'const DigestFetch = require("digest-fetch");\nconst c = new DigestFetch("u", "k");\n⟦c.fetch(`${process.env.BASE}/groups/${id}`, { headers: { Accept: "application/vnd.%vendor%.2023-02-01+json" } })⟧; // clusters',
      errors: [UNKNOWN_URL],
    },
    {
      name: "digest credentials and an unknown URL",
      code: 'const DigestFetch = require("digest-fetch");\nconst c = new DigestFetch("u", "k");\nexport const get = (url) => ⟦c.fetch(url)⟧; // url: /groups/…',
      errors: [{ ...UNKNOWN_URL, message: "{url} (url is a parameter with unknown callers)" }],
    },
    {
      name: "everyone's path with any resource behind it",
      code: `export const get = (path) => ⟦fetch("${NEW}" + path, { headers: {} })⟧;`,
      ...service,
      errors: [{ ...UNKNOWN_URL, message: "/api/admin/v2{path} (path is a parameter" }],
    },
    {
      name: "everyone's path with any resource of a group",
      code: `export const get = (id, what) => ⟦fetch(\`${NEW}/groups/\${id}/\${what}\`)⟧;`,
      ...service,
      errors: [{ ...UNKNOWN_URL, message: "(what is a parameter" }],
    },
    {
      name: "a distinctive path on an unlisted host",
      code: "export const get = (path) => ⟦fetch(`http://localhost:8080/api/atlas/v2${path}`)⟧;",
      ...atlas,
      errors: [UNKNOWN_URL],
    },
    {
      name: "a version of the environment",
      code: "⟦fetch(`/api/%admin%/${process.env.VERSION}/groups/1/clusters`)⟧;",
      errors: [
        {
          ...VERSION,
          message:
            "Cannot tell the version in /api/%admin%/{VERSION}/groups/1/clusters (process.env.VERSION is an environment variable).",
        },
      ],
    },
    {
      name: "host and version of the environment",
      code: "⟦fetch(`${process.env.HOST}/api/%admin%/${process.env.VERSION}/groups/1/clusters`)⟧;",
      errors: [{ ...VERSION, message: "(process.env.VERSION is an environment variable)" }],
    },
    {
      name: "a version that is handed in",
      code: "export const list = (version, id) => ⟦fetch(`/api/%admin%/${version}/groups/${id}/clusters`)⟧;",
      errors: [{ ...VERSION, message: "version is a parameter with unknown callers" }],
    },
    {
      name: "an imported client",
      code: `import { client } from "./client.js";\n⟦client.get("${LIST}")⟧;`,
      errors: [{ ...CLIENT, message: "%host%/api/%admin%/v2/groups/1/clusters is passed to " }],
    },
    {
      name: "an imported function, before the move",
      code: 'import { callApi } from "./client.js";\n⟦callApi("GET", "%host%/api/%admin%/v1.0/groups/1/clusters")⟧;',
      errors: [CLIENT],
    },
    {
      name: "an imported function, with an unknown base and the path of an operation",
      code: 'import { makeRequest } from "./client.js";\n⟦makeRequest(`${config.base}/groups/${id}/clusters/${host}/logs/mongodb.gz`, { auth })⟧;',
      errors: [{ ...CLIENT, message: "/groups/{id}/clusters/{host}/logs/mongodb.gz is passed to " }],
    },
    {
      name: "Python, a name that is not imported",
      filename: "client.py",
      code: '⟦requests.get(f"{BASE}/groups/{group}/clusters")⟧',
      errors: [{ ...CLIENT, message: "/groups/{group}/clusters is passed to requests.get" }],
    },
    {
      name: "Python, an imported method and a base of settings that a class inherits",
      filename: "logs.py",
      code: [
        "from requests.auth import HTTPDigestAuth",
        "from vendor.base import Collector",
        "from vendor.http import Client",
        "class Logs(Collector):",
        "    def fetch(self):",
        `        url = f"{self.config['BASE_URL']}/groups/{self.project}/clusters/{self.host}/logs/mongodb.gz"`,
        '        return ⟦Client.make_request(url, method="get", auth=HTTPDigestAuth("a", "b"))⟧',
      ].join("\n"),
      errors: [CLIENT],
    },
    {
      name: "an imported function whose name ends with the method",
      code: [
        `import { syncGet } from "some-http";`,
        `const headers = { Accept: "application/vnd.atlas.2023-02-01+json" };`,
        `fetch("${LIST}", { headers });`,
        `⟦syncGet("${LIST}", { headers: { Accept: "application/json" } })⟧;`,
      ].join("\n"),
      errors: [{ ...CLIENT, message: "is passed to some-http.syncGet, which v2ready does not know" }],
    },
    {
      name: "a client that a class is given",
      code: `export class Clusters {\n  constructor(http) { this.http = http; }\n  list() { return ⟦this.http.get("${LIST}")⟧; }\n}`,
      errors: [{ ...CLIENT, message: "is passed to http.get, which v2ready does not know" }],
    },
    {
      name: "a client that is not known, with a plain header",
      code: `import { client } from "./client.js";\n⟦client.get("${LIST}", { headers: { Accept: "application/json" } })⟧;`,
      errors: [CLIENT],
    },
    {
      name: "a function that is called by its name",
      code: 'exports = () => ⟦context.functions.execute("get", "/api/%admin%/v1.0/groups/1/clusters")⟧;',
      errors: [CLIENT],
    },
    {
      name: "TypeScript, a client by its interface",
      filename: "clusters.ts",
      code: `import type { Http } from "./http.js";\nexport const list = (http: Http): Promise<unknown> => ⟦http.get<unknown>("${LIST}")⟧;`,
      errors: [CLIENT],
    },
    {
      name: "imported headers",
      code: `import { HEADERS } from "./headers.js";\n⟦fetch("${LIST}", { headers: HEADERS })⟧;`,
      errors: [{ ...HEADER, message: "Cannot tell which Accept header this request sends (" }],
    },
    {
      name: "imported headers, before the move",
      code: 'import { HEADERS } from "./headers.js";\n⟦fetch("%host%/api/%admin%/v1.0/groups/1/clusters", { headers: HEADERS })⟧;',
      errors: [{ ...HEADER, message: "is imported from a file that was not followed" }],
    },
    {
      name: "imported headers spread into others",
      code: `import { HEADERS } from "./headers.js";\nfetch("${LIST}", { headers: ⟦{ "X-Trace": "1", ...HEADERS }⟧ });`,
      errors: [HEADER],
    },
    {
      name: "headers of a function that is not known",
      code: `import { headersFor } from "./headers.js";\n⟦fetch("${LIST}", { headers: headersFor("list") })⟧;`,
      errors: [HEADER],
    },
    {
      name: "headers that are handed in",
      code: `export const list = (headers) => ⟦fetch("${LIST}", { headers })⟧;`,
      errors: [{ ...HEADER, message: "(headers is a parameter with unknown callers)" }],
    },
    {
      name: "a header of the environment",
      code: `fetch("${LIST}", { headers: ⟦{ Accept: process.env.ACCEPT }⟧ });`,
      errors: [{ ...HEADER, message: "process.env.ACCEPT is an environment variable" }],
    },
    {
      name: "a body that is parsed from a variable of the environment",
      code: `⟦fetch("${LIST}", { method: "POST", headers: { Accept: "application/vnd.%vendor%.2023-02-01+json", "Content-Type": "application/json" }, body: JSON.stringify(JSON.parse(process.env.BODY)) })⟧;`,
      errors: [
        { messageId: "body", confidence: "low", message: "(process.env.BODY is an environment variable)" },
      ],
    },
    {
      name: "an imported date",
      code: `import { DATE } from "./date.js";\nfetch("${LIST}", { headers: ⟦{ Accept: \`application/vnd.%vendor%.\${DATE}+json\` }⟧ });`,
      errors: [HEADER],
    },
    {
      name: "today's date",
      code: `const date = new Date().toISOString().slice(0, 10);\nfetch("${LIST}", { headers: ⟦{ Accept: \`application/vnd.%vendor%.\${date}+json\` }⟧ });`,
      errors: [HEADER],
    },
    {
      name: "a placeholder that something replaces",
      code: `fetch("${LIST}", { headers: ⟦{ Accept: "application/vnd.%vendor%.<yyyy-mm-dd>+json" }⟧ });`,
      errors: [{ ...HEADER, message: "a part of it is a placeholder" }],
    },
    {
      name: "headers of an instance",
      code: `import axios from "axios";\nimport { HEADERS } from "./headers.js";\nconst c = ⟦axios.create({ baseURL: "${NEW}", headers: HEADERS })⟧;\nc.get("/groups/1/clusters");`,
      errors: [HEADER],
    },
    {
      name: "JSX",
      filename: "list.jsx",
      code: "export const List = ({ base }) => <button onClick={() => ⟦fetch(`${base}/groups/1/clusters`)⟧}>load</button>;",
      errors: [UNKNOWN_URL],
    },
  ],
});

it("a variable of a batch file is a part that is not known", async () => {
  const text = "curl https://h/api/%KIND%/v1.0/groups/%GROUP%\n";
  expect((await analyze("a.bat", text)).findings).toMatchObject([
    { ruleId: "undetermined-request", place: { start: 0, end: 38 } },
  ]);
});

it("an exception that mentions a URL is not a request", async () => {
  const text = 'import httpx\nraise httpx.HTTPStatusError(f"no {x} at NEWgroups", request=r)\n'.replace(
    "NEW",
    "https://cloud.mongodb.com/api/atlas/v2/",
  );
  expect((await analyze("a.py", text)).findings).toEqual([]);
});
