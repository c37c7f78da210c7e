import type { CallExpression, Node } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import type { Interest } from "../../interest.js";
import { declaredNames, namesIn } from "../evaluation/exports.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { functionSpecifier } from "../specifiers.js";
import { walk } from "../walk.js";
import { ALL, type ModuleParts } from "./module-parts.js";
import { Part, Relevance, type PartKind } from "./part.js";
import { relevanceOf } from "./seeds.js";

/** Methods that put their arguments into what they are called on. */
const STORING_METHODS: ReadonlySet<string> = new Set("add append concat push set unshift".split(" "));

/** Finds the parts of a module and who uses whom, in one walk and by names alone: nothing is evaluated. */
export function findParts(record: ModuleRecord, interest: Interest, module: ModuleParts): void {
  new PartFinder(record, interest, module).run();
}

class PartFinder {
  /** Returns the part that nodes below a node belong to, if it differs from the part of the node. */
  readonly #below = new Map<Node, Part>();
  /** Variables that stand for a whole other module. */
  readonly #namespaces = new Map<Variable, string>();
  /** Identifiers that were dealt with where they stand. */
  readonly #done = new Set<Node>();

  constructor(
    private readonly record: ModuleRecord,
    private readonly interest: Interest,
    private readonly module: ModuleParts,
  ) {}

  run(): void {
    const { program } = this.record;
    const owners = new Map<Node, Part>();
    if (!program.body.some(({ type }) => /^(?:Import|Export)\w+Declaration$/.test(type)))
      this.module.isCommonJs();
    walk(program, (node, parent) => {
      const around = parent && owners.get(parent);
      const owner = this.#below.get(node) ?? around ?? this.module.top;
      const below = this.#enter(node, owner);
      if (below !== around) this.module.place(node, below);
      owners.set(node, below);
      return undefined;
    });
  }

