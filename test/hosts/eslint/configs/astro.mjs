// Lints the scripts and the frontmatter of Astro components; the scopes that the parser makes without the one for
// TypeScript are not what ESLint 10 wants.
import * as parser from "astro-eslint-parser";
import typescript from "typescript-eslint";
import v2ready from "../../../../dist/eslint.js";

export default [
  { files: ["**/*.astro"], languageOptions: { parser, parserOptions: { parser: typescript.parser } } },
  ...v2ready.configs.recommended,
  { settings: { v2ready: { asOf: "2026-06-01" } } },
];
