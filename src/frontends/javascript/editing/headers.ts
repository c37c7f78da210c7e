import type { CallExpression, Node, ObjectExpression } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { keyName } from "../../../analysis/evaluation/patterns.js";
import { quoteIn } from "./object-members.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";
import { writeString, writeValue, type SourceValue } from "./written-values.js";

/** The literal that holds headers by name, or as a list of pairs. */
export interface HeadersLiteral {
  /** `empty` for `new Headers()`, which is made of nothing yet. */
  readonly kind: "object" | "pairs" | "empty";
  readonly span: Span;
  /** True if each value is a list of strings, as the clients of functions in the cloud take them. */
  readonly isList: boolean;
  /** True if names are written in lower case, beside those of another object: in other case they would stand twice. */
  readonly isLower?: boolean;
}

/** Returns the literal at a place, or the one in `new Headers(…)` at the place. */
export function headersLiteralAt(tree: SourceTree, span: Span): HeadersLiteral {
  for (const node of tree.nodesAt(span)) {
    if (node.type === "NewExpression" && node.arguments.length === 0)
      return { kind: "empty", span: node, isList: false };
    const literal = node.type === "NewExpression" && node.arguments.length === 1 ? node.arguments[0]! : node;
    if (literal.type === "ObjectExpression")
      return { kind: "object", span: literal, isList: holdsLists(literal), isLower: takesInLower(literal) };
    if (literal.type === "ArrayExpression") return { kind: "pairs", span: literal, isList: false };
  }
  return refuse("the headers are not written as a literal");
}

/** `{ ...request.headers, authorization }`: what comes in is taken to be written as the rest is. */
function takesInLower({ properties }: ObjectExpression): boolean {
  const own = properties.filter((property) => property.type === "Property");
  const isLower = ({ computed, key }: (typeof own)[number]): boolean => {
    const name = computed ? "" : keyName(key);
    return name !== "" && name === name.toLowerCase();
  };
  return own.length > 0 && own.length < properties.length && own.every(isLower);
}

function holdsLists({ properties }: ObjectExpression): boolean {
  const own = properties.filter((property) => property.type === "Property");
  return own.length > 0 && own.every(({ value }) => value.type === "ArrayExpression");
}

/**
 * Gives a header another value. A member is identified by the span of its key, a call like `.set("Accept", "…")` or an
 * assignment like `headers["Accept"] = "…"` by its own span or that of its target.
 */
export function setHeaderValue(
  tree: SourceTree,
  span: Span,
  name: string,
  value: string | SourceValue,
): readonly Edit[] {
  const target = valueAt(tree, span, name);
  const { style } = tree;
  if (target.type === "ArrayExpression") {
    const quote = quoteIn(tree, target, style);
    const layout = { style, quote, indent: "", mayBreak: false, quoteKeys: false };
    return [tree.edit(target.start, target.end, writeValue({ list: [value] }, layout))];
  }
  const raw = tree.text[target.start];
  const quote = target.type === "Literal" && (raw === '"' || raw === "'") ? raw : style.quote;
  const written = typeof value === "string" ? writeString(value, quote) : value.source;
  return [tree.edit(target.start, target.end, written)];
}

/** Writes the name of a header at a place in lower case. */
export function lowerHeaderName(tree: SourceTree, span: Span): readonly Edit[] {
  for (const node of tree.nodesAt(span)) {
    const parent = tree.parentOf(node);
    const isKey = parent?.type === "Property" && parent.key === node;
    const isMember = parent?.type === "MemberExpression" && parent.property === node;
    const isName =
      node.type === "Literal" || (node.type === "Identifier" && !(parent as { computed?: boolean }).computed);
    if (!(isKey || isMember) || !isName) continue;
    const written = tree.text.slice(node.start, node.end);
    const lower = written.toLowerCase();
    return lower === written ? [] : [tree.edit(node.start, node.end, lower)];
  }
  return refuse("v2ready cannot read the name of the header");
}

function valueAt(tree: SourceTree, span: Span, name: string): Node {
  for (const node of tree.nodesAt(span)) {
    const parent = tree.parentOf(node);
    if (parent?.type === "Property" && parent.key === node) {
      if (parent.shorthand) return refuse("the header is a shorthand property");
      return parent.value;
    }
    if (parent?.type === "AssignmentExpression" && parent.left === node && parent.operator === "=")
      return parent.right;
    if (node.type === "AssignmentExpression" && node.operator === "=") return node.right;
    if (node.type === "CallExpression") return argumentOf(node, name);
    if (parent?.type === "CallExpression" && parent.arguments[0] === node) return argumentOf(parent, name);
    if (parent?.type === "MemberExpression" && parent.property === node) {
      const outer = tree.parentOf(parent);
      if (outer?.type === "AssignmentExpression" && outer.left === parent && outer.operator === "=")
        return outer.right;
    }
    if (parent?.type === "ArrayExpression" && parent.elements[0] === node && parent.elements.length === 2)
      return parent.elements[1]!;
  }
  return refuse("v2ready cannot read the value of the header");
}

/** Returns the value in `.set(name, value)` or `.accept(value)`. */
function argumentOf({ callee, arguments: args }: CallExpression, name: string): Node {
  const [first, second] = args;
  const isName = first?.type === "Literal" && String(first.value).toLowerCase() === name.toLowerCase();
  if (args.length === 2 && isName && second!.type !== "SpreadElement") return second!;
  const method = callee.type === "MemberExpression" && !callee.computed ? keyName(callee.property) : "";
  if (args.length === 1 && first!.type === "Literal" && SHORT_FORMS.get(method) === name) return first!;
  return refuse("v2ready cannot read the value of the header");
}

/** Methods that are called as the header that they set. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ accept: "Accept", type: "Content-Type" }),
);
