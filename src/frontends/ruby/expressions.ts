import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { assignment } from "./assignments.js";
import { blockOf, lambdaOf } from "./blocks.js";
import { callExpression, selfCall, superCall } from "./calls.js";
import { constant } from "./constants.js";
import { matching } from "./pattern-matching.js";
import { BLOCK, isCode, type Scope } from "./scope.js";
import { lowerInto } from "./statements.js";
import { heredocExpression, stringExpression } from "./strings.js";

/** Lowers an expression of Ruby. Expressions that are not supported are unknown, with their parts. */
export function expression(node: SyntaxNode | undefined, scope: Scope): Expr {
  if (!node) return build.unknown(build.span(0, 0));
  const lower = (one: SyntaxNode | undefined): Expr => expression(one, scope);
  switch (node.type) {
    case "identifier":
      return identifier(node, scope);
    case "constant":
    case "scope_resolution":
      return constant(node, scope, lower);
    case "self":
      return selfOf(node, scope);
    case "nil":
      return build.scalar(node, null);
    case "true":
    case "false":
      return build.scalar(node, node.type === "true");
    case "integer":
    case "float":
      return number(node);
    case "string":
    case "chained_string":
    case "bare_string":
    case "bare_symbol":
    case "delimited_symbol":
      return stringExpression(node, lower);
    case "subshell":
      return build.call(node, build.name(node, "rb:shell"), [stringExpression(node, lower)]);
    case "heredoc_beginning":
      return heredocExpression(node, scope.file.heredocs.get(node), lower);
    case "simple_symbol":
      // It has a colon before it and nothing behind it: its place is that of a name and not of a text in quotes.
      return build.madeText(node, node.text.slice(1));
    case "instance_variable":
    case "class_variable":
    case "global_variable":
      return variable(node, scope);
    case "array":
    case "string_array":
    case "symbol_array":
    case "right_assignment_list":
      return build.list(node, elements(node, scope));
    case "regex":
      return (
        pattern(node) ?? build.unknown(node, node.named.filter((one) => LOWERED.has(one.type)).map(lower))
      );
    case "hash":
      return build.record(node, pairs(node.named.filter(isCode), scope));
    case "call":
      return callExpression(node, scope);
    case "element_reference":
      return element(node, scope);
    case "binary":
      return binary(node, scope);
    case "unary":
      return unary(node, scope);
    case "assignment":
    case "operator_assignment":
      return assignment(node, scope);
    case "conditional":
      return build.choose(
        node,
        lower(node.field("condition")),
        lower(node.field("consequence")),
        lower(node.field("alternative")),
      );
    case "parenthesized_statements": {
      const inner = node.named.filter(isCode);
      return inner.length === 1 ? lower(inner[0]) : compound(node, scope);
    }
    case "if":
    case "unless":
    case "case":
    case "begin":
    case "if_modifier":
    case "unless_modifier":
    case "rescue_modifier":
      return compound(node, scope);
    case "lambda":
      return lambdaOf(node, scope);
    case "range":
      return range(node, scope);
    case "yield":
      return build.call(node, build.name(node, BLOCK), callArguments(node.child("argument_list"), scope));
    case "super":
      return superCall(node, undefined, scope);
    case "test_pattern":
    case "match_pattern": {
      const value = node.field("value");
      const parts = matching(node.field("pattern"), () => lower(value), scope);
      return build.unknown(node, parts.length > 0 ? parts : [lower(value)]);
    }
    default:
      return build.unknown(node, node.named.filter((one) => LOWERED.has(one.type)).map(lower));
  }
}

/** Parts of an unknown expression that are worth a look. */
const LOWERED: ReadonlySet<string> = new Set([
  ...[
    "identifier",
    "string",
    "hash",
    "array",
    "call",
    "element_reference",
    "binary",
    "interpolation",
    "constant",
  ],
  ...[
    "parenthesized_statements",
    "conditional",
    "chained_string",
    "argument_list",
    "pair",
    "instance_variable",
  ],
]);

function identifier(node: SyntaxNode, scope: Scope): Expr {
  const { text } = node;
  if (scope.locals.has(text)) return build.name(node, text);
  if (text === "__FILE__") return build.call(node, build.name(node, "rb:file"), []);
  if (text === "__dir__") return build.call(node, build.name(node, "rb:folder"), []);
  if (text === "__method__") return build.unknown(node);
  return selfCall(node, node, [], scope);
}

export function selfOf(place: build.Place, scope: Scope): Expr {
  const owner = scope.nesting.at(-1);
  const definition = owner === undefined ? undefined : scope.file.definitions.get(owner);
  if (scope.self === "class" && definition) return build.name(place, definition.id.name);
  return scope.self === "method" ? build.self(place) : build.unknown(place);
}

