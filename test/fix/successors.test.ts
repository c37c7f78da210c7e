import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const NEWEST = "2025-03-12";
const BASE = "https://cloud.mongodb.com/api/atlas/v2";
const FTS = "/groups/a/clusters/c/fts/indexes";
const SEARCH = "/groups/a/clusters/c/search/indexes";
const TYPE = `application/vnd.atlas.${NEWEST}+json`;

async function move(files: Files, levels: ("safe" | "unsafe")[] = ["safe", "unsafe"], target = NEWEST) {
  const fixed = await fixFiles(files, levels, target);
  return { ...fixed, reasons: fixed.units.flatMap(({ reasons }) => reasons) };
}

const post = (url: string, body: string, type = TYPE): string =>
  `const answer = await fetch("${url}", { method: "POST", headers: { Accept: "${type}", "Content-Type": "application/json" }, body: JSON.stringify(${body}) });\n`;
const get = (url: string, type = TYPE): string =>
  `const answer = await fetch("${url}", { headers: { Accept: "${type}" } });\n`;

const INDEX = `{ database: "d", collectionName: "c", name: "n", mappings: { dynamic: true }, analyzer }`;
const NEW_INDEX = `{ database: "d", collectionName: "c", name: "n", definition: { mappings: { dynamic: true }, analyzer } }`;
const ANALYZER = `const analyzer = "lucene.standard";\n`;

