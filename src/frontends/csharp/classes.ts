import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { constructorOf } from "./constructors.js";
import { expr } from "./expressions.js";
import { declaredNames, describedFields, isPrintedEmpty, jsonNames, namesList } from "./json-names.js";
import { isStatic, methodsOf } from "./methods.js";
import { injected, parameterList, parametersOf } from "./parameters.js";
import { refitMethods } from "./refit.js";
import { routesOf } from "./routes.js";
import { Scope, type ClassScope, type FileState } from "./scope.js";
import { declarators, functionBody } from "./statements.js";
import { typeExpr, typeName } from "./types.js";

/** Declarations of classes, interfaces and the like. */
export const TYPES = /^(?:class|struct|record|record_struct|interface|enum)_declaration$/;

/** The member of a class that has the names of its properties in JSON. */
const JSON_NAMES = "cs:json";

/** Lowers a class, after the classes inside it. The names that it declares for JSON are in a type of the same name. */
export function classOf(node: SyntaxNode, file: FileState, outer?: ClassScope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  if (node.type === "enum_declaration") return [enumOf(node, name)];
  const parts = node.field("body") ? membersIn(node.field("body")!) : [];
  const parent = parentOf(node);
  const isPartial = node.all("modifier").some(({ text }) => text === "partial");
  const owner = scopeOf(node, name.text, parts, parent !== undefined || isPartial, outer);
  const scope = new Scope(file, owner);
  const nested = parts.filter(({ type }) => TYPES.test(type));
  const names = node.type === "interface_declaration" ? [] : jsonNames(node, parts);
  const members: ClassMember[] = [
    ...(names.length > 0
      ? [staticField(node, JSON_NAMES, namesList(node, names)), describedFields(node, names, scope)]
      : []),
    ...nested.flatMap((part) => nestedName(part)),
    ...constantsFirst(parts).flatMap((part) => fieldsOf(part, scope)),
    ...constructorOf(node, parts, scope),
    ...(node.type === "interface_declaration"
      ? refitMethods(node, parts, scope)
      : methodsOf(parts, scope, parent !== undefined)),
    ...parts.flatMap((part) => accessorsOf(part, scope)),
  ];
  const type = statements.typeDeclaration(
    node,
    build.name(name, `${name.text}:json`),
    declaredNames(names, scope),
  );
  return [
    ...nested.flatMap((part) => classOf(part, file, owner)),
    statements.classNode(
      node,
      build.name(name, name.text),
      parent ? typeExpr(parent, scope) : null,
      members,
      { ...kindOf(node, scope), routes: routesOf(node, parts, scope) },
    ),
    ...(names.length > 0 ? [type] : []),
  ];
}

/** Returns whether a type is abstract or an interface, and the types that it extends or implements. */
function kindOf(node: SyntaxNode, scope: Scope) {
  const parents = (node.child("base_list")?.named ?? []).flatMap((one) => {
    const name = typeName(one.type === "primary_constructor_base_type" ? one.named[0] : one);
    return name === "" ? [] : [scope.classNamed(one, name)];
  });
  const abstract =
    node.type === "interface_declaration" || node.all("modifier").some(({ text }) => text === "abstract");
  return { abstract, parents };
}

function membersIn(body: SyntaxNode): SyntaxNode[] {
  return valuesWithDirectives(body).filter(({ type }) => type !== "comment");
}

/** Returns the children of a node, with those between `#if` and `#endif`. */
export function valuesWithDirectives(node: SyntaxNode): SyntaxNode[] {
  return node.named.flatMap((child) =>
    /^preproc_(?:if|else|elif)/.test(child.type) ? valuesWithDirectives(child) : [child],
  );
}

/** The class that another one extends; names of interfaces begin with an `I`. */
function parentOf(node: SyntaxNode): SyntaxNode | undefined {
  if (!/^(?:class|record)_declaration$/.test(node.type)) return undefined;
  const [first] = node.child("base_list")?.named ?? [];
  const type = first?.type === "primary_constructor_base_type" ? first.named[0] : first;
  return type && !/^I[A-Z]/.test(typeName(type)) ? type : undefined;
}

