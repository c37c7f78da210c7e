import type { Finding } from "../core/finding.js";
import type { SourceText } from "../core/source-text.js";
import { maskSecrets } from "../engine/secrets.js";
import type { JudgedUnit } from "../fix/run-fixes.js";
import type { FindingPlace, FixReport, FixReportUnit } from "../report/fix-report.js";
import { join } from "../workspace/file-system.js";
import { sum } from "../workspace/journal.js";
import type { FileChange } from "../workspace/transaction.js";
import { jsonUnchecked } from "../report/json.js";
import type { FixResult } from "./fix-paths.js";
import { mergeFixReports } from "./merge-reports.js";
import { TOOL } from "../hosting/package-info.js";

/** What a run of fixes did and left, with everything that people and programs need to find the places. */
export function fixReportOf(results: readonly FixResult[], writes: boolean): FixReport {
  return mergeFixReports(
    results.map((result) => ({ prefix: result.project.prefix, report: reportOf(result, writes) })),
  );
}

/** The files that fixes changed, or would change, under the names of the report. */
export function changesIn(results: readonly FixResult[]): FileChange[] {
  return results.flatMap(({ project, changes }) =>
    changes.map(({ path, before, after }) => ({ path: join(project.prefix, path), before, after })),
  );
}

function reportOf(result: FixResult, writes: boolean): FixReport {
  const { analysis, run, changes, failures, markers, report } = result;
  const { question } = analysis;
  const sourceOf = (path: string, { texts }: JudgedUnit): SourceText | undefined =>
    texts.get(path) ?? analysis.read(path);
  const placeOf = (finding: Finding, judged: JudgedUnit): FindingPlace => ({
    ruleId: finding.ruleId,
    messageId: finding.messageId,
    message: maskSecrets(finding.message),
    path: finding.place.path,
    ...(sourceOf(finding.place.path, judged)?.position(finding.place.start) ?? { line: 1, column: 1 }),
  });
  const describe = (judged: JudgedUnit): FixReportUnit => {
    const { unit, status, reason } = judged;
    const failure = unit.edits.map(({ path }) => failures.get(path)).find((one) => one !== undefined);
    const hasFailed = status === "applied" && failure !== undefined;
    return {
      id: unit.id,
      title: unit.title,
      applicability: unit.applicability,
      outcome: hasFailed ? "failed" : status,
      reason: maskSecrets(hasFailed ? failure : reason),
      findings: unit.findings.map((finding) => placeOf(finding, judged)),
      edits: unit.edits.map(({ path, start, end, text }) => ({
        path,
        ...(sourceOf(path, judged)?.position(start) ?? { line: 1, column: 1 }),
        start,
        end,
        text: maskSecrets(text),
      })),
    };
  };
  return {
    schemaVersion: 2,
    tool: TOOL,
    asOf: question.asOf,
    target: question.target,
    targetNotices: report.targetNotices,
    writes,
    units: [...run.applied, ...run.others].map(describe),
    files: changes.map(({ path, before, after }) => ({
      path,
      units: run.applied
        .filter(({ unit }) => unit.edits.some((edit) => edit.path === path))
        .map(({ unit }) => unit.id),
      before: sum(before),
      after: sum(after),
    })),
    left: report.findings.map((finding) => ({
      ruleId: finding.ruleId,
      messageId: finding.messageId,
      message: finding.message,
      path: finding.place.path,
      ...finding.position,
      severity: finding.severity,
      confidence: finding.confidence,
      reason: maskSecrets(result.reasonOf(finding)),
    })),
    markers: markers.map(({ path, rule, text }) => ({ path, ruleId: rule, text: maskSecrets(text) })),
    problems: report.problems.map(({ path, line, kind, message }) => ({
      path,
      ...(line === undefined ? {} : { line }),
      kind,
      message,
    })),
    unchecked: report.unchecked.map(jsonUnchecked),
  };
}
