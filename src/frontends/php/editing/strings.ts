import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { majorityQuote, type Quote } from "../../lowered/editing/quotes.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Returns the quote of most strings in a node, else in the file. */
export function quoteIn(tree: CodeTree, node: SyntaxNode): Quote {
  return majorityQuote(node, quoteOf) ?? tree.once(quoteOfMost) ?? "'";
}

function quoteOfMost(root: SyntaxNode): Quote | undefined {
  return majorityQuote(root, quoteOf);
}

/** Only double quotes may have values and escapes between them, so such strings say nothing of the style. */
function quoteOf({ type, named }: SyntaxNode): Quote | undefined {
  if (type === "string") return "'";
  return type === "encapsed_string" && named.every((one) => one.type === "string_content") ? '"' : undefined;
}

/** Writes a string literal: https://www.php.net/manual/en/language.types.string.php */
export function writeString(value: string, quote: Quote): string {
  const isPlain = /^[ -~]*$/.test(value) && !value.includes("\\");
  if (quote === "'" && isPlain && !value.includes("'")) return `'${value}'`;
  return JSON.stringify(value).replaceAll("$", "\\$");
}

/** Returns the value of a string without values and escapes in it. Undefined for everything else. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "string" && node?.type !== "encapsed_string") return undefined;
  const inside = node.named;
  if (inside.length > 1 || inside.some(({ type }) => type !== "string_content")) return undefined;
  // A prefix, as in `b"a"`, says nothing; the parser leaves out white space at the ends.
  const content = node.text.replace(/^[bB]/, "").slice(1, -1);
  return content.includes("\\") ? undefined : content;
}
