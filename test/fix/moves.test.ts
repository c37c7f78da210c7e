import { describe, expect, it } from "vitest";
import type { Applicability } from "../../src/core/finding.js";
import { fixFiles, type Files } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const TYPE = "application/vnd.atlas.2023-02-01+json";

interface Case {
  readonly name: string;
  readonly before: string | Files;
  readonly after: string | Files;
  readonly applicability?: Applicability;
}

const filesOf = (given: string | Files): Files => (typeof given === "string" ? { "a.js": given } : given);

const CASES: readonly Case[] = [
  {
    name: "a call without options gets them",
    before: `await fetch("${BASE}/groups");\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "a body without a type gets that as well",
    before: `await fetch("${BASE}/groups", { method: "POST", body: JSON.stringify({ name: "a", orgId: "o" }) });\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { method: "POST", body: JSON.stringify({ name: "a", orgId: "o" }), headers: { Accept: "${TYPE}", "Content-Type": "application/json" } });\n`,
  },
  {
    name: "a body without a type gets that beside a plain type that is replaced",
    before: `await fetch("${BASE}/groups", { method: "POST", headers: { Accept: "application/json" }, body: JSON.stringify({ name: "a", orgId: "o" }) });\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { method: "POST", headers: { Accept: "${TYPE}", "Content-Type": "application/json" }, body: JSON.stringify({ name: "a", orgId: "o" }) });\n`,
  },
  {
    name: "a text that the client would send as a form gets its type",
    before: `import axios from "axios";\nawait axios.post("${BASE}/groups", JSON.stringify({ name: "a", orgId: "o" }));\n`,
    after: `import axios from "axios";\nawait axios.post("https://cloud.mongodb.com/api/atlas/v2/groups", JSON.stringify({ name: "a", orgId: "o" }), { headers: { Accept: "${TYPE}", "Content-Type": "application/json" } });\n`,
  },
  {
    name: "a plain type is replaced where it is given, not where it is kept",
    before: `const JSON_TYPE = "application/json";\nawait fetch("${BASE}/groups", { headers: { accept: JSON_TYPE } });\nawait fetch("https://a.example/x", { headers: { accept: JSON_TYPE } });\n`,
    after: `const JSON_TYPE = "application/json";\nawait fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { accept: "${TYPE}" } });\nawait fetch("https://a.example/x", { headers: { accept: JSON_TYPE } });\n`,
  },
  {
    name: "a path whose word has another name now is renamed",
    before: `const list = "/groups/a/whitelist";\nconst answer = await fetch(\`${BASE}\${list}\`);\nconst { results } = await answer.json();\nawait fetch(\`${BASE}\${list}/\${results[0].cidrBlock}\`, { method: "DELETE" });\n`,
    after: `const list = "/groups/a/accessList";\nconst answer = await fetch(\`https://cloud.mongodb.com/api/atlas/v2\${list}\`, { headers: { Accept: "${TYPE}" } });\nconst { results } = await answer.json();\nawait fetch(\`https://cloud.mongodb.com/api/atlas/v2\${list}/\${results[0].cidrBlock}\`, { method: "DELETE", headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "a word that stands alone may be used for something else",
    applicability: "unsafe",
    before: `const list = "whitelist";\nawait fetch(\`${BASE}/groups/a/\${list}\`);\n`,
    after: `const list = "accessList";\nawait fetch(\`https://cloud.mongodb.com/api/atlas/v2/groups/a/\${list}\`, { headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "such a word is renamed in a request of the versioned API, too",
    before: `await fetch("https://cloud.mongodb.com/api/atlas/v2/orgs/a/apiKeys/b/whitelist", { headers: { Accept: "${TYPE}" } });\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/orgs/a/apiKeys/b/accessList", { headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "a download keeps its format",
    before: `await fetch("${BASE}/groups/a/clusters/h/logs/mongodb.gz", { headers: { Accept: "application/gzip" } });\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/a/clusters/h/logs/mongodb.gz", { headers: { Accept: "application/vnd.atlas.2023-02-01+gzip" } });\n`,
  },
  {
    name: "pairs, Headers and lists of strings stay what they are",
    before: {
      "pairs.js": `await fetch("${BASE}/groups", { headers: [["X-A", "b"]] });\n`,
      "headers.js": `const headers = new Headers({ "X-A": "b" });\nawait fetch("${BASE}/groups", { headers });\n`,
      "function.js": `exports = () => context.http.get({ url: "${BASE}/groups", headers: { "X-A": ["b"] } });\n`,
    },
    after: {
      "pairs.js": `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: [["X-A", "b"], ["Accept", "${TYPE}"]] });\n`,
      "headers.js": `const headers = new Headers({ "X-A": "b", "Accept": "${TYPE}" });\nawait fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers });\n`,
      "function.js": `exports = () => context.http.get({ url: "https://cloud.mongodb.com/api/atlas/v2/groups", headers: { "X-A": ["b"], "Accept": ["${TYPE}"] } });\n`,
    },
  },
  {
    name: "an instance has it for all its requests",
    before: `import axios from "axios";\nconst api = axios.create({ baseURL: "${BASE}" });\nawait api.get("/groups");\nawait api.get("/orgs");\n`,
    after: `import axios from "axios";\nconst api = axios.create({ baseURL: "https://cloud.mongodb.com/api/atlas/v2", headers: { Accept: "${TYPE}" } });\nawait api.get("/groups");\nawait api.get("/orgs");\n`,
  },
  {
    name: "a chain gets one more link",
    before: `const request = require("superagent");\nrequest.get("${BASE}/groups").end();\n`,
    after: `const request = require("superagent");\nrequest.get("https://cloud.mongodb.com/api/atlas/v2/groups").set("Accept", "${TYPE}").end();\n`,
  },
  {
    name: "a resource that the vocabulary does not list has the version of all",
    before: `await fetch(\`https://cloud.example.com/api/admin/v1.0/groups/${"${id}"}/databaseUsers\`);\n`,
    after: `await fetch(\`https://cloud.example.com/api/admin/v2/groups/${"${id}"}/databaseUsers\`, { headers: { Accept: "application/vnd.service.2023-02-01+json" } });\n`,
  },
  {
    name: "options come before a callback",
    before: `require("https").get("${BASE}/groups", (answer) => answer.resume());\n`,
    after: `require("https").get("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } }, (answer) => answer.resume());\n`,
  },
  {
    name: "base, headers and calls in files of their own are one unit",
    before: {
      "config.js": `export const BASE = "${BASE}";\nexport const HEADERS = { "User-Agent": "a" };\n`,
      "calls.js": `import { BASE, HEADERS } from "./config.js";\nawait fetch(BASE + "/groups", { headers: HEADERS });\nawait fetch(BASE + "/orgs", { headers: HEADERS });\n`,
    },
    after: {
      "config.js": `export const BASE = "https://cloud.mongodb.com/api/atlas/v2";\nexport const HEADERS = { "User-Agent": "a", "Accept": "${TYPE}" };\n`,
      "calls.js": `import { BASE, HEADERS } from "./config.js";\nawait fetch(BASE + "/groups", { headers: HEADERS });\nawait fetch(BASE + "/orgs", { headers: HEADERS });\n`,
    },
  },
  {
    name: "a base in a JSON file is a part of the unit",
    before: {
      "config.json": `{ "base": "${BASE}" }\n`,
      "a.js": `const { base } = require("./config.json");\nfetch(base + "/groups");\n`,
    },
    after: {
      "config.json": `{ "base": "https://cloud.mongodb.com/api/atlas/v2" }\n`,
      "a.js": `const { base } = require("./config.json");\nfetch(base + "/groups", { headers: { Accept: "${TYPE}" } });\n`,
    },
  },
  {
    name: "headers that another service gets as well stay alone; the call has its own",
    before: `const H = { "User-Agent": "a" };\nawait fetch("${BASE}/groups", { headers: { ...H } });\nawait fetch("https://a.example/x", { headers: H });\n`,
    after: `const H = { "User-Agent": "a" };\nawait fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { ...H, Accept: "${TYPE}" } });\nawait fetch("https://a.example/x", { headers: H });\n`,
  },
  {
    name: "reads go where the values stand from now on",
    before: `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst { srvAddress, name } = await answer.json();\nconnect(srvAddress, name);\n`,
    after: `const answer = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/a/clusters/b", { headers: { Accept: "${TYPE}" } });\nconst { connectionStrings: { standardSrv: srvAddress } = {}, name } = await answer.json();\nconnect(srvAddress, name);\n`,
  },
  {
    name: "a search for the media type of JSON finds the dated one, too",
    before: `const answer = await fetch("${BASE}/groups");\nif (!answer.headers.get("content-type").includes("application/json")) throw new Error("no JSON");\n`,
    after: `const answer = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } });\nif (!answer.headers.get("content-type").includes("json")) throw new Error("no JSON");\n`,
  },
  {
    name: "a request that was moved without its header gets it",
    before: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups");\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "links of answers are followed with the header, too",
    before: `const first = await fetch("${BASE}/groups");\nconst page = await first.json();\nawait fetch(page.links[0].href);\n`,
    after: `const first = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } });\nconst page = await first.json();\nawait fetch(page.links[0].href, { headers: { Accept: "${TYPE}" } });\n`,
  },
  {
    name: "a loop over the links of pages is one call",
    before: `let url = "${BASE}/groups";\nwhile (url) {\n  const answer = await fetch(url);\n  url = (await answer.json()).links.find((link) => link.rel === "next")?.href;\n}\n`,
    after: `let url = "https://cloud.mongodb.com/api/atlas/v2/groups";\nwhile (url) {\n  const answer = await fetch(url, { headers: { Accept: "${TYPE}" } });\n  url = (await answer.json()).links.find((link) => link.rel === "next")?.href;\n}\n`,
  },
  {
    name: "a test double moves with what it stands in for",
    before: {
      "a.js": `export const list = () => fetch("${BASE}/groups");\n`,
      "a.test.js": `import nock from "nock";\nnock("https://cloud.mongodb.com").get("/api/atlas/v1.0/groups").reply(200, {});\n`,
    },
    after: {
      "a.js": `export const list = () => fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: "${TYPE}" } });\n`,
      "a.test.js": `import nock from "nock";\nnock("https://cloud.mongodb.com").get("/api/atlas/v2/groups").reply(200, {});\n`,
    },
  },
  {
    name: "a tenant upgrade is asked for by the version that takes it",
    before: `await fetch("${BASE}/groups/a/clusters/tenantUpgrade", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: "a", providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } }) });\n`,
    after: `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/a/clusters/tenantUpgrade", { method: "POST", headers: { "Content-Type": "application/json", "Accept": "application/vnd.atlas.2023-01-01+json" }, body: JSON.stringify({ name: "a", providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } }) });\n`,
  },
  {
    name: "callers that nobody sees may give headers of their own",
    applicability: "unsafe",
    before: `export const call = (path, headers) => fetch("${BASE}/groups" + path, { headers: { ...headers } });\n`,
    after: `export const call = (path, headers) => fetch("https://cloud.mongodb.com/api/atlas/v2/groups" + path, { headers: { ...headers, Accept: "${TYPE}" } });\n`,
  },
  {
    name: "who gets the whole cluster may read anything of it",
    applicability: "unsafe",
    before: `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconsole.log(await answer.json());\n`,
    after: `const answer = await fetch("https://cloud.mongodb.com/api/atlas/v2/groups/a/clusters/b", { headers: { Accept: "${TYPE}" } });\nconsole.log(await answer.json());\n`,
  },
];

