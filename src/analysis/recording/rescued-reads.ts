import type { Expression, Node, TryStatement } from "@oxc-project/types";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { isAlternative } from "./presence-tests.js";

type Parents = ReadonlyMap<Node, Node | undefined>;

/** Methods that throw if the key is missing. */
const THROWING: ReadonlySet<string> = new Set([
  ...["fetch", "getString", "getInt", "getLong", "getDouble", "getBoolean", "getJSONObject", "getJSONArray"],
  ...["GetProperty"],
]);

/**
 * Returns whether a read of a missing property throws, and the handler of the exception gives another value instead. The
 * value goes to the same variable, or is the result of the function.
 *
 * @param throws whether `object[key]` throws in the language if the key is missing
 */
export function isRescued(read: Node, parents: Parents, throws: boolean): boolean {
  if (!mayThrow(read, parents, throws)) return false;
  let node = read;
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    if (parent.type === "ReturnStatement") return isReturned(parent, parents);
    if (parent.type === "VariableDeclarator" || parent.type === "AssignmentExpression") {
      const target = parent.type === "VariableDeclarator" ? parent.id : parent.left;
      return target.type === "Identifier" && isGiven(target.name, parent, parents);
    }
    if (parent.type === "BlockStatement") return false;
    node = parent;
  }
  return false;
}

function mayThrow(read: Node, parents: Parents, throws: boolean): boolean {
  if (read.type === "CallExpression" && read.callee.type === "MemberExpression")
    return THROWING.has(keyName(read.callee.property));
  const parent = parents.get(read);
  const isHolder = parent?.type === "MemberExpression" && parent.object === read && !parent.optional;
  return isHolder || throws;
}

function isReturned(node: Node, parents: Parents): boolean {
  return inHandler(node, parents, (part) =>
    part.type === "ReturnStatement" ? (part.argument ?? undefined) : undefined,
  );
}

function isGiven(name: string, node: Node, parents: Parents): boolean {
  return inHandler(node, parents, (part) => {
    if (part.type === "VariableDeclarator")
      return part.id.type === "Identifier" && part.id.name === name ? (part.init ?? undefined) : undefined;
    if (part.type !== "AssignmentExpression" || part.left.type !== "Identifier") return undefined;
    return part.left.name === name ? part.right : undefined;
  });
}

/** Returns whether the handler around a node has a value that is an alternative. */
function inHandler(node: Node, parents: Parents, valueOf: (part: Node) => Expression | undefined): boolean {
  const body = handlingOf(node, parents)?.handler?.body;
  let isFound = false;
  if (body)
    walk(body, (part) => {
      const value = valueOf(part);
      isFound ||= value !== undefined && isAlternative(value);
      return undefined;
    });
  return isFound;
}

/** Returns the `try` with a handler that a node is directly in. */
function handlingOf(node: Node, parents: Parents): TryStatement | undefined {
  let inner = node;
  for (let around = parents.get(node); around; around = parents.get(around)) {
    if (around.type === "TryStatement") return around.block === inner && around.handler ? around : undefined;
    if (/Function|Class|Program/.test(around.type)) return undefined;
    inner = around;
  }
  return undefined;
}
