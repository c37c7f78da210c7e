import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, v2ready } from "../../support/command.js";
import { configOf, installInto } from "../../support/installed-plugin.js";
import { eslint } from "../../support/linters.js";
import { sharedTree } from "../../support/tree.js";

const FOLDER = join(ROOT, "fixtures/openapi/harbor");
const file = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

const cwd = sharedTree({
  "package.json": '{ "type": "module" }',
  "v1.json": file("v1.json"),
  "v2.json": file("v2.json"),
  "overlay.json": file("overlay.json"),
  "berths.js": file("src/berths.js"),
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
    // The double knows the clusters of the built-in services only.
    expect(await v2ready(["serve", "--vocabulary", "./harbor.json"], { cwd })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("serve has no double of the API of the vocabulary harbor-api"),
    });
  });
});
