import type { Span } from "../../../core/span.js";
import type { Payload, PayloadEntry, PayloadOpaque, PayloadSyntax } from "../../../facts/payload.js";
import type { Refusal } from "../../editor.js";
import type { EmbeddedText, Hole } from "../../editing/embedded-text.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { AS_IT_IS, jsonBetween, plainQuoting, type Quoting } from "../../lowered/editing/json-text.js";
import { isMadeOf, opaqueAt, spanOf } from "../../lowered/editing/payload-leaves.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { elementsOf } from "./arrays.js";
import { quoteIn, textOf, writeString } from "./strings.js";

/** Reads the body at a place: an array, or JSON in a string or a here-document. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload | Refusal {
  const literal = tree.nodesAt(place).find(({ type }) => type === "array_creation_expression");
  if (!literal) return { kind: "text", embedded: jsonIn(tree, place) };
  const nodes = [...literal.walk()];
  if (nodes.some((one) => one.type === "array_creation_expression" && one.child("array")))
    return refuse("v2ready cannot change bodies that are written with array()");
  const comments = nodes.filter(isComment);
  if (comments.some(({ text }) => text.startsWith("#")))
    return refuse("the body has comments that begin with #");
  const quote = quoteIn(tree, literal);
  const syntax: PayloadSyntax = {
    text: (value) => writeString(value, quote),
    key: (name) => writeString(name, quote),
    pad: "",
    colon: "=>",
    brackets: ["[", "]"],
  };
  return {
    kind: "literal",
    source: { text: tree.text, root: valueOf(literal), comments: comments.map(spanOf), syntax },
  };
}

function valueOf(node: SyntaxNode): Payload {
  const span = spanOf(node);
  if (node.type === "array_creation_expression") return arrayOf(node);
  const value = constantOf(node);
  if (typeof value === "string") return { kind: "text", span, value };
  return value === undefined ? opaque(node) : { kind: "scalar", span, value };
}

/** An array with keys is an object in JSON, one without any is a list. */
function arrayOf(node: SyntaxNode): Payload {
  const span = spanOf(node);
  const all = node.all("array_element_initializer");
  const elements = elementsOf(node);
  if (elements?.every(({ key }) => !key))
    return { kind: "list", span, items: elements.map(({ value }) => valueOf(value)) };
  const isRecord = elements ? elements.every(({ key }) => key) : all.some((one) => one.child("=>"));
  return isRecord ? { kind: "object", span, entries: all.map(entryOf) } : opaque(node);
}

function entryOf(node: SyntaxNode): PayloadEntry {
  const span = spanOf(node);
  const [key, value] = node.named.filter((one) => !isComment(one));
  if (!key || !value) return { kind: "unread", form: "spread", span };
  const name = textOf(key);
  // PHP makes a number of such a key.
  if (name === undefined || /^-?\d+$/.test(name))
    return { kind: "unread", form: "computed key", key: opaque(key), value: valueOf(value), span };
  return { kind: "member", key: name, keySpan: spanOf(key), value: valueOf(value), span };
}

/** Returns the value of a literal. Undefined for other expressions. */
function constantOf(node: SyntaxNode): string | number | boolean | null | undefined {
  switch (node.type) {
    case "boolean":
      return node.text.toLowerCase() === "true";
    case "null":
      return null;
    case "integer":
    case "float": {
      const value = Number(node.text.replaceAll("_", ""));
      return Number.isFinite(value) && !/^0\d/.test(node.text) ? value : undefined;
    }
    case "unary_op_expression": {
      const inner = node.child("-") ? node.named.at(-1) : undefined;
      const value = inner && constantOf(inner);
      return typeof value === "number" ? -value : undefined;
    }
    default:
      return textOf(node);
  }
}

/** Nodes of expressions that only give a value. */
const PURE: ReadonlySet<string> = new Set([
  ...[
    "string",
    "encapsed_string",
    "string_content",
    "escape_sequence",
    "integer",
    "float",
    "boolean",
    "null",
  ],
  ...["variable_name", "name", "qualified_name", "namespace_name", "subscript_expression"],
  ...["member_access_expression", "class_constant_access_expression", "scoped_property_access_expression"],
  ...["array_creation_expression", "array_element_initializer", "binary_expression", "unary_op_expression"],
  ...["conditional_expression", "parenthesized_expression", "cast_expression", "cast_type", "comment"],
]);

function opaque(node: SyntaxNode): PayloadOpaque {
  return opaqueAt(node, isMadeOf(node, PURE));
}

const TEXTS: ReadonlySet<string> = new Set(["string", "encapsed_string", "heredoc", "nowdoc"]);

/** JSON in a string or a here-document, with the values that are put into it. */
function jsonIn(tree: CodeTree, place: Span): EmbeddedText {
  const text = tree.holderOf(place, TEXTS);
  if (!text || text.parent?.type === "binary_expression")
    return refuse("v2ready cannot change JSON that is built at run time");
  const isDocument = text.type === "heredoc" || text.type === "nowdoc";
  const body = isDocument ? text.field("value") : undefined;
  if (isDocument && !body) return refuse("v2ready cannot change this body");
  const inside = body ?? { start: text.start + 1, end: text.end - 1 };
  const isRaw = text.type === "string" || text.type === "nowdoc";
  const holes = isRaw ? [] : holesIn(tree, body ?? text);
  return jsonBetween(tree, inside, QUOTINGS[text.type as keyof typeof QUOTINGS], holes);
}

/** `$` and `{$` begin a value where a text may have some. */
const withValues = (quoting: Quoting): Quoting => ({
  ...quoting,
  escaped: (character) =>
    character === "$" || character === "\\"
      ? refuse("the JSON would need escape sequences")
      : quoting.escaped(character),
});

const QUOTINGS = {
  string: plainQuoting("'"),
  nowdoc: { characterAt: AS_IT_IS, escaped: (character: string) => character },
  heredoc: withValues({ ...plainQuoting("\\"), escaped: (character) => character }),
  encapsed_string: withValues({
    characterAt: (source, at) => {
      if (source[at] !== "\\") return { text: source[at]!, length: 1 };
      const next = source[at + 1];
      return next === '"' || next === "\\"
        ? { text: next, length: 2 }
        : refuse("the JSON is written with escape sequences");
    },
    escaped: (character) => (character === '"' ? '\\"' : character),
  }),
} satisfies Record<string, Quoting>;

/** The values in a text; `{$x}` has its braces around it. */
function holesIn(tree: CodeTree, text: SyntaxNode): (Span & Hole)[] {
  return text.named
    .filter(({ type }) => type !== "string_content" && type !== "escape_sequence")
    .map((node) => {
      const isBraced = tree.text[node.start - 1] === "{" && tree.text[node.end] === "}";
      const span = isBraced ? { start: node.start - 1, end: node.end + 1 } : spanOf(node);
      return { ...span, written: tree.slice(span), isPure: isMadeOf(node, PURE) };
    });
}
