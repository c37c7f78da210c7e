import { greatestOf } from "../../../core/add-all.js";
import type { Span } from "../../../core/span.js";
import type { PayloadEdit } from "../../../facts/payload.js";

/**
 * Adds to the edits of a composite literal what gofmt would do behind them: it aligns values and comments of lines that
 * follow each other. A literal that is not formatted before stays as it is.
 *
 * @param span of the literal
 *
 * @param edits in the order of the text, inside the literal
 */
export function tidied(text: string, span: Span, edits: readonly PayloadEdit[]): readonly PayloadEdit[] {
  const before = text.slice(span.start, span.end);
  if (edits.length === 0 || blanksIn(before).some(({ start, end, width }) => end - start !== width))
    return edits;
  const { output, inserted } = applied(text, span, edits);
  const changed = edits.map(({ text: one }) => one);
  const more: PayloadEdit[] = [];
  // From the last one to the first, so that places before it stay.
  for (const { start, end, width } of blanksIn(output).toReversed()) {
    if (end - start === width) continue;
    const blanks = " ".repeat(width);
    const at = inserted.findLastIndex((one) => one.start <= start);
    const inside = inserted[at];
    if (inside && end <= inside.end) {
      const written = changed[at]!;
      changed[at] = written.slice(0, start - inside.start) + blanks + written.slice(end - inside.start);
    } else if (!inside || start >= inside.end) {
      const shift = inside ? edits[at]!.end - inside.end : span.start;
      more.push({ start: start + shift, end: end + shift, text: blanks });
    }
  }
  const own = edits.map((edit, index) => ({ ...edit, text: changed[index]! }));
  return [...own, ...more].sort((a, b) => a.start - b.start);
}

/** Returns a literal with its edits, and where in it the texts of these are. */
function applied(
  text: string,
  span: Span,
  edits: readonly PayloadEdit[],
): { readonly output: string; readonly inserted: readonly Span[] } {
  let output = "";
  let at = span.start;
  const inserted: Span[] = [];
  for (const edit of edits) {
    output += text.slice(at, edit.start);
    inserted.push({ start: output.length, end: output.length + edit.text.length });
    output += edit.text;
    at = edit.end;
  }
  return { output: output + text.slice(at, span.end), inserted };
}

/** White space in a line, and how wide gofmt makes it. */
interface Blank extends Span {
  readonly width: number;
}

/** An element of a literal that begins a line. */
interface Element {
  readonly start: number;
  /** Behind its comma. */
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  /** The offset behind the colon. Undefined for an element without a key. */
  readonly colon: number | undefined;
  /** True if another element is on its line. */
  isShared?: boolean;
}

/** Keys that are longer are aligned by another rule. */
const MAX_KEY = 40;

/**
 * Finds the white space behind the keys of a composite literal, and before comments behind elements. gofmt aligns it on
 * lines that follow each other. Each of them has one element, which does not go on to the next line. See `exprList` in
 * https://cs.opensource.google/go/go/+/refs/tags/go1.23.0:src/go/printer/nodes.go
 */
function blanksIn(text: string): Blank[] {
  const found: Blank[] = [];
  for (const elements of bodiesIn(text)) {
    for (const group of groupsOf(
      elements,
      ({ colon, start }) => colon !== undefined && colon - start <= MAX_KEY,
    )) {
      const widest = greatestOf(group.map(({ start, colon }) => lengthOf(text, start, colon!)));
      for (const { start, colon } of group)
        found.push(blankAt(text, colon!, widest - lengthOf(text, start, colon!) + 1));
    }
    const isBehind = ({ end, isShared }: Element): boolean =>
      !isShared && /^[ \t]*(?:\/\/|\/\*)/.test(text.slice(end, lineEnd(text, end)));
    const widths = new Map(found.map(({ start, end, width }) => [start, width - (end - start)]));
    const lengths = new Map(
      elements.map((one) => [one, lengthOf(text, one.start, one.end) + (widths.get(one.colon ?? -1) ?? 0)]),
    );
    for (const group of groupsOf(elements, isBehind)) {
      const widest = greatestOf(group.map((one) => lengths.get(one)!));
      for (const one of group) found.push(blankAt(text, one.end, widest - lengths.get(one)! + 1));
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function lengthOf(text: string, start: number, end: number): number {
  return [...text.slice(start, end)].length;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function blankAt(text: string, start: number, width: number): Blank {
  let end = start;
  while (text[end] === " " || text[end] === "\t") end++;
  return { start, end, width };
}

/** Groups elements on lines that follow each other. */
function groupsOf(elements: readonly Element[], isPart: (one: Element) => boolean): Element[][] {
  const groups: Element[][] = [];
  let last: Element | undefined;
  for (const one of elements) {
    const isOne = one.line === one.endLine && isPart(one);
    if (isOne && last && last.line + 1 === one.line) groups.at(-1)!.push(one);
    else if (isOne) groups.push([one]);
    last = isOne && !one.isShared ? one : undefined;
  }
  return groups;
}

/** A bracket that is open, with its element so far. */
interface Open {
  readonly elements: Element[];
  start: number | undefined;
  line: number;
  endLine: number;
  colon: number | undefined;
  isFirst: boolean;
}

/** Comments and texts, which have other brackets, colons and commas in them. */
const SKIPPED = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)*'/y;

/** Returns the elements that begin a line, for each pair of brackets. */
function bodiesIn(text: string): Element[][] {
  const bodies: Element[][] = [];
  const open: Open[] = [];
  let line = 0;
  let isLineStart = true;
  let behind = 0;
  const close = (end: number): void => {
    const top = open.at(-1);
    if (top?.start !== undefined) {
      const { elements, start, line: first, endLine, colon } = top;
      const before = elements.at(-1);
      if (top.isFirst) elements.push({ start, end, line: first, endLine, colon });
      else if (before?.endLine === first) before.isShared = true;
    }
    if (top) top.start = top.colon = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const mark = text[at]!;
    if (mark === "\n") {
      line++;
      isLineStart = true;
      continue;
    }
    if (/\s/.test(mark)) continue;
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(text)?.[0];
    const top = open.at(-1);
    const isComment = skipped !== undefined && /^\/[/*]/.test(skipped);
    if (top && !isComment && !/[,})\]]/.test(mark)) {
      if (top.start === undefined) Object.assign(top, { start: at, line, isFirst: isLineStart });
      if (mark === ":" && text[at + 1] !== "=") top.colon ??= at + 1;
    }
    if (skipped !== undefined) {
      line += skipped.split("\n").length - 1;
      at += skipped.length - 1;
    } else if (/[{([]/.test(mark)) {
      open.push({ elements: [], start: undefined, line, endLine: line, colon: undefined, isFirst: false });
    } else if (/[})\]]/.test(mark)) {
      close(behind);
      bodies.push(open.pop()?.elements ?? []);
    } else if (mark === ",") close(at + 1);
    if (!isComment) {
      behind = at + 1;
      const now = open.at(-1);
      if (now) now.endLine = line;
      isLineStart = false;
    }
  }
  return bodies;
}
