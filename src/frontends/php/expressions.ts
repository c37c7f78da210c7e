import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Name, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { assignment, augmented, referenceTo, update } from "./assignments.js";
import { functionCall, make, methodCall, scopedCall } from "./calls.js";
import { closure } from "./functions.js";
import { classReference, constant, imported, included } from "./references.js";
import { SUPERGLOBALS, isCode, type Scope } from "./scope.js";
import { stringExpression } from "./strings.js";

/** Lowers an expression of PHP. Expressions that are not supported are unknown, with their parts. */
export function expression(node: SyntaxNode | undefined, scope: Scope): Expr {
  if (!node) return build.unknown(build.span(0, 0));
  const lower = (one: SyntaxNode | undefined): Expr => expression(one, scope);
  const parts = node.named.filter(isCode);
  switch (node.type) {
    case "variable_name":
      return variable(node, scope);
    case "name":
    case "qualified_name":
      return constant(node, scope);
    case "null":
      return build.scalar(node, null);
    case "boolean":
      return build.scalar(node, /^true$/i.test(node.text));
    case "integer":
    case "float":
      return number(node);
    case "string":
    case "encapsed_string":
    case "heredoc":
    case "nowdoc":
      return stringExpression(node, lower);
    case "array_creation_expression":
      return array(node, scope);
    case "parenthesized_expression":
    case "error_suppression_expression":
    case "argument":
      return lower(parts.at(-1));
    case "subscript_expression":
      return parts[1]
        ? build.index(node, lower(parts[0]), lower(parts[1]))
        : build.unknown(node, [lower(parts[0])]);
    case "member_access_expression":
    case "nullsafe_member_access_expression":
      return memberAccess(node, scope);
    case "scoped_property_access_expression":
      return staticProperty(node, scope);
    case "class_constant_access_expression":
      return classConstant(node, scope);
    case "function_call_expression":
      return functionCall(node, scope);
    case "member_call_expression":
    case "nullsafe_member_call_expression":
      return methodCall(node, scope);
    case "scoped_call_expression":
      return scopedCall(node, scope);
    case "object_creation_expression":
      return make(node, scope);
    case "binary_expression":
      return binary(node, scope);
    case "unary_op_expression":
      return unary(node, scope);
    case "cast_expression":
      return cast(node, scope);
    case "conditional_expression":
      return conditional(node, scope);
    case "assignment_expression":
      return assignment(node, scope);
    case "reference_assignment_expression":
      return referenceTo(node, scope);
    case "augmented_assignment_expression":
      return augmented(node, scope);
    case "update_expression":
      return update(node, scope);
    case "match_expression":
      return match(node, scope);
    case "anonymous_function":
    case "arrow_function":
      return closure(node, scope);
    case "throw_expression":
      return thrown(node, scope);
    case "require_expression":
    case "require_once_expression":
    case "include_expression":
    case "include_once_expression":
      return included(node, scope);
    case "shell_command_expression":
      return build.call(node, build.name(node, "php:shell"), [stringExpression(node, lower)]);
    case "clone_expression":
      return build.call(node, build.name(node, "php:clone"), [lower(parts[0])]);
    case "print_intrinsic":
      return build.call(node, build.name(node, "php:echo"), [lower(parts[0])]);
    case "yield_expression":
      return build.yields(node, parts[0] ? lower(parts[0].named.filter(isCode).at(-1)) : null);
    default:
      return build.unknown(
        node,
        parts.filter(({ type }) => /expression|string|variable_name/.test(type)).map(lower),
      );
  }
}

/** Lowers a variable. Inside a function, a variable without an assignment is unknown. */
export function variable(node: SyntaxNode, scope: Scope): Expr {
  const { text } = node;
  const { variables, file } = scope;
  if (text === "$this") return scope.isStatic ? build.unknown(node) : build.self(node);
  if (variables.has(text) || SUPERGLOBALS.has(text)) return build.name(node, text);
  if (!variables.isOfFile || !file.includes || text === "$GLOBALS") return build.unknown(node);
  return imported(node, text, `#${text}`, scope);
}

function number(node: SyntaxNode): Expr {
  const digits = node.text.replaceAll("_", "");
  const value = /^0[0-7]+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
  // Numbers that PHP prints in another form than the source are unknown: `1.0`, `1e3`, integers that are too large.
  const isKnown =
    node.type === "integer" ? Number.isSafeInteger(value) : String(value) === digits && digits.includes(".");
  return isKnown ? build.scalar(node, value) : build.unknown(node);
}

/** Returns the key of the next element without a key. Undefined if it is unknown. */
function nextKey(before: number | undefined, key: SyntaxNode | undefined): number | undefined {
  if (!key) return before;
  if (key.type === "integer")
    return before === undefined ? undefined : Math.max(before, Number(key.text) + 1);
  return key.type === "string" && !/^'-?\d+'$/.test(key.text) ? before : undefined;
}

