import type { Span } from "../../../core/span.js";
import type {
  EmbeddedJson,
  Payload,
  PayloadEntry,
  PayloadOpaque,
  PayloadSyntax,
} from "../../../facts/payload.js";
import type { Refusal } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import { jsonBetween, plainQuoting } from "../../lowered/editing/json-text.js";
import { isMadeOf, opaqueAt, spanOf } from "../../lowered/editing/payload-leaves.js";
import type { ReadPayload } from "../../lowered/editing/writing.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { innerOf, unescaped } from "../strings.js";
import { quoteIn, writeString } from "./quotes.js";

const LITERALS: ReadonlySet<string> = new Set(["dictionary", "list"]);

/** Reads the body at a place: a dictionary, a list, or JSON in a string. */
export function readPayload(tree: CodeTree, place: Span): ReadPayload | Refusal {
  const literal = tree.nodesAt(place).find(({ type }) => LITERALS.has(type));
  if (!literal) return { kind: "text", embedded: jsonIn(tree, place) };
  const comments = [...literal.walk()].filter(isComment).map(({ start, end }) => ({ start, end }));
  const quote = quoteIn(tree, literal);
  const syntax: PayloadSyntax = {
    text: (value) => writeString(value, quote),
    key: (name) => writeString(name, quote),
    scalar: (value) => SCALARS.get(value) ?? String(value),
    pad: "",
    lineComment: "#",
  };
  return { kind: "literal", source: { text: tree.text, root: valueOf(literal), comments, syntax } };
}

const SCALARS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, "True"],
  [false, "False"],
  [null, "None"],
]);

/** @param span of the value where it has parentheses around it */
function valueOf(node: SyntaxNode, span: Span = spanOf(node)): Payload {
  switch (node.type) {
    case "dictionary":
      return { kind: "object", span, entries: node.named.filter((one) => !isComment(one)).map(entryOf) };
    case "list": {
      const items = node.named.filter((one) => !isComment(one));
      return items.some(({ type }) => type === "list_splat")
        ? opaque(node, span)
        : { kind: "list", span, items: items.map((item) => valueOf(item)) };
    }
    case "parenthesized_expression": {
      const inner = node.named.find((one) => !isComment(one));
      const value = inner && valueOf(inner, span);
      return value?.kind === "text" || value?.kind === "scalar" ? value : opaque(node, span);
    }
    default: {
      const value = constantOf(node);
      if (typeof value === "string") return { kind: "text", span, value };
      return value === undefined ? opaque(node, span) : { kind: "scalar", span, value };
    }
  }
}

/** Returns the value of a literal. Undefined for other expressions. */
function constantOf(node: SyntaxNode): string | number | boolean | null | undefined {
  switch (node.type) {
    case "string":
      return stringOf(node);
    case "concatenated_string": {
      const all = node.all("string").map(stringOf);
      return all.every((one) => one !== undefined) ? all.join("") : undefined;
    }
    case "true":
    case "false":
      return node.type === "true";
    case "none":
      return null;
    case "integer":
    case "float": {
      const value = Number(node.text.replaceAll("_", ""));
      return Number.isFinite(value) ? value : undefined;
    }
    case "unary_operator": {
      const value = node.child("-") ? constantOf(node.field("argument") ?? node) : undefined;
      return typeof value === "number" ? -value : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns the text of a string. Undefined for bytes and formatted strings. */
function stringOf(node: SyntaxNode): string | undefined {
  const prefix = prefixOf(node);
  if (/[bft]/.test(prefix)) return undefined;
  const { start, end } = innerOf(node);
  const written = node.text.slice(start - node.start, end - node.start);
  return prefix.includes("r") ? written : unescaped(written);
}

function prefixOf(string: SyntaxNode): string {
  return (string.child("string_start")?.text ?? "").replace(/["']+$/, "").toLowerCase();
}

function entryOf(node: SyntaxNode): PayloadEntry {
  const span = spanOf(node);
  if (node.type !== "pair") return { kind: "unread", form: "spread", span };
  const [key, value] = [node.field("key")!, valueOf(node.field("value")!)];
  const name = constantOf(key);
  return typeof name === "string"
    ? { kind: "member", key: name, keySpan: spanOf(key), value, span }
    : { kind: "unread", form: "computed key", key: opaque(key, spanOf(key)), value, span };
}

/** Operands and operators that do nothing but give a value. */
const PURE = new Set([
  ...[
    "identifier",
    "attribute",
    "subscript",
    "string",
    "concatenated_string",
    "string_content",
    "interpolation",
  ],
  ...["integer", "float", "true", "false", "none", "tuple", "list", "dictionary", "pair"],
  ...["parenthesized_expression", "binary_operator", "unary_operator", "not_operator", "boolean_operator"],
  ...["comparison_operator", "conditional_expression", "string_start", "string_end", "escape_sequence"],
  ...["escape_interpolation", "format_specifier", "type_conversion", "slice", "comment"],
]);

function opaque(node: SyntaxNode, span: Span): PayloadOpaque {
  return opaqueAt(span, isMadeOf(node, PURE));
}

/** JSON in a string that is used as it is written. */
function jsonIn(tree: CodeTree, place: Span): EmbeddedJson {
  let node: SyntaxNode | undefined = tree.innermost(place);
  while (node && node.type !== "string") node = node.parent;
  const [parent, prefix] = [node?.parent?.type ?? "", node ? prefixOf(node) : ""];
  // The values in a formatted string depend on the order of its placeholders.
  if (
    !node ||
    /[bft]/.test(prefix) ||
    ["binary_operator", "attribute", "concatenated_string"].includes(parent)
  )
    return refuse("v2ready cannot change JSON that is built at run time");
  const quote = node.child("string_end")?.text ?? '"';
  return jsonBetween(tree, innerOf(node), plainQuoting(quote));
}
