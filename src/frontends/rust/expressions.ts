import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Param, Pattern, Property, Spread, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { bindings } from "./patterns.js";
import { partsOf, path, typedValue } from "./paths.js";
import { macroCall } from "./macro-calls.js";
import type { Scope } from "./scope.js";
import { blockBody, isBlockLike, valueBlock } from "./statements.js";
import { stringLiteral } from "./strings.js";
import { wireName } from "./wire-names.js";

/** Returns the named children without comments and attributes. */
export function codeIn(node: SyntaxNode): SyntaxNode[] {
  return node.named.filter(
    ({ type }) => !type.endsWith("comment") && type !== "attribute_item" && type !== "inner_attribute_item",
  );
}

/** Lowers an expression. One with statements in it runs before the statement around it. */
export function expr(node: SyntaxNode, scope: Scope): Expr {
  if (node.isError) return build.unknown(node);
  if (isBlockLike(node)) return valueBlock(node, scope);
  switch (node.type) {
    case "identifier":
    case "scoped_identifier":
    case "type_identifier":
    case "scoped_type_identifier":
    case "self":
      return path(node, scope);
    case "generic_function":
      return node.field("function") ? expr(node.field("function")!, scope) : build.unknown(node);
    case "string_literal":
    case "raw_string_literal":
      return stringLiteral(node);
    case "char_literal":
      return build.text(build.span(node.start + 1, node.end - 1), node.text.slice(1, -1));
    case "integer_literal":
    case "float_literal":
      return number(node);
    case "boolean_literal":
      return build.scalar(node, node.text === "true");
    case "unit_expression":
      return scope.file.records.has(node.start) ? build.record(node, []) : build.nothing(node);
    case "reference_expression":
    case "parenthesized_expression":
    case "try_expression":
    case "await_expression":
    case "type_cast_expression":
      // An error leaves the function, and says nothing about the value.
      return inner(node, scope);
    case "unary_expression":
      return unary(node, scope);
    case "binary_expression":
      return binary(node, scope);
    case "call_expression":
      return call(node, scope);
    case "field_expression":
      return field(node, scope);
    case "index_expression": {
      const [object, key] = codeIn(node);
      if (!object || !key || key.type === "range_expression") return inner(node, scope);
      return build.index(node, expr(object, scope), expr(key, scope));
    }
    case "tuple_expression":
      return scope.file.records.has(node.start)
        ? recordOfPairs(node, codeIn(node), scope)
        : build.list(node, all(codeIn(node), scope));
    case "array_expression":
      return node.field("length")
        ? build.unknown(node, all(codeIn(node).slice(0, 1), scope))
        : build.list(node, all(codeIn(node), scope));
    case "struct_expression":
      return struct(node, scope);
    case "closure_expression":
      return closure(node, scope);
    case "assignment_expression":
    case "compound_assignment_expr":
      return assignment(node, scope);
    case "return_expression":
    case "break_expression":
    case "continue_expression":
      addAll(scope.before, leave(node, scope));
      return build.nothing(node);
    default:
      return build.unknown(node, all(codeIn(node), scope));
  }
}

export function all(nodes: readonly SyntaxNode[], scope: Scope): Expr[] {
  return nodes.map((one) => expr(one, scope));
}

function inner(node: SyntaxNode, scope: Scope): Expr {
  const value = node.field("value") ?? codeIn(node)[0];
  return value ? expr(value, scope) : build.unknown(node);
}

function part(node: SyntaxNode, name: string, scope: Scope): Expr {
  const found = node.field(name);
  return found ? expr(found, scope) : build.unknown(node);
}

function number(node: SyntaxNode): Expr {
  const plain = node.text.replaceAll("_", "").replace(/[iu](?:8|16|32|64|128|size)$/, "");
  // `f32` at the end of a hexadecimal number is a part of it.
  const value = Number(/^0x/.test(plain) ? plain : plain.replace(/f(?:32|64)$/, ""));
  return Number.isNaN(value) ? build.unknown(node) : build.scalar(node, value);
}