describe("a call of an endpoint that another one replaces", () => {
  it("moves on request, with its body", async () => {
    const before = { "a.js": ANALYZER + post(BASE + FTS, INDEX) };
    const fixed = await move(before);
    expect(fixed.files["a.js"]).toBe(ANALYZER + post(BASE + SEARCH, NEW_INDEX));
    expect(fixed.remaining).toEqual([]);
    const [unit] = fixed.units;
    expect(unit).toMatchObject({ applicability: "unsafe" });
    expect(unit!.title).toMatch(/^move a request to the endpoint that replaces .*\/fts\/indexes$/);
    expect(unit!.reasons.join("\n")).toMatch(/Index settings go into definition of the body/);
  });

  it("keeps each comment once, and indents what goes into the new object", async () => {
    const index = (settings: string): string => `{
  name: "n",
${settings}
}`;
    const before = index(`  // See the manual.
  mappings: {
    dynamic: false,
    fields: { title: [{ type: "string" }] },
  },
  analyzer: "lucene.english", // for titles`);
    const after = index(`  definition: {
    // See the manual.
    mappings: {
      dynamic: false,
      fields: { title: [{ type: "string" }] },
    },
    analyzer: "lucene.english", // for titles
  },`);
    const fixed = await move({ "a.js": post(BASE + FTS, before) });
    expect(fixed.files["a.js"]).toBe(post(BASE + SEARCH, after));
  });

  it("is left where only safe fixes are asked for", async () => {
    const before = { "a.js": ANALYZER + post(BASE + FTS, INDEX) };
    const fixed = await move(before, ["safe"]);
    expect(fixed.files).toEqual(before);
    expect(fixed.remaining).toEqual(["no-deprecated-version a.js:2"]);
  });

  it("is not reported before the version that replaces it", async () => {
    const before = { "a.js": ANALYZER + post(BASE + FTS, INDEX, "application/vnd.atlas.2023-02-01+json") };
    const fixed = await move(before, ["safe", "unsafe"], "2023-02-01");
    expect(fixed.files).toEqual(before);
    expect(fixed.remaining).toEqual([]);
  });

  it("gets a date that the other endpoint has", async () => {
    const old = "application/vnd.atlas.2023-01-01+json";
    const fixed = await move({ "a.js": get(`${BASE}${FTS}/d/c`, old) });
    expect(fixed.files["a.js"]).toBe(get(`${BASE}${SEARCH}/d/c`));
  });

  it("comes from the unversioned API in two steps, the first one safe", async () => {
    const code = post(`https://cloud.mongodb.com/api/atlas/v1.0${FTS}`, INDEX, "application/json");
    const first = await move({ "a.js": ANALYZER + code }, ["safe"]);
    expect(first.files["a.js"]).toBe(ANALYZER + post(BASE + FTS, INDEX));
    const second = await move(first.files);
    expect(second.files["a.js"]).toBe(ANALYZER + post(BASE + SEARCH, NEW_INDEX));
  });

  it("leaves the fix of other calls safe that share the header", async () => {
    const old = "application/vnd.atlas.2023-01-01+json";
    const code = (path: string, type: string): string =>
      `const headers = { Accept: "${type}" };\n` +
      `await fetch("${BASE}/groups/a/clusters/c/processArgs", { headers });\n` +
      `await fetch("${BASE}${path}/1", { method: "DELETE", headers });\n`;
    const safe = await move({ "a.js": code(FTS, old) }, ["safe"]);
    expect(safe.files["a.js"]).toBe(code(FTS, TYPE));
    const second = await move(safe.files);
    expect(second.files["a.js"]).toBe(code(SEARCH, TYPE));
  });

  it("leaves the body of a call that only gets another date, because it shares that with others", async () => {
    const code = (type: string): string =>
      `const headers = { Accept: "${type}", "Content-Type": "application/json" };\n` +
      `await fetch("${BASE}/groups/a/clusters/c/processArgs", { headers });\n` +
      `await fetch("${BASE}${FTS}", { method: "POST", headers, body: JSON.stringify({ mappings: { dynamic: true } }) });\n`;
    const fixed = await move({ "a.js": code("application/vnd.atlas.2023-03-03+json") });
    expect(fixed.files["a.js"]).toBe(code(TYPE));
  });

  it("reads what the other endpoint gives", async () => {
    const read = (name: string): string =>
      `const index = await answer.json();\nconsole.log(index.name, index.${name});\n`;
    const fixed = await move({ "a.js": get(`${BASE}${FTS}/1`) + read("mappings") });
    expect(fixed.files["a.js"]).toBe(get(`${BASE}${SEARCH}/1`) + read("latestDefinition?.mappings"));
  });

  it("moves in Python, and in a shell script", async () => {
    const python = (path: string, body: string): string =>
      `import requests\n\nrequests.post(\n    "${BASE}${path}",\n    headers={"Accept": "${TYPE}"},\n    json=${body},\n)\n`;
    const shell = (path: string, body: string): string =>
      `curl -X POST -H "Accept: ${TYPE}" -H "Content-Type: application/json" "${BASE}${path}" -d '${body}'\n`;
    const fixed = await move({
      "a.py": python(FTS, `{"database": "d", "mappings": {"dynamic": True}}`),
      "b.sh": shell(FTS, `{"database": "d", "mappings": {"dynamic": true}}`),
    });
    expect(fixed.files).toEqual({
      "a.py": python(SEARCH, `{"database": "d", "definition": {"mappings": {"dynamic": True}}}`),
      "b.sh": shell(SEARCH, `{"database": "d", "definition": {"mappings": {"dynamic": true}}}`),
    });
  });

  it("changes what a test expects", async () => {
    const call = (path: string): string =>
      `export async function drop(id) {\n  await fetch(\`${BASE}${path}/\${id}\`, { method: "DELETE", headers: { Accept: "${TYPE}" } });\n}\n`;
    const test = (path: string): string =>
      `import nock from "nock";\nimport { drop } from "./a.js";\n\ntest("drops", async () => {\n  nock("https://cloud.mongodb.com").delete("/api/atlas/v2${path}/1").reply(204);\n  await drop(1);\n});\n`;
    const fixed = await move({ "a.js": call(FTS), "a.test.js": test(FTS) });
    expect(fixed.files).toEqual({ "a.js": call(SEARCH), "a.test.js": test(SEARCH) });
  });

  it("moves an invitation with the roles of the organization", async () => {
    const fixed = await move({
      "a.js": post(`${BASE}/orgs/a/invites`, `{ username: "u", roles: ["ORG_MEMBER"] }`),
    });
    expect(fixed.files["a.js"]).toBe(
      post(`${BASE}/orgs/a/users`, `{ username: "u", roles: { orgRoles: ["ORG_MEMBER"] } }`),
    );
  });

  it.each([
    [
      "its body has a property that nothing replaces",
      post(`${BASE}/orgs/a/invites`, `{ username: "u", groupRoleAssignments: [] }`),
      /the request body has groupRoleAssignments, and no single property replaces it/,
    ],
    [
      "its body is unknown",
      `export const create = async (body) => {\n  ${post(BASE + FTS, "body")}};\n`,
      /cannot find the value of the request body/,
    ],
    [
      "the response is read where nothing replaces a property",
      `${get(`${BASE}/groups/a/serverless/s`)}console.log((await answer.json()).serverlessBackupOptions);\n`,
      /uses serverlessBackupOptions of the response/,
    ],
    [
      "the same path is passed to something unknown",
      `import { keep } from "./unknown.js";\nconst path = "${BASE}${FTS}/1";\nkeep(path);\nawait fetch(path, { method: "DELETE", headers: { Accept: "${TYPE}" } });\n`,
      /also passed to .*keep/,
    ],
  ])("stays where %s", async (_, code, why) => {
    const fixed = await move({ "a.js": code });
    expect(fixed.files["a.js"]).toBe(code);
    expect(fixed.reasons.join("\n")).toMatch(why);
  });

  it("has no fix where the endpoints differ in more than words", async () => {
    const before = { "a.js": get(`${BASE}/orgs/a/invites/1`) };
    const fixed = await move(before);
    expect(fixed.files).toEqual(before);
    expect(fixed.remaining).toEqual(["no-deprecated-version a.js:1"]);
  });
});
