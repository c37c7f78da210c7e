import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf } from "../../docs/pages.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { ESLINT_VERSIONS, eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";

const project = sharedTree({
  "package.json": '{ "name": "ordinary", "type": "module", "version": "1.0.0" }\n',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  "src/old.ts": `export const answer: Response = await fetch("${OLD}/groups");\n`,
  "fixtures/old.json": `{ "base": "${OLD}" }\n`,
  "deploy/old.yaml": `base: ${OLD}\n`,
  "README.md": `Ask ${OLD}/groups for it.\n`,
});
installInto(project, [
  "eslint",
  "@eslint/js",
  "@eslint/json",
  "@eslint/markdown",
  "eslint-plugin-unicorn",
  "eslint-plugin-yml",
  "typescript-eslint",
]);

const IMPORTS = `import js from "@eslint/js";
import tseslint from "typescript-eslint";
import unicorn from "eslint-plugin-unicorn";`;
/** As their documentation shows them: on for every file, and so for JSON as soon as JSON is linted. */
const OTHERS = `
  { ignores: ["eslint.config.*"] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  unicorn.configs.recommended,
  { languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },`;

describe.each(ESLINT_VERSIONS)(
  "plugins for languages that are installed and not configured, in %s",
  (version) => {
    it("change nothing beside typed rules and unicorn", async () => {
      const ours = "...v2ready.configs.strict, ...v2ready.configs.migration, ...v2ready.configs.recommended";
      const config = configOf(project, `${OTHERS} ${ours}`, IMPORTS);
      const { files, messages, stderr } = await eslint(config, { cwd: project, version });
      expect(stderr).toBe("");
      expect(files).toEqual(["src/old.ts"]);
      expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
      const rules = messages.flatMap(({ ruleId }) => (ruleId?.startsWith("v2ready/") ? [ruleId] : []));
      expect(rules.sort()).toEqual([
        "v2ready/no-unversioned-base-path",
        "v2ready/require-version-media-type",
      ]);
    });

    it("lint their files once they are added, as the documentation shows it", async () => {
      const [, , example] = blocksOf("docs/eslint.md").filter(({ language }) => language === "js");
      const config = join(project, "eslint.config.shown.js");
      writeFileSync(config, example!.text);
      const { messages, stderr } = await eslint(config, { cwd: project, version });
      expect(stderr).toBe("");
      const found = messages.filter(({ path }) => !path.endsWith(".ts"));
      expect(found.map(({ path, ruleId }) => `${path} ${String(ruleId)}`).sort()).toEqual([
        "README.md v2ready/no-unversioned-base-path",
        "deploy/old.yaml v2ready/no-unversioned-base-path",
        "fixtures/old.json v2ready/no-unversioned-base-path",
      ]);
      expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
    });
  },
);
