import type { Interest } from "../interest.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Signature } from "../lowered/core-tree.js";
import { fieldsFunction } from "../lowered/data-fields.js";
import { keyAmong } from "../key-annotations.js";
import { nameByLetters } from "../lowered/letters.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { parameterList } from "./parameters.js";
import type { Scope } from "./scope.js";
import { dataType } from "./types.js";

/** A property of a class, with the name that it has in JSON. */
interface JsonName {
  readonly part: SyntaxNode;
  readonly name: SyntaxNode;
  /** The literal that says so; without one it is the name of the property with a small letter. */
  readonly written: SyntaxNode | undefined;
}

/** Returns the name in camel case, which is used in JSON if no attribute names the property. */
export function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the key that a property without an attribute is read from. Readers take `mongoURI` for `MongoUri`. */
export function readName(name: string, interest: Pick<Interest, "names">): string {
  return nameByLetters(interest, name) ?? camelCase(name);
}

/** Returns the attributes of a declaration, by their names without namespaces. */
export function attributesOf(node: SyntaxNode): { readonly name: string; readonly node: SyntaxNode }[] {
  return node.all("attribute_list").flatMap((list) =>
    list.all("attribute").map((one) => {
      const name = one.field("name")?.text ?? "";
      return { name: name.slice(name.lastIndexOf(".") + 1), node: one };
    }),
  );
}

/** Returns the string literals among the arguments of an attribute. */
export function literalsOf(attribute: SyntaxNode): SyntaxNode[] {
  return [...attribute.walk()].filter(
    ({ type }) => type === "string_literal" || type === "verbatim_string_literal",
  );
}

/** Returns the literal of an attribute that names the key in JSON. */
function keyIn({ name, node }: { readonly name: string; readonly node: SyntaxNode }): SyntaxNode | undefined {
  const args = [...node.walk()].filter(({ type }) => type === "attribute_argument");
  const named = args.map((one) => {
    // `Name = "mongoURI"`
    const assigned = one.child("assignment_expression");
    return { name: (one.field("name") ?? assigned?.field("left"))?.text, value: one };
  });
  const found = keyAmong("csharp", name, named);
  return found && literalsOf(found)[0];
}

/** Returns the properties of a class or record that are written to JSON. */
export function jsonNames(node: SyntaxNode, parts: readonly SyntaxNode[]): JsonName[] {
  const isRecord = node.type.startsWith("record");
  const parameters = isRecord ? (parameterList(node)?.all("parameter") ?? []) : [];
  const properties = parts.filter((part) => part.type === "property_declaration" && isPrinted(part));
  return [...parameters, ...properties].flatMap((part): JsonName[] => {
    const name = part.field("name");
    return name ? [{ part, name, written: attributesOf(part).flatMap((one) => keyIn(one) ?? [])[0] }] : [];
  });
}

/**
 * Returns whether a property is printed that nothing is assigned to, unless the options of the printer say otherwise.
 * `null` stands for it in the tree, and nothing at all for other properties and fields.
 */
export function isPrintedEmpty(part: SyntaxNode): boolean {
  if (!isPrinted(part)) return false;
  const leavesOut = attributesOf(part).some(
    ({ name, node }) => /^JsonIgnore(?:Attribute)?$/.test(name) || leavesOutNothing(node),
  );
  return !leavesOut || part.field("type")?.type === "predefined_type";
}

/** `NullValueHandling = NullValueHandling.Ignore`, `EmitDefaultValue = false` */
function leavesOutNothing(attribute: SyntaxNode): boolean {
  return [...attribute.walk()].some(
    ({ type, text }) =>
      type === "identifier" && /^(?:NullValueHandling|DefaultValueHandling|EmitDefaultValue)$/.test(text),
  );
}

function isPrinted(part: SyntaxNode): boolean {
  const isStatic = part.all("modifier").some(({ text }) => text === "static" || text === "private");
  return !isStatic && part.field("accessors") !== undefined;
}

/** Makes a type declaration with the names in JSON. */
export function declaredNames(names: readonly JsonName[], { file }: Scope): Signature[] {
  return names.map(({ part, name, written }) => {
    if (!written) return statements.signature(part, build.name(name, readName(name.text, file.interest)));
    const inner = build.span(written.start + 1, written.end - 1);
    return statements.signature(part, build.text(inner, written.text.slice(1, -1)));
  });
}

/**
 * Makes the list `["Name", "name", …]` of the own names and those in JSON, which the printer of JSON uses. A record of
 * them would look like an object that the program makes.
 */
export function namesList(place: SyntaxNode, names: readonly JsonName[]): Expr {
  return build.list(
    place,
    names.flatMap(({ name, written }) => {
      const key = written ? written.text.slice(1, -1) : camelCase(name.text);
      return [build.madeText(name, name.text), build.madeText(name, key)];
    }),
  );
}

/** Describes the properties of a class for those who make instances of it from JSON. */
export function describedFields(place: SyntaxNode, names: readonly JsonName[], scope: Scope): ClassMember {
  return fieldsFunction(
    place,
    names.map(({ part, name, written }) => ({
      own: name.text,
      wire: written ? written.text.slice(1, -1) : readName(name.text, scope.file.interest),
      place: written ? build.span(written.start, written.end) : name,
      type: dataType(part.field("type"), scope),
      isRequired: isRequired(part),
    })),
  );
}

/** Returns whether readers of JSON refuse an object without a property: it is `required`, or an attribute says so. */
function isRequired(part: SyntaxNode): boolean {
  if (part.all("modifier").some(({ text }) => text === "required")) return true;
  return attributesOf(part).some(({ name, node }) => {
    if (/^JsonRequired(?:Attribute)?$/.test(name)) return true;
    const args = [...node.walk()].filter(({ type }) => type === "attribute_argument").map(({ text }) => text);
    return args.some((one) =>
      /^(?:Required\s*=\s*(?:\w+\.)*Required\.(?:Always|AllowNull)|IsRequired\s*=\s*true)$/.test(one),
    );
  });
}
