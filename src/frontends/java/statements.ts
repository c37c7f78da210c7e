import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { classOf } from "./classes.js";
import { expr, statementOf, valuesIn } from "./expressions.js";
import { injections, typed, type Parameter } from "./parameters.js";
import type { Scope } from "./scope.js";

/** Lowers a block with its own names. */
export function blockOf(node: SyntaxNode, scope: Scope): Block {
  const inside = scope.inner();
  return statements.block(node, statementsOf(valuesIn(node), inside));
}

/** Lowers the body of a method or constructor. Values that a container injects come first. */
export function functionBody(node: SyntaxNode, parameters: readonly Parameter[], scope: Scope): Block {
  const body = blockOf(node, scope);
  return statements.block(node, [...injections(parameters, scope), ...body.body]);
}

function statementsOf(nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  return nodes.flatMap((node) => statement(node, scope));
}

function one(node: SyntaxNode | undefined, scope: Scope, place: SyntaxNode): Stmt {
  return node ? statements.block(node, statement(node, scope.inner())) : statements.block(place, []);
}

export function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  switch (node.type) {
    case "block":
      return [blockOf(node, scope)];
    case "expression_statement":
      return valuesIn(node).map((inner) => statementOf(inner, scope));
    case "local_variable_declaration":
      return locals(node, scope);
    case "if_statement":
      return [
        statements.ifElse(
          node,
          condition(node, scope),
          one(node.field("consequence"), scope, node),
          node.field("alternative") ? one(node.field("alternative"), scope, node) : null,
        ),
      ];
    case "enhanced_for_statement":
      return [forEach(node, scope)];
    case "for_statement":
      return [forLoop(node, scope)];
    case "while_statement":
    case "do_statement":
      return [statements.whileLoop(node, condition(node, scope), one(node.field("body"), scope, node))];
    case "return_statement":
    case "yield_statement": {
      const [value] = valuesIn(node);
      return [statements.returns(node, value ? expr(value, scope) : null)];
    }
    case "throw_statement": {
      const [value] = valuesIn(node);
      return [statements.throws(node, value ? expr(value, scope) : build.unknown(node))];
    }
    case "try_statement":
    case "try_with_resources_statement":
      return [tryStatement(node, scope)];
    case "switch_expression":
    case "switch_statement":
      return [switchStatement(node, scope)];
    case "synchronized_statement":
      return [blockOf(node.field("body") ?? node, scope)];
    case "labeled_statement":
      return statementsOf(valuesIn(node).slice(1), scope);
    case "break_statement":
    case "continue_statement":
      // One with a label leaves another loop: which statements run then is not known.
      return valuesIn(node).length > 0
        ? []
        : [statements.leave(node, node.type === "break_statement" ? "BreakStatement" : "ContinueStatement")];
    case "class_declaration":
    case "record_declaration":
    case "enum_declaration":
      return classOf(node, scope.file, scope.owner);
    case "line_comment":
    case "block_comment":
      return [];
    default:
      return valuesIn(node).length > 0 ? [statementOf(node, scope)] : [];
  }
}

function condition(node: SyntaxNode, scope: Scope): Expr {
  const test = node.field("condition");
  return test ? expr(test, scope) : build.unknown(node);
}

function locals(node: SyntaxNode, scope: Scope): Stmt[] {
  return node.all("variable_declarator").flatMap((declarator): Stmt[] => {
    const name = declarator.field("name");
    if (!name) return [];
    const value = declarator.field("value");
    // The name stands for itself in its own value.
    scope.declare(name.text);
    const init = value ? typed(expr(value, scope), node.field("type"), scope) : null;
    return [statements.declare(declarator, build.name(name, name.text), init, "let")];
  });
}

function forEach(node: SyntaxNode, scope: Scope): Stmt {
  const name = node.field("name")!;
  const inside = scope.inner([name.text]);
  const left = statements.declare(name, build.name(name, name.text), null, "let");
  const value = node.field("value");
  const right = value ? expr(value, scope) : build.unknown(node);
  return statements.forOf(node, left, right, one(node.field("body"), inside, node));
}

function forLoop(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const init = node.fields("init").flatMap((part) => statement(part, inside));
  const test = node.field("condition");
  const update = node.fields("update").map((part) => statementOf(part, inside));
  const body = statements.block(node, [one(node.field("body"), inside, node), ...update]);
  const loop = statements.whileLoop(node, test ? expr(test, inside) : build.scalar(node, true), body);
  return statements.block(node, [...init, loop]);
}

function tryStatement(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const resources = (node.field("resources")?.all("resource") ?? []).flatMap((resource): Stmt[] => {
    const [name, value] = [resource.field("name"), resource.field("value")];
    if (!name || !value) return [];
    inside.declare(name.text);
    return [
      statements.declare(
        resource,
        build.name(name, name.text),
        typed(expr(value, inside), resource.field("type"), scope),
        "let",
      ),
    ];
  });
  const body = node.field("body");
  const code = body ? blockOf(body, inside) : statements.block(node, []);
  const guarded = statements.block(body ?? node, [...resources, ...code.body]);
  const [first, ...others] = node.all("catch_clause");
  const caught = first && handlerOf(first, scope);
  const handlers = others.map((clause) => handlerOf(clause, scope).body);
  const end = node.child("finally_clause")?.child("block");
  const finalizer = end ? blockOf(end, scope) : null;
  if (!caught) return statements.tryCatch(node, guarded, null, finalizer ?? statements.block(node, []));
  // Which of several handlers runs is not known.
  const all = handlers.reduce<Block>(
    (before, next) =>
      statements.block(before, [statements.ifElse(before, build.unknown(before), before, next)]),
    caught.body,
  );
  return statements.tryCatch(node, guarded, { ...caught, body: all }, finalizer);
}

function handlerOf(clause: SyntaxNode, scope: Scope) {
  const name = clause.child("catch_formal_parameter")?.field("name");
  const body = clause.field("body");
  const inside = scope.inner(name ? [name.text] : []);
  return {
    place: clause,
    param: name ? build.name(name, name.text) : null,
    body: body ? blockOf(body, inside) : statements.block(clause, []),
  };
}

function switchStatement(node: SyntaxNode, scope: Scope): Stmt {
  const groups = node.field("body")?.all("switch_block_statement_group", "switch_rule") ?? [];
  const cases = groups.map((group) => {
    const labels = group.all("switch_label");
    const body = valuesIn(group).filter(({ type }) => type !== "switch_label");
    return {
      place: group,
      tests: labels.flatMap((label) => valuesIn(label).map((test) => expr(test, scope))),
      body: statementsOf(body, scope.inner()),
    };
  });
  return statements.switchCases(node, condition(node, scope), cases);
}
