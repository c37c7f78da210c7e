import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { report } from "../../support/command.js";
import { eslint, sharedConfig, type EslintVersion } from "../../support/linters.js";
import { differences } from "../../support/parity.js";

const FIXTURES = fileURLToPath(new URL("../../../fixtures", import.meta.url));

interface Comparison {
  readonly folder: string;
  readonly version: EslintVersion;
  readonly config: "recommended" | "strict";
  readonly parser?: "babel";
}

const COMPARISONS: readonly Comparison[] = [
  { folder: "projects", version: "eslint", config: "strict" },
  { folder: "projects", version: "eslint9", config: "recommended", parser: "babel" },
  { folder: "values", version: "eslint", config: "recommended" },
  { folder: "values", version: "eslint9", config: "strict", parser: "babel" },
];

describe("what ESLint finds and what the audit finds", () => {
  it.each(COMPARISONS)("is the same in $folder, with $version and $config", async (comparison) => {
    const cwd = join(FIXTURES, comparison.folder);
    const { config, version, parser } = comparison;
    const flags = config === "strict" ? ["--min-confidence", "low", "--show-undetermined"] : [];
    const [linted, audited] = await Promise.all([
      eslint(sharedConfig("parity"), {
        cwd,
        version,
        env: { V2READY_TEST_CONFIG: config, ...(parser ? { V2READY_TEST_PARSER: parser } : {}) },
      }),
      report(["--no-types", ...flags, "."], { cwd }),
    ]);
    expect(linted.stderr).toBe("");
    expect(differences(linted, audited)).toEqual([]);
    const shared = audited.findings.filter(({ path }) => linted.files.includes(path));
    expect(shared.length).toBeGreaterThan(comparison.folder === "values" ? 380 : 70);
    // What is left over is in languages that ESLint does not know.
    const missed = audited.findings.filter(({ path }) => !linted.files.includes(path));
    expect(missed.filter(({ path }) => /\.(?:[cm]?[jt]sx?|json|vue|svelte|ya?ml|md)$/.test(path))).toEqual(
      [],
    );
  });

  it("is the same with types on both sides", async () => {
    const cwd = join(FIXTURES, "types");
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
