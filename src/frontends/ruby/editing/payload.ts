import type { Span } from "../../../core/span.js";
import type { Payload, PayloadEntry, PayloadOpaque, PayloadSyntax } from "../../../facts/payload.js";
import type { Refusal } from "../../editor.js";
import { Decoder, EmbeddedText, MAX_HOLES, type Hole } from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { opaqueAt, spanOf } from "../../lowered/editing/payload-leaves.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { nameOf, quoteIn, styleOf, writeKey, writeString } from "./strings.js";

/** Reads the body at a place: a hash, or JSON in a string or a heredoc. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload | Refusal {
  const literal = tree.nodesAt(place).find(({ type }) => type === "hash" || type === "array");
  const locals = tree.once(localsOf);
  if (!literal) return { kind: "text", embedded: jsonIn(tree, place, locals) };
  const comments = [...literal.walk()].filter(isComment).map(spanOf);
  const quote = quoteIn(tree, literal);
  const [style = "label", ...others] = new Set(
    [...literal.walk()].filter(({ type }) => type === "pair").map(styleOf),
  );
  if (others.length > 0) return refuse("the hash writes its keys in several ways");
  const hasArrows = style === "string" || style === "symbol";
  const syntax: PayloadSyntax = {
    text: (value) => writeString(value, quote),
    key: (name) => writeKey(name, style, quote).replace(/(?: =>|:) $/, ""),
    scalar: (value) => (value === null ? "nil" : String(value)),
    lineComment: "#",
    ...(hasArrows ? { colon: "=>" } : {}),
  };
  const root = new HashReader(locals).valueOf(literal);
  return { kind: "literal", source: { text: tree.text, root, comments, syntax } };
}

class HashReader {
  constructor(private readonly locals: ReadonlySet<string>) {}

  valueOf(node: SyntaxNode): Payload {
    const span = spanOf(node);
    const inside = node.named.filter((one) => !isComment(one));
    switch (node.type) {
      case "hash":
        return { kind: "object", span, entries: inside.map((one) => this.#entryOf(one)) };
      case "array":
        return inside.some(({ type }) => type === "splat_argument" || type === "pair")
          ? this.#opaque(node)
          : { kind: "list", span, items: inside.map((item) => this.valueOf(item)) };
      default: {
        const value = constantOf(node);
        if (typeof value === "string") return { kind: "text", span, value };
        return value === undefined ? this.#opaque(node) : { kind: "scalar", span, value };
      }
    }
  }

  #entryOf(node: SyntaxNode): PayloadEntry {
    const span = spanOf(node);
    const [key, value] = [node.field("key"), node.field("value")];
    if (node.type !== "pair" || !key || !value) return { kind: "unread", form: "spread", span };
    const name = nameOf(key);
    return name === undefined
      ? { kind: "unread", form: "computed key", key: this.#opaque(key), value: this.valueOf(value), span }
      : { kind: "member", key: name, keySpan: spanOf(key), value: this.valueOf(value), span };
  }

  #opaque(node: SyntaxNode): PayloadOpaque {
    return opaqueAt(node, isPure(node, this.locals));
  }
}

/** Returns the value of a literal. Undefined for other expressions. A symbol is a string in JSON. */
function constantOf(node: SyntaxNode): string | number | boolean | null | undefined {
  switch (node.type) {
    case "true":
    case "false":
      return node.type === "true";
    case "nil":
      return null;
    case "integer":
    case "float": {
      const value = Number(node.text.replaceAll("_", ""));
      return Number.isFinite(value) && !/^0\d/.test(node.text) ? value : undefined;
    }
    case "unary": {
      const value = node.child("-") ? constantOf(node.field("operand") ?? node) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    default:
      return nameOf(node);
  }
}

/** Nodes of expressions that only give a value. */
const PURE: ReadonlySet<string> = new Set([
  ...["string", "string_content", "interpolation", "escape_sequence", "chained_string", "simple_symbol"],
  ...["integer", "float", "true", "false", "nil", "constant", "scope_resolution", "instance_variable"],
  ...["element_reference", "array", "hash", "pair", "hash_key_symbol", "binary", "unary", "conditional"],
  ...["parenthesized_statements", "comment"],
]);

/** Checks whether an expression can be evaluated twice. A name that is not a variable calls a method. */
function isPure(node: SyntaxNode, locals: ReadonlySet<string>): boolean {
  return [...node.walk()].every(
    ({ isNamed, type, text }) => !isNamed || PURE.has(type) || (type === "identifier" && locals.has(text)),
  );
}

/** The names of all variables and parameters of a file. */
function localsOf(root: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { type, text, fieldName, parent } of root.walk()) {
    if (type !== "identifier" || !parent) continue;
    const isAssigned = parent.type === "assignment" && fieldName === "left";
    if (isAssigned || /parameter|left_assignment_list/.test(parent.type)) names.add(text);
  }
  return names;
}

/** JSON in a string or a here-document, with the values that are put into it. */
function jsonIn(tree: CodeTree, place: Span, locals: ReadonlySet<string>): EmbeddedText {
  let node: SyntaxNode | undefined = tree.innermost(place);
  while (node && node.type !== "string" && node.type !== "heredoc_body") node = node.parent;
  const around = node?.parent?.type;
  if (!node || around === "binary" || around === "chained_string")
    return refuse("v2ready cannot change JSON that is built at run time");
  const isDocument = node.type === "heredoc_body";
  const [open, close] = [node.children[0], node.children.at(-1)];
  if (!isDocument && open?.text !== '"' && open?.text !== "'")
    return refuse("v2ready cannot change JSON between these delimiters");
  const isQuoted = open?.text === '"';
  const holes = node.all("interpolation").map(({ start, end, text, named }): Span & Hole => ({
    start,
    end,
    written: text,
    isPure: named.every((one) => isPure(one, locals)),
  }));
  const escapes = node
    .all("escape_sequence")
    .filter(({ text }) => !isQuoted || (text !== '\\"' && text !== "\\\\"));
  if (escapes.length > 0 || (!isQuoted && node.text.includes("\\")))
    return refuse("the JSON is written with escape sequences");
  if (holes.length > MAX_HOLES) return refuse("the JSON has too many values put into it");
  const decoder = new Decoder(tree.text, (source, at) =>
    isQuoted && source[at] === "\\" ? { text: source[at + 1]!, length: 2 } : { text: source[at]!, length: 1 },
  );
  let at = isDocument ? node.start : open!.end;
  const end = close?.start ?? node.end;
  for (const [index, hole] of holes.entries()) {
    decoder.read(at, hole.start);
    decoder.hole(index, hole.start, hole.end);
    at = hole.end;
  }
  decoder.read(at, end);
  const escaped = (character: string): string => {
    if (isQuoted && (character === '"' || character === "\\")) return `\\${character}`;
    const isSpecial =
      character === "\\" || character === "#" || (!isDocument && character === "'" && !isQuoted);
    return isSpecial ? refuse("the JSON would need escape sequences") : character;
  };
  return new EmbeddedText(decoder.text, escaped, [...decoder.places, end], holes);
}
