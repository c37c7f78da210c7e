import type { Finding } from "../core/finding.js";
import type { ReportedRequest } from "../core/reported-request.js";
import type { Position } from "../core/span.js";
import { ReportRequests } from "../engine/report-requests.js";
import { maskSecrets } from "../engine/secrets.js";
import type { JudgedUnit } from "../fix/judged-unit.js";
import type { State } from "../fix/verify.js";
import type { FindingPlace, FixReport, FixReportUnit, LeftFinding } from "../report/fix-report.js";
import { join } from "../workspace/file-system.js";
import { sum } from "../workspace/journal.js";
import type { FileChange } from "../workspace/transaction.js";
import { NO_FIX } from "../report/fix-summary.js";
import { jsonUnchecked, toJsonRequest } from "../report/json.js";
import { failureOf, type FixResult, type LeftBecause } from "./fix-paths.js";
import { mergeFixReports } from "./merge-reports.js";
import { TOOL, ruleAddress } from "../hosting/package-info.js";

/** Returns the report of a run of fixes, with everything that people and programs need to find the places. */
export function fixReportOf(results: readonly FixResult[], writes: boolean): FixReport {
  return mergeFixReports(
    results.map((result) => ({ prefix: result.project.prefix, report: reportOf(result, writes) })),
  );
}

/** Returns the files that fixes changed, or would change, with their paths in the report. */
export function changesIn(results: readonly FixResult[]): FileChange[] {
  return results.flatMap(({ project, changes }) =>
    changes.map(({ path, before, after }) => ({ path: join(project.prefix, path), before, after })),
  );
}

function reportOf(result: FixResult, writes: boolean): FixReport {
  const { analysis, run, changes, markers, report } = result;
  const { question } = analysis;
  const requestsOf = requestNames(result);
  return {
    schemaVersion: 2,
    tool: TOOL,
    asOf: question.asOf,
    target: question.target,
    targetNotices: report.targetNotices,
    catalog: report.catalog,
    writes,
    units: [...run.applied, ...run.others].map((judged) => reportedUnit(judged, result, requestsOf)),
    files: changes.map(({ path, before, after }) => ({
      path,
      units: run.applied
        .filter(({ unit }) => unit.edits.some((edit) => edit.path === path))
        .map(({ unit }) => unit.id),
      before: sum(before),
      after: sum(after),
    })),
    left: leftIn(result),
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

type RequestsOf = (findings: readonly Finding[], state: State) => readonly ReportedRequest[];

/** The requests that findings of a state are about, named as in a report on that state. */
function requestNames({ analysis: { sources }, shown }: FixResult): RequestsOf {
  const known = new Map<State, ReportRequests>();
  return (findings, state) => {
    let requests = known.get(state);
    if (!requests) {
      const texts = [...state.texts].map(([path, text]) => [path, shown(text)] as const);
      requests = new ReportRequests(state.analyses, new Map([...sources, ...texts]));
      requests.name(state.findings);
      known.set(state, requests);
    }
    const names = requests;
    return [...new Set(findings.flatMap((finding) => names.of(finding)))];
  };
}

function reportedUnit(judged: JudgedUnit, result: FixResult, requestsOf: RequestsOf): FixReportUnit {
  const { unit, status, state } = judged;
  const placeIn = (path: string, offset: number) => positionIn(state, result, path, offset);
  const placeOf = ({ ruleId, messageId, message, place }: Finding): FindingPlace => ({
    ruleId,
    messageId,
    message: maskSecrets(message),
    path: place.path,
    ...placeIn(place.path, place.start),
  });
  const failure = status === "applied" ? failureOf(judged, result.failures) : undefined;
  return {
    id: unit.id,
    title: unit.title,
    applicability: unit.applicability,
    outcome: failure === undefined ? status : "failed",
    ...whyLeft({ judged, ...(failure === undefined ? {} : { failure }) }, result),
    requests: requestsOf(unit.findings, state).map(toJsonRequest),
    findings: unit.findings.map(placeOf),
    edits: unit.edits.map(({ path, start, end, text }) => ({
      path,
      ...placeIn(path, start),
      start,
      end,
      text: maskSecrets(text),
    })),
  };
}

function positionIn(
  { texts }: State,
  { analysis, shown }: FixResult,
  path: string,
  offset: number,
): Position {
  const text = texts.get(path);
  const { line, column } = (text ? shown(text) : analysis.read(path))?.position(offset) ?? {
    line: 1,
    column: 1,
  };
  return { line, column };
}

/**
 * Returns the reasons why something is not applied, in one line and one sentence each, with the code that the sentences
 * are about.
 */
function whyLeft(
  { judged, failure, unmarked }: LeftBecause,
  result: FixResult,
): Pick<FixReportUnit, "reason" | "reasons" | "reasonPlaces"> {
  const own = failure === undefined ? (judged?.reasons ?? [NO_FIX]) : [failure];
  const line = failure ?? judged?.reason ?? NO_FIX;
  const more = unmarked === undefined ? [] : [`no marker: ${unmarked}`];
  return {
    reason: maskSecrets([line, ...more].join("; ")),
    reasons: [...own, ...more].map(maskSecrets),
    reasonPlaces: own.flatMap((reason) => {
      const place = judged?.reasonPlaces?.get(reason);
      if (!judged || !place) return [];
      const position = positionIn(judged.state, result, place.path, place.start);
      return [{ reason: maskSecrets(reason), path: place.path, ...position }];
    }),
  };
}

/** Returns the findings that are left, each with the reason. */
function leftIn(result: FixResult): LeftFinding[] {
  const { report, leftBecause } = result;
  const requests = new Map(report.requests.map((request) => [request.id, toJsonRequest(request)]));
  return report.findings.map((finding) => {
    const because = leftBecause(finding);
    const { judged, failure } = because;
    const outcome = failure === undefined ? judged?.status : "failed";
    const [code] = finding.excerpt;
    return {
      ruleId: finding.ruleId,
      messageId: finding.messageId,
      message: finding.message,
      path: finding.place.path,
      ...finding.position,
      severity: finding.severity,
      confidence: finding.confidence,
      ...whyLeft(because, result),
      ...(judged ? { unit: judged.unit.id } : {}),
      ...(outcome === undefined ? {} : { outcome }),
      ...(code === undefined ? {} : { code }),
      ...(finding.property === undefined ? {} : { property: finding.property }),
      ...(finding.advice === undefined ? {} : { advice: finding.advice }),
      requests: finding.requests.map((id) => requests.get(id)!),
      docs: ruleAddress(finding.ruleId),
    };
  });
}
