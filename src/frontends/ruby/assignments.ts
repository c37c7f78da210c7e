import * as build from "../lowered/build.js";
import type { Expr, Pattern } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { constant } from "./constants.js";
import { expression } from "./expressions.js";
import { isCode, type Scope } from "./scope.js";

/** Lowers `x = y` in an expression, and the other assignment operators. */
export function assignment(node: SyntaxNode, scope: Scope): Expr {
  const left = node.field("left");
  const right = expression(node.field("right"), scope);
  const operator = node.type === "assignment" ? "=" : (node.field("operator")?.type ?? "=");
  if (!left) return right;
  const pattern = targetPattern(left, scope);
  if (!pattern) return attributeAssignment(node, left, right, operator, scope);
  if (operator === "=" || operator === "+=" || operator === "||=")
    return build.assign(node, pattern, right, operator);
  return build.assign(node, pattern, combined(node, operator, expression(left, scope), right));
}

function combined(node: SyntaxNode, operator: string, before: Expr, right: Expr): Expr {
  const own = operator.slice(0, -1);
  if (own === "&&" || own === "||") return build.either(node, own, before, right);
  if (own === "<<") return build.call(node, build.name(node, "rb:append"), [before, right]);
  return own === "" ? right : build.operation(node, own, before, right);
}

/** `object.name = value` calls a method. */
function attributeAssignment(
  node: SyntaxNode,
  left: SyntaxNode,
  right: Expr,
  operator: string,
  scope: Scope,
): Expr {
  const method = left.type === "call" ? left.field("method") : undefined;
  const receiver = left.field("receiver");
  if (!method || !receiver) return right;
  const set = (value: Expr): Expr => {
    const name = build.name(method, `${method.text}=`);
    if (receiver.type === "self" && scope.self === "main") return value;
    return build.call(node, build.member(left, expression(receiver, scope), name), [value]);
  };
  if (operator === "=") return set(right);
  const before = expression(left, scope);
  if (operator === "||=" || operator === "&&=")
    return build.either(node, operator === "||=" ? "||" : "&&", before, set(right));
  return set(combined(node, operator, before, right));
}

/**
 * Lowers the target of an assignment: a name, a member, or a list. Undefined for attributes and for targets that are
 * not followed.
 */
export function targetPattern(node: SyntaxNode, scope: Scope): Pattern | undefined {
  switch (node.type) {
    case "identifier":
      return build.name(node, node.text);
    case "left_assignment_list":
    case "destructured_left_assignment":
    case "destructured_parameter":
      return build.listPattern(
        node,
        node.named.filter(isCode).map((one) => targetPattern(one, scope) ?? null),
      );
    case "rest_assignment":
    case "splat_parameter": {
      const inner = node.named[0] && targetPattern(node.named[0], scope);
      return inner && build.rest(node, inner);
    }
    case "instance_variable":
    case "class_variable":
    case "global_variable":
    case "element_reference": {
      const target = expression(node, scope);
      return target.type === "MemberExpression" || target.type === "Identifier" ? target : undefined;
    }
    case "constant": {
      const target = constant(node, scope, (one) => expression(one, scope));
      return target.type === "Identifier" ? target : undefined;
    }
    default:
      return undefined;
  }
}
