import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import type { V2readyPlugin } from "../../../src/hosts/eslint/index.js";
import { sharedTree } from "../../support/tree.js";

/** The built plugin, as a process that stays loads it. */
const plugin = createRequire(import.meta.url)("../../../dist/eslint.js") as V2readyPlugin;

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

function linterIn(cwd: string, fix = false): ESLint {
  return new ESLint({
    cwd,
    fix,
    overrideConfigFile: true,
    overrideConfig: [...plugin.configs.recommended, { settings: { v2ready: { asOf: "2026-06-01" } } }],
  });
}

const shown = (results: readonly ESLint.LintResult[]): string[] =>
  results.flatMap(({ messages }) => messages.map(({ line, ruleId }) => `${String(line)} ${String(ruleId)}`));

describe("what says where specifiers lead", () => {
  const manifest = (target: string): string =>
    JSON.stringify({ type: "module", imports: { "#base": target } });
  const configuration = (target: string): string =>
    JSON.stringify({ compilerOptions: { allowJs: true, paths: { "@lib/*": [target] } } });
  const root = sharedTree({
    "package.json": manifest("./src/base.js"),
    "tsconfig.json": configuration("./lib/*"),
    "src/base.js": `export const BASE = "${OLD}";\n`,
    "lib/base.js": `export const BASE = "${OLD}";\n`,
    "src/imports.js": `import { BASE } from "#base";\nfetch(BASE + "/groups");\n`,
    "src/paths.js": `import { BASE } from "@lib/base";\nfetch(BASE + "/groups");\n`,
  });
  const linter = linterIn(root);

  it.each([
    ["imports of package.json", "src/imports.js", "package.json", manifest, "./src/base.js", "./src/none.js"],
    ["paths of tsconfig.json", "src/paths.js", "tsconfig.json", configuration, "./lib/*", "./none/*"],
  ])("is seen when it is changed: %s", async (_what, client, file, textOf, right, wrong) => {
    const lint = async (): Promise<string[]> => shown(await linter.lintFiles(client));
    expect(await lint()).toEqual(["2 v2ready/require-version-media-type"]);
    // After a pause: the tree is not searched while a user types.
    writeFileSync(join(root, file), textOf(wrong));
    await expect.poll(lint, { timeout: 20_000, interval: 600 }).toEqual([]);
    writeFileSync(join(root, file), textOf(right));
    await expect
      .poll(lint, { timeout: 20_000, interval: 600 })
      .toEqual(["2 v2ready/require-version-media-type"]);
  });
});

describe("a text that is not saved", () => {
  const LIST = `export const list = async (g) => (await (await fetch("${OLD}/groups/" + g + "/clusters")).json()).results;\n`;
  const BARREL = `import { list } from "./a.js";\nexport { list };\n`;
  const READER = `import { list } from "./x.js";\nconst { srvAddress } = (await list("g"))[0];\nconsole.log(srvAddress);\n`;
  const root = sharedTree({
    "package.json": '{ "type": "module" }\n',
    "src/a.js": LIST,
    "src/x.js": BARREL,
    "src/y.js": READER,
  });
  const linter = linterIn(root);
  const lintAll = async (): Promise<object> => {
    const results = await linter.lintFiles(["src/y.js", "src/a.js", "src/x.js"]);
    return results.map(({ messages }) =>
      messages.map(({ message, suggestions }) => ({ message, suggestions })),
    );
  };

  it.each([
    ["between", "src/x.js", "export const list = async () => [];\n"],
    ["that reads", "src/y.js", "export {};\n"],
    ["that asks", "src/a.js", "export const list = async () => [];\n"],
  ])("counts for the file that it is of alone: one %s", async (_what, filePath, text) => {
    const before = await lintAll();
    expect(JSON.stringify(before)).toContain("srvAddress");
    expect(JSON.stringify(before)).toContain("the fix also changes src/y.js");
    expect(shown(await linter.lintText(text, { filePath: join(root, filePath) }))).toEqual([]);
    expect(await lintAll()).toEqual(before);
  });
});

describe("a file that is not in UTF-8", () => {
  const TEXT = `// caf\u00e9\nfetch("${OLD}/groups", { headers: { Accept: "application/json" } });\n`;
  const root = sharedTree({ "latin.js": Buffer.from(TEXT, "latin1"), "utf.js": TEXT });

  it("has its findings, and nothing is written into it", async () => {
    const results = await linterIn(root, true).lintFiles(["latin.js", "utf.js"]);
    expect(results.map(({ output }) => output !== undefined)).toEqual([false, true]);
    expect(results.map(({ messages }) => messages.length)).toEqual([2, 0]);
    await ESLint.outputFixes(results);
    expect(readFileSync(join(root, "latin.js"))).toEqual(Buffer.from(TEXT, "latin1"));
  });
});
