import * as build from "../lowered/build.js";
import type { Expr, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { lambdaOf } from "./blocks.js";
import { callArguments, expression, selfOf } from "./expressions.js";
import { constantPath } from "./constants.js";
import { KERNEL, LIBRARY } from "./names.js";
import { isCode, type Scope } from "./scope.js";

/** Methods that nothing has as well. */
const SAFE: ReadonlySet<string> = new Set(["nil?", "blank?", "present?", "presence", "to_s", "to_a", "to_h"]);

/** Lowers a method call, with or without receiver, arguments and block. */
export function callExpression(node: SyntaxNode, scope: Scope): Expr {
  const receiver = node.field("receiver");
  const method = node.field("method");
  const block = node.field("block");
  const given = node.field("arguments");
  if (method?.type === "super") return superCall(node, given, scope);
  if (!receiver) {
    if (!method) return build.unknown(node);
    if ((method.text === "lambda" || method.text === "proc") && block) return lambdaOf(node, scope);
    if (method.text === "block_given?") return build.unknown(node);
    const isOfKeys = scope.self === "class" && KEYS_IN_CLASS.has(method.text);
    return selfCall(node, method, callArguments(given, isOfKeys ? inKeys(scope) : scope, block), scope);
  }
  const isOfKeys = block !== undefined && constantPath(receiver) === "Dry::Schema";
  const args = callArguments(given, isOfKeys ? inKeys(scope) : scope, block);
  const object = expression(receiver, scope);
  if (method && SAFE.has(method.text) && node.field("operator")?.type !== "&.")
    return build.call(node, build.name(method, "rb:safe"), [
      build.madeText(method, method.text),
      object,
      ...args,
    ]);
  const module = method?.text === "const_get" ? libraryPath(receiver) : undefined;
  if (method && module !== undefined)
    return build.call(node, build.name(method, "rb:constant"), [build.madeText(method, module), ...args]);
  // `f.(a)`
  const name = method
    ? build.name(method, method.text)
    : build.name(build.span(receiver.end, receiver.end), "call");
  const callee = build.member(build.span(node.start, name.end), object, name);
  if (receiver.type === "self" && method && isOwnFunction(method.text, scope))
    return build.call(node, build.name(method, method.text), args);
  if (node.field("operator")?.type !== "&.") return build.call(node, callee, args);
  return chain(node, build.call(node, { ...callee, optional: true }, args));
}

/** Calls in the body of a class whose blocks describe keys of data. https://dry-rb.org/gems/dry-validation */
const KEYS_IN_CLASS: ReadonlySet<string> = new Set(["json", "params", "schema"]);
/** Calls in these blocks, each of which names a key. https://dry-rb.org/gems/dry-schema */
const NAMING_KEYS: ReadonlySet<string> = new Set(["required", "optional"]);

function inKeys(scope: Scope): Scope {
  return { ...scope, describesKeys: true };
}

/** Returns the full name of a module of a library whose constants are looked up; empty for those outside of all modules. */
function libraryPath(receiver: SyntaxNode): string | undefined {
  const path = constantPath(receiver);
  if (path === "Object" || path === "Kernel") return "";
  return path !== undefined && LIBRARY.has(path.split("::")[0]!) ? path : undefined;
}

/** Makes an optional chain: if the object before `&.` is nil, the whole chain is nil. */
function chain(place: build.Place, inner: Expr): Expr {
  return { type: "ChainExpression", start: place.start, end: place.end, expression: inner };
}

/** Lowers a call without a receiver: a function of the file or language, or a method of `self`. */
export function selfCall(
  node: SyntaxNode,
  method: SyntaxNode,
  args: readonly (Expr | Spread)[],
  scope: Scope,
): Expr {
  const name = method.text;
  const { file } = scope;
  if (scope.describesKeys && NAMING_KEYS.has(name))
    return build.call(node, build.name(method, `rb:${name}`), args);
  const callee = build.name(method, name);
  // A variable of that name is not a method; `URI(…)` is a function with the name of a module.
  const isOfKernel = KERNEL.has(name) && !file.methods.has(name);
  if (isOwnFunction(name, scope) || isOfKernel || /^[A-Z]/.test(name)) return build.call(node, callee, args);
  if (scope.self === "main") {
    if (!file.free.has(name)) file.free.set(name, method);
    return build.call(node, callee, args);
  }
  const place = build.span(method.start, method.start);
  return build.call(node, build.member(method, selfOf(place, scope), callee), args);
}

/** Checks whether a name is that of a function outside of all classes. */
function isOwnFunction(name: string, { file, self }: Scope): boolean {
  return file.functions.has(name) && (self === "main" || !file.methods.has(name));
}

/** Lowers `super`: calls the constructor of the superclass, or its method of the same name. */
export function superCall(node: SyntaxNode, given: SyntaxNode | undefined, scope: Scope): Expr {
  const { method } = scope;
  const args = given
    ? callArguments(given, scope, node.field("block"))
    : [build.spread(node, build.unknown(node))];
  if (!method || scope.self !== "method") return build.unknown(node, args);
  if (method.name === "initialize") return build.call(node, build.superObject(node), args);
  return build.call(node, build.member(node, build.superObject(node), build.name(node, method.name)), args);
}

/** Returns the nodes of the arguments of a call. */
export function argumentNodes(node: SyntaxNode): SyntaxNode[] {
  return node.field("arguments")?.named.filter(isCode) ?? [];
}
