import * as build from "../lowered/build.js";
import type { Expr, Pattern } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { callOf, genericCall, infixCall } from "./calls.js";
import { anonymousClass } from "./classes.js";
import { anonymousFunction, lambdaOf } from "./lambdas.js";
import type { Scope } from "./scope.js";
import { isFailure } from "./statements.js";
import { innerOf, textLiteral } from "./texts.js";
import { asFunction, isBranching } from "./values.js";

/** Lowers an expression. */
export function expr(node: SyntaxNode, scope: Scope): Expr {
  if (isBranching(node)) return asFunction(node, scope);
  switch (node.type) {
    case "identifier":
      return identifier(node, scope);
    case "this_expression":
      return scope.self(node, node.child("identifier")?.text);
    case "super_expression":
      return build.superObject(node);
    case "string_literal":
    case "multiline_string_literal":
      return textLiteral(node, scope);
    case "character_literal":
      return build.text(innerOf(node), node.text.slice(1, -1));
    case "number_literal":
    case "float_literal":
      return build.scalar(node, Number(node.text.replace(/_|(?<!^0[xX].*)[fF]$|[lLuU]+$/g, "")));
    case "parenthesized_expression":
    case "annotated_expression":
    case "labeled_expression":
      return node.named.length > 0 ? expr(node.named.at(-1)!, scope) : build.unknown(node);
    case "as_expression":
      return part(node, "left", scope);
    case "call_expression":
      return callOf(node, scope);
    case "navigation_expression":
      return navigation(node, scope);
    case "index_expression": {
      const [object, key, ...others] = valuesIn(node);
      if (!object || !key || others.length > 0) return parts(node, scope);
      return build.index(node, expr(object, scope), expr(key, scope));
    }
    case "binary_expression":
      return binary(node, scope);
    case "unary_expression":
      return unary(node, scope);
    case "infix_expression":
      return infixCall(node, scope);
    case "lambda_literal":
      return lambdaOf(node, scope, { label: "", receives: "either" });
    case "anonymous_function":
      return anonymousFunction(node, scope);
    case "callable_reference":
      return reference(node, scope);
    case "object_literal":
      return anonymousClass(node, scope);
    case "collection_literal":
      return build.list(
        node,
        valuesIn(node).map((one) => expr(one, scope)),
      );
    default:
      return parts(node, scope);
  }
}

function parts(node: SyntaxNode, scope: Scope): Expr {
  return build.unknown(
    node,
    valuesIn(node)
      .filter(({ type }) => !/_type$|^type_/.test(type))
      .map((one) => expr(one, scope)),
  );
}

/** Returns the named children without comments. */
export function valuesIn(node: SyntaxNode): SyntaxNode[] {
  return node.named.filter(({ type }) => !type.endsWith("comment"));
}

function part(node: SyntaxNode, field: string, scope: Scope): Expr {
  const found = node.field(field);
  return found ? expr(found, scope) : build.unknown(node);
}

export function isPattern(one: Expr): one is Expr & Pattern {
  return one.type === "Identifier" || one.type === "MemberExpression";
}

const CONSTANTS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function identifier(node: SyntaxNode, scope: Scope): Expr {
  const { text } = node;
  const constant = CONSTANTS.get(text);
  if (constant !== undefined) return build.scalar(node, constant);
  return scope.read(node, text.replaceAll("`", ""));
}

/** Checks for an expression that leaves the code around it instead of giving a value. */
export function isJump(node: SyntaxNode | undefined): boolean {
  if (!node) return false;
  if (node.type === "parenthesized_expression") return isJump(node.named[0]);
  if (node.type === "labeled_expression") return /^(?:break|continue)@/.test(node.text);
  return (
    node.type === "return_expression" ||
    node.type === "throw_expression" ||
    (node.type === "identifier" && /^(?:break|continue)$/.test(node.text)) ||
    isFailure(node)
  );
}

/** Returns the full name that a chain of names is, if it begins with a package: `java.net.URL`. */
export function packageOf(node: SyntaxNode, scope: Scope): readonly SyntaxNode[] | undefined {
  const names: SyntaxNode[] = [];
  let at = node;
  while (at.type === "navigation_expression" && at.named.length === 2) {
    names.unshift(at.named[1]!);
    at = at.named[0]!;
  }
  if (at.type !== "identifier" || names.length < 2) return undefined;
  names.unshift(at);
  const isPackage =
    /^[a-z]/.test(at.text) &&
    /^[a-z]/.test(names[1]!.text) &&
    !scope.local(at.text) &&
    !scope.isKnown(at.text) &&
    !scope.memberOfClass(at, at.text);
  return isPackage && /^[A-Z]/.test(names.at(-1)!.text) ? names : undefined;
}

function navigation(node: SyntaxNode, scope: Scope): Expr {
  const [object, name] = [valuesIn(node)[0], valuesIn(node).at(-1)];
  if (!object || !name || object === name) return build.unknown(node);
  // `Cluster::class.java` is the class, and so is `Cluster::class`.
  if (/^(?:java|javaObjectType|kotlin)$/.test(name.text) && /::\s*class$/.test(object.text))
    return expr(object, scope);
  const isReference = node.child("::") !== undefined;
  if (isReference && name.text === "class") return expr(object, scope);
  const names = packageOf(node, scope);
  if (names) return scope.qualified(node, names);
  const member = build.member(node, expr(object, scope), build.name(name, name.text));
  // `Cluster::name` reads a property of what it is called with.
  if (
    isReference &&
    object.type === "identifier" &&
    /^[A-Z]/.test(object.text) &&
    !scope.local(object.text)
  ) {
    const given = build.name(object, "it");
    return build.lambda(node, [given], build.member(node, given, build.name(name, name.text)));
  }
  return member;
}

/** `::send`: the function itself. */
function reference(node: SyntaxNode, scope: Scope): Expr {
  const name = node.children.at(-1);
  const type = node.child("user_type");
  if (name?.text === "class" && type) return scope.named(type, type.all("identifier").at(-1)?.text ?? "");
  if (name?.type !== "identifier") return build.unknown(node);
  const object = type?.all("identifier").at(-1);
  if (object) {
    const given = build.name(object, "it");
    return build.lambda(node, [given], build.member(node, given, build.name(name, name.text)));
  }
  return scope.memberOfClass(name, name.text) ?? scope.read(name, name.text);
}

function binary(node: SyntaxNode, scope: Scope): Expr {
  const generic = genericCall(node);
  if (generic) return callOf(node, scope, generic);
  const operator = node.field("operator")?.text ?? "";
  const [left, right] = [part(node, "left", scope), part(node, "right", scope)];
  switch (operator) {
    case "?:":
      return build.either(node, "??", left, right);
    case "&&":
    case "||":
      return build.either(node, operator, left, right);
    case "==":
    case "===":
      return build.operation(node, "===", left, right);
    case "!=":
    case "!==":
      return build.operation(node, "!==", left, right);
    case "+":
    case "-":
    case "*":
    case "<":
    case ">":
    case "<=":
    case ">=":
      return build.operation(node, operator, left, right);
    default:
      return build.unknown(node, [left, right]);
  }
}

function unary(node: SyntaxNode, scope: Scope): Expr {
  const operator = node.field("operator")?.text;
  const operand = part(node, "argument", scope);
  if (operator === "!!" || operator === "+") return operand;
  if (operator === "!" || operator === "-") return build.unary(node, operator, operand);
  return isPattern(operand) ? build.assign(node, operand, build.unknown(node)) : build.unknown(node);
}
