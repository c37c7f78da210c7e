import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr, isPattern } from "./expressions.js";
import type { Scope } from "./scope.js";
import { into, isBranching } from "./values.js";

/** Lowers an assignment. What is assigned may be decided by branches. */
export function assignment(node: SyntaxNode, scope: Scope): Stmt[] {
  const [left, right] = [node.field("left"), node.field("right")];
  if (!left || !right) return [];
  const operator = node.field("operator")?.text ?? "=";
  const target = targetOf(left, scope);
  const assigned = (value: Expr): Stmt[] => [
    statements.statement(
      !target
        ? build.unknown(node, [expr(left, scope), value])
        : operator === "=" || operator === "+="
          ? build.assign(node, target, value, operator)
          : build.assign(node, target, build.unknown(node, [value])),
    ),
  ];
  return isBranching(right) ? into(right, scope, assigned) : assigned(expr(right, scope));
}

/**
 * Lowers what is assigned. A property of an object is a key that the library may take in its own way: `request.url = x`
 * calls `setUrl` of a class in Java.
 */
function targetOf(node: SyntaxNode, scope: Scope): Pattern | undefined {
  if (node.type === "identifier") {
    const { text } = node;
    const local = scope.local(text);
    if (local) return build.name(node, local.actual);
    const own = scope.memberOfClass(node, text);
    if (own && isPattern(own)) return own;
    const [receiver] = scope.receivers();
    if (receiver && !scope.isKnown(text)) return property(node, build.name(node, receiver.actual), node);
    return build.name(node, text);
  }
  if (node.type === "navigation_expression") {
    const [object, name] = [node.named[0], node.named.at(-1)];
    if (!object || !name) return undefined;
    const lowered = expr(object, scope);
    if (lowered.type === "ThisExpression") return build.member(node, lowered, build.name(name, name.text));
    return property(node, lowered, name);
  }
  const lowered = expr(node, scope);
  return isPattern(lowered) ? lowered : undefined;
}

function property(place: SyntaxNode, object: Expr, name: SyntaxNode): Pattern {
  return build.index(place, object, build.text(name, name.text));
}
