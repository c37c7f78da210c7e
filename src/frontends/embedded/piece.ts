import { firstFrom } from "../../core/ordered.js";
import { PlaceIndex } from "../../core/place-index.js";
import type { Span } from "../../core/span.js";

/** Characters of a piece of code that follow each other in the file as well. */
export interface Stretch {
  /** Offset in the piece. */
  readonly at: number;
  /** Offset in the file. */
  readonly start: number;
  readonly length: number;
}

/** Code in another file: its text, and the places of its characters in that file. */
export interface Piece {
  readonly text: string;
  /** In the order of the text. Characters that no stretch has are not in the file: a line break between two pieces. */
  readonly stretches: readonly Stretch[];
}

/** Returns the unchanged part of a file between two offsets. */
export function pieceAt(source: string, start: number, end: number): Piece {
  return { text: source.slice(start, end), stretches: [{ at: 0, start, length: end - start }] };
}

/** Joins pieces of one program. */
export function joined(pieces: readonly Piece[], separator = "\n"): Piece {
  let text = "";
  const stretches: Stretch[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) text += separator;
    for (const one of piece.stretches) stretches.push({ ...one, at: one.at + text.length });
    text += piece.text;
  }
  return { text, stretches };
}

/**
 * Joins parts of a piece.
 *
 * @param spans in the order of the text
 */
export function partsOf({ text, stretches }: Piece, spans: readonly Span[]): Piece {
  const offsets = new Offsets(stretches);
  return joined(
    spans.map(({ start, end }) => ({
      text: text.slice(start, end),
      stretches: offsets
        .segments(start, end)
        .flatMap(({ from, to, start: at }) =>
          at === undefined ? [] : [{ at: from - start, start: at, length: to - from }],
        ),
    })),
    "",
  );
}

/** Returns the text that make and compose pass on: `$$` is one dollar sign. */
export function withSingleDollars(piece: Piece): Piece {
  const spans = [];
  let from = 0;
  for (const { index } of piece.text.matchAll(/\$\$/g)) {
    spans.push({ start: from, end: index + 1 });
    from = index + 2;
  }
  return partsOf(piece, [...spans, { start: from, end: piece.text.length }]);
}

/** Returns a piece of the text of another piece with the places that its characters have in the file. */
export function within(outer: Piece, { text, stretches }: Piece): Piece {
  const offsets = new Offsets(outer.stretches);
  return {
    text,
    stretches: stretches.flatMap(({ at, start: from, length }) =>
      offsets
        .segments(from, from + length)
        .flatMap((one) =>
          one.start === undefined
            ? []
            : [{ at: at + one.from - from, start: one.start, length: one.to - one.from }],
        ),
    ),
  };
}

/** Returns a piece between double quotes, behind a text: `NAME="value"`. */
export function inQuotes(before: string, piece: Piece): Piece {
  return joined([madePiece(`${before}"`), piece, madePiece('"')], "");
}

/** Makes a piece of text that is not in the file. */
export function madePiece(text: string): Piece {
  return { text, stretches: [] };
}

/**
 * Returns a value of the file as a piece: a block without its indentation, a text of several lines, a text with
 * escapes. Returns `undefined` if the places of its characters are unknown.
 *
 * @param span of the value
 */
export function pieceOf(value: string, source: string, { start, end }: Span): Piece | undefined {
  return (
    aligned(value, source, start, end, [value]) ??
    aligned(value, source, start, end, value.split(/(?<=\n)/)) ??
    aligned(value, source, start, end, value.split(/(?<=[ \n])|(?=[ \n])/)) ??
    aligned(value, source, start, end, value.split(/(?<=[ \n"\\])|(?=[ \n"\\])/))
  );
}

function aligned(
  value: string,
  source: string,
  start: number,
  end: number,
  parts: readonly string[],
): Piece | undefined {
  const stretches: Stretch[] = [];
  let from = start;
  let at = 0;
  for (const part of parts) {
    const wanted = parts.length > 1 ? part.trim() : part;
    if (wanted !== "") {
      const found = source.indexOf(wanted, from);
      if (found < 0 || found + wanted.length > end) return undefined;
      stretches.push({ at: at + part.indexOf(wanted), start: found, length: wanted.length });
      from = found + wanted.length;
    }
    at += part.length;
  }
  return { text: value, stretches };
}

/**
 * Checks whether an offset is in a stretch.
 *
 * @param orEnd whether its end counts as well
 */
function holds(start: number, length: number, offset: number, orEnd = false): boolean {
  return start <= offset && (offset < start + length || (orEnd && offset === start + length));
}

