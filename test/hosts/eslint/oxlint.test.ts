import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import { oxlint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const PLUGIN = fileURLToPath(new URL("../../../dist/eslint.js", import.meta.url));

const root = sharedTree({
  ".oxlintrc.json": JSON.stringify({
    jsPlugins: [PLUGIN],
    settings: { v2ready: { asOf: "2026-06-01" } },
    rules: Object.fromEntries(RULES.map(({ meta }) => [`v2ready/${meta.id}`, "error"])),
  }),
  "src/config.ts": 'export const BASE: string = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "src/client.ts": 'import { BASE } from "./config";\nexport const r = fetch(`${BASE}/groups/1/clusters`);\n',
  "src/kept.ts":
    '// oxlint-disable-next-line v2ready/no-unversioned-base-path\nexport const B = "https://cloud.mongodb.com/api/atlas/v1.0/groups";\n',
  "src/view.vue":
    '<template><p>{{ r }}</p></template>\n<script setup lang="ts">\nconst r = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n</script>\n',
});

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number; readonly column: number } }[];
}

it("oxlint says the same: across files, in components, minding its own comments", async () => {
  const { stdout } = await oxlint(["--format", "json", "src"], root);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const found = diagnostics
    .filter(({ code }) => code.startsWith("v2ready"))
    .map(({ code, filename, labels: [label] }) => {
      const { line, column } = label!.span;
      return `${join(filename)}:${String(line)}:${String(column)} ${/\((.+)\)/.exec(code)![1]!}`;
    });
  expect(found.sort()).toEqual([
    "src/client.ts:2:18 require-version-media-type",
    "src/config.ts:1:55 no-unversioned-base-path",
    "src/view.vue:3:17 require-version-media-type",
    "src/view.vue:3:49 no-unversioned-base-path",
  ]);
});
