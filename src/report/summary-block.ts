import { CONFIDENCES } from "../core/finding.js";
import { FILE_CLASSES } from "../core/report.js";
import type { FileClass, Report, Summary } from "../core/report.js";
import { catalogNotes } from "./catalog-age.js";
import { commandLine } from "./command-line.js";
import { count, leftOutOfNote, ranked, total } from "./counts.js";
import type { Context } from "./finding-lines.js";
import type { Typed } from "./options.js";
import type { Style } from "./style.js";
import { basis, headline, hiddenReasons, uncheckedKinds } from "./summary-line.js";
import { problemsOnly } from "./problem-list.js";
import { targetNotes } from "./target-notes.js";
import { oneLine, visible, visiblePath } from "../core/visible.js";
import { worstRule } from "./worst-rule.js";
import { visibleWords, wordsOf, wrap } from "./wrap.js";

/** Names of one kind that are listed; the rest is summed up. */
const NAMES_LISTED = 15;
const LABEL_COLUMNS = 14;

type Row = readonly [label: string, items: readonly string[]];

const IN_CLASS: Readonly<Record<FileClass, string>> = {
  source: "in source",
  test: "in tests",
  documentation: "in documentation",
  build: "in build output",
};

/**
 * Writes the end of the text format: the findings, what would fix them, how much was checked and the next command,
 * wrapped to `width` columns. If there are only clean files, it is a single line.
 */
export function summaryBlock(report: Report, { style, width, wrapAt }: Context, typed?: Typed): string[] {
  const { summary } = report;
  const whole = (line: string): string[] =>
    wrap(visibleWords(line), { lead: "", columns: 0, hang: 2, width: wrapAt });
  const notes = catalogNotes(report);
  if (isAllClear(report)) {
    const called = report.targetNotices.filter(({ calls }) => calls !== undefined);
    const ends = targetNotes({ target: report.target, targetNotices: called });
    return [allClear(report, style), ...ends, ...notes].flatMap(whole);
  }
  const rows: Row[] = [
    ...fixRows(report),
    ...payloadRow(report),
    ["files", filesSeen(summary)],
    ...totalRow("skipped", reasons(summary.files.skipped)),
    ...totalRow("left out", reasons(leftOutOfNote(summary.files))),
  ];
  if (summary.undetermined > 0) rows.push(["undetermined", undetermined(report)]);
  rows.push(...totalRow("hidden", { sum: total(summary.findings.hidden), items: hiddenReasons(summary) }));
  const problems = problemsOnly(report).length;
  if (problems > 0) rows.push(["problems", [String(problems)]]);
  rows.push(
    ...totalRow("not checked", { sum: total(summary.unchecked), items: uncheckedKinds(summary) }),
    ["checked for", [basis(report)]],
    ...[...targetNotes(report), ...notes].map((note): Row => ["", [note]]),
  );
  const next = nextCommand(report, typed);
  return [
    ...whole(coloredHeadline(report, style)),
    ...rows.flatMap(([label, items]) => row(label, items, style, width)),
    ...(next === undefined ? [] : [nextLine(visible(next), style)]),
  ];
}

/** Writes `Next: npx v2ready fix --diff` on one line: pasted, the first line of several is another command. */
export function nextLine(command: string, style: Style): string {
  return `Next: ${style.strong(command)}`;
}

/** Returns counts of a run that need no action, for `--stats`. */
export function statsBlock(report: Report, style: Style, width: number): string[] {
  const { summary, findings } = report;
  const confidences = CONFIDENCES.map((confidence) => {
    const number = findings.filter((finding) => finding.confidence === confidence).length;
    return `${number} ${confidence}`;
  });
  const inClasses = FILE_CLASSES.map((fileClass) => `${summary.byClass[fileClass]} ${IN_CLASS[fileClass]}`);
  const rows: Row[] =
    findings.length === 0
      ? []
      : [
          ["confidence", confidences],
          ["rules", names(summary.byRule)],
          ["directories", names(summary.byDirectory)],
          ["found", inClasses],
        ];
  const leftOut = totalRow("left out", reasons(summary.files.leftOut));
  return [...rows, ...languageRows(summary), ...leftOut].flatMap(([label, items]) =>
    row(label, items, style, width),
  );
}

