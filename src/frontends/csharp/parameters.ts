import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { settingsAt } from "./configuration.js";
import { isInjected } from "./library/classes.js";
import type { Scope } from "./scope.js";
import { typeArguments, typeExpr, typeName } from "./types.js";

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly type: SyntaxNode | undefined;
  /** The default value. */
  readonly otherwise: SyntaxNode | undefined;
  /** True if it takes all remaining arguments. */
  readonly takesRest: boolean;
}

/** Returns the parameter list of a declaration. Records and classes may have one that is not a field of the node. */
export function parameterList(node: SyntaxNode): SyntaxNode | undefined {
  return node.field("parameters") ?? node.child("parameter_list");
}

export function parametersOf(list: SyntaxNode | undefined): Parameter[] {
  if (!list) return [];
  if (list.type === "implicit_parameter" || list.type === "identifier") return [plain(list, list)];
  const named = list.all("parameter").flatMap((one): Parameter[] => {
    const name = one.field("name");
    const otherwise = one.child("=") && one.named.at(-1);
    return name ? [{ ...plain(one, name), type: one.field("type"), otherwise }] : [];
  });
  // The grammar has no node for the one behind `params`.
  const rest = list.field("name");
  return rest ? [...named, { ...plain(rest, rest), takesRest: true }] : named;
}

function plain(node: SyntaxNode, name: SyntaxNode): Parameter {
  return { name: name.text, node, type: undefined, otherwise: undefined, takesRest: false };
}

/**
 * Lowers a parameter.
 *
 * @param typed whether types may stand for objects that a container injects
 */
export function paramOf(
  parameter: Parameter,
  scope: Scope,
  expr: (node: SyntaxNode, scope: Scope) => Expr,
  typed = false,
): Param {
  const { name, node, type, otherwise, takesRest } = parameter;
  const own = typed && type ? withType(node, name, type, scope) : build.name(node, name);
  if (takesRest) return build.rest(node, own);
  return otherwise ? build.withDefault(node, own, expr(otherwise, scope)) : own;
}

/** A container hands instances of the class to a constructor; for `IName` those of `Name`. */
function withType(node: SyntaxNode, name: string, type: SyntaxNode, scope: Scope) {
  const own = build.name(node, name);
  const named = typeName(type);
  if (!/^[A-Z]/.test(named) || isInjected(named) || typeArguments(type).length > 0) return own;
  const target = scope.classNamed(type, named);
  return /^I[A-Z]/.test(named)
    ? build.typed(own, scope.classNamed(type, named.slice(1)), target)
    : build.typed(own, target);
}

/**
 * Makes `x = cs:given(x, cs:instance(Class, …))` for each parameter that is a client or settings.
 *
 * @param isConstructor whether a container calls the function; callers of others may have changed the argument
 */
export function injections(parameters: readonly Parameter[], scope: Scope, isConstructor: boolean): Stmt[] {
  return parameters.flatMap(({ name, node, type }) => {
    const value = injected(type, scope, isConstructor);
    if (!value) return [];
    const given = build.call(node, build.name(node, "cs:given"), [build.name(node, name), value]);
    return [statements.statement(build.assign(node, build.name(node, name), given))];
  });
}

/** Lowers the value that a container injects for a type. Undefined for types that are not injected. */
export function injected(type: SyntaxNode | undefined, scope: Scope, isConstructor = true): Expr | undefined {
  if (!type || !isInjected(typeName(type))) return undefined;
  const [of] = typeArguments(type);
  const name = typeName(type);
  if (name.startsWith("IConfiguration")) return settingsAt(type, scope);
  return build.call(type, build.name(type, "cs:instance"), [
    typeExpr(type, scope),
    of ? typeExpr(of, scope) : build.nothing(type),
    build.madeText(type, scope.owner?.name ?? ""),
    build.madeText(type, name),
    build.scalar(type, isConstructor),
  ]);
}
