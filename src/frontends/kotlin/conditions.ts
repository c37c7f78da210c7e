import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr } from "./expressions.js";
import type { Scope } from "./scope.js";

export function ifCondition(node: SyntaxNode, scope: Scope): Expr {
  const test = node.field("condition");
  return test ? expr(test, scope) : build.unknown(node);
}

/** Returns the code that runs if the condition holds. Undefined if there is none. */
export function thenBranch(node: SyntaxNode): SyntaxNode | undefined {
  const close = node.children.findIndex(({ type }) => type === ")");
  const found = node.children
    .slice(close + 1)
    .find(({ type, isNamed }) => type === "else" || (isNamed && !type.endsWith("comment")));
  return found?.type === "else" ? undefined : found;
}

/** Returns the code that runs otherwise. Undefined if there is none. */
export function elseBranch(node: SyntaxNode): SyntaxNode | undefined {
  const mark = node.children.findIndex(({ type }) => type === "else");
  return mark < 0
    ? undefined
    : node.children.slice(mark + 1).find(({ type, isNamed }) => isNamed && !type.endsWith("comment"));
}

/** Lowers `when (val x = value)`: the statements before the branches, and the value that they compare. */
export function whenSubject(
  node: SyntaxNode,
  scope: Scope,
): { readonly before: readonly Stmt[]; readonly subject: Expr | undefined } {
  const subject = node.child("when_subject");
  if (!subject) return { before: [], subject: undefined };
  const name = subject.child("variable_declaration")?.child("identifier");
  const value = subject.named.at(-1);
  const lowered = value ? expr(value, scope) : build.unknown(subject);
  const held = name ? build.name(name, name.text) : build.name(subject, `kotlin:subject@${subject.start}`);
  scope.declare(held.name);
  return { before: [statements.declare(subject, held, lowered, "let")], subject: held };
}

export interface WhenBranch {
  readonly place: SyntaxNode;
  /** None for `else`. */
  readonly conditions: readonly SyntaxNode[];
  readonly body: SyntaxNode | undefined;
}

export function whenBranches(node: SyntaxNode): WhenBranch[] {
  return node.all("when_entry").map((place) => {
    const arrow = place.children.findIndex(({ type }) => type === "->");
    return {
      place,
      conditions: place.fields("condition"),
      body: place.children.slice(arrow + 1).find(({ isNamed, type }) => isNamed && !type.endsWith("comment")),
    };
  });
}

/** Lowers the conditions of a branch. Undefined for `else`. */
export function conditionOf(
  place: SyntaxNode,
  conditions: readonly SyntaxNode[],
  subject: Expr | undefined,
  scope: Scope,
): Expr | undefined {
  const tests = conditions.map((one): Expr => {
    if (one.type === "range_test" || one.type === "type_test") return build.unknown(one);
    const value = expr(one, scope);
    return subject ? build.operation(one, "===", subject, value) : value;
  });
  const [first, ...others] = tests;
  return first && others.reduce<Expr>((left, right) => build.either(place, "||", left, right), first);
}
