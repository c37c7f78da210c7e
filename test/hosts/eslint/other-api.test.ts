import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, v2ready } from "../../support/command.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const FOLDER = join(ROOT, "fixtures/openapi/harbor");
const file = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

/** The new document with these security schemes. */
function withSchemes(schemes: object): string {
  const { security: _, ...data } = JSON.parse(file("v2.json")) as { components: object; security: unknown };
  return JSON.stringify({ ...data, components: { ...data.components, securitySchemes: schemes } });
}
const CALLS = `const url = "https://api.harbor.example/api/harbor/v2/berths";
await fetch(url, { headers: { Authorization: "Basic " + btoa("a:b") } });
`;

const cwd = sharedTree({
  "package.json": '{ "type": "module" }',
  "v1.json": file("v1.json"),
  "v2.json": file("v2.json"),
  "overlay.json": file("overlay.json"),
  "berths.js": file("src/berths.js"),
  "basic.js": CALLS,
  "open.json": withSchemes({}),
  "basic.json": withSchemes({ login: { type: "http", scheme: "basic" } }),
});
installInto(cwd, []);

describe("ESLint with a vocabulary of another API", () => {
  it("reports what the command reports", async () => {
    const args = ["--from", "v1.json", "--to", "v2.json", "--overlay", "overlay.json", "-o", "harbor.json"];
    await v2ready(["catalog", ...args], { cwd });
    const code = '...v2ready.configs.recommended, { settings: { v2ready: { vocabulary: "./harbor.json" } } }';
    const { messages, stderr } = await eslint(configOf(cwd, code), { cwd, args: ["berths.js"] });
    expect(stderr).toBe("");
    expect(messages.map(({ line, ruleId }) => `${line} ${ruleId}`)).toEqual([
      "1 v2ready/no-unversioned-base-path",
      "14 v2ready/no-removed-property",
      "18 v2ready/no-removed-property",
      "24 v2ready/no-removed-property",
      "29 v2ready/no-removed-property",
    ]);
    expect(messages[0]!.message).toContain(
      "/api/harbor/v1 is the base path of the older API; /api/harbor/v2 replaces it.",
    );
  });

  it.each([
    ["v2.json", ["2 v2ready/require-digest-auth"]],
    ["basic.json", []],
    ["open.json", []],
  ])("reports Basic credentials only where the API takes others: %s", async (to, expected) => {
    const name = `credentials-${to}`;
    await v2ready(["catalog", "--from", "v1.json", "--to", to, "-o", name], { cwd });
    const code = `...v2ready.configs.recommended, { settings: { v2ready: { vocabulary: "./${name}" } } }`;
    const { messages } = await eslint(configOf(cwd, code), { cwd, args: ["basic.js"] });
    expect(messages.map(({ line, ruleId }) => `${line} ${ruleId}`)).toEqual(expected);
    const { stdout } = await v2ready(["basic.js", "--vocabulary", `./${name}`, "--format", "concise"], {
      cwd,
    });
    const words = "This request sends Basic credentials, but Harbor API needs a bearer token.";
    expect(stdout.includes(words)).toBe(expected.length > 0);
    expect(stdout.includes("Basic")).toBe(expected.length > 0);
  });
});
