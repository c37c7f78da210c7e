import { firstFrom } from "./ordered.js";

/** A half-open range of a source text, in UTF-16 code units from 0, counted without a byte-order mark. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span in a file; `path` is relative to the root of the project, with `/`. */
export interface Location extends Span {
  readonly path: string;
}

/** A position in a text: lines and columns from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Returns whether two spans of one text share a character. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Returns a function that says whether a span is inside one of many spans of one text. They may overlap. */
export function insideOneOf(spans: Iterable<Span>): (inner: Span) => boolean {
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  let last = -1;
  /** The greatest end of a span and those before it. */
  const ends = ordered.map(({ end }) => (last = Math.max(last, end)));
  return ({ start, end }) => {
    const behind = firstFrom(ordered, (one) => one.start <= start);
    return behind > 0 && end <= ends[behind - 1]!;
  };
}

/** Returns whether a place is inside another one, in the same file. */
export function encloses(outer: Location, inner: Location): boolean {
  return outer.path === inner.path && contains(outer, inner);
}

/** Returns a key of a place by its start: places of one kind with the same start have the same key. */
export function keyOf({ path, start }: Location): string {
  return `${path}:${start}`;
}

/** Returns whether two places have the same key. */
export function haveSameStart(a: Location | undefined, b: Location | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.start === b.start && a.path === b.path);
}

/** Returns whether two places have the same start and end. */
export function isSamePlace(a: Location | undefined, b: Location | undefined): boolean {
  return haveSameStart(a, b) && a?.end === b?.end;
}

/** Compares two places in the order of a report: by path, then by start and end. */
export function compareLocations(a: Location, b: Location): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.start - b.start || a.end - b.end;
}

/** Returns whether two places share a character or are adjacent. */
export function touch(a: Location, b: Location): boolean {
  return a.path === b.path && a.start <= b.end && b.start <= a.end;
}
