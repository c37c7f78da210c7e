import type { Command, Option } from "commander";
import { commandLine } from "../../report/command-line.js";
import type { FixReport } from "../../report/fix-report.js";
import { kindOfLeft } from "../../report/fix-summary.js";
import { worstRule } from "../../report/worst-rule.js";
import type { Terminal } from "./terminal.js";

interface Run {
  /** The start of a command: `npx v2ready`. */
  readonly program: string;
  /** The arguments after `v2ready` on the command line. */
  readonly args: readonly string[];
  /** The options and paths that `check` takes as well. */
  readonly forCheck: readonly string[];
  readonly isPatch: boolean;
  /** True if git can show what was changed. */
  readonly inGit: boolean;
}

/** Returns the next command after a run of `fix`; `undefined` if nothing is left to do. */
export function commandAfterFix(
  report: FixReport,
  { program, args, forCheck, isPatch, inGit }: Run,
): string | undefined {
  const { files, left, units, writes } = report;
  if (files.length > 0 && isPatch) return commandLine(program, without(args, "--diff"));
  if (files.length > 0 && writes) return inGit ? "git diff" : commandLine(program, ["check", ...forCheck]);
  const isDirty = units.some(
    ({ outcome, reason }) => outcome === "refused" && reason.endsWith("(--allow-dirty)"),
  );
  if (isDirty) return commandLine(program, withFlags(args, "--allow-dirty"));
  if (units.some(({ outcome }) => outcome === "waiting"))
    return commandLine(program, withFlags(args, "--unsafe-fixes", "--diff"));
  const rule = worstRule(left.filter((finding) => ["person", "none"].includes(kindOfLeft(finding))));
  return rule && commandLine(program, ["explain", rule]);
}

function without(args: readonly string[], flag: string): string[] {
  return args.filter((arg) => arg !== flag);
}

/** Options follow the name of the command and precede other arguments. */
function withFlags(args: readonly string[], ...flags: readonly string[]): string[] {
  const [name = "fix", ...others] = args;
  return [name, ...flags, ...flags.reduce(without, others)];
}

/** Returns the words that a person types to start this program; `npm run audit` sets them in the environment. */
export function programOf({ env }: Pick<Terminal, "env">): string {
  return env["V2READY_CALLED_AS"] ?? "npx v2ready";
}

/** Options that mean something else in another command, or that the next command chooses itself. */
const OWN_OPTIONS = ["--format", "--unsafe-fixes", "--allow-dirty", "--no-cache"];

/** Returns the paths of a command line, and those of its options that another command also accepts. */
export function argsFor(to: Command, from: Command, paths: readonly string[]): string[] {
  const taken = new Set(to.options.map(({ long }) => long));
  const options = from.options.filter(({ long }) => taken.has(long) && !OWN_OPTIONS.includes(long ?? ""));
  const isPathLikeOption = paths.some((path) => path.startsWith("-") && path !== "-");
  return [
    ...options.flatMap((option) => typedAs(option, from)),
    ...(isPathLikeOption ? ["--"] : []),
    // The report does not depend on their order.
    ...[...paths].sort(),
  ];
}

function typedAs(option: Option, command: Command): string[] {
  const name = option.attributeName();
  if (command.getOptionValueSource(name) !== "cli") return [];
  const value: unknown = command.getOptionValue(name);
  const long = option.long ?? "";
  if (typeof value === "boolean") return value === option.negate ? [] : [long];
  return option.negate ? [] : [value].flat().flatMap((one) => [long, String(one)]);
}
