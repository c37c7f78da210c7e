import type { Finding } from "../core/finding.js";
import type { Problem } from "../core/problem.js";
import { distinct, findingOf, internalProblem, type FileAnalysis } from "../engine/analyze-file.js";
import { assembleReport, type AssembledReport } from "../engine/assemble-report.js";
import type { Question } from "../engine/file-context.js";
import type { Rule } from "../engine/rule.js";
import { targetNotices } from "../engine/target-notice.js";
import { analyzePaths, type AnalysisInput, type PathAnalysis, type Timings } from "./analyze-paths.js";
import { withFixes } from "./editing.js";
import { confidenceOf, type RunFlags } from "./options.js";
import { TOOL, ruleAddress } from "../hosting/package-info.js";

export interface CheckResult {
  readonly report: AssembledReport;
  readonly timings: Timings;
  readonly engine: string;
  /** See `PathAnalysis`. */
  readonly unread: readonly Problem[];
}

/** Analyses the files of a run and puts the report together. */
export async function check(allRules: readonly Rule[], input: AnalysisInput): Promise<CheckResult> {
  confidenceOf(input.flags.minConfidence);
  const analysis = await withFixes(await analyzePaths(allRules, input));
  const { timings, engine, unread } = analysis;
  return { report: assemble(analysis, input.flags), timings, engine, unread };
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
  }: Pick<
    PathAnalysis,
    "question" | "rules" | "analyses" | "counts" | "problems" | "notAnalyzed" | "sources"
  >,
  flags: RunFlags,
): AssembledReport {
  const repository = askRepository(rules, question, analyses);
  return assembleReport(
    {
      tool: TOOL,
      asOf: question.asOf,
      target: question.target,
      targetNotices: targetNotices(question, analyses),
      catalog: { name: question.catalog.data.name, dataAsOf: question.catalog.data.dataAsOf },
    },
    {
      analyses,
      repositoryFindings: repository.findings,
      problems: [...problems, ...repository.problems],
      notAnalyzed,
      counts,
      sources,
    },
    rules,
    {
      minConfidence: confidenceOf(flags.minConfidence),
      quiet: flags.quiet === true,
      showUndetermined: flags.showUndetermined === true,
    },
    ruleAddress,
  );
}

/** What the rules find that look at all files together. */
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
