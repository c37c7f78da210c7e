/** A half-open range of a source text, in UTF-16 code units from 0, counted without a byte-order mark. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span in a file; `path` is relative to the root of the project, with `/`. */
export interface Location extends Span {
  readonly path: string;
}

/** A point of a text as people count: lines and columns from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Whether two spans of one text have a character in common. */
export function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Whether a place lies inside of another one, in the same file. */
export function encloses(outer: Location, inner: Location): boolean {
  return outer.path === inner.path && contains(outer, inner);
}

/** Identifies a place among those of its kind by where it starts: two that start together are one. */
export function keyOf({ path, start }: Location): string {
  return `${path}:${start}`;
}

/** Whether two places have one key. */
export function haveSameStart(a: Location | undefined, b: Location | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.start === b.start && a.path === b.path);
}

/** Whether two places are the same from their start to their end. */
export function isSamePlace(a: Location | undefined, b: Location | undefined): boolean {
  return haveSameStart(a, b) && a?.end === b?.end;
}

/** Order of a report: by path, then by place. */
export function compareLocations(a: Location, b: Location): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.start - b.start || a.end - b.end;
}

/** Whether two places have a character in common, or meet. */
export function touch(a: Location, b: Location): boolean {
  return a.path === b.path && a.start <= b.end && b.start <= a.end;
}
