import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { typeOf, type TypeKind } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** Returns the name of a type without its arguments and its package: `Builder` for `okhttp3.Request.Builder<T>`. */
export function typeName(node: SyntaxNode): string {
  const plain = node.type === "generic_type" ? node.named[0]! : node;
  return plain.text.slice(plain.text.lastIndexOf(".") + 1);
}

/** A class has at least two parts before it here; with one it may be a constant of a variable: `config.BASE`. */
const QUALIFIED = /^(?:[a-z_]\w*\.){2,}[A-Z]\w*$/;

/** Returns the name of a class with its package, without white space. Undefined if a node is anything else. */
export function qualifiedName(node: SyntaxNode): string | undefined {
  const name = node.text.replace(/\s/g, "");
  return QUALIFIED.test(name) ? name : undefined;
}

const MAY_BE_QUALIFIED: ReadonlySet<string> = new Set(["scoped_type_identifier", "field_access"]);

/** Returns the classes that the code names with their packages: `java.net.http.HttpClient`. */
export function qualifiedClasses(root: SyntaxNode): readonly string[] {
  const names = new Set<string>();
  for (const node of root.walk()) {
    const name = MAY_BE_QUALIFIED.has(node.type) ? qualifiedName(node) : undefined;
    if (name !== undefined) names.add(name);
  }
  return [...names];
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

/** Generic types, as kinds of types of data. */
const GENERIC: ReadonlyMap<string, TypeKind> = new Map<string, TypeKind>([
  ...["List", "Collection", "Iterable", "Set", "ArrayList", "Page"].map((name): [string, TypeKind] => [
    name,
    "list",
  ]),
  ["Map", "record"],
  ["HashMap", "record"],
  ["Optional", "optional"],
]);

/** Lowers the type of data: a class, or one that is made of classes. */
export function dataType(node: SyntaxNode | undefined, scope: Scope): Expr {
  switch (node?.type) {
    case "array_type":
      return typeOf(node, "list", [dataType(node.field("element"), scope)]);
    case "generic_type": {
      const parts = node.child("type_arguments")?.named ?? [];
      const kind = GENERIC.get(typeName(node)) ?? "any";
      const of = parts.map((one) => dataType(one, scope));
      return typeOf(node, kind, kind === "any" ? [typeExpr(node, scope), ...of] : of);
    }
    case "type_identifier":
    case "scoped_type_identifier":
      return typeExpr(node, scope);
    default:
      return typeOf(node ?? build.span(0, 0), "any", []);
  }
}
