import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Stmt } from "../lowered/core-tree.js";
import { isClient, isOwnClass } from "../jvm/injected-types.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { orGiven } from "../jvm/settings.js";
import { lambdaOf } from "./lambdas.js";
import { expr } from "./expressions.js";
import type { Scope } from "./scope.js";
import { settingOf } from "./settings.js";
import { plainType, statedType, typeExpr, typeName } from "./types.js";

/** A parameter of a function or of a primary constructor. */
export interface Parameter {
  readonly name: string;
  readonly at: SyntaxNode;
  /** The node with the modifiers and annotations. */
  readonly node: SyntaxNode;
  readonly type: SyntaxNode | undefined;
  readonly standard: SyntaxNode | undefined;
  readonly isRest: boolean;
  /** True if the parameter of a constructor is a property, too. */
  readonly isProperty: boolean;
}

/** Returns the parameters of a function, or of a constructor that is written out. */
export function parametersOf(node: SyntaxNode): Parameter[] {
  const list = node.child("function_value_parameters");
  const parts = list?.children ?? [];
  return parts.flatMap((one, index): Parameter[] => {
    if (one.type !== "parameter") return [];
    const at = one.child("identifier");
    const before = parts[index - 1];
    const modifiers = before?.type === "parameter_modifiers" ? before : undefined;
    const isGiven = parts[index + 1]?.type === "=";
    if (!at) return [];
    return [
      {
        name: at.text,
        at,
        node: modifiers ?? one,
        type: statedType(one),
        standard: isGiven ? parts[index + 2] : undefined,
        isRest: modifiers?.all("parameter_modifier").some(({ text }) => text === "vararg") ?? false,
        isProperty: false,
      },
    ];
  });
}

/** Returns the parameters of the primary constructor of a class. */
export function primaryParameters(node: SyntaxNode): Parameter[] {
  const list = node.child("primary_constructor")?.child("class_parameters")?.all("class_parameter") ?? [];
  return list.flatMap((one): Parameter[] => {
    const at = one.children.find(({ type }) => type === "identifier");
    if (!at) return [];
    const mark = one.children.findIndex(({ type }) => type === "=");
    return [
      {
        name: at.text,
        at,
        node: one,
        type: statedType(one, at.end),
        standard: mark < 0 ? undefined : one.children[mark + 1],
        isRest: (one.child("modifiers")?.all("parameter_modifier") ?? []).some(
          ({ text }) => text === "vararg",
        ),
        isProperty: one.children.some(({ type }) => type === "val" || type === "var"),
      },
    ];
  });
}

/** Declares parameters in the scope of a function. */
export function declareParameters(parameters: readonly Parameter[], scope: Scope): void {
  for (const { name, type } of parameters) {
    const plain = plainType(type);
    if (plain?.type !== "function_type") scope.declare(name);
    else if (plain.children[0]?.type === "function_type_parameters") scope.declare(name, "function");
    else scope.declare(name, "receiver-function", plain.child("function_type_parameters")?.named.length ?? 0);
  }
}

/** Lowers a parameter. Unknown callers pass an instance of its class, if that is of the program. */
export function paramOf({ at, type, standard, isRest }: Parameter, scope: Scope): Param {
  const name = build.name(at, at.text);
  if (isRest) return build.rest(at, name);
  const plain = plainType(type);
  if (standard?.type === "lambda_literal" && plain?.type === "function_type") {
    const receives = plain.children[0]?.type === "function_type_parameters" ? "it" : "this";
    return build.withDefault(at, name, lambdaOf(standard, scope, { label: at.text, receives }));
  }
  if (standard) return build.withDefault(at, name, expr(standard, scope));
  const isTyped =
    plain?.type === "user_type" && plain.all("identifier").length === 1 && !plain.child("type_arguments");
  if (!isTyped || !isOwnClass(typeName(plain))) return name;
  return build.typed(name, scope.classNamed(plain, typeName(plain)));
}

/**
 * Lowers the value that a container injects into a parameter or property: a setting of the application, or an instance of
 * its class. Undefined for types that are not injected.
 *
 * @param isOwn whether it may be a class of the program
 */
export function injected(
  node: SyntaxNode,
  type: SyntaxNode | undefined,
  scope: Scope,
  isOwn = false,
): Expr | undefined {
  const setting = settingOf(node, scope);
  if (setting) return setting;
  const plain = plainType(type);
  if (plain?.type !== "user_type" || plain.child("type_arguments")) return undefined;
  const name = typeName(plain);
  if (!isClient(name, plain.text) && !(isOwn && isOwnClass(name))) return undefined;
  return build.call(plain, build.name(plain, "jvm:instance"), [
    typeExpr(plain, scope),
    build.madeText(plain, name),
  ]);
}

/** Makes `x = jvm:given(x, injected)` for each parameter that a container may inject. */
export function injections(parameters: readonly Parameter[], scope: Scope): Stmt[] {
  return parameters.flatMap(({ at, node, type }) => {
    const value = injected(node, type, scope);
    if (!value) return [];
    const target = build.name(at, at.text);
    return [statements.statement(build.assign(at, target, orGiven(at, build.name(at, at.text), value)))];
  });
}
