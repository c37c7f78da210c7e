import type { Parser } from "web-tree-sitter";
import type { ParsedText } from "../tree-sitter/parse.js";
import { parseChanged } from "../tree-sitter/parse-changed.js";

/** An empty collection in a condition, which the grammar takes for the mark of an array: `a ? [] : b`. */
const EMPTY_COLLECTION = /(?<=\?[ \t]*)\[[ \t]*\](?=\s*:)/g;

/** Parses a text. If it has errors, empty collections that the grammar does not know are read as unknown names. */
export function parseCsharp(parser: Parser, text: string): ParsedText {
  const readable = (one: string): string =>
    one.replace(EMPTY_COLLECTION, (found) => "_".repeat(found.length));
  return parseChanged(parser, text, readable).parsed;
}
