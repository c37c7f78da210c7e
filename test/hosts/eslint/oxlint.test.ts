import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { RULES } from "../../../rules/index.js";
import { oxlint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const PLUGIN = fileURLToPath(new URL("../../../dist/eslint.js", import.meta.url));

const CONFIG = {
  ".oxlintrc.json": JSON.stringify({
    jsPlugins: [PLUGIN],
    settings: { v2ready: { asOf: "2026-06-01" } },
    rules: Object.fromEntries(RULES.map(({ meta }) => [`v2ready/${meta.id}`, "error"])),
  }),
};

const root = sharedTree({
  ...CONFIG,
  "src/config.ts": 'export const BASE: string = "https://cloud.mongodb.com/api/atlas/v1.0";\n',
  "src/client.ts": 'import { BASE } from "./config";\nexport const r = fetch(`${BASE}/groups/1/clusters`);\n',
  "src/kept.ts":
    '// oxlint-disable-next-line v2ready/no-unversioned-base-path\nexport const B = "https://cloud.mongodb.com/api/atlas/v1.0/groups";\n',
  "src/view.vue":
    '<template><p>{{ r }}</p></template>\n<script setup lang="ts">\nconst r = await fetch("https://cloud.mongodb.com/api/atlas/v1.0/groups/1/clusters");\n</script>\n',
});

interface Diagnostic {
  readonly code: string;
  readonly message: string;
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

const OLD = "https://cloud.mongodb.com/api/atlas/v1.0";
const component = (first: string, second: string): string =>
  `<script>\n${first}\n</script>\n<script setup>\n${second}\n</script>\n`;

it("fixes each script of a component in place", async () => {
  const send = (name: string, url: string, more = ""): string => `const ${name} = fetch("${url}"${more});`;
  const text = (base: string, more = ""): string =>
    component(
      `const z = 1;\n${send("a", `${base}/groups`, more)}`,
      `${send("a", `${base}/groups`, more)}\n${send("b", `${base}/groups/1/clusters`, more)}`,
    );
  const folder = sharedTree({ ...CONFIG, "two.vue": text(OLD) });
  // A pass of oxlint applies the fixes that do not overlap.
  await oxlint(["--fix", "two.vue"], folder);
  await oxlint(["--fix", "two.vue"], folder);
  expect(readFileSync(join(folder, "two.vue"), "utf8")).toBe(
    text(OLD.replace("v1.0", "v2"), ', { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }'),
  );
});

it("offers no fix that reaches another script of the component, and names the command", async () => {
  const text = component(
    `export const BASE = "${OLD}";`,
    'const r = await fetch(BASE + "/groups/1/clusters/c", { method: "PATCH", body: JSON.stringify({ providerBackupEnabled: true }) });',
  );
  const folder = sharedTree({ ...CONFIG, "two.vue": text });
  const { stdout } = await oxlint(["--fix", "--format", "json", "two.vue"], folder);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  // An invalid range is a diagnostic of its own.
  const messages = diagnostics.map(({ message }) => message);
  expect(messages).toHaveLength(3);
  for (const message of messages)
    expect(message).toMatch(/the fix also changes another part of two\.vue: npx v2ready fix$/);
  expect(readFileSync(join(folder, "two.vue"), "utf8")).toBe(text);
});
