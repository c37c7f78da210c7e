import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Lambda, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { functionBody } from "./functions.js";
import { declareParameters, paramOf, parametersOf } from "./parameters.js";
import type { Receiver, Scope } from "./scope.js";
import { componentsOf, statementsOf } from "./statements.js";
import { resultOf } from "./values.js";

/** Says how a function calls the lambda that it gets: with an object as `this`, with one as `it`, or it is not known. */
export type Receives = "this" | "it" | "either" | "nothing";

interface Given {
  /** The function that gets the lambda. */
  readonly label: string;
  readonly receives: Receives;
}

/** Returns the statements in a lambda. */
export function bodyIn(lambda: SyntaxNode): SyntaxNode[] {
  return lambda.named.filter(({ type }) => type !== "lambda_parameters" && !type.endsWith("comment"));
}

/** Returns the parameters that a lambda names. */
export function namedIn(lambda: SyntaxNode): SyntaxNode[] {
  return (lambda.child("lambda_parameters")?.named ?? []).filter(({ type }) => !type.endsWith("comment"));
}

/** Lowers a lambda. Its last expression is its value. */
export function lambdaOf(node: SyntaxNode, scope: Scope, { label, receives }: Given): Lambda {
  const names = namedIn(node);
  const hasArrow = node.child("->") !== undefined;
  if (names.length === 0) {
    const takes = !hasArrow && receives !== "nothing";
    const actual = scope.local("it") ? `it@${node.start}` : "it";
    const mayBeThis = takes && receives !== "it";
    const receiver: Receiver | undefined = mayBeThis
      ? { actual, label, isSure: receives === "this" }
      : undefined;
    const inside = scope.ofLambda(label, receiver);
    if (takes) inside.declareImplicit("it", node.start);
    return build.lambda(node, takes ? [build.name(node, actual)] : [], resultOf(node, bodyIn(node), inside));
  }
  const inside = scope.ofLambda(label);
  const before: Stmt[] = [];
  const params = names.map((one): Param => {
    const name = one.child("identifier");
    if (one.type === "variable_declaration" && name) {
      inside.declare(name.text);
      return build.name(name, name.text);
    }
    const whole = build.name(one, `kotlin:entry@${one.start}`);
    addAll(before, componentsOf(one, whole, inside));
    return whole;
  });
  const body = resultOf(node, bodyIn(node), inside);
  return build.lambda(node, params, statements.block(node, [...before, ...body.body]));
}

/** Lowers `fun(x: Int): Int = …`. */
export function anonymousFunction(node: SyntaxNode, scope: Scope): Expr {
  const inside = scope.ofFunction(undefined);
  const parameters = parametersOf(node);
  declareParameters(parameters, inside);
  return build.lambda(
    node,
    parameters.map((one) => paramOf(one, inside)),
    functionBody(node, inside),
  );
}

/** Lowers the statements of a lambda that runs in place, and not as a function. */
export function inlined(lambda: SyntaxNode, scope: Scope): Stmt[] {
  return statementsOf(bodyIn(lambda), scope);
}
