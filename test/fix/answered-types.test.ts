import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";
const URL = `${BASE}/groups/a/clusters`;
const TYPE = "application/vnd.atlas.2023-02-01+json";
const ACCEPT = `headers: { accept: "application/json" }`;
const NEEDLE = `import needle from "needle";\n`;
const WRECK = `import Wreck from "@hapi/wreck";\n`;
const ACTIONS = `import { HttpClient } from "@actions/http-client";\nconst client = new HttpClient();\n`;
const rtk = (options: string): string =>
  `import { createApi, fetchBaseQuery } from "@reduxjs/toolkit/query";\nexport const api = createApi({ baseQuery: fetchBaseQuery({ baseUrl: "${BASE}", ${ACCEPT}${options} }), endpoints: (b) => ({ list: b.query({ query: () => "/groups/a/clusters", transformResponse: (list) => list.results.length }) }) });`;

/** Returns the applicability and the reasons of the only unit, and the file after it. */
async function moved(code: string): Promise<{ applicability: string; reasons: string; text: string }> {
  const { units, files } = await fixFiles({ "a.js": `${code}\n` }, ["safe", "unsafe"]);
  expect(units).toHaveLength(1);
  const [{ applicability, reasons }] = units as [(typeof units)[number]];
  return { applicability, reasons: reasons.join("; "), text: files["a.js"]! };
}

describe("a move is not safe where the client does not parse the dated type", () => {
  it.each([
    ["needle", `const { body } = await needle("get", "${URL}", { ${ACCEPT} });\ngo(body.results.length);`],
    [
      "needle, told to parse JSON",
      `const { body } = await needle("get", "${URL}", { ${ACCEPT}, parse_response: "json" });\ngo(body.results.length);`,
    ],
    [
      "needle, a callback",
      `needle.get("${URL}", { ${ACCEPT} }, (error, res, body) => go(body.results.length));`,
    ],
    [
      "needle, the response",
      `needle.get("${URL}", { ${ACCEPT} }, (error, res) => go(res.body.results[0].name));`,
    ],
    [
      "needle, with data",
      `needle.patch("${URL}/b", { paused: true }, { json: true }, (error, res) => go(res.body.name));`,
    ],
    [
      "needle, another resource",
      `const { body } = await needle("get", "${BASE}/groups/a/alerts", { ${ACCEPT} });\ngo(body.results.length);`,
    ],
    [
      "needle, given to a caller",
      `export async function list() { return (await needle("get", "${URL}", { ${ACCEPT} })).body; }`,
    ],
  ])("%s", async (_what, code) => {
    const { applicability, reasons } = await moved(NEEDLE + code);
    expect(applicability).toBe("unsafe");
    expect(reasons).toContain(
      `the code reads the response, but needle does not parse responses of the type ${TYPE}`,
    );
  });

  it.each([
    [
      "get",
      `const { payload } = await Wreck.get("${URL}", { json: true, ${ACCEPT} });\ngo(payload.results.length);`,
    ],
    [
      "strict",
      `const { payload } = await Wreck.get("${URL}", { json: "strict", ${ACCEPT} });\ngo(payload.results);`,
    ],
    [
      "defaults",
      `const wreck = Wreck.defaults({ json: true });\nconst { payload } = await wreck.get("${URL}", { ${ACCEPT} });\ngo(payload.results.length);`,
    ],
    [
      "read",
      `const res = await Wreck.request("GET", "${URL}", { ${ACCEPT} });\nconst list = await Wreck.read(res, { json: true });\ngo(list.results.length);`,
    ],
  ])("@hapi/wreck, %s", async (_what, code) => {
    const { applicability, reasons } = await moved(WRECK + code);
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(/@hapi\/wreck does not parse .*; set json: "force" to parse it/);
  });

  it("fetchBaseQuery with an option to check the type", async () => {
    const { applicability, reasons } = await moved(rtk(`, responseHandler: "content-type"`));
    expect(applicability).toBe("unsafe");
    expect(reasons).toMatch(/fetchBaseQuery does not parse .*; set responseHandler: "json" to parse it/);
  });
});

