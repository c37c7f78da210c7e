import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Pattern, Property, Spread } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { isAssignable, invocation, member } from "./calls.js";
import { creation } from "./initializers.js";
import { injections, paramOf, parameterList, parametersOf } from "./parameters.js";
import { fits } from "./patterns.js";
import { query } from "./queries.js";
import type { Scope } from "./scope.js";
import { blockOf, functionBody } from "./statements.js";
import { interpolated, textLiteral } from "./texts.js";
import { typeExpr } from "./types.js";

/** Lowers an expression. */
export function expr(node: SyntaxNode, scope: Scope): Expr {
  switch (node.type) {
    case "identifier":
      return scope.read(node);
    case "this":
      return build.self(node);
    case "base":
      return build.superObject(node);
    case "string_literal":
    case "verbatim_string_literal":
    case "raw_string_literal":
    case "character_literal":
      return textLiteral(node);
    case "interpolated_string_expression":
      return interpolated(node, (inner) => expr(inner, scope));
    case "integer_literal":
    case "real_literal":
      return numberOf(node);
    case "boolean_literal":
      return build.scalar(node, node.text === "true");
    case "null_literal":
      return build.scalar(node, null);
    case "parenthesized_expression":
    case "checked_expression":
    case "await_expression":
    case "arrow_expression_clause":
    case "ref_expression":
      // `await` gives the task itself, because nothing runs in parallel in this model.
      return last(node, scope);
    case "cast_expression":
      return part(node, "value", scope);
    case "as_expression":
      return part(node, "left", scope);
    case "invocation_expression":
      return invocation(node, scope);
    case "object_creation_expression": {
      const type = node.field("type");
      const made = type
        ? build.make(node, typeExpr(type, scope), argumentsOf(node, scope))
        : build.unknown(node);
      return creation(node, made, type, scope, expr);
    }
    case "implicit_object_creation_expression": {
      const type = typeInSight(node);
      const made = type
        ? build.make(node, typeExpr(type, scope), argumentsOf(node, scope))
        : build.unknown(node);
      return creation(node, made, type, scope, expr);
    }
    case "anonymous_object_creation_expression":
      return anonymous(node, scope);
    case "array_creation_expression":
    case "implicit_array_creation_expression": {
      const braces = node.child("initializer_expression");
      return braces ? expr(braces, scope) : build.list(node, []);
    }
    case "initializer_expression":
    case "tuple_expression":
    case "collection_expression":
      return build.list(
        node,
        valuesIn(node).map((one) => expr(one, scope)),
      );
    case "argument":
      return last(node, scope);
    case "member_access_expression":
    case "qualified_name":
      return member(node, scope);
    case "conditional_access_expression": {
      const [object, access] = valuesIn(node);
      if (!object || !access) return build.unknown(node);
      return expr(access, scope.receiving(expr(object, scope)));
    }
    case "member_binding_expression": {
      const name = node.field("name");
      if (!name || !scope.receiver) return build.unknown(node);
      return build.member(node, scope.receiver, build.name(name, name.text));
    }
    case "element_binding_expression":
      return scope.receiver ? elementOf(node, scope.receiver, node, scope) : collection(node, scope);
    case "element_access_expression": {
      const subscript = node.field("subscript");
      const object = part(node, "expression", scope);
      return subscript ? elementOf(node, object, subscript, scope) : build.unknown(node, [object]);
    }
    case "binary_expression":
      return binary(node, scope);
    case "prefix_unary_expression":
    case "postfix_unary_expression":
      return unary(node, scope);
    case "conditional_expression":
      return build.choose(
        node,
        part(node, "condition", scope),
        part(node, "consequence", scope),
        part(node, "alternative", scope),
      );
    case "assignment_expression":
      return assignment(node, scope);
    case "lambda_expression":
    case "anonymous_method_expression":
      return lambda(node, scope);
    case "is_pattern_expression": {
      const pattern = node.field("pattern");
      const subject = part(node, "expression", scope);
      return pattern ? fits(subject, pattern, scope, expr) : build.unknown(node, [subject]);
    }
    case "query_expression":
      return query(node, scope, expr);
    case "switch_expression":
      return switchValue(node, scope);
    case "with_expression":
      return copyWith(node, scope);
    case "declaration_expression": {
      const name = node.field("name");
      return name?.type === "identifier" ? build.name(name, name.text) : build.unknown(node);
    }
    case "default_expression":
      return build.unknown(node);
    case "typeof_expression": {
      const type = node.field("type");
      return type ? typeExpr(type, scope) : build.unknown(node);
    }
    case "throw_expression":
      return thrown(node, scope);
    case "generic_name":
    case "alias_qualified_name":
      return typeExpr(node, scope);
    default:
      return build.unknown(
        node,
        valuesIn(node).map((one) => expr(one, scope)),
      );
  }
}