/** `[1, 2]` is a list, `["a" => 1]` a record; one that has others in it is made of several. */
function array(node: SyntaxNode, scope: Scope): Expr {
  const elements = node.all("array_element_initializer");
  if (elements.some((one) => one.child("by_ref"))) return build.unknown(node);
  const isSpread = (one: SyntaxNode): boolean => one.named[0]?.type === "variadic_unpacking";
  if (elements.some(isSpread)) {
    const groups: SyntaxNode[][] = [];
    for (const one of elements) {
      const last = groups.at(-1);
      if (isSpread(one) || !last || isSpread(last[0]!)) groups.push([one]);
      else last.push(one);
    }
    const arrays = groups.map((group) =>
      isSpread(group[0]!)
        ? expression(group[0]!.named[0]!.named.filter(isCode)[0], scope)
        : plainArray(build.span(group[0]!.start, group.at(-1)!.end), group, scope),
    );
    return build.call(node, build.name(node, "array_merge"), arrays);
  }
  return plainArray(node, elements, scope);
}

function plainArray(place: build.Place, elements: readonly SyntaxNode[], scope: Scope): Expr {
  const pairs = elements.map((one) => {
    const parts = one.named.filter(isCode);
    return parts.length > 1 ? { one, key: parts[0]!, value: parts[1]! } : { one, value: parts[0] };
  });
  if (!pairs.some(({ key }) => key))
    return build.list(
      place,
      pairs.map(({ value }) => expression(value, scope)),
    );
  let next: number | undefined = 0;
  const properties = pairs.map(({ one, key, value }): Property | Spread => {
    const made = expression(value, scope);
    if (key) {
      next = nextKey(next, key);
      return computedProperty(one, expression(key, scope), made);
    }
    const own = next === undefined ? build.unknown(one) : build.madeText(one, String(next++));
    return computedProperty(one, own, made);
  });
  return build.record(place, properties);
}

/** A name is a constant here, not the key itself. */
function computedProperty(place: build.Place, key: Expr, value: Expr): Property {
  const made = build.property(place, key, value);
  return made.key.type === "Identifier" ? { ...made, computed: true } : made;
}

/** Returns the name of a property. It differs from the name in the source if a method has the same name. */
export function propertyName(node: SyntaxNode, scope: Scope, isOfThis: boolean): Name {
  const text = node.text.replace(/^\$/, "");
  return build.name(node, isOfThis && scope.file.methods.has(text) ? `$${text}` : text);
}

function memberAccess(node: SyntaxNode, scope: Scope): Expr {
  const object = node.field("object");
  const name = node.field("name");
  const held = expression(object, scope);
  if (!name) return build.unknown(node, [held]);
  if (name.type !== "name") {
    const key = name.type === "variable_name" ? name : name.named.find(isCode);
    return build.index(node, held, expression(key, scope));
  }
  const key = propertyName(name, scope, object?.text === "$this");
  const member = build.member(node, held, key);
  if (!node.type.startsWith("nullsafe")) return member;
  return {
    type: "ChainExpression",
    start: node.start,
    end: node.end,
    expression: { ...member, optional: true },
  };
}

/** Lowers a reference to a class: `self`, `static`, `parent` or a name. */
export function classOf(node: SyntaxNode | undefined, scope: Scope): Expr {
  if (!node) return build.unknown(build.span(0, 0));
  const { className, parent } = scope;
  switch (node.text) {
    case "self":
      return className === undefined ? build.unknown(node) : build.name(node, className);
    case "static":
      return className === undefined ? build.unknown(node) : build.self(node);
    case "parent":
      return parent ? classReference(parent, scope) : build.unknown(node);
    default:
      return node.type === "name" || node.type === "qualified_name"
        ? classReference(node, scope)
        : expression(node, scope);
  }
}

function staticProperty(node: SyntaxNode, scope: Scope): Expr {
  const name = node.field("name");
  const held = classOf(node.field("scope"), scope);
  if (name?.type !== "variable_name") return build.unknown(node, [held]);
  const key = build.name(name, name.text.slice(1));
  return build.member(node, held, key);
}

function classConstant(node: SyntaxNode, scope: Scope): Expr {
  const [owner, name] = node.named.filter(isCode);
  if (name?.type !== "name") return build.unknown(node);
  if (name.text === "class") {
    // Laravel makes the objects of a controller that a route names.
    if (!scope.file.hasRoutes || owner?.type === "relative_scope") return build.unknown(node);
    return build.call(node, build.member(node, classOf(owner, scope), build.name(name, name.text)), []);
  }
  return build.member(node, classOf(owner, scope), build.name(name, name.text));
}

/** The operators of PHP that have another name in the core tree. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ["<>", "!="],
  ["**", "**"],
]);

/** `$a["b"]["c"] ?? $d`: any of the keys may be missing. */
function withOptionalMembers(value: Expr): Expr {
  if (value.type !== "MemberExpression") return value;
  return { ...value, object: withOptionalMembers(value.object), optional: true };
}

