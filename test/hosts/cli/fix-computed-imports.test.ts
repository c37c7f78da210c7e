import { describe, expect, it } from "vitest";
import { fixTree } from "../../support/fixing.js";
import type { Tree } from "../../workspace/support/tree.js";

const PATH = "https://cloud.mongodb.com/api/atlas/v1.0/groups/g/alerts";
const TREE: Tree = {
  "src/headers.mjs": "export const headers = { authorization: token };\n",
  "src/client.mjs": `import { headers } from "./headers.mjs";\nawait fetch("${PATH}", { headers });\n`,
};

async function fix(tree: Tree, ...args: string[]): Promise<{ changed: string; stdout: string }> {
  const { stdout, changed } = await fixTree({ ...TREE, ...tree }, ...args);
  return { stdout, changed: changed.trim() };
}

const USE = "await send(headers);\n";
const BY_NAME = "imports src/headers.mjs under a computed name, and v2ready cannot see how it uses it";
const PERHAPS = "imports under computed names, and src/headers.mjs may be one of them";

describe("code that is imported under a computed name", () => {
  it.each([
    ["src/peer.mjs", `const { headers } = await import(new URL("headers.mjs", import.meta.url));\n`, BY_NAME],
    [
      "src/peer.cjs",
      `const { join } = require("node:path");\nconst { headers } = require(join(__dirname, "headers"));\n`,
      BY_NAME,
    ],
    [
      "src/peer.cjs",
      `const load = (name) => require("./" + name + ".mjs");\nconst { headers } = load("headers");\n`,
      BY_NAME,
    ],
    ["src/peer.mjs", `const { headers } = await import(\n  \`./\${process.argv[2]}.mjs\`\n);\n`, PERHAPS],
    [
      "plugins/run.mjs",
      `import { readdirSync } from "node:fs";\nfor (const name of readdirSync("src")) use(await import(\`../src/\${name}\`));\nconst headers = {};\n`,
      PERHAPS,
    ],
    ["src/peer.cjs", `const { headers } = require(process.argv[2]);\n`, PERHAPS],
  ])("is not changed safely: %s with %s", async (path, load, reason) => {
    const tree = { [path]: load + USE };
    const { changed, stdout } = await fix(tree);
    expect(changed).toBe("");
    expect(stdout).toContain(`${path} ${reason}`);
    expect((await fix(tree, "--unsafe-fixes")).changed).toContain("src/headers.mjs");
  });

  it.each([
    ["another ending", "src/peer.mjs", "use(await import(`./${process.argv[2]}.json`));\n"],
    ["another folder", "plugins/run.mjs", "use(await import(`./${process.argv[2]}.mjs`));\n"],
    ["another name", "src/peer.cjs", 'use(require(require("path").join(__dirname, "other.mjs")));\n'],
    ["another package", "../other/peer.cjs", "use(require(`./${process.argv[2]}`));\n"],
    ["no computed name", "src/peer.mjs", 'use(await import(/* later */ "./other.mjs"));\n'],
    ["a test", "test/peer.test.mjs", "use(await import(process.argv[2]));\n"],
  ])("is changed where its name is not among those: %s", async (_what, path, load) => {
    const { changed, stdout } = await fix({
      "package.json": "{}",
      "../other/package.json": "{}",
      [path]: load,
    });
    expect(changed).toBe("M src/client.mjs\n M src/headers.mjs");
    expect(stdout).toContain("; 0 findings left");
  });

  it("is changed whatever code does that only imports other things from the file with the computed name", async () => {
    const load = 'export const load = (name) => import("./data/" + name);\n';
    const user = (name: string): string => `import { ${name} } from "./peer.mjs";\nuse(${name}(;\n`;
    const peer = `${load}export const other = () => 1;\n`;
    const beside = { "src/peer.mjs": peer, "src/user.mjs": user("other") };
    expect((await fix(beside)).changed).toBe("M src/client.mjs\n M src/headers.mjs");
    const { changed, stdout } = await fix({ ...beside, "src/user.mjs": user("load") });
    expect(changed).toBe("");
    expect(stdout).toContain("src/user.mjs imports under computed names, and v2ready cannot tell");
  });

  it("is changed in calls that have all of their request in them, and where it exports nothing", async () => {
    const list = `export const list = () => fetch("${PATH}", { headers: { authorization: token } });\n`;
    const run = `const headers = { authorization: token };\nawait fetch("${PATH}", { headers });\n`;
    const commands = { "src/commands/list.mjs": list, "src/commands/run.mjs": run };
    const { changed } = await fix({
      ...commands,
      "src/main.mjs": "(await import(`./commands/${process.argv[2]}.mjs`)).list();\n",
    });
    expect(changed).toContain("src/commands/list.mjs");
    expect(changed).toContain("src/commands/run.mjs");
  });
});
