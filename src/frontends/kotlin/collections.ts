import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentParts, argumentsOf, callParts, type CallParts } from "./calls.js";
import { expr, valuesIn } from "./expressions.js";
import type { Scope } from "./scope.js";

const MAPS: ReadonlySet<string> = new Set([
  ...["mapOf", "mutableMapOf", "hashMapOf", "linkedMapOf", "sortedMapOf", "emptyMap"],
]);

/** Lowers `mapOf("a" to b)`. Undefined for other functions. */
export function mapOf(parts: CallParts, name: string, scope: Scope): Expr | undefined {
  if (!MAPS.has(name)) return undefined;
  const { node, args } = parts;
  const pairs = args.map((one) => {
    const { value } = argumentParts(one);
    return value && pairIn(value);
  });
  if (pairs.some((one) => one === undefined))
    return build.call(node, build.name(node, "kotlin:mapOf"), argumentsOf(parts, scope));
  return build.record(
    node,
    pairs.map((one) => build.property(one!.node, expr(one!.key, scope), expr(one!.value, scope))),
  );
}

interface Pair {
  readonly node: SyntaxNode;
  readonly key: SyntaxNode;
  readonly value: SyntaxNode;
}

/** Returns the parts of `key to value` or `Pair(key, value)`. */
function pairIn(node: SyntaxNode): Pair | undefined {
  if (node.type === "infix_expression") {
    const [key, name, value] = valuesIn(node);
    return key && value && name?.text === "to" ? { node, key, value } : undefined;
  }
  const call = node.type === "call_expression" ? callParts(node) : undefined;
  const [key, value, ...others] = (call?.args ?? []).map((one) => argumentParts(one).value);
  return call?.callee.text === "Pair" && key && value && others.length === 0
    ? { node, key, value }
    : undefined;
}

/** Lowers `key to value`. */
export function pairOf(node: SyntaxNode, key: SyntaxNode, value: SyntaxNode, scope: Scope): Expr {
  return build.list(node, [expr(key, scope), expr(value, scope)]);
}
