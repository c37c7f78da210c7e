import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, FunctionNode, Spread, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { argumentsOf, expr } from "./expressions.js";
import { overloaded, type Variant } from "./methods.js";
import { injections, paramOf, parameterList, parametersOf, type Parameter } from "./parameters.js";
import type { Scope } from "./scope.js";
import { functionBody } from "./statements.js";

/** Lowers the constructor of a class: the primary one, or all those that are written out. */
export function constructorOf(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): ClassMember[] {
  const written = parts.filter(
    (part) =>
      part.type === "constructor_declaration" &&
      part.field("body") !== undefined &&
      !part.all("modifier").some(({ text }) => text === "static"),
  );
  const primary = parameterList(node);
  const isDerived = scope.owner?.isOpen === true && node.child("base_list") !== undefined;
  if (!primary && written.length === 0) return [];
  const fn = primary
    ? primaryConstructor(node, parametersOf(primary), isDerived, scope)
    : written.length === 1
      ? single(written[0]!, isDerived, scope)
      : overloaded(
          node,
          written.map((one) => variantOf(one, written, isDerived, scope)),
          scope,
        );
  return [statements.method(node, build.name(node, "constructor"), fn, "constructor")];
}

function functionOf(
  place: SyntaxNode,
  parameters: readonly Parameter[],
  body: readonly Stmt[],
  scope: Scope,
): FunctionNode {
  const params = parameters.map((one) => paramOf(one, scope, expr, true));
  return statements.functionNode(place, null, params, statements.block(place, body), {
    isDeclaration: false,
  });
}

/** `class Client(HttpClient http)`: the parameters are members. */
function primaryConstructor(
  node: SyntaxNode,
  parameters: readonly Parameter[],
  isDerived: boolean,
  scope: Scope,
): FunctionNode {
  const inside = scope.inner(parameters.map(({ name }) => name));
  const list = node.child("base_list");
  const given =
    list?.child("argument_list") ?? list?.child("primary_constructor_base_type")?.child("argument_list");
  const kept = parameters.map(({ name, node: at }): Stmt => {
    const own = build.member(at, build.self(at), build.name(at, name));
    return statements.statement(build.assign(at, own, build.name(at, name)));
  });
  const above = isDerived ? [superCall(node, given ? argumentsOf(given.parent!, inside) : [])] : [];
  return functionOf(node, parameters, [...injections(parameters, scope, true), ...above, ...kept], scope);
}

function superCall(place: SyntaxNode, args: readonly (Expr | Spread)[]): Stmt {
  return statements.statement(build.call(place, build.superObject(place), args));
}

function single(node: SyntaxNode, isDerived: boolean, scope: Scope): FunctionNode {
  const parameters = parametersOf(parameterList(node));
  return functionOf(node, parameters, bodyOf(node, parameters, [], isDerived, scope), scope);
}

function variantOf(node: SyntaxNode, all: readonly SyntaxNode[], isDerived: boolean, scope: Scope): Variant {
  const parameters = parametersOf(parameterList(node));
  return { node, parameters, body: bodyOf(node, parameters, all, isDerived, scope), isGenerator: false };
}

/**
 * Returns the statements of a constructor: injected parameters, the base constructor, another constructor, its own
 * code.
 *
 * @param others the constructors that `: this(…)` may mean
 */
function bodyOf(
  node: SyntaxNode,
  parameters: readonly Parameter[],
  others: readonly SyntaxNode[],
  isDerived: boolean,
  scope: Scope,
): Stmt[] {
  const inside = scope.inner(parameters.map(({ name }) => name));
  const first = node.child("constructor_initializer");
  const args = first ? argumentsOf(first, inside) : [];
  const body = node.field("body")!;
  // The value of `=> _http = http` is not the new object.
  const own =
    body.type === "block" ? functionBody(body, [], inside).body : [statements.statement(expr(body, inside))];
  const given = injections(parameters, inside, true);
  if (!first?.child("this"))
    return [...given, ...(isDerived ? [superCall(first ?? node, args)] : []), ...own];
  const rest = others.filter((one) => one !== node);
  const target = rest.find((one) => parametersOf(parameterList(one)).length === args.length);
  if (!target) return [...given, statements.statement(build.unknown(first, args)), ...own];
  // The other one runs as a function inside of this one, with the same `this`.
  const wanted = parametersOf(parameterList(target));
  const code = bodyOf(target, wanted, rest, isDerived, scope);
  const params = wanted.map((one) => paramOf(one, scope, expr));
  const other = build.lambda(target, params, statements.block(target, code));
  return [...given, statements.statement(build.call(first, other, args)), ...own];
}
