import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import tseslint from "typescript-eslint";

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
