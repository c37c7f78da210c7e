import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../src/report/json.js";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

const HOST = "https://cloud.mongodb.com/api/atlas";
const ACCEPT = `headers: { Accept: "application/vnd.atlas.2023-02-01+json" }`;

const check = (tree: Readonly<Record<string, string>>): Promise<JsonReport> =>
  report([], { cwd: sharedTree(tree) });

/** Returns a line for each request: `GET /groups/{id} src/a.js:1`. */
const lines = ({ requests }: JsonReport): string[] =>
  requests.map(({ method = "?", path, call }) => `${method} ${path} ${call.path}:${call.line}`);

/**
 * Returns for each group what its requests share, and the parts that its findings are about, with the number of
 * requests.
 */
const shapes = ({ groups, findings }: JsonReport): string[] =>
  groups.map(({ requests, findings: own, shared }) => {
    const parts = own.map((fingerprint) => {
      const { part, requests: about } = findings.find((one) => one.fingerprint === fingerprint)!;
      return `${part} ${about.length}`;
    });
    return [requests.length, shared?.what ?? "alone", ...parts].join(", ");
  });

describe("the requests of a report", () => {
  it("one request has its base, header, body and reads together", async () => {
    const found = await check({
      "src/create.js": [
        `export async function create(projectId) {`,
        `  const response = await fetch(\`${HOST}/v1.0/groups/\${projectId}/clusters\`, {`,
        `    method: "POST",`,
        `    body: JSON.stringify({ name: "one", providerSettings: { providerName: "AWS" } }),`,
        `  });`,
        `  return (await response.json()).srvAddress;`,
        `}`,
        ``,
      ].join("\n"),
    });
    expect(lines(found)).toEqual(["POST /groups/{projectId}/clusters src/create.js:2"]);
    expect(shapes(found)).toEqual(["1, alone, header 1, base 1, body 1, read 1"]);
    const [{ id }] = found.requests as [JsonReport["requests"][number]];
    for (const finding of found.findings)
      expect(finding).toMatchObject({
        method: "POST",
        endpoint: "/groups/{GROUP-ID}/clusters",
        request: id,
        requests: [id],
        versionNow: "v1.0",
        versionWanted: "2023-02-01",
      });
    expect(found.requests).toMatchObject([
      { kind: "call", client: "fetch", fileClass: "source", versionNow: "v1.0", versionWanted: "2023-02-01" },
    ]);
  });

  it("an object that goes to an unknown client is one request, under the name of the client", async () => {
    const found = await check({
      "src/send.js": [
        `export const send = (client, id) => client.request({ method: "GET", url: \`${HOST}/v1.0/groups/\${id}/users\` });`,
        `export const options = (id) => ({ method: "GET", url: \`${HOST}/v1.0/groups/\${id}/clusters\` });`,
        ``,
      ].join("\n"),
    });
    expect(lines(found)).toEqual([
      "GET /groups/{id}/users src/send.js:1",
      "GET /groups/{id}/clusters src/send.js:2",
    ]);
    expect(found.requests.map(({ client }) => client)).toEqual(["client.request", "request options"]);
    expect(shapes(found)).toEqual(["1, alone, header 1, base 1", "1, alone, header 1, base 1"]);
  });

  it("requests in several files that share a base are one group", async () => {
    const found = await check({
      "src/base.js": `export const BASE = "${HOST}/v1.0";\n`,
      "src/a.js": `import { BASE } from "./base.js";\nexport const a = (id) => fetch(\`\${BASE}/groups/\${id}\`);\n`,
      "src/b.js": `import { BASE } from "./base.js";\nexport const b = () => fetch(BASE + "/groups");\n`,
    });
    expect(lines(found)).toEqual(["GET /groups/{id} src/a.js:2", "GET /groups src/b.js:2"]);
    expect(shapes(found)).toEqual(["2, base, header 1, header 1, base 2"]);
    expect(found.groups[0]!.shared).toEqual({ what: "base", path: "src/base.js", line: 1, column: 47 });
    const base = found.findings.find(({ part }) => part === "base")!;
    expect(base).toMatchObject({ method: "GET", versionNow: "v1.0" });
    expect([base.endpoint, base.request, base.requests.length]).toEqual([undefined, undefined, 2]);
  });

  it("of a wrapper are shown as the calls of its users, those of tests only in the tests", async () => {
    const found = await check({
      "src/http.js": `const axios = require("axios");\nmodule.exports.get = (path) => axios.get("${HOST}/v1.0" + path);\n`,
      "src/users.js": `const { get } = require("./http");\nmodule.exports.users = (id) => get(\`/groups/\${id}/users\`);\n`,
      "src/groups.js": `const { get } = require("./http");\nmodule.exports.groups = () => get("/groups");\n`,
      "test/groups.test.js": `const { get } = require("../src/http");\nit("lists", () => get("/orgs"));\n`,
    });
    const [group] = found.groups;
    const calls = group!.requests.map((id) => found.requests.find((one) => one.id === id)!);
    expect(calls.map(({ path, call, sentAt }) => [path, call.path, call.line, sentAt?.path])).toEqual([
      ["/groups", "src/groups.js", 2, "src/http.js"],
      ["/groups/{id}/users", "src/users.js", 2, "src/http.js"],
    ]);
    expect(group!.shared).toMatchObject({ what: "wrapper", path: "src/http.js", line: 2 });
    expect(found.requests.map(({ fileClass }) => fileClass)).toEqual(["source", "source", "test"]);
  });

  it("of functions that nothing calls, the calls in them are shown, or the class that sends by itself", async () => {
    const found = await check({
      "src/base.js": [
        `export class Base {`,
        `  constructor() { this.url = "${HOST}/v1.0"; }`,
        `  async request(path, method) { return fetch(this.url + path, { method }); }`,
        `}`,
        `export class Started {`,
        `  constructor() { fetch("${HOST}/v1.0" + this.constructor.path); }`,
        `}`,
        ``,
      ].join("\n"),
      "src/project.js": [
        `import { Base, Started } from "./base.js";`,
        `const PATHS = { users: "/users" };`,
        `export class Project extends Base {`,
        `  get() { return this.request("/groups", "GET"); }`,
        `  users() {`,
        `    const path = "/groups" + PATHS.users;`,
        `    return this.request(path, "GET");`,
        `  }`,
        `}`,
        `export class Orgs extends Started { static path = "/orgs"; }`,
        `export class Groups extends Started { static path = "/groups"; }`,
        ``,
      ].join("\n"),
    });
    expect(lines(found)).toEqual([
      "GET /groups src/project.js:4",
      "GET /groups/users src/project.js:7",
      "GET /orgs src/project.js:10",
      "GET /groups src/project.js:11",
    ]);
  });

  it("requests of one instance are one group, and know where it is made", async () => {
    const found = await check({
      "src/api.js": [
        `import axios from "axios";`,
        `const api = axios.create({ baseURL: "${HOST}/v1.0" });`,
        `export const one = (id) => api.get(\`/groups/\${id}\`);`,
        `export const all = () => api.get("/groups");`,
        ``,
      ].join("\n"),
    });
    expect(shapes(found)).toEqual(["2, instance, header 2, base 2"]);
    expect(found.requests.map(({ setUp }) => setUp?.line)).toEqual([2, 2]);
  });

  it("requests that share nothing are groups of their own", async () => {
    const found = await check({
      "src/a.js": `fetch("${HOST}/v1.0/groups");\nfetch("${HOST}/v1.0/orgs", { method: "POST" });\n`,
    });
    expect(shapes(found)).toEqual(["1, alone, header 1, base 1", "1, alone, header 1, base 1"]);
  });

  it("URLs in text that is searched are requests whose method is not known", async () => {
    const found = await check({
      "run.pl": `curl "${HOST}/v1.0/groups/$PROJECT/whitelist"\nBASE=${HOST}/v1.0\n`,
    });
    expect(found.requests).toMatchObject([
      {
        kind: "text",
        path: "/groups/$PROJECT/whitelist",
        endpoint: "/groups/{GROUP-ID}/whitelist",
        client: "perl",
        versionNow: "v1.0",
        versionWanted: "2023-02-01",
      },
    ]);
    expect(shapes(found)).toEqual(["1, alone, base 1, path 1"]);
    expect(found.findings.filter(({ requests }) => requests.length === 0)).toMatchObject([{ line: 2 }]);
  });

  it("a dated request tells its date, and asks for it further on", async () => {
    const found = await check({
      "src/a.js": `fetch("${HOST}/v2/groups/1/clusters", { headers: { Accept: "application/vnd.atlas.2024-08-06+json" } });\n`,
    });
    expect(found.findings).toMatchObject([{ versionNow: "2024-08-06", versionWanted: "2024-08-06" }]);
  });

  it("keep their names when lines are added above and when less is shown", async () => {
    const code = `fetch("${HOST}/v1.0/groups");\nfetch("${HOST}/v1.0/groups");\n`;
    const ids = (found: JsonReport): string[] => found.requests.map(({ id }) => id);
    const before = ids(await check({ "src/a.js": code }));
    expect(new Set(before).size).toBe(2);
    expect(ids(await check({ "src/a.js": `// more\n\n${code}` }))).toEqual(before);
    const cwd = sharedTree({ "src/a.js": code });
    expect(ids(await report(["--only", "no-unversioned-base-path"], { cwd }))).toEqual(before);
  });
});

