import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import { typeOf, type TypeKind } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** The node of a type's own name, without its namespace, its arguments and `?`. */
function nameNode(node: SyntaxNode): SyntaxNode | undefined {
  switch (node.type) {
    case "identifier":
      return node;
    case "nullable_type":
      return node.field("type") && nameNode(node.field("type")!);
    case "qualified_name":
    case "alias_qualified_name":
    case "member_access_expression":
      return node.field("name") && nameNode(node.field("name")!);
    case "generic_name":
      return node.child("identifier");
    default:
      return undefined;
  }
}

/** Returns the name of a type without its arguments and its namespace: `IOptions` for `IOptions<T>?`. */
export function typeName(node: SyntaxNode | undefined): string {
  return (node && nameNode(node)?.text) ?? "";
}

/** Returns the arguments of a generic type: `T` for `IOptions<T>`. */
export function typeArguments(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (!node) return [];
  if (node.type === "generic_name") return node.child("type_argument_list")?.named ?? [];
  const inner = node.field("name") ?? node.field("type");
  return inner ? typeArguments(inner) : [];
}

/** Lowers a type to the value of its class. A type without a name is unknown. */
export function typeExpr(node: SyntaxNode, scope: Scope): Expr {
  const name = nameNode(node);
  return name ? scope.classNamed(name, name.text) : build.unknown(node);
}

/** Generic types, as kinds of types of data. */
const GENERIC: ReadonlyMap<string, TypeKind> = new Map<string, TypeKind>([
  ...["List", "IList", "IEnumerable", "IReadOnlyList", "IReadOnlyCollection", "ICollection", "HashSet"].map(
    (name): [string, TypeKind] => [name, "list"],
  ),
  ...["Dictionary", "IDictionary", "IReadOnlyDictionary"].map((name): [string, TypeKind] => [name, "record"]),
  ["Collection", "list"],
  ["ImmutableArray", "list"],
  ["Nullable", "optional"],
]);

/** Lowers the type of data: a class, or one that is made of classes. */
export function dataType(node: SyntaxNode | undefined, scope: Scope): Expr {
  switch (node?.type) {
    case "nullable_type":
      return typeOf(node, "optional", [dataType(node.field("type"), scope)]);
    case "array_type":
      return typeOf(node, "list", [dataType(node.field("type"), scope)]);
    case "generic_name": {
      const kind = GENERIC.get(typeName(node)) ?? "any";
      const parts = typeArguments(node).map((one) => dataType(one, scope));
      return typeOf(node, kind, kind === "any" ? [typeExpr(node, scope), ...parts] : parts);
    }
    case "identifier":
    case "qualified_name":
      return typeExpr(node, scope);
    default:
      return typeOf(node ?? build.span(0, 0), "any", []);
  }
}
