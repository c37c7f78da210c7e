import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isInjected } from "./library/classes.js";
import type { Scope } from "./scope.js";
import { SETTINGS } from "./settings.js";
import { typeArguments, typeExpr, typeName } from "./types.js";

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly type: SyntaxNode | undefined;
  /** What it is where nothing is given. */
  readonly otherwise: SyntaxNode | undefined;
  /** Whether it takes all arguments that are left. */
  readonly takesRest: boolean;
}

/** The list of parameters of a declaration; a record or class may have one without a field. */
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
 * @param typed whether the types say what a container provides
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
  const target = scope.classNamed(type, /^I[A-Z]/.test(named) ? named.slice(1) : named);
  return target.type === "Identifier" ? build.typed(own, target) : own;
}

/**
 * `x = cs:given(x, cs:instance(Class, …))` for each parameter of a client or of settings.
 *
 * @param isConstructor whether a container calls the function; others have callers, who may have set something
 */
export function injections(parameters: readonly Parameter[], scope: Scope, isConstructor: boolean): Stmt[] {
  return parameters.flatMap(({ name, node, type }) => {
    const value = injected(type, scope, isConstructor);
    if (!value) return [];
    const given = build.call(node, build.name(node, "cs:given"), [build.name(node, name), value]);
    return [statements.statement(build.assign(node, build.name(node, name), given))];
  });
}

/** What a container puts where this type is asked for; nothing for types that say nothing. */
export function injected(type: SyntaxNode | undefined, scope: Scope, isConstructor = true): Expr | undefined {
  if (!type || !isInjected(typeName(type))) return undefined;
  const [of] = typeArguments(type);
  const name = typeName(type);
  if (name.startsWith("IConfiguration")) {
    scope.file.readsSettings = true;
    return build.call(type, build.name(type, "cs:configuration"), [build.name(type, SETTINGS)]);
  }
  return build.call(type, build.name(type, "cs:instance"), [
    typeExpr(type, scope),
    of ? typeExpr(of, scope) : build.nothing(type),
    build.madeText(type, scope.owner?.name ?? ""),
    build.madeText(type, name),
    build.scalar(type, isConstructor),
  ]);
}
