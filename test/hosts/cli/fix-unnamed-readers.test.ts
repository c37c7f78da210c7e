import { describe, expect, it } from "vitest";
import { fixTree } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const PAYLOAD = `{ "name": "a", "autoScaling": { "diskGBEnabled": true }, "providerSettings": { "providerName": "AWS", "regionName": "US_EAST_1", "instanceSizeName": "M10" } }\n`;
const READ = `import { readFileSync } from "node:fs";
const text = readFileSync(new URL("cluster.json", import.meta.url), "utf8");
`;
const SEND = (body: string): string => `await fetch("${OLD}/groups/g/clusters", {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: ${body},
});
`;
const CLIENT = READ + SEND("JSON.stringify(JSON.parse(text))");
const TREE: Tree = { "cluster.json": PAYLOAD, "a.mjs": CLIENT };

const FS = `import * as fs from "node:fs";\n`;
const SUM = `console.log(sizeOf(JSON.parse(fs.readFileSync(file, "utf8"))));\n`;

describe("a data file that code may read without naming it", () => {
  it.each([
    ["an argument", "b.mjs", `${FS}const file = process.argv[2];\n${SUM}`],
    ["a default", "b.mjs", `${FS}const file = process.env.FILE ?? "other.json";\n${SUM}`],
    ["a listed folder", "b.mjs", `${FS}for (const file of fs.readdirSync(".")) ${SUM}`],
    [
      "a listed folder, with promises",
      "b.mjs",
      `import { readdir, readFile } from "node:fs/promises";
for (const name of await readdir(import.meta.dirname))
  console.log(sizeOf(JSON.parse(await readFile(new URL(name, import.meta.url), "utf8"))));
`,
    ],
    [
      "a pattern for names",
      "b.mjs",
      `import fg from "fast-glob";\n${FS}for (const file of await fg("*.json")) ${SUM}`,
    ],
    [
      "an ending and the start of a name",
      "b.mjs",
      `${FS}const file = \`clu\${process.argv[2]}.json\`;\n${SUM}`,
    ],
    [
      "a stream",
      "b.cjs",
      `const fs = require("fs");\nfs.createReadStream(process.argv[2]).pipe(summary());\n`,
    ],
    ["a helper", "b.mjs", `import { load } from "./load.mjs";\nconsole.log(load(process.argv[2]));\n`],
    ["a script above the package", "../b.mjs", `${FS}const file = process.argv[2];\n${SUM}`],
    ["a computed specifier", "b.cjs", "module.exports = (name) => require(`./${name}.json`);\n"],
    [
      "a member of an object",
      "b.mjs",
      `${FS}import { join } from "node:path";
class Store {
  constructor(folder) { this.folder = folder; }
  get(name) { return fs.readFileSync(join(this.folder, name + ".json")); }
}
new Store(process.cwd()).get(process.argv[2]);
`,
    ],
    [
      "a command",
      "b.mjs",
      `import { execSync } from "node:child_process";\nconsole.log(execSync("cat *.json"));\n`,
    ],
    ["a request", "b.mjs", `const answer = await fetch("/cluster.json");\nshow(await answer.json());\n`],
    ["Deno", "b.ts", `show(JSON.parse(await Deno.readTextFile(Deno.args[0])));\n`],
    ["a script of a package", "package.json", `{ "scripts": { "size": "jq .name cluster.json" } }`],
    ["a script without an ending", "bin/size", "#!/bin/sh\njq .name \\\ncluster.json\n"],
    [
      "a step of a workflow",
      ".github/workflows/a.yml",
      "jobs:\n  a:\n    steps:\n      - run: jq .name cluster.json\n",
    ],
    ["a program in Python", "b.py", `for path in glob.glob("*.json"):\n    print(json.load(open(path)))\n`],
    [
      "a program in Python that lists",
      "b.py",
      `for name in os.listdir("."):\n    print(json.load(open(name)))\n`,
    ],
    ["a program in Ruby", "b.rb", `Dir.glob("*.json") { |name| puts JSON.parse(File.read(name)) }\n`],
    ["a program in Go", "b.go", `data, err := os.ReadFile(name)\n`],
    ["a shell", "b.sh", `for f in *.json; do jq .providerSettings "$f"; done\n`],
    ["an argument of a shell", "b.sh", `jq .providerSettings "$1"\n`],
  ])("is left: by %s", async (_, path, text) => {
    const load = `${FS}export const load = (file) => JSON.parse(fs.readFileSync(file, "utf8"));\n`;
    const tree: Tree = path.startsWith("../")
      ? {
          "package.json": "{}",
          [path.slice(3)]: text,
          ...under("packages/a", { ...TREE, "package.json": "{}" }),
        }
      : { ...TREE, "load.mjs": path === "b.mjs" && text.includes("load(") ? load : "", [path]: text };
    const { changed, stdout } = await fixTree(tree);
    expect(changed).toBe("");
    expect(stdout).toMatch(/cluster\.json(?:, and v2ready cannot see what it reads| may be one of them)/);
  });

  it("changes on request", async () => {
    const text = `${FS}for (const file of fs.readdirSync(".")) ${SUM}`;
    const { changed } = await fixTree({ ...TREE, "b.mjs": text }, "--unsafe-fixes");
    expect(changed).toContain("cluster.json");
  });

  it.each([
    ["names with another ending", "b.mjs", `${FS}const file = \`\${process.argv[2]}.csv\`;\n${SUM}`],
    [
      "names in another folder",
      "b.mjs",
      `${FS}import { join } from "node:path";
for (const name of fs.readdirSync("pages")) fs.readFileSync(join("pages", name));\n`,
    ],
    [
      "names beside a script in another folder",
      "scripts/b.mjs",
      `${FS}const read = (name) => fs.readFileSync(new URL(\`data/\${name}.json\`, import.meta.url));
read(process.argv[2]);\n`,
    ],
    [
      "patterns for another folder",
      "b.mjs",
      `import fg from "fast-glob";\nrun(await fg("pages/**/*.json"));\n`,
    ],
    ["standard input", "b.mjs", `${FS}console.log(fs.readFileSync(0, "utf8"));\n`],
    ["a helper with names in sight", "b.mjs", `import { load } from "./load.mjs";\nload("other.json");\n`],
    ["a test", "test/b.test.mjs", `${FS}for (const file of fs.readdirSync(".")) ${SUM}`],
    ["another package", "packages/b/b.mjs", `${FS}for (const file of fs.readdirSync(".")) ${SUM}`],
    ["Python, another ending", "b.py", `for path in glob.glob("*.csv"):\n    load(open("rates.csv"))\n`],
    ["Python, another folder", "b.py", `for name in os.listdir("pages"):\n    print(name)\n`],
    ["a shell, another folder", "b.sh", "for f in pages/*.json; do echo hello; done\n"],
    [
      "a question whether it is there",
      "b.mjs",
      `${FS}if (!fs.existsSync("x.json")) throw new Error("no x.json");\n`,
    ],
  ])("changes beside %s", async (_, path, text) => {
    const tree: Tree = {
      ...TREE,
      "package.json": "{}",
      "packages/b/package.json": `{ "name": "b" }`,
      "load.mjs": `${FS}export const load = (file) => JSON.parse(fs.readFileSync(file, "utf8"));\n`,
      "other.json": "{}",
      [path]: text,
    };
    if (!text.includes("./load.mjs")) delete (tree as Record<string, unknown>)["load.mjs"];
    const { changed, stdout } = await fixTree(tree);
    expect([changed, stdout]).toEqual([expect.stringContaining("cluster.json"), expect.anything()]);
  });
});

