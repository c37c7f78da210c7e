import { groupBy } from "../core/group-by.js";
import { count } from "./counts.js";
import type { FixReport, FixReportUnit, LeftFinding } from "./fix-report.js";
import { NO_FIX, fixSummary, kindOfLeft, type FixListing, type Left } from "./fix-summary.js";
import type { JsonRequest } from "./json.js";
import { problemLine, uncheckedLine } from "./concise.js";
import { worstFirst } from "./problem-list.js";
import { createStyle } from "./style.js";
import { oneLine, visiblePath, withoutCommands } from "../core/visible.js";

const WORDS: Readonly<Record<Left, string>> = {
  stopped: "not applied",
  unsafe: "needs --unsafe-fixes",
  person: "needs a person",
  none: NO_FIX,
  info: "information",
};

/**
 * Writes one line for each fix, `path:line:col: fixed what it does`. One line follows for each fix that was not applied
 * or finding without a fix, `path:line:col: needs a person: what: why`. Then come problems, what was not checked, and
 * counts.
 */
export function fixConcise(report: FixReport, options: FixListing): string {
  const { isDone, isQuiet } = options;
  const style = createStyle(options);
  const verb = style.good(isDone ? "fixed" : "would fix");
  const applied = isQuiet ? [] : report.units.filter(({ outcome }) => outcome === "applied");
  const { markers, unchecked } = isQuiet ? { markers: [], unchecked: [] } : report;
  const lines = [
    ...applied.map(
      (unit) => `${startOf(unit)}: ${verb}: ${oneLine(unit.title)} (${numberOf(unit.findings)})`,
    ),
    ...entriesOf(report.left).map((own) => leftLine(own)),
    ...markers.map(({ path, text }) => `${visiblePath(path)}: marker: ${oneLine(text)}`),
    ...worstFirst(report.problems).map((problem) => problemLine(problem, style)),
    ...unchecked.map((entry) => uncheckedLine(entry, style)),
    fixSummary(report, isDone),
  ];
  return withoutCommands(`${lines.join("\n")}\n`);
}

/** The findings that one unit would fix together; a finding without a unit is alone. */
function entriesOf(left: readonly LeftFinding[]): LeftFinding[][] {
  return [...groupBy(left, (finding) => finding.unit ?? finding).values()];
}

function leftLine(findings: readonly LeftFinding[]): string {
  const [first] = findings as readonly [LeftFinding];
  const kind = kindOfLeft(first);
  const places = new Map(first.reasonPlaces.map((one) => [one.reason, ` (${placeOf(one)})`]));
  const reasons = first.reasons
    .filter((reason) => reason !== NO_FIX)
    .map((reason) => `${oneLine(reason)}${places.get(reason) ?? ""}`);
  const [request] = findings.flatMap(({ requests }) => requests);
  const hasUnit = first.unit !== undefined;
  const what = hasUnit && request ? nameOf(request) : oneLine(first.message);
  const number = hasUnit ? ` (${numberOf(findings)})` : "";
  const rule = hasUnit ? "" : ` ${first.ruleId}`;
  const why = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
  return `${placeOf(hasUnit && request ? request.call : first)}: ${WORDS[kind]}: ${what}${number}${why}${rule}`;
}

/** Returns the place of the first request of a unit, or else of its first edit. */
function startOf({ requests, edits }: FixReportUnit): string {
  return placeOf(requests[0]?.call ?? edits[0]!);
}

function nameOf({ method, path }: JsonRequest): string {
  return oneLine(method === undefined ? path : `${method} ${path}`);
}

function numberOf(findings: readonly unknown[]): string {
  return count(findings.length, "finding");
}

function placeOf({ path, line, column }: { path: string; line: number; column: number }): string {
  return `${visiblePath(path)}:${line}:${column}`;
}
