import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Param, Pattern, Property, Stmt } from "../lowered/core-tree.js";
import { parsedAs } from "../lowered/data-fields.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { orGiven } from "../jvm/settings.js";
import { reference } from "./references.js";
import type { Scope } from "./scope.js";
import { blockOf, functionBody } from "./statements.js";
import { textLiteral } from "./texts.js";
import { parametersOf, typed } from "./parameters.js";
import { askedSetting } from "./settings.js";
import { dataType, qualifiedName, typeExpr, typeName } from "./types.js";

/** Lowers an expression. */
export function expr(node: SyntaxNode, scope: Scope): Expr {
  switch (node.type) {
    case "identifier":
      return scope.read(node);
    case "this":
      return build.self(node);
    case "super":
      return build.superObject(node);
    case "string_literal":
      return textLiteral(node);
    case "character_literal":
      return build.text(build.span(node.start + 1, node.end - 1), node.text.slice(1, -1));
    case "decimal_integer_literal":
    case "decimal_floating_point_literal":
      return build.scalar(node, Number(node.text.replace(/[_lLfFdD]/g, "")));
    case "true":
    case "false":
      return build.scalar(node, node.type === "true");
    case "null_literal":
      return build.scalar(node, null);
    case "parenthesized_expression":
      return expr(node.named.at(-1) ?? node, scope);
    case "cast_expression":
      return expr(node.field("value") ?? node, scope);
    case "method_invocation":
      return invocation(node, scope);
    case "object_creation_expression":
      return creation(node, scope);
    case "field_access":
      return fieldAccess(node, scope);
    case "array_access":
      return build.index(node, part(node, "array", scope), part(node, "index", scope));
    case "binary_expression":
      return binary(node, scope);
    case "unary_expression": {
      const operator = node.field("operator")?.text;
      const operand = part(node, "operand", scope);
      return operator === "!" || operator === "-"
        ? build.unary(node, operator, operand)
        : build.unknown(node, [operand]);
    }
    case "ternary_expression":
      return build.choose(
        node,
        part(node, "condition", scope),
        part(node, "consequence", scope),
        part(node, "alternative", scope),
      );
    case "assignment_expression":
      return assignment(node, scope);
    case "update_expression": {
      const [target] = node.named;
      const counted = target && expr(target, scope);
      return counted && isPattern(counted)
        ? build.assign(node, counted, build.unknown(node))
        : build.unknown(node);
    }
    case "lambda_expression":
      return lambda(node, scope);
    case "method_reference":
      return reference(node, scope);
    case "array_creation_expression": {
      const values = node.field("value");
      return values ? expr(values, scope) : build.list(node, []);
    }
    case "array_initializer":
    case "element_value_array_initializer":
      return build.list(
        node,
        valuesIn(node).map((one) => expr(one, scope)),
      );
    case "class_literal":
      return node.named[0] ? typeExpr(node.named[0], scope) : build.unknown(node);
    case "switch_expression":
      return switchValue(node, scope);
    case "type_identifier":
    case "scoped_type_identifier":
    case "generic_type":
      return typeExpr(node, scope);
    default:
      return build.unknown(
        node,
        valuesIn(node).map((one) => expr(one, scope)),
      );
  }
}

/** Returns the named children without comments. */
export function valuesIn(node: SyntaxNode): SyntaxNode[] {
  return node.named.filter(({ type }) => !type.endsWith("comment"));
}

function part(node: SyntaxNode, field: string, scope: Scope): Expr {
  const found = node.field(field);
  return found ? expr(found, scope) : build.unknown(node);
}

function isPattern(one: Expr): one is Expr & Pattern {
  return one.type === "Identifier" || one.type === "MemberExpression";
}

export function argumentsOf(node: SyntaxNode, scope: Scope): Expr[] {
  const list = node.field("arguments") ?? node.child("argument_list");
  return list ? valuesIn(list).map((one) => expr(one, scope)) : [];
}

/** Methods of libraries that make an object of the class that they get. */
const PARSES =
  /^(?:readValue|treeToValue|convertValue|fromJson|getFor\w+|postFor\w+|patchFor\w+|exchange|bodyToMono|bodyToFlux|body|toEntity|readEntity|get|asObject|unmarshal)$/;

function invocation(node: SyntaxNode, scope: Scope): Expr {
  const name = node.field("name")!;
  const type = PARSES.test(name.text) ? givenType(node) : undefined;
  const made = invoked(node, name, scope);
  return type ? parsedAs(node, dataType(type, scope), made) : made;
}

/** Returns the type in an argument such as `Cluster.class` or `new TypeReference<List<Cluster>>() {}`. */
function givenType(node: SyntaxNode): SyntaxNode | undefined {
  for (const one of node.field("arguments")?.named ?? []) {
    if (one.type === "class_literal") return one.named[0];
    const type = one.type === "object_creation_expression" ? one.field("type") : undefined;
    if (type?.type === "generic_type" && /^(?:\w*TypeReference|TypeToken|GenericType)$/.test(typeName(type)))
      return type.child("type_arguments")?.named[0];
  }
  return undefined;
}

