import { expect } from "vitest";
import { report } from "./command.js";
import { eslint, sharedConfig, type EslintVersion } from "./linters.js";
import { differences } from "./parity.js";
import { copyOfFixtures } from "./tree.js";

export interface Comparison {
  readonly folder: "projects" | "values";
  readonly version: EslintVersion;
  readonly config: "recommended" | "strict";
  readonly parser?: "babel";
}

/** Lints a folder of fixtures and audits it, and expects the same findings. */
export async function compareFixtures(comparison: Comparison): Promise<void> {
  const cwd = copyOfFixtures(comparison.folder);
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
  // One sentence each.
  expect(linted.messages.filter(({ message }) => /[.!?] +[A-Z]/.test(message))).toEqual([]);
  const shared = audited.findings.filter(({ path }) => linted.files.includes(path));
  expect(shared.length).toBeGreaterThan(comparison.folder === "values" ? 380 : 70);
  // The other findings are in languages that ESLint does not know.
  const missed = audited.findings.filter(({ path }) => !linted.files.includes(path));
  expect(missed.filter(({ path }) => /\.(?:[cm]?[jt]sx?|json|vue|svelte|ya?ml|md)$/.test(path))).toEqual([]);
}
