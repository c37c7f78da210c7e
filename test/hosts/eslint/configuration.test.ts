import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { ESLINT_VERSIONS, eslint, type EslintVersion } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PEERS = ["@eslint/json", "@eslint/markdown", "eslint-plugin-yml"];
const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

const project = sharedTree({
  "package.json": '{ "type": "module" }',
  "old.js": `export const BASE = "${OLD}";\n`,
  "old.json": `{ "base": "${OLD}", /* as people write it */ "list": [1,] }\n`,
  "old.yaml": `base: ${OLD}\n`,
  "old.md": `Ask ${OLD}/groups for it.\n`,
});
installInto(project, [...PEERS, "eslint"]);
const bare = sharedTree({
  "package.json": '{ "type": "module" }',
  "call.js": `await fetch("${OLD}/groups");\n`,
  "old.js": `export const BASE = "${OLD}";\n`,
  "old.json": "{}\n",
});
installInto(bare, []);

/** A project in which ESLint itself is installed, as it is where people have it. */
function projectWith(version: EslintVersion): string {
  const folder = sharedTree({
    "package.json": '{ "type": "module" }',
    "old.json": `{ "base": "${OLD}", /* as people write it */ "list": [1,] }\n`,
    "old.yaml": `base: ${OLD}\n`,
    "old.md": `Ask ${OLD}/groups for it.\n`,
  });
  installInto(folder, [...PEERS, "@eslint/js"]);
  symlinkSync(join(ROOT, "node_modules", version), join(folder, "node_modules/eslint"));
  return folder;
}

const isOurs = ({ path }: { readonly path: string }): boolean => path.startsWith("old");

describe.each(ESLINT_VERSIONS)("the configurations, in %s", (version) => {
  const lint = (folder: string, code: string, imports = ""): ReturnType<typeof eslint> =>
    eslint(configOf(folder, code, imports), { cwd: folder, version });
  const LANGUAGES = "...v2ready.configs.json, ...v2ready.configs.yaml, ...v2ready.configs.markdown";

  it.each([
    ["recommended", 2],
    ["strict", 2],
    ["migration", 1],
  ])("%s reports code only, whatever is installed", async (name, severity) => {
    const { files, messages, stderr } = await lint(project, `...v2ready.configs.${name}`);
    expect(stderr).toBe("");
    expect(files.filter((path) => !path.endsWith(".js"))).toEqual([]);
    expect(messages.filter(isOurs)).toEqual([
      expect.objectContaining({ path: "old.js", ruleId: "v2ready/no-unversioned-base-path", severity }),
    ]);
  });

  it("say nothing of JSON that the user has linted without asking for it", async () => {
    const { files, messages, stderr } = await lint(
      project,
      '...v2ready.configs.recommended, { files: ["**/*.json"], plugins: { json }, language: "json/jsonc", languageOptions: { allowTrailingCommas: true } }',
      'import json from "@eslint/json";',
    );
    expect(stderr).toBe("");
    expect(files).toContain("old.json");
    expect(messages.filter(isOurs).map(({ path }) => path)).toEqual(["old.js"]);
  });

  it("keep what a user ignores, in defineConfig as well", async () => {
    const { messages, stderr } = await lint(
      project,
      '...defineConfig({ ignores: ["old.js"], extends: [v2ready.configs.recommended] })',
      'import { defineConfig } from "eslint/config";',
    );
    expect({ stderr, messages: messages.filter(isOurs) }).toEqual({ stderr: "", messages: [] });
  });

  it("json, yaml and markdown have files in these languages linted", async () => {
    const { messages, stderr } = await lint(project, `...v2ready.configs.recommended, ${LANGUAGES}`);
    expect(stderr).toBe("");
    const found = messages.filter(isOurs).sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(
      found.map(({ path, ruleId, severity }) => `${path} ${String(ruleId)} ${String(severity)}`),
    ).toEqual([
      "old.js v2ready/no-unversioned-base-path 2",
      "old.json v2ready/no-unversioned-base-path 2",
      "old.md v2ready/no-unversioned-base-path 1",
      "old.yaml v2ready/no-unversioned-base-path 2",
    ]);
  });

  it("take the levels of another configuration for a language", async () => {
    const levels = '{ files: ["**/*.{json,yaml}"], rules: v2ready.configs.migration[0].rules }';
    const { messages, stderr } = await lint(project, `...v2ready.configs.migration, ${LANGUAGES}, ${levels}`);
    expect(stderr).toBe("");
    expect(messages.filter(isOurs).map(({ severity }) => severity)).toEqual([1, 1, 1, 1]);
  });

  it("json works beside rules of ESLint that are on for all files", async () => {
    const cwd = projectWith(version);
    const { messages, stderr } = await lint(
      cwd,
      `js.configs.recommended, ...v2ready.configs.recommended, ${LANGUAGES}`,
      'import js from "@eslint/js";',
    );
    expect(stderr).toBe("");
    expect(messages.filter(isOurs).map(({ path }) => path)).toEqual(
      expect.arrayContaining(["old.json", "old.md", "old.yaml"]),
    );
    expect(messages.filter(isOurs)).toHaveLength(3);
  });

  it("json leaves a language that is chosen after it as it is, and speaks in it", async () => {
    const cwd = projectWith(version);
    const imports = 'import json from "@eslint/json";';
    const own = '{ files: ["**/*.json"], plugins: { json }, language: "json/json" }';
    const config = configOf(cwd, `...v2ready.configs.json, ${own}`, imports);
    const strict = await eslint(config, { cwd, version, args: ["old.json"] });
    expect(strict.stderr).toBe("");
    expect(strict.messages).toEqual([expect.objectContaining({ fatal: true, path: "old.json" })]);
    writeFileSync(join(cwd, "old.json"), `{ "base": "${OLD}" }\n`);
    const { messages } = await eslint(config, { cwd, version, args: ["old.json"] });
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(["v2ready/no-unversioned-base-path"]);
  });

  it("json names the package that it needs where that is not installed", async () => {
    const { status, stderr } = await lint(bare, "...v2ready.configs.recommended, ...v2ready.configs.json");
    expect(status).toBe(2);
    expect(stderr).toContain(
      'v2ready: the configuration "json" needs the package @eslint/json. Install it: npm install --save-dev @eslint/json',
    );
  });

  it("keep suppressions of ESLint", async () => {
    const config = configOf(bare, "...v2ready.configs.recommended");
    const at = { cwd: bare, version, args: ["old.js", "--suppressions-location", "known.json"] };
    await eslint(config, { ...at, args: [...at.args, "--suppress-all"] });
    const { status, messages } = await eslint(config, at);
    expect({ status, messages }).toEqual({ status: 0, messages: [] });
  });
});