function scopeOf(
  node: SyntaxNode,
  name: string,
  parts: readonly SyntaxNode[],
  isOpen: boolean,
  outer: ClassScope | undefined,
): ClassScope {
  const statics = new Set<string>();
  const members = new Set(parametersOf(parameterList(node)).map((one) => one.name));
  for (const part of parts) {
    const home = isStatic(part) ? statics : members;
    if (part.type === "method_declaration" || part.type === "property_declaration")
      home.add(part.field("name")?.text ?? "");
    else if (part.type === "field_declaration")
      for (const one of part.all("variable_declaration"))
        for (const declarator of declarators(one)) home.add(declarator.name?.text ?? "");
    else if (TYPES.test(part.type)) statics.add(part.field("name")?.text ?? "");
  }
  // If overloads are static and not static, both have the function, and the instance has the data that it needs.
  for (const own of members) statics.delete(own);
  return { name, statics, members, isOpen, outer };
}

function staticField(place: SyntaxNode, key: string, value: Expr): ClassMember {
  return statements.classField(place, build.name(place, key), value, true);
}

function nestedName(part: SyntaxNode): ClassMember[] {
  const inner = part.field("name");
  return inner
    ? [statements.classField(part, build.name(inner, inner.text), build.name(inner, inner.text), true)]
    : [];
}

/** A member of an enumeration is known by its name. */
function enumOf(node: SyntaxNode, name: SyntaxNode): Stmt {
  const constants = node.field("body")?.all("enum_member_declaration") ?? [];
  const members = constants.flatMap((one): ClassMember[] => {
    const key = one.field("name");
    return key
      ? [statements.classField(one, build.name(key, key.text), build.madeText(key, key.text), true)]
      : [];
  });
  return statements.classNode(node, build.name(name, name.text), null, members);
}

/** Puts constants before all other members, and literals before constants that are computed from others. */
function constantsFirst(parts: readonly SyntaxNode[]): SyntaxNode[] {
  const rank = (part: SyntaxNode): number => {
    if (part.type !== "field_declaration" || !part.all("modifier").some(({ text }) => text === "const"))
      return 2;
    return [...part.walk()].some(({ type }) => type === "interpolation" || type === "binary_expression")
      ? 1
      : 0;
  };
  return [0, 1, 2].flatMap((wanted) => parts.filter((part) => rank(part) === wanted));
}

/** Fields, and properties that hold a value. */
function fieldsOf(part: SyntaxNode, scope: Scope): ClassMember[] {
  if (part.type === "field_declaration")
    return part.all("variable_declaration").flatMap((declaration) =>
      declarators(declaration).flatMap(({ place, name, value }): ClassMember[] => {
        if (!name) return [];
        const initial = value ? expr(value, scope) : (injected(declaration.field("type"), scope) ?? null);
        return [statements.classField(place, build.name(name, name.text), initial, isStatic(part))];
      }),
    );
  const name = part.field("name");
  if (part.type !== "property_declaration" || !name || isComputed(part)) return [];
  // The class that inherits an abstract property defines it.
  if (part.all("modifier").some(({ text }) => text === "abstract")) return [];
  const value = part.field("value");
  return [
    statements.classField(
      part,
      build.name(name, name.text),
      value ? expr(value, scope) : isPrintedEmpty(part) ? build.scalar(name, null) : null,
      isStatic(part),
    ),
  ];
}

/** Checks whether a property has a getter with code instead of a value. */
function isComputed(part: SyntaxNode): boolean {
  if (part.field("value")?.type === "arrow_expression_clause") return true;
  return (
    part
      .field("accessors")
      ?.all("accessor_declaration")
      .some((one) => one.field("body") !== undefined) ?? false
  );
}

/** Properties with code: `=> …`, `get { … }`, `set { … }`. */
function accessorsOf(part: SyntaxNode, scope: Scope): ClassMember[] {
  const name = part.field("name");
  if (part.type !== "property_declaration" || !name || !isComputed(part)) return [];
  const key = build.name(name, name.text);
  const accessor = (place: SyntaxNode, body: SyntaxNode, kind: "get" | "set"): ClassMember => {
    const parameters = kind === "set" ? [build.name(place, "value")] : [];
    const inside = kind === "set" ? scope.inner(["value"]) : scope;
    const fn = statements.functionNode(place, null, parameters, functionBody(body, [], inside), {
      isDeclaration: false,
    });
    return statements.method(place, key, fn, kind, isStatic(part));
  };
  const value = part.field("value");
  if (value?.type === "arrow_expression_clause") return [accessor(part, value, "get")];
  return (part.field("accessors")?.all("accessor_declaration") ?? []).flatMap((one): ClassMember[] => {
    const body = one.field("body");
    const kind = one.children.some(({ type }) => type === "get") ? "get" : "set";
    return body ? [accessor(one, body, kind)] : [];
  });
}
