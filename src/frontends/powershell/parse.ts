import type { Parser } from "web-tree-sitter";
import { isBetter, parseChanged } from "../tree-sitter/parse-changed.js";
import { parseText, type ParsedText } from "../tree-sitter/parse.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** After an error the parser may miss the next list, so a text is parsed again until no list is new. */
const MAX_ROUNDS = 8;

/**
 * Parses PowerShell. The grammar knows lists of strings and of numbers as arguments, but not of words: `select a, b`.
 * It gets numbers of the same length in their place.
 */
export function parsePowerShell(parser: Parser, text: string): ParsedText {
  let { parsed, masked } = parseChanged(parser, text, (one) => withWords(withColons(one)));
  for (let round = 0; round < MAX_ROUNDS && parsed.ok && parsed.errors.length > 0; round++) {
    const next = withNumbers(parsed.root, text, masked);
    if (next === masked) break;
    const again = parseText(parser, text, next);
    if (!isBetter(again, parsed)) break;
    [parsed, masked] = [again, next];
  }
  return parsed;
}

/** The grammar knows `--name:value`, and fails at `--name=value`, which other programs take. */
function withColons(text: string): string {
  return text.replace(/(?<=\s--?[a-z][\w.-]*)=(?=\S)/gi, ":");
}

/** The grammar knows `ForEach-Object { … }` only, and neither `ForEach-Object name` nor the method `list.ForEach(…)`. */
function withWords(text: string): string {
  return text.replace(
    /(?<=\|\s*)(?:foreach-object|foreach|%)(?=\s+(?:-MemberName\s+)?[A-Za-z_'"])|(?<=\.)foreach(?=\s*\()/gi,
    (word) => "x".repeat(word.length),
  );
}

/** Replaces the words of lists that are arguments by numbers. */
function withNumbers(root: SyntaxNode, text: string, masked: string): string {
  let made = masked;
  for (const node of root.walk()) {
    if (!isArgument(node)) continue;
    for (const { 0: word, index } of node.text.matchAll(/[\w-]+/g)) {
      const start = node.start + index;
      if (!/^[A-Za-z_]/.test(word) || !isListed(text, start, start + word.length)) continue;
      made = made.slice(0, start) + "1".repeat(word.length) + made.slice(start + word.length);
    }
  }
  return made;
}

/** Returns whether a node is a word, or several, that is an argument, or that the grammar does not allow where it is. */
function isArgument({ type, text, parent }: SyntaxNode): boolean {
  if (type !== "generic_token" && type !== "simple_name") return false;
  return (parent?.type === "command_elements" || parent?.type === "ERROR") && /^[\w\s,-]+$/.test(text);
}

function isListed(text: string, start: number, end: number): boolean {
  return isComma(text, start - 1, -1) || isComma(text, end, 1);
}

/** Returns whether a comma is next, behind blanks or not. */
function isComma(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += step;
  return text[at] === ",";
}
