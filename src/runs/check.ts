import type { Finding } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import { targetName } from "../catalog/matchers/versions.js";
import { distinct, findingOf, internalProblem, type FileAnalysis } from "../engine/analyze-file.js";
import { assembleReport, type AssembledReport, type Selection } from "../engine/assemble-report.js";
import type { Question } from "../engine/file-context.js";
import type { Rule } from "../engine/rule.js";
import { catalogAge } from "../engine/catalog-age.js";
import type { VersionCalendar } from "../core/version-use.js";
import { versionCalendar } from "../engine/version-calendar.js";
import { targetNotices, withCalls } from "../engine/target-notice.js";
import { analyzePaths, type PathAnalysis, type RunInput, type Timings } from "./analyze-paths.js";
import { judgeFixes, withFixes } from "./editing.js";
import { notifyInterrupted } from "./exclusive.js";
import { mergeReports } from "./merge-reports.js";
import { confidenceOf, type RunFlags } from "./options.js";
import { inEachProject, isStdin } from "./projects.js";
import { join } from "../workspace/file-system.js";
import { targetOutside } from "../workspace/outside-links.js";
import type { Project } from "../workspace/projects.js";
import { TOOL, ruleAddress } from "../hosting/package-info.js";

export interface CheckResult {
  readonly report: AssembledReport;
  readonly timings: Timings;
  readonly engine: string;
  /** Files by the work that it was to follow their values, most first. */
  readonly steps: readonly FileSteps[];
  /** Absolute; what the paths in the report are relative to. */
  readonly folder: string;
  /** See `PathAnalysis`. */
  readonly unread: readonly Problem[];
}

interface FileSteps {
  readonly path: string;
  readonly steps: number;
}

/** Analyses the files of a run, project by project, and puts one report together. */
export async function check(allRules: readonly Rule[], run: RunInput): Promise<CheckResult> {
  const { paths: _paths, ...input } = run;
  confidenceOf(input.flags.minConfidence);
  const results = await inEachProject(run, async (project) => {
    if (input.notify) await notifyInterrupted(project.root, input.notify);
    const analysis = await analyzePaths(allRules, { ...input, project, isStdin: isStdin(run) });
    input.progress?.say("planning fixes");
    const planned = await withFixes(analysis);
    analysis.keep(planned.analyses);
    const judged = await judgeFixes(planned, { root: project.root, isStdin: isStdin(run) });
    input.progress?.clear();
    const scope = {
      prefix: project.prefix,
      isAsked: judged.isAsked,
      ruleIds: new Set(judged.rules.map(({ meta }) => meta.id)),
    };
    const { baseline } = run;
    const report = assemble(judged, input.flags, baseline && ((found) => baseline.match(found, scope)));
    return { ...analysis, report };
  });
  const timings: Timings = { search: 0, read: 0, analysis: 0 };
  for (const { result } of results)
    for (const part of Object.keys(timings) as (keyof Timings)[]) timings[part] += result.timings[part];
  const report = mergeReports(
    results.map(({ project, result }) => ({ prefix: project.prefix, report: result.report })),
  );
  return {
    report: { ...report, problems: [...linksOutside(run), ...report.problems] },
    timings,
    steps: results
      .flatMap(({ project, result: { analyses } }) =>
        analyses.map(({ source, context: { facts } }) => ({
          path: join(project.prefix, source.path),
          steps: facts.steps ?? 0,
        })),
      )
      .filter(({ steps }) => steps > 0)
      .sort((a, b) => b.steps - a.steps || (a.path < b.path ? -1 : 1)),
    folder: folderOf(results[0]!.project),
    unread: results.flatMap(({ project, result }) =>
      result.unread.map((problem) => ({ ...problem, path: join(project.prefix, problem.path) })),
    ),
    engine: [...new Set(results.map(({ result }) => result.engine))].join(", "),
  };
}

/** The author of a link chose the file that it leads to, so the report names that file. */
function linksOutside({ cwd, paths }: RunInput): Problem[] {
  return paths.flatMap((path) => {
    const target = targetOutside(cwd, path);
    if (target === undefined) return [];
    const message = `${path} is a link that leads out of the repository, to ${target}`;
    return { path: "", kind: "outside-link", message };
  });
}

/** Returns the folder of the paths in the report of a run with this project. */
export function folderOf({ root, prefix }: Project): string {
  return prefix === "" ? root : root.slice(0, -prefix.length - 1);
}

/** Puts the report of an analysis together. */
export function assemble(
  {
    question,
    rules,
    analyses,
    counts,
    problems,
    notAnalyzed,
    sources,
    isAsked,
  }: Pick<
    PathAnalysis,
    "question" | "rules" | "analyses" | "counts" | "problems" | "notAnalyzed" | "sources" | "isAsked"
  >,
  flags: RunFlags,
  knownOf?: Selection["knownOf"],
): AssembledReport {
  const repository = askRepository(rules, question, analyses);
  const asked = analyses.filter(({ source }) => isAsked(source.path));
  const notices = targetNotices(question, asked);
  const calendarOf = (): VersionCalendar => versionCalendar(question, analyses, sources, isAsked);
  return assembleReport(
    {
      tool: TOOL,
      asOf: question.asOf,
      target: question.target,
      targetName: targetName(question.catalog.vocabularies, question.target),
      targetNotices: notices.length > 0 ? withCalls(notices, calendarOf()) : [],
      catalog: catalogAge(question, asked),
    },
    {
      analyses,
      repositoryFindings: repository.findings,
      problems: [...problems, ...repository.problems],
      notAnalyzed,
      counts,
      sources,
      isAsked,
    },
    rules,
    {
      minConfidence: confidenceOf(flags.minConfidence),
      quiet: flags.quiet === true,
      showUndetermined: flags.showUndetermined === true,
      knownOf,
    },
    ruleAddress,
  );
}

/** Runs the rules that need all files together, and returns their findings. */
export function askRepository(
  rules: readonly Rule[],
  question: Question,
  analyses: readonly FileAnalysis[],
): { findings: Finding[]; problems: Problem[] } {
  const findings: Finding[] = [];
  const problems: Problem[] = [];
  const context = { ...question, files: analyses.map(({ context: file }) => file) };
  for (const rule of rules) {
    try {
      for (const report of rule.checkRepository?.(context) ?? []) findings.push(findingOf(rule, report));
    } catch (error) {
      problems.push(internalProblem("", rule.meta.id, error));
    }
  }
  return { findings: distinct(findings), problems };
}
