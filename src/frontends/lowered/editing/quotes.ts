import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

export type Quote = '"' | "'";

/**
 * The quote that most strings in a node are written with; nothing where there are none. Of as many it is the double one.
 *
 * @param quoteOf the quote that a node begins a string with
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