/**
 * Returns rows that say what `fix` would do about errors and warnings. Its edits are not verified here: the numbers are
 * those of its plan.
 */
function fixRows({ summary }: Report): Row[] {
  const { safe, unsafe, person } = summary.fixability.findings;
  const items = [
    ...(safe > 0 ? [`${safe} by the command fix`] : []),
    ...(unsafe > 0 ? [`${unsafe}${safe > 0 ? " more" : ""} by the command fix --unsafe-fixes`] : []),
  ];
  if (items.length > 0) items.push(`${items.pop()!} (if its checks pass)`);
  if (person > 0) items.push(`${person} by a person`);
  return items.length === 0 ? [] : [["to fix", items]];
}

/** Returns whether `convert` reads a file. In YAML, a payload is the whole document, or an element of it. */
function isPayloadFile(path: string, column: number): boolean {
  return /\.(?:jsonc?|jsonl|ndjson)$/i.test(path) || (/\.ya?ml$/i.test(path) && column <= 3);
}

/** Names the command for payloads in files of their own, which `fix` does not change: a program may send them to v1.0. */
function payloadRow({ findings }: Report): Row[] {
  const own = findings.filter(
    ({ severity, role, requests, place, position }) =>
      severity === "error" &&
      role === "payload" &&
      requests.length === 0 &&
      isPayloadFile(place.path, position.column),
  );
  const [path, ...others] = [...new Set(own.map(({ place }) => place.path))];
  if (path === undefined) return [];
  const more = others.length > 0 ? ` and ${count(others.length, "more file")}` : "";
  return [["payloads", [`the command convert can rewrite bodies of clusters: ${visiblePath(path)}${more}`]]];
}

/**
 * Returns the next command: a look at the fixes, or at the rule with most of the manual changes. It is a look at what
 * could not be decided if that is more than what was found.
 */
function nextCommand(
  { summary, findings, showsUndetermined }: Report,
  { program, forFix }: Typed = { program: "npx v2ready", forFix: [] },
): string | undefined {
  const { safe, unsafe } = summary.fixability.findings;
  if (forFix && safe > 0) return commandLine(program, ["fix", "--diff", ...forFix]);
  if (forFix && unsafe > 0) return commandLine(program, ["fix", "--unsafe-fixes", "--diff", ...forFix]);
  if (forFix && summary.undetermined > findings.length && !showsUndetermined)
    return commandLine(program, ["check", "--show-undetermined", ...forFix]);
  const rule = worstRule(findings);
  return rule && commandLine(program, ["explain", rule]);
}

/** Returns whether nothing was found and nothing stood in the way of finding it. */
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
  const leftOut = leftOutOfNote(files);
  if (total(leftOut) > 0) parts.push(listed(leftOut, "left out"));
  const verdict = sentenceCase(headline(report.summary));
  const lead = files.seen === 0 ? "Nothing was searched" : style.good(verdict);
  return `${lead}: ${parts.join(", ")}; ${basis(report)}`;
}

function listed(counts: Readonly<Record<string, number>>, verb: string): string {
  const { sum, items } = reasons(counts);
  return `${sum} ${verb} (${items.join(", ")})`;
}

function coloredHeadline({ summary, findings }: Report, style: Style): string {
  const { error, warning, info } = summary.findings;
  const { calls, mentions } = summary.fixability;
  const numbers = [
    { number: total(calls), name: "call" },
    { number: mentions, name: "mention" },
  ];
  const toChange = numbers.filter(({ number }) => number > 0).map(({ number, name }) => count(number, name));
  const { undetermined: open } = summary;
  const files = new Set(findings.map(({ place }) => place.path)).size;
  const text = [
    sentenceCase(headline(summary)),
    ...(open > 0 && error + warning + info === 0 ? [`${open} could not be decided`] : []),
    ...(files > 0 ? [`in ${count(files, "file")}`] : []),
    ...(toChange.length > 0 ? [`${toChange.join(" and ")} to change`] : []),
  ].join("; ");
  if (error > 0) return style.severity("error", text);
  if (warning > 0) return style.severity("warning", text);
  return info > 0 || open > 0 ? style.severity("info", text) : style.good(text);
}