/** Returns a case in every form that its text may have. */
function variants({ before, after, ...rest }: Case): Case[] {
  const map = (given: string | Files, change: (text: string) => string): Files =>
    Object.fromEntries(Object.entries(filesOf(given)).map(([path, text]) => [path, change(text)]));
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
  const behind = (text: string): string => (text.startsWith("{") ? text : `/* ä 😀 */ ${text}`);
  return [
    { ...rest, before, after },
    { ...rest, name: `${rest.name}, with CRLF`, before: map(before, crlf), after: map(after, crlf) },
    { ...rest, name: `${rest.name}, behind 😀`, before: map(before, behind), after: map(after, behind) },
  ];
}

describe("a request moves to the versioned API", () => {
  it.each(CASES.flatMap(variants))("$name", async ({ before, after, applicability = "safe" }) => {
    const files = filesOf(before);
    const fixed = await fixFiles(files, [applicability]);
    for (const unit of fixed.units) {
      expect([unit.applicability, ...unit.reasons]).toEqual([applicability, ...unit.reasons]);
      expect(unit.reasons.length > 0).toBe(applicability !== "safe");
    }
    expect(fixed.files).toEqual(filesOf(after));
    expect(fixed.remaining).toEqual([]);
    const again = await fixFiles(fixed.files, ["safe", "unsafe"]);
    expect(again.files).toEqual(fixed.files);
  });
});

