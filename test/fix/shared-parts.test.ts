import { describe, expect, it } from "vitest";
import { fixFiles } from "../support/fix-files.js";

const BASE = "https://cloud.mongodb.com/api/atlas/v1.0";

describe("what a request shares with other code", () => {
  it("moves the copy of its path that a login is made of, as an unsafe fix", async () => {
    const before = [
      `const url = \`${BASE}/orgs/\${org}/invoices\`;`,
      "const uri = `/api/atlas/v1.0/orgs/${org}/invoices`;",
      'const proof = createHash("md5").update(`GET:${uri}`).digest("hex");',
      'await fetch(url, { headers: { Authorization: `Digest uri="${uri}", response="${proof}"` } });\n',
    ].join("\n");
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).not.toContain("v1.0");
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toMatch(/a copy of the path changes too/);
  });

  it("leaves the same path of another request alone", async () => {
    const before = `await fetch("${BASE}/groups");\nawait send("${BASE}/groups");\n`;
    const { files, units } = await fixFiles({ "a.js": before });
    expect(files["a.js"]).toContain(`send("${BASE}/groups")`);
    expect(units.filter(({ applicability }) => applicability !== "display-only")).toHaveLength(1);
  });

  it("searches links for the new base path, as an unsafe fix", async () => {
    const before = `const BASE = "${BASE}";\nconst answer = await fetch(BASE + "/groups");\nconst { links } = await answer.json();\nconsole.log(links[0].href.split("/api/atlas/v1.0")[1]);\n`;
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).not.toContain("v1.0");
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(/changes to the new base path/);
  });

  it.each([
    [
      "a server in a test",
      'createServer((ask, answer) => answer.end(ask.url === "/api/atlas/v1.0/groups/g" ? "{}" : ""));',
    ],
    ["an assertion", 'assert.equal(seen.url, "https://cloud.mongodb.com/api/atlas/v1.0/groups/g");'],
    [
      "a server that searches",
      'createServer((ask, answer) => answer.end(ask.url.startsWith("/api/atlas/v1.0") ? "{}" : ""));',
    ],
  ])("takes %s in another file along, as an unsafe fix", async (_what, line) => {
    const { files, units } = await fixFiles(
      {
        "client.js": "export const group = (host, id) => fetch(`${host}/api/atlas/v1.0/groups/${id}`);\n",
        "test.js": `import { group } from "./client.js";\n${line}\nawait group("http://localhost", "g");\n`,
      },
      ["safe", "unsafe"],
    );
    expect(Object.values(files).join()).not.toContain("v1.0");
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
  });

  it("says of an assertion that it expects the path or the header", async () => {
    const { units } = await fixFiles(
      {
        "client.js": `export const group = (id) => fetch(\`${BASE}/groups/\${id}\`, { headers: { Accept: "application/json" } });\n`,
        "a.test.js": `import { vi } from "vitest";\nimport { group } from "./client.js";\nglobalThis.fetch = vi.fn();\nawait group("g");\nexpect(fetch).toHaveBeenCalledWith("${BASE}/groups/g", { headers: { Accept: "application/json" } });\n`,
      },
      ["safe", "unsafe"],
    );
    expect(units.flatMap(({ reasons }) => reasons)).toEqual(
      expect.arrayContaining([
        "an assertion expects this path, so it changes with the request",
        "an assertion in a.test.js expects application/json in the accept header, and has to change with the request",
      ]),
    );
  });

  it("leaves headers alone that a test compares behind a fetch of its own", async () => {
    const before = {
      "client.js":
        'export const group = (id) => fetch(`https://cloud.mongodb.com/api/atlas/v1.0/groups/${id}`, { headers: { A: "b" } });\n',
      "test.js":
        'import { group } from "./client.js";\nlet seen;\nglobalThis.fetch = async (url, init) => {\n  seen = init;\n  return {};\n};\nawait group("g");\nassert.deepEqual(seen.headers, { A: "b" });\n',
    };
    const { files, units } = await fixFiles(before, ["safe", "unsafe"]);
    expect(files).toEqual(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(/also passed to assert.deepEqual/);
  });

  it.each([
    ["a version", `"v1.0"`, "https://cloud.mongodb.com/api/atlas/${V.One}/groups"],
    ["a template", "`v1.0`", "https://cloud.mongodb.com/api/atlas/${V.One}/groups"],
    ["a base", `"${BASE}"`, "${V.One}/groups"],
  ])("leaves a member of an enum as it is: %s", async (_what, value, url) => {
    const before = `enum V { One = ${value}, Two = "v2" }\nawait fetch(\`${url}\`);\nconsole.log(V.Two);\n`;
    const { files, units } = await fixFiles({ "a.ts": before }, ["safe", "unsafe"]);
    expect(files["a.ts"]).toBe(before);
    expect(units.flatMap(({ reasons }) => reasons)).toContain(
      "the place is the value of a member of an enum",
    );
  });

  const SENT = "also sent for every caller of fetch";
  it.each([
    ["has an Accept", `Accept: "application/json"`, "unsafe", `Accept, which changes, is ${SENT}`],
    ["has none", `team: "db"`, "display-only", `the same headers are ${SENT}`],
  ])("leaves a replacement of the global fetch, which %s", async (_what, header, how, reason) => {
    const before = {
      "client.js": `import "./patch.js";\nawait fetch("${BASE}/groups", { headers: { A: "b" } });\n`,
      "patch.js": `const real = globalThis.fetch;\nglobalThis.fetch = (url, init = {}) => real(url, { ...init, headers: { ...init.headers, ${header} } });\n`,
    };
    const { files, units } = await fixFiles(before, ["safe"]);
    expect(files).toEqual(before);
    expect(units.map(({ applicability }) => applicability)).toEqual([how]);
    expect(units[0]!.reasons).toContain(reason);
  });

  it("moves a call of a function that replaces fetch", async () => {
    const before =
      'export const clientOf = ({ origin, fetch = globalThis.fetch }) => ({\n  group: (id) => fetch(`${origin}/api/atlas/v1.0/groups/${id}`, { headers: { A: "b" } }),\n});\n';
    const { files, remaining } = await fixFiles({ "a.js": before });
    expect(files["a.js"]).toContain("/api/atlas/v2/");
    expect(remaining).toEqual([]);
  });

  it("spreads options that only some callers give behind the header", async () => {
    const before = `const send = (path, options) => fetch("${BASE}" + path, options);\nawait send("/groups");\nawait send("/orgs", { headers: { A: "b" } });\n`;
    const { files, remaining } = await fixFiles({ "a.js": before });
    expect(files["a.js"]).toContain(
      '{ ...options, headers: { Accept: "application/vnd.atlas.2023-02-01+json", ...options?.headers } });',
    );
    expect(remaining).toEqual([]);
  });

  it.each([
    ["has no Accept", "", '{ headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }'],
    [
      "has the plain one",
      ', headers: { accept: "application/json" }',
      'accept: "application/vnd.atlas.2023-02-01+json"',
    ],
  ])("gives a download its own header where the instance %s", async (_what, options, expected) => {
    const before = `import axios from "axios";\nconst api = axios.create({ baseURL: "${BASE}"${options} });\nawait api.get("/groups");\nawait api.get("/orgs");\nawait api.get("/groups/a/clusters/h/logs/mongodb.gz", { responseType: "arraybuffer" });\n`;
    const { files, remaining } = await fixFiles({ "a.js": before });
    expect(files["a.js"]).toContain(expected.replace(/^\{ (.*) \}$/, "$1"));
    expect(files["a.js"]).toContain(
      '{ responseType: "arraybuffer", headers: { Accept: "application/vnd.atlas.2023-02-01+gzip" } }',
    );
    expect(remaining).toEqual([]);
  });

  it("takes a default along that the environment may replace, as an unsafe fix", async () => {
    const before = `const base = process.env.ATLAS_BASE ?? "${BASE}";\nawait fetch(base + "/groups");\n`;
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).toContain("/api/atlas/v2");
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toMatch(/if process.env.ATLAS_BASE is also set somewhere else/);
  });

  it("says that a header no longer comes from the environment, and is not safe", async () => {
    const before = `await fetch("https://cloud.mongodb.com/api/atlas/v2/groups", { headers: { Accept: process.env.TYPE ?? "application/json" } });\n`;
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).toContain('{ Accept: "application/vnd.atlas.2023-02-01+json" }');
    expect(units.map(({ applicability }) => applicability)).toEqual(["unsafe"]);
    expect(units[0]!.reasons.join()).toMatch(/the call, which then no longer reads process\.env\.TYPE/);
  });

  it.each([
    ["a Headers object", 'new Headers({ A: "b" })'],
    ["an Accept in another case", '{ accept: "application/json" }'],
  ])("spreads no options of which some hold %s", async (_what, headers) => {
    const before = `const send = (path, options) => fetch("${BASE}" + path, options);\nawait send("/groups");\nawait send("/orgs", { headers: ${headers} });\n`;
    const { files } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).not.toContain("...options");
  });

  it("leaves a header alone that another service gets as well", async () => {
    const before = `const read = (url) => fetch(url, { headers: { Accept: "application/json" } });\nawait read("${BASE}/groups");\nawait read("https://weather.example/today");\n`;
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).toBe(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(/which does not use this API/);
  });

  it("leaves a request alone whose endpoint is gone", async () => {
    const before = `await fetch("${BASE}/groups/" + group + "/dataLakes");\n`;
    const { files, units } = await fixFiles({ "a.js": before }, ["safe", "unsafe"]);
    expect(files["a.js"]).toBe(before);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(/does not have this endpoint/);
  });

  it("gives a template of lists of strings one more list", async () => {
    const before = `exports = (id) => ({ scheme: "https", host: "cloud.mongodb.com", path: "api/atlas/v1.0/groups/" + id, headers: { "Content-Type": ["application/json"] }, digestAuth: true });\n`;
    const { files } = await fixFiles({ "functions/template.js": before }, ["safe", "unsafe"]);
    expect(files["functions/template.js"]).toContain('"Accept": ["application/vnd.atlas.2023-02-01+json"]');
  });

  it("says that a test answers with what would be read from elsewhere first", async () => {
    const { units } = await fixFiles({
      "load.js": `import axios from "axios";\nexport async function load() {\n  const { data } = await axios.get("${BASE}/groups/a/clusters/b");\n  use(data.providerSettings.instanceSizeName);\n  return data.srvAddress;\n}\n`,
      "load.test.js": `import axios from "axios";\nimport { load } from "./load.js";\nvi.mock("axios");\nit("loads", async () => {\n  axios.get.mockResolvedValue({ data: { srvAddress: "mongodb+srv://x" } });\n  expect(await load()).toBe("mongodb+srv://x");\n});\n`,
    });
    expect(units.flatMap(({ applicability }) => applicability)).not.toContain("safe");
    const reads = units.find(({ applicability }) => applicability === "unsafe")!;
    expect(reads.reasons.join()).toMatch(
      /the return value of a mock function in load\.test\.js has srvAddress/,
    );
    expect(reads.edits.map(({ path }) => path)).toContain("load.test.js");
  });

  describe("headers that others spread", () => {
    const auth = `const auth = { authorization: token };\n`;
    const read = `await fetch("${BASE}/groups/a/alerts", { headers: auth });\n`;
    const ACCEPT = /accept"?: "application\/vnd\.atlas\.2023-02-01\+(?:json|gzip)"/gi;

    it("get Accept once", async () => {
      const write = `await fetch("${BASE}/groups/a/accessList", { method: "POST", headers: { ...auth, "content-type": "application/json" }, body: "[]" });\n`;
      const { files, units, remaining } = await fixFiles({ "a.js": auth + read + write });
      expect(files["a.js"]!.match(ACCEPT)).toHaveLength(1);
      expect(units).toHaveLength(1);
      expect(remaining).toEqual([]);
    });

    it.each(["console.log(auth);\n", "check(auth);\n"])("stay as they are beside %j", async (other) => {
      const { files } = await fixFiles({ "a.js": auth + other + read });
      expect(files["a.js"]).toContain("headers: { ...auth, Accept: ");
    });

    it.each([
      ["console.log(options)", "unsafe", "console.log prints the headers, so the output changes"],
      ["check(options)", "display-only", "the headers are also passed to check"],
    ])("are written in options beside %s, or not: %s", async (other, applicability, reason) => {
      const options = `const options = { headers: {} };\n${other};\nawait send("${BASE}/groups/a/alerts", options);\n`;
      const { units } = await fixFiles({ "a.js": `import { request as send } from "urllib";\n${options}` });
      expect(units.map((unit) => unit.applicability)).toEqual([applicability]);
      expect(units[0]!.reasons).toEqual([reason]);
    });

    it("get Accept under one name where a request needs another one", async () => {
      const load = `await fetch("${BASE}/groups/a/clusters/h/logs/mongodb.gz", { headers: { ...auth, "x-reason": "audit" } });\n`;
      const { files, remaining } = await fixFiles({ "a.js": auth + read + load });
      const written = files["a.js"]!.match(ACCEPT)!.map((one) => one.split(":")[0]!.replace('"', ""));
      expect(written).toEqual(["Accept", "Accept"]);
      expect(remaining).toEqual([]);
    });

    it("stay as they are where a request that stays gets them, too", async () => {
      const other = `await fetch("${BASE}/groups/a/dataLakes", { headers: { ...auth, "x-a": "b" } });\n`;
      const { files, units } = await fixFiles({ "a.js": auth + read + other }, ["safe", "unsafe"]);
      expect(files["a.js"]).toBe(auth + read + other);
      expect(units.map(({ applicability }) => applicability)).not.toContain("safe");
    });
  });

  describe("headers that another service gets, too", () => {
    const others = `await fetch("https://weather.example/today", { headers: { ...auth, "x-a": "b" } });\n`;
    const TYPE = "application/vnd.atlas.2023-02-01+json";

    it.each([
      ["headers: auth", `headers: { ...auth, Accept: "${TYPE}" }`],
      ["headers: auth, method", `headers: { ...auth, Accept: "${TYPE}" }, method`],
      [`"headers": auth`, `"headers": { ...auth, Accept: "${TYPE}" }`],
      ["headers: make()", `headers: { ...make(), Accept: "${TYPE}" }`],
      ["headers: await later()", `headers: { ...(await later()), Accept: "${TYPE}" }`],
      ["headers: all.auth", `headers: { ...all.auth, Accept: "${TYPE}" }`],
    ])("are spread at the call: { %s }", async (before, after) => {
      const shared = `const method = "GET";\nconst auth = { authorization: token };\nconst make = () => auth;\nconst later = async () => auth;\nconst all = { auth };\n`;
      const code = shared + `await fetch("${BASE}/groups/a/alerts", { ${before} });\n` + others;
      const { files, units } = await fixFiles({ "a.js": code });
      expect(files["a.js"]).toBe(code.replace("v1.0", "v2").replace(before, after));
      expect(units.map(({ applicability }) => applicability)).toEqual(["safe"]);
    });

    it.each([
      ["is a Headers object", `const auth = new Headers({ authorization: token });\n`, "headers: auth"],
      ["has an Accept of its own", `const auth = { accept: "application/json" };\n`, "headers: auth"],
      ["is one of two", `const auth = { authorization: token };\n`, "headers: auth ? auth : {}"],
    ])("stay with a person where what is sent %s", async (_what, shared, options) => {
      const both = `await fetch("https://weather.example/today", { headers: auth });\n`;
      const code = shared + `await fetch("${BASE}/groups/a/alerts", { ${options} });\n` + both;
      expect((await fixFiles({ "a.js": code }, ["safe", "unsafe"])).files["a.js"]).toBe(code);
    });
  });

  it.each([
    ["in JavaScript", "a.js", (url: string, type: string) => `await get("${url}", "${type}");\n`],
    ["in Python", "a.py", (url: string, type: string) => `get("${url}", "${type}")\n`],
  ])("leaves a header that another caller gives a version, %s", async (_what, path, call) => {
    const get =
      path === "a.js"
        ? "const get = (url, type) => fetch(url, { headers: { Accept: type } });\n"
        : 'import requests\ndef get(url, type):\n    return requests.get(url, headers={"Accept": type})\n';
    const old = call(`${BASE}/groups/a/alerts`, "application/json");
    const dated = call(`${BASE.replace("v1.0", "v2")}/groups`, "application/vnd.atlas.2025-02-19+json");
    const { files, units } = await fixFiles({ [path]: get + old + dated }, ["safe", "unsafe"]);
    expect(files[path]).toBe(get + old + dated);
    expect(units.flatMap(({ reasons }) => reasons).join()).toMatch(/also sends this header, with a version/);
    const alone = await fixFiles({ [path]: get + old }, ["safe", "unsafe"]);
    expect(alone.files[path]).not.toContain("v1.0");
  });

  it.each([
    [`.accept("json")`, `.accept("application/vnd.atlas.2023-02-01+json")`],
    [`.accept("application/json")`, `.accept("application/vnd.atlas.2023-02-01+json")`],
  ])("sets another type in %s of superagent", async (before, after) => {
    const code = `import request from "superagent";\nawait request.get("${BASE}/groups/a/alerts")${before}.retry(2);\n`;
    const { files, remaining } = await fixFiles({ "a.js": code });
    expect(files["a.js"]).toContain(`/groups/a/alerts")${after}.retry(2)`);
    expect(remaining).toEqual([]);
  });
});
