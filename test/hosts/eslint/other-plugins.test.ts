import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksOf, textOf } from "../../docs/pages.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { ESLINT_VERSIONS, eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

/** The unversioned base of each vocabulary, by the folder that uses it. */
const OLD = {
  atlas: "https://cloud.mongodb.com/api/atlas/v1.0",
  service: "https://cloud.example.com/api/admin/v1.0",
};

const project = sharedTree({
  "package.json": '{ "name": "ordinary", "type": "module", "version": "1.0.0" }\n',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  ...Object.fromEntries(
    Object.entries(OLD).flatMap(([name, base]) => [
      [`src/${name}.ts`, `export const answer: Response = await fetch("${base}/groups");\n`],
      [`fixtures/${name}.json`, `{ "base": "${base}" }\n`],
      [`deploy/${name}.yaml`, `base: ${base}\n`],
      [`${name}.md`, `Ask ${base}/groups for it.\n`],
    ]),
  ),
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
      expect(files).toEqual(["src/atlas.ts", "src/service.ts"]);
      expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
      const rules = messages.flatMap(({ ruleId }) => (ruleId?.startsWith("v2ready/") ? [ruleId] : []));
      expect(rules.sort()).toEqual([
        ...Object.keys(OLD).map(() => "v2ready/no-unversioned-base-path"),
        ...Object.keys(OLD).map(() => "v2ready/require-version-media-type"),
      ]);
    });

    it("lint their files once they are added, as the documentation shows it", async () => {
      const [, , example] = blocksOf("docs/eslint.md").filter(({ language }) => language === "js");
      const config = join(project, "eslint.config.shown.js");
      writeFileSync(config, example!.text);
      const { messages, stderr } = await eslint(config, { cwd: project, version });
      expect(stderr).toBe("");
      const found = messages.filter(({ path }) => !path.endsWith(".ts"));
      const rule = "v2ready/no-unversioned-base-path";
      expect(found.map(({ path, ruleId }) => `${path} ${String(ruleId)}`).sort()).toEqual(
        ["atlas", "service"]
          .flatMap((name) => [`${name}.md`, `deploy/${name}.yaml`, `fixtures/${name}.json`])
          .map((path) => `${path} ${rule}`)
          .sort(),
      );
      expect(messages.filter(({ fatal }) => fatal)).toEqual([]);
    });

    it("print no warning in a package of CommonJS, in the file that the documentation names", async () => {
      const [shown] = blocksOf("docs/eslint.md").filter(({ language }) => language === "js");
      const [, name] = /^`(eslint\.config\.\w+)`:$/m.exec(textOf("docs/eslint.md"))!;
      const folder = sharedTree({
        "package.json": '{ "name": "common", "version": "1.0.0" }\n',
        "old.js": `exports.all = () => fetch("${OLD.service}/groups");\n`,
      });
      installInto(folder, ["eslint"]);
      const config = join(folder, name!);
      writeFileSync(config, shown!.text);
      const { messages, stderr } = await eslint(config, { cwd: folder, version });
      expect(stderr).toBe("");
      expect(messages.map(({ path, ruleId }) => `${path} ${String(ruleId)}`).sort()).toEqual([
        "old.js v2ready/no-unversioned-base-path",
        "old.js v2ready/require-version-media-type",
      ]);
    });
  },
);
