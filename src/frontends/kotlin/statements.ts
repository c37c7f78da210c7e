import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { assignment } from "./assignments.js";
import { classOf } from "./classes.js";
import { namesOfProperty } from "./declared-names.js";
import { expr, valuesIn } from "./expressions.js";
import { functionsOf } from "./functions.js";
import { typedValue } from "./injected-values.js";
import { eachLoop } from "./loops.js";
import { initializerOf, propertyValue, typeOfProperty } from "./properties.js";
import type { Scope } from "./scope.js";
import { typeName } from "./types.js";
import { asBlock, into, isBranching, returned } from "./values.js";

/** Lowers a block with its own names. */
export function blockOf(node: SyntaxNode, scope: Scope): Block {
  return statements.block(node, statementsOf(valuesIn(node), scope.inner()));
}

/** Lowers statements. Functions among them may be called before they are declared. */
export function statementsOf(nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  const functions = nodes.filter(({ type }) => type === "function_declaration");
  for (const one of functions) scope.declare(one.field("name")?.text ?? "", "function");
  return [
    ...functionsOf(functions, scope),
    ...nodes.filter((node) => !functions.includes(node)).flatMap((node) => statement(node, scope)),
  ];
}

export function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  switch (node.type) {
    case "block":
      return [blockOf(node, scope)];
    case "property_declaration":
      return locals(node, scope);
    case "assignment":
      return assignment(node, scope);
    case "for_statement":
      return [forLoop(node, scope)];
    case "while_statement":
    case "do_while_statement": {
      const test = node.field("condition");
      const body = node.named.find(
        (one) => one !== test && !one.type.endsWith("comment") && one.type !== "label",
      );
      return [
        statements.whileLoop(
          node,
          test ? expr(test, scope) : build.unknown(node),
          asBlock(body, node, scope),
        ),
      ];
    }
    case "return_expression":
      return returnStatement(node, scope);
    case "throw_expression": {
      const [value] = valuesIn(node);
      return [statements.throws(node, value ? expr(value, scope) : build.unknown(node))];
    }
    case "function_declaration":
      scope.declare(node.field("name")?.text ?? "", "function");
      return functionsOf([node], scope);
    case "class_declaration":
    case "object_declaration":
      return classOf(node, scope);
    case "labeled_expression":
      return (
        valuesIn(node)
          .filter(({ type }) => type !== "label")
          // `break@outer` leaves another loop: which statements run then is not known.
          .filter(() => !/^(?:break|continue)@/.test(node.text))
          .flatMap((one) => statement(one, scope))
      );
    case "identifier":
      if (node.text === "break") return [statements.leave(node, "BreakStatement")];
      if (node.text === "continue") return [statements.leave(node, "ContinueStatement")];
      break;
    case "type_alias":
    case "line_comment":
    case "block_comment":
      return [];
    case "call_expression": {
      const loop = eachLoop(node, scope);
      if (loop) return loop;
      if (isFailure(node)) return [statements.throws(node, expr(node, scope))];
      break;
    }
  }
  if (isBranching(node)) return into(node, scope, (value) => [statements.statement(value)]);
  return node.isNamed ? [statements.statement(expr(node, scope))] : [];
}

/** Checks for a function that always throws: `error("…")`, `TODO()`. */
export function isFailure(node: SyntaxNode): boolean {
  const [callee] = node.named;
  return (
    node.type === "call_expression" &&
    callee?.type === "identifier" &&
    /^(?:error|TODO|exitProcess|fail)$/.test(callee.text)
  );
}

function returnStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const label = node.field("label");
  const value = valuesIn(node).find((one) => one !== label);
  if (label && label.text !== scope.label) {
    if (/^(?:forEach|onEach|repeat)$/.test(label.text)) return [statements.leave(node, "ContinueStatement")];
    // It leaves a lambda further out.
    return value ? [statements.statement(expr(value, scope))] : [];
  }
  return value ? returned(value, scope) : [statements.returns(node, null)];
}

