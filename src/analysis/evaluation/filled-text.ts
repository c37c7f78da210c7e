import { flatten, sliceText, type Text } from "../../facts/text.js";
import type { Value } from "./value.js";

/**
 * Returns the pieces of a text with a value instead of each match of a pattern, as functions that format texts do. The
 * text between the matches keeps its places, and empty pieces are left out.
 *
 * @param pattern global; it is matched against the flattened text
 * @param valueOf is called for the matches in their order
 */
export function filledPieces(
  text: Text,
  pattern: RegExp,
  valueOf: (match: RegExpExecArray) => Value,
): Value[] {
  const flat = flatten(text);
  const pieces: Value[] = [];
  let from = 0;
  const take = (to: number): void => {
    if (to > from) pieces.push({ kind: "text", text: sliceText(text, from, to) });
  };
  for (const match of flat.matchAll(pattern)) {
    take(match.index);
    pieces.push(valueOf(match));
    from = match.index + match[0].length;
  }
  take(flat.length);
  return pieces;
}
