import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, ClassMember, Expr, FunctionNode, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { beansOf } from "./beans.js";
import { declaredRequests, isClientOfFramework } from "./declared-requests.js";
import {
  annotatedMethods,
  constructorFields,
  declaredNames,
  describedFields,
  jsonFields,
  plainFields,
} from "./json-fields.js";
import { argumentsOf, expr } from "./expressions.js";
import { injected, injections, parametersOf, typed, typedParameter, type Parameter } from "./parameters.js";
import { isPrintedEmpty } from "./printed-fields.js";
import { routesOf } from "./routes.js";
import { Scope, type ClassScope, type FileState } from "./scope.js";
import { functionBody } from "./statements.js";
import { typeExpr, typeName } from "./types.js";

/** Declarations of classes, interfaces and the like. */
export const TYPES = [
  "class_declaration",
  "interface_declaration",
  "enum_declaration",
  "record_declaration",
] as const;

/** Lowers a class, after the classes inside it. Its JSON properties are in a type of the same name. */
export function classOf(node: SyntaxNode, file: FileState, outer?: ClassScope): Stmt[] {
  const name = node.field("name");
  const body = node.field("body");
  if (!name || !body) return [];
  const parts = membersIn(body);
  const parent = node.child("superclass")?.named[0];
  const owner = scopeOf(node, name.text, parts, parent !== undefined, outer);
  const scope = new Scope(file, owner);
  const nested = parts.filter(({ type }) => isType(type));
  const fields = jsonFields(node, parts);
  const described = [
    ...(fields.length > 0 ? fields : plainFields(parts)),
    ...constructorFields(parts),
    ...annotatedMethods(parts),
  ];
  const members: ClassMember[] = [
    ...(described.length > 0 ? [describedFields(name, described, scope)] : []),
    ...enumConstants(node, body, scope),
    ...parts.flatMap((part) => [...fieldsOf(part, node, scope), ...initializerOf(part, scope)]),
    ...methodsOf(parts, scope),
    ...declaredRequests(node, parts, scope),
    ...recordParts(node, scope),
    ...nested.flatMap((part): ClassMember[] => {
      const inner = part.field("name");
      return inner
        ? [statements.classField(part, build.name(inner, inner.text), build.name(inner, inner.text), true)]
        : [];
    }),
  ];
  return [
    ...nested.flatMap((part) => classOf(part, file, owner)),
    statements.classNode(
      node,
      build.name(name, name.text),
      parent ? typeExpr(parent, scope) : null,
      members,
      { ...kindOf(node, parent, scope), routes: routesOf(node, parts, scope) },
    ),
    ...beansOf(name, parts, scope),
    ...(fields.length > 0
      ? [statements.typeDeclaration(node, build.name(name, `${name.text}:json`), declaredNames(fields))]
      : []),
  ];
}

/** Returns whether a class is abstract or an interface, and the types that it extends or implements. */
function kindOf(node: SyntaxNode, parent: SyntaxNode | undefined, scope: Scope) {
  const list = (node.child("super_interfaces") ?? node.child("extends_interfaces"))?.child("type_list");
  return {
    abstract:
      (node.type === "interface_declaration" && !isClientOfFramework(node)) ||
      node.child("modifiers")?.child("abstract") !== undefined,
    parents: [...(parent ? [parent] : []), ...(list?.named ?? [])].map((one) =>
      scope.classNamed(one, typeName(one)),
    ),
  };
}

function isType(type: string): boolean {
  return (TYPES as readonly string[]).includes(type);
}

function membersIn(body: SyntaxNode): SyntaxNode[] {
  return body.named.flatMap((part) => (part.type === "enum_body_declarations" ? part.named : [part]));
}

function scopeOf(
  node: SyntaxNode,
  name: string,
  parts: readonly SyntaxNode[],
  hasSuper: boolean,
  outer: ClassScope | undefined,
): ClassScope {
  const statics = new Set<string>();
  const types = new Map<string, SyntaxNode>();
  const members = new Set<string>(
    (node.field("parameters")?.all("formal_parameter") ?? []).flatMap((one) => one.field("name")?.text ?? []),
  );
  for (const part of parts) {
    const home = isStatic(part) || part.type === "constant_declaration" ? statics : members;
    if (part.type === "method_declaration") home.add(part.field("name")?.text ?? "");
    else if (part.type === "field_declaration" || part.type === "constant_declaration")
      for (const one of part.all("variable_declarator")) {
        const field = one.field("name")?.text ?? "";
        const type = part.field("type");
        home.add(field);
        if (type) types.set(field, type);
      }
    else if (part.type === "enum_constant") statics.add(part.field("name")?.text ?? "");
  }
  return { name, statics, members, types, hasSuper, outer };
}

/** Checks whether a declaration has the modifier `static`. */
export function isStatic(part: SyntaxNode): boolean {
  return part.child("modifiers")?.child("static") !== undefined;
}

function enumConstants(node: SyntaxNode, body: SyntaxNode, scope: Scope): ClassMember[] {
  const name = node.field("name");
  return body.all("enum_constant").flatMap((constant): ClassMember[] => {
    const key = constant.field("name");
    if (!key || !name) return [];
    const made = build.make(constant, build.name(name, name.text), argumentsOf(constant, scope));
    return [statements.classField(constant, build.name(key, key.text), made, true)];
  });
}

