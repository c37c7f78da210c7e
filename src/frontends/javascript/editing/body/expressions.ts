import type { Node } from "@oxc-project/types";
import { childrenOf } from "../../../../analysis/walk.js";

/** Nodes that are values or consist of values, and have no effects when they are evaluated. */
const PLAIN: ReadonlySet<string> = new Set([
  "Identifier",
  "Literal",
  "ThisExpression",
  "TemplateLiteral",
  "TemplateElement",
  "MemberExpression",
  "ChainExpression",
  "BinaryExpression",
  "LogicalExpression",
  "ConditionalExpression",
  "UnaryExpression",
  "PrivateIdentifier",
  "Super",
  "MetaProperty",
]);

/** Wrappers and types, which are gone when the program runs. */
function isTypeOnly(type: string): boolean {
  return type.startsWith("TS");
}

/** Literals that create a new object each time, which cannot be distinguished from a copy once it is JSON. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "ObjectExpression",
  "ArrayExpression",
  "Property",
  "SpreadElement",
]);

/**
 * Returns whether evaluating an expression does nothing else, so that it may be done twice or not at all. Reading a
 * property counts as doing nothing: an accessor with effects would break far more than this.
 */
export function isPure(node: Node): boolean {
  const { type } = node;
  if (type === "UnaryExpression" && node.operator === "delete") return false;
  // A type annotation is not evaluated, whatever it contains.
  if (isTypeOnly(type) && !("expression" in node)) return true;
  if (!PLAIN.has(type) && !CONTAINERS.has(type) && !isTypeOnly(type)) return false;
  if (type === "Property" && (node.kind !== "init" || node.method)) return false;
  return childrenOf(node).every(isPure);
}

const SEQUENTIAL: ReadonlySet<string> = new Set([
  "AwaitExpression",
  "YieldExpression",
  "AssignmentExpression",
  "UpdateExpression",
]);

/**
 * Returns whether an expression waits for something or writes to a variable: others before and behind it may notice.
 */
export function isSequential(node: Node): boolean {
  return SEQUENTIAL.has(node.type) || childrenOf(node).some(isSequential);
}