describe("a move is safe where the client parses the dated type, or need not", () => {
  it.each([
    ["needle, only the status", `${NEEDLE}go((await needle("get", "${URL}", { ${ACCEPT} })).statusCode);`],
    [
      "needle, told not to parse",
      `${NEEDLE}const { body } = await needle("get", "${URL}", { ${ACCEPT}, parse_response: false });\ngo(JSON.parse(body).results.length);`,
    ],
    [
      "@hapi/wreck, told to parse all",
      `${WRECK}const { payload } = await Wreck.get("${URL}", { json: "force", ${ACCEPT} });\ngo(payload.results.length);`,
    ],
    [
      "@hapi/wreck, not told to parse",
      `${WRECK}const { payload } = await Wreck.get("${URL}", { ${ACCEPT} });\ngo(JSON.parse(payload.toString()).results.length);`,
    ],
    [
      "@hapi/wreck, only the status",
      `${WRECK}const { res } = await Wreck.get("${URL}", { json: true, ${ACCEPT} });\ngo(res.statusCode);`,
    ],
    ["fetchBaseQuery", rtk("")],
    [
      "superagent",
      `import request from "superagent";\nconst res = await request.get("${URL}").set("accept", "application/json");\ngo(res.body.results.length);`,
    ],
    [
      "ofetch",
      `import { ofetch } from "ofetch";\ngo((await ofetch("${URL}", { ${ACCEPT} })).results.length);`,
    ],
  ])("%s", async (_what, code) => {
    const { applicability, text } = await moved(code);
    expect(applicability).toBe("safe");
    expect(text).toContain(TYPE);
  });
});

describe("a client that looks for Accept in lower case", () => {
  it.each([
    [
      "needle without headers",
      `${NEEDLE}needle.post("${URL}", { name: "a" }, { json: true }, (error, res) => go(res.statusCode));`,
      `{ json: true, headers: { accept: "${TYPE}" } }`,
    ],
    [
      "needle with others",
      `${NEEDLE}needle.patch("${URL}/b", { paused: true }, { json: true, headers: { "X-A": "b" } }, (error, res) => go(res.statusCode));`,
      `{ json: true, headers: { "X-A": "b", "accept": "${TYPE}" } }`,
    ],
    [
      "needle with another case",
      `${NEEDLE}go((await needle("post", "${URL}", { name: "a" }, { json: true, headers: { Accept: "application/json" } })).statusCode);`,
      `{ json: true, headers: { accept: "${TYPE}" } }`,
    ],
    [
      "needle with a dated type that it does not send",
      `${NEEDLE}needle.request("get", "${URL}", null, { json: true, headers: { "Accept": "${TYPE}" } }, (error, res) => go(res.statusCode));`,
      `{ json: true, headers: { "accept": "${TYPE}" } }`,
    ],
    [
      "needle with defaults",
      `${NEEDLE}needle.defaults({ accept: "application/json" });\nneedle.get("${URL}", (error, res) => go(res.statusCode));`,
      `needle.get("${URL.replace("v1.0", "v2")}", { headers: { accept: "${TYPE}" } }, (`,
    ],
    [
      "needle with an option of its own",
      `${NEEDLE}needle.post("${URL}", { name: "a" }, { json: true, accept: "application/json" }, (error, res) => go(res.statusCode));`,
      `{ json: true, accept: "${TYPE}" }`,
    ],
    [
      "@actions/http-client without headers",
      `${ACTIONS}go((await client.getJson("${URL}")).result.results.length);`,
      `clusters", { accept: "${TYPE}" })`,
    ],
    [
      "@actions/http-client with another case",
      `${ACTIONS}go((await client.getJson("${URL}", { Accept: "application/json" })).result.results.length);`,
      `clusters", { accept: "${TYPE}" })`,
    ],
    [
      "urllib that keeps the case",
      `import urllib from "urllib";\nconst { data } = await urllib.request("${URL}", { dataType: "json", keepHeaderCase: true, headers: { Accept: "application/json" } });\ngo(data.results.length);`,
      `headers: { accept: "${TYPE}" }`,
    ],
  ])("gets it so: %s", async (_what, code, written) => {
    const { applicability, text } = await moved(code);
    expect(applicability).toBe("safe");
    expect(text).toContain(written);
  });

  it("and only where it does", async () => {
    const { text } = await moved(
      `${ACTIONS}go(JSON.parse(await (await client.get("${URL}")).readBody()).results.length);`,
    );
    expect(text).toContain(`{ Accept: "${TYPE}" }`);
  });

  it("also in a file of settings", async () => {
    const before = `${NEEDLE}import { readFileSync } from "node:fs";\nconst settings = JSON.parse(readFileSync("settings.json", "utf8"));\nneedle.post("${URL}", { name: "a" }, { json: true, headers: settings.headers }, (error, res) => go(res.statusCode));\n`;
    const settings = `{ "headers": { "Accept": "application/json" } }\n`;
    const { files } = await fixFiles({ "a.js": before, "settings.json": settings });
    expect(files["settings.json"]).toBe(`{ "headers": { "accept": "${TYPE}" } }\n`);
  });
});

it("simple-get sends no other Accept than its own with json, so it stays", async () => {
  const code = `import get from "simple-get";\nget.concat({ url: "${URL}", json: true, ${ACCEPT} }, (error, res, list) => go(list.results.length));`;
  const { applicability, text } = await moved(code);
  expect(applicability).toBe("display-only");
  expect(text).toContain("v1.0");
});
