import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, Name, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression, propertyName } from "./expressions.js";
import { functionOf } from "./functions.js";
import { classReference } from "./references.js";
import { Variables, isCode, type Scope } from "./scope.js";

export const CLASSES = /^(?:class|trait|interface|enum)_declaration$/;

/** Lowers a class, interface, trait or enum, and then the methods that it takes from traits. */
export function classStatements(node: SyntaxNode, scope: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const id = build.name(name, name.text);
  const made = declaredClass(node, id, scope);
  return [
    scope.isTop ? statements.exported(made) : made,
    ...propertiesOf(node, id, scope),
    ...traitsOf(node, id, scope),
  ];
}

function declaredClass(node: SyntaxNode, id: Name, scope: Scope): Stmt {
  const body = node.field("body");
  const parent = node.child("base_clause")?.named.find(isCode);
  const { isTop: _top, method: _method, isStatic: _static, parent: _parent, ...outer } = scope;
  const inner: Scope = {
    ...outer,
    className: id.name,
    variables: new Variables([]),
    ...(parent && node.type !== "interface_declaration" ? { parent } : {}),
  };
  const parts = body?.named.filter(isCode) ?? [];
  const members = parts.flatMap((part) => membersOf(part, inner));
  const above = inner.parent ? classReference(inner.parent, scope) : null;
  // Constants come first: properties begin with them.
  const isConstant = (one: ClassMember): boolean => one.type === "PropertyDefinition" && one.static;
  return statements.classNode(node, id, above, [
    ...members.filter(isConstant),
    ...members.filter((one) => !isConstant(one)),
  ]);
}

function membersOf(node: SyntaxNode, scope: Scope): ClassMember[] {
  switch (node.type) {
    case "const_declaration":
      return node.all("const_element").map((one) => {
        const [name, value] = one.named.filter(isCode);
        return statements.classField(one, build.name(name!, name!.text), expression(value, scope), true);
      });
    case "enum_case": {
      const name = node.field("name");
      return name
        ? [statements.classField(node, build.name(name, name.text), enumCase(node, scope), true)]
        : [];
    }
    case "property_declaration":
      return node.child("static_modifier") ? staticFields(node, scope) : [];
    case "method_declaration": {
      const name = node.field("name");
      if (!name || !node.field("body")) return [];
      const isStatic = node.child("static_modifier") !== undefined;
      const inner: Scope = { ...scope, method: name.text, ...(isStatic ? { isStatic: true } : {}) };
      const isConstructor = name.text === "__construct";
      const made = functionOf(node, inner, null, false);
      const key = build.name(name, isConstructor ? "constructor" : name.text);
      return [statements.method(node, key, made, isConstructor ? "constructor" : "method", isStatic)];
    }
    default:
      return [];
  }
}

function staticFields(node: SyntaxNode, scope: Scope): ClassMember[] {
  const assigned = assignedIn(node.parent!);
  return node.all("property_element").map((one) => {
    const name = one.field("name")!;
    const own = name.text.slice(1);
    const isSeen = one.field("default_value") !== undefined || assigned.has(own);
    const value = isSeen ? defaultOf(one, scope) : build.unknown(name);
    return statements.classField(one, build.name(name, own), value, true);
  });
}

function defaultOf(property: SyntaxNode, scope: Scope): Expr {
  const value = property.field("default_value");
  return value ? expression(value, scope) : build.scalar(property, null);
}

/**
 * Properties have their first values in every instance, whatever its constructors do: its class keeps them. Code that
 * is not seen assigns one without a value that the class never assigns.
 */
function propertiesOf(node: SyntaxNode, id: Name, scope: Scope): Stmt[] {
  const inner: Scope = { ...scope, className: id.name, variables: new Variables([]) };
  const declared = node.field("body")?.all("property_declaration") ?? [];
  const own = declared.filter((one) => !one.child("static_modifier"));
  const assigned = own.length > 0 ? assignedIn(node) : new Set();
  return own.flatMap((declaration) =>
    declaration.all("property_element").flatMap((one) => {
      const name = one.field("name")!;
      if (!one.field("default_value") && !assigned.has(name.text.slice(1))) return [];
      const at = build.span(name.start, name.start);
      const prototype = build.member(name, id, build.name(at, "prototype"));
      const held = build.member(name, prototype, propertyName(name, scope, true));
      return statements.statement(build.assign(one, held, defaultOf(one, inner)));
    }),
  );
}

const WRITES = /^(?:augmented_|reference_)?assignment_expression$/;
const MEMBERS = /^(?:member|scoped_property)_access_expression$/;

/** Returns the names of the members that the code of a class assigns, on any object or class. */
function assignedIn(node: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  for (const one of node.walk()) {
    if (!WRITES.test(one.type)) continue;
    for (const target of one.field("left")?.walk() ?? [])
      if (MEMBERS.test(target.type)) names.add(target.field("name")?.text.replace(/^\$/, "") ?? "");
  }
  return names;
}

/** A case of an enum is an object with its name and its value. */
function enumCase(node: SyntaxNode, scope: Scope): Expr {
  const name = node.field("name")!;
  const value = node.field("value");
  const named = build.property(name, build.madeText(name, "name"), build.madeText(name, name.text));
  return build.record(node, [
    named,
    ...(value ? [build.property(value, build.madeText(name, "value"), expression(value, scope))] : []),
  ]);
}

/** `use SomeTrait;` in a class: its methods and properties become those of the class. */
function traitsOf(node: SyntaxNode, id: Name, scope: Scope): Stmt[] {
  const used = node.field("body")?.all("use_declaration") ?? [];
  const traits = used.flatMap((one) =>
    one.named.filter(({ type }) => /^(?:name|qualified_name)$/.test(type)),
  );
  if (traits.length === 0) return [];
  const place = traits[0]!;
  const call = build.call(place, build.name(place, "php:use"), [
    id,
    ...traits.map((one) => classReference(one, scope)),
  ]);
  return [statements.statement(call)];
}

/** Lowers `new class(…) extends A { … }`. */
export function anonymousClass(node: SyntaxNode, scope: Scope): Expr {
  const id = build.name(node, `php:class${node.start}`);
  const args = node.child("arguments")?.all("argument") ?? [];
  const made = build.make(
    node,
    id,
    args.map((one) => expression(one, scope)),
  );
  const body = statements.block(node, [
    declaredClass(node, id, scope),
    ...propertiesOf(node, id, scope),
    ...traitsOf(node, id, scope),
    statements.returns(node, made),
  ]);
  return build.call(node, build.lambda(node, [], body), []);
}
