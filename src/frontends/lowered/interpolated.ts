import type { TextPiece } from "./build.js";
import type { Expr } from "./core-tree.js";

/** A value inside a text, with all that is written for it. */
export interface Hole {
  readonly start: number;
  readonly end: number;
  readonly value: Expr;
}

/**
 * Returns the pieces of a text and the values between them. The text is everything between the holes, because parsers
 * leave out some white space.
 *
 * @param written returns the text between two offsets of the file
 *
 * @param meaning returns what a piece means that is written so and starts there
 */
export function partsBetween(
  from: number,
  to: number,
  holes: readonly Hole[],
  written: (start: number, end: number) => string,
  meaning: (text: string, start: number) => string,
): (TextPiece | Expr)[] {
  const parts: (TextPiece | Expr)[] = [];
  let at = from;
  const take = (end: number): void => {
    if (end <= at) return;
    const text = written(at, end);
    parts.push({ start: at, end, value: meaning(text, at), written: text });
  };
  for (const { start, end, value } of holes) {
    take(start);
    parts.push(value);
    at = end;
  }
  take(to);
  return parts;
}
