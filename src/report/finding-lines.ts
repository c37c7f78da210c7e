import type { ReportedFinding } from "../core/report.js";
import type { ReportedPlace } from "../core/reported-request.js";
import { codeFrame, joinedFrames, type Frame } from "./code-frame.js";
import { count } from "./counts.js";
import { relatedPlaces } from "./related.js";
import { usableWidth, type RenderOptions } from "./options.js";
import { createStyle, type Style } from "./style.js";
import { oneLine, visible, visiblePath } from "../core/visible.js";
import { wordsOf, wrap, type Word } from "./wrap.js";

/** Places of a trace that are listed below a finding: the first ones and the last ones. */
const FIRST_LISTED = 3;
const LAST_LISTED = 2;

/** The part of a line that may precede a message whose other lines have the same indentation. */
const MAX_LEAD = 0.4;

/** Values that all parts of one text report need. */
export interface Context {
  readonly style: Style;
  /** Columns for code frames. */
  readonly width: number;
  /**
   * The width at which prose is wrapped; infinite if the output is not a terminal, so that each message is one line.
   */
  readonly wrapAt: number;
  /** Rule id to the page of the rule. */
  readonly docs: ReadonlyMap<string, string>;
  /** The help that was shown before, with the place that it was shown for: each is shown once. */
  readonly helped: Map<string, string>;
  /** The lists of reasons that were shown before: each is shown once. */
  readonly explained: Set<string>;
  /** Lists are complete, however long they are. */
  readonly showsAll: boolean;
}

/** Returns the values for one text. */
export function contextOf(options: RenderOptions, docs: ReadonlyMap<string, string>): Context {
  const width = usableWidth(options);
  return {
    style: createStyle(options),
    width,
    wrapAt: options.width === undefined ? Infinity : width,
    docs,
    helped: new Map(),
    explained: new Set(),
    showsAll: options.showAll === true,
  };
}

/** The option that completes all lists, for the line that counts the rest. */
export const SHOW_ALL = "--show-all lists all";
export const LISTS_ALL = `(${SHOW_ALL})`;

/** Returns how many entries of a list are shown: all of them, or at most so many. */
export function most(number: number, { showsAll }: Pick<Context, "showsAll">): number {
  return showsAll ? Infinity : number;
}

/** Writes a position: `3:13`. */
export function positionOf({ position }: Pick<ReportedFinding, "position">): string {
  return `${position.line}:${position.column}`;
}

/** Writes a place: `src/a.js:3:13`, without the path if a heading names it. */
export function placeText({ path, position }: ReportedPlace, heading?: string): string {
  const place = positionOf({ position });
  return path === heading ? place : `${visiblePath(path)}:${place}`;
}

/** Writes the line of a finding: its place, its severity, its message and the rule. */
export function headLines(
  { severity, ruleId }: Pick<ReportedFinding, "severity" | "ruleId">,
  message: string,
  {
    indent,
    place,
    path = "",
    severities,
  }: { indent: number; place: string; path?: string; severities: number },
  { style, wrapAt, docs }: Context,
): string[] {
  const gap = place === "" ? "" : "  ";
  const at = place.trimEnd();
  const linked = `${style.file(style.faint(at), path)}${" ".repeat(place.length - at.length)}`;
  const lead = `${" ".repeat(indent)}${linked}${gap}${style.severity(severity, severity.padEnd(severities))}  `;
  const columns = indent + place.length + gap.length + Math.max(severities, severity.length) + 2;
  const rule = visible(ruleId);
  const words = [
    ...wordsOf(oneLine(message)),
    { text: rule, shown: style.faint(style.link(rule, docs.get(ruleId) ?? "")), gap: 2 },
  ];
  if (wrapAt === Infinity || columns <= wrapAt * MAX_LEAD)
    return wrap(words, { lead, columns, width: wrapAt });
  // Beside a long place the message would be a narrow column.
  const start = [
    { text: at, shown: linked.trimEnd() },
    { text: severity, shown: style.severity(severity, severity), gap: 2 },
  ];
  const [first, ...rest] = words;
  return wrap([...start, { ...first!, gap: 2 }, ...rest], {
    lead: " ".repeat(indent),
    columns: indent,
    hang: indent + 4,
    width: wrapAt,
  });
}

/** Returns the code of a finding: all of it, or the line in which it starts. */
export function frameOf(
  finding: ReportedFinding,
  {
    indent,
    isShort,
    digits,
  }: { readonly indent: number; readonly isShort: boolean; readonly digits?: number },
  { style, width }: Context,
): Frame {
  const mark = (marked: string): string => style.severity(finding.severity, marked);
  const framed = isShort ? firstLineOf(finding) : finding;
  const frame = codeFrame(framed, {
    width: width - indent,
    gutter: style.faint,
    mark,
    ...(digits === undefined ? {} : { digits }),
  });
  const lead = " ".repeat(indent);
  return { ...frame, lines: frame.lines.map((line) => `${lead}${line}`), margin: `${lead}${frame.margin}` };
}

