import * as build from "../lowered/build.js";
import type { Expr, Name, Pattern, Property } from "../lowered/core-tree.js";
import { parsedAs } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { configured } from "./configuration.js";
import { argumentsOf, expr } from "./expressions.js";
import { isLibraryClass } from "./library/classes.js";
import type { Scope } from "./scope.js";
import { dataType, typeArguments, typeExpr } from "./types.js";

/** Functions of libraries that depend on the type they are given. */
const BY_TYPE =
  /^(?:For|Get|GetSection|GetValue|Value|AddHttpClient|AddHttpMessageHandler|ConfigurePrimaryHttpMessageHandler|AddRefitClient|Configure|Bind|AddOptions|GetRequiredService|GetService)$/;

/** Returns the name of a generic name (`Get` of `Get<T>`), and other nodes as they are. */
function nameOf(node: SyntaxNode): SyntaxNode {
  return node.type === "generic_name" ? (node.child("identifier") ?? node) : node;
}

export function isAssignable(one: Expr): one is Expr & Pattern {
  return one.type === "Identifier" || one.type === "MemberExpression";
}

/** Functions of libraries that make an instance of a class of JSON. */
const PARSES = /Json|Deserialize|Decode|Parse|^Execute|^Read|^ToObject|^(?:Get|Post|Put|Patch)(?:Async)?$/;

export function invocation(node: SyntaxNode, scope: Scope): Expr {
  const callee = node.field("function");
  if (!callee) return build.unknown(node);
  const made = configured(node, callee.text, scope) ?? invoked(node, callee, scope);
  const written = callee.field("name") ?? callee;
  const [type, ...others] = typeArguments(written);
  const isParsed = type && others.length === 0 && PARSES.test(nameOf(written).text);
  if (endsRegistration(node)) return build.call(node, build.name(node, "cs:registered"), [made]);
  return isParsed ? parsedAs(node, dataType(type, scope), made) : made;
}

const REGISTERS = /^Add(?:HttpClient|RefitClient)$/;

/** Checks whether a call is the last one of a chain that registers a client: `services.AddHttpClient<Api>().Add…()`. */
function endsRegistration(node: SyntaxNode): boolean {
  if (node.parent?.type === "member_access_expression") return false;
  for (let at: SyntaxNode | undefined = node; at?.type === "invocation_expression";) {
    const callee: SyntaxNode | undefined = at.field("function");
    const name = callee?.field("name");
    if (name && REGISTERS.test(nameOf(name).text)) return true;
    at = callee?.field("expression");
  }
  return false;
}

function invoked(node: SyntaxNode, callee: SyntaxNode, scope: Scope): Expr {
  const access = accessed(callee, scope);
  const written = access?.name ?? callee;
  const name = nameOf(written);
  if (!access && name.text === "nameof") return nameText(node);
  const types = BY_TYPE.test(name.text) ? typeArguments(written) : [];
  const own: Property[] =
    types.length > 0 ? [build.property(node, build.name(node, "T"), typeExpr(types.at(-1)!, scope))] : [];
  const args = argumentsOf(node, scope, own);
  if (!access) {
    if (name.type !== "identifier") return build.call(node, expr(callee, scope), args);
    return build.call(node, bare(name, scope), args);
  }
  const { object, receiver } = access;
  const result = outArgument(node, name.text, receiver, scope);
  if (result) return result;
  // Two values are compared, and nothing is called.
  const [first] = args;
  if (name.text === "Equals" && args.length === 1 && first && first.type !== "SpreadElement")
    return build.operation(node, "===", receiver, first);
  const place = build.span(object?.start ?? node.start, name.end);
  const extension = extensionNamed(name, scope);
  if (extension) {
    const bound = build.call(place, build.name(name, "cs:extension"), [
      receiver,
      build.madeText(name, name.text),
      extension,
    ]);
    return build.call(node, bound, args);
  }
  return build.call(node, build.member(place, receiver, build.name(name, name.text)), args);
}

/** Returns the method of the program that may be called on objects of other classes. */
function extensionNamed(name: SyntaxNode, scope: Scope): Expr | undefined {
  const { extensions, isExtension, declared } = scope.file;
  const isOwn = extensions.has(name.text);
  if (!isOwn && (declared.has(name.text) || !isExtension(name.text))) return undefined;
  return isOwn ? build.name(name, name.text) : scope.classNamed(name, name.text);
}

