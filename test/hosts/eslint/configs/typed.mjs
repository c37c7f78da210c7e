// Lints a TypeScript project with the types that typescript-eslint has.
import process from "node:process";
import typescript from "typescript-eslint";
import v2ready from "../../../../dist/eslint.js";

export default [
  {
    files: ["**/*.ts"],
    languageOptions: {
      parser: typescript.parser,
      parserOptions: { projectService: true, tsconfigRootDir: process.cwd() },
    },
  },
  ...v2ready.configs.strict,
  { settings: { v2ready: { asOf: "2026-06-01" } } },
];
