import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** Returns the name of a type without its arguments and its package: `Builder` for `okhttp3.Request.Builder<T>`. */
export function typeName(node: SyntaxNode): string {
  const plain = node.type === "generic_type" ? node.named[0]! : node;
  return plain.text.slice(plain.text.lastIndexOf(".") + 1);
}

/** Lowers a type to the value of its class. */
export function typeExpr(node: SyntaxNode, scope: Scope): Expr {
  if (node.type === "generic_type" && node.named[0]) return typeExpr(node.named[0], scope);
  if (node.type !== "scoped_type_identifier" && node.type !== "scoped_identifier")
    return scope.classNamed(node, node.text);
  const parts = node.text.split(".").map((one) => one.trim());
  const first = parts.findIndex((one) => /^[A-Z]/.test(one));
  if (first < 0) return build.unknown(node);
  return parts
    .slice(first + 1)
    .reduce<Expr>(
      (object, key) => build.member(node, object, build.name(node, key)),
      scope.classNamed(node, parts[first]!),
    );
}
