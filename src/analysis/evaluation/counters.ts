import type { ForInStatement, ForOfStatement, Node } from "@oxc-project/types";
import { walk } from "../walk.js";
import type { Names } from "./module-record.js";

/** The last names of functions that wait or print: how long and what makes no difference to a request. */
const WAITS_OR_PRINTS: ReadonlySet<string> = new Set(
  "sleep usleep delay wait print println printf log debug info warn warning error exception trace".split(" "),
);

const known = new WeakMap<Node, boolean>();

/**
 * Returns whether the variable of a loop only counts rounds, as in loops that try again. Only code that waits, prints or
 * gives up reads it, so its rounds differ in nothing else.
 */
export function onlyCounts(loop: ForOfStatement | ForInStatement, names: Names): boolean {
  let counts = known.get(loop);
  if (counts === undefined) known.set(loop, (counts = isCounter(loop, names)));
  return counts;
}

function isCounter(loop: ForOfStatement | ForInStatement, names: Names): boolean {
  const { left } = loop;
  const target = left.type === "VariableDeclaration" ? left.declarations[0]?.id : left;
  const variable = target?.type === "Identifier" ? names.variableOf(target) : undefined;
  if (!variable) return false;
  const harmless = new Set<object>([target!]);
  const allow = (node: Node): void =>
    walk(node, (inner) => {
      if (inner.type === "Identifier") harmless.add(inner);
      return undefined;
    });
  walk(loop.body, (node) => {
    if (node.type === "ThrowStatement" || isHarmlessCall(node)) allow(node);
    if (node.type === "IfStatement" && isGivingUp(node.consequent) && !node.alternate) allow(node.test);
    return undefined;
  });
  return variable.references.every(({ identifier }) => harmless.has(identifier));
}

/** Returns whether a statement does nothing but wait, print and leave the round. */
function isGivingUp(node: Node): boolean {
  if (node.type === "BlockStatement") return node.body.every(isGivingUp);
  return (
    node.type === "ThrowStatement" ||
    node.type === "BreakStatement" ||
    node.type === "ContinueStatement" ||
    isHarmlessCall(node)
  );
}

function isHarmlessCall(node: Node): boolean {
  if (node.type !== "ExpressionStatement") return false;
  const { expression } = node;
  const call = expression.type === "AwaitExpression" ? expression.argument : expression;
  if (call.type !== "CallExpression") return false;
  const { callee } = call;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.type === "Identifier" && WAITS_OR_PRINTS.has(name.name);
}