  /** Gives the part that the children of a node belong to. */
  #enter(node: Node, owner: Part): Part {
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "TSDeclareFunction":
      case "TSEmptyBodyFunctionExpression":
      case "ClassDeclaration":
      case "ClassExpression":
        return this.#callable(node, owner);
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
      case "TSEnumDeclaration":
      case "TSModuleDeclaration":
        return this.#declared(node, owner);
      case "VariableDeclarator":
        return this.#declarator(node, owner);
      case "AssignmentExpression":
        this.#below.set(node.right, this.#stored(node.left, owner));
        if (node.right.type === "ObjectExpression") this.#exportedMembers(node.left, node.right);
        return owner;
      case "CallExpression":
        this.#call(node, owner);
        return owner;
      case "ImportExpression":
        this.#linkTo(node.source, owner);
        return owner;
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
      case "TSImportEqualsDeclaration":
        this.#moduleItem(node);
        return owner;
      case "ExportDefaultDeclaration":
        return this.#value(owner, this.module.export("default"));
      case "TSExportAssignment":
        return this.#value(owner, this.module.whole);
      case "MemberExpression":
        this.#member(node, owner);
        return owner;
      case "ThisExpression":
      case "Super":
        usesThis(owner);
        return owner;
      default:
        this.#mention(node, owner);
        return owner;
    }
  }

  /** A part for a value that goes into others. */
  #value(owner: Part, ...into: readonly Part[]): Part {
    const part = new Part(owner);
    for (const one of into) part.usedBy(one);
    return part;
  }

  #callable(node: Node & { id?: Node | null }, owner: Part): Part {
    const part = new Part(owner, kindOf(node));
    this.module.addCallable(node.start, part);
    const variable = node.id ? this.record.names.variableOf(node.id) : undefined;
    if (variable) part.usedBy(this.module.variable(variable));
    return part;
  }

  #declared(node: Node & { id: Node }, owner: Part): Part {
    const variable = this.record.names.variableOf(node.id);
    return variable ? this.#value(owner, this.module.variable(variable)) : owner;
  }

  #declarator(node: Node & { type: "VariableDeclarator" }, owner: Part): Part {
    const { names } = this.record;
    const specifier = node.init ? requiredBy(node.init) : undefined;
    if (specifier === undefined) {
      const variables = namesIn(node.id).flatMap((name) => names.variableOf(name) ?? []);
      return this.#value(owner, ...variables.map((variable) => this.module.variable(variable)));
    }
    this.#done.add(unwrapped(node.init!));
    if (node.id.type === "ObjectPattern")
      for (const property of node.id.properties) {
        const isKnown = property.type === "Property" && !property.computed;
        const name = isKnown ? keyName(property.key) : ALL;
        const target = property.type === "Property" ? property.value : property.argument;
        for (const one of namesIn(target)) this.#import(one, specifier, name);
      }
    else for (const one of namesIn(node.id)) this.#import(one, specifier, ALL);
    return owner;
  }

  /** A variable stands for something of another module. */
  #import(local: Node, specifier: string, name: string): void {
    const variable = this.record.names.variableOf(local);
    if (!variable) return;
    if (name === ALL) this.#namespaces.set(variable, specifier);
    this.module.link(specifier, name, this.module.variable(variable));
    // A library that is made for it.
    if (relevanceOf(specifier, this.interest)) this.module.variable(variable).raise(Relevance.Local);
  }

  #moduleItem(node: Node): void {
    if (node.type === "ImportDeclaration") {
      const specifier = node.source.value;
      for (const one of node.specifiers) {
        const isNamed = one.type === "ImportSpecifier";
        const isDefault = one.type === "ImportDefaultSpecifier";
        this.#import(one.local, specifier, isNamed ? keyName(one.imported) : isDefault ? "default" : ALL);
      }
    } else if (node.type === "ExportAllDeclaration") {
      if (node.exported) this.module.link(node.source.value, ALL, this.module.export(keyName(node.exported)));
      else this.module.addStar(node.source.value);
    } else if (node.type === "TSImportEqualsDeclaration") {
      const { moduleReference, id } = node;
      if (moduleReference.type === "TSExternalModuleReference")
        this.#import(id, moduleReference.expression.value, ALL);
    } else if (node.type === "ExportNamedDeclaration") {
      for (const name of node.declaration ? declaredNames(node.declaration) : []) {
        const variable = this.record.names.variableOf(name);
        if (variable) this.module.variable(variable).usedBy(this.module.export(variable.name));
      }
      for (const { local, exported } of node.specifiers) {
        const part = this.module.export(keyName(exported));
        const variable = node.source ? undefined : this.record.names.variableOf(local);
        if (node.source) this.module.link(node.source.value, keyName(local), part);
        else if (variable) this.module.variable(variable).usedBy(part);
      }
    }
  }

  /** The part of a value that is written to a variable, a member of what a variable holds, or an export. */
  #stored(target: Node, owner: Part): Part {
    const part = this.#value(owner);
    const exported = this.#exportAt(target);
    if (exported) part.usedBy(exported);
    else if (target.type === "ObjectPattern" || target.type === "ArrayPattern")
      for (const name of namesIn(target)) this.#flowsInto(name, part);
    else {
      const root = rootOf(target);
      const isDeclared = root !== undefined && this.record.names.variableOf(root) !== undefined;
      const global = isDeclared ? undefined : globalName(target);
      if (global !== undefined) part.usedBy(this.module.program.global(global));
      else if (root) this.#flowsInto(root, part);
    }
    return part;
  }

  #flowsInto(identifier: Node, part: Part): void {
    const variable = this.record.names.variableOf(identifier);
    if (variable) part.usedBy(this.module.variable(variable));
  }

  /** What an assignment to `module.exports`, `exports` or a member of them exports. */
  #exportAt(target: Node): Part | undefined {
    if (this.#isExports(target)) return this.module.whole;
    if (target.type !== "MemberExpression" || !this.#isExports(target.object)) return undefined;
    return target.computed ? this.module.whole : this.module.export(keyName(target.property));
  }

  #isExports(node: Node): boolean {
    if (node.type === "Identifier") return node.name === "exports" && !this.record.names.variableOf(node);
    return (
      node.type === "MemberExpression" &&
      !node.computed &&
      keyName(node.property) === "exports" &&
      node.object.type === "Identifier" &&
      node.object.name === "module"
    );
  }

  /** The members of `module.exports = { … }` are imported by their names. */
  #exportedMembers(target: Node, object: Node & { type: "ObjectExpression" }): void {
    if (!this.#isExports(target)) return;
    const isNamed = object.properties.every(
      (property) => property.type === "Property" && !property.computed && property.kind === "init",
    );
    if (!isNamed) return;
    this.#below.set(object, this.module.top);
    for (const property of object.properties) {
      if (property.type !== "Property") continue;
      this.#below.set(property, this.#value(this.module.top, this.module.export(keyName(property.key))));
    }
  }

  #call(node: CallExpression, owner: Part): void {
    const { callee, arguments: args } = node;
    const [first] = args;
    const name =
      callee.type === "MemberExpression" && !callee.computed ? keyName(callee.property) : undefined;
    if (name !== undefined && STORING_METHODS.has(name) && callee.type === "MemberExpression") {
      const root = rootOf(callee.object);
      const part = this.#value(owner);
      if (root) this.#flowsInto(root, part);
      for (const argument of args) this.#below.set(argument, part);
    }
    if (name === "assign" && first && first.type !== "SpreadElement") {
      const part = this.#stored(first, owner);
      for (const argument of args.slice(1)) this.#below.set(argument, part);
    }
    if (this.#done.has(node) || !first) return;
    if (name === "execute" && first.type === "Literal" && typeof first.value === "string")
      this.module.link(functionSpecifier(first.value), ALL, owner);
    const isRequire = callee.type === "Identifier" && callee.name === "require";
    // Test doubles replace modules by their specifiers.
    if (isRequire || name === "mock" || name === "doMock" || name === "unstable_mockModule")
      this.#linkTo(first, owner);
  }

  #linkTo(node: Node, owner: Part): void {
    if (node.type === "Literal" && typeof node.value === "string") this.module.link(node.value, ALL, owner);
  }

  /** `client.list` of a whole module is the export of that name alone. */
  #member(node: Node & { type: "MemberExpression" }, owner: Part): void {
    const { object, property, computed } = node;
    const required = requiredBy(object);
    const variable = object.type === "Identifier" ? this.record.names.variableOf(object) : undefined;
    const specifier = required ?? (variable && this.#namespaces.get(variable));
    if (specifier === undefined || computed) return;
    this.#done.add(unwrapped(object));
    this.module.link(specifier, keyName(property), owner);
  }

  #mention(node: Node, owner: Part): void {
    const { interest, module } = this;
    switch (node.type) {
      case "Identifier":
      case "JSXIdentifier":
      case "PrivateIdentifier": {
        if (interest.names.has(node.name)) module.addName(owner);
        else if (interest.mayBeOfRequest(node.name)) module.raise(owner, Relevance.Local);
        if (this.#done.has(node)) return;
        const variable = this.record.names.variableOf(node);
        if (variable) module.variable(variable).usedBy(owner);
        else module.program.global(node.name).usedBy(owner);
        return;
      }
      case "Literal":
        if (typeof node.value === "string") this.#text(node.value, owner);
        else if ("regex" in node && node.regex) this.#text(node.regex.pattern.replaceAll("\\/", "/"), owner);
        return;
      case "TemplateElement":
        this.#text(node.value.cooked ?? node.value.raw, owner);
        return;
      case "JSXText":
        this.#text(node.value, owner);
    }
  }

  #text(text: string, owner: Part): void {
    if (DATA_FILE.test(text)) this.module.program.dataFile(text).usedBy(owner);
    if (this.interest.names.has(text)) this.module.addName(owner);
    if (VARIABLE.test(text)) this.module.program.global(text).usedBy(owner);
    if (PATH.test(text)) this.module.addPath();
    this.module.raise(owner, relevanceOf(text, this.interest));
  }
}

