import { CONFIDENCES } from "../core/finding.js";
import { FILE_CLASSES } from "../core/report.js";
import type { FileClass, Report, Summary } from "../core/report.js";
import { count, ranked, total } from "./counts.js";
import type { Style } from "./style.js";
import { basis, headline, hiddenReasons, uncheckedKinds } from "./summary-line.js";
import { targetNotes } from "./target-notes.js";
import { oneLine, visible } from "./visible.js";

/** Names of one kind that are listed; the rest is summed up. */
const NAMES_LISTED = 15;
const LABEL_COLUMNS = 14;

const IN_CLASS: Readonly<Record<FileClass, string>> = {
  source: "in source",
  test: "in tests",
  documentation: "in documentation",
};

/**
 * The end of the text format: every count of the run, a label and its counts a line, wrapped to `width` columns.
 * Where there is nothing but clean files it is a single line.
 */
export function summaryBlock(report: Report, style: Style, width: number): string[] {
  const { summary } = report;
  if (isAllClear(report)) return [allClear(report, style)];
  const rows: [label: string, items: readonly string[]][] = [
    ["files", filesSeen(summary)],
    ["skipped", withTotal(reasons(summary.files.skipped))],
    ["left out", withTotal(reasons(summary.files.leftOut))],
    ["undetermined", [undetermined(summary)]],
    ["hidden", withTotal({ sum: total(summary.findings.hidden), items: hiddenReasons(summary) })],
  ];
  if (report.problems.length > 0) rows.push(["problems", [String(report.problems.length)]]);
  const unchecked = total(summary.unchecked);
  if (unchecked > 0)
    rows.push(["not checked", withTotal({ sum: unchecked, items: uncheckedKinds(summary) })]);
  if (report.findings.length > 0) rows.push(...findingRows(report));
  rows.push(
    ...languageRows(summary),
    ["checked for", [basis(report)]],
    ...targetNotes(report).map((note): [string, string[]] => ["", [note]]),
  );
  return [
    coloredHeadline(summary, style),
    ...rows.flatMap(([label, items]) => row(label, items, style, width)),
  ];
}

/** Whether nothing was found and nothing stood in the way of finding it. */
function isAllClear({ summary, findings, problems, unchecked }: Report): boolean {
  const { error, warning, info, hidden } = summary.findings;
  const isEmpty = findings.length === 0 && problems.length === 0 && unchecked.length === 0;
  const silent = isEmpty && error + warning + info === 0;
  return silent && summary.undetermined === 0 && total(hidden) === 0 && summary.files.plain === 0;
}

function allClear(report: Report, style: Style): string {
  const { files } = report.summary;
  const parts = [`${count(files.seen, "file")} searched`, `${files.read} read`, `${files.parsed} parsed`];
  if (total(files.skipped) > 0) parts.push(listed(files.skipped, "skipped"));
  if (total(files.leftOut) > 0) parts.push(listed(files.leftOut, "left out"));
  const verdict = sentenceCase(headline(report.summary));
  const lead = files.seen === 0 ? "Nothing was searched" : style.good(verdict);
  return `${lead}: ${parts.join(", ")}; ${basis(report)}`;
}

function listed(counts: Readonly<Record<string, number>>, verb: string): string {
  const { sum, items } = reasons(counts);
  return `${sum} ${verb} (${items.join(", ")})`;
}

function coloredHeadline(summary: Summary, style: Style): string {
  const text = sentenceCase(headline(summary));
  const { error, warning, info } = summary.findings;
  if (error > 0) return style.severity("error", text);
  if (warning > 0) return style.severity("warning", text);
  return info > 0 ? style.severity("info", text) : style.good(text);
}

function filesSeen({ files }: Summary): string[] {
  return [
    `${files.seen} seen`,
    `${files.read} read`,
    `${files.parsed} parsed`,
    `${files.plain} read as plain text`,
    ...(files.followed > 0 ? [`${files.followed} more to follow values`] : []),
    `${files.withoutAnchor} without a trace of the API`,
  ];
}

function undetermined(summary: Summary): string {
  const number = summary.undetermined;
  return number === 0 ? "0" : `${number} that could not be decided: neither clean nor broken`;
}

function findingRows({ summary, findings }: Report): [string, string[]][] {
  const confidences = CONFIDENCES.map((confidence) => {
    const number = findings.filter((finding) => finding.confidence === confidence).length;
    return `${number} ${confidence}`;
  });
  return [
    ["confidence", confidences],
    ["rules", names(summary.byRule)],
    ["directories", names(summary.byDirectory)],
    ["found", FILE_CLASSES.map((fileClass) => `${summary.byClass[fileClass]} ${IN_CLASS[fileClass]}`)],
  ];
}

function languageRows({ languages, files }: Summary): [string, string[]][] {
  const rows: [string, string[]][] = [];
  if (total(languages.parsed) > 0) rows.push(["parsed", names(languages.parsed)]);
  if (files.plain > 0) {
    const read = total(languages.plain) > 0 ? names(languages.plain) : [count(files.plain, "file")];
    rows.push(["plain text", read]);
  }
  return rows;
}

function reasons(counts: Readonly<Record<string, number>>): { sum: number; items: string[] } {
  return { sum: total(counts), items: ranked(counts).map(([name, number]) => `${number} ${oneLine(name)}`) };
}

function withTotal({ sum, items }: { sum: number; items: readonly string[] }): string[] {
  const [head, ...tail] = items;
  return head === undefined ? ["0"] : [`${sum}: ${head}`, ...tail];
}

function names(counts: Readonly<Record<string, number>>): string[] {
  const all = ranked(counts);
  const items = all.slice(0, NAMES_LISTED).map(([name, number]) => `${visible(name)} ${number}`);
  const rest = all.slice(NAMES_LISTED);
  if (rest.length > 0)
    items.push(`${rest.reduce((sum, [, number]) => sum + number, 0)} in ${rest.length} more`);
  return items;
}

/** Items joined by commas behind their label, continued under the first item where a line is full. */
function row(label: string, items: readonly string[], style: Style, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  items.forEach((item, index) => {
    const piece = index < items.length - 1 ? `${item},` : item;
    const isFull = line !== "" && 2 + LABEL_COLUMNS + line.length + 1 + piece.length > width;
    if (isFull) lines.push(line);
    line = line === "" || isFull ? piece : `${line} ${piece}`;
  });
  lines.push(line);
  return lines.map((text, index) => {
    const lead = (index === 0 ? label : "").padEnd(LABEL_COLUMNS);
    return `  ${style.faint(lead)}${text}`;
  });
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
