import { OTHERS } from "../../analysis/evaluation/keywords.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Name, Param, Stmt } from "../lowered/core-tree.js";
import {
  CAMEL,
  STRICT,
  fieldsFunction,
  typeOf as composedType,
  type TypeKind,
} from "../lowered/data-fields.js";
import { keyArgument } from "../key-annotations.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression, isCode } from "./expressions.js";
import type { Scope } from "./scope.js";

/** A variable with a type in the body of a class. */
export interface Field {
  readonly name: Name;
  readonly value: Expr | undefined;
  /** The name in JSON, if it is another one. */
  readonly alias: SyntaxNode | undefined;
  readonly type: SyntaxNode | undefined;
  readonly isRequired: boolean;
}

/** Reads a variable of a class. Undefined if it has no type, and attrs makes no field of it. */
export function fieldOf(node: SyntaxNode, scope: Scope): Field | undefined {
  const [left, type, right] = [node.field("left"), node.field("type"), node.field("right")];
  if (left?.type !== "identifier" || !(type ?? (right && isAttribute(right)))) return undefined;
  if (type && /^(?:typing\.)?ClassVar\b/.test(type.text)) return undefined;
  return {
    name: build.name(left, left.text),
    value: right ? defaultOf(right, scope) : undefined,
    alias: aliasIn(right) ?? (type && aliasIn(type)) ?? renamedIn(left),
    type: type ?? right?.field("arguments")?.all("keyword_argument").find(isStatedType)?.field("value"),
    isRequired: !right || right.type === "ellipsis" || (isDescription(right) && !statedDefault(right)),
  };
}

/** Returns whether a value is a field of attrs, which needs no type: `attr.ib(default=None)`. */
function isAttribute(node: SyntaxNode): boolean {
  return (
    node.type === "call" &&
    /^(?:attrs?\.(?:ib|attrib|field)|attrib|ib|field)$/.test(node.field("function")?.text ?? "")
  );
}

/** Returns whether an argument states a type: `attr.ib(type=str)`. */
function isStatedType(argument: SyntaxNode): boolean {
  return argument.field("name")?.text === "type";
}

/** Declares a type with the names that the fields of a class have in JSON. */
export function declaredNames(node: SyntaxNode, id: Name, fields: readonly Field[]): Stmt {
  const members = fields.map(({ name, alias }) =>
    statements.signature(alias ?? name, alias ? build.text(alias, alias.text) : name),
  );
  return statements.typeDeclaration(node, build.name(node, `${id.name}:json`), members);
}

/** Finds `alias="srvAddress"` and the like in a default value or a type. */
function aliasIn(node: SyntaxNode | undefined): SyntaxNode | undefined {
  for (const one of node?.walk() ?? []) {
    const name = one.type === "keyword_argument" ? one.field("name")?.text : undefined;
    if (name === undefined || !(ALIASES.has(name) || name === keyOfCall(one))) continue;
    const parts = one.field("value")?.all("string_content") ?? [];
    if (parts.length === 1) return parts[0];
  }
  return undefined;
}

/** Finds the key of a field in `class A(Struct, rename={"uri": "mongoURI"})`. */
function renamedIn(name: SyntaxNode): SyntaxNode | undefined {
  let around: SyntaxNode | undefined = name;
  while (around && around.type !== "class_definition") around = around.parent;
  const args = around?.field("superclasses")?.all("keyword_argument") ?? [];
  const names = args.find((one) => one.field("name")?.text === "rename")?.field("value");
  const textOf = (node: SyntaxNode | undefined): SyntaxNode | undefined => node?.all("string_content")[0];
  const pair = names?.all("pair").find((one) => textOf(one.field("key"))?.text === name.text);
  return textOf(pair?.field("value"));
}

