import { describe, expect, it } from "vitest";
import { fixFiles, type Files } from "../support/fix-files.js";

const PATH = "/api/atlas/v1.0";
const HOST = "https://cloud.mongodb.com";
const SEND = "const answer = await fetch(`${BASE}/groups/a/alerts`);\n";
const CODE = `const BASE = "${HOST}${PATH}";\n${SEND}`;
const PARTS = `const VERSION = "v1.0";\nconst BASE = \`${HOST}/api/atlas/\${VERSION}\`;\n${SEND}`;

async function move(files: Files): Promise<{ how: string; reasons: readonly string[] }> {
  const { units } = await fixFiles(files);
  const [unit] = units.filter(({ title }) => title.startsWith("move"));
  return { how: unit!.applicability, reasons: unit!.reasons };
}

describe("code that asks for the form of the API", () => {
  it.each([
    `if (BASE.endsWith("v1.0")) console.log("old");\n`,
    `console.log(BASE === "${HOST}${PATH}" ? "old" : "new");\n`,
    `switch (BASE.split("/").at(-1)) { case "v1.0": console.log("old"); }\n`,
    `console.log(/\\/v1\\.0$/.test(BASE));\n`,
    `const OLD = /atlas\\/v1\\b/;\nconsole.log(OLD.exec(location.href));\n`,
    `console.log({ "v1.0": "old", v2: "new" }[BASE.slice(-4)]);\n`,
    `console.log(["v1.0", "v1.5"].includes(BASE.slice(-4)));\n`,
    "console.log(location.pathname.startsWith(`/api/atlas/v1.0/`));\n",
    `const { links } = await answer.json();\nconst [, , , version] = new URL(links[0].href).pathname.split("/");\nif (version !== "v1.0") throw new Error(version);\n`,
  ])("keeps it from being safe to leave that form: %s", async (asks) => {
    const { how, reasons } = await move({ "a.js": CODE + asks });
    expect(how).toBe("unsafe");
    expect(reasons).not.toEqual([]);
  });

  it.each([
    ["another version", `if (BASE.endsWith("v1.01")) console.log("old");\n`],
    ["another form of another service", `console.log(location.href.includes("/v10/"));\n`],
    ["a sentence", `console.log("see the notes on v1.0");\n`],
    ["a value", `const info = { version: "v1.0" };\nconsole.log(info.version);\n`],
  ])("is distinguished from %s", async (_what, other) => {
    expect(await move({ "a.js": CODE + other })).toEqual({ how: "safe", reasons: [] });
  });

  it("is another program's affair in another program", async () => {
    const other = `await fetch("${HOST}${PATH}/groups/b/alerts");\nif (process.argv[2] === "v1.0") console.log("old");\n`;
    const { units } = await fixFiles({ "a.js": CODE, "b.js": other });
    const found = units.filter(({ title }) => title.startsWith("move"));
    const of = (path: string) => found.find(({ edits }) => edits.some((edit) => edit.path === path))!;
    expect(of("a.js").applicability).toBe("safe");
    expect(of("b.js").applicability).toBe("unsafe");
  });

  const tests = (asks: string): string =>
    `import { alerts } from "./a.js";\nglobalThis.fetch = async (url) => { ${asks} return new Response("{}"); };\nawait alerts();\n`;
  const client = `const BASE = "${HOST}${PATH}";\nexport const alerts = async () => (await fetch(\`\${BASE}/groups/a/alerts\`)).json();\n`;

  it("counts in a test of the program", async () => {
    const asks = `if (!new URL(url).pathname.startsWith("${PATH}/")) throw new Error(url);`;
    expect(await move({ "a.js": client, "a.test.js": tests(asks) })).toEqual({
      how: "unsafe",
      reasons: [`code in a.test.js compares with ${PATH}/, which changes`],
    });
    expect((await move({ "a.js": client, "a.test.js": tests("") })).how).toBe("safe");
  });

  it("does not count in a test of something else", async () => {
    const other = `import { other } from "./other.js";\nexpect(other().endsWith("v1.0")).toBe(true);\n`;
    const files = { "a.js": client, "other.js": "export const other = () => 1;\n", "b.test.js": other };
    expect((await move(files)).how).toBe("safe");
  });
});

