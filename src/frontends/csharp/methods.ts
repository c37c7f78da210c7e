import { groupBy } from "../../core/group-by.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { ClassMember, Expr, FunctionNode, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr } from "./expressions.js";
import { parameterList, parametersOf, type Parameter } from "./parameters.js";
import type { Scope } from "./scope.js";
import { functionBody, functionOf, yields } from "./statements.js";

/**
 * Lowers methods. Methods of one name become one function that dispatches on the number of arguments. If some of them
 * are static and others are not, both the class and its instances have it.
 */
export function methodsOf(parts: readonly SyntaxNode[], scope: Scope, isDerived: boolean): ClassMember[] {
  const groups = groupBy(
    parts.filter((part) => part.type === "method_declaration" && part.field("body") && part.field("name")),
    (part) => part.field("name")!.text,
  );
  return [...groups].flatMap(([name, all]): ClassMember[] => {
    const [first] = all as [SyntaxNode, ...SyntaxNode[]];
    const place = first.field("name") ?? first;
    const isOfClass = all.every(isStatic);
    const isAlsoAbove = isDerived && !isOfClass && isCalledOtherwise(name, all, parts);
    const fn =
      all.length === 1 && !isAlsoAbove
        ? functionOf(first, scopeOf(first, scope))
        : overloaded(
            first,
            all.map((one) => variantOf(one, scopeOf(one, scope))),
            scope,
            isAlsoAbove ? name : undefined,
          );
    const key = build.name(place, name);
    const own = statements.method(first, key, fn, "method", isOfClass);
    if (isOfClass || !all.some(isStatic)) return [own];
    const prototype = build.member(
      place,
      build.name(place, scope.owner?.name ?? ""),
      build.name(place, "prototype"),
    );
    return [own, statements.classField(place, key, build.member(place, prototype, key), true)];
  });
}

/**
 * Checks whether a class calls a method of its own with a number of arguments that none of its overloads takes. Then the
 * class above has another one: `await DeleteAsync(url)` in `DeleteAsync(string id, Model input)`.
 */
function isCalledOtherwise(
  name: string,
  overloads: readonly SyntaxNode[],
  parts: readonly SyntaxNode[],
): boolean {
  const ranges = overloads.map((one) => rangeOf(parametersOf(parameterList(one))));
  const isOther = (node: SyntaxNode): boolean => {
    if (node.type !== "invocation_expression") return false;
    const called = node.field("function");
    const own =
      called?.type === "member_access_expression" && called.field("expression")?.type === "this"
        ? called.field("name")
        : called;
    if (own?.text !== name) return false;
    const count = node.field("arguments")?.all("argument").length ?? 0;
    return !ranges.some(([least, most]) => least <= count && count <= most);
  };
  return parts.some((part) => [...part.walk()].some(isOther));
}

function scopeOf(part: SyntaxNode, scope: Scope): Scope {
  return isStatic(part) ? scope.ofStatic() : scope;
}

/** Checks whether a member belongs to the class and not to its instances. */
export function isStatic(part: SyntaxNode): boolean {
  return part.all("modifier").some(({ text }) => text === "static" || text === "const");
}

/** One of several functions of the same name. */
export interface Variant {
  readonly node: SyntaxNode;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Stmt[];
  readonly isGenerator: boolean;
}

function variantOf(node: SyntaxNode, scope: Scope): Variant {
  const parameters = parametersOf(parameterList(node));
  const body = node.field("body")!;
  return { node, parameters, body: functionBody(body, parameters, scope).body, isGenerator: yields(body) };
}

const ARGUMENTS = "cs:arguments";
const NAMED = "cs:named";

/**
 * Makes one function of several overloads, and dispatches on the number of arguments if that is enough.
 *
 * @param above the name of a method of the class above, which is called if no overload fits
 */
export function overloaded(
  place: SyntaxNode,
  variants: readonly Variant[],
  scope: Scope,
  above?: string,
): FunctionNode {
  const given = build.name(place, ARGUMENTS);
  const named = build.name(place, NAMED);
  const count = build.member(place, given, build.name(place, "length"));
  const cases = variants.map((variant): Stmt => {
    const { node, parameters, body } = variant;
    const bound = parameters.map((one, index) => boundTo(one, index, given, named, scope));
    const [least, most] = rangeOf(parameters);
    const enough = build.operation(node, ">=", count, build.scalar(node, least));
    const fits =
      most === Infinity
        ? enough
        : build.either(node, "&&", enough, build.operation(node, "<=", count, build.scalar(node, most)));
    const isRivalled = variants.some((other) => {
      const [from, to] = rangeOf(other.parameters);
      return other !== variant && from <= most && least <= to;
    });
    const test = isRivalled ? build.either(node, "&&", fits, build.unknown(node)) : fits;
    const code = statements.block(node, [...bound, ...body]);
    const done = statements.returns(build.span(node.end, node.end), null);
    return statements.ifElse(node, test, statements.block(node, [code, done]));
  });
  const otherwise = statements.returns(
    place,
    above === undefined
      ? build.unknown(place)
      : build.call(place, build.member(place, build.superObject(place), build.name(place, above)), [
          build.spread(place, given),
        ]),
  );
  return statements.functionNode(
    place,
    null,
    [build.rest(place, given), build.rest(place, named, true)],
    statements.block(place, [...cases, otherwise]),
    { isDeclaration: false, isGenerator: variants.some(({ isGenerator }) => isGenerator) },
  );
}

function rangeOf(parameters: readonly Parameter[]): [least: number, most: number] {
  const needed = parameters.filter(({ otherwise, takesRest }) => !otherwise && !takesRest).length;
  return [needed, parameters.some(({ takesRest }) => takesRest) ? Infinity : parameters.length];
}

/** `let x = arguments[1] ?? named.x ?? default` */
function boundTo(parameter: Parameter, index: number, given: Expr, named: Expr, scope: Scope): Stmt {
  const { name, node, otherwise, takesRest } = parameter;
  if (takesRest) return statements.declare(node, build.name(node, name), build.unknown(node), "let");
  const byPosition = build.index(node, given, build.scalar(node, index));
  const byName = build.member(node, named, build.name(node, name));
  const value = build.either(node, "??", byPosition, byName);
  const whole = otherwise ? build.either(node, "??", value, expr(otherwise, scope)) : value;
  return statements.declare(node, build.name(node, name), whole, "let");
}
