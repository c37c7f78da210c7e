import { createRequire } from "node:module";
import { join } from "node:path";
import { RuleTester } from "eslint";
import { parser } from "typescript-eslint";
import { describe, it } from "vitest";
import type { V2readyPlugin } from "../../../src/hosts/eslint/index.js";
import { sharedTree } from "../../support/tree.js";

const plugin = createRequire(import.meta.url)("../../../dist/eslint.js") as V2readyPlugin;

RuleTester.describe = describe;
RuleTester.it = it;

const root = sharedTree({ "package.json": "{}" });
const BASE = "https://cloud.mongodb.com/api/atlas";
const settings = { v2ready: { asOf: "2026-06-01", root } };
const filename = join(root, "file.ts");

const tester = new RuleTester({ settings, languageOptions: { parser } } as ConstructorParameters<
  typeof RuleTester
>[0]);

tester.run("no-unversioned-base-path", plugin.rules["no-unversioned-base-path"]!, {
  valid: [
    { code: `fetch("${BASE}/v2/groups");`, filename },
    { code: 'fetch("https://example.com/api/v1.0/groups");', filename },
    { code: `fetch("${BASE}/v2/groups" as string);`, filename, options: [{ minConfidence: "low" }] },
  ],
  invalid: [
    {
      code: `const base: string = "${BASE}/v1.0";`,
      filename,
      errors: [{ messageId: "unversioned", line: 1, column: 48, endLine: 1, endColumn: 63 }],
    },
  ],
});

tester.run("require-version-media-type", plugin.rules["require-version-media-type"]!, {
  valid: [
    {
      code: `fetch("${BASE}/v2/groups/1/clusters", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });`,
      filename,
    },
  ],
  invalid: [
    {
      code: `fetch("${BASE}/v2/groups/1/clusters", { headers: { Accept: "application/json" } });`,
      filename,
      output: `fetch("${BASE}/v2/groups/1/clusters", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } });`,
      errors: 1,
    },
  ],
});

tester.run("no-removed-property", plugin.rules["no-removed-property"]!, {
  valid: [
    { code: "export const read = (c: { numShards: number }) => c.numShards;", filename },
    {
      code: `const r = await fetch("${BASE}/v2/groups/1/clusters/a"); (await r.json()).connectionStrings;`,
      filename,
    },
  ],
  invalid: [
    {
      code: `const r = await fetch("${BASE}/v2/groups/1/clusters/a"); (await r.json()).srvAddress;`,
      filename,
      output: `const r = await fetch("${BASE}/v2/groups/1/clusters/a", { headers: { Accept: "application/vnd.atlas.2023-02-01+json" } }); (await r.json()).connectionStrings?.standardSrv;`,
      errors: 1,
    },
  ],
});
