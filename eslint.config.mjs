import { existsSync } from "node:fs";
import { env } from "node:process";
import { URL } from "node:url";
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import tseslint from "typescript-eslint";
import noClock from "./tools/lint/no-clock.mjs";
import noRecordTables from "./tools/lint/no-record-tables.mjs";
import noSpreadArguments from "./tools/lint/no-spread-arguments.mjs";

// Our own plugin, as it is built: `npm test` builds before it lints, and without a build the rest is linted all the same.
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
  js.configs.recommended,
  tseslint.configs.strict,
  {
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "max-lines": ["warn", { max: 400, skipBlankLines: true, skipComments: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
  {
    files: ["src/**", "rules/**"],
    plugins: { local: { rules: { "no-record-tables": noRecordTables } } },
    rules: { "local/no-record-tables": "error" },
  },
  {
    files: ["src/**", "rules/**"],
    // What tells a person how long it took or waits for another run, a cache of an editor, a server for tests.
    ignores: [
      "src/hosts/**",
      "src/runs/{begin-run,exclusive}.ts",
      "src/service-double/**",
      "src/workspace/{search-files,tree-lock}.ts",
      // The search that takes the place of one that hangs gives the same result.
      "src/workspace/ripgrep-watch.ts",
    ],
    plugins: { clock: { rules: { "no-clock": noClock } } },
    rules: { "clock/no-clock": "error" },
  },
  {
    files: ["src/**"],
    // Lists of our own catalog, rules and options, and of one connection string or cluster.
    ignores: [
      "src/{catalog,report,service-double,validation}/**",
      "src/hosts/cli/{connection-string,list-rules}.ts",
    ],
    plugins: { lists: { rules: { "no-spread-arguments": noSpreadArguments } } },
    rules: { "lists/no-spread-arguments": "error" },
  },
  {
    // What a repository holds is read in one way: without waiting, regular files only, with a limit on the size.
    files: ["src/**", "rules/**"],
    ignores: [
      "src/workspace/{file-system,read,search-files}.ts",
      // What this program has written itself, or is about to write, and has looked at before.
      "src/workspace/{atomic-write,recovery,transaction,tree-lock}.ts",
      // Files of the system, and of this package.
      "src/workspace/process-identity.ts",
      "src/frontends/tree-sitter/grammars.ts",
      "src/hosts/cli/explain.ts",
    ],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...[
          "ImportSpecifier[imported.name=NAME]",
          "MemberExpression[object.name=/^(?:fs|fileSystem)$/][property.name=NAME]",
        ].map((selector) => ({
          selector: selector.replace(
            "NAME",
            "/^(?:readFile|readFileSync|createReadStream|open|openSync|openAsBlob|readSync)$/",
          ),
          message: "Read files with readBytes or readSource of src/workspace/read.ts, or with ProjectFiles.",
        })),
      ],
    },
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
  { files: ["src/hosts/eslint/**"], extends: [eslintPlugin.configs.recommended] },
  {
    files: ["tools/**"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        setInterval: "readonly",
        clearInterval: "readonly",
      },
    },
    rules: { "no-console": "off" },
  },
);
