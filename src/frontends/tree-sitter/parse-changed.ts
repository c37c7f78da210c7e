import type { Parser } from "web-tree-sitter";
import { parseText, type ParsedText } from "./parse.js";

/** A tree, and the text that the parser got for it. */
interface Parsed {
  readonly parsed: ParsedText;
  readonly masked: string;
}

/**
 * Parses a text. If it has errors, parses it again in a form that the grammar can parse, and returns the better tree.
 *
 * @param change returns that form, in which everything is where it is in the text
 */
export function parseChanged(
  parser: Parser,
  text: string,
  change: (text: string) => string = (same) => same,
): Parsed {
  const parsed = parseText(parser, text);
  if (parsed.ok && parsed.errors.length === 0) return { parsed, masked: text };
  const masked = change(text);
  if (masked === text) return { parsed, masked };
  const again = parseText(parser, text, masked);
  return isBetter(again, parsed) ? { parsed: again, masked } : { parsed, masked: text };
}

/** Returns whether a tree has less that the grammar does not allow than another one. */
export function isBetter(again: ParsedText, parsed: ParsedText): boolean {
  if (!again.ok || !parsed.ok) return again.ok;
  // A token that is missing is an error without characters.
  return (brokenLength(again) - brokenLength(parsed) || again.errors.length - parsed.errors.length) < 0;
}

/** Counts the characters of the text that the errors cover. */
export function brokenLength({ errors }: Extract<ParsedText, { readonly ok: true }>): number {
  return errors.reduce((sum, { start, end }) => sum + end - start, 0);
}
