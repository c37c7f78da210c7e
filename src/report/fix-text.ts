import { classOfFile, ownCalls } from "../core/file-class.js";
import { groupBy } from "../core/group-by.js";
import { SEVERITIES } from "../core/finding.js";
import { count } from "./counts.js";
import { LISTS_ALL, contextOf, headLines, most, widest, type Context } from "./finding-lines.js";
import type { FixReport, FixReportUnit, LeftFinding, ReasonPlace } from "./fix-report.js";
import { NO_FIX, fixSummary, kindOfLeft, type FixListing, type Left } from "./fix-summary.js";
import type { JsonRequest } from "./json.js";
import { markLine } from "./marked-line.js";
import { problemList, problemsOnly } from "./problem-list.js";
import { reasonPlacesText } from "./reason-text.js";
import { nextLine } from "./summary-block.js";
import { catalogNotes } from "./catalog-age.js";
import { targetNotes } from "./target-notes.js";
import { uncheckedBlock } from "./unchecked-block.js";
import { oneLine, visible, visiblePath, withoutCommands } from "../core/visible.js";
import { wordsOf, wrap, type Word } from "./wrap.js";

/** Groups of fixes, calls that they fix, and places below another heading, that are listed; the rest is counted. */
const GROUPS_LISTED = 30;
const FIXED_LISTED = 50;
const ENTRIES_LISTED = 20;
/** So many files of fixes are named. */
const FILES_NAMED = 3;
/** Places up to so many columns have what follows them in one column. */
const PLACE_COLUMNS = 40;
/** The least columns for code, however long its path is. */
const LEAST_CODE = 20;
/** Columns before code that has a line of its own. */
const CODE_INDENT = 8;

const SECTIONS: readonly (readonly [Left, string])[] = [
  ["stopped", "Not applied"],
  ["unsafe", "Probably right, but not proven: --unsafe-fixes applies these"],
  ["person", "A person must change these"],
  ["none", "No automatic fix"],
  ["info", "For information"],
];

/** Returns a text for people that lists what was changed and what is left. */
export function fixText(report: FixReport, options: FixListing): string {
  const { isDone, isQuiet, next } = options;
  const context = contextOf(options, new Map(report.left.map(({ ruleId, docs }) => [ruleId, docs])));
  const { style } = context;
  const line = (text: string): string[] => wrapped(text, 0, context);
  const unlessQuiet = (lines: () => string[]): string[] => (isQuiet ? [] : lines());
  const blocks = [
    unlessQuiet(() => appliedBlock(report, isDone, context)),
    ...leftBlocks(report, context),
    unlessQuiet(() => markerBlock(report, isDone, context)),
    problemList(isQuiet ? report.problems : problemsOnly(report), context),
    unlessQuiet(() => uncheckedBlock(report.unchecked, context)),
    [
      ...unlessQuiet(() => [...targetNotes(report), ...catalogNotes(report)].flatMap(line)),
      ...line(fixSummary(report, isDone)),
      ...(next === undefined ? [] : [nextLine(visible(next), style)]),
    ],
  ];
  const shown = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return withoutCommands(`${shown.join("\n\n")}\n`);
}

function appliedBlock({ units }: FixReport, isDone: boolean, context: Context): string[] {
  const { style } = context;
  const applied = units.filter(({ outcome }) => outcome === "applied");
  if (applied.length === 0) return [];
  const groups = [...groupBy(applied, ({ title, reasons }) => [title, ...reasons].join("\n")).values()];
  const listed = groups.slice(0, most(GROUPS_LISTED, context));
  const rest = groups.slice(listed.length).flat().length;
  return [
    style.good(isDone ? "Fixed" : "Would fix"),
    ...listed.flatMap((same) => appliedLines(same, context)),
    ...(rest > 0 ? [`  and ${count(rest, "more fix", "more fixes")} ${LISTS_ALL}`] : []),
  ];
}