function binary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.type.toLowerCase() ?? "+";
  const [left, right] = [node.field("left"), node.field("right")];
  if (operator === ".") return build.template(node, concatenated(node, scope));
  const [a, b] = [expression(left, scope), expression(right, scope)];
  switch (operator) {
    case "&&":
    case "and":
      return build.either(node, "&&", truth(a), truth(b));
    case "||":
    case "or":
      return build.either(node, "||", truth(a), right?.type === "throw_expression" ? b : truth(b));
    case "??":
      return build.either(node, "??", withOptionalMembers(a), b);
    case "<=>":
    case "xor":
    case "instanceof":
    case "&":
    case "|":
    case "^":
    case "<<":
    case ">>":
      return build.unknown(node, [a, ...(operator === "instanceof" ? [] : [b])]);
    default:
      return build.operation(node, OPERATORS.get(operator) ?? operator, a, b);
  }
}

/** `and` and `or` give truth values, not one of their sides. */
function truth(value: Expr): Expr {
  return build.unary(value, "!", build.unary(value, "!", value));
}

/** All operands of `a . b . c`, walked in a loop since there may be many. */
function concatenated(node: SyntaxNode, scope: Scope): Expr[] {
  const found: Expr[] = [];
  let at: SyntaxNode | undefined = node;
  while (at?.type === "binary_expression" && at.field("operator")?.type === ".") {
    found.push(expression(at.field("right"), scope));
    at = at.field("left");
  }
  found.push(expression(at, scope));
  return found.reverse();
}

function unary(node: SyntaxNode, scope: Scope): Expr {
  const value = expression(node.field("argument") ?? node.named.filter(isCode).at(-1), scope);
  const operator = node.children[0]?.type;
  if (operator === "!") return build.unary(node, "!", value);
  if (operator === "-" && value.type === "Literal" && typeof value.value === "number")
    return build.unary(node, "-", value);
  return build.unknown(node, [value]);
}

function cast(node: SyntaxNode, scope: Scope): Expr {
  const type = (node.field("type")?.text ?? "").toLowerCase().replace(/^integer$/, "int");
  const value = expression(node.field("value"), scope);
  const name = CASTS.get(type);
  return name === undefined
    ? build.unknown(node, [value])
    : build.call(node, build.name(node, name), [value]);
}

const CASTS: ReadonlyMap<string, string> = new Map([
  ["string", "strval"],
  ["int", "intval"],
  ["bool", "boolval"],
  ["boolean", "boolval"],
  ["array", "php:array"],
  ["object", "php:object"],
]);

function conditional(node: SyntaxNode, scope: Scope): Expr {
  const body = node.field("body");
  const test = expression(node.field("condition"), scope);
  const otherwise = expression(node.field("alternative"), scope);
  return body
    ? build.choose(node, test, expression(body, scope), otherwise)
    : build.either(node, "||", test, otherwise);
}

/** Lowers a `throw` in an expression: a function that throws. */
function thrown(node: SyntaxNode, scope: Scope): Expr {
  const value = expression(node.named.find(isCode), scope);
  const body = statements.block(node, [statements.throws(node, value)]);
  return build.call(node, build.lambda(node, [], body), []);
}

/** `match (x) { a, b => c, default => d }` as conditions, on a value that is computed once. */
function match(node: SyntaxNode, scope: Scope): Expr {
  const condition = node.field("condition");
  const arms = node.field("body")?.named.filter(isCode) ?? [];
  const isTrue = /^\(\s*true\s*\)$/i.test(condition?.text ?? "");
  const place = build.span(node.start, node.start);
  const held = (): Expr => build.name(place, "php:matched");
  const end = build.span(node.end, node.end);
  const nothing: Expr = build.call(
    end,
    build.lambda(end, [], statements.block(end, [statements.throws(end, build.unknown(end))])),
    [],
  );
  const otherwise = arms.find(({ type }) => type === "match_default_expression")?.field("return_expression");
  const chosen = arms
    .filter(({ type }) => type === "match_conditional_expression")
    .reduceRight<Expr>(
      (rest, arm) => {
        const tests = arm.field("conditional_expressions")?.named.filter(isCode) ?? [];
        const any = tests
          .map((one) => expression(one, scope))
          .map((one) => (isTrue ? truth(one) : build.operation(one, "===", held(), one)))
          .reduce((all, one) => build.either(arm, "||", all, one));
        return build.choose(arm, any, expression(arm.field("return_expression"), scope), rest);
      },
      otherwise ? expression(otherwise, scope) : nothing,
    );
  if (isTrue) return chosen;
  return build.call(node, build.lambda(node, [build.name(place, "php:matched")], chosen), [
    expression(condition, scope),
  ]);
}
