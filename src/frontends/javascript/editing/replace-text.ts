import type { Node, StringLiteral } from "@oxc-project/types";
import type { Edit } from "../../../core/finding.js";
import { contains, type Span } from "../../../core/span.js";
import type { Quote } from "./file-style.js";
import { refuse } from "../../editing/refusal.js";
import type { NodeOf, SourceTree } from "./source-tree.js";
import { escapeFor } from "./written-values.js";

/** Replaces characters inside a string, a template or markup; the new ones are escaped for that context. */
export function replaceText(tree: SourceTree, place: Span, text: string): readonly Edit[] {
  if (splitsCharacter(tree.text, place.start) || splitsCharacter(tree.text, place.end))
    refuse("the place begins or ends in the middle of a character");
  const node = tree.innermost(place);
  return [tree.edit(place.start, place.end, writtenIn(tree, node, place, text))];
}

function writtenIn(tree: SourceTree, node: Node, place: Span, text: string): string {
  switch (node.type) {
    case "Literal":
      if (typeof node.value !== "string") return refuse("the place is not inside of a string");
      return inLiteral(tree, node as StringLiteral, place, text);
    case "TemplateElement":
      return inTemplate(tree, node, place, text);
    case "JSXText":
      refuseSplit(tree, node, place, MARKUP_ESCAPE);
      if (/[\r\n]/.test(text)) refuse("a line break in markup is not a line break on the page");
      return escapeMarkup(text, /[{}<>&]/g);
    default:
      return refuse("the place is not inside of a string");
  }
}

function inLiteral(tree: SourceTree, node: StringLiteral, place: Span, text: string): string {
  const inside = { start: node.start + 1, end: node.end - 1 };
  if (!contains(inside, place)) refuse("the place reaches beyond the quotes of the string");
  const quote = tree.text[node.start] as Quote;
  const parent = tree.parentOf(node);
  if (parent?.type === "ExpressionStatement" && parent.directive) refuse("the place is in a directive");
  refuseEnum(parent);
  if (parent?.type === "JSXAttribute") {
    refuseSplit(tree, inside, place, MARKUP_ESCAPE);
    return escapeMarkup(text, quote === '"' ? /["&]/g : /['&]/g);
  }
  refuseSplit(tree, inside, place, ESCAPE, text);
  return escapeFor(text, quote);
}

function inTemplate(tree: SourceTree, node: NodeOf<"TemplateElement">, place: Span, text: string): string {
  // The span of an element holds its delimiters: one character before, one or two behind.
  const inside = { start: node.start + 1, end: node.end - (node.tail ? 1 : 2) };
  if (!contains(inside, place)) refuse("the place reaches beyond the text of the template");
  refuseSplit(tree, inside, place, ESCAPE, text);
  const before = place.start > inside.start ? tree.text[place.start - 1]! : "";
  const behind = place.end < inside.end ? tree.text[place.end]! : "";
  const written = escapeTemplate(before, text, behind);
  const template = tree.parentOf(node);
  refuseEnum(template && tree.parentOf(template));
  const isTagged = template && tree.parentOf(template)?.type === "TaggedTemplateExpression";
  if (isTagged && written !== text) refuse("the template has a tag, which may see the escape sequences");
  return written;
}

/** Members of an enum are distinguished by their values, and another member may have the new value already. */
function refuseEnum(parent: Node | undefined): void {
  if (parent?.type === "TSEnumMember") refuse("the place is the value of a member of an enum");
}

function escapeTemplate(before: string, text: string, behind: string): string {
  const escaped = text.replace(/[\\`]/g, "\\$&").replace(/\$\{/g, "\\${").replace(/\r/g, "\\r");
  const opened = before === "$" && escaped.startsWith("{") ? `\\${escaped}` : escaped;
  return behind === "{" && opened.endsWith("$") ? `${opened.slice(0, -1)}\\$` : opened;
}

/** An escape sequence of a string or a template. */
const ESCAPE = /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[0-7]{1,3}|\r\n|[^])/gu;
const MARKUP_ESCAPE = /&(?:#x[0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]*);/gu;

function refuseSplit(tree: SourceTree, inside: Span, place: Span, escape: RegExp, text = ""): void {
  for (const match of tree.slice(inside).matchAll(escape)) {
    const start = inside.start + match.index;
    const end = start + match[0].length;
    // `\0` before a digit would be another escape sequence.
    if (end === place.start && /^\\[0-7]{1,2}$/.test(match[0]) && /^\d/.test(text))
      refuse("the place follows an escape sequence that would swallow a digit");
    for (const edge of [place.start, place.end])
      if (start < edge && edge < end) refuse("the place begins or ends in the middle of an escape sequence");
  }
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '"': "&quot;",
    "'": "&#39;",
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    "{": "&#123;",
    "}": "&#125;",
  }),
);

function escapeMarkup(text: string, special: RegExp): string {
  return text.replace(special, (character) => ENTITIES.get(character)!);
}

function splitsCharacter(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  const behind = text.charCodeAt(offset);
  return before >= 0xd800 && before <= 0xdbff && behind >= 0xdc00 && behind <= 0xdfff;
}
