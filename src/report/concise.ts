import type { Problem } from "../core/problem.js";
import type { Unchecked } from "../core/unchecked.js";
import type { Report } from "../core/report.js";
import type { RenderOptions } from "./options.js";
import { worstFirst } from "./problem-list.js";
import { createStyle, type Style } from "./style.js";
import { summaryLine } from "./summary-line.js";
import { placesOf, uncheckedMessage } from "./unchecked-block.js";
import { oneLine, visible, visiblePath } from "../core/visible.js";

/**
 * Writes one line for each finding, `path:line:col: severity message rule-id`, for grep and for editors that jump to
 * such places. One line follows for each problem, `path:line: problem message kind`, and for each reason why something
 * was not checked. The last line has the counts of the run. If findings of low confidence are shown, the confidence
 * follows the severity, `error (low)`, unless it is high.
 */
export function concise(report: Report, options: RenderOptions = {}): string {
  const style = createStyle(options);
  const docs = new Map(report.rules.map((rule) => [rule.id, rule.docs]));
  const showsConfidence = report.findings.some(({ confidence }) => confidence === "low");
  const lines = report.findings.map(({ place, position, severity, confidence, message, ruleId }) => {
    const where = `${visiblePath(place.path)}:${position.line}:${position.column}:`;
    const rule = style.link(visible(ruleId), docs.get(ruleId) ?? "");
    const sure = showsConfidence && confidence !== "high" ? ` (${confidence})` : "";
    return `${where} ${style.severity(severity, severity)}${sure} ${oneLine(message)} ${style.faint(rule)}`;
  });
  const problems = worstFirst(report.problems).map((problem) => problemLine(problem, style));
  const unchecked = report.unchecked.map((entry) => uncheckedLine(entry, style));
  return `${[...lines, ...problems, ...unchecked, summaryLine(report)].join("\n")}\n`;
}

/** Writes a problem on one line. A problem of the run as a whole has no path. */
export function problemLine({ path, line, kind, message }: Problem, style: Style): string {
  const where = path === "" ? "v2ready:" : `${visiblePath(path)}:${line === undefined ? "" : `${line}:`}`;
  return `${where} problem ${oneLine(message)} ${style.faint(kind)}`;
}

/**
 * Writes a reason why something was not checked on one line. It starts with a place that an editor can jump to, and
 * other places follow.
 */
export function uncheckedLine(entry: Unchecked, style: Style): string {
  const places = placesOf(entry);
  const where = entry.count === 1 && places !== "" ? `${places}:` : "v2ready:";
  const listed = entry.count === 1 || places === "" ? "" : ` ${places}:`;
  return `${where} unchecked${listed} ${uncheckedMessage(entry)} ${style.faint(entry.kind)}`;
}
