import * as build from "../lowered/build.js";
import * as made from "../lowered/build-statements.js";
import type { Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isNamed } from "./control.js";
import { native, type Lowering } from "./lowering.js";
import { isArrayType, isNamedType } from "./syntax.js";
import { BASIC_TYPES } from "./names.js";
import { typeExpression, zeroValue } from "./lower-types.js";

/** Declares type parameters as variables: a call hands its types over, or the struct that a method belongs to has them. */
export function typesOf(lowering: Lowering, names: readonly SyntaxNode[]): Stmt[] {
  return names.flatMap((name, index) =>
    name.text === "_"
      ? []
      : [
          made.declare(
            name,
            build.name(name, lowering.scopes.declare(name.text)),
            native(name, "typeArgument", [build.self(name), build.scalar(name, index)]),
            "const",
          ),
        ],
  );
}

/** Declares the receiver of a method as a variable. */
export function receiverOf(lowering: Lowering, node: SyntaxNode): Stmt[] {
  const name = node.field("name");
  if (!name || name.text === "_") return [];
  const isPointer = node.field("type")?.type === "pointer_type";
  const self = build.self(name);
  return [
    made.declare(
      name,
      build.name(name, lowering.scopes.declare(name.text)),
      isPointer ? self : native(name, "copied", [self]),
      "const",
    ),
  ];
}

/**
 * Lowers parameters.
 *
 * @param before gets the statements that run before the body
 */
export function parametersOf(lowering: Lowering, list: SyntaxNode | undefined, before: Stmt[]): Param[] {
  const declared = list?.all("parameter_declaration", "variadic_parameter_declaration") ?? [];
  return declared.flatMap((declaration): Param[] => {
    const type = declaration.field("type");
    const names = declaration.fields("name");
    if (names.length === 0) return [build.name(declaration, lowering.fresh("_"))];
    return names.map((node) => {
      const name = build.name(node, declareTyped(lowering, node, type));
      if (declaration.type === "variadic_parameter_declaration") return build.rest(node, name);
      // A parameter without a known caller has its declared type.
      if (type && isNamed(type))
        before.push(
          made.statement(
            build.assign(node, name, native(node, "as", [name, typeExpression(lowering, type)])),
          ),
        );
      return name;
    });
  });
}

/** Declares named results as variables. */
export function namedResults(lowering: Lowering, result: SyntaxNode | undefined): Stmt[] {
  if (result?.type !== "parameter_list") return [];
  const names = result
    .all("parameter_declaration")
    .flatMap((declaration) =>
      declaration.fields("name").map((node) => ({ node, type: declaration.field("type") })),
    );
  const statements = names.map(({ node, type }) =>
    made.declare(
      node,
      build.name(node, declareTyped(lowering, node, type)),
      zeroValue(lowering, type, true),
      "let",
    ),
  );
  lowering.results = names.map(({ node }) => lowering.scopes.of(node.text));
  return statements;
}

/** Returns the names of the results of a function; empty if they have none. */
export function resultNames(node: SyntaxNode): string[] {
  const declared = node.field("result")?.all("parameter_declaration") ?? [];
  return declared.flatMap((one) => one.fields("name").map(({ text }) => text));
}

/** Declares a variable with a written type. */
export function declareTyped(lowering: Lowering, node: SyntaxNode, type: SyntaxNode | undefined): string {
  const name = node.text === "_" ? lowering.fresh("_") : lowering.scopes.declare(node.text);
  if ((isNamedType(type) && !BASIC_TYPES.has(type.text)) || isArrayType(type)) lowering.values.add(name);
  return name;
}