function filesSeen({ files }: Summary): string[] {
  const read = `${files.read} read${files.plain > 0 ? `, ${files.plain} of them as plain text` : ""}`;
  // They may be outside of the paths, and are not counted as seen then. They may have findings.
  const followed = `${count(files.followed, "other file")} of the repository to follow values`;
  return [`${files.seen} seen`, files.followed > 0 ? `${read}; ${followed}` : read];
}

function undetermined({ summary, showsUndetermined }: Report): string[] {
  const { undetermined: all, basesWithoutRequest: bases } = summary;
  const verb = bases === 1 ? "is a base path" : "are base paths";
  const options = [
    ...(showsUndetermined ? [] : ["--show-undetermined lists them"]),
    "--fail-on-undetermined makes the run fail",
  ];
  return [
    `${all} that could not be decided: neither clean nor broken (${options.join(", ")})`,
    ...(bases > 0 ? [`${bases} of them ${verb} for which no request was found`] : []),
    ...causes(summary),
  ];
}

/** Causes that are listed; the rest is summed up. */
const CAUSES_LISTED = 5;

/** Says what kept v2ready from deciding, and how often. One case alone is explained where it is listed. */
function causes({ undeterminedBy, undetermined: all }: Summary): string[] {
  if (all < 2) return [];
  const sorted = ranked(undeterminedBy);
  const listed = sorted.slice(0, CAUSES_LISTED).map(([cause, number]) => `${cause} (${number})`);
  const more = total(Object.fromEntries(sorted.slice(CAUSES_LISTED)));
  const causesLine = [...listed, ...(more > 0 ? [`others (${more})`] : [])].join("; ");
  return listed.length === 0 ? [] : [`because of: ${causesLine}`];
}

function languageRows({ languages, files }: Summary): Row[] {
  const rows: Row[] = [];
  if (total(languages.parsed) > 0) rows.push(["parsed", names(languages.parsed)]);
  if (files.plain > 0) {
    const read = total(languages.plain) > 0 ? names(languages.plain) : [count(files.plain, "file")];
    rows.push(["plain text", read]);
  }
  return rows;
}

function reasons(counts: Readonly<Record<string, number>>): { sum: number; items: string[] } {
  return { sum: total(counts), items: ranked(counts).map(counted) };
}

/** Reasons that are named otherwise for people, for one file or folder and for several. */
const REASONS: ReadonlyMap<string, readonly [one: string, more: string]> = new Map([
  ["vcs", ["version control folder", "version control folders"]],
  ["node_modules", ["node_modules folder", "node_modules folders"]],
  ["vendored", ["folder of dependencies", "folders of dependencies"]],
  ["gitignore", ["ignored by .gitignore", "ignored by .gitignore"]],
  ["ignore-pattern", ["ignored by --ignore-pattern", "ignored by --ignore-pattern"]],
  ["symlink", ["symbolic link", "symbolic links"]],
  ["special", ["special file", "special files"]],
  ["lock-file", ["lock file", "lock files"]],
  ["own-report", ["report of v2ready", "reports of v2ready"]],
]);

function counted([reason, number]: readonly [string, number]): string {
  const [one, more] = REASONS.get(reason) ?? [reason.replaceAll("-", " "), reason.replaceAll("-", " ")];
  return `${number} ${oneLine(number === 1 ? one : more)}`;
}

/** `3: 2 binary, 1 too large`; no line where there is nothing to tell. */
function totalRow(label: string, { sum, items }: { sum: number; items: readonly string[] }): Row[] {
  const [head, ...tail] = items;
  return head === undefined ? [] : [[label, [`${sum}: ${head}`, ...tail]]];
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
  const lead = `  ${style.faint(label.padEnd(LABEL_COLUMNS))}`;
  return wrap(wordsOf(items.join(", ")), { lead, columns: 2 + LABEL_COLUMNS, width });
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
