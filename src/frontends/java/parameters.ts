import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";
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
 * What a container puts into a parameter or field: a setting of the application, or an instance of its class. Nothing for
 * types that say nothing.
 */
export function injected(
  node: SyntaxNode | undefined,
  type: SyntaxNode | undefined,
  scope: Scope,
): Expr | undefined {
  const setting = node && settingOf(node, scope);
  if (setting) return setting;
  if (!type || !CLIENTS.has(typeName(type))) return undefined;
  return build.call(type, build.name(type, "java:instance"), [typeExpr(type, scope)]);
}

/** Clients that a container creates; no known code does. */
const CLIENTS: ReadonlySet<string> = new Set([
  ...["RestTemplate", "RestOperations", "RestTemplateBuilder", "RestClient", "WebClient"],
  ...["OkHttpClient", "HttpClient", "CloseableHttpClient", "Client"],
]);

/** A value; where it is unknown, an instance of the client that its declared type names. */
export function typed(value: Expr, type: SyntaxNode | undefined, scope: Scope): Expr {
  const instance = type && injected(undefined, type, scope);
  return type && instance ? given(type, value, instance) : value;
}

function given(place: SyntaxNode, value: Expr, instance: Expr): Expr {
  return build.call(place, build.name(place, "java:given"), [value, instance]);
}

/** `x = java:given(x, injected)` for each parameter that a container may give. */
export function injections(parameters: readonly Parameter[], scope: Scope): Stmt[] {
  return parameters.flatMap(({ name, node, type }) => {
    const value = injected(node, type, scope);
    if (!value) return [];
    const target = build.name(node, name);
    return [statements.statement(build.assign(node, target, given(node, build.name(node, name), value)))];
  });
}
