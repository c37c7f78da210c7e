import type { Edit } from "../../../core/finding.js";
import type { NewRead } from "../../editor.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isMadeBy } from "../../lowered/editing/made-by.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { nameOf, quoteIn, writeString } from "./strings.js";

/**
 * Reads a key from elsewhere in the same hash. `h["a"]` may find nothing, so it becomes `h.dig("b", "a")`; `h.fetch("a")`
 * becomes `h.fetch("b").fetch("a")`. A key of the same hash is only renamed.
 */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  const key = keyAt(tree, place);
  const write = (step: string): string =>
    key.type === "simple_symbol" ? `:${step}` : writeString(step, quoteIn(tree, key));
  if (path.some((step) => !/^\w+$/.test(step))) refuse("the new name needs quotes");
  const keys = path.map(write);
  const { parent } = key;
  const around = parent?.type === "argument_list" ? parent.parent : parent;
  const hash = around?.field("object") ?? around?.field("receiver");
  if (keys.length > 1 && hash && isMadeBy(tree, hash, isShallow))
    refuse("only the outer keys of the hash are changed to symbols or texts");
  if (parent?.type === "element_reference") {
    const object = parent.field("object");
    const isOnly = parent.named.filter((one) => one !== object && !isComment(one)).length === 1;
    if (!object || !isOnly) return refuse(UNREADABLE);
    refuseWrite(parent);
    if (keys.length === 1) return [tree.edit(key, keys[0]!)];
    return [tree.edit({ start: object.end, end: parent.end }, `.dig(${keys.join(", ")})`)];
  }
  const call = parent?.type === "argument_list" ? parent.parent : undefined;
  const method = call?.field("method");
  const receiver = call?.field("receiver");
  if (call?.type !== "call" || !parent || !method || !receiver) return refuse(UNREADABLE);
  const args = parent.named.filter((one) => !isComment(one));
  if (method.text === "dig") return [tree.edit(key, keys.join(", "))];
  if (args[0] !== key) return refuse(UNREADABLE);
  const isSure = method.text === "fetch" && args.length === 1 && !call.field("block");
  if (method.text !== "fetch" && !ASKS.has(method.text)) return refuse(UNREADABLE);
  const operator = call.field("operator")?.type ?? ".";
  const way = keys.slice(0, -1).map((step) => `${operator}fetch(${step}${isSure ? "" : ", {}"})`);
  return [tree.insert(receiver.end, way.join("")), tree.edit(key, keys.at(-1)!)];
}

/** Methods that change the keys of a hash, and not those of hashes in it. An `OpenStruct` does so, too. */
const SHALLOW: ReadonlySet<string> = new Set([
  "transform_keys",
  "symbolize_keys",
  "stringify_keys",
  "to_options",
]);

/** `h.to_h { |k, v| [k.to_sym, v] }`, `h.map { … }.to_h` */
function makesPairs(call: SyntaxNode): boolean {
  if (methodOf(call) !== "to_h") return false;
  const receiver = call.field("receiver");
  return call.field("block") !== undefined || receiver?.field("block") !== undefined;
}

function methodOf(call: SyntaxNode): string {
  return (call.field("method")?.text ?? "").replace(/!$/, "");
}

function isShallow(node: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at; at = at.field("receiver") ?? at.field("object"))
    if (/^(?:OpenStruct|Hash)$/.test(at.text) || SHALLOW.has(methodOf(at)) || makesPairs(at)) return true;
  return false;
}

const UNREADABLE = "v2ready cannot change how the code reads it";

/** Methods that tell whether a hash has a key. */
const ASKS: ReadonlySet<string> = new Set(["key?", "has_key?", "include?", "member?"]);

function keyAt(tree: CodeTree, place: NewRead["place"]): SyntaxNode {
  for (let node: SyntaxNode | undefined = tree.innermost(place); node; node = node.parent)
    if (nameOf(node) !== undefined && node.type !== "hash_key_symbol" && node.type !== "delimited_symbol")
      return node;
  return refuse(UNREADABLE);
}

function refuseWrite(element: SyntaxNode): void {
  const { parent } = element;
  if (parent && /assignment/.test(parent.type) && parent.field("right") !== element)
    refuse("the key is written to at this place");
}