function variable(node: SyntaxNode, scope: Scope): Expr {
  const { text } = node;
  const owner = scope.nesting.at(-1);
  const definition = owner === undefined ? undefined : scope.file.definitions.get(owner);
  if (node.type === "class_variable" && definition)
    return build.member(node, build.name(node, definition.id.name), build.name(node, text));
  if (node.type === "instance_variable" && scope.self !== "main")
    return build.member(node, selfOf(node, scope), build.name(node, text));
  if (!/^\$[a-zA-Z_@]/.test(text) && !text.startsWith("@")) return build.unknown(node);
  if (!scope.file.globals.has(text)) scope.file.globals.set(text, node);
  return build.name(node, text);
}

function number(node: SyntaxNode): Expr {
  const digits = node.text.replaceAll("_", "");
  const value = Number(digits);
  // Numbers that Ruby prints in another form than the source are unknown: `1.0`, `1e3`, integers that are too large.
  const isKnown =
    node.type === "integer"
      ? Number.isSafeInteger(value) && !/^0\d/.test(digits)
      : String(value) === digits && digits.includes(".");
  return isKnown ? build.scalar(node, value) : build.unknown(node);
}

function elements(node: SyntaxNode, scope: Scope): (Expr | Spread)[] {
  const all = node.named.filter(isCode);
  const byName = all.filter(({ type }) => type === "pair" || type === "hash_splat_argument");
  const list = all
    .filter((one) => !byName.includes(one))
    .map((one) =>
      one.type === "splat_argument"
        ? build.spread(one, expression(one.named[0], scope))
        : expression(one, scope),
    );
  const [first] = byName;
  return first
    ? [...list, build.record(build.span(first.start, byName.at(-1)!.end), pairs(byName, scope))]
    : list;
}

export function pairs(nodes: readonly SyntaxNode[], scope: Scope): (Property | Spread)[] {
  return nodes.flatMap((node): (Property | Spread)[] => {
    if (node.type === "hash_splat_argument") return [build.spread(node, expression(node.named[0], scope))];
    const key = node.type === "pair" ? node.field("key") : undefined;
    if (!key) return [];
    const value = node.field("value");
    if (key.type === "hash_key_symbol") {
      const own = value ? expression(value, scope) : identifier(key, scope);
      return [build.property(node, build.name(key, key.text), own)];
    }
    const made = build.property(node, expression(key, scope), expression(value, scope));
    // A name is the variable, not the key itself.
    return [made.key.type === "Identifier" ? { ...made, computed: true } : made];
  });
}

/** Lowers the arguments of a call. Named arguments and the block are in one record at the end. */
export function callArguments(
  given: SyntaxNode | undefined,
  scope: Scope,
  block?: SyntaxNode,
): (Expr | Spread)[] {
  const byPosition: (Expr | Spread)[] = [];
  const byName: SyntaxNode[] = [];
  let blockValue: { readonly place: SyntaxNode; readonly value: Expr } | undefined = block && {
    place: block,
    value: blockOf(block, scope),
  };
  for (const one of given?.named.filter(isCode) ?? []) {
    switch (one.type) {
      case "pair":
      case "hash_splat_argument":
        byName.push(one);
        break;
      case "splat_argument":
        byPosition.push(
          build.spread(one, one.named[0] ? expression(one.named[0], scope) : build.unknown(one)),
        );
        break;
      case "block_argument":
        blockValue = { place: one, value: passedBlock(one, scope) };
        break;
      case "forward_argument":
      case "forward_arguments":
        byPosition.push(build.spread(one, build.unknown(one)));
        break;
      default:
        byPosition.push(expression(one, scope));
    }
  }
  const named = pairs(byName, scope);
  if (blockValue) {
    const { start } = blockValue.place;
    const key = build.madeText(build.span(start, start), BLOCK);
    named.push(build.property(blockValue.place, key, blockValue.value));
  }
  const [first] = named;
  if (!first) return byPosition;
  return [...byPosition, build.record(build.span(first.start, named.at(-1)!.end), named, true)];
}

/** `&:name`, `&block`, `&method(:name)` */
function passedBlock(node: SyntaxNode, scope: Scope): Expr {
  const [given] = node.named;
  if (!given) return build.name(node, BLOCK);
  return given.type === "simple_symbol"
    ? build.call(node, build.name(node, "rb:method"), [expression(given, scope)])
    : expression(given, scope);
}

