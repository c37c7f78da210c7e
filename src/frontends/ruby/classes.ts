import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, FunctionNode, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentNodes } from "./calls.js";
import { constantPath, declaredPath } from "./constants.js";
import { expression } from "./expressions.js";
import { declared, methodOfBlock } from "./blocks.js";
import { lowerMethod } from "./methods.js";
import { Locals, SEPARATOR, assignedNames, isCode, type Definition, type Scope } from "./scope.js";
import { DISCARD, bodyInto } from "./statements.js";

/**
 * Lowers a class or module. Methods go to its definition, other statements run in place. All parts of a class share one
 * definition.
 */
export function classStatements(node: SyntaxNode, scope: Scope): Stmt[] {
  const { file } = scope;
  const body = node.field("body");
  if (node.type === "singleton_class") {
    const definition = file.definitions.get(scope.nesting.at(-1) ?? "");
    const nodes = body?.children ?? [];
    return definition ? withOwnLocals(node, nodes, { ...scope, inSingleton: true }) : [];
  }
  const name = node.field("name");
  const path = name && constantPath(name);
  if (!name || path === undefined) return [];
  const full = declaredPath(path, scope.nesting);
  const definition = definitionOf(node, name, full, scope);
  const superclass = node.field("superclass")?.named.find(isCode);
  const inner: Scope = {
    file,
    locals: NO_LOCALS,
    nesting: [...scope.nesting, full],
    self: "class",
    isTop: scope.isTop,
  };
  const before: Stmt[] = [];
  if (superclass && !definition.superclass) {
    const above = structOf(superclass, definition, inner, before) ? null : expression(superclass, scope);
    definition.superclass = above;
  }
  return [
    ...linkToOuter(name, path, definition, scope),
    ...before,
    ...withOwnLocals(node, body?.children ?? [], inner),
  ];
}

const NO_LOCALS = new Locals([]);

/** Lowers the body of a class. It sees no variable of the code around it, and methods see none of its own. */
function withOwnLocals(node: SyntaxNode, nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  const own = assignedNames(nodes);
  const body = bodyInto(nodes, { ...scope, locals: new Locals(own.keys()) }, DISCARD);
  if (own.size === 0) return body;
  return [statements.block(node, [...declared(own), ...body])];
}

/** A class in a module is a member of it. */
function linkToOuter(
  name: SyntaxNode,
  path: string,
  definition: Definition,
  { file, nesting }: Scope,
): Stmt[] {
  const outer = file.definitions.get(nesting.at(-1) ?? "");
  if (!outer) return [];
  const held = build.member(name, build.name(name, outer.id.name), build.name(name, path));
  return [statements.statement(build.assign(name, held, build.name(name, definition.id.name)))];
}

function definitionOf(node: SyntaxNode, name: SyntaxNode, full: string, { file }: Scope): Definition {
  let known = file.definitions.get(full);
  if (!known) {
    known = {
      path: full,
      isModule: node.type === "module",
      id: build.name(name, file.constants.get(full) ?? full),
      place: node,
      members: [],
      methods: new Set(),
      superclass: null,
    };
    file.definitions.set(full, known);
  }
  return known;
}

/** Calls in the body of a class that say something of the class. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...["attr_reader", "attr_accessor", "attr_writer", "include", "extend", "prepend", "private", "public"],
  ...[
    "protected",
    "module_function",
    "private_class_method",
    "public_class_method",
    "private_constant",
    "alias_method",
  ],
  ...["attr", "cattr_accessor", "mattr_accessor", "class_attribute", "def", "define_method", "delegate"],
]);

export function isDirective(name: string, _node: SyntaxNode, scope: Scope): boolean {
  return scope.self === "class" && DIRECTIVES.has(name);
}

/** Lowers a call in the body of a class that changes the class, such as `attr_accessor`. */
export function directive(node: SyntaxNode, name: string, scope: Scope): Stmt[] {
  const definition = scope.file.definitions.get(scope.nesting.at(-1) ?? "");
  if (!definition) return [];
  const args = node.type === "identifier" || name === "def" ? [] : argumentNodes(node);
  switch (name) {
    case "def":
      addMethod(node, definition, scope);
      return [];
    case "attr":
    case "attr_reader":
    case "attr_writer":
    case "attr_accessor":
      for (const one of args) addAccessors(one, name, definition, scope.inSingleton === true);
      return [];
    case "cattr_accessor":
    case "mattr_accessor":
    case "class_attribute":
      for (const one of args) addAccessors(one, "attr_accessor", definition, true);
      return [];
    case "include":
    case "prepend":
    case "extend": {
      const own = args.some(({ type }) => type === "self");
      if (own) definition.sharesMethods = true;
      const others = args.filter(({ type }) => type !== "self");
      if (others.length === 0) return [];
      const native = build.name(node, name === "extend" || scope.inSingleton ? "rb:extend" : "rb:include");
      const target = build.name(node, definition.id.name);
      return [
        statements.statement(
          build.call(node, native, [target, ...others.map((one) => expression(one, scope))]),
        ),
      ];
    }
    case "alias_method":
      return [];
    case "define_method": {
      const block = node.field("block");
      if (!block || !args[0]) return [];
      const target = build.name(node, definition.id.name);
      const made = [target, expression(args[0], scope), methodOfBlock(block, scope)];
      return [statements.statement(build.call(node, build.name(node, "rb:define"), made))];
    }
    default: {
      if (name === "module_function" && args.length === 0) definition.sharesMethods = true;
      const isStatic =
        name === "private_class_method" || name === "module_function" || scope.inSingleton === true;
      const inner: Scope = isStatic ? { ...scope, inSingleton: true } : scope;
      return args.flatMap((one) => {
        if (one.type === "method" || one.type === "singleton_method") addMethod(one, definition, inner);
        else if (one.type === "call") return bodyInto([one], inner, DISCARD);
        return [];
      });
    }
  }
}