function fieldsOf(part: SyntaxNode, owner: SyntaxNode, scope: Scope): ClassMember[] {
  if (part.type !== "field_declaration" && part.type !== "constant_declaration") return [];
  return part.all("variable_declarator").flatMap((declarator): ClassMember[] => {
    const name = declarator.field("name");
    if (!name) return [];
    const written = declarator.field("value");
    const isInjected = owner.type === "class_declaration" && !isStatic(part);
    const value: Expr | undefined = written
      ? typed(expr(written, scope), part.field("type"), scope)
      : isInjected
        ? injected(part, part.field("type"), scope, isFilled(part, owner))
        : undefined;
    const isOfClass = isStatic(part) || part.type === "constant_declaration";
    const initial = value ?? (isPrintedEmpty(part, name.text, owner) ? build.scalar(declarator, null) : null);
    return [statements.classField(declarator, build.name(name, name.text), initial, isOfClass)];
  });
}

/** Lowers `static { … }` and `{ … }`: code that runs among the fields. */
function initializerOf(part: SyntaxNode, scope: Scope): ClassMember[] {
  const isOfClass = part.type === "static_initializer";
  const block = isOfClass ? part.child("block") : part.type === "block" ? part : undefined;
  if (!block) return [];
  const run = build.lambda(part, [], functionBody(block, [], scope.inner([])));
  // No text is its key: it runs, and nothing holds its result.
  const key = build.unknown(part);
  return [statements.classField(part, key, build.call(part, run, []), isOfClass)];
}

/** Checks whether a container sets a field, directly or through the constructor that Lombok generates. */
function isFilled(part: SyntaxNode, owner: SyntaxNode): boolean {
  const modifiers = part.child("modifiers");
  if (/@(?:Autowired|Inject|Resource|EJB)\b/.test(modifiers?.text ?? "")) return true;
  const around = owner.child("modifiers")?.text ?? "";
  return (
    /@AllArgsConstructor\b/.test(around) ||
    (/@RequiredArgsConstructor\b/.test(around) && modifiers?.child("final") !== undefined)
  );
}

function recordParts(node: SyntaxNode, scope: Scope): ClassMember[] {
  if (node.type !== "record_declaration") return [];
  const parameters = parametersOf(node);
  const body = parameters.map(({ name, node: at }): Stmt => {
    const own = build.member(at, build.self(at), build.name(at, name));
    return statements.statement(build.assign(at, own, build.name(at, name)));
  });
  const code = statements.block(node, [...injections(parameters, scope), ...body]);
  const made = functionOf(node, parameters, code, scope);
  return [statements.method(node, build.name(node, "constructor"), made, "constructor")];
}

function functionOf(
  place: SyntaxNode,
  parameters: readonly Parameter[],
  body: Block,
  scope: Scope,
): FunctionNode {
  return statements.functionNode(
    place,
    null,
    parameters.map((one) => typedParameter(one, scope)),
    body,
    { isDeclaration: false },
  );
}

/** Methods by name; overloads are one function, which chooses by the number of arguments. */
function methodsOf(parts: readonly SyntaxNode[], scope: Scope): ClassMember[] {
  const groups = new Map<string, SyntaxNode[]>();
  for (const part of parts) {
    const isConstructor =
      part.type === "constructor_declaration" || part.type === "compact_constructor_declaration";
    if ((part.type !== "method_declaration" && !isConstructor) || !part.field("body")) continue;
    const name = isConstructor ? "constructor" : part.field("name")!.text;
    groups.set(`${isStatic(part)} ${name}`, [...(groups.get(`${isStatic(part)} ${name}`) ?? []), part]);
  }
  return [...groups].map(([key, all]): ClassMember => {
    const name = key.slice(key.indexOf(" ") + 1);
    const [first] = all as [SyntaxNode, ...SyntaxNode[]];
    const at = first.field("name") ?? first;
    const fn = all.length === 1 ? single(first, scope) : overloaded(all, scope);
    const kind = name === "constructor" ? "constructor" : "method";
    return statements.method(first, build.name(at, name), fn, kind, key.startsWith("true"));
  });
}

function bodyOf(node: SyntaxNode, parameters: readonly Parameter[], scope: Scope): Block {
  return functionBody(node.field("body")!, parameters, scope.inner(parameters.map(({ name }) => name)));
}

function single(node: SyntaxNode, scope: Scope): FunctionNode {
  const parameters = parametersOf(node);
  return functionOf(node, parameters, bodyOf(node, parameters, scope), scope);
}

const ARGUMENTS = "java:arguments";

function overloaded(all: readonly SyntaxNode[], scope: Scope): FunctionNode {
  const [place] = all as [SyntaxNode, ...SyntaxNode[]];
  const given = build.name(place, ARGUMENTS);
  const count = build.member(place, given, build.name(place, "length"));
  const cases = all.map((node): Stmt => {
    const parameters = parametersOf(node);
    const bound = parameters.map(({ name, node: at }, index): Stmt => {
      const value = build.index(at, given, build.scalar(at, index));
      return statements.declare(at, build.name(at, name), value, "let");
    });
    const rivals = all.filter((other) => parametersOf(other).length === parameters.length);
    const fits = build.operation(node, "===", count, build.scalar(node, parameters.length));
    const test = rivals.length > 1 ? build.either(node, "&&", fits, build.unknown(node)) : fits;
    const body = bodyOf(node, parameters, scope);
    return statements.ifElse(node, test, statements.block(node, [...bound, ...body.body]));
  });
  return statements.functionNode(
    place,
    null,
    [build.rest(place, build.name(place, ARGUMENTS))],
    statements.block(place, cases),
    { isDeclaration: false },
  );
}
