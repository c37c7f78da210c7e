import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Property, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentsOf } from "./calls.js";
import { beansOf } from "./beans.js";
import { constructorMembers } from "./constructors.js";
import { dataMembers } from "./data-classes.js";
import { isTypeDeclaration, namesOfProperty, receiverType } from "./declared-names.js";
import { isDeclaredClient } from "../jvm/declared-requests.js";
import { annotationsOf } from "./annotations.js";
import { declaredRequests } from "./declared-requests.js";
import { valuesIn } from "./expressions.js";
import { byName, functionNamed } from "./functions.js";
import { declaredKeys, describedFields, isData, jsonFields } from "./json-fields.js";
import { primaryParameters } from "./parameters.js";
import { getterOf, propertyValue } from "./properties.js";
import { routesOf } from "./routes.js";
import type { ClassScope, Scope } from "./scope.js";
import { blockOf } from "./statements.js";
import { typeExpr, typeName } from "./types.js";

/** Returns the declarations in a class. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const body = node.child("class_body") ?? node.child("enum_class_body");
  if (body) return valuesIn(body);
  // The grammar takes the body behind `: Type by value` for a lambda of the value.
  const delegation = [...(node.child("delegation_specifiers")?.walk() ?? [])].find(
    ({ type }) => type === "explicit_delegation",
  );
  const lambda = [...(delegation?.walk() ?? [])].find(({ type }) => type === "lambda_literal");
  return lambda ? valuesIn(lambda) : [];
}

interface Parents {
  /** The class that is extended: its type and the arguments of its constructor. */
  readonly above: SyntaxNode | undefined;
  readonly all: readonly SyntaxNode[];
}

function parentsOf(node: SyntaxNode): Parents {
  const list = node.child("delegation_specifiers")?.all("delegation_specifier") ?? [];
  const above = list.flatMap((one) => one.child("constructor_invocation") ?? [])[0];
  const all = list.flatMap((one) => {
    const holder = one.child("constructor_invocation") ?? one.child("explicit_delegation") ?? one;
    return holder.child("user_type") ?? [];
  });
  return { above, all };
}

/** Returns the names of what a class extends or implements. */
export function parentNames(node: SyntaxNode): string[] {
  return parentsOf(node).all.map(typeName);
}

interface Sorted {
  readonly own: readonly SyntaxNode[];
  /** Belongs to the class and not to its instances. */
  readonly shared: readonly SyntaxNode[];
  readonly nested: readonly SyntaxNode[];
  readonly entries: readonly SyntaxNode[];
}

function sortedParts(node: SyntaxNode): Sorted {
  const parts = partsOf(node);
  const companion = parts.filter(({ type }) => type === "companion_object").flatMap(partsOf);
  const all = [...parts, ...companion];
  const isOf = (one: SyntaxNode): boolean => !isTypeDeclaration(one);
  const isObject = node.type === "object_declaration";
  return {
    own: isObject ? [] : parts.filter((one) => isOf(one) && one.type !== "companion_object"),
    shared: (isObject ? all : companion).filter(isOf),
    nested: all.filter(isTypeDeclaration),
    entries: parts.filter(({ type }) => type === "enum_entry"),
  };
}

function namesIn(parts: readonly SyntaxNode[]): string[] {
  return parts.flatMap((part) =>
    part.type === "function_declaration"
      ? (part.field("name")?.text ?? [])
      : part.type === "property_declaration"
        ? namesOfProperty(part).map(({ text }) => text)
        : [],
  );
}

function scopeOf(node: SyntaxNode, name: string, sorted: Sorted, outer: ClassScope | undefined): ClassScope {
  const { own, shared, nested, entries } = sorted;
  const functions = [...own, ...shared].filter(({ type }) => type === "function_declaration");
  const properties = primaryParameters(node).filter(({ isProperty }) => isProperty);
  return {
    name,
    statics: new Set([
      ...namesIn(shared),
      ...nested.map((one) => one.field("name")?.text ?? ""),
      ...entries.map((one) => one.child("identifier")?.text ?? ""),
    ]),
    members: new Set([...namesIn(own), ...properties.map((one) => one.name)]),
    methods: new Set([...namesIn(functions), ...functionProperties([...own, ...shared])]),
    extensions: new Set(namesIn(functions.filter((one) => receiverType(one) !== undefined))),
    hasSuper: parentsOf(node).all.length > 0,
    outer,
  };
}

/** The properties that hold functions. */
function functionProperties(parts: readonly SyntaxNode[]): string[] {
  const holders = parts.filter(
    (part) =>
      part.type === "property_declaration" &&
      part.children.some(({ type }) => type === "lambda_literal" || type === "callable_reference"),
  );
  return namesIn(holders);
}