describe("a file whose name has marks and letters beyond ASCII", () => {
  const name = "größe [x]^ (1).json";
  const tree: Tree = { [name]: PAYLOAD, "a.mjs": CLIENT.replace(/new URL[^)]*[)]/, JSON.stringify(name)) };

  it("changes where nobody else names it", async () => {
    expect((await fixTree(tree)).changed).toContain(".json");
  });

  it("is left where a script does", async () => {
    const { changed, stdout } = await fixTree({ ...tree, "b.sh": `jq .name "${name}"\n` });
    expect(changed).toBe("");
    expect(stdout).toContain(`b.sh also names ${name},`);
  });
});

describe("the text of a file of data", () => {
  it.each([
    ["searched", `/"instanceSizeName":\\s*"(\\w+)"/.exec(text);\n`],
    ["searched by a method", `if (text.includes("providerSettings")) throw 1;\n`],
    ["taken apart", `const lines = text.split("\\n");\n`],
    ["measured", `console.log(text.length);\n`],
    ["indexed", `if (text[0] !== "{") throw 1;\n`],
    ["printed", "console.log(text);\n"],
    ["printed in a template", "console.log(`body: ${text}`);\n"],
    ["compared", `if (text === process.env.LAST) process.exit();\n`],
    ["hashed", `import { createHash } from "node:crypto";\ncreateHash("md5").update(text).digest("hex");\n`],
    ["handed to a function that is not known", `import { check } from "checks";\ncheck({ text });\n`],
    ["replaced in", `import { x } from "x";\nx(text.replace(/"M10"/, '"M20"'));\n`],
    ["walked through", "for (const character of text) count(character);\n"],
    ["encoded", `Buffer.from(text).toString("base64");\n`],
  ])("is left with its requests where it is %s", async (_, use) => {
    const { changed, stdout } = await fixTree({ "cluster.json": PAYLOAD, "a.mjs": CLIENT + use });
    expect(changed).toBe("");
    expect(stdout).toContain("a.mjs looks at the text of cluster.json");
  });

  it.each([
    ["parsed and sent", CLIENT],
    ["sent as it is", READ + SEND("text")],
    ["trimmed", READ + SEND("JSON.stringify(JSON.parse(text.trim()))")],
    [
      "without the mark that it begins with",
      READ + SEND(`JSON.stringify(JSON.parse(text.replace(/^\\uFEFF/, "")))`),
    ],
    ["asked whether it is empty", READ + `if (text === "") throw 1;\n${SEND("text")}`],
    ["read as bytes", READ.replace(`, "utf8"`, "") + SEND("JSON.stringify(JSON.parse(text.toString()))")],
    [
      "passed on",
      `import { readFile } from "node:fs/promises";
const body = await readFile(new URL("cluster.json", import.meta.url), "utf8").then(JSON.parse);
${SEND("JSON.stringify(body)")}`,
    ],
  ])("changes where it is only %s", async (_, text) => {
    const { changed, stdout } = await fixTree({ "cluster.json": PAYLOAD, "a.mjs": text });
    expect([changed, stdout]).toEqual([expect.stringContaining("cluster.json"), expect.anything()]);
  });
});

function under(folder: string, tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [`${folder}/${path}`, text]));
}
