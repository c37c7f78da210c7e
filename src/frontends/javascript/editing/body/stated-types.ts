import type { Node, Program } from "@oxc-project/types";
import { contains, type Span } from "../../../../core/span.js";
import { annotationName, takesAnyName, typeNameOf } from "../../../../analysis/recording/type-names.js";
import { childrenOf } from "../../../../analysis/walk.js";

/** A type that is stated, and the one that returned values are of. */
interface Stated {
  readonly type?: string | undefined;
  readonly returned?: string | undefined;
}

/** Not the name of a type: `as const`. */
const CONST = "const";

/** Returns the names of the declared types of the innermost literals around some places, without duplicates. */
export function statedTypes(program: Node, places: readonly Span[]): string[] {
  const names = places.map((place) => statedAt(program, place));
  return [...new Set(names)].filter((name) => name !== undefined && !takesAnyName(name)) as string[];
}

/**
 * Returns those declared types that the program itself declares and that do not accept any name. Types of packages and
 * of the language accept all headers.
 */
export function ownTypes(program: Program, places: readonly Span[]): string[] {
  return statedTypes(program, places).filter((name) => isOwn(program, name.split(/[.[]/)[0]!));
}

function isOwn({ body }: Program, name: string): boolean {
  return body.some((statement) => {
    if (statement.type === "ImportDeclaration")
      return (
        statement.specifiers.some(({ local }) => local.name === name) &&
        OWN_FILES.test(statement.source.value)
      );
    const isExport =
      statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
    const declaration = isExport ? statement.declaration : statement;
    switch (declaration?.type) {
      case "TSInterfaceDeclaration":
        return declaration.id.name === name && !isOpen(declaration.body);
      case "TSTypeAliasDeclaration":
        return declaration.id.name === name && !isOpen(declaration.typeAnnotation);
      case "ClassDeclaration":
        return declaration.id?.name === name;
      default:
        return false;
    }
  });
}

/** Specifiers of files beside the one that imports them, and those that configurations make of them. */
const OWN_FILES = /^(?:[./~#]|@\/)/;

/** Returns whether a type takes members of any name. */
function isOpen(type: Node): boolean {
  if (type.type === "TSTypeReference") return takesAnyName(typeNameOf(type));
  if (type.type === "TSInterfaceBody") return type.body.some((member) => member.type === "TSIndexSignature");
  return type.type === "TSTypeLiteral" && type.members.some((member) => member.type === "TSIndexSignature");
}

function statedAt(program: Node, place: Span): string | undefined {
  let at = program;
  let stated: Stated = {};
  let found: string | undefined;
  for (;;) {
    if (at.type === "ObjectExpression" || at.type === "ArrayExpression") found = stated.type;
    const inner = childrenOf(at).find((child) => contains(child, place));
    if (!inner) return found;
    stated = statedFor(at, inner, stated);
    at = inner;
  }
}

/** Returns the type that is stated for a child of a node. */
function statedFor(node: Node, child: Node, { type, returned }: Stated): Stated {
  switch (node.type) {
    case "VariableDeclarator":
      return { type: annotationName(node.id), returned };
    case "PropertyDefinition":
      return { type: node.typeAnnotation ? typeNameOf(node.typeAnnotation) : undefined, returned };
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion": {
      const name = typeNameOf(node.typeAnnotation);
      return { type: name === CONST ? type : name, returned };
    }
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const own = node.returnType ? typeNameOf(node.returnType) : undefined;
      return { type: child.type === "BlockStatement" ? undefined : own, returned: own };
    }
    case "ReturnStatement":
      return { type: returned, returned };
    case "ObjectExpression":
    case "ArrayExpression":
    case "Property":
    case "SpreadElement":
    case "ParenthesizedExpression":
    case "ConditionalExpression":
    case "LogicalExpression":
      return { type, returned };
    default:
      return { returned };
  }
}
