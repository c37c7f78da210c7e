import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";
import { isClient, isOwnClass } from "../jvm/injected-types.js";
import { orGiven } from "../jvm/settings.js";
import { settingOf } from "./settings.js";
import { typeExpr, typeName } from "./types.js";

/** A parameter, and its value if no known code passes one. */
export interface Parameter {
  readonly name: string;
  readonly node: SyntaxNode;
  readonly param: Param;
  readonly type: SyntaxNode | undefined;
}

export function parametersOf(node: SyntaxNode): Parameter[] {
  const list = node.field("parameters");
  return (list?.all("formal_parameter", "spread_parameter") ?? []).flatMap((one): Parameter[] => {
    const name = one.field("name") ?? one.child("variable_declarator")?.field("name");
    if (!name) return [];
    const plain = build.name(name, name.text);
    const param = one.type === "spread_parameter" ? build.rest(one, plain) : plain;
    return [{ name: name.text, node: one, param, type: one.field("type") }];
  });
}

/**
 * Lowers the value that a container injects into a parameter or field: a setting of the application, or an instance of
 * its class. Undefined for types that are not injected.
 *
 * @param isOwn whether it may be a class of the program
 */
export function injected(
  node: SyntaxNode | undefined,
  type: SyntaxNode | undefined,
  scope: Scope,
  isOwn = false,
): Expr | undefined {
  const setting = node && settingOf(node, scope);
  if (setting) return setting;
  if (!type || (!isClient(typeName(type), type.text) && !(isOwn && isOwnType(type)))) return undefined;
  return build.call(type, build.name(type, "jvm:instance"), [
    typeExpr(type, scope),
    build.madeText(type, typeName(type)),
  ]);
}

/** Gives a value its declared type: if it is unknown, it becomes an instance of that client. */
export function typed(value: Expr, type: SyntaxNode | undefined, scope: Scope): Expr {
  const instance = type && injected(undefined, type, scope);
  return type && instance ? orGiven(type, value, instance) : value;
}

/** Makes a parameter whose type may be a class of the program. Unknown callers pass an instance of it. */
export function typedParameter({ name, node, param, type }: Parameter, scope: Scope): Param {
  if (!type || param.type !== "Identifier" || !isOwnType(type)) return param;
  return build.typed(build.name(node, name), scope.classNamed(type, typeName(type)));
}

/** Checks whether a type may be a class of the program. A type with arguments is a container of values. */
function isOwnType(type: SyntaxNode): boolean {
  return type.type === "type_identifier" && isOwnClass(type.text);
}

/** Makes `x = jvm:given(x, injected)` for each parameter that a container may inject. */
export function injections(parameters: readonly Parameter[], scope: Scope): Stmt[] {
  return parameters.flatMap(({ name, node, type }) => {
    const value = injected(node, type, scope);
    if (!value) return [];
    const target = build.name(node, name);
    return [statements.statement(build.assign(node, target, orGiven(node, build.name(node, name), value)))];
  });
}