describe("an option that is wrong", () => {
  it.each([
    [
      "an unknown setting",
      '{ settings: { v2ready: { tagret: "2023-02-01" } } }',
      /settings\.v2ready\.tagret is not a setting\. Did you mean target\?/,
    ],
    [
      "a setting of another type",
      "{ settings: { v2ready: { root: 1 } } }",
      /settings\.v2ready\.root must be a folder/,
    ],
    [
      "a number of days that is none",
      '{ settings: { v2ready: { expiryError: "soon" } } }',
      /settings\.v2ready\.expiryError must be a whole number of days/,
    ],
    [
      "a day on which the target is gone",
      '{ settings: { v2ready: { asOf: "2027-07-01" } } }',
      /the target 2023-02-01 was deleted for 4 operations on clusters of atlas, such as GET [^ ]+, on 2027-07-01/,
    ],
    [
      "a folder that is not there",
      '{ settings: { v2ready: { root: "nowhere" } } }',
      /settings\.v2ready\.root names nowhere, which does not exist/,
    ],
    ["settings that are none", '{ settings: { v2ready: "strict" } }', /settings\.v2ready is not an object/],
    [
      "a version that was never released",
      '{ settings: { v2ready: { target: "2020-01-01" } } }',
      /settings\.v2ready\.target 2020-01-01 is not a released version/,
    ],
    [
      "a day that there is not",
      '{ settings: { v2ready: { asOf: "2026-02-30" } } }',
      /settings\.v2ready\.asOf 2026-02-30 is not a day/,
    ],
    [
      "a vocabulary that is not there",
      '{ settings: { v2ready: { vocabulary: "./none.json" } } }',
      /none\.json cannot be read.*settings\.v2ready\.vocabulary/s,
    ],
    [
      "an unknown option of a rule",
      '{ rules: { "v2ready/no-removed-property": ["error", { tagret: "x" }] } }',
      /Unexpected property "tagret"/,
    ],
    [
      "a value of an option of a rule",
      '{ rules: { "v2ready/no-removed-property": ["error", { minConfidence: "sure" }] } }',
      /Value "sure" should be equal to one of the allowed values/,
    ],
    [
      "a version in an option of a rule",
      '{ rules: { "v2ready/no-removed-property": ["error", { target: "2020-01-01" }] } }',
      /the option target 2020-01-01 is not a released version/,
    ],
  ])("is an error of the configuration that names it: %s", async (_name, code, message) => {
    const config = configOf(bare, `...v2ready.configs.recommended, ${code}`);
    const { status, stderr } = await eslint(config, { cwd: bare, args: ["old.js"] });
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("the plugin", () => {
  it("takes options of a rule before settings", async () => {
    const targets = async (more: string): Promise<string[]> => {
      const code = `...v2ready.configs.recommended, { settings: { v2ready: { target: "2023-10-01" } } }${more}`;
      const { messages } = await eslint(configOf(bare, code), { cwd: bare, args: ["call.js"] });
      const found = JSON.stringify(messages).matchAll(/vnd\.atlas\.([\d-]+)/g);
      return [...new Set([...found].map(([, date]) => date!))].sort();
    };
    expect(await targets("")).toEqual(["2023-10-01"]);
    const ofRule = '{ rules: { "v2ready/require-version-media-type": ["warn", { target: "2024-10-23" }] } }';
    expect(await targets(`, ${ofRule}`)).toEqual(["2023-10-01", "2024-10-23"]);
  });

  it("says who it is", async () => {
    const { default: plugin } = (await import(join(ROOT, "dist/eslint.js"))) as {
      default: { meta: object; rules: object };
    };
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(plugin.meta).toEqual({ name: "v2ready", version, namespace: "v2ready" });
    expect(Object.keys(plugin.rules)).toEqual([...RULES.map(({ meta }) => meta.id), "valid-directive"]);
  });
});
