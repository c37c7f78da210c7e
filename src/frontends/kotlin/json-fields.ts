import { keyAmong, keyArgument } from "../key-annotations.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Signature } from "../lowered/core-tree.js";
import { fieldsFunction } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { annotationsOf } from "./annotations.js";
import { namesOfProperty } from "./declared-names.js";
import type { Parameter } from "./parameters.js";
import { initializerOf, typeOfProperty } from "./properties.js";
import type { Scope } from "./scope.js";
import { innerOf } from "./texts.js";
import { dataType } from "./types.js";

/** A key that a class has in JSON. */
export interface JsonField {
  /** The name in code. */
  readonly name: SyntaxNode;
  /** The literal of an annotation that names it. */
  readonly written: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  /** A parser refuses an object without it: it has no default and may not be nothing. */
  readonly isRequired: boolean;
}

/** Returns the keys that a class has in JSON: what annotations say, else the names of its properties. */
export function jsonFields(parameters: readonly Parameter[], parts: readonly SyntaxNode[]): JsonField[] {
  const given = parameters
    .filter(({ isProperty, node }) => isProperty || keyOf(node) !== undefined)
    .map(({ at, node, type, standard }): JsonField => ({
      name: at,
      written: keyOf(node),
      type,
      isRequired: standard === undefined && type?.type !== "nullable_type",
    }));
  const properties = parts.flatMap((part): JsonField[] => {
    const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
    const isKept = part.child("getter") === undefined && part.child("property_delegate") === undefined;
    if (!name || !isKept) return [];
    return [{ name, written: keyOf(part), type: typeOfProperty(part), isRequired: false }];
  });
  return [...given, ...properties];
}

/** Checks whether a class is one of data: it says so, or names keys, or has only values. */
export function isData(
  node: SyntaxNode,
  fields: readonly JsonField[],
  parts: readonly SyntaxNode[],
): boolean {
  if (fields.some(({ written }) => written !== undefined)) return true;
  const modifiers = node.child("modifiers");
  if (modifiers?.all("class_modifier").some(({ text }) => text === "data")) return true;
  if (annotationsOf(node).some(({ name }) => name === "Serializable" || name === "JsonClass")) return true;
  const isOpen = parts.some(
    (part) => part.type === "property_declaration" && initializerOf(part) === undefined,
  );
  return isOpen && !parts.some(({ type }) => type === "function_declaration");
}

function keyOf(part: SyntaxNode): SyntaxNode | undefined {
  for (const { name, args } of annotationsOf(part)) {
    if (keyArgument("java", name) === undefined) continue;
    const value = keyAmong("java", name, args);
    const literal = value?.type === "collection_literal" ? value.named[0] : value;
    if (literal?.type === "string_literal" && !literal.child("interpolation")) return literal;
  }
  return undefined;
}

function wireOf({ name, written }: JsonField): string {
  return written ? written.text.slice(1, -1) : name.text;
}

/** Describes the fields of a class for those who make instances of it from JSON. */
export function describedFields(place: SyntaxNode, fields: readonly JsonField[], scope: Scope): ClassMember {
  return fieldsFunction(
    place,
    fields.map((field) => ({
      own: field.name.text,
      wire: wireOf(field),
      place: field.written ?? field.name,
      type: dataType(field.type, scope),
      isRequired: field.isRequired,
    })),
  );
}

/** Returns the keys of a class as the members of a type. */
export function declaredKeys(fields: readonly JsonField[]): Signature[] {
  return fields.map((field) => {
    const { name, written } = field;
    if (!written) return statements.signature(name, build.name(name, name.text));
    return statements.signature(name, build.text(innerOf(written), wireOf(field)));
  });
}
