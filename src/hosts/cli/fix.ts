import { PATCH_HEADING } from "../../core/own-report.js";
import { UsageError } from "../../core/errors.js";
import { fixConcise } from "../../report/fix-concise.js";
import { fixJson, type FixReport } from "../../report/fix-report.js";
import { fixSummary } from "../../report/fix-summary.js";
import { fixText } from "../../report/fix-text.js";
import { patchOf, shownPatch } from "../../report/patch.js";
import { createStyle } from "../../report/style.js";
import { repositoryRoot } from "../../workspace/repository.js";
import { Chooser, terminalAsk } from "./choose-units.js";
import { changesIn, fixReportOf } from "../../runs/describe-fixes.js";
import { folderOf } from "../../runs/check.js";
import { mergeReports } from "../../runs/merge-reports.js";
import { fixPaths, type FixOptions, type FixResult } from "../../runs/fix-paths.js";
import { statusOfReport, notifyUnread } from "./exit-status.js";
import { FIX_FORMATS, type FixFlags } from "./options.js";
import { EXIT, type World } from "./run.js";
import { commandAfterFix, programOf } from "./next-command.js";
import { colorOf, renderOptions } from "./printing.js";
import { Progress, notifierOf, usesColor } from "./terminal.js";
import { checkOutput, writeOutput } from "../../workspace/write-output.js";
import { writeAll } from "./write-all.js";

/**
 * Runs `v2ready fix`, from the flags to the exit status.
 *
 * @param typed the command line, and the part of it that `check` also accepts
 */
export async function fix(
  paths: readonly string[],
  flags: FixFlags,
  world: World,
  { args, forCheck }: { readonly args: readonly string[]; readonly forCheck: readonly string[] },
): Promise<number> {
  const isStdin = flags.stdin === true || paths.includes("-");
  const format = formatOf(flags);
  refuseContradictions(flags, isStdin, format);
  checkOutput(flags.report, world.cwd);
  const writes = !isStdin && flags.diff !== true;
  const terminal = flags.interactive ? terminalAsk(world.stderr) : undefined;
  const chooser =
    terminal &&
    new Chooser(terminal.ask, {
      ...renderOptions(flags, { ...world, stdout: world.stderr }),
      showAll: flags.showAll === true,
    });
  let results: FixResult[];
  try {
    const options: FixOptions = {
      ...surroundingsOf(flags, world),
      flags,
      writes,
      choose: chooser && ((offer) => chooser.choose(offer)),
    };
    results = await fixPaths(paths, options);
  } finally {
    terminal?.close();
  }
  const report = fixReportOf(results, writes);
  if (flags.report !== undefined) writeOutput(flags.report, fixJson(report), world.cwd);
  const isLost = ({ project, changes }: FixResult): boolean =>
    changes.length > 0 && repositoryRoot(project.root) === undefined;
  const inGit = !results.some(isLost);
  const next = isStdin
    ? undefined
    : commandAfterFix(report, {
        program: programOf(world),
        args,
        forCheck,
        isPatch: flags.diff === true,
        inGit,
      });
  await show(report, results, { flags, isStdin, format, next }, world);
  for (const { analysis } of results) notifyUnread(analysis.unread, world);
  return statusOf(report, results, flags, world);
}

/**
 * Runs the fixes of `check --fix`, and reports them on standard error in one line. The check that follows reports the
 * rest.
 */
export async function fixQuietly(paths: readonly string[], flags: FixFlags, world: World): Promise<void> {
  if (flags.stdin === true || paths.includes("-"))
    throw new UsageError(
      "check --fix changes files, not standard input",
      "The command fix - prints it fixed.",
    );
  const results = await fixPaths(paths, { ...surroundingsOf(flags, world), flags, writes: true });
  const report = fixReportOf(results, true);
  const notify = notifierOf(world);
  notify(fixSummary(report, true));
  for (const reason of new Set(results.flatMap(({ failures }) => [...failures.values()]))) notify(reason);
  for (const { outcome, title, reason } of report.units)
    if (outcome === "refused") notify(`${title}: ${reason}`);
}

