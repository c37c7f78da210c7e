// Lints whatever the fixtures hold, each language with its parser, as the command would see it without types.
import process from "node:process";
import babel from "@babel/eslint-parser";
import svelte from "svelte-eslint-parser";
import typescript from "typescript-eslint";
import vue from "vue-eslint-parser";
import v2ready from "../../../../dist/eslint.js";

const jsx = { ecmaFeatures: { jsx: true } };

const babelFiles = {
  files: ["**/*.{js,mjs,jsx}"],
  languageOptions: {
    parser: babel,
    parserOptions: { requireConfigFile: false, babelOptions: { parserOpts: { plugins: ["jsx"] } } },
  },
};

const name = process.env.V2READY_TEST_CONFIG ?? "recommended";
const data = ["json", "yaml", "markdown"].flatMap((language) => v2ready.configs[language]);
// The additions of `strict` for code, for the files in other languages.
const undetermined = {
  files: data.flatMap(({ files }) => files),
  rules: { "v2ready/undetermined-request": "warn" },
};

export default [
  { linterOptions: { reportUnusedDisableDirectives: "off" } },
  { files: ["**/*.{js,mjs,cjs,jsx}"], languageOptions: { parserOptions: jsx } },
  // The parser of Babel 7 does not know ESLint 10, and that of Babel 8 needs Node.js 22.
  ...(process.env.V2READY_TEST_PARSER === "babel" ? [babelFiles] : []),
  {
    files: ["**/*.{ts,mts,cts,tsx}"],
    languageOptions: { parser: typescript.parser, parserOptions: jsx },
  },
  {
    files: ["**/*.vue"],
    languageOptions: { parser: vue, parserOptions: { parser: typescript.parser } },
  },
  {
    files: ["**/*.svelte"],
    languageOptions: { parser: svelte, parserOptions: { parser: typescript.parser } },
  },
  ...v2ready.configs[name],
  ...data,
  ...(name === "strict" ? [undetermined] : []),
  { settings: { v2ready: { asOf: "2026-06-01" } } },
];
