import * as build from "../lowered/build.js";
import type { Expr, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { changed, isTarget, assignTo, sequence } from "./assignments.js";
import { anonymousClass } from "./classes.js";
import { definedName, plainString } from "./declarations.js";
import { classOf, expression } from "./expressions.js";
import { isFunctionOfPhp } from "./library/function-names.js";
import { RETURNED } from "./names.js";
import { functionNamed, imported } from "./references.js";
import { isCode, type Scope } from "./scope.js";

/** Lowers the arguments of a call. Named ones are in one record at the end. */
export function callArguments(node: SyntaxNode | undefined, scope: Scope): (Expr | Spread)[] {
  const byPosition: (Expr | Spread)[] = [];
  const byName: Property[] = [];
  for (const argument of node?.all("argument") ?? []) {
    const name = argument.field("name");
    const value = argument.named.filter((one) => isCode(one) && one !== name).at(-1);
    if (name)
      byName.push(build.property(argument, build.name(name, `$${name.text}`), expression(value, scope)));
    else if (value?.type === "variadic_unpacking")
      byPosition.push(build.spread(value, expression(value.named.find(isCode), scope)));
    else byPosition.push(expression(value, scope));
  }
  const [first] = byName;
  return first
    ? [...byPosition, build.record(build.span(first.start, byName.at(-1)!.end), byName, true)]
    : byPosition;
}

function argumentNodes(node: SyntaxNode): SyntaxNode[] {
  return (node.field("arguments")?.all("argument") ?? []).flatMap((one) =>
    one.named.filter(isCode).slice(-1),
  );
}

/** Functions that make another array of the one that they are given, or take something out of it. */
const CHANGES: ReadonlyMap<string, string> = new Map([
  ["array_push", "php:pushed"],
  ["array_unshift", "php:unshifted"],
]);
const TAKES: ReadonlyMap<string, string> = new Map([
  ["array_pop", "php:popped"],
  ["array_shift", "php:shifted"],
]);

/** Functions of PHP that assign some of their arguments. */
const ASSIGNS: ReadonlyMap<string, readonly number[]> = new Map([
  ...[
    ...["sort", "rsort", "usort", "uasort", "uksort", "ksort", "krsort", "asort", "arsort", "shuffle"],
    ...["natsort", "natcasesort", "array_splice", "array_walk", "array_walk_recursive", "settype"],
    ...["array_multisort"],
  ].map((name): [string, number[]] => [name, [0]]),
  ["preg_match", [2]],
  ["preg_match_all", [2]],
  ["parse_str", [1]],
  ["str_replace", [3]],
  ["exec", [1, 2]],
  ["system", [1]],
  ["passthru", [1]],
  ["sscanf", [2, 3, 4]],
  ["curl_multi_exec", [1]],
]);

/** Lowers `f(x)`, a call of a function by its name or in a variable. */
export function functionCall(node: SyntaxNode, scope: Scope): Expr {
  const callee = node.field("function");
  const given = node.field("arguments");
  if (callee?.type !== "name" && callee?.type !== "qualified_name") {
    const args = callArguments(given, scope);
    return build.call(node, expression(callee, scope), args);
  }
  const name = callee.text.slice(callee.text.lastIndexOf("\\") + 1).toLowerCase();
  const nodes = argumentNodes(node);
  const isOwn = scope.file.functions.has(callee.text);
  const special = isOwn ? undefined : specialCall(node, name, nodes, scope);
  if (special) return special;
  const args = callArguments(given, scope);
  const called = build.call(node, functionNamed(callee, scope, isFunctionOfPhp), args);
  const assigned = isOwn ? scope.file.references.get(callee.text) : ASSIGNS.get(name);
  return withAssigned(node, called, nodes, assigned, scope);
}

/** The call, after which what it was given to assign is not known. */
function withAssigned(
  node: SyntaxNode,
  called: Expr,
  nodes: readonly SyntaxNode[],
  positions: readonly number[] | undefined,
  scope: Scope,
): Expr {
  const targets = (positions ?? []).flatMap((at) => {
    const target = nodes[at];
    return target && isTarget(target) ? [target] : [];
  });
  if (targets.length === 0) return called;
  return sequence(node, [called, ...targets.map((target) => changed(target, target, scope))]);
}

/** Functions that are part of the language. */
function specialCall(
  node: SyntaxNode,
  name: string,
  nodes: readonly SyntaxNode[],
  scope: Scope,
): Expr | undefined {
  const [first] = nodes;
  switch (name) {
    case "define": {
      const constant = definedName(node);
      if (constant === undefined) return undefined;
      scope.file.late.set(constant, node);
      return build.assign(node, build.name(node, constant), expression(nodes[1], scope));
    }
    case "defined": {
      const constant = plainString(first);
      return constant !== undefined && scope.file.constants.has(constant)
        ? build.scalar(node, false)
        : build.unknown(node);
    }
    case "isset":
      return nodes
        .map((one): Expr => build.call(one, build.name(one, "php:isset"), [expression(one, scope)]))
        .reduce((all, one) => build.either(node, "&&", all, one));
    case "empty":
      return build.unary(node, "!", expression(first, scope));
    case "compact":
      return compact(node, nodes, scope);
    case "config":
      return configured(node, nodes, scope);
    default:
      return changing(node, name, nodes, scope);
  }
}

/** `array_push($x, …)`, `array_pop($x)` */
function changing(
  node: SyntaxNode,
  name: string,
  nodes: readonly SyntaxNode[],
  scope: Scope,
): Expr | undefined {
  const [first] = nodes;
  const change = CHANGES.get(name);
  const take = TAKES.get(name);
  if (!first || !isTarget(first) || (change === undefined && take === undefined)) return undefined;
  const place = build.span(node.start, node.start);
  if (change !== undefined) {
    const args = callArguments(node.field("arguments"), scope);
    return assignTo(first, build.call(node, build.name(place, change), args), node, scope);
  }
  const held = expression(first, scope);
  const taken = build.call(node, build.name(place, name), [held]);
  const rest = build.call(node, build.name(place, take!), [expression(first, scope)]);
  return sequence(node, [taken, assignTo(first, rest, node, scope)]);
}

/** `compact("a", "b")` is a record of variables. */
function compact(node: SyntaxNode, nodes: readonly SyntaxNode[], scope: Scope): Expr {
  const names = nodes.map((one) => plainString(one));
  if (names.some((one) => one === undefined)) return build.unknown(node);
  const properties = nodes.map((one, index) => {
    const text = `$${names[index]!}`;
    const value = scope.variables.has(text) ? build.name(one, text) : build.unknown(one);
    return build.property(one, expression(one, scope), value);
  });
  return build.record(node, properties);
}

/** `config("file.key", default)` of Laravel: what a file in the folder `config` returns under the key. */
function configured(node: SyntaxNode, nodes: readonly SyntaxNode[], scope: Scope): Expr | undefined {
  const [file, ...keys] = plainString(nodes[0])?.split(".") ?? [];
  if (file === undefined || keys.length === 0) return undefined;
  const whole = imported(node, RETURNED, `?/config/${file}.php`, scope);
  const value = keys.reduce<Expr>(
    (object, key) => build.index(nodes[0]!, object, build.madeText(nodes[0]!, key)),
    whole,
  );
  return nodes[1] ? build.either(node, "??", value, expression(nodes[1], scope)) : value;
}

/** Lowers `$object->method(…)` and `$object?->method(…)`. */
export function methodCall(node: SyntaxNode, scope: Scope): Expr {
  const object = node.field("object");
  const name = node.field("name");
  const args = callArguments(node.field("arguments"), scope);
  const held = expression(object, scope);
  if (!name) return build.unknown(node, [held, ...args]);
  if (name.type !== "name") {
    const key = name.type === "variable_name" ? name : name.named.find(isCode);
    // `($this->handler)(…)` and `$this->{$name}(…)`
    return build.call(node, build.index(node, held, expression(key, scope)), args);
  }
  const callee = build.member(build.span(node.start, name.end), held, build.name(name, name.text));
  const nodes = argumentNodes(node);
  const references = scope.file.references.get(name.text);
  if (!node.type.startsWith("nullsafe"))
    return withAssigned(node, build.call(node, callee, args), nodes, references, scope);
  return {
    type: "ChainExpression",
    start: node.start,
    end: node.end,
    expression: build.call(node, { ...callee, optional: true }, args),
  };
}

/** Lowers `self::f()`, `parent::f()` and `Http::get()`. */
export function scopedCall(node: SyntaxNode, scope: Scope): Expr {
  const owner = node.field("scope");
  const name = node.field("name");
  const args = callArguments(node.field("arguments"), scope);
  if (!owner || name?.type !== "name") return build.unknown(node, [...args]);
  const key = build.name(name, name.text);
  const place = build.span(node.start, name.end);
  const { className, file } = scope;
  if (owner.text === "parent") {
    const above = build.superObject(owner);
    if (name.text === "__construct") return build.call(node, above, args);
    return build.call(node, build.member(place, above, key), args);
  }
  const isStatic = className === undefined ? undefined : file.classes.get(className)?.methods.get(name.text);
  // A method of instances is called on this one, however it is written.
  if ((owner.text === "self" || owner.text === className) && isStatic === false && !scope.isStatic)
    return build.call(node, build.member(place, build.self(owner), key), args);
  const call = build.call(node, build.member(place, classOf(owner, scope), key), args);
  return withAssigned(node, call, argumentNodes(node), file.references.get(name.text), scope);
}

/** Lowers `new Client(…)`. */
export function make(node: SyntaxNode, scope: Scope): Expr {
  const [named] = node.named.filter(isCode);
  if (named?.type === "anonymous_class") return anonymousClass(named, scope);
  const args = callArguments(node.child("arguments"), scope);
  if (named?.text === "static") return build.make(node, newTarget(named, scope), args);
  return build.make(node, classOf(named, scope), args);
}

/** The class that code of instances, or of the class itself, belongs to. */
function newTarget(node: SyntaxNode, { className, isStatic }: Scope): Expr {
  if (className === undefined) return build.unknown(node);
  return isStatic ? build.self(node) : build.name(node, className);
}