function locals(node: SyntaxNode, scope: Scope): Stmt[] {
  const several = node.child("multi_variable_declaration");
  const value = initializerOf(node);
  if (several) {
    const whole = build.name(several, `kotlin:entry@${several.start}`);
    return [
      statements.declare(node, whole, value ? expr(value, scope) : build.unknown(node), "let"),
      ...componentsOf(several, whole, scope),
    ];
  }
  const [name] = namesOfProperty(node);
  if (!name) return [];
  const type = typeOfProperty(node);
  const isFunction =
    typeName(type) === "" && type !== undefined
      ? type.type === "function_type"
      : /^(?:lambda_literal|anonymous_function|callable_reference)$/.test(value?.type ?? "");
  const target = build.name(name, name.text);
  if (value && isBranching(value)) {
    scope.declare(name.text);
    return [
      statements.declare(name, target, null, "let"),
      ...into(
        value,
        scope,
        (one) => [statements.statement(build.assign(node, target, typedValue(one, type, scope)))],
        type,
      ),
    ];
  }
  const init = propertyValue(node, scope);
  scope.declare(name.text, isFunction ? "function" : "value");
  return [statements.declare(node.child("variable_declaration") ?? node, target, init ?? null, "let")];
}

/** Lowers `(a, b)`: each name gets one part of the value. */
export function componentsOf(pattern: SyntaxNode, whole: Expr, scope: Scope): Stmt[] {
  return pattern.all("variable_declaration").flatMap((one, index): Stmt[] => {
    const name = one.child("identifier");
    if (!name || name.text === "_") return [];
    scope.declare(name.text);
    const value = build.call(name, build.name(name, "kotlin:component"), [whole, build.scalar(name, index)]);
    return [statements.declare(name, build.name(name, name.text), value, "let")];
  });
}

function forLoop(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const variable = node.child("variable_declaration")?.child("identifier");
  const several = node.child("multi_variable_declaration");
  const mark = node.children.findIndex(({ type }) => type === "in");
  const value = node.children.slice(mark + 1).find(({ isNamed }) => isNamed);
  const close = node.children.findIndex(({ type, start }) => type === ")" && start >= (value?.end ?? 0));
  const body = node.children
    .slice(close + 1)
    .find(({ isNamed, type }) => isNamed && !type.endsWith("comment"));
  const over = value ? expr(value, scope) : build.unknown(node);
  const whole = build.name(several ?? variable ?? node, variable?.text ?? `kotlin:entry@${node.start}`);
  if (variable) inside.declare(variable.text);
  const before = several ? componentsOf(several, whole, inside) : [];
  const code = asBlock(body, node, inside);
  const right = several ? build.call(node, build.name(node, "kotlin:entries"), [over]) : over;
  return statements.forOf(
    node,
    statements.declare(whole, whole, null, "let"),
    right,
    statements.block(code, [...before, ...code.body]),
  );
}

/** Lowers the handlers and the end of `try`, around its code. */
export function handlersOf(
  node: SyntaxNode,
  code: Block,
  scope: Scope,
  bodyOf: (body: SyntaxNode, inside: Scope) => Stmt[],
): Stmt[] {
  const end = node.child("finally_block")?.child("block");
  const finalizer = end ? blockOf(end, scope) : null;
  const handlers = node.all("catch_block").map((clause) => {
    const [name, body] = [clause.child("identifier"), clause.child("block")];
    const inside = scope.inner();
    if (name) inside.declare(name.text);
    return {
      place: clause,
      param: name ? build.name(name, name.text) : null,
      body: statements.block(body ?? clause, body ? bodyOf(body, inside) : []),
    };
  });
  const [first, ...others] = handlers;
  if (!first) return [statements.tryCatch(node, code, null, finalizer ?? statements.block(node, []))];
  // Which of several handlers runs is not known.
  const all = others.reduce<Block>(
    (before, { body }) =>
      statements.block(before, [statements.ifElse(before, build.unknown(before), before, body)]),
    first.body,
  );
  return [statements.tryCatch(node, code, { ...first, body: all }, finalizer)];
}
