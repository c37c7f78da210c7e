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
function quoteOf({ type, children: [open, ...inside] }: SyntaxNode): Quote | undefined {
  const isQuote = type === "string" && (open?.text === '"' || open?.text === "'");
  const isFree = inside.every((one) => !one.isNamed || one.type === "string_content");
  return isQuote && isFree ? (open.text as Quote) : undefined;
}

/** Writes a string literal: https://docs.ruby-lang.org/en/master/syntax/literals_rdoc.html#label-String+Literals */
export function writeString(value: string, quote: Quote): string {
  const isPlain = /^[ -~]*$/.test(value) && !value.includes("\\");
  if (quote === "'" && isPlain && !value.includes("'")) return `'${value}'`;
  return JSON.stringify(value).replace(/#(?=[{$@])/g, "\\#");
}

/** Returns the name in a key, a string or a symbol. Undefined if a part of it is computed or escaped. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  switch (node?.type) {
    case "hash_key_symbol":
      return node.text;
    case "simple_symbol":
      return node.text.slice(1);
    case "string":
    case "delimited_symbol": {
      const inside = node.named;
      if (inside.length === 0) return "";
      return inside.length === 1 && inside[0]!.type === "string_content" ? inside[0]!.text : undefined;
    }
    default:
      return undefined;
  }
}

/** The style of pairs in a hash: `"a" => 1`, `:a => 1`, `"a": 1`, `a: 1`. */
export type PairStyle = "string" | "symbol" | "quoted" | "label";

export function styleOf(pair: SyntaxNode): PairStyle {
  const key = pair.field("key");
  if (key?.type === "hash_key_symbol") return "label";
  if (key?.type === "simple_symbol" || key?.type === "delimited_symbol") return "symbol";
  return pair.child(":") ? "quoted" : "string";
}

/** Writes the key of a pair, with its separator. */
export function writeKey(name: string, style: PairStyle, quote: Quote): string {
  const isWord = /^[A-Za-z_]\w*$/.test(name);
  switch (style) {
    case "string":
      return `${writeString(name, quote)} => `;
    case "symbol":
      return `:${isWord ? name : writeString(name, quote)} => `;
    case "quoted":
      return `${writeString(name, quote)}: `;
    case "label":
      return `${isWord ? name : writeString(name, quote)}: `;
  }
}
