import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import {
  PATH_ARGUMENTS,
  isRouteNote,
  routeDecorators,
  type RouteDecorator,
  type RouteNote,
} from "../lowered/declared-routes.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr } from "./expressions.js";
import { parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";

/** Returns the routes that the annotations of a class and its methods declare. */
export function routesOf(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): RouteDecorator[] {
  const methods = parts.filter(({ type }) => type === "method_declaration");
  return routeDecorators(node, methods, { parametersOf, notesOf: (one) => notesOf(one, scope) });
}

function notesOf(node: SyntaxNode, scope: Scope): RouteNote[] {
  const annotations = node.child("modifiers")?.all("annotation", "marker_annotation") ?? [];
  return annotations.flatMap((place): RouteNote[] => {
    const name = place.field("name")?.text.replace(/^.*\./, "") ?? "";
    return isRouteNote(name) ? [{ place, name, paths: pathsOf(place, scope) }] : [];
  });
}

function pathsOf(annotation: SyntaxNode, scope: Scope): Expr[] {
  return (annotation.field("arguments")?.named ?? []).flatMap((one) => {
    if (one.type !== "element_value_pair") return valuesOf(one, scope);
    const [key, value] = [one.field("key")?.text ?? "", one.field("value")];
    return value && PATH_ARGUMENTS.has(key) ? valuesOf(value, scope) : [];
  });
}

function valuesOf(value: SyntaxNode, scope: Scope): Expr[] {
  if (value.type === "element_value_array_initializer")
    return value.named.flatMap((one) => valuesOf(one, scope));
  if (value.type === "string_literal") return [build.madeText(value, value.text.slice(1, -1))];
  return value.type.endsWith("comment") ? [] : [expr(value, scope)];
}
