import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
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
installInto(project, PEERS);
const bare = sharedTree({
  "package.json": '{ "type": "module" }',
  "old.js": `export const BASE = "${OLD}";\n`,
  "old.json": "{}\n",
});
installInto(bare, []);

/** The package as it is published, with what it depends on, and these peers. */
function installInto(folder: string, peers: readonly string[]): void {
  const installed = join(folder, "node_modules/v2ready");
  mkdirSync(installed, { recursive: true });
  const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
  writeFileSync(join(installed, "package.json"), manifest);
  cpSync(join(ROOT, "dist"), join(installed, "dist"), { recursive: true });
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  for (const name of [...Object.keys(dependencies), ...peers]) {
    const link = join(folder, "node_modules", name);
    mkdirSync(join(link, ".."), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
}

let configs = 0;

function configOf(folder: string, code: string, imports = ""): string {
  const file = join(folder, `eslint.config.${String(configs++)}.js`);
  writeFileSync(file, `import v2ready from "v2ready/eslint";\n${imports}\nexport default [${code}];\n`);
  return file;
}

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
  it.each([
    ["recommended", [2, 2, 1, 2]],
    ["strict", [2, 2, 1, 2]],
    ["migration", [1, 1, 1, 1]],
  ])("%s lies on code, JSON, Markdown and YAML", async (name, severities) => {
    const { messages, stderr } = await eslint(configOf(project, `...v2ready.configs.${name}`), {
      cwd: project,
      version,
    });
    expect(stderr).toBe("");
    const found = messages.filter(isOurs).sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(found.map(({ path, ruleId }) => `${path} ${String(ruleId)}`)).toEqual(
      ["old.js", "old.json", "old.md", "old.yaml"].map((path) => `${path} v2ready/no-unversioned-base-path`),
    );
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it("stands beside rules of JavaScript that are on for all files", async () => {
    const cwd = projectWith(version);
    const imports = 'import js from "@eslint/js";';
    const code = "js.configs.recommended, ...v2ready.configs.recommended";
    const { messages, stderr } = await eslint(configOf(cwd, code, imports), { cwd, version });
    expect(stderr).toBe("");
    expect(
      messages
        .filter(isOurs)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(["old.json", "old.md", "old.yaml"]);
  });

  it("leaves a language that is chosen after it as it is, and speaks in it", async () => {
    const cwd = projectWith(version);
    const imports = 'import json from "@eslint/json";';
    const own = '{ files: ["**/*.json"], plugins: { json }, language: "json/json" }';
    const config = configOf(cwd, `...v2ready.configs.recommended, ${own}`, imports);
    const strict = await eslint(config, { cwd, version, args: ["old.json"] });
    expect(strict.stderr).toBe("");
    expect(strict.messages).toEqual([expect.objectContaining({ fatal: true, path: "old.json" })]);
    writeFileSync(join(cwd, "old.json"), `{ "base": "${OLD}" }\n`);
    const { messages } = await eslint(config, { cwd, version, args: ["old.json"] });
    expect(messages.map(({ ruleId }) => ruleId)).toEqual(["v2ready/no-unversioned-base-path"]);
  });

  it("is code alone where no other language is installed", async () => {
    const { files, messages, stderr } = await eslint(configOf(bare, "...v2ready.configs.recommended"), {
      cwd: bare,
      version,
    });
    expect(stderr).toBe("");
    expect(files.filter((path) => path.startsWith("old"))).toEqual(["old.js"]);
    expect(messages.filter(isOurs)).toHaveLength(1);
  });

  it("keeps suppressions of ESLint", async () => {
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
      /settings\.v2ready\.tagret is no setting\. Did you mean target\?/,
    ],
    [
      "a setting of another type",
      "{ settings: { v2ready: { root: 1 } } }",
      /settings\.v2ready\.root must be a folder/,
    ],
    [
      "a folder that is not there",
      '{ settings: { v2ready: { root: "nowhere" } } }',
      /settings\.v2ready\.root names nowhere, which is not there/,
    ],
    ["settings that are none", '{ settings: { v2ready: "strict" } }', /settings\.v2ready is no object/],
    [
      "a version that was never released",
      '{ settings: { v2ready: { target: "2020-01-01" } } }',
      /settings\.v2ready\.target 2020-01-01 is no released version/,
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
      /the option target 2020-01-01 is no released version/,
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
    const target = async (more: string): Promise<string> => {
      const code = `...v2ready.configs.recommended, { settings: { v2ready: { target: "2023-10-01" } } }${more}`;
      const { messages } = await eslint(configOf(bare, code), { cwd: bare, args: ["old.js"] });
      return /vnd\.atlas\.([\d-]+)/.exec(messages[0]!.message)![1]!;
    };
    expect(await target("")).toBe("2023-10-01");
    const ofRule = '{ rules: { "v2ready/no-unversioned-base-path": ["warn", { target: "2024-10-23" }] } }';
    expect(await target(`, ${ofRule}`)).toBe("2024-10-23");
  });

  it("says who it is, and has every rule with a page", async () => {
    const { default: plugin } = (await import(join(ROOT, "dist/eslint.js"))) as {
      default: { meta: object; rules: Record<string, { meta: { docs: { url: string } } }> };
    };
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(plugin.meta).toEqual({ name: "v2ready", version, namespace: "v2ready" });
    expect(Object.keys(plugin.rules)).toEqual([...RULES.map(({ meta }) => meta.id), "valid-directive"]);
    for (const [id, { meta }] of Object.entries(plugin.rules))
      expect(readFileSync(fileURLToPath(meta.docs.url), "utf8")).toContain(`# ${id}`);
  });
});
