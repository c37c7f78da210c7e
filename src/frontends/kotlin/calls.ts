import * as build from "../lowered/build.js";
import type { Expr, Property, Spread } from "../lowered/core-tree.js";
import { parsedAs } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { orGiven } from "../jvm/settings.js";
import { mapOf, pairOf } from "./collections.js";
import { expr, packageOf, valuesIn } from "./expressions.js";
import { isRunner, receivesOf } from "./lambda-kinds.js";
import { lambdaOf } from "./lambdas.js";
import type { Local, Scope } from "./scope.js";
import { askedSetting } from "./settings.js";
import { dataType, typeArguments, typeExpr, typeName } from "./types.js";

/** A call with its parts: `callee<T>(arguments) { lambda }`. */
export interface CallParts {
  readonly node: SyntaxNode;
  readonly callee: SyntaxNode;
  readonly types: readonly SyntaxNode[];
  readonly args: readonly SyntaxNode[];
  readonly lambda: SyntaxNode | undefined;
}

/** Takes a call apart. The grammar makes two calls of one that has brackets and a lambda. */
export function callParts(node: SyntaxNode): CallParts | undefined {
  const lambda = node.child("annotated_lambda")?.child("lambda_literal");
  const own = node.child("value_arguments");
  const [callee] = node.named;
  if (!callee) return undefined;
  const inner = lambda && !own && callee.type === "call_expression" && !callee.child("annotated_lambda");
  const around = inner ? callee : node;
  const target = inner ? callee.named[0] : callee;
  if (!target) return undefined;
  return {
    node,
    callee: target,
    types: typeArguments(around.child("type_arguments")),
    args: (inner ? callee.child("value_arguments") : own)?.all("value_argument") ?? [],
    lambda,
  };
}

/** Returns the name of the argument, if the call states it, and the value. */
export function argumentParts(node: SyntaxNode): {
  readonly name: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
} {
  const isNamed = node.children.some(({ type }) => type === "=");
  return { name: isNamed ? node.named[0] : undefined, value: valuesIn(node).at(-1) };
}

/** Takes `callee<T>(value)` apart, which the grammar takes for two comparisons. Undefined for real ones. */
export function genericCall(node: SyntaxNode): CallParts | undefined {
  const [inner, value] = [node.field("left"), node.field("right")];
  const [callee, type] = [inner?.field("left"), inner?.field("right")];
  const isTight =
    node.field("operator")?.text === ">" &&
    inner?.field("operator")?.text === "<" &&
    value?.type === "parenthesized_expression" &&
    type?.type === "identifier" &&
    inner.field("operator")!.start === callee?.end &&
    node.field("operator")!.end === value.start;
  return isTight && callee ? { node, callee, types: [type], args: [value], lambda: undefined } : undefined;
}

/** Lowers a call. */
export function callOf(node: SyntaxNode, scope: Scope, parts = callParts(node)): Expr {
  if (!parts) return build.unknown(node);
  const made = called(parts, scope);
  const type = givenType(parts, scope);
  return type ? parsedAs(node, type, made) : made;
}

/** Lowers an expression of which the code around states the type: a parser gives such an object. */
export function expectedAs(node: SyntaxNode, type: SyntaxNode | undefined, scope: Scope): Expr {
  const value = expr(node, scope);
  const isCall = node.type === "call_expression";
  const parts = type && (isCall ? callParts(node) : genericCall(node));
  if (!parts || !PARSES.test(methodOf(parts)?.text ?? "") || givenType(parts, scope)) return value;
  return parsedAs(node, dataType(type, scope), value);
}

/** Methods of libraries that make an object of the class that they get, or that the code around states. */
const PARSES =
  /^(?:body|receive|awaitBody|awaitBodyOrNull|bodyToMono|bodyToFlux|toEntity|awaitEntity|readValue|treeToValue|convertValue|decodeFromString|decodeFromStream|decodeFromJsonElement|fromJson|(?:get|post|patch)For\w+|exchange|readEntity|asObject|responseObject|awaitObject|bodyAs|get|post|put|patch|request|retrieveBody)$/;

function methodOf({ callee }: CallParts): SyntaxNode | undefined {
  return callee.type === "navigation_expression" ? callee.named.at(-1) : callee;
}

/** Lowers the type in brackets, or in an argument such as `Cluster::class.java`. Undefined if there is none. */
function givenType(parts: CallParts, scope: Scope): Expr | undefined {
  if (!PARSES.test(methodOf(parts)?.text ?? "")) return undefined;
  const [first] = parts.types;
  if (first) return dataType(first, scope);
  for (const one of parts.args) {
    const { value } = argumentParts(one);
    const literal = classLiteral(value);
    if (literal?.type === "identifier") return scope.named(literal, literal.text);
    const reference = value?.type === "object_literal" ? referenceIn(value) : undefined;
    if (reference) return dataType(reference, scope);
  }
  return undefined;
}