/** Returns the named children without comments and preprocessor directives. */
export function valuesIn(node: SyntaxNode): SyntaxNode[] {
  return node.named.filter(({ type }) => type !== "comment" && !type.startsWith("preproc_"));
}

function part(node: SyntaxNode, field: string, scope: Scope): Expr {
  const found = node.field(field);
  return found ? expr(found, scope) : build.unknown(node);
}

function last(node: SyntaxNode, scope: Scope): Expr {
  const inner = valuesIn(node).at(-1) ?? node.children.find(({ type }) => type === "this" || type === "base");
  return inner ? expr(inner, scope) : build.unknown(node);
}

function numberOf(node: SyntaxNode): Expr {
  const digits = node.text.replaceAll("_", "");
  const value = /^0x/i.test(digits)
    ? Number(digits.replace(/[uUlL]+$/, ""))
    : Number(digits.replace(/[a-zA-Z]+$/, ""));
  return Number.isNaN(value) ? build.unknown(node) : build.scalar(node, value);
}

/** Lowers the arguments: first those by position, then those by name in one record. */
export function argumentsOf(
  node: SyntaxNode,
  scope: Scope,
  type: readonly Property[] = [],
): (Expr | Spread)[] {
  const list = node.field("arguments") ?? node.child("argument_list");
  const byPosition: Expr[] = [];
  const byName: Property[] = [...type];
  // Arguments have receivers of their own.
  const inside = scope.receiving(undefined);
  for (const one of list?.all("argument") ?? []) {
    const name = one.field("name");
    const value = one.child("out") ? build.unknown(one) : last(one, inside);
    if (name) byName.push(build.property(one, build.name(name, name.text), value));
    else byPosition.push(value);
  }
  return byName.length > 0 ? [...byPosition, build.record(list ?? node, byName, true)] : byPosition;
}

/** The type that `new()` stands for: that of the variable, property or parameter it becomes. */
function typeInSight(node: SyntaxNode): SyntaxNode | undefined {
  for (let at = node.parent, depth = 0; at && depth < 3; at = at.parent, depth++) {
    if (/^(?:variable_declaration|property_declaration|parameter)$/.test(at.type)) {
      const type = at.field("type");
      return type?.type === "implicit_type" ? undefined : type;
    }
    if (!/^(?:variable_declarator|equals_value_clause)$/.test(at.type)) return undefined;
  }
  return undefined;
}

/** `new { paused = true, cluster.Name, size }` */
function anonymous(node: SyntaxNode, scope: Scope): Expr {
  const properties: Property[] = [];
  const children = node.children.filter(({ type }) => type !== "comment");
  for (const [index, child] of children.entries()) {
    if (!child.isNamed || children[index + 1]?.type === "=") continue;
    const before = children[index - 1];
    const key = before?.type === "=" ? children[index - 2] : (child.field("name") ?? child);
    if (!key || (before?.type !== "=" && key.type !== "identifier")) continue;
    properties.push(build.property(child, build.name(key, key.text), expr(child, scope)));
  }
  return build.record(node, properties);
}

function elementOf(node: SyntaxNode, object: Expr, list: SyntaxNode, scope: Scope): Expr {
  const [first, ...others] = list.all("argument");
  const key = first?.named.at(-1);
  if (!key || others.length > 0 || key.type === "range_expression" || key.type === "prefix_unary_expression")
    return build.unknown(node, [object]);
  const inside = scope.receiving(undefined);
  // `configuration["Atlas:BaseUrl"]` is a way through sections.
  if (key.type === "string_literal" && /^"[\w.-]+(?::[\w.-]+)+"$/.test(key.text)) {
    const section = build.member(node, object, build.name(key, "GetSection"));
    return build.call(node, section, [expr(key, inside)]);
  }
  return build.index(node, object, expr(key, inside));
}

/** `["a", ..others]` */
function collection(node: SyntaxNode, scope: Scope): Expr {
  return build.list(
    node,
    node.all("argument").map((one): Expr | Spread => {
      const value = one.named.at(-1);
      if (value?.type !== "range_expression") return last(one, scope);
      const [all] = valuesIn(value);
      return build.spread(one, all ? expr(all, scope) : build.unknown(one));
    }),
  );
}

