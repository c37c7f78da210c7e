import { PATCH_HEADING } from "../../core/own-report.js";
import { UsageError } from "../../core/errors.js";
import { fixJson, fixSummary, fixText, type FixReport } from "../../report/fix-report.js";
import { patchOf } from "../../report/patch.js";
import { repositoryRoot } from "../../workspace/repository.js";
import { chooseUnits, previewOf, terminalAsk } from "./choose-units.js";
import { changesIn, fixReportOf } from "../../runs/describe-fixes.js";
import { mergeReports } from "../../runs/merge-reports.js";
import { fixPaths, type FixOptions, type FixResult } from "../../runs/fix-paths.js";
import { statusOfReport, tellUnread } from "./exit-status.js";
import type { FixFlags } from "./options.js";
import { EXIT, type World } from "./run.js";
import { Progress, tellerOf, usesColor, type ColorChoice } from "./terminal.js";
import { writeOutput } from "../../workspace/write-output.js";
import { writeAll } from "./write-all.js";

/** `v2ready fix`: from the flags to the exit status. */
export async function fix(paths: readonly string[], flags: FixFlags, world: World): Promise<number> {
  const isStdin = flags.stdin === true || paths.includes("-");
  const format = formatOf(flags);
  refuseContradictions(flags, isStdin, format);
  const writes = !isStdin && flags.diff !== true;
  const terminal = flags.interactive ? terminalAsk(world.stderr) : undefined;
  let results: FixResult[];
  try {
    const options: FixOptions = {
      ...surroundingsOf(flags, world),
      flags,
      writes,
      choose:
        terminal &&
        ((units, state, verifier) =>
          chooseUnits(units, (unit) => previewOf(unit, state, verifier), terminal.ask)),
    };
    results = await fixPaths(paths, options);
  } finally {
    terminal?.close();
  }
  const report = fixReportOf(results, writes);
  if (flags.report !== undefined) writeOutput(flags.report, fixJson(report), world.cwd);
  await show(report, results, { flags, isStdin, format }, world);
  const isLost = ({ project, changes }: FixResult): boolean =>
    changes.length > 0 && repositoryRoot(project.root) === undefined;
  if (writes && results.some(isLost))
    world.stderr.write("v2ready: this is no repository of git, so the old texts are gone\n");
  for (const { analysis } of results) tellUnread(analysis.unread, world);
  return statusOf(report, results, flags, world);
}

/** `check --fix`: what was fixed is told on standard error in one line; the check that follows tells the rest. */
export async function fixQuietly(paths: readonly string[], flags: FixFlags, world: World): Promise<void> {
  if (flags.stdin === true || paths.includes("-"))
    throw new UsageError("check --fix changes files, not standard input", "v2ready fix - prints it fixed.");
  const results = await fixPaths(paths, { ...surroundingsOf(flags, world), flags, writes: true });
  const report = fixReportOf(results, true);
  world.stderr.write(`v2ready: ${fixSummary(report)}\n`);
  for (const reason of new Set(results.flatMap(({ failures }) => [...failures.values()])))
    world.stderr.write(`v2ready: ${reason}\n`);
  for (const { outcome, title, reason } of report.units)
    if (outcome === "refused") world.stderr.write(`v2ready: ${title}: ${reason}\n`);
}

function surroundingsOf(
  { progress }: FixFlags,
  { cwd, now, stdin, ...world }: World,
): Pick<FixOptions, "cwd" | "now" | "stdin" | "tell" | "progress"> {
  return { cwd, now, stdin, tell: tellerOf(world), progress: Progress.for(world, progress !== false) };
}

type FixFormat = "text" | "json";

function formatOf({ format }: FixFlags): FixFormat {
  const [name = "text", ...more] = format ?? [];
  if (more.length > 0) throw new UsageError("fix prints one format", "--report FILE writes JSON beside it.");
  if (name !== "text" && name !== "json")
    throw new UsageError(`fix has no format ${name}`, "There are text, json.");
  return name;
}

function refuseContradictions(flags: FixFlags, isStdin: boolean, format: FixFormat): void {
  const refuse = (what: string): never => {
    throw new UsageError(`${what} contradict each other`);
  };
  if (flags.diff && format === "json") refuse("--diff and --format json");
  if (isStdin && format === "json") refuse("standard input and --format json");
  if (flags.diff && flags.interactive) refuse("--diff and --interactive");
  if (isStdin && flags.interactive) refuse("standard input and --interactive");
}

interface Shown {
  readonly flags: FixFlags;
  readonly isStdin: boolean;
  readonly format: FixFormat;
}

async function show(
  report: FixReport,
  results: readonly FixResult[],
  { flags, isStdin, format }: Shown,
  world: World,
): Promise<void> {
  if (format === "json") {
    await writeAll(world.stdout, fixJson(report));
    return;
  }
  const isListing = flags.diff !== true && !isStdin;
  const color = isListing && usesColor(colorOf(flags), world);
  const text = fixText(report, { color });
  if (isListing) {
    await writeAll(world.stdout, text);
    return;
  }
  await writeAll(world.stdout, flags.diff ? patchesOf(results) : fixedInput(results));
  world.stderr.write(text);
}

function colorOf({ color }: FixFlags): ColorChoice {
  return color === false ? "never" : ((color as ColorChoice | undefined) ?? "auto");
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
