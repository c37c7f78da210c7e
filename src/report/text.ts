import type { Report } from "../core/report.js";
import { byCall } from "./by-call.js";
import { byHeading } from "./by-heading.js";
import { contextOf } from "./finding-lines.js";
import type { RenderOptions } from "./options.js";
import { problemList, problemsOnly } from "./problem-list.js";
import { summaryBlock } from "./summary-block.js";
import { uncheckedBlock } from "./unchecked-block.js";

/**
 * Returns the report for people: findings by call, file, rule or folder, each with its code, the trace of its value and
 * the help. Problems, what was not checked, and the next steps follow. Ends with a line break.
 */
export function text(report: Report, options: RenderOptions = {}): string {
  const context = contextOf(options, new Map(report.rules.map((rule) => [rule.id, rule.docs])));
  const grouping = options.groupBy ?? "call";
  const blocks = [
    ...(grouping === "call" ? byCall(report, context) : byHeading(report, grouping, context)),
    problemList(problemsOnly(report), context),
    uncheckedBlock(report.unchecked, context),
    summaryBlock(report, context, options.typed),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}
