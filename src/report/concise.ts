import type { Report } from "../core/report.js";
import type { RenderOptions } from "./options.js";
import { createStyle } from "./style.js";
import { summaryLine } from "./summary-line.js";
import { oneLine, visible, visiblePath } from "./visible.js";

/**
 * One line a finding, `path:line:col: severity message rule-id`, for grep and for editors that jump to such places,
 * and a last line with the counts of the run.
 */
export function concise(report: Report, options: RenderOptions = {}): string {
  const style = createStyle(options);
  const docs = new Map(report.rules.map((rule) => [rule.id, rule.docs]));
  const lines = report.findings.map(({ place, position, severity, message, ruleId }) => {
    const where = `${visiblePath(place.path)}:${position.line}:${position.column}:`;
    const rule = style.link(visible(ruleId), docs.get(ruleId) ?? "");
    return `${where} ${style.severity(severity, severity)} ${oneLine(message)} ${style.faint(rule)}`;
  });
  return `${[...lines, summaryLine(report)].join("\n")}\n`;
}
