import { UsageError } from "../../core/errors.js";
import type { AssembledReport } from "../../engine/assemble-report.js";
import { visibleLines, visiblePath } from "../../core/visible.js";
import { FORMATS, renderReport, statsLines, type RenderOptions, type Typed } from "../../report/index.js";
import { count } from "../../report/counts.js";
import { RULES } from "../../../rules/index.js";
import { check, type CheckResult } from "../../runs/check.js";
import { closeBaseline, openBaseline } from "./baseline-file.js";
import { statusOfReport, notifyUnread } from "./exit-status.js";
import { countOf, outputsOf, type CheckFlags, type FixFlags, type Output } from "./options.js";
import { programOf } from "./next-command.js";
import { renderOptions } from "./printing.js";
import { EXIT, type World } from "./run.js";
import { Progress, notifierOf } from "./terminal.js";
import { checkOutput, writeOutput } from "../../workspace/write-output.js";
import { writeAll } from "./write-all.js";

/** Runs `v2ready check`, from the flags to the exit status. */
export async function checkAndReport(
  paths: readonly string[],
  flags: FixFlags,
  world: World,
  forFix: readonly string[],
): Promise<number> {
  const outputs = outputsOf(flags);
  const maxWarnings = countOf("--max-warnings", flags.maxWarnings);
  if (!flags.fix && (flags.unsafeFixes || flags.allowDirty)) {
    const flag = flags.unsafeFixes ? "--unsafe-fixes" : "--allow-dirty";
    throw new UsageError(`${flag} needs --fix`, "Or use the command fix.");
  }
  for (const { file } of outputs) checkOutput(file, world.cwd);
  const baseline = openBaseline(flags, world);
  if (flags.fix) {
    const { fixQuietly } = await import("./fix.js");
    await fixQuietly(paths, flags, world);
  }
  const progress = Progress.for(world, flags.progress !== false);
  const whileSearching = (): void => {
    for (const { format } of outputs) FORMATS[format].load().catch(() => undefined);
  };
  const result = await check(RULES, {
    paths,
    flags,
    cwd: world.cwd,
    now: world.now,
    notify: notifierOf(world),
    stdin: world.stdin,
    progress,
    whileSearching,
    baseline,
    keeps: flags.cache === false ? "nothing" : "long runs",
  });
  const { report } = result;
  const isStdin = flags.stdin === true || paths.includes("-");
  const typed: Typed = { program: programOf(world), ...(isStdin ? {} : { forFix }) };
  for (const output of outputs) await write(result, output, { flags, typed }, world);
  if (flags.stats || flags.verbose) world.stderr.write(statsOf(result));
  if (result.unread.length === 0) closeBaseline(baseline, flags, world);
  notifyUnread(result.unread, world);
  return result.unread.length > 0 ? EXIT.trouble : exitStatus(report, flags, maxWarnings, world);
}

async function write(
  { report, folder }: CheckResult,
  { format, file }: Output,
  { flags, typed }: { readonly flags: CheckFlags; readonly typed: Typed },
  world: World,
): Promise<void> {
  const isForPerson = file === undefined && FORMATS[format].reader === "person";
  const options: RenderOptions = {
    typed,
    ...(isForPerson ? renderOptions(flags, world, folder) : {}),
    showAll: flags.showAll === true,
    ...(flags.groupBy === undefined ? {} : { groupBy: flags.groupBy }),
  };
  const text = await renderReport(format, report, options);
  const caution = FORMATS[format].caution?.(report);
  if (caution !== undefined) notifierOf(world)(caution);
  if (file === undefined) await writeAll(world.stdout, text);
  else writeOutput(file, text, world.cwd);
}

function exitStatus(
  report: AssembledReport,
  flags: CheckFlags,
  maxWarnings: number | undefined,
  world: World,
): number {
  if (flags.exitZero) return EXIT.clean;
  const status = statusOfReport(report, flags, world);
  const { warnings } = report;
  if (maxWarnings === undefined || warnings <= maxWarnings) return status;
  world.stderr.write(
    `v2ready: ${warnings} ${warnings === 1 ? "warning is" : "warnings are"} more than the ${maxWarnings} of --max-warnings\n`,
  );
  return EXIT.findings;
}

/** So many files with the most steps are named. */
const FILES_WITH_STEPS = 10;

function statsOf({ report, timings, engine, steps }: CheckResult): string {
  const { files } = report.summary;
  const total = steps.reduce((sum, file) => sum + file.steps, 0);
  const reached = new Map<string, number>();
  for (const { limit } of report.problems)
    if (limit !== undefined) reached.set(limit, (reached.get(limit) ?? 0) + 1);
  const rows = [
    ["search", `${timings.search.toFixed(0)} ms`, `${count(files.seen, "file")}, ${engine}`],
    ["read", `${timings.read.toFixed(0)} ms`, count(files.read, "file")],
    ["analysis", `${timings.analysis.toFixed(0)} ms`, `${files.parsed} parsed, ${files.plain} as plain text`],
    [
      "steps",
      String(total),
      steps.length === 0 ? "no code was evaluated" : `${count(steps.length, "file")}; most of them in:`,
    ],
    ...steps.slice(0, FILES_WITH_STEPS).map((file) => ["", String(file.steps), visiblePath(file.path)]),
    ...[...reached].map(([name, places]) => ["limit", name, `reached in ${count(places, "place")}`]),
    ["peak", `${((process.resourceUsage().maxRSS * 1024) / 1e6).toFixed(0)} MB`, "of memory, at most"],
  ];
  const lines = rows.map(([name, value, note]) => `${name!.padEnd(9)}${value!.padStart(10)}  ${note}`);
  return visibleLines(`${[...lines, ...statsLines(report)].join("\n")}\n`);
}