describe("nothing is half migrated", () => {
  const STOPS: readonly (readonly [string, string, RegExp])[] = [
    [
      "the version is put together from parts",
      `const major = "v1";\nawait fetch("https://cloud.mongodb.com/api/atlas/" + major + ".0/groups");\n`,
      /joined from 2 parts/,
    ],
    [
      "a library that is not known gets the base path as well",
      `const BASE = "${BASE}";\nawait fetch(BASE + "/groups");\nrequire("some-sdk").configure({ url: BASE });\n`,
      /passed to some-sdk\.configure/,
    ],
    [
      "the same call serves another service",
      `const call = (base, path) => fetch(base + path);\ncall("${BASE}", "/groups");\ncall("https://a.example", "/x");\n`,
      /the fetch call to https:\/\/a\.example\/x, which does not use this API, sends the same headers/,
    ],
    [
      "the same call also gets a URL that is not known",
      `const call = (url) => fetch(url);\ncall("${BASE}/groups");\ncall(require("settings").url);\n`,
      /the fetch call, whose URL is not known, sends the same headers/,
    ],
    [
      "the body is a form",
      `import axios from "axios";\nawait axios.post("${BASE}/groups", new URLSearchParams({ name: "a" }));\n`,
      /the body is sent as application\/x-www-form-urlencoded/,
    ],
    [
      "a change of the provider settings alone has no place on the versioned API",
      `await fetch("${BASE}/groups/a/clusters/b", { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ providerSettings: { instanceSizeName: "M20" } }) });\n`,
      /providerSettings is now inside replicationSpecs/,
    ],
    [
      "what is read off the answer is read off an object of the program as well",
      `const EMPTY = { srvAddress: "none" };\nconst load = async (url) => {\n  const answer = await fetch(url);\n  return answer.ok ? answer.json() : EMPTY;\n};\nconst cluster = await load("${BASE}/groups/a/clusters/b");\nconnect(cluster.srvAddress);\n`,
      /the same code also reads srvAddress of an object that is written/,
    ],
    [
      "the answer is written over a default",
      `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst cluster = { srvAddress: "none", ...(await answer.json()) };\nconnect(cluster.srvAddress);\n`,
      /the same code also reads srvAddress of an object that is written/,
    ],
    [
      "a function that is handed in answers it in a test",
      `export class Client {\n  constructor(send) { this.send = send; }\n  async host() {\n    const answer = await this.send("${BASE}/groups/a/clusters/b");\n    return (await answer.json()).srvAddress;\n  }\n}\nconnect(await new Client(fetch).host());\nequal(await new Client(async () => ({ json: async () => ({ srvAddress: "x" }) })).host(), "x");\n`,
      /the same code also reads srvAddress of an object that is written/,
    ],
    [
      "the cluster that is sent comes from elsewhere",
      `export const create = (cluster) => fetch("${BASE}/groups/a/clusters", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(cluster) });\n`,
      /cannot find the value of the request body/,
    ],
    [
      "the connection string is taken apart",
      `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst { mongoURI } = await answer.json();\nconst hosts = mongoURI.split(",");\nconnect(hosts);\n`,
      /mongoURI is split into parts/,
    ],
    [
      "a removed property is set",
      `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst cluster = await answer.json();\ncluster.srvAddress = "none";\n`,
      /the code sets srvAddress in the response, which v2ready does not rewrite/,
    ],
    [
      "an unknown function gets the name of a property",
      `import { pick } from "some-library";\nconst answer = await fetch("${BASE}/groups/a/clusters/b");\nconst cluster = await answer.json();\nconnect(pick(cluster, "srvAddress"));\n`,
      /an unknown function gets the response and the name srvAddress/,
    ],
    [
      "a property that has no single successor is read",
      `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst cluster = await answer.json();\nconnect(cluster.providerSettings.instanceSizeName);\n`,
      /no single property replaces it/,
    ],
    [
      "the body that would be converted is read back",
      `const body = { name: "a", providerSettings: { providerName: "AWS", instanceSizeName: "M10", regionName: "US_EAST_1" } };\nawait fetch("${BASE}/groups/a/clusters", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });\nconsole.log(body.providerSettings.regionName);\n`,
      /code that reads its providerSettings/,
    ],
    [
      "one header would have to ask for two things",
      `const H = {};\nawait fetch("${BASE}/groups", { headers: H });\nawait fetch("${BASE}/groups/a/clusters/h/logs/mongodb.gz", { headers: H });\n`,
      /the calls share one header but need different media types/,
    ],
    [
      "an answer's type is compared with the plain one",
      `const answer = await fetch("${BASE}/groups");\nif (answer.headers.get("content-type") !== "application/json") throw new Error("no JSON");\n`,
      /content type of the response is compared/,
    ],
    [
      "a pattern looks for the plain type",
      `const answer = await fetch("${BASE}/groups");\nif (!/application\\/json/.test(answer.headers.get("content-type"))) throw new Error("no JSON");\n`,
      /content type of the response is compared/,
    ],
    [
      "the type is matched with a pattern of the plain one",
      `const answer = await fetch("${BASE}/groups");\nif (!answer.headers.get("content-type").match(/^application\\/json/)) throw new Error("no JSON");\n`,
      /content type of the response is compared/,
    ],
    [
      "a header stands there in both cases",
      `await fetch("${BASE}/groups", { headers: { Accept: "application/json", accept: "application/json" } });\n`,
      /Accept is set more than once/,
    ],
    [
      "a header is written over in another case",
      `const headers = { Accept: "application/json" };\nheaders["accept"] = "application/json";\nawait fetch("${BASE}/groups", { headers });\n`,
      /Accept is set more than once/,
    ],
    [
      "a word with another name now is joined from parts",
      `const kind = "list";\nawait fetch(\`${BASE}/groups/a/white\${kind}\`, { headers: { Accept: "application/json" } });\n`,
      /a word of the path that has another name now is joined from 2 parts/,
    ],
    [
      "a list holds a header twice",
      `await fetch("${BASE}/groups", { headers: [["Accept", "application/json"], ["accept", "text/plain"]] });\n`,
      /Accept is set more than once/,
    ],
    [
      "a header comes in with a spread, too",
      `const base = { accept: "application/json" };\nawait fetch("${BASE}/groups", { headers: { ...base, Accept: "application/json" } });\n`,
      /Accept is set more than once/,
    ],
    [
      "one request takes off a header in another case that others send",
      `import axios from "axios";\nconst headers = { accept: "application/json" };\nconst api = axios.create({ baseURL: "${BASE}", headers });\nawait api.get("/groups");\nawait api.get("/orgs", { headers: { Accept: undefined } });\n`,
      /already has a member `Accept`/,
    ],
  ];

  it.each(STOPS)("where %s", async (_name, text, reason) => {
    const { units, files } = await fixFiles({ "a.js": text }, ["safe", "unsafe"]);
    expect(files["a.js"]).toContain("v1");
    expect(files["a.js"]).not.toContain("vnd.atlas");
    expect(units.map(({ reasons }) => reasons.join("; ")).join("\n")).toMatch(reason);
  });

  it("a read stays before what replaces it", async () => {
    const text = `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst c = await answer.json();\nconnect(c.srvAddress ?? c.connectionStrings.standardSrv, c.srvAddress ? c.srvAddress : c.connectionStrings.standardSrv);\n`;
    const { files, units } = await fixFiles({ "a.js": text });
    expect(files["a.js"]).toContain("/api/atlas/v2/");
    expect(files["a.js"]).toContain(text.split("\n")[2]);
    expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
  });

  it("what the unversioned form answers with as well is read first", async () => {
    const text = `const answer = await fetch("${BASE}/groups/a/clusters/b");\nconst cluster = await answer.json();\nconnect(cluster.srvAddress, cluster.providerSettings);\n`;
    const { files, units } = await fixFiles({ "a.js": text });
    expect(files["a.js"]).toBe(text.replace("cluster.srvAddress", "cluster.connectionStrings?.standardSrv"));
    expect(units.map(({ applicability }) => applicability).sort()).toEqual(["display-only", "safe"]);
  });
});
