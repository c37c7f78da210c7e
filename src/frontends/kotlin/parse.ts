import type { Parser } from "web-tree-sitter";
import type { ParsedText } from "../tree-sitter/parse.js";
import { parseChanged } from "../tree-sitter/parse-changed.js";

/** Words that the grammar does not know everywhere, and that change nothing for an analysis. */
const MODIFIERS = [
  // `suspend { … }` is a lambda.
  /\bsuspend(?=\s*\{)/g,
  /\bfun(?=\s+interface\s)/g,
  /\b(?:value|inline|data|inner|sealed)(?=\s+(?:class|object|interface)\s)/g,
  // `private set` on the line of the property.
  /;\s*(?:private|internal|protected)\s+set\b/g,
];

/** Returns a text in a form of the same length that the grammar can parse. */
function readable(text: string): string {
  return MODIFIERS.reduce(
    (masked, pattern) => masked.replace(pattern, (found) => found.replace(/\S/g, " ")),
    text,
  );
}

/** Parses a text. Where it has errors, words that change nothing are left out. */
export function parseKotlin(parser: Parser, text: string): ParsedText {
  return parseChanged(parser, text, readable).parsed;
}