/** Returns the argument with the key in the call around an argument: `name` in `msgspec.field(name="srvAddress")`. */
function keyOfCall(argument: SyntaxNode): string | undefined {
  return keyArgument("python", argument.parent?.parent?.field("function")?.text ?? "");
}

const ALIASES = new Set(["alias", "validation_alias", "serialization_alias", "field_name"]);

/** Returns whether a default is a call that describes the field: `field(default=1)`, `Field(1)`. */
function isDescription(node: SyntaxNode): boolean {
  const callee = node.type === "call" ? node.field("function")?.text : undefined;
  return callee !== undefined && /(?:^|\.)(?:field|Field|attrib|ib)$/.test(callee);
}

/** Returns the value in a description, or the function that makes it. Undefined if there is none. */
function statedDefault(
  node: SyntaxNode,
): { readonly value?: SyntaxNode; readonly factory?: SyntaxNode } | undefined {
  const args = node.field("arguments")?.named.filter(isCode) ?? [];
  const named = (name: string): SyntaxNode | undefined =>
    args.find((one) => one.type === "keyword_argument" && one.field("name")?.text === name)?.field("value");
  const value = named("default") ?? args.find(({ type }) => type !== "keyword_argument");
  if (value && value.type !== "ellipsis") return { value };
  const factory = named("default_factory") ?? named("factory");
  if (factory) return { factory };
  // A field that the constructor does not take.
  return named("init")?.type === "false" ? {} : undefined;
}

/** Lowers the value of a field for which nothing is given. */
function defaultOf(node: SyntaxNode, scope: Scope): Expr {
  if (!isDescription(node)) return expression(node, scope);
  const { value, factory } = statedDefault(node) ?? {};
  if (value) return expression(value, scope);
  return factory ? build.call(factory, expression(factory, scope), []) : build.unknown(node);
}

/** Finds `alias_generator=to_camel`, in a call or in a class, and `class A(Struct, rename="camel")`. */
export function camelCaseIn(node: SyntaxNode): ClassMember[] {
  for (const one of node.walk()) {
    const name = one.type === "assignment" ? one.field("left") : one.field("name");
    const value = one.type === "assignment" ? one.field("right") : one.field("value");
    if (!/^(?:alias_generator|rename)$/.test(name?.text ?? "") || !/camel/i.test(value?.text ?? "")) continue;
    return [statements.classField(node, build.name(one, CAMEL), build.scalar(one, true), true)];
  }
  return [];
}

/** Names that only the second version of pydantic has. */
const SECOND_VERSION =
  /\b(?:ConfigDict|TypeAdapter|RootModel|(?:field|model)_(?:validator|serializer)|computed_field|AliasChoices|AliasPath)\b/;

/** Marks a class of the second version of pydantic, which refuses data without an `Optional` that has no default. */
export function strictnessIn(node: SyntaxNode): ClassMember[] {
  let root = node;
  while (root.parent) root = root.parent;
  const isSecond =
    root.named.some(
      (one) =>
        one.type === "import_from_statement" &&
        one.field("module_name")?.text === "pydantic" &&
        SECOND_VERSION.test(one.text),
    ) ||
    [...node.walk()].some((one) => one.type === "assignment" && one.field("left")?.text === "model_config");
  return isSecond
    ? [statements.classField(node, build.name(node, STRICT), build.scalar(node, true), true)]
    : [];
}

/** Describes the fields of a class for those who make instances of it. */
export function describedFields(fields: readonly Field[], place: Name, scope: Scope): ClassMember {
  const inside: Scope = { file: scope.file, kind: "function", outer: new Set() };
  return fieldsFunction(
    place,
    fields.map(({ name, alias, type, value, isRequired }) => ({
      own: name.name,
      wire: alias?.text ?? name.name,
      place: alias ? build.span(alias.start - 1, alias.end + 1) : name,
      type: typeOf(type, inside),
      isRequired,
      standard: value,
    })),
  );
}

