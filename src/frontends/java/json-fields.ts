import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Signature } from "../lowered/core-tree.js";
import { fieldsFunction } from "../lowered/data-fields.js";
import { keyAmong, keyArgument } from "../key-annotations.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";
import { dataType } from "./types.js";

/** A key that a class has in JSON. */
interface JsonField {
  /** The field, the component of a record, or the parameter of a constructor. */
  readonly part: SyntaxNode;
  readonly name: SyntaxNode;
  /** The name in code. */
  readonly own: string;
  /** The literal of an annotation that names it. */
  readonly written: SyntaxNode | undefined;
  /** A parser refuses an object without it. Jackson checks that for what a constructor takes. */
  readonly isRequired: boolean;
}

/** Returns the keys that a class has in JSON: what an annotation says, else the names of its fields. */
export function jsonFields(node: SyntaxNode, parts: readonly SyntaxNode[]): JsonField[] {
  const isBean = parts.some((part) => part.type === "field_declaration" && annotationOf(part) !== undefined);
  const record = node.field("parameters")?.all("formal_parameter") ?? [];
  const hasGetters = parts.some(
    ({ type, children }) =>
      type === "method_declaration" && children.some(({ text }) => /^(?:get|is)[A-Z]/.test(text)),
  );
  const isData = /@(?:Data|Getter|Value|Builder)\b/.test(node.child("modifiers")?.text ?? "");
  if (!isBean && !hasGetters && !isData && record.length === 0) return [];
  return fieldsIn([...record, ...parts]);
}

function fieldsIn(parts: readonly SyntaxNode[]): JsonField[] {
  const fields = parts.filter(
    (part) =>
      part.type === "formal_parameter" ||
      (part.type === "field_declaration" && part.child("modifiers")?.child("static") === undefined),
  );
  return fields.flatMap((part) => {
    const names = part.type === "formal_parameter" ? [part] : part.all("variable_declarator");
    const written = keyOf(part);
    const isRequired = part.type === "formal_parameter" && isMarkedRequired(part);
    const all = names.flatMap((one): JsonField[] => {
      const name = one.field("name");
      return name ? [{ part, name, own: name.text, written, isRequired }] : [];
    });
    return written ? all.slice(0, 1) : all;
  });
}

/** Returns what the constructor that makes an object of JSON takes. */
export function constructorFields(parts: readonly SyntaxNode[]): JsonField[] {
  const makers = parts.filter(
    (part) =>
      part.type === "constructor_declaration" && /@JsonCreator\b/.test(part.child("modifiers")?.text ?? ""),
  );
  return makers.flatMap((maker) =>
    (maker.field("parameters")?.all("formal_parameter") ?? []).flatMap((part): JsonField[] => {
      const [name, written] = [part.field("name"), keyOf(part)];
      return name && written
        ? [{ part, name, own: name.text, written, isRequired: isMarkedRequired(part) }]
        : [];
    }),
  );
}

/** Returns the fields of a class that has only fields: parsers without annotations fill them by their names. */
export function plainFields(parts: readonly SyntaxNode[]): JsonField[] {
  if (parts.some(({ type }) => type === "method_declaration" || type === "constructor_declaration"))
    return [];
  return fieldsIn(parts);
}

/** Returns what methods with an annotation give or take: `@JsonProperty("mongoURI") String getUri()`. */
export function annotatedMethods(parts: readonly SyntaxNode[]): JsonField[] {
  return parts.flatMap((part): JsonField[] => {
    const [name, written] = [part.field("name"), keyOf(part)];
    const property = /^(?:get|is|set)([A-Z]\w*)$/.exec(name?.text ?? "")?.[1];
    if (part.type !== "method_declaration" || !name || !written || property === undefined) return [];
    const own = property.charAt(0).toLowerCase() + property.slice(1);
    return [{ part, name, own, written, isRequired: false }];
  });
}

function annotationOf(part: SyntaxNode): SyntaxNode | undefined {
  return part
    .child("modifiers")
    ?.all("annotation")
    .find((one) => keyArgument("java", one.field("name")?.text ?? "") !== undefined);
}

function keyOf(part: SyntaxNode): SyntaxNode | undefined {
  const annotation = annotationOf(part);
  const args = (annotation?.field("arguments")?.named ?? []).map((one) =>
    one.type === "element_value_pair"
      ? { name: one.field("key")?.text, value: one.field("value") }
      : { name: undefined, value: one },
  );
  const found = annotation && keyAmong("java", annotation.field("name")?.text ?? "", args);
  return found && literalOf(found);
}

/** Returns the literal that a value of an annotation is: itself, the first of a list, or a constant of the file. */
function literalOf(value: SyntaxNode): SyntaxNode | undefined {
  switch (value.type) {
    case "string_literal":
      return value;
    case "element_value_array_initializer":
      return value.named[0] && literalOf(value.named[0]);
    case "identifier":
    case "field_access":
      return constantIn(value);
    default:
      return undefined;
  }
}

function constantIn(use: SyntaxNode): SyntaxNode | undefined {
  const name = (use.field("field") ?? use).text;
  let root = use;
  while (root.parent) root = root.parent;
  const found = [...root.walk()].filter(
    (one) =>
      one.type === "variable_declarator" &&
      one.field("name")?.text === name &&
      one.parent?.type === "field_declaration" &&
      one.parent.child("modifiers")?.child("final") !== undefined,
  );
  const value = found.length === 1 ? found[0]!.field("value") : undefined;
  return value?.type === "string_literal" ? value : undefined;
}

function isMarkedRequired(part: SyntaxNode): boolean {
  return [...(annotationOf(part)?.walk() ?? [])].some(
    (one) =>
      one.type === "element_value_pair" &&
      one.field("key")?.text === "required" &&
      one.field("value")?.text === "true",
  );
}

/** Makes a type declaration with the names in JSON. */
export function declaredNames(fields: readonly JsonField[]): Signature[] {
  return fields.map(({ part, name, written }) => {
    if (!written) return statements.signature(name.parent ?? part, build.name(name, name.text));
    const inner = build.span(written.start + 1, written.end - 1);
    return statements.signature(part, build.text(inner, written.text.slice(1, -1)));
  });
}

/** Describes the fields of a class for those who make instances of it from JSON. */
export function describedFields(place: SyntaxNode, fields: readonly JsonField[], scope: Scope): ClassMember {
  return fieldsFunction(
    place,
    fields.map(({ part, name, own, written, isRequired }) => ({
      own,
      wire: written ? written.text.slice(1, -1) : own,
      place: written ?? name,
      type: dataType(part.field("type"), scope),
      isRequired,
    })),
  );
}