/** Returns the code of findings of one file in order. Findings on the same line share its frame. */
export function framesOf(
  findings: readonly ReportedFinding[],
  options: Parameters<typeof frameOf>[1],
  context: Context,
): Frame[] {
  const frames: Frame[] = [];
  for (const finding of findings) {
    const frame = frameOf(finding, options, context);
    const before = frames.at(-1);
    const mark = (marked: string): string => context.style.severity(finding.severity, marked);
    const joined = before && joinedFrames(before, frame, mark);
    if (joined) frames.splice(-1, 1, joined);
    else frames.push(frame);
  }
  return frames;
}

/** Lines that were shown before: `from` lines, and places that a heading names. */
export interface Shown {
  readonly printed: Set<string>;
  readonly named?: ReadonlySet<string>;
}

/**
 * Returns the lines about the trace of a value and about what to do, each with a mark in front. Leaves out lines that
 * were shown before.
 */
export function noteLines(
  finding: ReportedFinding,
  margin: string,
  { printed, named = new Set() }: Shown,
  context: Context,
): string[] {
  const { style, wrapAt, helped } = context;
  const trace = relatedPlaces(finding)
    .filter((place) => !named.has(placeText(place)))
    .map((place) => `from ${placeText(place)}: ${oneLine(place.message)}`);
  const notes = shortened(
    [...new Set(trace)].filter((note) => !printed.has(note)),
    context,
  );
  for (const note of trace) printed.add(note);
  const { advice } = finding;
  if (advice !== undefined) {
    const before = helped.get(advice);
    const place = before ?? placeText({ path: finding.place.path, position: finding.position });
    const reference = `help: see ${place}`;
    if (before === undefined) {
      notes.push(`help: ${oneLine(withoutRepeatedEnd(advice, helped))}`);
      for (const one of [advice, ...sentencesOf(advice)]) if (!helped.has(one)) helped.set(one, place);
    } else if (!printed.has(reference)) notes.push(reference);
    printed.add(reference);
  }
  return notes.flatMap((note) =>
    wrap(wordsOf(note), {
      lead: `${margin}${style.faint("=")} `,
      columns: margin.length + 2,
      width: wrapAt,
    }),
  );
}

function sentencesOf(advice: string): string[] {
  return advice.split(/(?<=\.) (?=[A-Z])/);
}

/** Returns a help without the sentences at its end that another help had. The first one says what it is about. */
function withoutRepeatedEnd(advice: string, helped: ReadonlyMap<string, string>): string {
  const sentences = sentencesOf(advice);
  const last = sentences.findLastIndex((one) => !helped.has(one));
  return sentences.slice(0, Math.max(last, 0) + 1).join(" ");
}

/** The origin of a value and its last steps say the most: the steps between them are counted. */
function shortened(notes: readonly string[], { showsAll }: Context): string[] {
  const more = notes.length - FIRST_LISTED - LAST_LISTED;
  if (more <= 1 || showsAll) return [...notes];
  const rest = `… ${count(more, "more place")} ${LISTS_ALL}`;
  return [...notes.slice(0, FIRST_LISTED), rest, ...notes.slice(-LAST_LISTED)];
}

/** Places of one line that are listed; the rest is counted. */
const PLACES_IN_LINE = 30;

/** Writes places without code: `also at 3:13, 5:2, src/b.js:7:1, 9:4`. Each file is named once. */
export function placesLine(
  findings: readonly ReportedFinding[],
  { label, path, margin }: { readonly label: string; readonly path: string; readonly margin: string },
  context: Context,
): string[] {
  if (findings.length === 0) return [];
  const { style, width } = context;
  const listed = findings.slice(0, most(PLACES_IN_LINE, context));
  const more = findings.length - listed.length;
  const words = listed.map(({ place, position }, index): Word => {
    const before = listed[index - 1]?.place.path ?? path;
    const end = index < listed.length - 1 || more > 0 ? "," : "";
    const text = placeText({ path: place.path, position }, before);
    return { text: `${text}${end}`, shown: `${style.file(text, place.path)}${end}` };
  });
  const rest = more > 0 ? wordsOf(`and ${more} more ${LISTS_ALL}`) : [];
  return wrap([...wordsOf(label), ...words, ...rest], {
    lead: margin,
    columns: margin.length,
    hang: margin.length + 2,
    width,
  });
}

export function widest(texts: readonly string[]): number {
  return texts.reduce((columns, text) => Math.max(columns, text.length), 0);
}

function firstLineOf(finding: ReportedFinding): ReportedFinding {
  const { position, end, excerpt, excerptColumns } = finding;
  if (end.line === position.line || excerpt.length === 0) return finding;
  const last = excerpt[0]!.trimEnd().length + 1;
  return {
    ...finding,
    excerpt: excerpt.slice(0, 1),
    end: { line: position.line, column: last },
    ...(excerptColumns ? { excerptColumns: { ...excerptColumns, end: last } } : {}),
  };
}
