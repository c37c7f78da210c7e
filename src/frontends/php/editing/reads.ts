import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import type { NewRead } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isMadeBy } from "../../lowered/editing/made-by.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { quoteIn, textOf, writeString } from "./strings.js";

const UNREADABLE = "v2ready cannot change how the code reads it";

/** Reads a key from elsewhere in the same array or object: `$a['x']`, `$a->x`, `['x' => $b] = $a`, `$r->json('x')`. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  if (path.some((step) => !/^\w+$/.test(step))) refuse("the new name needs quotes");
  for (let node: SyntaxNode | undefined = tree.innermost(place); node; node = node.parent) {
    switch (node.type) {
      case "subscript_expression":
        return ofElement(tree, node, place, path);
      case "member_access_expression":
      case "nullsafe_member_access_expression":
        return ofProperty(tree, node, place, path);
      case "list_literal":
        return ofPattern(tree, node, place, path);
      case "array_creation_expression":
        return node.parent?.type === "foreach_statement"
          ? ofPattern(tree, node, place, path)
          : refuse(UNREADABLE);
      case "argument":
        return ofArgument(tree, node, place, path);
    }
    if (node.type.endsWith("_statement")) break;
  }
  return refuse(UNREADABLE);
}

function step(name: string, quote: "'" | '"'): string {
  return /^\d+$/.test(name) ? name : writeString(name, quote);
}

/** `$a['x']` becomes `$a['b']['x']`. Inside of a text, `$a[x]` needs braces. */
function ofElement(tree: CodeTree, node: SyntaxNode, place: Span, path: readonly string[]): readonly Edit[] {
  const [object, key, ...others] = node.named.filter((one) => !isComment(one));
  if (!object || !key || others.length > 0 || !contains(key, place)) return refuse(UNREADABLE);
  refuseWrite(node);
  refuseCast(tree, object, path);
  const bare = isBare(tree, node);
  if (key.type === "name" && bare) {
    const steps = path.map((one) => `[${step(one, "'")}]`).join("");
    return [tree.edit(node, `{${object.text}${steps}}`)];
  }
  if (textOf(key) === undefined || bare) return refuse(UNREADABLE);
  const quote = key.type === "string" ? "'" : '"';
  return [tree.edit(key, path.map((one) => step(one, quote)).join("]["))];
}

/** `$a->x` becomes `$a->b->x`. A text takes only one step without braces. */
function ofProperty(tree: CodeTree, node: SyntaxNode, place: Span, path: readonly string[]): readonly Edit[] {
  const name = node.field("name");
  const object = node.field("object");
  if (name?.type !== "name" || !object || !contains(name, place) || /^\d/.test(path[0]!))
    return refuse(UNREADABLE);
  refuseWrite(node);
  refuseCast(tree, object, path);
  const operator = node.type.startsWith("nullsafe") ? "?->" : "->";
  const [first, ...rest] = path;
  const steps = first! + rest.map((one) => (/^\d+$/.test(one) ? `[${one}]` : operator + one)).join("");
  if (!isBare(tree, node)) return [tree.edit(name, steps)];
  return [tree.insert(node.start, "{"), tree.edit(name, `${steps}}`)];
}

/** Returns whether an expression is written in a text without braces around it. */
function isBare(tree: CodeTree, { parent, start }: SyntaxNode): boolean {
  const isInText = parent?.type === "encapsed_string" || parent?.type === "heredoc_body";
  return isInText && tree.text[start - 1] !== "{";
}

/** `['x' => $y] = $a` becomes `['b' => ['x' => $y]] = $a`. */
function ofPattern(tree: CodeTree, list: SyntaxNode, place: Span, path: readonly string[]): readonly Edit[] {
  const entries =
    list.type === "list_literal" ? list.children : list.children.flatMap(({ children }) => children);
  const at = entries.findIndex((one) => one.isNamed && contains(one, place));
  const [key, arrow, value] = entries.slice(at);
  if (at < 0 || textOf(key) === undefined || arrow?.type !== "=>" || !value) return refuse(UNREADABLE);
  const quote = quoteIn(tree, key!);
  const [first, ...rest] = path.map((one) => step(one, quote));
  return [
    tree.edit(key!, first!),
    tree.insert(value.start, rest.map((one) => `[${one} => `).join("")),
    tree.insert(value.end, "]".repeat(rest.length)),
  ];
}

/** Functions and methods that read a path with dots. */
const READERS: ReadonlySet<string> = new Set(["json", "data_get", "get", "collect"]);

/** `$response->json('x')`, `data_get($a, 'x')` */
function ofArgument(tree: CodeTree, node: SyntaxNode, place: Span, path: readonly string[]): readonly Edit[] {
  const call = node.parent?.parent;
  const callee = call?.field("function") ?? call?.field("name");
  const text = node.named.find((one) => contains(one, place));
  const content = textOf(text);
  const isReader = callee && (READERS.has(callee.text) || /^array_key_exists$/i.test(callee.text));
  if (!isReader || !text || content === undefined) return refuse(UNREADABLE);
  const isPath = callee.text !== "get" || call?.field("scope")?.text.split("\\").at(-1) === "Arr";
  if (!isPath || callee.text === "array_key_exists") return refuse(UNREADABLE);
  const inside = { start: text.end - 1 - content.length, end: text.end - 1 };
  const isPart = contains(inside, place) && place.end - place.start < content.length;
  if (!isPart && content.includes(".")) return refuse(UNREADABLE);
  return [tree.edit(isPart ? place : inside, path.join("."))];
}

/** A cast makes an array of an object, or the other way, and changes nothing in it. */
function refuseCast(tree: CodeTree, object: SyntaxNode, path: readonly string[]): void {
  if (path.length > 1 && isMadeBy(tree, object, ({ type }) => type === "cast_expression"))
    refuse("only the outer array or object is cast");
}

function refuseWrite(node: SyntaxNode): void {
  const { parent } = node;
  const isTarget = parent?.type.includes("assignment") === true && parent.field("right") !== node;
  if (isTarget || parent?.type === "unset_statement" || parent?.type === "update_expression")
    refuse("the key is written to at this place");
}
