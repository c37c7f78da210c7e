import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expectedAs } from "./calls.js";
import { expr } from "./expressions.js";
import { functionBody } from "./functions.js";
import { typedValue } from "./injected-values.js";
import { lambdaOf } from "./lambdas.js";
import type { Scope } from "./scope.js";
import { statedType } from "./types.js";

/** Returns the type that a property states. */
export function typeOfProperty(node: SyntaxNode): SyntaxNode | undefined {
  const declaration = node.child("variable_declaration");
  return declaration && statedType(declaration);
}

/** Returns the expression that a property is set to where it is declared. */
export function initializerOf(node: SyntaxNode): SyntaxNode | undefined {
  const mark = node.children.findIndex(({ type }) => type === "=");
  return mark < 0
    ? undefined
    : node.children.slice(mark + 1).find(({ isNamed, type }) => isNamed && !type.endsWith("comment"));
}

/** Lowers the value of a property. Undefined if it has none where it is declared. */
export function propertyValue(node: SyntaxNode, scope: Scope): Expr | undefined {
  const value = initializerOf(node);
  const type = typeOfProperty(node);
  if (value) return typedValue(expectedAs(value, type, scope), type, scope);
  const delegate = node.child("property_delegate")?.named[0];
  if (!delegate) return undefined;
  // `by lazy { … }` runs the code when it is first read, and by then nothing else has changed.
  const lambda = delegate.child("annotated_lambda")?.child("lambda_literal");
  const [callee] = delegate.named;
  const isLazy = callee?.text === "lazy" || /^lazy\s*\(/.test(callee?.text ?? "");
  if (!lambda || !isLazy) return typedValue(build.unknown(delegate, [expr(delegate, scope)]), type, scope);
  return build.call(delegate, lambdaOf(lambda, scope, { label: "lazy", receives: "it" }), []);
}

/** Lowers `get() = …` of a property to a function. Undefined if there is none. */
export function getterOf(node: SyntaxNode, scope: Scope): Expr | undefined {
  // The grammar puts it behind the property, if there is a line between them.
  const getter = node.child("getter");
  if (!getter?.child("function_body")) return undefined;
  const inside = scope.ofFunction(typeOfProperty(node));
  return build.lambda(getter, [], functionBody(getter, inside));
}