function surroundingsOf(
  { progress }: FixFlags,
  { cwd, now, stdin, ...world }: World,
): Pick<FixOptions, "cwd" | "now" | "stdin" | "notify" | "progress"> {
  return { cwd, now, stdin, notify: notifierOf(world), progress: Progress.for(world, progress !== false) };
}

type FixFormat = (typeof FIX_FORMATS)[number];

function formatOf({ format }: FixFlags): FixFormat {
  const [name = "text", ...more] = format ?? [];
  if (more.length > 0) throw new UsageError("fix prints one format", "--report FILE writes JSON beside it.");
  const known = FIX_FORMATS.find((one) => one === name);
  if (!known) throw new UsageError(`fix has no format ${name}`, `There are ${FIX_FORMATS.join(", ")}.`);
  return known;
}

function refuseContradictions(flags: FixFlags, isStdin: boolean, format: FixFormat): void {
  const refuse = (what: string): never => {
    throw new UsageError(`${what} contradict each other`);
  };
  if (isStdin && format === "json") refuse("standard input and --format json");
  if (flags.diff && flags.interactive) refuse("--diff and --interactive");
  if (isStdin && flags.interactive) refuse("standard input and --interactive");
}

interface Shown {
  readonly flags: FixFlags;
  readonly isStdin: boolean;
  readonly format: FixFormat;
  /** The command to type next. */
  readonly next: string | undefined;
}

/** Prints the result on standard output: the patch or the fixed input if there is one, else the listing. */
async function show(
  report: FixReport,
  results: readonly FixResult[],
  { flags, isStdin, format, next }: Shown,
  world: World,
): Promise<void> {
  const patch = flags.diff ? patchesOf(results) : undefined;
  if (format === "json") {
    await writeAll(world.stdout, fixJson(report, patch));
    return;
  }
  if (patch !== undefined) await writeAll(world.stdout, forReader(patch, flags, world));
  else if (isStdin) await writeAll(world.stdout, fixedInput(results));
  const stream = patch === undefined && !isStdin ? world.stdout : world.stderr;
  const isQuiet = flags.quiet === true;
  if (isQuiet && report.left.length === 0 && report.problems.length === 0) return;
  const render = format === "concise" ? fixConcise : fixText;
  const options = {
    ...renderOptions(flags, { ...world, stdout: stream }, folderOf(results[0]!.project)),
    isDone: patch === undefined,
    showAll: flags.showAll === true,
    isQuiet,
    next,
  };
  const isBelowPatch = patch !== undefined && patch !== "" && world.stdout.isTTY && stream.isTTY;
  await writeAll(stream, `${isBelowPatch ? "\n" : ""}${render(report, options)}`);
}

/** A patch as `git apply` takes it, unless a person looks at it on a terminal or in colour. */
function forReader(patch: string, flags: FixFlags, world: World): string {
  const color = usesColor(colorOf(flags), world);
  return color || world.stdout.isTTY ? shownPatch(patch, createStyle({ color })) : patch;
}

/** Names in a patch are those of the report, which are what git takes at the root of a repository. */
function patchesOf(results: readonly FixResult[]): string {
  const patches = changesIn(results).map(({ path, before, after }) => patchOf(path, before, after));
  return patches.length === 0 ? "" : `${PATCH_HEADING}\n${patches.join("")}`;
}

/** The one text that came in, as it is now. */
function fixedInput(results: readonly FixResult[]): string {
  const [text] = results.flatMap(({ changes, analysis }) => changes[0]?.after ?? analysis.given[0] ?? []);
  return text ?? "";
}

function statusOf(
  { files }: FixReport,
  results: readonly FixResult[],
  flags: FixFlags,
  world: World,
): number {
  if (results.some(({ failures, analysis }) => failures.size > 0 || analysis.unread.length > 0))
    return EXIT.trouble;
  if (flags.exitZero) return EXIT.clean;
  const report = mergeReports(results.map((one) => ({ prefix: one.project.prefix, report: one.report })));
  const status = statusOfReport(report, { failOnUnchecked: flags.failOnUnchecked === true }, world);
  return flags.diff === true && files.length > 0 ? EXIT.findings : status;
}
