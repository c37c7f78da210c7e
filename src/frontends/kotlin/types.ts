import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { typeOf, type TypeKind } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

const TYPES: ReadonlySet<string> = new Set([
  ...["user_type", "nullable_type", "function_type", "non_nullable_type", "parenthesized_type"],
]);

/** Returns the type that a declaration states, which is the first one among its parts behind a position. */
export function statedType(node: SyntaxNode, behind = node.start): SyntaxNode | undefined {
  return node.children.find(({ type, start }) => TYPES.has(type) && start >= behind);
}

/** Returns a type without its mark for nothing and its brackets. */
export function plainType(node: SyntaxNode | undefined): SyntaxNode | undefined {
  let at = node;
  while (at?.type === "nullable_type" || at?.type === "parenthesized_type")
    at = at.children.find(({ type }) => TYPES.has(type));
  return at;
}

/** Returns the name of a type without its arguments and its package: `Builder` for `okhttp3.Request.Builder<T>`. */
export function typeName(node: SyntaxNode | undefined): string {
  return plainType(node)?.all("identifier").at(-1)?.text ?? "";
}

/** Returns the types that a type has as its arguments. */
export function typeArguments(node: SyntaxNode | undefined): SyntaxNode[] {
  const list = node?.type === "type_arguments" ? node : plainType(node)?.child("type_arguments");
  return (list?.all("type_projection") ?? []).flatMap(
    (one) => one.children.find(({ type }) => TYPES.has(type)) ?? [],
  );
}

/** Lowers a type to the value of its class. */
export function typeExpr(node: SyntaxNode | undefined, scope: Scope): Expr {
  const plain = plainType(node);
  if (plain?.type !== "user_type") return build.unknown(node ?? build.span(0, 0));
  const parts = plain.all("identifier");
  const first = parts.findIndex(({ text }) => /^[A-Z]/.test(text));
  const [root, ...steps] = parts.slice(Math.max(0, first));
  if (!root) return build.unknown(plain);
  return steps.reduce<Expr>(
    (object, key) => build.member(plain, object, build.name(key, key.text)),
    scope.named(root, root.text),
  );
}

/** Generic types, as kinds of types of data. */
const GENERIC: ReadonlyMap<string, TypeKind> = new Map<string, TypeKind>([
  ...["List", "MutableList", "Collection", "Iterable", "Set", "Array", "ArrayList", "Sequence", "Flow"].map(
    (name): [string, TypeKind] => [name, "list"],
  ),
  ...["Map", "MutableMap", "HashMap"].map((name): [string, TypeKind] => [name, "record"]),
  // They hold an answer, or what it becomes.
  ...["Optional", "Response", "Call", "Deferred", "Result", "Mono", "Single", "ResponseEntity"].map(
    (name): [string, TypeKind] => [name, "optional"],
  ),
]);

/** Types of values that have no members of their own. */
const SIMPLE: ReadonlySet<string> = new Set([
  ...["String", "Int", "Long", "Boolean", "Double", "Float", "Any", "Unit", "Nothing", "ByteArray"],
]);

/** Lowers the type of data: a class, or one that is made of classes. */
export function dataType(node: SyntaxNode | undefined, scope: Scope): Expr {
  const plain = plainType(node);
  // The grammar takes some types in brackets for names.
  if (plain?.type === "identifier" && !SIMPLE.has(plain.text)) return scope.named(plain, plain.text);
  const name = typeName(plain);
  if (plain?.type !== "user_type" || SIMPLE.has(name)) return typeOf(node ?? build.span(0, 0), "any", []);
  const of = typeArguments(plain).map((one) => dataType(one, scope));
  const kind = GENERIC.get(name);
  if (kind) return typeOf(plain, kind, of);
  return of.length > 0 ? typeOf(plain, "any", [typeExpr(plain, scope), ...of]) : typeExpr(plain, scope);
}
