import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonReport } from "../../../src/report/index.js";
import { report } from "../../support/command.js";
import { eslint, sharedConfig, type EslintVersion, type LintRun } from "../../support/linters.js";

const FIXTURES = fileURLToPath(new URL("../../../fixtures", import.meta.url));

/** Told of the repository as a whole, which no editor has before it. */
const OF_THE_REPOSITORY = ["no-peering-only-mode"];

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

/** `- place rule message` for what only the audit has, `+` for what only ESLint has, in files that both have read. */
function differences({ messages, files }: LintRun, { findings }: JsonReport): string[] {
  const unparsed = messages.filter(({ fatal }) => fatal).map(({ path, message }) => `! ${path} ${message}`);
  const told = messages
    .filter(({ ruleId }) => ruleId !== null)
    .map((one) => ({
      key: keyOf({ ...one, ruleId: one.ruleId!.replace("v2ready/", "") }),
      message: one.message,
    }));
  const wanted = findings
    .filter(({ path, ruleId }) => files.includes(path) && !OF_THE_REPOSITORY.includes(ruleId))
    .map((one) => ({ key: keyOf(one), message: one.message }));
  const missing = wanted.filter(
    (one) => !told.some(({ key, message }) => key === one.key && startsWith(message, one.message)),
  );
  const own = told.filter(
    (one) =>
      !OF_THE_REPOSITORY.some((rule) => one.key.endsWith(rule)) &&
      !wanted.some(({ key, message }) => key === one.key && startsWith(one.message, message)),
  );
  return [
    ...unparsed,
    ...missing.map(({ key, message }) => `- ${key} ${message}`),
    ...own.map(({ key, message }) => `+ ${key} ${message}`),
  ];
}

function keyOf(one: {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly ruleId: string;
}): string {
  const end = `${String(one.endLine)}:${String(one.endColumn)}`;
  return `${one.path}:${one.line}:${one.column}-${end} ${one.ruleId}`;
}

/** In an editor places and advice follow: the first sentence is that of the audit. */
function startsWith(message: string, sentence: string): boolean {
  return message.startsWith(sentence.replace(/\.$/, ""));
}