function element(node: SyntaxNode, scope: Scope): Expr {
  const object = node.field("object");
  const keys = node.named.filter((one) => one !== object && isCode(one) && !/block$/.test(one.type));
  const value = expression(object, scope);
  const [key] = keys;
  // `Hash[pairs]`
  if (object?.text === "Hash" && keys.length === 1 && key)
    return build.call(node, build.member(node, expression(key, scope), build.name(object, "to_h")), []);
  if (keys.length === 1 && key && key.type !== "pair" && key.type !== "splat_argument")
    return build.index(node, value, expression(key, scope));
  const place = build.span(object?.end ?? node.start, node.end);
  const name = build.name(build.span(place.start, place.start), "[]");
  const named = keys.filter(({ type }) => type === "pair" || type === "hash_splat_argument");
  const others = keys.filter((one) => !named.includes(one)).map((one) => expression(one, scope));
  const record = named.length > 0 ? [build.record(place, pairs(named, scope), true)] : [];
  return build.call(node, build.member(node, value, name), [...others, ...record]);
}

/** A regular expression without interpolation. Its flags are those of JavaScript that mean the same. */
function pattern(node: SyntaxNode): Expr | undefined {
  const written = /^(?:\/|%r[^\w\s])(?<source>[^]*)[^\w\s](?<flags>[a-z]*)$/.exec(node.text)?.groups;
  if (!written || node.named.some(({ type }) => type === "interpolation")) return undefined;
  return build.pattern(node, written["source"]!, written["flags"]!.includes("i") ? "i" : "");
}

function range(node: SyntaxNode, scope: Scope): Expr {
  const bound = (name: string): Expr => {
    const given = node.field(name);
    return given ? expression(given, scope) : build.scalar(node, null);
  };
  const isOpen = node.field("operator")?.type === "...";
  return build.call(node, build.name(node, "rb:range"), [
    bound("begin"),
    bound("end"),
    build.scalar(node, isOpen),
  ]);
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["==", "==="],
  ["!=", "!=="],
]);

function binary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.type ?? "+";
  const [left, right] = [node.field("left"), node.field("right")];
  const [a, b] = [expression(left, scope), expression(right, scope)];
  switch (operator) {
    case "&&":
    case "and":
      return build.either(node, "&&", a, b);
    case "||":
    case "or":
      return build.either(node, "||", a, jump(right, scope) ?? b);
    case "<<":
      return build.call(node, build.name(node, "rb:append"), [a, b]);
    case "=~":
    case "!~":
    case "<=>":
    case "===":
      return build.unknown(node, [a, b]);
    default: {
      // `nil` is two values in the tree: `null` and `undefined`.
      const isNil = left?.type === "nil" || right?.type === "nil";
      if (isNil && (operator === "==" || operator === "!=")) return build.operation(node, operator, a, b);
      return build.operation(node, OPERATORS.get(operator) ?? operator, a, b);
    }
  }
}

/** `x or raise "…"`: nothing comes of the right side. */
function jump(node: SyntaxNode | undefined, scope: Scope): Expr | undefined {
  const name = node?.type === "call" && !node.field("receiver") ? node.field("method")?.text : node?.text;
  if (!node || (name !== "raise" && name !== "abort" && name !== "fail")) return undefined;
  const body = lowerInto(node, scope, (value) => [statements.statement(value)]);
  return build.call(node, build.lambda(node, [], statements.block(node, body)), []);
}

function unary(node: SyntaxNode, scope: Scope): Expr {
  const value = expression(node.field("operand"), scope);
  switch (node.field("operator")?.type) {
    case "!":
    case "not":
      return build.unary(node, "!", value);
    case "-":
      return build.unary(node, "-", value);
    case "+":
      return value;
    default:
      return build.unknown(node, [value]);
  }
}

/** A statement where a value is wanted: a function that gives the value, unless it jumps out of what is around it. */
function compound(node: SyntaxNode, scope: Scope): Expr {
  for (const one of node.walk())
    if (one.type === "return" || one.type === "next" || one.type === "break") return build.unknown(node);
  const simple = simpleChoice(node, scope);
  if (simple) return simple;
  const body = lowerInto(node, { ...scope, isTop: false }, (value) => [statements.returns(value, value)]);
  return build.call(node, build.lambda(node, [], statements.block(node, body)), []);
}

/** `if a then b else c end` */
function simpleChoice(node: SyntaxNode, scope: Scope): Expr | undefined {
  if (node.type !== "if" && node.type !== "unless") return undefined;
  const yes = only(node.field("consequence"));
  const otherwise = node.field("alternative");
  const no = otherwise?.type === "else" ? only(otherwise) : undefined;
  if (!yes || (otherwise && !no)) return undefined;
  const test = expression(node.field("condition"), scope);
  const [a, b] = [expression(yes, scope), no ? expression(no, scope) : build.scalar(node, null)];
  return node.type === "if" ? build.choose(node, test, a, b) : build.choose(node, test, b, a);
}

function only(node: SyntaxNode | undefined): SyntaxNode | undefined {
  const inner = node?.named.filter(isCode) ?? [];
  return inner.length === 1 ? inner[0] : undefined;
}
