import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { compareFixtures, type Comparison } from "../../support/fixture-parity.js";
import { eslint, sharedConfig } from "../../support/linters.js";
import { compareFolder, differences } from "../../support/parity.js";
import { copyOfFixtures, sharedTree } from "../../support/tree.js";

/** The other versions, parsers, sets of rules and fixtures are in parity.all.test.ts. */
const COMPARISONS: readonly Comparison[] = [
  { folder: "projects", version: "eslint9", config: "recommended", parser: "babel" },
];

describe("what ESLint finds and what the audit finds", () => {
  it.each(COMPARISONS)("is the same in $folder, with $version and $config", compareFixtures);

  it("is the same in the values of YAML", async () => {
    const cwd = sharedTree({
      "cluster.yaml":
        "name: a\nbackupEnabled: true\nproviderSettings:\n  instanceSizeName: M10\nnumShards: 1\n",
      "values.yaml": "ingress:\n  paths: [/api/admin/v2]\nautoScaling:\n  diskGBEnabled: true\n",
    });
    const { shared, differences } = await compareFolder(cwd);
    expect(differences).toEqual([]);
    expect(shared).toBeGreaterThan(3);
  });

  it("is the same with types on both sides", async () => {
    const cwd = copyOfFixtures("types");
    const [linted, audited] = await Promise.all([
      eslint(sharedConfig("typed"), { cwd }),
      report(["--min-confidence", "low", "--show-undetermined", "."], { cwd }),
    ]);
    expect(linted.stderr).toBe("");
    expect(differences(linted, audited)).toEqual([]);
    expect(linted.messages.map(({ path, line }) => `${path}:${line}`)).toContain("src/use.ts:4");
    expect(linted.messages.map(({ path, line }) => `${path}:${line}`)).not.toContain("src/use.ts:12");
  });
});
