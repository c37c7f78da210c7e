import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixTree } from "../../support/fixing.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const CONFIG = `{ "base": "${OLD}" }\n`;
const CLIENT = `import { readFileSync } from "node:fs";
const { base } = JSON.parse(readFileSync(new URL("config.json", import.meta.url), "utf8"));
await fetch(\`\${base}/groups/g/databaseUsers\`, { headers: { authorization: token } });
`;
const BODY = `const body = { name: "a", autoScaling: { diskGBEnabled: true }, providerSettings: { providerName: "AWS", regionName: "US_EAST_1", instanceSizeName: "M10" } };
`;
const SEND = `await fetch("${OLD}/groups/g/clusters", {
  method: "POST",
  headers: { "Content-Type": "application/json", Accept: "application/json" },
  body: JSON.stringify(body),
});
`;
const ANSWER = `const answer = await fetch("${OLD}/groups/g/databaseUsers", { headers: { Accept: "application/json" } });
`;

describe("a data file that other code names", () => {
  it.each([
    ["a script", "deploy/list.sh", 'curl "$(jq -r .base config.json)/groups/g/databaseUsers"\n'],
    ["a program in another language", "list.py", 'base = settings_of("config.json")["base"]\n'],
    ["a program in Ruby", "list.rb", 'base = settings_of("config.json")["base"]\n'],
    [
      "code that is not followed",
      "list.cjs",
      'require("child_process").execSync("jq -r .base config.json");\n',
    ],
  ])("is left with its requests: %s", async (_, path, text) => {
    const { changed, stdout } = await fixTree({ "config.json": CONFIG, "a.mjs": CLIENT, [path]: text });
    expect(changed).toBe("");
    expect(stdout).toContain(`${path} also names config.json, and v2ready cannot see what it reads there`);
  });

  it("is left with its requests where a function that is not known gets its values", async () => {
    const text = 'base = json.load(open("config.json"))["base"]\n';
    const { changed, stdout } = await fixTree({ "config.json": CONFIG, "a.mjs": CLIENT, "list.py": text });
    expect(changed).toBe("");
    expect(stdout).toContain("the base path is also passed to json.load, which v2ready cannot follow");
  });

  it.each([
    ["documentation", "README.md", "The base stands in `config.json`.\n"],
    ["a test", "test/config.test.mjs", 'check("config.json");\n'],
    ["a longer name", "list.sh", "jq . my-config.json.bak\n"],
  ])("changes where only %s does", async (_, path, text) => {
    const { root } = await fixTree({ "config.json": CONFIG, "a.mjs": CLIENT, [path]: text });
    expect(readFileSync(join(root, "config.json"), "utf8")).toBe(CONFIG.replace("v1.0", "v2"));
  });

  it("changes on request", async () => {
    const tree = { "config.json": CONFIG, "a.mjs": CLIENT, "list.sh": "jq -r .base config.json\n" };
    const { root } = await fixTree(tree, "--unsafe-fixes");
    expect(readFileSync(join(root, "config.json"), "utf8")).toContain("/v2");
  });
});

describe("a question that is answered otherwise after the fix makes it unsafe", () => {
  it.each([
    [
      "whether a key is there, by hasOwn",
      `${BODY}if (!Object.hasOwn(body, "providerSettings")) throw 1;\n${SEND}`,
    ],
    [
      "whether a key is there, by Reflect",
      `${BODY}if (!Reflect.has(body, "providerSettings")) throw 1;\n${SEND}`,
    ],
    [
      "whether keys of a list are there",
      `${BODY}for (const key of ["name", "providerSettings"]) if (!(key in body)) throw 1;\n${SEND}`,
    ],
    ["a table of types", `${ANSWER}({ "application/json": parse })[answer.headers.get("content-type")]();\n`],
    ["a map of types", `${ANSWER}new Map([["application/json", parse]]).get(typeOf(answer))();\n`],
  ])("%s", async (_, text) => {
    expect((await fixTree({ "a.mjs": text })).changed).toBe("");
    expect((await fixTree({ "a.mjs": text }, "--unsafe-fixes")).changed).not.toBe("");
  });

  it("and is left where a hook of a client asks for the type: it would refuse every answer", async () => {
    const text = `import axios from "axios";
const api = axios.create({ baseURL: "${OLD}", headers: { Accept: "application/json" } });
api.interceptors.response.use((r) => (r.headers["content-type"].startsWith("application/json") ? r : fail()));
await api.get("/groups/g/databaseUsers");
`;
    const { changed, stdout } = await fixTree({ "a.mjs": text }, "--unsafe-fixes");
    expect(changed).toBe("");
    expect(stdout).toContain("content type of the response is compared");
  });

  it.each([
    ["whether another key is there", `${BODY}if (!Object.hasOwn(body, "name")) throw 1;\n${SEND}`],
    ["what is sent, and lists of headers", `${ANSWER}post([["content-type", "application/json"]]);\n`],
  ])("but not %s", async (_, text) => {
    expect((await fixTree({ "a.mjs": text })).changed).not.toBe("");
  });
});

describe("a cluster that is read under names from a file of data", () => {
  const LOAD = `import { readFileSync } from "node:fs";
const { results } = await (await fetch("${OLD}/groups/g/clusters", { headers: { authorization: token } })).json();
const text = readFileSync(new URL("names.txt", import.meta.url), "utf8").trim();
`;
  it.each([
    [
      "a list in JSON",
      '["name", "srvAddress"]\n',
      "show(JSON.parse(text).map((name) => results[0][name]));\n",
    ],
    ["lines", "name\nsrvAddress\n", 'for (const name of text.split("\\n")) show(results[0][name]);\n'],
    [
      "a template",
      "{{name}} at {{srvAddress}}\n",
      "show(text.replace(/\\{\\{(\\w+)\\}\\}/g, (_, name) => results[0][name]));\n",
    ],
  ])("stays: %s", async (_, names, read) => {
    const { changed, stdout } = await fixTree({ "names.txt": names, "a.mjs": LOAD + read });
    expect(changed).toBe("");
    expect(stdout).toContain("by computed names");
  });
});
