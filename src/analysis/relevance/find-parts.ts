import type { CallExpression, Node } from "@oxc-project/types";
import type { Variable } from "@typescript-eslint/scope-manager";
import type { Interest } from "../../frontends/interest.js";
import { declaredNames, namesIn } from "../evaluation/exports.js";
import type { Language, SharedScope } from "../evaluation/language.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { connectContainer } from "./containers.js";
import { ALL, type ModuleParts } from "./module-parts.js";
import { Part, Relevance, kindOf, usesThis } from "./part.js";
import { relevanceOf } from "./seeds.js";
import { TypeObjects } from "./type-objects.js";
import {
  DATA_FILE,
  VARIABLE,
  globalName,
  isExports,
  isOfLanguage,
  isWrittenText,
  nameInScope,
  requiredBy,
  rootOf,
  unwrapped,
} from "./written-names.js";

/** Methods that store their arguments. */
const STORING_METHODS: ReadonlySet<string> = new Set(
  "add append concat extend insert push put set setdefault unshift update".split(" "),
);

/** Finds the parts of a module and who uses whom, in one walk and by names alone: nothing is evaluated. */
export function findParts(
  record: ModuleRecord,
  interest: Interest,
  module: ModuleParts,
  language: Language,
): void {
  new PartFinder(record, interest, module, language).run();
}

class PartFinder {
  /** Returns the part that nodes below a node belong to, if it differs from the part of the node. */
  readonly #below = new Map<Node, Part>();
  /** Variables that stand for a whole other module. */
  readonly #namespaces = new Map<Variable, string>();
  /** Variables that stand for a name of another module. */
  readonly #imported = new Map<Variable, { readonly specifier: string; readonly name: string }>();
  /** Identifiers that were dealt with where they stand. */
  readonly #done = new Set<Node>();
  readonly #types: TypeObjects;

