/** The parser of YAML takes seconds and hundreds of megabytes for a larger text. */
const MAX_LENGTH = 2_000_000;
/** The parser calls itself for each level, and can end the process where the stack is too small. */
const MAX_DEPTH = 200;

const MANY_INDICATORS = new RegExp(`(?:[-?:] +){${MAX_DEPTH}}`);
/** A part of a line without texts in quotes and brackets. */
const PLAIN_RUN = /[^\n,"'{}[\]]+/g;
/** So many characters have room for too many keys. */
const LONG_RUN = MAX_DEPTH * 3;
const DEEP_LINE = new RegExp(`^ {${MAX_DEPTH * 4}}`, "m");

/** Returns why a text must not be given to the parser of YAML; `undefined` if it may be. */
export function unfitForYaml(
  text: string,
  maxLength = MAX_LENGTH,
): { kind: "too-large" | "too-deep"; message: string } | undefined {
  if (text.length > maxLength)
    return { kind: "too-large", message: `is larger than ${maxLength / 1e6} million characters` };
  const isDeep =
    DEEP_LINE.test(text) || MANY_INDICATORS.test(text) || hasLongChain(text) || hasDeepBrackets(text);
  return isDeep ? { kind: "too-deep", message: "has too many nested levels" } : undefined;
}

/** Returns whether a line has many keys behind each other: `a: b: c: d`. Each of them is a level. */
function hasLongChain(text: string): boolean {
  // A pattern for long parts would read each short one again from each of its characters.
  for (const [run] of text.matchAll(PLAIN_RUN))
    if (run.length >= LONG_RUN && run.split(": ").length > MAX_DEPTH) return true;
  return false;
}

/** Brackets in texts and comments count as well: that is no more than two or three in what people write. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const { 0: bracket } of text.matchAll(/[[\]{}]/g)) {
    if (bracket === "[" || bracket === "{") depth++;
    else depth = Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
