import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Signature } from "../lowered/core-tree.js";
import { fieldsFunction } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";
import { dataType } from "./types.js";

/** A key that a class has in JSON. */
interface JsonField {
  /** The field, the component of a record, or the parameter of a constructor. */
  readonly part: SyntaxNode;
  readonly name: SyntaxNode;
  /** The literal of an annotation that names it. */
  readonly written: SyntaxNode | undefined;
  /** A parser refuses an object without it. Jackson checks that for what a constructor takes. */
  readonly isRequired: boolean;
}

/** Returns the keys that a class has in JSON: what an annotation says, else the names of its fields. */
export function jsonFields(node: SyntaxNode, parts: readonly SyntaxNode[]): JsonField[] {
  const isBean = parts.some(
    ({ type, text }) => type === "field_declaration" && /@JsonProperty|@SerializedName/.test(text),
  );
  const record = node.field("parameters")?.all("formal_parameter") ?? [];
  const fields = parts.filter(
    (part) => part.type === "field_declaration" && part.child("modifiers")?.child("static") === undefined,
  );
  const hasGetters = parts.some(
    ({ type, children }) =>
      type === "method_declaration" && children.some(({ text }) => /^(?:get|is)[A-Z]/.test(text)),
  );
  const isData = /@(?:Data|Getter|Value|Builder)\b/.test(node.child("modifiers")?.text ?? "");
  if (!isBean && !hasGetters && !isData && record.length === 0) return [];
  return [...record, ...fields].flatMap((part) => {
    const names = part.type === "formal_parameter" ? [part] : part.all("variable_declarator");
    const written = keyOf(part);
    const isRequired = part.type === "formal_parameter" && isMarkedRequired(part);
    const all = names.flatMap((one): JsonField[] => {
      const name = one.field("name");
      return name ? [{ part, name, written, isRequired }] : [];
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
      return name && written ? [{ part, name, written, isRequired: isMarkedRequired(part) }] : [];
    }),
  );
}

function annotationOf(part: SyntaxNode): SyntaxNode | undefined {
  return part
    .child("modifiers")
    ?.all("annotation")
    .find((one) => /^(?:JsonProperty|SerializedName|Json|BsonProperty)$/.test(one.field("name")?.text ?? ""));
}

function keyOf(part: SyntaxNode): SyntaxNode | undefined {
  return [...(annotationOf(part)?.walk() ?? [])].find(({ type }) => type === "string_literal");
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
    fields.map(({ part, name, written, isRequired }) => ({
      own: name.text,
      wire: written ? written.text.slice(1, -1) : name.text,
      place: written ?? name,
      type: dataType(part.field("type"), scope),
      isRequired,
    })),
  );
}