/** Lowers a class, an interface, an enumeration or an object, after the classes inside it. */
export function classOf(node: SyntaxNode, around: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const sorted = sortedParts(node);
  const scope = around.ofClass(scopeOf(node, name.text, sorted, around.owner));
  const { own, shared, nested, entries } = sorted;
  const parameters = primaryParameters(node);
  const fields = jsonFields(parameters, own);
  const isOfData = node.type === "class_declaration" && isData(node, fields, own) && fields.length > 0;
  const { above, all } = parentsOf(node);
  // A class inside may extend the one around it, as in sealed classes.
  const later = nested.filter((one) => parentNames(one).includes(name.text));
  const first = nested.filter((one) => !later.includes(one));
  const members: ClassMember[] = [
    ...(isOfData ? [describedFields(name, fields, scope), ...dataMembers(node, name, parameters)] : []),
    ...first.flatMap(nestedMember),
    ...entries.flatMap((entry) => enumEntry(entry, name, scope)),
    ...constructorMembers(node, { own, parameters, above }, scope),
    ...own.flatMap((part) => accessor(part, scope, false)),
    ...methodsOf(own, scope, false),
    ...(isInterface(node) ? declaredRequests(own, scope) : []),
    ...shared.flatMap((part) => sharedProperty(part, scope)),
    ...methodsOf(shared, scope, true),
  ];
  const parent = above?.child("user_type");
  return [
    ...first.flatMap((part) => classOf(part, scope)),
    statements.classNode(
      node,
      build.name(name, name.text),
      parent ? typeExpr(parent, around) : null,
      members,
      {
        abstract:
          (isInterface(node) && !annotationsOf(node).some(({ name }) => isDeclaredClient(name))) ||
          hasModifier(node, "abstract") ||
          hasModifier(node, "sealed"),
        parents: all.map((one) => around.classNamed(one, typeName(one))),
        routes: routesOf(node, own, scope),
      },
    ),
    ...later.flatMap((part) => [
      ...classOf(part, scope),
      ...nestedMember(part).map((one): Stmt => {
        const key = one.key as Expr & { type: "Identifier"; name: string };
        const target = build.member(part, build.name(name, name.text), build.name(part, key.name));
        return statements.statement(build.assign(part, target, build.name(part, key.name)));
      }),
    ]),
    ...beansOf(name, own, scope),
    ...(isOfData
      ? [statements.typeDeclaration(node, build.name(name, `${name.text}:json`), declaredKeys(fields))]
      : []),
  ];
}

function isInterface(node: SyntaxNode): boolean {
  return node.child("interface") !== undefined;
}

function hasModifier(node: SyntaxNode, name: string): boolean {
  return (node.child("modifiers")?.named ?? []).some(({ text }) => text === name);
}

function nestedMember(part: SyntaxNode): ClassMember[] {
  const inner = part.field("name");
  if (!inner) return [];
  return [statements.classField(part, build.name(inner, inner.text), build.name(inner, inner.text), true)];
}

function enumEntry(entry: SyntaxNode, owner: SyntaxNode, scope: Scope): ClassMember[] {
  const key = entry.child("identifier");
  if (!key) return [];
  const args = entry.child("value_arguments")?.all("value_argument") ?? [];
  const parts = { node: entry, callee: owner, types: [], args, lambda: undefined };
  const made = build.make(entry, build.name(owner, owner.text), argumentsOf(parts, scope));
  return [statements.classField(entry, build.name(key, key.text), made, true)];
}

/** Lowers `val x get() = …`: the code runs with each read. */
function accessor(part: SyntaxNode, scope: Scope, isShared: boolean): ClassMember[] {
  const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
  const getter = name && getterOf(part, scope);
  if (!getter) return [];
  const body = statements.block(part, [statements.returns(part, build.call(part, getter, []))]);
  const fn = statements.functionNode(part, null, [], body, { isDeclaration: false });
  return [statements.method(part, build.name(name, name.text), fn, "get", isShared)];
}

function sharedProperty(part: SyntaxNode, scope: Scope): ClassMember[] {
  if (part.type === "anonymous_initializer") {
    const block = part.child("block");
    if (!block) return [];
    const inside = scope.ofFunction(undefined);
    const run = build.lambda(part, [], blockOf(block, inside));
    // No text is its key: it runs, and nothing holds its result.
    return [statements.classField(part, build.unknown(part), build.call(part, run, []), true)];
  }
  const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
  if (!name) return [];
  const accessors = accessor(part, scope, true);
  if (accessors.length > 0) return accessors;
  const value = propertyValue(part, scope) ?? null;
  return [statements.classField(part, build.name(name, name.text), value, true)];
}

function methodsOf(parts: readonly SyntaxNode[], scope: Scope, isShared: boolean): ClassMember[] {
  const functions = parts.filter(({ type }) => type === "function_declaration");
  return [...byName(functions)].map(([name, all]) => {
    const [first] = all as [SyntaxNode, ...SyntaxNode[]];
    const at = first.field("name") ?? first;
    return statements.method(first, build.name(at, name), functionNamed(all, scope), "method", isShared);
  });
}

/** Lowers `object : Type() { … }`: unknown code calls its methods. */
export function anonymousClass(node: SyntaxNode, scope: Scope): Expr {
  const parts = partsOf(node);
  const functions = parts.filter(({ type }) => type === "function_declaration");
  const members = [...byName(functions)].flatMap(([name, all]): Property[] => {
    const [first] = all as [SyntaxNode, ...SyntaxNode[]];
    const fn = functionNamed(all, scope);
    const lambda = build.lambda(first, fn.params, fn.body);
    return [build.property(first, build.name(first.field("name") ?? first, name), lambda)];
  });
  const properties = parts.flatMap((part): Property[] => {
    const [name] = part.type === "property_declaration" ? namesOfProperty(part) : [];
    const value = name && propertyValue(part, scope);
    return value ? [build.property(part, build.name(name, name.text), value)] : [];
  });
  const record = build.record(node, [...properties, ...members]);
  const { above, all } = parentsOf(node);
  const [type] = all;
  if (!type) return record;
  const args = above?.child("value_arguments")?.all("value_argument") ?? [];
  const call = { node, callee: type, types: [], args, lambda: undefined };
  const parent = build.make(node, typeExpr(type, scope), argumentsOf(call, scope));
  return build.call(node, build.name(node, "jvm:anonymous"), [parent, record]);
}