describe("a constant of the version", () => {
  it.each([
    ["printed", "console.log(`reporter ${VERSION}`);\n", "is also passed to console.log"],
    [
      "given to callers",
      "export const version = () => VERSION;\n",
      "the version alone, which changes, is also passed to the caller of version",
    ],
    [
      "sent in a header",
      'await fetch("https://weather.example", { headers: { "User-Agent": `reporter/${VERSION}` } });\n',
      "a request header also contains the version",
    ],
  ])("that is also %s is not safe to change", async (_what, use, reason) => {
    const { how, reasons } = await move({ "a.js": PARTS + use });
    expect(how).toBe("unsafe");
    expect(reasons.join()).toContain(reason);
  });

  it("that something unknown gets stays", async () => {
    const { units } = await fixFiles({ "a.js": `${PARTS}remember(VERSION);\n` });
    expect(units[0]!.reasons).toContain(
      "the base path is also passed to remember, which v2ready cannot follow",
    );
  });

  it("changes where nothing but URLs are made of it", async () => {
    const { files } = await fixFiles({ "a.js": `${PARTS}console.log(\`asking \${BASE}\`);\n` });
    expect(files["a.js"]).toContain(`const VERSION = "v2";`);
  });
});

describe("what tests answer with", () => {
  const client = `export async function hosts() {
  const response = await fetch("${HOST}${PATH}/groups/a/clusters");
  return (await response.json()).results.map((cluster) => cluster.srvAddress);
}
`;
  const test = (answers: string): string =>
    `import { hosts } from "../client.js";\n${answers}\nconsole.log(await hosts());\n`;

  it.each([
    `const make = (name) => ({ name, srvAddress: \`mongodb+srv://\${name}.example.net\` });\nglobalThis.fetch = async () => new Response(JSON.stringify({ results: [make("b")] }));`,
    `import { mock } from "node:test";\nmock.method(globalThis, "fetch", async () => ({ json: async () => ({ results: [{ srvAddress: "mongodb+srv://b.example.net" }] }) }));`,
  ])("under the old name keeps the reads from being safe: %s", async (answers) => {
    const { how, reasons } = await move({ "client.js": client, "test/client.test.js": test(answers) });
    expect(how).toBe("unsafe");
    expect(reasons.join()).toContain("a test response in test/client.test.js still has srvAddress");
  });

  it("is distinguished from what they expect", async () => {
    const expects = `import assert from "node:assert";\nassert.deepEqual(await hosts(), [{ srvAddress: "b" }]);`;
    expect((await move({ "client.js": client, "test/client.test.js": test(expects) })).how).toBe("safe");
  });

  it("is the affair of the tests that use the client", async () => {
    const other = `import { other } from "./other.js";\nother({ srvAddress: "b" });\n`;
    expect((await move({ "client.js": client, "test/other.test.js": other })).how).toBe("safe");
  });
});

describe("the content type of an answer", () => {
  it.each([
    `const [, kind] = answer.headers.get("content-type").split(";")[0].split("/");\nconsole.log(kind === "json");\n`,
    `const type = answer.headers.get("content-type").replace(/;.*/, "");\nconsole.log(type.slice(type.indexOf("/") + 1) === "json");\n`,
  ])("of which a part is compared keeps the request where it is: %s", async (asks) => {
    expect((await move({ "a.js": CODE + asks })).how).not.toBe("safe");
  });

  it.each([
    `const RE = new RegExp("^application/json\\\\b");\nconst isJson = (type) => RE.exec(type) !== null;\nexport { isJson };\n`,
    `export const isJson = (type) => type.match(/^application\\/json\\b/) !== null;\n`,
  ])("may be what a pattern asks for: %s", async (asks) => {
    const { how, reasons } = await move({ "a.js": CODE + asks });
    expect(how).toBe("unsafe");
    expect(reasons.join()).toContain("compares with application/json, but responses get");
  });

  it("may be asked for json in whatever place", async () => {
    const asks = `console.log(answer.headers.get("content-type").split(";")[0].endsWith("json"));\n`;
    expect((await move({ "a.js": CODE + asks })).how).toBe("safe");
  });
});
