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
import { attributesOf, literalsOf } from "./json-names.js";
import { parameterList, parametersOf } from "./parameters.js";
import type { Scope } from "./scope.js";

/** Words in brackets that stand for names in the code, in small letters, as URLs mostly have them. */
interface Tokens {
  readonly controller: string;
  /** Empty for the class itself. */
  readonly action: string;
}

/**
 * Returns the routes that the attributes of a class and its methods declare.
 * https://learn.microsoft.com/aspnet/core/mvc/controllers/routing
 */
export function routesOf(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): RouteDecorator[] {
  const controller = (node.field("name")?.text ?? "").replace(/Controller$/, "").toLowerCase();
  const methods = parts.filter(({ type }) => type === "method_declaration");
  return routeDecorators(node, methods, {
    parametersOf: (method) => parametersOf(parameterList(method)),
    notesOf: (one, method) => {
      const action = (method?.field("name")?.text ?? "").toLowerCase();
      return notesOf(one, { controller, action }, scope);
    },
  });
}

function notesOf(holder: SyntaxNode, tokens: Tokens, scope: Scope): RouteNote[] {
  return attributesOf(holder)
    .filter(({ name }) => isRouteNote(name))
    .map(({ name, node }) => ({ place: node, name, paths: pathsOf(name, node, tokens, scope) }));
}

function pathsOf(name: string, attribute: SyntaxNode, tokens: Tokens, scope: Scope): Expr[] {
  const args = [...attribute.walk()].filter(({ type }) => type === "attribute_argument");
  return args.flatMap((one) => {
    const assigned = one.child("assignment_expression");
    const key = (one.field("name") ?? assigned?.field("left"))?.text;
    // A function of Azure has its path by name only, and its methods as texts.
    if (key === undefined ? /^(?:HttpTrigger|AcceptVerbs)/.test(name) : !PATH_ARGUMENTS.has(key)) return [];
    const [literal] = literalsOf(one);
    if (literal) return [build.madeText(literal, filled(literal, tokens))];
    const value = assigned?.field("right") ?? one.named.at(-1);
    return value ? [expr(value, scope)] : [];
  });
}

function filled({ text }: SyntaxNode, { controller, action }: Tokens): string {
  return text
    .replace(/^@?"|"$/g, "")
    .replace(/\[controller\]/gi, controller)
    .replace(/\[action\]/gi, action);
}
