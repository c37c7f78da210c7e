import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

export type Quote = '"' | "'";

/**
 * Returns the quote of most strings in a node. Undefined if there are none. If both are equally frequent, it is the
 * double quote.
 *
 * @param quoteOf the quote at the start of a string node
 */
export function majorityQuote(
  root: SyntaxNode,
  quoteOf: (node: SyntaxNode) => Quote | undefined,
): Quote | undefined {
  const counts = { '"': 0, "'": 0 };
  for (const node of root.walk()) {
    const quote = quoteOf(node);
    if (quote) counts[quote]++;
  }
  if (counts['"'] === 0 && counts["'"] === 0) return undefined;
  return counts["'"] > counts['"'] ? "'" : '"';
}