describe("what would fix the calls", () => {
  it("is counted as fixes are planned, by the last error of a call", async () => {
    const found = await check({
      "src/safe.js": `export const safe = async () => (await fetch("${HOST}/v1.0/groups")).status;\n`,
      "src/person.js": `export const person = (send) => send("${HOST}/v1.0/groups");\nexport const gone = async (id) => (await fetch(\`${HOST}/v1.0/groups/\${id}/dataLakes\`)).status;\n`,
      "run.pl": `curl ${HOST}/v1.0/groups\n`,
    });
    expect(found.summary.fixability.calls).toEqual({ safe: 1, unsafe: 0, person: 2 });
    expect(found.summary.fixability.mentions).toBe(1);
    const { safe, person } = found.summary.fixability.findings;
    expect([safe, safe + person]).toEqual([2, found.findings.length]);
  });

  it("counts a call once if a wrapper sends two requests for it", async () => {
    const requests = `const challenge = await http.patch({ url });\n  return http.patch({ url, body, headers: { Authorization: [digest(challenge)] } });`;
    const call = (paused: boolean): string =>
      `exports = (id, name) => {\n  const url = "${HOST}/v1.0/groups/" + id + "/clusters/" + name;\n  return context.functions.execute("patch", url, { paused: ${paused} });\n};\n`;
    const found = await check({
      "functions/patch.js": `exports = async (url, body) => {\n  const http = context.services.get("http");\n  ${requests}\n};\n`,
      "functions/pause.js": call(true),
      "functions/resume.js": call(false).replace("false", "null"),
    });
    expect(lines(found)).toEqual([
      "PATCH /groups/{id}/clusters/{name} functions/pause.js:3",
      "PATCH /groups/{id}/clusters/{name} functions/pause.js:3",
      "PATCH /groups/{id}/clusters/{name} functions/resume.js:3",
      "PATCH /groups/{id}/clusters/{name} functions/resume.js:3",
    ]);
    const { safe, unsafe, person } = found.summary.fixability.calls;
    expect(safe + unsafe + person).toBe(2);
  });

  it("counts a place once where code sends several requests", async () => {
    const found = await check({
      "src/a.js": `const paths = ["/groups", "/orgs"];\nexport const all = () => paths.map(async (one) => (await fetch("${HOST}/v1.0" + one)).status);\n`,
      "src/b.js": `export const one = async (id, all) => (await fetch(all ? "${HOST}/v1.0/groups" : \`${HOST}/v1.0/orgs/\${id}\`)).status;\n`,
    });
    expect(found.requests.length).toBeGreaterThan(2);
    const { safe, unsafe, person } = found.summary.fixability.calls;
    expect(safe + unsafe + person).toBe(2);
  });

  it("says what fix does", async () => {
    const found = await check({
      "src/a.js": `export const a = async () => (await fetch("${HOST}/v1.0/groups", { ${ACCEPT} })).status;\n`,
    });
    expect(found.summary.fixability).toEqual({
      calls: { safe: 1, unsafe: 0, person: 0 },
      mentions: 0,
      findings: { safe: 1, unsafe: 0, person: 0 },
    });
  });
});

describe("the way of a request", () => {
  it("leaves out a file that calls its own functions only because nobody else does", async () => {
    const found = await check({
      "src/http.js": "export class Http {\n  request(url) {\n    return fetch(url);\n  }\n}\n",
      "src/groups.js": `export class Groups {\n  constructor(http) {\n    this.http = http;\n  }\n  list() {\n    return this.http.request("${HOST}/v1.0/groups");\n  }\n}\n`,
      "src/index.js":
        'import { Http } from "./http.js";\nimport { Groups } from "./groups.js";\nexport default () => ({ groups: new Groups(new Http()) });\n',
    });
    const header = found.findings.find(({ ruleId }) => ruleId === "require-version-media-type")!;
    const way = header.related.map(
      ({ path, line, column, message }) => `${path}:${line}:${column} ${message}`,
    );
    expect(way).toContain("src/groups.js:6:12 called from here");
    expect(way.filter((one) => one.includes(":1:1 "))).toEqual([]);
  });
});
