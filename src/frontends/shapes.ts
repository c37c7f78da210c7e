import { firstFrom } from "../core/ordered.js";
import type { Span } from "../core/span.js";

/** A node of a syntax tree, or a comment, as far as an edit elsewhere must leave it alone. */
export interface Shape extends Span {
  /** The kind of the node in its language: `CallExpression`, `object`, `comment`. */
  readonly kind: string;
  /** The text of a comment. An edit may move it and must not lose it. */
  readonly says?: string;
}

/** A replacement in one text. */
export interface Replacement extends Span {
  readonly text: string;
}

/**
 * Returns why an edited text differs from the old one outside of its edits: the first node that is missing or new. Text
 * outside of the edits is equal by construction, so it is enough to compare how it is parsed. A node that no edit
 * touches must exist before and after, of one kind and at the place to which the edits move it. The same is true for a
 * node that contains edits well inside.
 *
 * @param edits ordered and without overlap, offsets in the old text
 * @returns one sentence without a full stop; `undefined` if there is no difference
 */
export function shapeChange(
  before: readonly Shape[],
  after: readonly Shape[],
  edits: readonly Replacement[],
): string | undefined {
  const back = inverse(edits);
  if (firstWithout(before, after, edits) || firstWithout(after, before, back))
    return "the edit changes how the text around it is read";
  const moves = new Moves(edits);
  const mayChange = (shape: Shape): boolean => moves.editsInside(shape);
  return lostText(before, after, mayChange);
}

/** The edits that lead back. */
function inverse(edits: readonly Replacement[]): Replacement[] {
  let shift = 0;
  return edits.map(({ start, end, text }) => {
    const from = start + shift;
    shift += text.length - (end - start);
    // Only the length of the new text matters, not its content.
    return { start: from, end: from + text.length, text: " ".repeat(end - start) };
  });
}

/** The first shape that the edits should have left alone and of which there is none among the others. */
function firstWithout(
  shapes: readonly Shape[],
  others: readonly Shape[],
  edits: readonly Replacement[],
): Shape | undefined {
  const known = new Set(others.map(keyOf));
  const moves = new Moves(edits);
  return shapes.find((shape) => {
    const places = moves.placesOf(shape);
    return places.length > 0 && !places.some((place) => known.has(keyOf({ ...place, kind: shape.kind })));
  });
}

function keyOf({ kind, start, end }: Shape): string {
  return `${start}:${end}:${kind}`;
}

/** Computes the places to which edits move the text around them. */
class Moves {
  readonly #shifts: number[] = [];

  constructor(private readonly edits: readonly Replacement[]) {
    let shift = 0;
    for (const { start, end, text } of edits) {
      this.#shifts.push(shift);
      shift += text.length - (end - start);
    }
    this.#shifts.push(shift);
  }

  /**
   * Returns the possible places of a span after the edits. Empty if the span is edited itself. Text that is inserted
   * exactly at its start or end may belong to it or not.
   */
  placesOf({ start, end }: Span): Span[] {
    const first = this.#firstEndingFrom(start);
    let last = first;
    while (last < this.edits.length && this.edits[last]!.start <= end) {
      const edit = this.edits[last]!;
      const isBeside = edit.end <= start || edit.start >= end;
      const isInside = start < edit.start && edit.end < end;
      if (!isBeside && !isInside) return [];
      // Between its start and its end there is nothing that could tell on which side an insertion falls.
      if (start === end && (edit.start === start || edit.end === start)) return [];
      last++;
    }
    const starts = this.#around(start, first, last);
    const ends = this.#around(end, first, last);
    return starts.flatMap((from) => ends.map((to) => ({ start: from, end: to })));
  }

  /** Returns whether an edit lies inside of a comment: behind what opens it, up to its end. */
  editsInside({ start, end }: Span): boolean {
    const edit = this.edits[this.#firstEndingFrom(start + 1)];
    return edit !== undefined && start < edit.start && edit.start < end && edit.end <= end;
  }

  #around(offset: number, first: number, last: number): number[] {
    const places = new Set<number>();
    let shift = this.#shifts[first]!;
    for (let index = first; index < last; index++) {
      const { start, end, text } = this.edits[index]!;
      if (start > offset || (start === offset && end > start)) break;
      if (start === offset) places.add(offset + shift);
      shift += text.length - (end - start);
    }
    places.add(offset + shift);
    return [...places];
  }

  /** Returns the index of the first edit that does not end before an offset. */
  #firstEndingFrom(offset: number): number {
    return firstFrom(this.edits, ({ end }) => end < offset);
  }
}

/** A comment inside of edited code may have moved with it, as long as it still says the same. */
function lostText(
  before: readonly Shape[],
  after: readonly Shape[],
  mayChange: (shape: Shape) => boolean,
): string | undefined {
  const counts = new Map<string, number>();
  for (const { says } of after) {
    if (says === undefined) continue;
    const words = withoutIndents(says);
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  for (const shape of before) {
    const { says } = shape;
    if (says === undefined || mayChange(shape)) continue;
    const words = withoutIndents(says);
    const left = counts.get(words) ?? 0;
    if (left === 0) return `the edit removes the comment ${JSON.stringify(says.trim().slice(0, MAX_QUOTED))}`;
    counts.set(words, left - 1);
  }
  return undefined;
}

/** Returns the text of a comment without the indents of its lines: they change if it moves into an object. */
function withoutIndents(says: string): string {
  return says.replace(/\n[^\S\n]+/g, "\n");
}

const MAX_QUOTED = 60;
