import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { majorityQuote, type Quote } from "../../lowered/editing/quotes.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Returns the quote of most strings in a node, else in the file. Inside an f-string it is the other quote. */
export function quoteIn(tree: CodeTree, node: SyntaxNode): Quote {
  const around = stringAround(node);
  if (around) return around.child("string_start")?.text.endsWith("'") === true ? '"' : "'";
  return majorityQuote(node, quoteOf) ?? tree.once(quoteOfMost) ?? '"';
}

function quoteOfMost(root: SyntaxNode): Quote | undefined {
  return majorityQuote(root, quoteOf);
}

function stringAround({ parent }: SyntaxNode): SyntaxNode | undefined {
  return parent && parent.type !== "string" ? stringAround(parent) : parent;
}

function quoteOf({ type, text }: SyntaxNode): Quote | undefined {
  if (type !== "string_start" || text.endsWith('""') || text.endsWith("''")) return undefined;
  return text.endsWith("'") ? "'" : '"';
}

/** Writes a string literal: https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences */
export function writeString(value: string, quote: Quote): string {
  // JSON has no escapes that mean something else in Python.
  const escaped = JSON.stringify(value).slice(1, -1);
  return quote === '"' ? `"${escaped}"` : `'${escaped.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
