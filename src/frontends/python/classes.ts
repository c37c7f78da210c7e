import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, ClassNode, Expr, Name, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression, isCode } from "./expressions.js";
import { decoratorNames, lowerFunction } from "./functions.js";
import type { Scope } from "./scope.js";
import { assignTo, remember, statementsOf } from "./statements.js";

/** Classes to inherit from that bring nothing of their own that is looked at. */
const NOTHING_OF_THEIR_OWN =
  /^(?:object|(?:abc\.)?ABC|(?:typing\.)?(?:Protocol|Generic|NamedTuple|TypedDict)|(?:enum\.)?(?:Enum|IntEnum|StrEnum)|str|int|dict|(?:pydantic\.)?(?:BaseModel|BaseSettings)|\w*Exception|\w*Error)$/;

/** Classes whose constructors take what their bodies declare. */
const OF_FIELDS =
  /^(?:(?:typing\.)?(?:NamedTuple|TypedDict)|(?:pydantic\.)?(?:BaseModel|BaseSettings)|SQLModel|(?:msgspec\.)?Struct)$/;
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
  const base = bases.find((_, index) => !NOTHING_OF_THEIR_OWN.test(names[index]!));
  const decorators = around ? decoratorNames(around) : [];
  const hasFields =
    names.some((one) => OF_FIELDS.test(one)) || decorators.some((one) => FIELDS_DECORATOR.test(one.name));
  const inside: Scope = { file: scope.file, kind: "class", outer: new Set(), members: new Set() };
  const body = new ClassBody(inside, id);
  for (const child of node.field("body")?.named ?? []) body.add(child);
  if (body.fields.some(({ alias }) => alias)) body.before.push(declaredNames(node, id, body.fields));
  if (hasFields && !body.hasConstructor)
    body.members.unshift(constructorOf(body.fields, base !== undefined, id));
  const superclass = base ? expression(base.type === "subscript" ? base.field("value") : base, scope) : null;
  return { before: body.before, made: statements.classNode(node, id, superclass, body.members) };
}

interface Field {
  readonly name: Name;
  readonly value: Expr | undefined;
  /** The name in JSON, if it is another one. */
  readonly alias: SyntaxNode | undefined;
}

/** Declares a type with the names that the fields of a class have in JSON. */
function declaredNames(node: SyntaxNode, id: Name, fields: readonly Field[]): Stmt {
  const members = fields.map(({ name, alias }) =>
    statements.signature(alias ?? name, alias ? build.text(alias, alias.text) : name),
  );
  return statements.typeDeclaration(node, build.name(node, `${id.name}:json`), members);
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
    if (node.field("type"))
      this.fields.push({ name, value: right ? defaultOf(right, scope) : undefined, alias: aliasIn(right) });
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

/** `Field(alias="srvAddress")`, `field(metadata=config(field_name="srvAddress"))`: the name in JSON. */
function aliasIn(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type !== "call") return undefined;
  for (const one of node.walk()) {
    if (one.type !== "keyword_argument" || !ALIASES.has(one.field("name")?.text ?? "")) continue;
    const parts = one.field("value")?.all("string_content") ?? [];
    if (parts.length === 1) return parts[0];
  }
  return undefined;
}

const ALIASES = new Set(["alias", "validation_alias", "serialization_alias", "field_name"]);

/** `field(default=1)`, `Field(1)`, `Field(default_factory=dict)`: what the field is where nothing is given. */
function defaultOf(node: SyntaxNode, scope: Scope): Expr {
  const callee = node.type === "call" ? node.field("function")?.text : undefined;
  if (callee === undefined || !/(?:^|\.)(?:field|Field|attrib|ib)$/.test(callee))
    return expression(node, scope);
  const args = node.field("arguments")?.named.filter(isCode) ?? [];
  const named = (name: string): SyntaxNode | undefined =>
    args.find((one) => one.type === "keyword_argument" && one.field("name")?.text === name)?.field("value");
  const value = named("default") ?? args.find(({ type }) => type !== "keyword_argument");
  if (value && value.type !== "ellipsis") return expression(value, scope);
  const factory = named("default_factory") ?? named("factory");
  return factory ? build.call(factory, expression(factory, scope), []) : build.unknown(node);
}

/** The constructor that the fields of a class make: each is a parameter by its name. */
function constructorOf(fields: readonly Field[], hasBase: boolean, place: Name): ClassMember {
  const params: Param[] = fields.map(({ name, value }) =>
    value ? build.withDefault(name, name, value) : name,
  );
  const others = build.name(place, "core:others");
  const body: Stmt[] = fields.map(({ name }) =>
    statements.statement(build.assign(name, build.member(name, build.self(name), name), name)),
  );
  if (hasBase) {
    params.push(build.rest(place, others, true));
    const given = build.record(place, [build.spread(place, others)], true);
    body.unshift(statements.statement(build.call(place, build.superObject(place), [given])));
  }
  const made = statements.functionNode(place, null, params, statements.block(place, body), {
    isDeclaration: false,
  });
  return statements.method(place, build.name(place, "constructor"), made, "constructor");
}
