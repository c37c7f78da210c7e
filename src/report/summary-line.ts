import type { Report, Summary } from "../core/report.js";
import { catalogPhrases, dataName } from "./catalog-age.js";
import { count, leftOutOfNote, ranked, total } from "./counts.js";
import { targetPhrases } from "./target-notes.js";
import { oneLine } from "../core/visible.js";

/**
 * Returns the counts of a run in one line, for the end of a log. These are findings, undecided requests, hidden
 * findings with the reason, problems, the number of files, and the age of an old target.
 */
export function summaryLine(report: Report): string {
  const { summary, problems } = report;
  const { files } = summary;
  const parts = [headline(summary)];
  if (summary.undetermined > 0) parts.push(`${summary.undetermined} undetermined`);
  const hidden = total(summary.findings.hidden);
  if (hidden > 0) parts.push(`${hidden} hidden (${hiddenReasons(summary).join(", ")})`);
  if (problems.length > 0) parts.push(count(problems.length, "problem"));
  const unchecked = total(summary.unchecked);
  if (unchecked > 0) parts.push(`${unchecked} not checked (${uncheckedKinds(summary).join(", ")})`);
  const read = `${files.read} of ${count(files.seen, "file")} read`;
  const others = files.followed === 1 ? "1 other" : `${files.followed} others`;
  const followed = files.followed > 0 ? ` and ${others} to follow values` : "";
  parts.push(`${read} (${files.parsed} parsed, ${files.plain} as plain text)${followed}`);
  const skipped = total(files.skipped);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  const leftOut = total(leftOutOfNote(files));
  if (leftOut > 0) parts.push(`${leftOut} left out`);
  parts.push(...[...targetPhrases(report), ...catalogPhrases(report)].map(oneLine));
  return parts.join("; ");
}

/** Returns one phrase for each kind of unchecked entry: `2 plain-text`. */
export function uncheckedKinds(summary: Summary): string[] {
  return ranked(summary.unchecked).map(([kind, number]) => `${number} ${kind}`);
}

/** Returns `3 findings: 2 errors, 1 warning, 0 info`, `no findings`, or `no findings in what was checked`. */
export function headline(summary: Summary): string {
  const { error, warning, info } = summary.findings;
  const all = error + warning + info;
  const isAllChecked = total(summary.unchecked) === 0 && summary.undetermined === 0;
  if (all === 0) return isAllChecked ? "no findings" : "no findings in what was checked";
  return `${count(all, "finding")}: ${count(error, "error")}, ${count(warning, "warning")}, ${info} info`;
}

/** Returns one phrase for each reason why findings are not shown. */
export function hiddenReasons(summary: Summary): string[] {
  const phrases: Readonly<Record<string, string>> = {
    confidence: `below ${summary.minConfidence} confidence`,
    baseline: "in the baseline",
    directive: "by a directive",
    quiet: "less than an error",
  };
  return ranked(summary.findings.hidden).map(
    ([reason, number]) => `${number} ${phrases[reason] ?? oneLine(reason)}`,
  );
}

/** Returns the target, the day and the catalog that the findings depend on. */
export function basis(report: Report): string {
  const { target, targetName = target, asOf } = report;
  return oneLine(`target ${targetName}, as of ${asOf}, ${dataName(report)}`);
}
