import type { Edit } from "../../../core/finding.js";
import type { NewRead } from "../../editor.js";
import { isElement } from "../../editing/steps.js";
import { refuse } from "../../editing/refusal.js";
import type { CodeTree } from "../../lowered/editing/code-tree.js";
import { isMadeBy } from "../../lowered/editing/made-by.js";
import { isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import { quoteIn, writeString } from "./quotes.js";

/** Operands that a method can be called of without parentheses around them. */
const PRIMARY = new Set(["identifier", "attribute", "subscript", "call"]);

/** Reads a key from elsewhere in the same dictionary: `d["a"]`, `d.get("a")`, `"a" in d`. */
export function renameRead(tree: CodeTree, { place, path }: NewRead): readonly Edit[] {
  const key = keyAt(tree, place);
  const quote = quoteIn(tree, key);
  const { object, asks } = readOf(key);
  if (isMadeBy(tree, object, isOfKeys)) refuse("the code looks for it in a list of the keys");
  const steps = path.slice(0, -1).map((step, index) => {
    if (isElement(step)) return `[${step}]`;
    const name = writeString(step, quote);
    const standby = isElement(path[index + 1]!) ? "[{}]" : "{}";
    return asks ? `.get(${name}, ${standby})` : `[${name}]`;
  });
  return [tree.insert(object.end, steps.join("")), tree.edit(key, writeString(path.at(-1)!, quote))];
}

/** Functions whose result for a dictionary has its keys, and nothing else. */
const OF_KEYS: ReadonlySet<string> = new Set([
  "set",
  "frozenset",
  "list",
  "tuple",
  "sorted",
  "iter",
  "reversed",
]);

function isOfKeys(node: SyntaxNode): boolean {
  const callee = node.type === "call" ? node.field("function") : undefined;
  if (callee?.type === "attribute") return callee.field("attribute")?.text === "keys";
  return callee !== undefined && OF_KEYS.has(callee.text);
}

function keyAt(tree: CodeTree, place: NewRead["place"]): SyntaxNode {
  for (let node: SyntaxNode | undefined = tree.innermost(place); node; node = node.parent)
    if (node.type === "string" && !node.child("interpolation")) return node;
  return refuse("v2ready cannot change how the code reads it");
}

interface Read {
  /** The object that the key is read from. */
  readonly object: SyntaxNode;
  /** True if the key may be missing. Then the objects on the new path may be missing, too. */
  readonly asks: boolean;
}

function readOf(key: SyntaxNode): Read {
  const { parent } = key;
  const read =
    parent?.type === "subscript"
      ? inSubscript(parent)
      : parent?.type === "argument_list"
        ? inGet(key, parent)
        : parent?.type === "comparison_operator"
          ? inTest(key, parent)
          : undefined;
  return read ?? refuse("v2ready cannot change how the code reads it");
}

function inSubscript(subscript: SyntaxNode): Read | undefined {
  const object = subscript.field("value");
  const { parent } = subscript;
  const isAssigned =
    (parent?.type === "assignment" || parent?.type === "augmented_assignment") &&
    parent.field("left") === subscript;
  if (isAssigned || parent?.type === "delete_statement")
    return refuse("the key is written to or deleted at this place");
  return object && subscript.fields("subscript").length === 1 ? { object, asks: false } : undefined;
}

/** `d.get("a", x)` */
function inGet(key: SyntaxNode, list: SyntaxNode): Read | undefined {
  const callee = list.parent?.type === "call" ? list.parent.field("function") : undefined;
  const object = callee?.type === "attribute" ? callee.field("object") : undefined;
  const isFirst = list.named.find((one) => !isComment(one)) === key;
  const isGet = callee?.field("attribute")?.text === "get";
  return object && isGet && isFirst ? { object, asks: true } : undefined;
}

/** `"a" in d` */
function inTest(key: SyntaxNode, test: SyntaxNode): Read | undefined {
  const [operator, ...more] = test.fields("operators").map(({ type }) => type);
  const [left, right] = test.named.filter((one) => !isComment(one));
  const isTest = (operator === "in" || operator === "not in") && more.length === 0;
  return isTest && left === key && right && PRIMARY.has(right.type)
    ? { object: right, asks: true }
    : undefined;
}
