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
import { annotationsOf } from "./annotations.js";
import { expr } from "./expressions.js";
import { parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";

/** Returns the routes that the annotations of a class and its functions declare. */
export function routesOf(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): RouteDecorator[] {
  const methods = parts.filter(({ type }) => type === "function_declaration");
  return routeDecorators(node, methods, { parametersOf, notesOf: (one) => notesOf(one, scope) });
}

function notesOf(holder: SyntaxNode, scope: Scope): RouteNote[] {
  return annotationsOf(holder)
    .filter(({ name }) => isRouteNote(name))
    .map(({ node, name, args }) => ({
      place: node,
      name,
      paths: args.flatMap((one) =>
        one.name === undefined || PATH_ARGUMENTS.has(one.name) ? valuesOf(one.value, scope) : [],
      ),
    }));
}

/** Returns the texts of a value: `"/a"`, `["/a", "/b"]`, `arrayOf("/a")`, `Paths.ONE`. */
function valuesOf(value: SyntaxNode, scope: Scope): Expr[] {
  const literals = [...value.walk()].filter(({ type }) => type === "string_literal");
  if (literals.length === 0) return [expr(value, scope)];
  return literals.map((one) => build.madeText(one, one.text.slice(1, -1)));
}