/** Returns the type in `object : TypeReference<List<Cluster>>() {}`. */
function referenceIn(value: SyntaxNode): SyntaxNode | undefined {
  const parent = [...value.walk()].find(({ type }) => type === "user_type");
  const isReference = /^(?:\w*TypeReference|TypeToken|GenericType)$/.test(typeName(parent));
  return isReference ? typeArguments(parent)[0] : undefined;
}

/** Returns the class in `Cluster::class.java`, as the name that the code has for it. */
function classLiteral(value: SyntaxNode | undefined): SyntaxNode | undefined {
  if (value?.type !== "navigation_expression") return undefined;
  const [object, name] = [value.named[0], value.named.at(-1)];
  if (!object || !name) return undefined;
  if (name.text === "class" && value.child("::")) return object;
  return /^(?:java|javaObjectType|kotlin)$/.test(name.text) ? classLiteral(object) : undefined;
}

/** Lowers the arguments of a call: those by position, the lambda behind the brackets, and those by name. */
export function argumentsOf(
  { node, callee, args, lambda }: CallParts,
  scope: Scope,
  { skipped = 0, isMethod = false } = {},
): (Expr | Spread)[] {
  const name = (callee.type === "navigation_expression" ? callee.named.at(-1) : callee)?.text ?? "";
  const named: Property[] = [];
  const given: (Expr | Spread)[] = [];
  for (const one of args.slice(skipped)) {
    const { name: key, value } = argumentParts(one);
    if (!value) continue;
    const lowered = argument(value, name, isMethod, scope);
    if (key) named.push(build.property(one, build.name(key, key.text), lowered));
    else if (value.type === "spread_expression")
      given.push(build.spread(value, value.named[0] ? expr(value.named[0], scope) : build.unknown(value)));
    else given.push(lowered);
  }
  if (lambda) {
    const block = lambdaOf(lambda, scope, { label: name, receives: receivesOf(name, isMethod) });
    const params = scope.file.functions.get(name)?.params;
    const last = params?.at(-1);
    // The lambda is the last argument, also if others in between are left out.
    if (last !== undefined && (named.length > 0 || given.length < params!.length - 1))
      named.push(build.property(lambda, build.name(lambda, last), block));
    else given.push(block);
  }
  return named.length > 0 ? [...given, build.record(node, named, true)] : given;
}

function argument(value: SyntaxNode, name: string, isMethod: boolean, scope: Scope): Expr {
  if (value.type === "lambda_literal")
    return lambdaOf(value, scope, { label: name, receives: receivesOf(name, isMethod) });
  const literal = classLiteral(value);
  return literal ? expr(literal, scope) : expr(value, scope);
}

function called(parts: CallParts, scope: Scope): Expr {
  const { node, callee } = parts;
  if (callee.type === "identifier") return unqualified(parts, callee, scope);
  if (callee.type === "navigation_expression") {
    const [object, name] = [callee.named[0], callee.named.at(-1)];
    if (object && name && object !== name) return qualified(parts, object, name, scope);
  }
  return build.call(node, expr(callee, scope), argumentsOf(parts, scope));
}

/** Functions that give what they get, if it is there. */
const GIVES_FIRST: ReadonlySet<string> = new Set(["requireNotNull", "checkNotNull", "listOfNotNull"]);
const LISTS: ReadonlySet<string> = new Set([
  ...[
    "listOf",
    "mutableListOf",
    "arrayListOf",
    "setOf",
    "mutableSetOf",
    "hashSetOf",
    "linkedSetOf",
    "sequenceOf",
  ],
  ...["arrayOf", "Pair", "Triple", "emptyList", "emptySet", "emptyArray", "listOfNotNull", "flowOf"],
]);

function unqualified(parts: CallParts, name: SyntaxNode, scope: Scope): Expr {
  const { node, args, types } = parts;
  const { text } = name;
  const local = callable(scope.local(text));
  const receivers = scope.receivers().map(({ actual }) => build.name(name, actual));
  const given = (): (Expr | Spread)[] => argumentsOf(parts, scope);
  if (local) {
    const own = given();
    const isMissing = local.kind === "receiver-function" && own.length <= local.arity;
    const before = isMissing ? [receivers[0] ?? build.self(name)] : [];
    return build.call(node, build.name(name, local.actual), [...before, ...own]);
  }
  const declared = scope.file.functions.get(text);
  const own = scope.callableOfClass(name, text);
  if (own) {
    const before =
      declared?.isExtension && scope.isExtensionOfClass(text) ? [receivers[0] ?? build.self(name)] : [];
    return build.call(node, own, [...before, ...given()]);
  }
  if (scope.file.topLevel.has(text)) {
    const before = declared?.isExtension ? [receivers[0] ?? build.self(name)] : [];
    return build.call(node, build.name(name, text), [...before, ...given()]);
  }
  if (!scope.isKnown(text)) {
    if (LISTS.has(text)) return build.list(node, given());
    if (GIVES_FIRST.has(text)) return given()[0] as Expr;
    const map = mapOf(parts, text, scope);
    if (map) return map;
    if (text === "Pair" || text === "Triple") return build.list(node, given());
  }
  if (isRunner(text) && parts.lambda && (text !== "execute" || receivers.length === 0))
    return build.call(node, build.name(name, "kotlin:runs"), given());
  if (text === "with" && parts.lambda && args[0])
    return build.call(node, build.name(name, "kotlin:run"), given());
  if (/^(?:println|print|require|check|assert)$/.test(text) && !scope.isKnown(text))
    return build.unknown(node, given());
  if (isLanguage(text)) return build.call(node, build.name(name, `kotlin:${text}`), given());
  if (/^[A-Z]/.test(text)) {
    // `Interceptor { chain -> … }` is the lambda, as an instance of the interface.
    if (parts.lambda && args.length === 0 && !scope.file.declared.has(text))
      return build.call(node, build.name(name, "kotlin:instance"), [scope.read(name, text), ...given()]);
    return build.make(node, scope.named(name, text), given());
  }
  const withTypes = text === "create" ? types.map((one) => typeExpr(one, scope)) : [];
  const holders = scope.holders(name);
  if (holders.length === 0) return build.call(node, scope.named(name, text), [...withTypes, ...given()]);
  const found = build.call(name, build.name(name, "kotlin:implicit"), [
    build.madeText(name, text),
    scope.named(name, text),
    ...holders,
  ]);
  return build.call(node, found, given());
}

