import { existsSync } from "node:fs";
import { env } from "node:process";
import { URL } from "node:url";
import { defineConfig } from "eslint/config";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import tseslint from "typescript-eslint";

// Only what oxlint cannot do (.oxlintrc.json has the rest): our own plugin, and the rules about rules of ESLint. The
// plugin is the built one: `npm test` builds before it lints, and without a build the rest is linted all the same.
const built = new URL("dist/eslint.js", import.meta.url);
const v2ready = existsSync(built) ? (await import(built.href)).default : undefined;
// Each folder is a root of its own: followed through all of src, the evaluator would be run by itself. The folders of src
// take a minute, so they belong to `npm run test:all`. Left out is what takes longer: src/hosts/cli about a minute and
// src/hosts/eslint two, as both lead through everything, and with them the few files in src/frontends/javascript itself,
// whose root would be all folders in it.
const FOLDERS_OF_SRC = [
  ...["catalog", "convert", "core", "engine", "facts", "fix", "frontends/json", "frontends/plain"],
  ...["clients", "editing", "libraries", "markup"].map((name) => `frontends/javascript/${name}`),
  ...["builtins", "evaluation", "recording"].map((name) => `analysis/${name}`),
  ...["hosting", "hosts/library", "report", "runs", "service-double", "types", "validation", "workspace"],
].map((name) => `src/${name}`);
const OWN_ROOTS = ["rules", "tools", ...(env.V2READY_TEST_ALL ? FOLDERS_OF_SRC : [])];
// What speaks of the unversioned form because that is what it is about: comments on patterns for it, the converter that
// reads clusters in its shape, a server that answers in it, and programs that are measured.
const OWN_SUBJECTS = {
  "src/catalog": ["no-unversioned-base-path"],
  "src/fix": ["no-removed-property"],
  "src/service-double": ["no-removed-property", "no-repurposed-property"],
  "src/validation": ["no-removed-property", "no-repurposed-property"],
  tools: ["no-unversioned-base-path"],
};

export default defineConfig(
  { ignores: ["dist/", "fixtures/", "coverage/", ".bench/"] },
  {
    files: OWN_ROOTS.map((root) => `${root}/**/*.ts`).concat("src/hosts/eslint/**/*.ts"),
    languageOptions: { parser: tseslint.parser },
    // Comments are for oxlint.
    linterOptions: { reportUnusedDisableDirectives: "off" },
  },
  ...OWN_ROOTS.map((root) => ({
    files: [`${root}/**/*.{ts,mjs}`],
    extends: v2ready ? [v2ready.configs.recommended] : [],
    // ESLint has no level for information, such as an old version that a comment names.
    settings: { v2ready: { root, minSeverity: "warning" } },
    rules: v2ready
      ? Object.fromEntries((OWN_SUBJECTS[root] ?? []).map((id) => [`v2ready/${id}`, "off"]))
      : {},
  })),
  { files: ["src/hosts/eslint/**/*.ts"], extends: [eslintPlugin.configs.recommended] },
);
