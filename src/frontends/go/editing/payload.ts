import type { Span } from "../../../core/span.js";
import type { Payload, PayloadEntry, PayloadOpaque, PayloadSyntax } from "../../../facts/payload.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { ESCAPED, jsonLiteral, plainQuoting } from "../../lowered/editing/json-text.js";
import { isMadeOf, opaqueAt, spanOf } from "../../lowered/editing/payload-leaves.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { unquote } from "../literals.js";
import { tidied } from "./format.js";

const STRINGS: ReadonlySet<string> = new Set(["interpreted_string_literal", "raw_string_literal"]);

/** Reads the body at a place: a map of any values, or JSON in one string. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload {
  const literal = tree.nodesAt(place).find(({ type }) => type === "composite_literal");
  if (literal) return mapAt(tree, literal);
  const string = tree.holderOf(place, STRINGS);
  if (!string) return refuse("v2ready cannot change this body in Go");
  if (string.parent?.type === "binary_expression")
    return refuse("v2ready cannot change JSON that is built at run time");
  const isRaw = string.type === "raw_string_literal";
  const inside = { start: string.start + 1, end: string.end - 1 };
  return { kind: "text", embedded: jsonLiteral(tree, inside, isRaw ? plainQuoting("`") : ESCAPED) };
}

function mapAt(tree: CodeTree, literal: SyntaxNode): ReadPayload {
  const type = literal.field("type");
  if (type?.type !== "map_type") return refuse("v2ready cannot change structs that are sent in Go");
  if (!isOfAny(type)) return refuse("v2ready cannot change maps whose values all have one type");
  const comments = [...literal.walk()].filter(isComment).map(spanOf);
  const map = type.text;
  const syntax: PayloadSyntax = {
    text: quote,
    key: quote,
    scalar: (value) => (value === null ? "nil" : String(value)),
    brackets: [`${map}{`, "}"],
    listBrackets: [`[]${map}{`, "}"],
    itemBrackets: ["{", "}"],
    pad: "",
    tidied,
  };
  return { kind: "literal", source: { text: tree.text, root: valueOf(literal), comments, syntax } };
}

/** Returns whether a map has texts as keys, and takes all values. */
function isOfAny(map: SyntaxNode): boolean {
  return map.field("key")?.text === "string" && isAny(map.field("value"));
}

function isAny(type: SyntaxNode | undefined): boolean {
  return type !== undefined && /^(?:any|interface\s*\{\s*\})$/.test(type.text);
}

function valueOf(node: SyntaxNode): Payload {
  const span = spanOf(node);
  if (node.type === "composite_literal") return compositeOf(node);
  const value = constantOf(node);
  if (typeof value === "string") return { kind: "text", span, value };
  return value === undefined ? opaque(node) : { kind: "scalar", span, value };
}

function compositeOf(node: SyntaxNode): Payload {
  const [type, body] = [node.field("type"), node.field("body")];
  if (!type || !body) return opaque(node);
  if (type.type === "map_type") return isOfAny(type) ? objectOf(node, body) : opaque(node);
  const element = type.type === "slice_type" ? type.field("element") : undefined;
  const isOfMaps = element?.type === "map_type" && isOfAny(element);
  if (!isOfMaps && !isAny(element)) return opaque(node);
  const items = body.all("literal_element").map(inner);
  if (items.length < body.named.filter((one) => !isComment(one)).length) return opaque(node);
  return {
    kind: "list",
    span: spanOf(node),
    items: items.map((item) => (item.type === "literal_value" ? objectOf(item, item) : valueOf(item))),
  };
}

/** @param body the part of the literal in braces */
function objectOf(node: SyntaxNode, body: SyntaxNode): Payload {
  const entries = body.all("keyed_element").map(entryOf);
  if (entries.length < body.named.filter((one) => !isComment(one)).length) return opaque(node);
  return { kind: "object", span: spanOf(node), opened: body.start + 1, entries };
}

function entryOf(node: SyntaxNode): PayloadEntry {
  const span = spanOf(node);
  const [key, value] = [node.field("key"), node.field("value")];
  if (!key || !value) return { kind: "unread", form: "spread", span };
  const [name, written] = [constantOf(inner(key)), valueOf(inner(value))];
  return typeof name === "string"
    ? { kind: "member", key: name, keySpan: spanOf(key), value: written, span }
    : { kind: "unread", form: "computed key", key: opaque(inner(key)), value: written, span };
}

/** The node in a `literal_element`, which the grammar has around each key and value. */
function inner(node: SyntaxNode): SyntaxNode {
  return node.named[0] ?? node;
}

/** Returns the value of a literal. Undefined for other expressions. */
function constantOf(node: SyntaxNode): string | number | boolean | null | undefined {
  switch (node.type) {
    case "interpreted_string_literal":
      return unquote(node.text.slice(1, -1));
    case "raw_string_literal":
      return node.text.slice(1, -1);
    case "true":
    case "false":
      return node.type === "true";
    case "nil":
      return null;
    case "int_literal":
    case "float_literal": {
      const value = Number(node.text.replaceAll("_", ""));
      return Number.isFinite(value) && !/^0\d/.test(node.text) ? value : undefined;
    }
    case "unary_expression": {
      const value = node.child("-") ? constantOf(node.field("operand") ?? node) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    default:
      return undefined;
  }
}

/** Writes a string literal. JSON escapes are also those of Go. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** Operands and operators that do nothing but give a value. */
const PURE: ReadonlySet<string> = new Set([
  ...["identifier", "field_identifier", "selector_expression", "package_identifier", "index_expression"],
  ...["interpreted_string_literal", "interpreted_string_literal_content", "escape_sequence"],
  ...[
    "raw_string_literal",
    "raw_string_literal_content",
    "int_literal",
    "float_literal",
    "true",
    "false",
    "nil",
  ],
  ...["binary_expression", "parenthesized_expression", "comment"],
]);

function opaque(node: SyntaxNode): PayloadOpaque {
  return opaqueAt(node, isMadeOf(node, PURE));
}