function invoked(node: SyntaxNode, name: SyntaxNode, scope: Scope): Expr {
  const object = node.field("object");
  const args = argumentsOf(node, scope);
  const key = build.name(name, name.text);
  if (!object) {
    const own = scope.ofClass(name, name.text) ?? build.name(name, name.text);
    return build.call(node, own, args);
  }
  const receiver = expr(object, scope);
  // Two values are compared, and nothing is called.
  if (/^equals(?:IgnoreCase)?$/.test(name.text) && args.length === 1 && name.text === "equals")
    return build.operation(node, "===", receiver, args[0]!);
  const made = build.call(node, build.member(build.span(object.start, name.end), receiver, key), args);
  const setting = askedSetting(name.text, object, node.field("arguments")?.named ?? [], scope);
  return setting ? orGiven(node, made, setting) : made;
}

function creation(node: SyntaxNode, scope: Scope): Expr {
  const type = node.field("type");
  const args = argumentsOf(node, scope);
  const body = node.child("class_body");
  if (!type) return build.unknown(node, args);
  if (!body) return build.make(node, typeExpr(type, scope), args);
  // An anonymous class: unknown code calls its methods.
  const members = body.all("method_declaration").flatMap((one): Property[] => {
    const name = one.field("name");
    const code = one.field("body");
    if (!name || !code) return [];
    const params = parametersOf(one);
    const inside = scope.inner(params.map(({ name: own }) => own));
    const fn = build.lambda(
      one,
      params.map(({ param }) => param),
      functionBody(code, params, inside),
    );
    return [build.property(one, build.name(name, name.text), fn)];
  });
  const parent = build.make(node, typeExpr(type, scope), args);
  const record = build.record(node, members);
  return build.call(node, build.name(node, "jvm:anonymous"), [parent, record]);
}

function fieldAccess(node: SyntaxNode, scope: Scope): Expr {
  const object = node.field("object")!;
  const field = node.field("field")!;
  // `Outer.this` and `Outer.super` mean what they mean without the name.
  if (field.type === "this" || field.type === "super") return expr(field, scope);
  const qualified = qualifiedName(node);
  if (qualified !== undefined && !scope.declares(qualified.slice(0, qualified.indexOf("."))))
    return scope.classNamed(node, field.text);
  return build.member(node, expr(object, scope), build.name(field, field.text));
}

function binary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.text ?? "";
  const [left, right] = [part(node, "left", scope), part(node, "right", scope)];
  if (operator === "&&" || operator === "||") return build.either(node, operator, left, right);
  const same = new Map([
    ["==", "==="],
    ["!=", "!=="],
  ]).get(operator);
  if (same !== undefined) return build.operation(node, same, left, right);
  if (operator === "+" || /^(?:[<>]=?|[-*|])$/.test(operator))
    return build.operation(node, operator, left, right);
  return build.unknown(node, [left, right]);
}

function assignment(node: SyntaxNode, scope: Scope): Expr {
  const left = part(node, "left", scope);
  const target = node.field("left");
  const right = typed(part(node, "right", scope), target && scope.typeOfField(target), scope);
  const operator = node.field("operator")?.text;
  if (!isPattern(left)) return build.unknown(node, [right]);
  if (operator === "=" || operator === "+=") return build.assign(node, left, right, operator);
  return build.assign(node, left, build.unknown(node, [right]));
}

function lambda(node: SyntaxNode, scope: Scope): Expr {
  const given = node.field("parameters");
  const body = node.field("body");
  const names = !given
    ? []
    : given.type === "identifier"
      ? [given]
      : given.type === "inferred_parameters"
        ? given.all("identifier")
        : given
            .all("formal_parameter", "spread_parameter")
            .flatMap((one) => one.field("name") ?? one.child("variable_declarator")?.field("name") ?? []);
  const inside = scope.inner(names.map(({ text }) => text));
  const params: Param[] = names.map((one) => build.name(one, one.text));
  const code: Expr | Block = !body
    ? build.unknown(node)
    : body.type === "block"
      ? blockOf(body, inside)
      : expr(body, inside);
  return build.lambda(node, params, code);
}

/** `switch (x) { case "a" -> 1; default -> 2; }` as a value. */
function switchValue(node: SyntaxNode, scope: Scope): Expr {
  const subject = part(node, "condition", scope);
  const rules = node.field("body")?.all("switch_rule") ?? [];
  let otherwise: Expr = build.unknown(node, [subject]);
  for (const rule of [...rules].reverse()) {
    const labels = rule.child("switch_label");
    const [, body] = valuesIn(rule);
    const value = body?.type === "expression_statement" ? valuesIn(body)[0] : undefined;
    const result = value ? expr(value, scope) : build.unknown(rule);
    const tests = labels ? valuesIn(labels).map((one) => expr(one, scope)) : [];
    otherwise = tests.reduceRight(
      (rest, test) => build.choose(rule, build.operation(rule, "===", subject, test), result, rest),
      tests.length === 0 ? result : otherwise,
    );
  }
  return otherwise;
}

/** Lowers an expression to a statement. */
export function statementOf(node: SyntaxNode, scope: Scope): Stmt {
  return statements.statement(expr(node, scope));
}