const SAME: ReadonlyMap<string, string> = new Map([
  ["==", "==="],
  ["!=", "!=="],
]);

function binary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.text ?? "";
  const [left, right] = [part(node, "left", scope), part(node, "right", scope)];
  if (operator === "&&" || operator === "||" || operator === "??")
    return build.either(node, operator, left, right);
  const same = SAME.get(operator);
  if (same !== undefined) return build.operation(node, same, left, right);
  if (/^(?:[<>]=?|[-+*|])$/.test(operator)) return build.operation(node, operator, left, right);
  return build.unknown(node, [left, right]);
}

function unary(node: SyntaxNode, scope: Scope): Expr {
  const operand = last(node, scope);
  const operator = node.children.find(({ isNamed }) => !isNamed)?.text;
  // `x!` says that it is not null.
  if (node.type === "postfix_unary_expression" && operator === "!") return operand;
  if (operator === "!" || operator === "-") return build.unary(node, operator, operand);
  const isCounted = operator === "++" || operator === "--";
  return isCounted && isAssignable(operand)
    ? build.assign(node, operand, build.unknown(node))
    : build.unknown(node, [operand]);
}

function assignment(node: SyntaxNode, scope: Scope): Expr {
  const target = node.field("left");
  const right = part(node, "right", scope);
  const operator = node.children.find(({ fieldName }) => fieldName === "operator")?.text ?? "=";
  const left = target && pattern(target, scope);
  if (!left) return build.unknown(node, [right]);
  if (operator === "=" || operator === "+=" || operator === "??=")
    return build.assign(node, left, right, operator);
  return build.assign(node, left, build.unknown(node, [right]));
}

/** Lowers the target of an assignment: a name, a member, or a tuple of them. */
function pattern(node: SyntaxNode, scope: Scope): Pattern | undefined {
  if (node.type === "tuple_expression")
    return build.listPattern(
      node,
      node.all("argument").map((one) => (one.named[0] ? (pattern(one.named.at(-1)!, scope) ?? null) : null)),
    );
  const value = expr(node, scope);
  return isAssignable(value) ? value : undefined;
}

function lambda(node: SyntaxNode, scope: Scope): Expr {
  const given = parametersOf(parameterList(node));
  const body = node.field("body") ?? node.child("block");
  const inside = scope.inner(given.map(({ name }) => name)).receiving(undefined);
  const params = given.map((one) => paramOf(one, scope, expr));
  if (!body) return build.lambda(node, params, build.unknown(node));
  // A route of an application is given what its parameters ask for.
  if (injections(given, inside, false).length > 0)
    return build.lambda(node, params, functionBody(body, given, scope.receiving(undefined)));
  return build.lambda(node, params, body.type === "block" ? blockOf(body, inside) : expr(body, inside));
}

/** `x switch { "a" => 1, _ => 2 }` */
function switchValue(node: SyntaxNode, scope: Scope): Expr {
  const [first] = valuesIn(node);
  const subject = first ? expr(first, scope) : build.unknown(node);
  const arms = node.all("switch_expression_arm");
  return [...arms].reverse().reduce<Expr>((otherwise, arm) => {
    const [shape, ...rest] = valuesIn(arm);
    const value = rest.at(-1);
    if (!shape || !value) return otherwise;
    const result = expr(value, scope);
    const condition = arm.child("when_clause");
    if (shape.type === "discard" && !condition) return result;
    const test = fits(subject, shape, scope, expr);
    const whole = condition ? build.either(arm, "&&", test, last(condition, scope)) : test;
    return build.choose(arm, whole, result, otherwise);
  }, build.unknown(node));
}

/** `settings with { Name = "x" }` */
function copyWith(node: SyntaxNode, scope: Scope): Expr {
  const [value, ...changes] = valuesIn(node);
  const properties = changes.flatMap((one): Property[] => {
    const [name, given] = valuesIn(one);
    return name && given ? [build.property(one, build.name(name, name.text), expr(given, scope))] : [];
  });
  const before = value ? expr(value, scope) : build.unknown(node);
  return build.record(node, [build.spread(node, before), ...properties]);
}

/** `?? throw new X()`: a function that throws, which is called. */
function thrown(node: SyntaxNode, scope: Scope): Expr {
  const stop = statements.throws(node, last(node, scope));
  return build.call(node, build.lambda(node, [], statements.block(node, [stop])), []);
}
