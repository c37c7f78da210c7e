import { expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const TYPE = "application/vnd.atlas.2023-02-01+json";

/** Files whose every request is moved by a safe fix, and nothing is left to say. */
const CLIENTS: readonly (readonly [name: string, files: Files, made: RegExp])[] = [
  [
    "headers that are made of nothing and set one by one",
    {
      "a.js": `const headers = new Headers();\nheaders.set("Authorization", token);\nawait fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/databaseUsers", { headers });\n`,
    },
    /new Headers\(\{ Accept: "application\/vnd\.atlas\.2023-02-01\+json" \}\)/,
  ],
  [
    "an instance that sends again what failed",
    {
      "a.js": `import axios from "axios";\nconst api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0", headers: {} });\napi.interceptors.response.use((answer) => answer, async (error) => {\n  const { config } = error;\n  if (error.response?.status === 429) return api.request(config);\n  throw error;\n});\nawait api.get("/groups/a/databaseUsers");\n`,
    },
    /headers: \{ Accept: /,
  ],
  [
    "a path from a module that is required by a module",
    {
      "a.mjs": `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);\nconst { GROUP } = require("./group.js");\nawait fetch("https://cloud.mongodb.com/api/atlas/v1.0" + GROUP + "/databaseUsers");\n`,
      "group.js": `exports.GROUP = "/groups/a";\n`,
    },
    /Accept/,
  ],
  [
    "a client that tries again and says more of errors",
    {
      "a.js": `export class Client {\n  #base = "https://cloud.mongodb.com/api/atlas/v1.0";\n  async send(path, attempt = 0) {\n    const answer = await fetch(this.#base + path);\n    if (answer.status === 429 && attempt < 3) return this.send(path, attempt + 1);\n    if (!answer.ok) {\n      const { errorCode, detail } = await answer.json();\n      throw Object.assign(new Error(detail), { errorCode });\n    }\n    return answer.json();\n  }\n  users() { return this.send("/groups/a/databaseUsers"); }\n  teams() { return this.send("/orgs/a/teams"); }\n}\n`,
    },
    /Accept/,
  ],
];

it.each(CLIENTS)("%s", async (_name, before, made) => {
  const { files, remaining } = await fixFiles(before);
  const text = Object.values(files).join("");
  expect(text).toMatch(made);
  expect(text).toContain(TYPE);
  expect(text).not.toContain("v1.0");
  expect(remaining).toEqual([]);
});

it("names are in lower case beside headers that come in so", async () => {
  const before = `import http from "node:http";
const BASE = "https://cloud.mongodb.com/api/atlas/v1.0/groups/a/databaseUsers";
http.createServer(async (request, response) => {
  const answer = await fetch(BASE, { headers: { ...request.headers, authorization: token } });
  response.end(await answer.text());
});
`;
  const { files } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
  expect(files["a.js"]).toContain(`{ ...request.headers, authorization: token, accept: "${TYPE}" }`);
});

it("clusters stay if an own server passes them on to a client that reads removed properties", async () => {
  const server = (path: string): string => `import http from "node:http";
http.createServer(async (request, response) => {
  const answer = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/a/${path}");
  response.end(JSON.stringify(await answer.json()));
}).listen(8080);
const page = await (await fetch("http://127.0.0.1:8080/")).json();
for (const cluster of page.results) connect(cluster.srvAddress);
`;
  const relayed = await fixFiles({ "a.js": server("clusters") }, ["safe", "unsafe"]);
  expect(relayed.files["a.js"]).toBe(server("clusters"));
  const reasons = relayed.units.flatMap((unit) => unit.reasons).join("; ");
  expect(reasons).toMatch(/a\.js reads srvAddress of an object that may be that cluster/);
  const others = await fixFiles({ "a.js": server("databaseUsers") }, ["safe", "unsafe"]);
  expect(others.files["a.js"]).toContain("/api/atlas/v2/");
});

const AXIOS = `import axios from "axios";\nconst api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v1.0" });\n`;
const ASKED = `await api.get("/groups/a/databaseUsers");\n`;
const intercepted = (interceptor: string): Files => ({
  "a.js": `${AXIOS}api.interceptors.request.use(${interceptor});\n${ASKED}`,
});

it.each([
  [
    "(c) => { c.headers = { Authorization: token }; return c; }",
    `{ Authorization: token, Accept: "${TYPE}" }`,
  ],
  ["(c) => ({ ...c, headers: { Authorization: token } })", `{ Authorization: token, Accept: "${TYPE}" }`],
  ["(c) => { c.headers.Authorization = token; return c; }", `v2", headers: { Accept: "${TYPE}" } }`],
])("headers are written where they are not lost in %s", async (interceptor, wanted) => {
  const { files, remaining } = await fixFiles(intercepted(interceptor));
  expect(files["a.js"]).toContain(wanted);
  expect(remaining).toEqual([]);
});

it.each([
  `(c) => { c.headers.delete("Accept"); return c; }`,
  "(c) => { c.headers = new axios.AxiosHeaders({ Authorization: token }); return c; }",
  "(c) => { if (token) c.headers = { Authorization: token }; return c; }",
  "(c) => { c.headers.clear(); return c; }",
])("a request stays where its headers are lost in %s", async (interceptor) => {
  const { files } = await fixFiles(intercepted(interceptor));
  expect(files).toEqual(intercepted(interceptor));
});

it("a request is not safe to move where an interceptor is not followed", async () => {
  const before = intercepted("authenticate");
  const { files, units } = await fixFiles({
    "a.js": `import { authenticate } from "company-http";\n${before["a.js"]!}`,
  });
  expect(files["a.js"]).toContain("v1.0");
  expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(
    /cannot tell which Accept header the request sends/,
  );
});
