import type { Edit } from "../../../core/finding.js";
import type { Location, Span } from "../../../core/span.js";
import type { NewHeader, CodeSlot } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { appendItems, isComment } from "../../lowered/editing/comma-list.js";
import type { Quote } from "../../lowered/editing/quotes.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { innerOf, unescaped } from "../strings.js";
import { quoteIn, writeString } from "./quotes.js";

const CALLS: ReadonlySet<string> = new Set(["call"]);
const DICTS: ReadonlySet<string> = new Set(["dictionary"]);

/** Adds headers to a dictionary, or to a call as an argument by name. */
export function addHeaders(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[] {
  switch (slot.kind) {
    case "headers":
      return addToDictionary(tree, tree.nodeAt(slot.place, DICTS, "dictionary"), headers);
    case "options":
      return addToCall(tree, callWithArguments(tree, slot.place), slot.key, headers, slot.over === true);
    case "argument":
      if (slot.key === undefined) return refuse("v2ready cannot add this argument");
      return addToCall(tree, tree.nodeAt(slot.call, CALLS, "call"), slot.key, headers, slot.over === true);
    case "chain":
      return refuse("v2ready cannot add a call here");
  }
}

function addToDictionary(
  tree: CodeTree,
  dictionary: SyntaxNode,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const names = new Set(dictionary.all("pair").map((pair) => keyOf(pair)?.toLowerCase()));
  const known = headers.find(({ name }) => names.has(name.toLowerCase()));
  if (known) refuse(`the dictionary already has ${known.name}`);
  const quote = quoteIn(tree, dictionary);
  return appendItems(
    tree,
    dictionary,
    headers.map((header) => pairOf(header, quote)),
  );
}

function pairOf({ name, value, constant }: NewHeader, quote: Quote): string {
  return `${writeString(name, quote)}: ${constant ?? writeString(value, quote)}`;
}

/** The call that is given the arguments by name at a place. */
function callWithArguments(tree: CodeTree, place: Span): SyntaxNode {
  const holder = tree.innermost(place);
  for (let node: SyntaxNode | undefined = holder; node; node = node.parent) {
    const [call, argument] = [node.parent, node.named.find(({ start }) => start === place.start)];
    if (node.type === "argument_list" && argument && call?.type === "call") return call;
  }
  return refuse("there is no call with arguments at this place");
}

function addToCall(
  tree: CodeTree,
  call: SyntaxNode,
  key: string,
  headers: readonly NewHeader[],
  over: boolean,
): readonly Edit[] {
  const list = call.field("arguments");
  if (list?.type !== "argument_list") return refuse("the call has no parentheses for arguments");
  const quote = quoteIn(tree, call);
  const pairs = headers.map((header) => pairOf(header, quote)).join(", ");
  const given = list.named.filter((child) => !isComment(child));
  const same = given.find((one) => one.type === "keyword_argument" && one.field("name")?.text === key);
  const value = same?.field("value");
  if (value?.type === "none") return [tree.edit(value, `{${pairs}}`)];
  // The given value follows the new one, so that it counts.
  if (value?.type === "identifier" && over) return [tree.edit(value, `{${pairs}, **(${value.text} or {})}`)];
  if (same) refuse(`the call already has an argument ${key}`);
  if (given.some(({ type }) => type === "dictionary_splat" || type === "list_splat"))
    refuse(`the call spreads arguments, which may have ${key} among them`);
  return appendItems(tree, list, [`${key}={${pairs}}`]);
}

/** Gives a header another value: of a pair, an assignment to an element, an argument by name, or a call with both. */
export function setHeader(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[] {
  const found = tree.nearest(entry, (node) => partsOf(node, header.name));
  const { key, value } = found ?? refuse("v2ready cannot read the value of the header");
  const quote = value.type === "string" ? quoteIn(tree, value) : quoteIn(tree, key);
  const edits: Edit[] = [tree.edit(value, header.constant ?? writeString(header.value, quote))];
  if (header.isLower !== true) return edits;
  const name = innerOf(key);
  const lower = tree.slice(name).toLowerCase();
  if (key.type !== "string") refuse("v2ready cannot read the name of the header");
  return lower === tree.slice(name) ? edits : [tree.edit(name, lower), ...edits];
}

function partsOf(node: SyntaxNode, name: string): { key: SyntaxNode; value: SyntaxNode } | undefined {
  const isNamed = (key: SyntaxNode | undefined): key is SyntaxNode =>
    textOf(key)?.toLowerCase() === name.toLowerCase();
  if (node.type === "pair") return both(node.field("key"), node.field("value"));
  if (node.type === "keyword_argument") {
    const [key, value] = [node.field("name"), node.field("value")];
    return key?.text.toLowerCase() === name.toLowerCase() && value ? { key, value } : undefined;
  }
  if (node.type === "assignment") {
    const left = node.field("left");
    const [key, ...others] = left?.type === "subscript" ? left.fields("subscript") : [];
    return others.length === 0 ? both(key, node.field("right")) : undefined;
  }
  if (node.type === "call") {
    const [key, value, ...others] = node.field("arguments")?.named.filter((one) => !isComment(one)) ?? [];
    return others.length === 0 && value?.type !== "keyword_argument" ? both(key, value) : undefined;
  }
  return undefined;

  function both(key: SyntaxNode | undefined, value: SyntaxNode | undefined) {
    return isNamed(key) && value && !value.type.endsWith("splat") ? { key, value } : undefined;
  }
}

/** Returns the text of a string literal. Undefined if a part of it is computed. */
function textOf(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "string" || node.all("interpolation").length > 0) return undefined;
  const { start, end } = innerOf(node);
  return unescaped(node.text.slice(start - node.start, end - node.start));
}

function keyOf(pair: SyntaxNode): string | undefined {
  return textOf(pair.field("key"));
}
