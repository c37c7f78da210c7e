import type { Finding } from "../../core/finding.js";
import type { Problem } from "../../core/problem.js";
import { distinct, findingOf, internalProblem, type FileAnalysis } from "../../engine/analyze-file.js";
import { assembleReport, type AssembledReport } from "../../engine/assemble-report.js";
import type { Question } from "../../engine/file-context.js";
import type { Rule } from "../../engine/rule.js";
import { targetProblems } from "../../engine/target-notice.js";
import { analyzePaths, type AnalysisInput, type Timings } from "./analyze-paths.js";
import { confidenceOf } from "./options.js";
import { TOOL, rulePage } from "../../hosting/package-info.js";

export interface CheckResult {
  readonly report: AssembledReport;
  readonly timings: Timings;
  readonly engine: string;
}

/** Analyses the files of a run and puts the report together. */
export async function check(allRules: readonly Rule[], input: AnalysisInput): Promise<CheckResult> {
  const { flags } = input;
  const minConfidence = confidenceOf(flags.minConfidence);
  const { question, rules, analyses, counts, problems, sources, timings, engine } = await analyzePaths(
    allRules,
    input,
  );
  const repository = askRepository(rules, question, analyses);
  const report = assembleReport(
    {
      tool: TOOL,
      asOf: question.asOf,
      target: question.target,
      catalog: { name: question.catalog.data.name, dataAsOf: question.catalog.data.dataAsOf },
    },
    {
      analyses,
      repositoryFindings: repository.findings,
      problems: [...targetProblems(question, analyses), ...problems, ...repository.problems],
      counts,
      sources,
    },
    rules,
    { minConfidence, quiet: flags.quiet === true, showUndetermined: flags.showUndetermined === true },
    rulePage,
  );
  return { report, timings, engine };
}

function askRepository(
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