/** Functions of the language without an object, which the library models by their names. */
const LANGUAGE: ReadonlySet<string> = new Set([
  ...["buildString", "buildList", "buildSet", "buildMap"],
  ...["buildJsonObject", "buildJsonArray"],
]);

function isLanguage(name: string): boolean {
  return LANGUAGE.has(name);
}

function callable(local: Local | undefined): Exclude<Local, { kind: "value" }> | Local | undefined {
  return local && local.kind !== "value" ? local : undefined;
}

const SCOPE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...["let", "run", "apply", "also", "use", "takeIf", "takeUnless"],
]);

function qualified(parts: CallParts, object: SyntaxNode, name: SyntaxNode, scope: Scope): Expr {
  const { node, callee, args, lambda, types } = parts;
  const { text } = name;
  const isSafe = callee.child("?.") !== undefined;
  const local = scope.local(text);
  const names = packageOf(callee, scope);
  const given = (): (Expr | Spread)[] => argumentsOf(parts, scope, { isMethod: true });
  // `java.net.URL("…")`
  if (names) return build.make(node, scope.qualified(callee, names), given());
  const receiver = expr(object, scope);
  if (SCOPE_FUNCTIONS.has(text) && (lambda ?? args.length === 1) && object.type !== "super_expression")
    return build.call(node, build.name(name, `kotlin:${text}`), [
      receiver,
      ...given(),
      ...(isSafe ? [build.scalar(name, true)] : []),
    ]);
  if (local?.kind === "receiver-function")
    return build.call(node, build.name(name, local.actual), [receiver, ...given()]);
  if (text === "equals" && args.length === 1)
    return build.operation(node, "===", receiver, given()[0] as Expr);
  const key = build.name(name, text);
  const member = build.member(build.span(object.start, name.end), receiver, key);
  // A nested class: `Request.Builder()`.
  if (/^[A-Z]/.test(text) && /^[A-Z]/.test(object.named.at(-1)?.text ?? object.text))
    return build.make(node, member, given());
  const extension = extensionNamed(text, name, scope);
  if (extension && object.type !== "this_expression" && object.type !== "super_expression")
    return build.call(
      node,
      build.call(name, build.name(name, "kotlin:extension"), [
        receiver,
        build.madeText(name, text),
        extension,
      ]),
      given(),
    );
  // `retrofit.create<Api>()`
  const withTypes = text === "create" && args.length === 0 ? types.map((one) => typeExpr(one, scope)) : [];
  const made = build.call(node, member, [...withTypes, ...given()]);
  const setting = askedSetting(text, object, args, scope);
  return setting ? orGiven(node, made, setting) : made;
}

/** Returns the function that may be called on an object although the class of that does not have it. */
function extensionNamed(text: string, place: SyntaxNode, scope: Scope): Expr | undefined {
  const declared = scope.file.functions.get(text);
  if (declared?.isExtension) {
    if (scope.isExtensionOfClass(text)) {
      const own = scope.callableOfClass(place, text);
      return own && build.call(place, build.name(place, "kotlin:bound"), [own, build.self(place)]);
    }
    return scope.file.topLevel.has(text) ? build.name(place, text) : undefined;
  }
  return scope.file.imported.has(text) && !/^[A-Z]/.test(text) ? scope.named(place, text) : undefined;
}

/** Lowers `a to b`, and calls whose function is between its operands. */
export function infixCall(node: SyntaxNode, scope: Scope): Expr {
  const [left, name, right] = valuesIn(node);
  if (!left || !name || !right) return build.unknown(node);
  if (name.text === "to") return pairOf(node, left, right, scope);
  const extension = extensionNamed(name.text, name, scope);
  const operands = [expr(left, scope), expr(right, scope)] as const;
  if (extension) return build.call(node, extension, operands);
  return build.call(
    node,
    build.member(build.span(left.start, name.end), operands[0], build.name(name, name.text)),
    [operands[1]],
  );
}
