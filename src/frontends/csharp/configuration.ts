import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import type { Scope } from "./scope.js";

/** The name under which the settings of the application are imported. */
export const SETTINGS = "cs:settings";

/** Lowers the settings of the application, which the file imports then. */
export function settingsAt(place: SyntaxNode, scope: Scope): Expr {
  scope.file.readsSettings = true;
  return build.call(place, build.name(place, "cs:configuration"), [build.name(place, SETTINGS)]);
}

/** Functions that make an application, which has its settings in `Configuration`. */
const APPLICATION =
  /^(?:WebApplication\.Create(?:Slim|Empty)?(?:Builder)?|Host\.Create(?:Default|Application|EmptyApplication)Builder)$/;

/**
 * Lowers what code makes with the settings of the application in it. Undefined for others.
 * https://learn.microsoft.com/aspnet/core/fundamentals/configuration/
 *
 * @param made `ConfigurationBuilder` where its object is made, or the name of the function that is called
 */
export function configured(node: SyntaxNode, made: string, scope: Scope): Expr | undefined {
  const isBuilder = made === "ConfigurationBuilder";
  if (!isBuilder && !APPLICATION.test(made)) return undefined;
  const maker = build.name(node, isBuilder ? "cs:configurationBuilder" : "cs:application");
  return build.call(node, maker, [settingsAt(node, scope)]);
}