/** Units that do the same: what they do, for which requests, in which files, and why it is not proven. */
function appliedLines(units: readonly FixReportUnit[], context: Context): string[] {
  const [{ title, applicability, reasons }] = units as readonly [FixReportUnit];
  const times = units.length === 1 ? "" : ` (${units.length} separate fixes)`;
  const findings = units.flatMap((unit) => unit.findings);
  const entries = units
    .flatMap((unit) => requestsOf(unit.findings, unit.requests).map(entryOfRequest))
    .toSorted(byPlace);
  const reasonPlaces = units.flatMap((unit) => unit.reasonPlaces);
  const places = placesByReason(reasonPlaces, new Set(entries.map(placeOf)), context);
  const doubts =
    applicability === "safe" ? [] : reasons.map((reason) => `not proven: ${reason}${places(reason)}`);
  return [
    ...wrapped(`${oneLine(title)}${times}`, 2, context),
    ...entryLines(entries, 4, context, FIXED_LISTED),
    ...wrapped(`${count(findings.length, "finding")} in ${editedFiles(units, context)}`, 4, context),
    ...doubts.flatMap((doubt) => noteLine(doubt, context)),
  ];
}

/** Names the files that units edit, or counts them if they are many. */
function editedFiles(units: readonly FixReportUnit[], context: Context): string {
  const edits = units.flatMap((unit) => unit.edits);
  const files = [...groupBy(edits, ({ path }) => path)];
  return files.length > most(FILES_NAMED, context)
    ? `${files.length} files (${count(edits.length, "edit")})`
    : files.map(([path, own]) => `${visiblePath(path)} (${count(own.length, "edit")})`).join(", ");
}

function leftBlocks({ left }: FixReport, context: Context): string[][] {
  const kinds = groupBy(left, kindOfLeft);
  return SECTIONS.flatMap(([kind, title]) => {
    const findings = kinds.get(kind);
    if (!findings) return [];
    const groups = groupsOf(kind, findings, context);
    const words = wordsOf(title).map(({ text }) => ({ text, shown: context.style.strong(text) }));
    const heading = wrap(words, { lead: "", columns: 0, width: context.wrapAt });
    return [[...heading, ...groups.flatMap((group) => groupLines(group, context))]];
  });
}

interface Group {
  /** The text about what is wrong, if it is the same for all entries. */
  readonly heading: readonly string[];
  readonly entries: readonly Entry[];
  readonly reasons: readonly string[];
  /** Each place for one of the findings. */
  readonly reasonPlaces: readonly ReasonPlace[];
  /** The findings whose help is shown. */
  readonly advised: readonly LeftFinding[];
}

/** A place in the code, with the words of its author. */
interface Entry {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly words: string;
  /** The rule, where only the place stands for what is wrong. */
  readonly rule?: string;
}

/** By what stopped it; what has no fix by what is wrong. Each list has the order of the files. */
function groupsOf(kind: Left, findings: readonly LeftFinding[], context: Context): Group[] {
  if (kind === "none" || kind === "info") return groupsByMessage(findings, context);
  const groups = [...groupBy(findings, ({ reasons }) => reasons.join("\n")).values()].map((own) =>
    groupOf(own, kind === "person", context),
  );
  return groups.toSorted(({ entries: [a] }, { entries: [b] }) => byPlace(a!, b!));
}

function groupOf(findings: readonly LeftFinding[], hasHelp: boolean, context: Context): Group {
  const units = [...groupBy(findings, ({ unit }) => unit).values()];
  return {
    heading: [],
    entries: units.flatMap((unit) => entriesOfUnit(unit, context)).toSorted(byPlace),
    reasons: findings[0]!.reasons,
    reasonPlaces: findings.flatMap(({ reasonPlaces }) => reasonPlaces),
    advised: hasHelp ? findings : [],
  };
}

type Spot = Pick<Entry, "path" | "line" | "column">;

