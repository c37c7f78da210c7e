import { addAll } from "../core/add-all.js";
import type { Edit, Finding } from "../core/finding.js";
import type { SourceText } from "../core/source-text.js";
import { TODO } from "../engine/directives.js";
import type { CommentPlace } from "../frontends/frontend.js";
import { settle } from "./settle.js";
import type { Unit } from "./unit.js";
import { textIn, type State, type Verifier } from "./verify.js";

/** A decision that a person must make. */
export interface OpenQuestion {
  /** The findings that it is about, the best place for a comment first. Not empty. */
  readonly findings: readonly Finding[];
  /** The decision, in one line. */
  readonly question: string;
}

export interface MarkerBench extends Verifier {
  /** See `Frontend.commentPlace`. */
  commentPlace(source: SourceText, offset: number): Promise<CommentPlace | undefined>;
}

/** The state with a comment at every place where a person has to decide. */
export interface Marked {
  readonly state: State;
  readonly left: readonly { readonly path: string; readonly rule: string; readonly text: string }[];
  /** Findings without a comment, as there is no safe place or no syntax for one. Those that have one are not among them. */
  readonly unmarked: readonly Finding[];
}

interface Line {
  readonly of: OpenQuestion;
  readonly finding: Finding;
  readonly place: CommentPlace;
  readonly text: string;
}

/**
 * Writes `v2ready-todo[rule]: what` for each question, once, above the code of the first of its findings where a
 * comment is possible. An existing marker for any of them stays. Markers are verified like fixes, so that a comment
 * never changes the behaviour of the code.
 */
export async function leaveMarkers(
  questions: readonly OpenQuestion[],
  from: State,
  bench: MarkerBench,
): Promise<Marked> {
  const lines: Line[] = [];
  const unmarked: Finding[] = [];
  const known = new Set<string>();
  for (const of of questions) {
    const places: Line[] = [];
    let isThere = false;
    for (const finding of of.findings) {
      const { path, start } = finding.place;
      const source = textIn(path, from.texts, bench);
      const place = source && (await bench.commentPlace(source, start));
      if (!source || !place) continue;
      isThere ||= isMarked(source, place.offset, finding.ruleId);
      const text = `${TODO}${finding.ruleId}]: ${harmless(of.question, place)}`;
      places.push({ of, finding, place, text });
    }
    const [best] = places;
    if (!best) addAll(unmarked, of.findings);
    if (!best || isThere) continue;
    const key = `${best.finding.place.path}:${best.place.offset}:${best.finding.ruleId}`;
    if (known.has(key)) continue;
    known.add(key);
    lines.push(best);
  }
  const units = unitsOf(lines, from, bench);
  const settled = await settle(units, from, bench);
  const refused = new Set(
    [...settled.withdrawn.keys()].flatMap(({ edits }) => edits.map(({ path }) => path)),
  );
  const isRefused = ({ finding }: Line): boolean => refused.has(finding.place.path);
  return {
    state: settled.state,
    left: lines
      .filter((line) => !isRefused(line))
      .map(({ finding, text }) => ({ path: finding.place.path, rule: finding.ruleId, text })),
    unmarked: [...unmarked, ...lines.filter(isRefused).flatMap(({ of }) => of.findings)],
  };
}

/** Returns whether one of the comment lines right above an offset is the marker of a rule. */
function isMarked(source: SourceText, offset: number, rule: string): boolean {
  for (let number = source.position(offset).line - 1; number > 0; number--) {
    const line = source.line(number);
    if (line.includes(`${TODO}${rule}]`)) return true;
    if (!line.includes(TODO)) return false;
  }
  return false;
}

/** Returns one line that does not end the comment around it. */
function harmless(text: string, { delimiters: [, close] }: CommentPlace): string {
  const line = text.replace(/\s+/g, " ").trim();
  return close === "" ? line : line.replaceAll(close.trim(), "");
}

/** One for each file, so that a comment that cannot stay takes only those of its file with it. */
function unitsOf(lines: readonly Line[], { texts }: State, bench: MarkerBench): Unit[] {
  const edits = new Map<string, Map<number, Edit>>();
  for (const { finding, place, text } of lines) {
    const { path } = finding.place;
    const { offset, indent, delimiters } = place;
    const own = edits.get(path) ?? new Map<number, Edit>();
    edits.set(path, own);
    const lineBreak = lineBreakOf(textIn(path, texts, bench)!.text);
    const line = `${indent}${delimiters[0]}${text}${delimiters[1]}${lineBreak}`;
    own.set(offset, { path, start: offset, end: offset, text: (own.get(offset)?.text ?? "") + line });
  }
  return [...edits].map(([path, own]) => ({
    id: path,
    title: `markers in ${path}`,
    applicability: "safe",
    reasons: [],
    programs: [],
    edits: [...own.values()],
    findings: [],
  }));
}

function lineBreakOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
}
