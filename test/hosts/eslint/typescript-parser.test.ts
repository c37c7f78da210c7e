import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blocksOf } from "../../docs/pages.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { ESLINT_VERSIONS, eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

const project = sharedTree({
  "package.json": '{ "type": "module" }',
  "src/a.ts": `export const answer: Response = await fetch("${OLD}/groups");\n`,
  "src/b.tsx": `export const BASE = "${OLD}" as const;\n`,
  "src/c.d.ts": `export declare const BASE: "${OLD}";\n`,
  "src/d.ts": "export const other = 1;\n",
  "src/main.js": 'import { answer } from "./a.ts";\nconsole.log(answer);\n',
  "src/other.js": "export {};\n",
});
installInto(project, ["eslint", "@babel/core", "@babel/eslint-parser", "typescript-eslint"]);

/** Returns the output beside the findings, without the number of the process. */
async function warningsOf(
  elements: string,
  imports = "",
  version: (typeof ESLINT_VERSIONS)[number] = "eslint",
): Promise<string> {
  const config = configOf(project, `{ ignores: ["*.*"] }, ${elements}`, imports);
  const { stderr, status } = await eslint(config, { cwd: project, version });
  expect(status).toBeLessThan(2);
  return stderr.replace(/^\(node:\d+\) /, "").replace(/\n\(Use `node --trace-warnings.*/, "");
}

const WARNING =
  "V2readyParserWarning: 2 TypeScript files use the API and cannot be checked, because no parser for TypeScript is configured in ESLint: src/a.ts, src/b.tsx.\n";

it.each(ESLINT_VERSIONS)(
  "TypeScript that nobody parses is one warning of the process, in %s",
  async (version) => {
    expect(await warningsOf("...v2ready.configs.recommended", "", version)).toBe(WARNING);
  },
);

it("a pattern for TypeScript without a parser changes nothing about that", async () => {
  expect(await warningsOf('{ files: ["**/*.ts"] }, ...v2ready.configs.recommended')).toBe(WARNING);
});

it.each([
  [
    "typescript-eslint",
    '{ files: ["**/*.{ts,tsx}"], languageOptions: { parser: tseslint.parser } }',
    'import tseslint from "typescript-eslint";',
  ],
  [
    "a configuration of typescript-eslint",
    "tseslint.configs.base",
    'import tseslint from "typescript-eslint";',
  ],
  [
    "Babel",
    '{ files: ["**/*.ts"], languageOptions: { parser: babel, parserOptions: { requireConfigFile: false, babelOptions: { parserOpts: { plugins: ["typescript"] } } } } }',
    'import babel from "@babel/eslint-parser";',
  ],
])("there is no warning where a parser is configured: %s", async (_name, element, imports) => {
  expect(await warningsOf(`${element}, ...v2ready.configs.recommended`, imports, "eslint9")).toBe("");
});

it("there is none with the configuration that the documentation shows, and the file is checked", async () => {
  const [, shown] = blocksOf("docs/eslint.md").filter(({ language }) => language === "js");
  const config = join(project, "eslint.config.shown.js");
  writeFileSync(config, shown!.text);
  const { messages, stderr } = await eslint(config, { cwd: project, args: ["src"] });
  expect(stderr).toBe("");
  expect(messages.map(({ path, ruleId }) => `${path} ${String(ruleId)}`)).toContain(
    "src/a.ts v2ready/no-unversioned-base-path",
  );
});

it("a setting turns the warning off", async () => {
  const off = "{ settings: { v2ready: { warnWithoutTypeScriptParser: false } } }";
  expect(await warningsOf(`...v2ready.configs.recommended, ${off}`)).toBe("");
});

it("a parser in ES modules that is installed may be configured, so there is no warning", async () => {
  const folder = sharedTree({
    "package.json": '{ "type": "module" }',
    "src/a.ts": `export const answer: Response = await fetch("${OLD}/groups");\n`,
    "src/main.js": "export {};\n",
    "node_modules/@babel/eslint-parser/package.json": '{ "type": "module", "main": "index.js" }',
    "node_modules/@babel/eslint-parser/index.js": "export {};\n",
  });
  installInto(folder, []);
  const config = configOf(folder, "...v2ready.configs.recommended");
  const { messages, stderr } = await eslint(config, { cwd: folder });
  expect({ messages, stderr }).toEqual({ messages: [], stderr: "" });
});