function byPlace(a: Spot, b: Spot): number {
  return (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column;
}

function groupsByMessage(findings: readonly LeftFinding[], context: Context): Group[] {
  const severities = widest(findings.map(({ severity }) => severity));
  const same = groupBy(findings, (one) => [one.severity, one.ruleId, one.message, ...one.reasons].join("\n"));
  return [...same.values()].toSorted(worstFirst).map((own) => ({
    heading: headLines(own[0]!, own[0]!.message, { indent: 2, place: "", severities }, context),
    entries: own.map((finding) => entryOf(finding, context)).toSorted(byPlace),
    reasons: own[0]!.reasons.filter((reason) => reason !== NO_FIX),
    reasonPlaces: own.flatMap(({ reasonPlaces }) => reasonPlaces),
    advised: own,
  }));
}

function worstFirst([a]: readonly LeftFinding[], [b]: readonly LeftFinding[]): number {
  return SEVERITIES.indexOf(a!.severity) - SEVERITIES.indexOf(b!.severity);
}

/** The requests of a unit; one without any has the code of its first finding. */
function entriesOfUnit(findings: readonly LeftFinding[], context: Context): Entry[] {
  const all = findings.flatMap(({ requests }) => requests);
  const requests = requestsOf(findings, all);
  return requests.length > 0
    ? requests.map(entryOfRequest)
    : [{ ...entryOf(findings[0]!, context), rule: findings[0]!.ruleId }];
}

/** The place of a finding with the request that it is about, or else its code. */
function entryOf(finding: LeftFinding, { width }: Context): Entry {
  const room = Math.max(width - CODE_INDENT, LEAST_CODE);
  const [request, ...others] = finding.requests;
  const isCall = request?.kind === "call" && others.length === 0;
  const words = isCall ? entryOfRequest(request).words : codeOf(finding, room);
  const { path, line, column } = finding;
  return { path, line, column, words };
}

/** The line of a finding, as far as there is room, without its indentation. */
function codeOf({ code = "", column }: LeftFinding, room: number): string {
  const indent = code.length - code.trimStart().length;
  return markLine(code.trim(), Math.max(column - 1 - indent, 0), column - indent, room).text;
}

function entryOfRequest({ method, path, call }: JsonRequest): Entry {
  return {
    path: call.path,
    line: call.line,
    column: call.column,
    words: oneLine(method === undefined ? path : `${method} ${path}`),
  };
}

/**
 * Returns the requests to list for findings, as `check` lists them, each once. A test double counts only if the program
 * sends nothing, and a URL in plain text is only text.
 */
function requestsOf(
  [first]: readonly { readonly path: string }[],
  requests: readonly JsonRequest[],
): JsonRequest[] {
  const all = [...new Map(requests.map((one) => [one.id, one])).values()];
  const own = ownCalls(all, first === undefined ? "source" : classOfFile(first.path));
  const calls = own.filter(({ kind }) => kind === "call");
  return calls.length > 0 ? calls : own.filter(({ kind }) => kind !== "text");
}

function groupLines({ heading, entries, reasons, reasonPlaces, advised }: Group, context: Context): string[] {
  const { explained } = context;
  const helps = helpsOf(advised, entries, heading.length === 0, context);
  const places = placesByReason(reasonPlaces, new Set(entries.map(placeOf)), context);
  const same = reasons.join("\n");
  const isKnown = reasons.length > 1 && explained.has(same);
  explained.add(same);
  const notes = [
    ...(isKnown
      ? [`why: the same ${reasons.length} reasons as above`]
      : reasons.map((reason) => `why: ${reason}${places(reason)}`)),
    ...helps.map((one) => `help: ${one}`),
  ];
  return [
    ...heading,
    ...entryLines(entries, heading.length > 0 ? 4 : 2, context),
    ...notes.flatMap((note) => noteLine(note, context)),
  ];
}

/**
 * Returns what to write instead, each help once, with the places that it is about. There are no places if it is about
 * all entries. Where no message names the property, the help does: its "it" would stand for nothing.
 */
function helpsOf(
  findings: readonly LeftFinding[],
  entries: readonly Entry[],
  namesProperty: boolean,
  context: Context,
): string[] {
  const { helped } = context;
  const listed = new Set(entries.map(placeOf));
  const helpOf = ({ advice, property }: LeftFinding): string | undefined =>
    namesProperty && advice !== undefined && property !== undefined ? `${property}: ${advice}` : advice;
  return [...groupBy(findings, helpOf)].flatMap(([advice, same]) => {
    if (advice === undefined) return [];
    const before = helped.get(advice);
    if (before !== undefined) return [`see ${before}`];
    helped.set(advice, placeOf(same[0]!));
    const places = new Set(same.toSorted(byPlace).map(placeOf));
    const isAll = [...listed].every((place) => places.has(place));
    return [`${advice}${reasonPlacesText([...places], isAll ? listed : new Set(), context)}`];
  });
}

/** Returns the places of a reason in brackets. There are none if it is about all entries that are listed. */
function placesByReason(
  reasonPlaces: readonly ReasonPlace[],
  listed: ReadonlySet<string>,
  context: Context,
): (reason: string) => string {
  const byReason = groupBy(reasonPlaces, ({ reason }) => reason);
  return (reason) => {
    const places = (byReason.get(reason) ?? []).map(placeOf);
    const isAll = [...listed].every((place) => places.includes(place));
    return reasonPlacesText(places, isAll ? listed : new Set(), context);
  };
}

function noteLine(note: string, { style, wrapAt }: Context): string[] {
  const lead = `    ${style.faint("=")} `;
  return wrap(wordsOf(oneLine(note)), { lead, columns: 6, width: wrapAt });
}

/** Places and words in two columns, unless a place is too long. */
function entryLines(
  entries: readonly Entry[],
  indent: number,
  context: Context,
  maxListed = ENTRIES_LISTED,
): string[] {
  const { style, wrapAt, docs } = context;
  const named = entries.map((entry) => ({ ...entry, place: placeOf(entry) }));
  const all = [...new Map(named.map((entry) => [`${entry.place} ${entry.words}`, entry])).values()];
  const listed = all.slice(0, most(maxListed, context));
  const ruleOf = (rule: string | undefined): Word[] =>
    rule === undefined
      ? []
      : [{ text: rule, shown: style.faint(style.link(rule, docs.get(rule) ?? "")), gap: 2 }];
  const columns = Math.min(widest(listed.map(({ place }) => place)), PLACE_COLUMNS);
  const lines = listed.flatMap(({ path, place, words, rule }) => {
    const padding = " ".repeat(Math.max(columns - place.length, 0) + 2);
    const before = indent + place.length + padding.length;
    const lead = `${" ".repeat(indent)}${style.file(style.path(place), path)}${padding}`;
    return wrap([{ text: words, shown: words }, ...ruleOf(rule)], {
      lead,
      columns: before,
      hang: indent + 4,
      width: wrapAt,
    });
  });
  const rest = all.length - listed.length;
  return rest > 0 ? [...lines, `${" ".repeat(indent)}and ${rest} more ${LISTS_ALL}`] : lines;
}

function placeOf({ path, line, column }: { path: string; line: number; column: number }): string {
  return `${visiblePath(path)}:${line}:${column}`;
}

function markerBlock({ markers }: FixReport, isDone: boolean, context: Context): string[] {
  if (markers.length === 0) return [];
  const files = [...groupBy(markers, ({ path }) => path)];
  return [
    context.style.strong(isDone ? "Comments left" : "Comments to leave"),
    ...files.flatMap(([path, own]) => [
      `  ${context.style.path(visiblePath(path))}`,
      ...own.flatMap(({ text }) => wrapped(oneLine(text), 4, context)),
    ]),
  ];
}

function wrapped(text: string, indent: number, { wrapAt }: Context): string[] {
  return wrap(wordsOf(text), { lead: " ".repeat(indent), columns: indent, hang: indent + 2, width: wrapAt });
}
