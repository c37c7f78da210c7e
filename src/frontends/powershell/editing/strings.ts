import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { majorityQuote, type Quote } from "../../lowered/editing/quotes.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** Returns the quote of most strings in a node, else in the file. */
export function quoteIn(tree: CodeTree, node: SyntaxNode): Quote {
  return majorityQuote(node, quoteOf) ?? tree.once(quoteOfMost) ?? '"';
}

function quoteOfMost(root: SyntaxNode): Quote | undefined {
  return majorityQuote(root, quoteOf);
}

/** Only double quotes may have values and escapes between them, so such strings say nothing of the style. */
function quoteOf({ type, named, text }: SyntaxNode): Quote | undefined {
  if (type === "verbatim_string_characters") return "'";
  return type === "expandable_string_literal" && named.length === 0 && !/[`$]/.test(text) ? '"' : undefined;
}

/** Writes a string literal. See about_Quoting_Rules. */
export function writeString(value: string, quote: Quote): string {
  return quote === "'" ? `'${value.replaceAll("'", "''")}'` : `"${value.replace(/["`$]/g, "`$&")}"`;
}

/** Returns the value of a string without values and escapes in it, or of a word. Undefined for everything else. */
export function textOf(node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case "simple_name":
    case "generic_token":
      return node.text.trim();
    case "verbatim_string_characters":
    case "expandable_string_literal": {
      const inside = node.text.slice(1, -1);
      return node.named.length > 0 || /[`$"']/.test(inside) ? undefined : inside;
    }
    default:
      return undefined;
  }
}

/** Returns the innermost node that has the same place: the grammar has a node for each level of operators. */
export function innermostOf(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let at = node;
  for (let only = at?.children[0]; at && only && at.children.length === 1; only = at.children[0]) {
    if (only.start !== at.start || only.end !== at.end) break;
    at = only;
  }
  return at;
}
