import type { JsonReport } from "../../src/report/index.js";
import { report } from "./command.js";
import { eslint, sharedConfig, type LintRun } from "./linters.js";

/** Reported for the repository as a whole, which an editor does not have. */
const OF_THE_REPOSITORY = ["no-peering-only-mode"];

/** The number of findings that both have, and the places where they differ. */
interface Parity {
  readonly shared: number;
  readonly differences: readonly string[];
  /** Files that the parser of ESLint does not take, so that nobody asks the plugin. */
  readonly unparsed: readonly string[];
}

/** Lints a folder and audits it without types, everything that either has to say. */
export async function compareFolder(cwd: string): Promise<Parity> {
  const [linted, audited] = await Promise.all([
    eslint(sharedConfig("parity"), {
      cwd,
      args: ["--no-inline-config", "--no-warn-ignored", "--no-error-on-unmatched-pattern", "."],
      env: { V2READY_TEST_CONFIG: "strict" },
    }),
    report(["--no-types", "--min-confidence", "low", "--show-undetermined", "."], {
      cwd,
      // Many repositories one after the other: none starts with what another has left in memory.
      asProcess: true,
    }),
  ]);
  if (linted.stderr !== "" || (linted.status !== 0 && linted.status !== 1))
    throw new Error(`ESLint in ${cwd}: ${linted.stderr}`);
  const unparsed = new Set(linted.messages.filter(({ fatal }) => fatal).map(({ path }) => path));
  const parsed: LintRun = {
    ...linted,
    files: linted.files.filter((path) => !unparsed.has(path)),
    messages: linted.messages.filter(({ path }) => !unparsed.has(path)),
  };
  return {
    shared: audited.findings.filter(({ path }) => parsed.files.includes(path)).length,
    differences: differences(parsed, audited),
    unparsed: [...unparsed],
  };
}

/**
 * Compares files that both have read: `- place rule message` for findings of the audit alone, `+` for those of ESLint
 * alone.
 */
export function differences({ messages, files }: LintRun, { findings }: JsonReport): string[] {
  const unparsed = messages.filter(({ fatal }) => fatal).map(({ path, message }) => `! ${path} ${message}`);
  const told = messages
    // A directive that the command lists among its problems is not a finding there.
    .filter(({ ruleId }) => ruleId !== null && ruleId !== "v2ready/valid-directive")
    .map((one) => ({
      key: keyOf({ ...one, ruleId: one.ruleId!.replace("v2ready/", "") }),
      message: one.message,
    }));
  const wanted = findings
    .filter(({ path, ruleId }) => files.includes(path) && !OF_THE_REPOSITORY.includes(ruleId))
    // The shell in such files is followed by the command alone: ESLint does not wait for its parser.
    .filter(({ path, ruleId }) => ruleId !== "require-version-media-type" || !/\.(?:ya?ml|md)$/.test(path))
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

/** In ESLint a message is the first sentence of that of the audit; the command that fixes it may follow. */
function startsWith(message: string, audited: string): boolean {
  const [sentence = audited] = /^.+?\.(?= +[A-Z])/.exec(audited) ?? [];
  return message.startsWith(sentence.replace(/\.$/, ""));
}