function unary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.children[0]?.text;
  const value = inner(node, scope);
  return operator === "!" || operator === "-" ? build.unary(node, operator, value) : value;
}

function binary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.text ?? "";
  const [left, right] = [part(node, "left", scope), part(node, "right", scope)];
  if (operator === "&&" || operator === "||") return build.either(node, operator, left, right);
  if (operator === "==" || operator === "!=") return build.operation(node, `${operator}=`, left, right);
  if (/^(?:[<>]=?|[-+*])$/.test(operator)) return build.operation(node, operator, left, right);
  return build.unknown(node, [left, right]);
}

/** Methods of iterators: what comes behind them is called for each element. */
const ITERATES = /^(?:iter|iter_mut|into_iter|drain|values|values_mut|into_values|chars|lines|split)$/;
const ADAPTS =
  /^(?:map|filter|filter_map|cloned|copied|rev|skip|take|chain|inspect|flat_map|enumerate|zip|peekable)$/;

/** Checks whether an expression is an iterator, by the methods in it. */
function isIterator(node: SyntaxNode | undefined): boolean {
  if (node?.type !== "call_expression") return false;
  const callee = node.field("function");
  const of = callee?.type === "generic_function" ? callee.field("function") : callee;
  const name = of?.type === "field_expression" ? of.field("field")?.text : undefined;
  if (name === undefined) return false;
  return ITERATES.test(name) || (ADAPTS.test(name) && isIterator(of?.field("value")));
}

/** Lowers a call. The type in `json::<Cluster>()` makes demands on its result. */
function call(node: SyntaxNode, scope: Scope): Expr {
  const types = node.field("function")?.field("type_arguments")?.named ?? [];
  const made = untypedCall(node, scope);
  return types.length === 1 ? typedValue(made, types[0], scope) : made;
}

function untypedCall(node: SyntaxNode, scope: Scope): Expr {
  const callee = node.field("function");
  const list = node.field("arguments");
  if (!callee || !list) return build.unknown(node);
  const macro = scope.file.macros.get(list.start);
  if (macro !== undefined) return macroCall(node, macro, list, scope);
  const named = callee.type === "generic_function" ? (callee.field("function") ?? callee) : callee;
  const given = codeIn(list);
  if (named.type === "identifier" && /^(?:Ok|Some)$/.test(named.text) && given.length === 1)
    return expr(given[0]!, scope);
  if (named.type === "identifier" && named.text === "Err") return build.unknown(node, all(given, scope));
  const args = all(given, scope);
  if (named.type !== "field_expression") return build.call(node, expr(named, scope), args);
  const [object, key] = [named.field("value"), named.field("field")];
  if (!object || !key) return build.unknown(node, args);
  const receiver = expr(object, scope);
  const written = textWritten(node, key.text, receiver, given, args);
  if (written) return written;
  const text =
    isIterator(object) && /^(?:map|filter_map|flat_map|for_each|find_map)$/.test(key.text)
      ? `each:${key.text}`
      : key.text;
  return build.call(
    node,
    build.member(build.span(object.start, key.end), receiver, build.name(key, text)),
    args,
  );
}

/**
 * `url.push_str("/groups")`, `url.push('/')`, `file.read_to_string(&mut text)`: the text changes, which texts of the
 * evaluator cannot.
 */
function textWritten(
  node: SyntaxNode,
  name: string,
  receiver: Expr,
  given: readonly SyntaxNode[],
  args: readonly Expr[],
): Expr | undefined {
  const isText = name === "push_str" || (name === "push" && given[0]?.type === "char_literal");
  const [more] = args;
  if (/^read_to_(?:string|end)$/.test(name) && args.length === 1 && more && isPattern(more))
    return build.assign(
      node,
      more,
      build.call(node, build.member(node, receiver, build.name(node, name)), []),
    );
  return isText && more && isPattern(receiver) ? build.assign(node, receiver, more, "+=") : undefined;
}

function isPattern(one: Expr): one is Expr & Pattern {
  return one.type === "Identifier" || one.type === "MemberExpression";
}