/** How variables of the environment are named. */
const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** A path of a request, or the start of one. */
const PATH = /^\/\w/;

const DATA_FILE = /\.(?:json|ya?ml|env)$/;

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["global", "globalThis", "self", "window"]);

/** The name of the global variable that an assignment to a target makes, if it may be one. */
function globalName(target: Node): string | undefined {
  if (target.type === "Identifier") return target.name;
  const isMember =
    target.type === "MemberExpression" && !target.computed && target.object.type === "Identifier";
  return isMember && GLOBAL_OBJECTS.has((target.object as { name: string }).name)
    ? keyName(target.property)
    : undefined;
}

function kindOf({ type }: Node): PartKind {
  if (type === "ArrowFunctionExpression") return "other";
  return type === "ClassDeclaration" || type === "ClassExpression" ? "class" : "function";
}

/** What has a `this` of its own goes with what it belongs to: a method with its class. */
function usesThis(owner: Part): void {
  for (let at = owner; at.parent && at.kind !== "class"; at = at.parent) {
    at.parent.usedBy(at);
    if (at.kind === "function") return;
  }
}

/** The variable whose value, or a part of it, an expression stands for. */
function rootOf(node: Node): Node | undefined {
  let at = node;
  for (;;) {
    if (at.type === "Identifier") return at;
    if (at.type === "MemberExpression") at = at.object;
    else if (at.type === "CallExpression") at = at.callee;
    else if (
      at.type === "ChainExpression" ||
      at.type === "TSNonNullExpression" ||
      at.type === "TSAsExpression"
    )
      at = at.expression;
    else return undefined;
  }
}

function unwrapped(node: Node): Node {
  if (node.type === "AwaitExpression") return unwrapped(node.argument);
  if (node.type === "TSAsExpression" || node.type === "TSNonNullExpression")
    return unwrapped(node.expression);
  return node;
}

/** The specifier of `require("…")` or `await import("…")`. */
function requiredBy(node: Node): string | undefined {
  const call = unwrapped(node);
  const source =
    call.type === "ImportExpression"
      ? call.source
      : call.type === "CallExpression" && call.callee.type === "Identifier" && call.callee.name === "require"
        ? call.arguments[0]
        : undefined;
  return source?.type === "Literal" && typeof source.value === "string" ? source.value : undefined;
}
