import { isWrapper } from "../wrappers.js";
import type { Node } from "@oxc-project/types";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { WITH_DEFAULT, leaves } from "./presence-tests.js";

type Parents = ReadonlyMap<Node, Node | undefined>;
type Names = ReadonlySet<string>;

/**
 * Returns whether code reads a property only where it has not found what replaces it: `cluster.new ?? cluster.old`, a
 * branch, a default, or the handler of an exception. Such code works with and without the property.
 *
 * @param replacements the paths that may replace the property
 */
export function isStandby(
  read: Node,
  parents: Parents,
  replacements: readonly (readonly string[])[],
  namesIn: (node: Node) => Names,
): boolean {
  if (replacements.length === 0) return false;
  /** Returns whether code decides by a part of the replacement, and has read all of it on the other way. */
  const isReplaced = (decides: Node, others: readonly Node[]): boolean => {
    const tested = namesIn(decides);
    return replacements.some(
      (steps) =>
        steps.some((step) => tested.has(step)) &&
        steps.every((step) => tested.has(step) || others.some((other) => namesIn(other).has(step))),
    );
  };
  let node = read;
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    switch (parent.type) {
      case "LogicalExpression":
        if (parent.operator !== "&&" && parent.right === node && isReplaced(parent.left, [])) return true;
        break;
      case "CallExpression":
        // `object.get(key, default)`
        if (parent.arguments.length === 2 && parent.arguments[1] === node && isReplacedByCall(parent))
          return true;
        break;
      case "ConditionalExpression":
      case "IfStatement": {
        const other = parent.consequent === node ? parent.alternate : parent.consequent;
        if (parent.test !== node && other && isReplaced(parent.test, [other])) return true;
        break;
      }
      case "TryStatement":
        if (parent.handler === node && isReplaced(parent.block, [])) return true;
        break;
      case "BlockStatement":
        for (const before of parent.body) {
          if (before === node) break;
          if (before.type !== "IfStatement" || before.alternate || !leaves(before.consequent)) continue;
          if (isReplaced(before.test, [before.consequent])) return true;
        }
        break;
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression":
        return false;
      default:
        break;
    }
    node = parent;
  }
  return false;

  function isReplacedByCall({
    callee,
    arguments: [key],
  }: Extract<Node, { type: "CallExpression" }>): boolean {
    if (callee.type !== "MemberExpression" || !WITH_DEFAULT.has(keyName(callee.property))) return false;
    return key !== undefined && isReplaced(callee, [key]);
  }
}

/** Returns a function that says whether code names all steps of one of some paths. */
function readsOneOf(paths: readonly (readonly string[])[], namesIn: (node: Node) => Names) {
  return (code: Node): boolean => paths.some((steps) => steps.every((step) => namesIn(code).has(step)));
}

/**
 * Returns whether code reads what replaces a property on the other way of a condition, whatever that asks:
 * `isNew ? cluster.new : cluster.old`.
 *
 * @param replacements the paths that may replace the property
 */
export function isBesideReplacement(
  read: Node,
  parents: Parents,
  replacements: readonly (readonly string[])[],
  namesIn: (node: Node) => Names,
): boolean {
  const reads = readsOneOf(replacements, namesIn);
  let node = read;
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    if (parent.type === "ConditionalExpression" || parent.type === "IfStatement") {
      const other = parent.consequent === node ? parent.alternate : parent.consequent;
      if (parent.test !== node && other && reads(other)) return true;
    } else if (parent.type === "BlockStatement") {
      const before = parent.body.slice(0, parent.body.indexOf(node as never));
      if (before.some((one) => one.type === "IfStatement" && leaves(one.consequent) && reads(one.consequent)))
        return true;
    }
    node = parent;
  }
  return false;
}

/**
 * Returns whether code goes on with what replaces a property where the property is missing: `cluster.old ?? cluster.new`.
 *
 * @param replacements the paths that may replace the property
 */
export function precedesReplacement(
  read: Node,
  parents: Parents,
  replacements: readonly (readonly string[])[],
  namesIn: (node: Node) => Names,
): boolean {
  const reads = readsOneOf(replacements, namesIn);
  let node = read;
  for (let parent = parents.get(node); parent; parent = parents.get(node)) {
    if (parent.type === "LogicalExpression") {
      if (parent.operator !== "&&" && parent.left === node && reads(parent.right)) return true;
    } else if (parent.type === "ConditionalExpression") {
      if (parent.alternate !== node && reads(parent.alternate) && namesRead(parent.test, read)) return true;
    } else if (!isWrapper(parent) && !PASSING.has(parent.type)) return false;
    node = parent;
  }
  return false;

  /** Returns whether a test asks for the property itself. */
  function namesRead(test: Node, of: Node): boolean {
    const names = [...namesIn(of)];
    return names.length > 0 && names.every((name) => namesIn(test).has(name));
  }
}

/** Expressions that give a part of the value in them, or what a function makes of it. */
const PASSING: ReadonlySet<string> = new Set(["AwaitExpression", "MemberExpression", "CallExpression"]);

/** Returns the keys that code names, of members, of patterns and as texts, and the variables in it. */
export function namesIn(code: Node): { readonly names: Names; readonly variables: readonly string[] } {
  const [names, variables] = [new Set<string>(), new Set<string>()];
  walk(code, (node) => {
    if (node.type === "MemberExpression" && !node.computed) names.add(keyName(node.property));
    else if (node.type === "Property" && !node.computed) names.add(keyName(node.key));
    else if (node.type === "Literal" && typeof node.value === "string") names.add(node.value);
    else if (node.type === "Identifier") variables.add(node.name);
    return undefined;
  });
  return { names, variables: [...variables] };
}