/** Characters of a piece of code from one offset to another. */
interface Segment {
  readonly from: number;
  readonly to: number;
  /** The offset of the first one in the file; absent where they are not in the file. */
  readonly start?: number;
}

/** Translates offsets of a piece to those of the file. */
export class Offsets {
  /** The numbers of the stretches by their places in the file, as soon as they are asked for. */
  #inFile: PlaceIndex<number> | undefined;

  constructor(private readonly stretches: readonly Stretch[]) {}

  /** Returns the characters between two offsets, as one segment for each continuous part of the file. */
  segments(from: number, to: number): Segment[] {
    const found: Segment[] = [];
    let index = Math.max(0, this.#lastAt(from));
    for (let at = from; at < to;) {
      const stretch = this.stretches[index] ?? { at: to, start: 0, length: 0 };
      const end = stretch.at + stretch.length;
      if (stretch.at > at || index >= this.stretches.length) {
        const next = Math.min(to, stretch.at);
        found.push({ from: at, to: next });
        at = next;
      } else if (end <= at) index++;
      else {
        const next = Math.min(to, end);
        found.push({ from: at, to: next, start: stretch.start + at - stretch.at });
        at = next;
      }
    }
    return found;
  }

  /** Returns the index of the last stretch that starts at an offset or before it; -1 where there is none. */
  #lastAt(offset: number): number {
    return firstFrom(this.stretches, ({ at }) => at <= offset) - 1;
  }

  /** Returns the part of the piece at a place of the file; `undefined` if another piece is there. */
  inPiece(place: Span): Span | undefined {
    return this.allInPiece(place)[0];
  }

  /**
   * Returns all parts of the piece at a place of the file. A variable that is set around several commands of one script
   * is in the piece once for each of them.
   */
  allInPiece({ start, end }: Span): Span[] {
    const near = this.#near(start);
    const first =
      (start < end && near.find((one) => holds(one.start, one.length, start))) ||
      near.find((one) => holds(one.start, one.length, start, true));
    if (!first) return [];
    const isEmpty = end === start;
    const lasts = isEmpty ? near : this.#near(end - 1).filter((one) => holds(one.start, one.length, end - 1));
    const found: Span[] = [];
    let index = 0;
    for (const one of near) {
      if (one.start !== first.start || one.length !== first.length) continue;
      // Both lists are in the order of the text.
      while (lasts[index] && lasts[index]!.at < one.at) index++;
      const last = isEmpty ? one : lasts[index];
      if (last) found.push({ start: one.at + start - one.start, end: last.at + end - last.start });
    }
    return found;
  }

  /** Returns the stretches that hold an offset of the file or end at it, in the order of the text. */
  #near(start: number): Stretch[] {
    if (!this.#inFile) {
      this.#inFile = new PlaceIndex();
      for (const [number, one] of this.stretches.entries())
        this.#inFile.add({ path: "", start: one.start, end: one.start + one.length }, number);
    }
    const numbers = this.#inFile.touching({ path: "", start, end: start });
    return numbers.sort((a, b) => a - b).map((number) => this.stretches[number]!);
  }

  /** Returns the place in the file of a part of the piece; an empty part is after the text before it. */
  inFile({ start, end }: Span): Span | undefined {
    const first = start === end ? this.stretches[this.#lastAt(start - 1)] : this.#holding(start);
    const last = end > start ? this.#holding(end - 1) : first;
    if (start === end && first && start > first.at + first.length) return undefined;
    if (!first || !last) return undefined;
    return { start: first.start + start - first.at, end: last.start + end - last.at };
  }

  /** Returns the stretch that holds an offset of the piece. */
  #holding(offset: number): Stretch | undefined {
    const last = this.stretches[this.#lastAt(offset)];
    return last && holds(last.at, last.length, offset) ? last : undefined;
  }

  /** Returns the place in the file of code between two offsets, from its first character to its last. */
  span(from: number, to: number): Span {
    const all = this.segments(from, to);
    const first = all.find(({ start }) => start !== undefined);
    const last = all.findLast(({ start }) => start !== undefined);
    // Parts of a piece that is made of another notation may be in another order.
    if (first && last)
      return {
        start: Math.min(first.start!, last.start!),
        end: Math.max(first.start! + first.to - first.from, last.start! + last.to - last.from),
      };
    const before = this.stretches[Math.max(0, this.#lastAt(from))];
    const offset = before ? before.start + Math.max(0, Math.min(from - before.at, before.length)) : 0;
    return { start: offset, end: offset };
  }
}
