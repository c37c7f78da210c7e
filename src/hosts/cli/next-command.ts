import type { FixReport } from "../../report/fix-report.js";
import { kindOfLeft } from "../../report/fix-summary.js";

interface Run {
  /** What stands behind `v2ready` on the command line. */
  readonly args: readonly string[];
  readonly paths: readonly string[];
  readonly isPatch: boolean;
  /** Whether git can show what was changed. */
  readonly inGit: boolean;
}

/** What somebody types next after a run of `fix`; nothing where nothing is left to do. */
export function commandAfterFix(report: FixReport, { args, paths, isPatch, inGit }: Run): string | undefined {
  const { files, left, units, writes } = report;
  if (files.length > 0 && isPatch) return commandLine(without(args, "--diff"));
  if (files.length > 0 && writes) return inGit ? "git diff" : commandLine(["check", ...paths]);
  const isDirty = units.some(
    ({ outcome, reason }) => outcome === "refused" && reason.endsWith("(--allow-dirty)"),
  );
  if (isDirty) return commandLine(withFlags(args, "--allow-dirty"));
  if (units.some(({ outcome }) => outcome === "waiting"))
    return commandLine(withFlags(args, "--unsafe-fixes", "--diff"));
  const byHand = left.filter((finding) => ["person", "none"].includes(kindOfLeft(finding)));
  const first = byHand.find(({ severity }) => severity === "error") ?? byHand[0];
  return first && commandLine(["explain", first.ruleId]);
}

function without(args: readonly string[], flag: string): string[] {
  return args.filter((arg) => arg !== flag);
}

/** Options stand behind the name of the command, before what is not an option. */
function withFlags(args: readonly string[], ...flags: readonly string[]): string[] {
  const [name = "fix", ...others] = args;
  return [name, ...flags, ...flags.reduce(without, others)];
}

function commandLine(args: readonly string[]): string {
  return ["npx", "v2ready", ...args.map(quoted)].join(" ");
}

/** As a POSIX shell takes it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", "'\\''")}'`;
}
