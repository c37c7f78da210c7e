import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr } from "./expressions.js";
import { bodyIn, namedIn } from "./lambdas.js";
import type { Scope } from "./scope.js";
import { componentsOf, statementsOf } from "./statements.js";

/** Lowers `list.forEach { … }` and `repeat(n) { … }`, which are loops. Undefined for other calls. */
export function eachLoop(node: SyntaxNode, scope: Scope): Stmt[] | undefined {
  const lambda = node.child("annotated_lambda")?.child("lambda_literal");
  const [callee] = node.named;
  if (!lambda || !callee) return undefined;
  const names = namedIn(lambda);
  if (callee.type === "call_expression")
    return callee.named[0]?.text === "repeat" ? repeated(node, callee, lambda, scope) : undefined;
  if (callee.type !== "navigation_expression" || names.length > 1) return undefined;
  const [over, name] = [callee.named[0], callee.named.at(-1)];
  if (!over || (name?.text !== "forEach" && name?.text !== "onEach")) return undefined;
  const inside = scope.ofEach();
  const [pattern] = names;
  const isSeveral = pattern?.type === "multi_variable_declaration";
  const own = isSeveral ? undefined : pattern?.child("identifier");
  const held = own
    ? inside.declare(own.text)
    : isSeveral
      ? `kotlin:entry@${node.start}`
      : inside.declareImplicit("it", node.start);
  const whole = build.name(own ?? name, held);
  const before = isSeveral ? componentsOf(pattern, whole, inside) : [];
  const list = expr(over, scope);
  const right = isSeveral ? build.call(over, build.name(over, "kotlin:entries"), [list]) : list;
  return [
    statements.forOf(
      node,
      statements.declare(whole, whole, null, "let"),
      right,
      statements.block(lambda, [...before, ...statementsOf(bodyIn(lambda), inside)]),
    ),
  ];
}

function repeated(node: SyntaxNode, callee: SyntaxNode, lambda: SyntaxNode, scope: Scope): Stmt[] {
  const count = callee.child("value_arguments")?.child("value_argument")?.named.at(-1);
  const inside = scope.ofEach();
  const name = namedIn(lambda)[0]?.child("identifier");
  const held = name ? inside.declare(name.text) : inside.declareImplicit("it", node.start);
  const at = name ?? lambda;
  const body = [
    statements.declare(at, build.name(at, held), build.unknown(at), "let"),
    ...statementsOf(bodyIn(lambda), inside),
  ];
  return [
    statements.whileLoop(
      node,
      build.unknown(node, count ? [expr(count, scope)] : []),
      statements.block(lambda, body),
    ),
  ];
}
