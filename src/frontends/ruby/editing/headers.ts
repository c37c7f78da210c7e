import type { Edit } from "../../../core/finding.js";
import type { Location, Span } from "../../../core/span.js";
import type { NewHeader, CodeSlot } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { appendItems, isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { addStatements } from "./statements.js";
import { nameOf, quoteIn, styleOf, writeKey, writeString, type PairStyle } from "./strings.js";

const CALLS: ReadonlySet<string> = new Set(["call"]);

/** Adds headers to a hash, to a call as an argument, or below a request that is made first. */
export function addHeaders(tree: CodeTree, slot: CodeSlot, headers: readonly NewHeader[]): readonly Edit[] {
  switch (slot.kind) {
    case "headers":
      return addToHeaders(tree, holderAt(tree, slot.place), headers);
    case "options":
      return addOption(tree, holderAt(tree, slot.place), slot.key, headers);
    case "argument": {
      const call = tree.nodeAt(slot.call, CALLS, "call");
      return addArgument(tree, call, slot.index, slot.key, headers, slot.over === true);
    }
    case "chain":
      return addStatements(tree, tree.nodeAt(slot.call, CALLS, "call"), headers);
  }
}

/** The hash at a place, or the arguments of a call that are pairs without braces from there on. */
function holderAt(tree: CodeTree, place: Span): SyntaxNode {
  const hash = tree.nodesAt(place).find(({ type }) => type === "hash");
  if (hash) return hash;
  // `headers "Accept" => "a/b"` in the body of a class, `HEADERS.merge("Accept" => "a/b")`
  const call = tree.nodesAt(place).find(({ type }) => type === "call");
  const own = call?.field("arguments");
  if (own && ADDERS.has(call?.field("method")?.text ?? "")) {
    const last = own.named.findLast((one) => !isComment(one));
    if (last?.type === "pair") return own;
    if (last?.type === "hash") return last;
  }
  // A block may belong to the arguments by name.
  const first = tree.innermost({ start: place.start, end: place.start + 1 });
  for (let node: SyntaxNode | undefined = first; node; node = node.parent)
    if (node.type === "argument_list" && pairsOf(node)[0]?.start === place.start) return node;
  return refuse("the headers are not written as one hash");
}

const ADDERS: ReadonlySet<string> = new Set(["headers", "merge", "update"]);

function pairsOf(holder: SyntaxNode): SyntaxNode[] {
  return holder.all("pair");
}

function addToHeaders(tree: CodeTree, holder: SyntaxNode, headers: readonly NewHeader[]): readonly Edit[] {
  const names = new Set(pairsOf(holder).map((pair) => headerName(pair.field("key"))));
  const known = headers.find(({ name }) => names.has(name.toLowerCase()));
  if (known) refuse(`the hash already has ${known.name}`);
  return append(
    tree,
    holder,
    headers.map((header) => pairOf(tree, holder, header)),
  );
}

function headerName(key: SyntaxNode | undefined): string | undefined {
  return nameOf(key)?.toLowerCase().replaceAll("_", "-");
}

/** Headers have strings as keys where not all others are symbols with a colon. */
function pairOf(tree: CodeTree, holder: SyntaxNode, { name, value }: NewHeader): string {
  const quote = quoteIn(tree, holder);
  const pairs = pairsOf(holder);
  const isLabelled = pairs.length > 0 && pairs.every((pair) => pair.child(":"));
  return writeKey(name, isLabelled ? "label" : "string", quote) + writeString(value, quote);
}

function hashOf(tree: CodeTree, near: SyntaxNode, headers: readonly NewHeader[]): string {
  const quote = quoteIn(tree, near);
  const pairs = headers.map(({ name, value }) => writeKey(name, "string", quote) + writeString(value, quote));
  return `{ ${pairs.join(", ")} }`;
}

/** Adds `headers: { … }` to a hash of options. */
function addOption(
  tree: CodeTree,
  holder: SyntaxNode,
  key: string,
  headers: readonly NewHeader[],
): readonly Edit[] {
  const pairs = pairsOf(holder);
  const same = pairs.find((pair) => nameOf(pair.field("key")) === key);
  const value = same?.field("value");
  if (value?.type === "nil") return [tree.edit(value, hashOf(tree, holder, headers))];
  if (same) refuse(`the options already have ${key}`);
  if (holder.named.some(({ type }) => SPREADS.has(type)))
    refuse(`the options take over others, which may have ${key} among them`);
  return append(tree, holder, [
    writeKey(key, styleOfOptions(pairs), quoteIn(tree, holder)) + hashOf(tree, holder, headers),
  ]);
}

const SPREADS: ReadonlySet<string> = new Set([
  "hash_splat_argument",
  "splat_argument",
  "forward_argument",
  "forward_arguments",
]);

function styleOfOptions([first]: readonly SyntaxNode[]): PairStyle {
  return first ? styleOf(first) : "label";
}

/** Adds the headers as one more argument: by position, or under a name. */
function addArgument(
  tree: CodeTree,
  call: SyntaxNode,
  index: number,
  key: string | undefined,
  headers: readonly NewHeader[],
  over: boolean,
): readonly Edit[] {
  const list = call.field("arguments");
  const given = (list?.named ?? []).filter((one) => !isComment(one) && one.type !== "block_argument");
  if (given.some(({ type }) => SPREADS.has(type) || type === "pair"))
    refuse("v2ready cannot tell which arguments the call has");
  const there = given[index];
  if (there) {
    if (there.type === "nil" || (there.type === "hash" && there.named.length === 0 && key === undefined))
      return [tree.edit(there, argumentOf(tree, call, key, headers))];
    // Merge with the value that the variable may hold.
    if (key === undefined && over && there.type === "identifier")
      return [tree.edit(there, `${hashOf(tree, call, headers)}.merge(${there.text} || {})`)];
    return refuse("v2ready cannot add this argument");
  }
  const missing = Array.from({ length: index - given.length }, () => "nil");
  const items = [...missing, argumentOf(tree, call, key, headers)];
  if (list) return append(tree, list, items);
  const method = call.field("method") ?? refuse("the call has no name");
  return [tree.insert(method.end, `(${items.join(", ")})`)];
}

function argumentOf(
  tree: CodeTree,
  near: SyntaxNode,
  key: string | undefined,
  headers: readonly NewHeader[],
): string {
  return (key === undefined ? "" : `${key}: `) + hashOf(tree, near, headers);
}

/** Adds items to a hash or to arguments, which need no parentheses, and before a block. */
function append(tree: CodeTree, list: SyntaxNode, items: readonly string[]): readonly Edit[] {
  const block = list.child("block_argument");
  const last = list.named.findLast((one) => !isComment(one) && one !== block);
  const isOpen = list.children[0]?.isNamed === true;
  if (!block && !isOpen) return appendItems(tree, list, items);
  if (last) return [tree.insert(last.end, items.map((item) => `, ${item}`).join(""))];
  return [tree.insert(block!.start, items.map((item) => `${item}, `).join(""))];
}

/**
 * Gives a header another value: of a pair, an assignment to an element, or a call with both. `req.content_type = "a/b"`
 * names it with its method.
 */
export function setHeader(tree: CodeTree, entry: Location, header: NewHeader): readonly Edit[] {
  const { key, value } = entryAt(tree, entry, header.name.toLowerCase());
  const edits: Edit[] = [tree.edit(value, writeString(header.value, quoteIn(tree, value)))];
  if (header.isLower !== true) return edits;
  const lower = key.text.toLowerCase();
  return lower === key.text ? edits : [tree.edit(key, lower), ...edits];
}

interface Entry {
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

function entryAt(tree: CodeTree, entry: Span, name: string): Entry {
  for (let node: SyntaxNode | undefined = tree.innermost(entry); node; node = node.parent) {
    const found = partsOf(node);
    if (found && headerName(found.key) === name) return found;
    const setter = node.type === "assignment" || node.type === "call" ? setterIn(node) : undefined;
    if (setter && setter.key.text.toLowerCase().replaceAll("_", "-").replace(/^set-/, "") === name)
      return setter;
    if (BODIES.has(node.type)) break;
  }
  return refuse("v2ready cannot read the value of the header");
}

const BODIES: ReadonlySet<string> = new Set(["body_statement", "block_body", "program", "then", "method"]);

function partsOf(node: SyntaxNode): Entry | undefined {
  if (node.type === "pair") return both(node.field("key"), node.field("value"));
  if (node.type === "assignment") {
    const left = node.field("left");
    const [key, ...others] =
      left?.type === "element_reference" ? left.named.filter((one) => one !== left.field("object")) : [];
    return others.length === 0 ? both(key, node.field("right")) : undefined;
  }
  if (node.type !== "call") return undefined;
  const [key, value, ...others] = node.field("arguments")?.named.filter((one) => !isComment(one)) ?? [];
  return others.length === 0 ? both(key, value) : undefined;
}

/** `req.content_type = "a/b"`, `req.set_content_type("a/b")` */
function setterIn(node: SyntaxNode): Entry | undefined {
  if (node.type === "call") {
    const [value, ...others] = node.field("arguments")?.named ?? [];
    return others.length === 0 ? both(node.field("method"), value) : undefined;
  }
  const left = node.field("left");
  return left?.type === "call" ? both(left.field("method"), node.field("right")) : undefined;
}

function both(key: SyntaxNode | undefined, value: SyntaxNode | undefined): Entry | undefined {
  return key && value ? { key, value } : undefined;
}
