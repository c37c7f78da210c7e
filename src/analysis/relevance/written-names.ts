import { isWrapper } from "../wrappers.js";
import type { Node } from "@oxc-project/types";
import type { SharedScope } from "../evaluation/language.js";
import type { Names } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";

/** The form of names of environment variables. */
export const VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/;

/** The end of the name of a file of data. */
export const DATA_FILE = /\.(?:json|ya?ml|env|ini|cfg)$/;

/** Returns the name of a variable in the object that contains all variables. */
export function nameInScope(node: Node, scope: SharedScope): string | undefined {
  if (node.type !== "MemberExpression" || !node.computed) return undefined;
  const { object, property } = node;
  if (object.type !== "Identifier" || object.name !== scope.name) return undefined;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : undefined;
}

/** Returns whether a name stands for a native that a lowering calls: no program has such a name. */
export function isOfLanguage(name: string): boolean {
  return name.includes(":");
}

const GLOBAL_OBJECTS: ReadonlySet<string> = new Set(["global", "globalThis", "self", "window"]);

/** Returns the name of the global variable that an assignment may create. Undefined for other targets. */
export function globalName(target: Node): string | undefined {
  if (target.type === "Identifier") return target.name;
  const isMember =
    target.type === "MemberExpression" && !target.computed && target.object.type === "Identifier";
  return isMember && GLOBAL_OBJECTS.has((target.object as { name: string }).name)
    ? keyName(target.property)
    : undefined;
}

/** Returns the variable that an expression reads the value, or a part of the value, of. */
export function rootOf(node: Node): Node | undefined {
  let at: Node | undefined = node;
  while (at && at.type !== "Identifier") at = readFrom(at);
  return at;
}

/** Returns the expression that an expression reads a part of, or calls. */
export function readFrom(node: Node): Node | undefined {
  if (node.type === "MemberExpression") return node.object;
  if (node.type === "CallExpression") return node.callee;
  return isWrapper(node) ? node.expression : undefined;
}

export function unwrapped(node: Node): Node {
  if (node.type === "AwaitExpression") return unwrapped(node.argument);
  return isWrapper(node) ? unwrapped(node.expression) : node;
}

/** Returns the specifier of `require("…")` or `await import("…")`. */
export function requiredBy(node: Node): string | undefined {
  const call = unwrapped(node);
  const source =
    call.type === "ImportExpression"
      ? call.source
      : call.type === "CallExpression" && call.callee.type === "Identifier" && call.callee.name === "require"
        ? call.arguments[0]
        : undefined;
  return source?.type === "Literal" && typeof source.value === "string" ? source.value : undefined;
}

/** Returns whether a node is a text without anything computed in it. */
export function isWrittenText(node: Node): boolean {
  return (
    (node.type === "Literal" && typeof node.value === "string") ||
    (node.type === "TemplateLiteral" && node.expressions.length === 0)
  );
}

/** Returns whether a node is `exports` or `module.exports`. */
export function isExports(node: Node, names: Names): boolean {
  if (node.type === "Identifier") return node.name === "exports" && !names.variableOf(node);
  return (
    node.type === "MemberExpression" &&
    !node.computed &&
    keyName(node.property) === "exports" &&
    node.object.type === "Identifier" &&
    node.object.name === "module"
  );
}
