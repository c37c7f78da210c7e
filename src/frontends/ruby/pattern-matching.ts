import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/**
 * Lowers a pattern to what it does with a value, whether it matches or not. It reads the keys of hashes and the elements
 * of lists, and assigns to its names.
 *
 * @param value makes the expression of the value again for each use
 */
export function matching(
  pattern: SyntaxNode | undefined,
  value: (place: SyntaxNode) => Expr,
  scope: Scope,
): Expr[] {
  if (!pattern) return [];
  const assign = (name: SyntaxNode | undefined): Expr[] =>
    name && scope.locals.has(name.text) ? [build.assign(name, build.name(name, name.text), value(name))] : [];
  switch (pattern.type) {
    case "identifier":
      return assign(pattern);
    case "as_pattern":
      return [...matching(pattern.field("value"), value, scope), ...assign(pattern.field("name"))];
    case "hash_pattern":
      return pattern.all("keyword_pattern").flatMap((one) => ofKey(one, value, scope));
    case "array_pattern":
    case "find_pattern":
      return pattern.named.flatMap((one, index) =>
        matching(one, (place) => build.index(place, value(place), build.scalar(place, index)), scope),
      );
    case "splat_parameter":
    case "hash_splat_parameter":
      return [];
    default:
      return pattern.named.flatMap((one) => matching(one, value, scope));
  }
}

/** `key: pattern`; without a pattern the value is assigned to a variable of the same name. */
function ofKey(node: SyntaxNode, value: (place: SyntaxNode) => Expr, scope: Scope): Expr[] {
  const key = node.field("key");
  const name = key?.type === "string" ? key.child("string_content") : key;
  if (!key || !name) return [];
  const member = (place: SyntaxNode): Expr =>
    build.index(place, value(place), build.madeText(name, name.text));
  const inner = node.field("value");
  if (inner) {
    const found = matching(inner, member, scope);
    return found.length > 0 ? found : [member(key)];
  }
  return scope.locals.has(name.text)
    ? [build.assign(key, build.name(key, name.text), member(key))]
    : [member(key)];
}