function field(node: SyntaxNode, scope: Scope): Expr {
  const key = node.field("field");
  if (!key) return inner(node, scope);
  const object = part(node, "value", scope);
  if (key.type === "integer_literal") return build.index(node, object, build.scalar(key, Number(key.text)));
  return build.member(node, object, build.name(key, wireName(key.text, scope.file)));
}

/** Lowers `{"key": value}` of a macro, which is written as `("key", value)`. */
export function recordOfPairs(node: SyntaxNode, parts: readonly SyntaxNode[], scope: Scope): Expr {
  const properties: Property[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [key, value] = [parts[index]!, parts[index + 1]!];
    properties.push(build.property(build.span(key.start, value.end), expr(key, scope), expr(value, scope)));
  }
  return build.record(node, properties);
}

function struct(node: SyntaxNode, scope: Scope): Expr {
  const name = node.field("name");
  const fields = (node.field("body") ? codeIn(node.field("body")!) : []).flatMap(
    (one): (Property | Spread)[] => {
      if (one.type === "base_field_initializer") return [build.spread(one, inner(one, scope))];
      const key = one.type === "shorthand_field_initializer" ? codeIn(one)[0] : one.field("field");
      const value = one.type === "shorthand_field_initializer" ? key : one.field("value");
      if (!key || !value) return [];
      return [build.property(one, build.name(key, wireName(key.text, scope.file)), expr(value, scope))];
    },
  );
  const record = build.record(node, fields);
  if (!name) return record;
  const made = build.make(node, path(name, scope), [record]);
  return build.call(node, build.name(name, "rust:struct"), [made, record]);
}

function closure(node: SyntaxNode, scope: Scope): Expr {
  const inside = scope.ofFunction(node.field("return_type"));
  const body = node.field("body");
  const before: Stmt[] = [];
  const params: Param[] = [];
  for (const one of node.field("parameters")?.named ?? []) {
    const pattern = one.type === "parameter" ? (one.field("pattern") ?? one) : one;
    if (pattern.type === "identifier") {
      params.push(build.name(pattern, inside.declare(pattern)));
      continue;
    }
    const made = build.name(pattern, `rust:parameter${pattern.start}`);
    params.push(made);
    addAll(before, bindings(pattern, made, inside));
  }
  if (!body) return build.lambda(node, params, build.unknown(node));
  return build.lambda(
    node,
    params,
    statements.block(body, [...before, ...blockBody(body, inside, "return")]),
  );
}

function assignment(node: SyntaxNode, scope: Scope): Expr {
  const [left, right] = [part(node, "left", scope), part(node, "right", scope)];
  const operator = node.field("operator")?.text ?? "=";
  if (!isPattern(left)) return build.unknown(node, [left, right]);
  if (operator === "=" || operator === "+=") return build.assign(node, left, right, operator);
  return build.assign(node, left, build.unknown(node, [right]));
}

/** Lowers `return x`, `break` and `continue`. A function that returns an error ends without a value. */
export function leave(node: SyntaxNode, scope: Scope) {
  const [value] = codeIn(node).filter(({ type }) => type !== "label" && type !== "loop_label");
  if (node.type === "return_expression") return [result(node, value, scope)];
  // One with a label leaves another loop: which statements run then is not known.
  if (node.child("label") || node.child("loop_label") || node.child("lifetime")) return [];
  return [statements.leave(node, node.type === "break_expression" ? "BreakStatement" : "ContinueStatement")];
}

/** Returns the statement that gives the result of a function. */
export function result(place: SyntaxNode, value: SyntaxNode | undefined, scope: Scope) {
  const callee = value?.type === "call_expression" ? value.field("function") : undefined;
  const isError = callee?.type === "identifier" && callee.text === "Err";
  const given = value ? typedValue(expr(value, scope), scope.result, scope) : null;
  return isError && given ? statements.throws(place, given) : statements.returns(place, given);
}

/** Returns the last part of the name of a type or function. */
export function lastName(node: SyntaxNode): string {
  return partsOf(node).at(-1) ?? "";
}
