import { isWrapper } from "../wrappers.js";
import type { Node } from "@oxc-project/types";
import { nameOf, type UnknownValue } from "../evaluation/value.js";

/** A longer chain adds nothing. */
const MAX_NAMES = 12;

/**
 * Returns the names in a call, in order: `api.getCluster`. For `expect(api.getCluster).toBeCalledWith` they are
 * followed by the names in the argument.
 */
export function writtenName(call: Node): string {
  const names: string[] = [];
  collect(call.type === "CallExpression" || call.type === "NewExpression" ? call.callee : call, names);
  return names.join(".");
}

/** Returns the name of the function in a call, `results.push`; `undefined` if it is computed in any way. */
export function plainName(call: Node): string | undefined {
  return call.type === "CallExpression" || call.type === "NewExpression"
    ? plainNameOf(call.callee)
    : undefined;
}

function plainNameOf(node: Node): string | undefined {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier")
    return undefined;
  const object = plainNameOf(node.object);
  return object === undefined ? undefined : `${object}.${node.property.name}`;
}

function collect(node: Node, names: string[]): void {
  if (names.length >= MAX_NAMES) return;
  switch (node.type) {
    case "Identifier":
    case "PrivateIdentifier":
      names.push(node.name);
      return;
    case "MemberExpression":
      collect(node.object, names);
      if (!node.computed) collect(node.property, names);
      else if (node.property.type === "Literal" && typeof node.property.value === "string")
        names.push(node.property.value);
      return;
    case "CallExpression":
      collect(node.callee, names);
      for (const argument of node.arguments)
        if (argument.type === "MemberExpression" || argument.type === "Identifier") collect(argument, names);
      return;
    case "AwaitExpression":
      collect(node.argument, names);
      return;
    default:
      if (isWrapper(node)) collect(node.expression, names);
  }
}

/** Returns the local name that a property of a pattern is bound to. */
export function bindingOf(node: Node): string | undefined {
  if (node.type !== "Property") return undefined;
  const { value } = node as { value: Node };
  const target = value.type === "AssignmentPattern" ? value.left : value;
  return target.type === "Identifier" ? target.name : undefined;
}

/**
 * Returns the name of code that gets a value. If the name is made of calls, the names in the code say more: `results.push`
 * instead of `response.toString().push`. Code that a lowering could not follow has no name of its own.
 */
export function receiverName(callee: UnknownValue, call: Node): string {
  const name = nameOf(callee);
  if (name.startsWith("core:")) return "code that v2ready does not read";
  return name.includes("(") ? (plainName(call) ?? name) : name;
}
