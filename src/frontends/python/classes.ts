import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, ClassNode, Name, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import {
  camelCaseIn,
  constructorOf,
  declaredNames,
  describedFields,
  fieldOf,
  strictnessIn,
  type Field,
} from "./data-classes.js";
import { expression, isCode } from "./expressions.js";
import { decoratorNames, lowerFunction } from "./functions.js";
import type { Scope } from "./scope.js";
import { assignTo, remember, statementsOf } from "./statements.js";

/** Classes to inherit from that bring nothing of their own that is looked at. */
const NOTHING_OF_THEIR_OWN =
  /^(?:object|(?:abc\.)?ABC|(?:typing\.)?(?:Protocol|Generic|NamedTuple|TypedDict)|(?:enum\.)?(?:Enum|IntEnum|StrEnum)|str|int|dict|\w*Exception|\w*Error)$/;

/** Classes whose constructors take what their bodies declare. */
const OF_FIELDS = /^(?:typing\.)?NamedTuple$/;
/** The same, but what is not given may be absent. */
const LOOSE = /^(?:typing\.)?TypedDict$/;
/** A class of a library whose fields may come from the environment. */
const SETTINGS = /^(?:\w+\.)?BaseSettings$/;
const FIELDS_DECORATOR = /(?:^|\.)(?:dataclass|define|frozen|attrs|s)$/;

/** Lowers a class. It gets another name if its own name would not be visible outside of its block. */
export function lowerClass(node: SyntaxNode, around: SyntaxNode | undefined, scope: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const isHidden = scope.inBlock === true || scope.outer.has(name.text);
  const id = build.name(name, isHidden ? `${name.text}@${name.start}` : name.text);
  const { before, made } = classOf(node, around, id, scope);
  const again = isHidden ? assignTo(name, build.name(name, id.name), name, scope) : [];
  return [...before, made, ...again];
}

function classOf(
  node: SyntaxNode,
  around: SyntaxNode | undefined,
  id: Name,
  scope: Scope,
): { readonly before: readonly Stmt[]; readonly made: ClassNode } {
  const bases = (node.field("superclasses")?.named ?? []).filter(
    (one) => isCode(one) && one.type !== "keyword_argument",
  );
  const names = bases.map((base) => base.text.replace(/\[.*$/s, ""));
  const known = bases.filter((_, index) => !NOTHING_OF_THEIR_OWN.test(names[index]!));
  // A class has one base here. One of the program has methods, and the fields of settings need no base.
  const base = known.find((one) => !SETTINGS.test(one.text)) ?? known[0];
  const isSettings = base !== undefined && known.some((one) => one !== base && SETTINGS.test(one.text));
  const decorators = around ? decoratorNames(around) : [];
  const isLoose = isSettings || names.some((one) => LOOSE.test(one));
  const refuses =
    names.some((one) => OF_FIELDS.test(one)) || decorators.some((one) => FIELDS_DECORATOR.test(one.name));
  const inside: Scope = { file: scope.file, kind: "class", outer: new Set(), members: new Set() };
  const body = new ClassBody(inside, id);
  for (const child of node.field("body")?.named ?? []) body.add(child);
  if (body.fields.some(({ alias }) => alias)) body.before.push(declaredNames(node, id, body.fields));
  if ((isLoose || refuses) && !body.hasConstructor)
    body.members.unshift(
      constructorOf(body.fields, { hasBase: base !== undefined, refuses, isSettings }, id),
    );
  if (body.fields.length > 0) body.members.push(describedFields(body.fields, id, scope));
  if (bases.length > 0) addAll(body.members, [...camelCaseIn(node), ...strictnessIn(node)]);
  const superclass = base ? expression(base.type === "subscript" ? base.field("value") : base, scope) : null;
  return { before: body.before, made: statements.classNode(node, id, superclass, body.members) };
}

class ClassBody {
  readonly members: ClassMember[] = [];
  readonly fields: Field[] = [];
  /** Classes inside of this one. */
  readonly before: Stmt[] = [];
  hasConstructor = false;

  constructor(
    private readonly scope: Scope,
    private readonly owner: Name,
  ) {}

  add(node: SyntaxNode): void {
    const { scope } = this;
    if (node.isError) return;
    switch (node.type) {
      case "expression_statement":
        for (const one of node.named.filter(isCode)) this.#simple(one);
        return;
      case "function_definition":
        this.#method(node, []);
        return;
      case "class_definition":
        this.#inner(node, undefined);
        return;
      case "decorated_definition": {
        const definition = node.field("definition");
        if (definition?.type === "class_definition") this.#inner(definition, node);
        else if (definition) this.#method(definition, decoratorNames(node));
        return;
      }
      case "if_statement":
      case "try_statement":
        for (const child of node.children)
          if (child.type === "block") for (const one of child.named) this.add(one);
        return;
      case "import_statement":
      case "import_from_statement":
        statementsOf(node, scope);
        return;
      default:
        return;
    }
  }

  #simple(node: SyntaxNode): void {
    const { scope } = this;
    if (node.type === "string" || node.type === "concatenated_string") {
      remember(node, scope);
      return;
    }
    const left = node.field("left");
    if (node.type !== "assignment" || left?.type !== "identifier") return;
    const right = node.field("right");
    const name = build.name(left, left.text);
    const value = right ? expression(right, scope) : undefined;
    const field = fieldOf(node, scope);
    if (field) this.fields.push(field);
    this.members.push(statements.classField(node, name, value ?? build.unknown(left), true));
    scope.members!.add(left.text);
  }

  #inner(node: SyntaxNode, around: SyntaxNode | undefined): void {
    const name = node.field("name");
    if (!name) return;
    const id = build.name(name, `${this.owner.name}.${name.text}`);
    const { before, made } = classOf(node, around, id, { ...this.scope, kind: "module" });
    addAll(this.before, [...before, made]);
    this.members.push(
      statements.classField(name, build.name(name, name.text), build.name(name, id.name), true),
    );
    this.scope.members!.add(name.text);
  }

  #method(node: SyntaxNode, decorators: readonly { readonly name: string }[]): void {
    const name = node.field("name");
    if (!name) return;
    const is = (pattern: RegExp): boolean => decorators.some((one) => pattern.test(one.name));
    const isStatic = is(/^staticmethod$/);
    const made = lowerFunction(node, this.scope, {
      id: null,
      binding: isStatic ? "none" : "method",
      isDeclaration: false,
    });
    const isConstructor = name.text === "__init__";
    if (isConstructor) this.hasConstructor = true;
    const kind = isConstructor
      ? "constructor"
      : is(/(?:^|\.)(?:cached_)?property$/)
        ? "get"
        : is(/\.setter$/)
          ? "set"
          : "method";
    const key = build.name(name, isConstructor ? "constructor" : name.text);
    this.members.push(statements.method(node, key, made, kind, isStatic || is(/^classmethod$/)));
    this.scope.members!.add(name.text);
  }
}
