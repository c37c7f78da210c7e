import type { CallExpression, Node } from "@oxc-project/types";
import type { Interest } from "../../frontends/interest.js";
import { namesIn } from "../evaluation/exports.js";
import type { Language, SharedScope } from "../evaluation/language.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { connectContainer } from "./containers.js";
import { MemberUses } from "./member-uses.js";
import { ModuleLinks } from "./module-links.js";
import { ALL, type ModuleParts } from "./module-parts.js";
import { NEW, Part, Relevance, kindOf, ofThis, usesThis } from "./part.js";
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
  /** Identifiers that were dealt with where they stand. */
  readonly #done = new Set<Node>();
  readonly #types: TypeObjects;
  readonly #links: ModuleLinks;
  readonly #uses: MemberUses;

  constructor(
    private readonly record: ModuleRecord,
    private readonly interest: Interest,
    private readonly module: ModuleParts,
    private readonly language: Language,
  ) {
    const [hasContainer, isOpen] = [language.container !== undefined, language.methodNative !== undefined];
    this.#types = new TypeObjects(record.names, module, hasContainer, isOpen);
    this.#links = new ModuleLinks(record.names, interest, module, this.#types, language);
    this.#uses = new MemberUses(record.names, module, this.#types, this.#links.imported);
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
    this.#types.end();
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
        this.#uses.called(node, owner);
        this.#call(node, owner);
        return owner;
      case "NewExpression":
        this.#uses.constructs(node.callee, owner);
        return owner;
      case "ArrayExpression":
        for (const one of node.elements) if (one) this.#uses.handsOver(one, owner);
        return owner;
      case "Property":
        this.#uses.handsOver(node.value, owner);
        return owner;
      case "JSXOpeningElement":
        this.#uses.constructs(node.name, owner);
        return owner;
      case "ImportExpression":
        this.#linkTo(node.source, owner);
        return owner;
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration":
      case "TSImportEqualsDeclaration":
        this.#links.item(node);
        return owner;
      case "ExportDefaultDeclaration":
        this.#types.exportDefault(node.declaration);
        return this.#value(owner, this.module.export("default"));
      case "TSExportAssignment":
        return this.#value(owner, this.module.whole);
      case "MemberExpression":
        this.#member(node, owner);
        return owner;
      case "MethodDefinition":
      case "PropertyDefinition":
        this.#uses.declare(node, owner, this.#below);
        return owner;
      case "ObjectPattern":
        for (const one of node.properties)
          if (one.type === "Property" && !one.computed) owner.use(keyName(one.key));
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
    const part = new Part(owner, kindOf(node), this.#uses.memberAt(node) !== undefined);
    this.module.addCallable(node.start, part);
    const variable = node.id ? this.record.names.variableOf(node.id) : undefined;
    const member = this.#uses.memberAt(node);
    if (member) part.usedBy(member);
    if (member && member === this.module.member(owner, NEW)) this.#types.constructs(owner, part);
    if (part.kind === "class") {
      const superClass = "superClass" in node ? (node.superClass as Node | null) : null;
      const made =
        superClass?.type === "Identifier" ? this.#uses.newOf(superClass) : superClass ? NEW : undefined;
      this.#types.declare(node, part, made);
    }
    if (part.kind !== "class" && variable) part.usedBy(this.module.variable(variable));
    return part;
  }

  #declared(node: Node & { id: Node }, owner: Part): Part {
    const variable = this.record.names.variableOf(node.id);
    this.#types.declare(node);
    return variable ? this.#value(owner, this.module.variable(variable)) : owner;
  }

  #declarator(node: Node & { type: "VariableDeclarator" }, owner: Part): Part {
    const { names } = this.record;
    if (node.init?.type === "ThisExpression" && node.id.type === "Identifier") {
      const variable = names.variableOf(node.id);
      if (variable) this.#uses.addSelf(variable);
    }
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
        for (const one of namesIn(target)) this.#links.import(one, specifier, name);
      }
    else for (const one of namesIn(node.id)) this.#links.import(one, specifier, ALL);
    return owner;
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
      else if (root) this.#flowsIntoRoot(target, part, owner);
      else this.#uses.flowsIntoOwn(target, part, owner);
    }
    return part;
  }

  /** Stores a part in the variable that an expression reads from, or in a member of `this`. */
  #flowsIntoRoot(target: Node, part: Part, owner: Part): void {
    const root = rootOf(target);
    if (!this.#uses.flowsIntoOwn(target, part, owner) && root) this.#flowsInto(root, part);
  }

  #flowsInto(identifier: Node, part: Part): void {
    const variable = this.record.names.variableOf(identifier);
    if (variable) this.module.changes(this.module.variable(variable), part);
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
      const part = this.#value(owner);
      this.#flowsIntoRoot(callee.object, part, owner);
      for (const argument of args) this.#below.set(argument, part);
    }
    if (name === "assign" && first && first.type !== "SpreadElement") {
      const part = this.#stored(first, owner);
      for (const argument of args.slice(1)) this.#below.set(argument, part);
    }
    if (name !== undefined && this.language.registers?.has(name) === true) this.module.addRegistration(owner);
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
    const link = this.#links.imported.get(owner);
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
    if (object.type === "Identifier") this.#types.isRead(object, owner);
    this.module.uses(this.#sharedAt(node), owner, "program");
    const own = this.#uses.ownMember(node, owner);
    if (own) {
      own.usedBy(owner);
      owner.use(ofThis(keyName(property)));
      this.#done.add(object);
    } else if (!this.#links.isOutside(object)) this.#uses.member(node, owner);
    const required = requiredBy(object);
    const variable = object.type === "Identifier" ? this.record.names.variableOf(object) : undefined;
    const specifier = required ?? (variable && this.#links.namespaces.get(variable));
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
        if (interest.isHint(node.name)) this.#name(node.name, owner);
        else if (interest.mayBeOfRequest(node.name)) module.raise(owner, Relevance.Local);
        if (this.#done.has(node)) return;
        const variable = this.record.names.variableOf(node);
        if (variable) {
          module.uses(module.variable(variable), owner, this.#links.sharingOf(variable));
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

  #name(name: string, owner: Part): void {
    this.module.addName(owner, this.interest.isDistinctive(name));
  }

  #text(text: string, owner: Part): void {
    if (DATA_FILE.test(text)) this.module.program.dataFile(text).usedBy(owner);
    if (this.interest.isHint(text)) this.#name(text, owner);
    if (VARIABLE.test(text)) this.module.program.global(text).usedBy(owner);
    if (this.interest.mayBePath(text)) this.module.addPath();
    if (this.language.scope) this.#word(text, this.language.scope, owner);
    this.module.raise(owner, relevanceOf(text, this.interest));
  }

  /** Connects a word: it may be the name of a function. A program in it may name properties, and read variables. */
  #word(text: string, scope: SharedScope, owner: Part): void {
    if (!/\s/.test(text)) this.module.shared.of(text + scope.functionMark).usedBy(owner);
    for (const [word] of text.matchAll(/\w+/g)) {
      if (this.interest.isHint(word)) this.#name(word, owner);
      if (VARIABLE.test(word)) this.module.program.global(word).usedBy(owner);
    }
  }
}