function addMethod(node: SyntaxNode, definition: Definition, scope: Scope): void {
  const name = node.field("name");
  if (!name) return;
  const isStatic = node.type === "singleton_method" || scope.inSingleton === true;
  const add = (own: boolean): void => {
    const made = lowerMethod(node, scope, { id: null, self: "method", isDeclaration: false });
    const isConstructor = name.text === "initialize" && !own;
    put(
      definition,
      statements.method(
        node,
        build.name(name, isConstructor ? "constructor" : name.text),
        made,
        isConstructor ? "constructor" : "method",
        own,
      ),
    );
  };
  definition.methods.add(name.text);
  add(isStatic);
  // Methods of a module may be those of the module itself.
  if (!isStatic && definition.isModule && isShared(node, definition)) add(true);
}

/** A later method of the same name replaces an earlier one. */
function put(definition: Definition, member: ClassMember): void {
  const nameOf = (one: ClassMember): string => ("name" in one.key ? one.key.name : "");
  const before = definition.members.findIndex(
    (one) => nameOf(one) === nameOf(member) && one.static === member.static,
  );
  if (before >= 0) definition.members.splice(before, 1);
  definition.members.push(member);
}

/** `extend self` and `module_function` may precede or follow the methods. */
function isShared(node: SyntaxNode, definition: Definition): boolean {
  if (definition.sharesMethods) return true;
  const siblings = node.parent?.named ?? [];
  return siblings.some(
    (one) =>
      one.text === "module_function" ||
      (one.type === "call" &&
        one.field("method")?.text === "extend" &&
        argumentNodes(one).some(({ type }) => type === "self")),
  );
}

function addAccessors(node: SyntaxNode, kind: string, definition: Definition, isStatic: boolean): void {
  const text =
    node.type === "simple_symbol" ? node.text.slice(1) : (node.child("string_content")?.text ?? "");
  if (!/^\w+$/.test(text)) return;
  const held = (): Expr => build.member(node, build.self(node), build.name(node, `@${text}`));
  if (kind !== "attr_writer") {
    definition.methods.add(text);
    put(
      definition,
      statements.method(
        node,
        build.name(node, text),
        functionOf(node, [], [statements.returns(node, held())]),
        "method",
        isStatic,
      ),
    );
  }
  if (kind === "attr_reader" || kind === "attr") return;
  const given = build.name(node, "rb:value");
  const target = build.member(node, build.self(node), build.name(node, `@${text}`));
  const body = [statements.returns(node, build.assign(node, target, given))];
  put(
    definition,
    statements.method(
      node,
      build.name(node, `${text}=`),
      functionOf(node, ["rb:value"], body),
      "method",
      isStatic,
    ),
  );
}

function functionOf(node: SyntaxNode, params: readonly string[], body: readonly Stmt[]): FunctionNode {
  const names = params.map((one) => build.name(node, one));
  return statements.functionNode(node, null, names, statements.block(node, body), { isDeclaration: false });
}

/** `class X < Struct.new(:a, :b)`, and what `X = Struct.new(:a)` makes: a constructor and a method for each field. */
function structOf(node: SyntaxNode, definition: Definition, scope: Scope, before: Stmt[]): boolean {
  if (!isStruct(node)) return false;
  const args = argumentNodes(node);
  const fields = args.filter(({ type }) => type === "simple_symbol");
  const isByName = args.some(({ type, text }) => type === "pair" && /keyword_init:\s*true/.test(text));
  for (const field of fields) addAccessors(field, "attr_accessor", definition, false);
  const params = fields.map((field) => build.name(field, field.text.slice(1)));
  const body = fields.map((field) => {
    const target = build.member(field, build.self(field), build.name(field, `@${field.text.slice(1)}`));
    return statements.statement(build.assign(field, target, build.name(field, field.text.slice(1))));
  });
  const rest = build.rest(node, build.name(node, SEPARATOR));
  const made = statements.functionNode(
    node,
    null,
    isByName ? [rest, ...params] : params,
    statements.block(node, body),
    { isDeclaration: false },
  );
  put(definition, statements.method(node, build.name(node, "constructor"), made, "constructor"));
  const block = node.field("block");
  if (block) addAll(before, bodyInto(block.field("body")?.children ?? [], scope, DISCARD));
  return true;
}

/** Lowers `X = Struct.new(:a) do … end` to a class. Undefined for other values. */
export function structClass(left: SyntaxNode, right: SyntaxNode, scope: Scope): Stmt[] | undefined {
  if (!isStruct(right)) return undefined;
  const full = declaredPath(left.text, scope.nesting);
  const definition = definitionOf(right, left, full, scope);
  const before: Stmt[] = [];
  structOf(
    right,
    definition,
    { ...scope, nesting: [...scope.nesting, full], self: "class", locals: NO_LOCALS },
    before,
  );
  return [...linkToOuter(left, left.text, definition, scope), ...before];
}

function isStruct(node: SyntaxNode): boolean {
  return (
    node.type === "call" && node.field("receiver")?.text === "Struct" && node.field("method")?.text === "new"
  );
}