  constructor(
    private readonly record: ModuleRecord,
    private readonly interest: Interest,
    private readonly module: ModuleParts,
    private readonly language: Language,
  ) {
    this.#types = new TypeObjects(record.names, module, language.container !== undefined);
  }

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
      case "ForOfStatement":
        if (node.left.type !== "VariableDeclaration")
          this.#below.set(node.right, this.#stored(node.left, owner));
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
        this.#types.exportDefault(node.declaration);
        return this.#value(owner, this.module.export("default"));
      case "TSExportAssignment":
        return this.#value(owner, this.module.whole);
      case "MemberExpression":
        this.#member(node, owner);
        return owner;
      case "ThisExpression":
      case "Super":
        usesThis(owner, this.language.methodNative === undefined ? undefined : this.module.top);
        return owner;
      default:
        this.#mention(node, owner);
        return owner;
    }
  }

  /** Makes a part for a value that goes into others. */
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
    if (part.kind === "class") this.#types.declare(node, part);
    return part;
  }

  #declared(node: Node & { id: Node }, owner: Part): Part {
    const variable = this.record.names.variableOf(node.id);
    this.#types.declare(node);
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

  /** Binds a variable to an export of another module. */
  #import(local: Node, specifier: string, name: string): void {
    const variable = this.record.names.variableOf(local);
    if (!variable) return;
    // All that comes from a library for the API is relevant.
    const isLibrary = this.interest.isLibrary(specifier);
    if (name === ALL && !isLibrary) this.#namespaces.set(variable, specifier);
    else this.#imported.set(variable, { specifier, name });
    this.module.link(specifier, name, this.module.variable(variable));
    this.#types.import(variable, specifier, name);
    if (name === ALL && this.language.scope) this.module.shareVariables(specifier);
    const submodule = name === ALL ? undefined : this.language.submodule?.(specifier, name);
    if (submodule !== undefined) this.module.link(submodule, ALL, this.module.variable(variable));
    if (isLibrary || relevanceOf(specifier, this.interest))
      this.module.variable(variable).raise(Relevance.Local);
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
        if (!variable) continue;
        const [part, exported] = [this.module.variable(variable), this.module.export(variable.name)];
        part.usedBy(exported);
        this.#types.export(variable, variable.name);
        // Other files may add methods to a type.
        if (this.language.methodNative !== undefined) exported.usedBy(part);
      }
      for (const { local, exported } of node.specifiers) {
        const part = this.module.export(keyName(exported));
        const variable = node.source ? undefined : this.record.names.variableOf(local);
        if (node.source) {
          this.module.link(node.source.value, keyName(local), part);
          this.#types.passOn(node.source.value, keyName(local), keyName(exported));
        } else if (variable) {
          this.module.variable(variable).usedBy(part);
          this.#types.export(variable, keyName(exported));
        }
      }
    }
  }

  /** Returns the part of a value that is written to a variable, to a member of a variable's value, or to an export. */
  #stored(target: Node, owner: Part): Part {
    const part = this.#value(owner);
    const exported = this.#exportAt(target);
    const shared = this.#sharedAt(target);
    if (shared) part.usedBy(shared);
    else if (exported) part.usedBy(exported);
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

  /** Returns the part that an assignment to `module.exports`, `exports` or a member of them exports. */
  #exportAt(target: Node): Part | undefined {
    if (isExports(target, this.record.names)) return this.module.whole;
    if (target.type !== "MemberExpression" || !isExports(target.object, this.record.names)) return undefined;
    return target.computed ? this.module.whole : this.module.export(keyName(target.property));
  }

  /** Returns the variable of the program for a member of the object that contains all variables. */
  #sharedAt(node: Node): Part | undefined {
    const name = this.language.scope && nameInScope(node, this.language.scope);
    return name === undefined ? undefined : this.module.shared.of(name);
  }

  /** Adds the members of `module.exports = { … }`, which are imported by name. */
  #exportedMembers(target: Node, object: Node & { type: "ObjectExpression" }): void {
    if (!isExports(target, this.record.names)) return;
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
    if (callee.type === "Identifier") this.#globalCall(callee.name, node, owner);
    const name =
      callee.type === "MemberExpression" && !callee.computed ? keyName(callee.property) : undefined;
    const called = callee.type === "Identifier" ? callee.name : name;
    connectContainer(this.language.container, called, args, owner, this.module);
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
    if (name !== undefined && this.language.registers?.has(name) === true) owner.raise(Relevance.Local);
    if (this.#done.has(node) || !first) return;
    if (name !== undefined && first.type === "Literal" && typeof first.value === "string") {
      const specifier = this.language.specifierOfCall?.(name, first.value);
      if (specifier !== undefined) this.module.link(specifier, ALL, owner);
    }
    const isRequire = callee.type === "Identifier" && callee.name === "require";
    // Test doubles replace modules by their specifiers.
    if (isRequire || name === "mock" || name === "doMock" || name === "unstable_mockModule")
      this.#linkTo(first, owner);
  }

  /** Handles the names that natives of another language use. */
  #globalCall(name: string, { arguments: args }: CallExpression, owner: Part): void {
    const { scope, methodNative } = this.language;
    if (scope?.writers.has(name) === true) {
      const part = this.#value(owner);
      for (const argument of args) {
        this.#below.set(argument, part);
        if (argument.type === "Literal" && typeof argument.value === "string")
          part.usedBy(this.module.shared.of(argument.value));
      }
    }
    const [type, , method] = args;
    if (name === methodNative && type && method) this.#method(type, method);
  }

  /** Connects a method with its type, in whatever file that is. */
  #method(type: Node, method: Node): void {
    const { names } = this.record;
    const [owner, own] = [names.variableOf(type), names.variableOf(method)];
    const made = own?.defs[0]?.node as Node | undefined;
    const part = made && this.module.callable(made.start);
    if (!owner || !part) return;
    const typePart = this.module.variable(owner);
    part.usedBy(typePart);
    typePart.usedBy(part);
    const link = this.#imported.get(owner);
    if (link) this.module.addTo(link.specifier, link.name, part);
  }

  #linkTo(node: Node, owner: Part): void {
    if (node.type === "Literal" && typeof node.value === "string") this.module.link(node.value, ALL, owner);
    else if (this.interest.computedImports && !isWrittenText(node))
      this.module.raise(owner, Relevance.Shared);
  }

  /** Connects a member of a whole module, such as `client.list`, with the export of that name. */
  #member(node: Node & { type: "MemberExpression" }, owner: Part): void {
    const { object, property, computed } = node;
    this.#sharedAt(node)?.usedBy(owner);
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
        if (interest.isHint(node.name)) module.addName(owner);
        else if (interest.mayBeOfRequest(node.name)) module.raise(owner, Relevance.Local);
        if (this.#done.has(node)) return;
        const variable = this.record.names.variableOf(node);
        if (variable) {
          module.variable(variable).usedBy(owner);
          this.#types.mention(node, variable, owner);
        } else if (!isOfLanguage(node.name)) module.program.global(node.name).usedBy(owner);
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
    if (this.interest.isHint(text)) this.module.addName(owner);
    if (VARIABLE.test(text)) this.module.program.global(text).usedBy(owner);
    if (this.interest.mayBePath(text)) this.module.addPath();
    if (this.language.scope) this.#word(text, this.language.scope, owner);
    this.module.raise(owner, relevanceOf(text, this.interest));
  }

  /** Connects a word: it may be the name of a function, and contain names of properties. */
  #word(text: string, scope: SharedScope, owner: Part): void {
    if (!/\s/.test(text)) this.module.shared.of(text + scope.functionMark).usedBy(owner);
    for (const [word] of text.matchAll(/\w+/g)) if (this.interest.isHint(word)) this.module.addName(owner);
  }
}