/** A function that is named without an object before it. */
function bare(name: SyntaxNode, scope: Scope): Expr {
  if (scope.has(name.text)) return build.name(name, name.text);
  const own = scope.ofClass(name, name.text);
  if (own) return own;
  // One of a class above, or of another part of the class.
  return scope.isOpen ? scope.inherited(name, name.text) : build.name(name, name.text);
}

interface Access {
  readonly object: SyntaxNode | undefined;
  readonly receiver: Expr;
  readonly name: SyntaxNode;
}

/** `object.Name` and `object?.Name`, taken apart. */
function accessed(callee: SyntaxNode, scope: Scope): Access | undefined {
  if (callee.type === "member_access_expression") {
    const [object, name] = [callee.field("expression"), callee.field("name")];
    return object && name ? { object, receiver: receiverOf(object, scope), name } : undefined;
  }
  if (callee.type === "conditional_access_expression") {
    const [object, binding] = callee.named.filter(({ type }) => type !== "comment");
    if (!object || !binding) return undefined;
    return accessed(binding, scope.receiving(expr(object, scope)));
  }
  if (callee.type === "member_binding_expression" && scope.receiver) {
    const name = callee.field("name");
    return name && { object: undefined, receiver: scope.receiver, name };
  }
  return undefined;
}

/**
 * Lowers the object before a period. A class of a library wins over a member of a base class that may have the same
 * name.
 */
function receiverOf(node: SyntaxNode, scope: Scope): Expr {
  if (node.type === "predefined_type") return scope.classNamed(node, CLASSES.get(node.text) ?? "Object");
  const isClass =
    node.type === "identifier" &&
    isLibraryClass(node.text) &&
    !scope.has(node.text) &&
    !scope.ofClass(node, node.text);
  return isClass ? scope.classNamed(node, node.text) : expr(node, scope);
}

/** The classes that keywords stand for. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["string", "String"],
  ["object", "Object"],
  ["int", "Int32"],
  ["long", "Int64"],
  ["bool", "Boolean"],
  ["double", "Double"],
]);

/** Lowers `object.name`. Namespaces before a class are left out. */
export function member(node: SyntaxNode, scope: Scope): Expr {
  const object = node.field("expression") ?? node.field("qualifier");
  const name = node.field("name");
  if (!object || !name) return build.unknown(node);
  if (isNamespace(object, scope)) return expr(name, scope);
  return build.member(node, receiverOf(object, scope), build.name(name, nameOf(name).text));
}

/** `System.Net.Http`, which no variable or member that is known begins. */
function isNamespace(node: SyntaxNode, scope: Scope): boolean {
  const parts = node.text.replace(/^global::/, "").split(".");
  const [first] = parts as [string, ...string[]];
  return /^(?:System|Newtonsoft|Microsoft|RestSharp|Flurl)$/.test(first) && !scope.has(first)
    ? parts.every((part) => /^[A-Z]\w*$/.test(part) && !isLibraryClass(part))
    : false;
}

/** `nameof(a.B)` is the text `B`. */
function nameText(node: SyntaxNode): Expr {
  const value = node.field("arguments")?.child("argument")?.named.at(-1);
  const name = value && nameOf(value.field("name") ?? value);
  return name ? build.madeText(node, name.text) : build.unknown(node);
}

/** `object.TryGetValue("key", out var x)`: what the last argument gets. */
function outArgument(node: SyntaxNode, name: string, receiver: Expr, scope: Scope): Expr | undefined {
  const args = node.field("arguments")?.all("argument") ?? [];
  const out = args.find((one) => one.child("out"));
  if (!out) return undefined;
  const given = args.filter((one) => one !== out).map((one) => expr(one, scope));
  const target = out.named.at(-1) && expr(out.named.at(-1)!, scope);
  const [first] = given;
  const value = !first
    ? build.unknown(node)
    : name === "TryGetValue" || name === "TryGetProperty" || name === "TryGetPropertyValue"
      ? build.index(build.span(node.start, args[0]!.end), receiver, first)
      : name === "TryCreate"
        ? first
        : build.unknown(node, [receiver, ...given]);
  const assigned = target && isAssignable(target) ? build.assign(out, target as Name, value) : value;
  return build.unknown(node, [assigned]);
}
