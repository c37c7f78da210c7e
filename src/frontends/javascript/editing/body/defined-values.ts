import { isWrapper } from "../../../../analysis/wrappers.js";
import type { Node } from "@oxc-project/types";
import { walk } from "../../../../analysis/walk.js";

/** Calls that give a value whatever they are given. */
const CONVERSIONS: ReadonlySet<string> = new Set(["Number", "String", "Boolean", "parseInt", "parseFloat"]);

/**
 * Returns whether the value of an expression is surely not `undefined`.
 *
 * @param names of variables that never are
 */
export function isDefined(node: Node, names: ReadonlySet<string>): boolean {
  switch (node.type) {
    case "Literal":
    case "TemplateLiteral":
    case "BinaryExpression":
    case "ObjectExpression":
    case "ArrayExpression":
      return true;
    case "Identifier":
      return names.has(node.name);
    case "UnaryExpression":
      return node.operator !== "void";
    case "LogicalExpression":
      return isDefined(node.right, names) && (node.operator !== "&&" || isDefined(node.left, names));
    case "ConditionalExpression":
      return isDefined(node.consequent, names) && isDefined(node.alternate, names);
    case "CallExpression":
      return node.callee.type === "Identifier" && CONVERSIONS.has(node.callee.name);
    default:
      return isWrapper(node) && isDefined(node.expression, names);
  }
}

/** Names that a program gives to parameters and parts of patterns with a default value, and to nothing else. */
export function namesWithDefault(program: Node): ReadonlySet<string> {
  let known = withDefault.get(program);
  if (!known) withDefault.set(program, (known = findNamesWithDefault(program)));
  return known;
}

const withDefault = new WeakMap<Node, ReadonlySet<string>>();

function findNamesWithDefault(program: Node): ReadonlySet<string> {
  const defaults = new Set<string>();
  const others = new Set<string>();
  walk(program, (node, parent) => {
    if (node.type === "AssignmentPattern" && node.left.type === "Identifier") {
      if (isDefined(node.right, NONE)) defaults.add(node.left.name);
      else others.add(node.left.name);
    }
    if (node.type === "ObjectPattern")
      for (const property of node.properties)
        if (property.type === "Property" && property.value.type === "Identifier")
          others.add(property.value.name);
    const isOwn = parent?.type === "AssignmentPattern" && parent.left === node;
    if (node.type === "Identifier" && parent && !isOwn && mayGiveName(parent)) others.add(node.name);
    return undefined;
  });
  return new Set([...defaults].filter((name) => !others.has(name)));
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns whether a name that stands here may be one that is declared or written; patterns of objects are looked at as
 * such.
 */
function mayGiveName(parent: Node): boolean {
  switch (parent.type) {
    case "MemberExpression":
    case "Property":
    case "CallExpression":
    case "NewExpression":
    case "BinaryExpression":
    case "LogicalExpression":
    case "TemplateLiteral":
    case "ReturnStatement":
    case "AwaitExpression":
    case "ConditionalExpression":
      return false;
    default:
      return true;
  }
}