/** Returns whether a subscript is a generic type that is used as a value: `TypeAdapter(List[Cluster])`. */
export function isGenericType(node: SyntaxNode): boolean {
  return /^(?:typing\.)?(?:List|Sequence|Optional|Union|Dict|Mapping|Annotated|list|dict)$/.test(
    node.field("value")?.text ?? "",
  );
}

/** Lowers a type to a call that makes a schema of it. */
export function typeOf(node: SyntaxNode | undefined, scope: Scope): Expr {
  const inner = (one: SyntaxNode | undefined): Expr => typeOf(one, scope);
  if (!node) return build.unknown(build.span(0, 0));
  const made = (kind: TypeKind, parts: readonly (SyntaxNode | undefined)[]): Expr =>
    composedType(node, kind, parts.map(inner));
  switch (node.type) {
    case "type":
      return inner(node.named.find(isCode));
    case "string": {
      const [content] = node.all("string_content");
      return content && /^\w+$/.test(content.text) ? build.name(content, content.text) : made("any", []);
    }
    case "binary_operator":
      return made("union", [node.field("left"), node.field("right")]);
    case "none":
      return build.scalar(node, null);
    case "generic_type":
    case "subscript": {
      const of = node.field("value") ?? node.named[0];
      const parts =
        node.type === "subscript"
          ? node.fields("subscript")
          : (node.named.at(-1)?.named.filter(isCode) ?? []);
      const name = of?.text.slice(of.text.lastIndexOf(".") + 1) ?? "";
      const kind = GENERIC.get(name.toLowerCase());
      return kind ? made(kind, parts) : made("any", []);
    }
    case "identifier":
    case "attribute":
      return expression(node, scope);
    default:
      return made("any", []);
  }
}

/** Generic types, in lower case, as kinds of schemas. */
const GENERIC: ReadonlyMap<string, TypeKind> = new Map([
  ["list", "list"],
  ["sequence", "list"],
  ["iterable", "list"],
  ["set", "list"],
  ["tuple", "list"],
  ["optional", "optional"],
  ["union", "union"],
  ["dict", "record"],
  ["mapping", "record"],
  ["annotated", "same"],
  ["required", "same"],
  ["final", "same"],
]);

/**
 * Makes the constructor that the fields of a class give it: each is a parameter by its name.
 *
 * @param options.refuses whether it throws without an argument for a field that has no default
 * @param options.isSettings whether a field that has a default may come from the environment
 */
export function constructorOf(
  fields: readonly Field[],
  options: { readonly hasBase: boolean; readonly refuses: boolean; readonly isSettings: boolean },
  id: Name,
): ClassMember {
  const { hasBase, refuses, isSettings } = options;
  const standard = (name: Name, value: Expr): Expr => {
    const parts = [build.text(id, id.name), build.text(name, name.name), value];
    return isSettings ? build.call(value, build.name(value, "py:setting"), parts) : value;
  };
  const others = build.name(id, OTHERS);
  const params: Param[] = [
    ...fields.map(({ name, value }) => (value ? build.withDefault(name, name, standard(name, value)) : name)),
    build.rest(id, others, true),
  ];
  const spread = build.record(id, [build.spread(id, others)], true);
  const body: Stmt[] = [
    ...(hasBase ? [statements.statement(build.call(id, build.superObject(id), [spread]))] : []),
    ...(refuses
      ? [statements.statement(build.call(id, build.name(id, "py:check"), [build.name(id, id.name), others]))]
      : []),
    ...fields.map(({ name }) =>
      statements.statement(build.assign(name, build.member(name, build.self(name), name), name)),
    ),
    statements.statement(
      build.call(id, build.name(id, "py:filled"), [build.self(id), build.name(id, id.name), others]),
    ),
  ];
  const made = statements.functionNode(id, null, params, statements.block(id, body), {
    isDeclaration: false,
  });
  return statements.method(id, build.name(id, "constructor"), made, "constructor");
}
