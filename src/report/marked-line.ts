import stringWidth from "string-width";

import { visible } from "../core/visible.js";

/** One line of source as it is printed, and where the marks go. All numbers are columns of a terminal. */
interface MarkedLine {
  readonly text: string;
  /** Columns before the first mark. */
  readonly before: number;
  /** Columns to mark, at least 1. */
  readonly marked: number;
}

/** A unit that a terminal shows: a grapheme cluster, with its code units. */
interface Cell {
  readonly text: string;
  readonly columns: number;
  readonly start: number;
  readonly end: number;
}

const TAB = "    ";
const ELLIPSIS = "…";
const REPLACEMENT = "\uFFFD";

/** Code units that one column may cost (emoji of several people take 11 for two); bounds the work on long lines. */
const UNITS_PER_COLUMN = 8;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns a line in which the code units from `from` to `to` are marked (offsets from 0, `to` exclusive, both clamped
 * to the line), at most `width` columns wide. A longer line is clipped around the marked part, with an ellipsis on each
 * clipped side. Tabs become four spaces, and wide characters count as two columns. Each character that a terminal would
 * obey or not show becomes one visible character. The time does not depend on the line's length.
 */
export function markLine(line: string, from: number, to: number, width: number): MarkedLine {
  const start = clamp(from, 0, line.length);
  const end = clamp(to, start, line.length);
  const reach = width * UNITS_PER_COLUMN;
  const low = characterStart(line, Math.max(0, start - reach));
  const high = characterStart(line, Math.min(line.length, start + reach));
  const cells = toCells(line.slice(low, high), low);

  const first = indexOrEnd(cells, (cell) => cell.end > start);
  const last = Math.max(
    first,
    indexOrEnd(cells, (cell) => cell.start >= end),
  );
  const shown = visibleRange(cells, first, last, { width, cutLeft: low > 0, cutRight: high < line.length });

  const lead = shown.from > 0 || low > 0 ? ELLIPSIS : "";
  const trail = shown.to < cells.length || high < line.length ? ELLIPSIS : "";
  const middle = cells.slice(shown.from, shown.to);
  return {
    text: lead + middle.map((cell) => cell.text).join("") + trail,
    before: lead.length + columnsOf(cells, shown.from, first),
    marked: Math.max(1, columnsOf(cells, first, Math.min(last, shown.to))),
  };
}

/** Which cells fit: the marked ones first, then as much context on either side as there is room for. */
function visibleRange(
  cells: readonly Cell[],
  first: number,
  last: number,
  limits: { readonly width: number; readonly cutLeft: boolean; readonly cutRight: boolean },
): { from: number; to: number } {
  const left = columnsOf(cells, 0, first);
  const right = columnsOf(cells, last, cells.length);
  const span = columnsOf(cells, first, last);
  const whole = !limits.cutLeft && !limits.cutRight && left + span + right <= limits.width;
  if (whole) return { from: 0, to: cells.length };

  const room = limits.width - 2 * ELLIPSIS.length;
  const spare = Math.max(0, room - span);
  const after = Math.min(right, Math.max(Math.ceil(spare / 2), spare - left));
  const before = Math.min(left, spare - after);

  let from = first;
  for (let used = 0; from > 0 && used + cells[from - 1]!.columns <= before; from--) {
    used += cells[from - 1]!.columns;
  }
  let to = first;
  for (let used = 0; to < cells.length && used + cells[to]!.columns <= Math.min(room, span + after); to++) {
    used += cells[to]!.columns;
  }
  return { from, to };
}

/** Text in which each code unit is one character of one column. */
const PLAIN = /^[\x20-\x7e]*$/;

function toCells(text: string, offset: number): Cell[] {
  if (PLAIN.test(text))
    return Array.from(text, (character, index) => ({
      text: character,
      columns: 1,
      start: offset + index,
      end: offset + index + 1,
    }));
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  const cells: Cell[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const shown = segment === "\t" ? TAB : visible(segment);
    const columns = stringWidth(shown);
    const place = { start: offset + index, end: offset + index + segment.length };
    cells.push(
      columns > 0 ? { text: shown, columns, ...place } : { text: REPLACEMENT, columns: 1, ...place },
    );
  }
  return cells;
}

function columnsOf(cells: readonly Cell[], from: number, to: number): number {
  let columns = 0;
  for (let index = from; index < to; index++) columns += cells[index]!.columns;
  return columns;
}

function indexOrEnd(cells: readonly Cell[], test: (cell: Cell) => boolean): number {
  const index = cells.findIndex(test);
  return index === -1 ? cells.length : index;
}

/** The offset, or the one before where it would split a surrogate pair. */
function characterStart(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  const splits =
    offset > 0 && code >= 0xdc00 && code <= 0xdfff && isHighSurrogate(text.charCodeAt(offset - 1));
  return splits ? offset - 1 : offset;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function clamp(number: number, least: number, most: number): number {
  return Math.min(Math.max(number, least), most);
}
