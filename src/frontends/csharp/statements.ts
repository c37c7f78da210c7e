import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Declaration, Expr, FunctionNode, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expr, valuesIn } from "./expressions.js";
import { injections, paramOf, parameterList, parametersOf, type Parameter } from "./parameters.js";
import { declaredInside, fits } from "./patterns.js";
import type { Scope } from "./scope.js";

/** Lowers a block with its own names. */
export function blockOf(node: SyntaxNode, scope: Scope): Block {
  return statements.block(node, statementsOf(valuesIn(node), scope.inner()));
}

/** Lowers the body of a function. Values that a container injects come first. */
export function functionBody(node: SyntaxNode, parameters: readonly Parameter[], scope: Scope): Block {
  const inside = scope.inner(parameters.map(({ name }) => name));
  const given = injections(parameters, inside, false);
  if (node.type === "block") return statements.block(node, [...given, ...blockOf(node, inside).body]);
  return statements.block(node, [...given, statements.returns(node, expr(node, inside))]);
}

/** Lowers a method or a local function. */
export function functionOf(node: SyntaxNode, scope: Scope, name: string | null = null): FunctionNode {
  const parameters = parametersOf(parameterList(node));
  const body = node.field("body");
  return statements.functionNode(
    node,
    name === null ? null : build.name(node.field("name") ?? node, name),
    parameters.map((one) => paramOf(one, scope, expr, true)),
    body ? functionBody(body, parameters, scope) : statements.block(node, []),
    { isDeclaration: name !== null, isGenerator: body !== undefined && yields(body) },
  );
}

/** Checks whether code is an iterator, which has `yield` statements. */
export function yields(node: SyntaxNode): boolean {
  return node.children.some(
    (child) =>
      child.type === "yield_statement" ||
      (!/^(?:lambda_expression|local_function_statement|anonymous_method_expression)$/.test(child.type) &&
        yields(child)),
  );
}

export function statementsOf(nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  // Functions may be called above the place where they are written.
  for (const node of nodes)
    if (node.type === "local_function_statement") scope.declare(node.field("name")?.text ?? "");
  return nodes.flatMap((node) => {
    const names = declaredInside(node, scope);
    return [...names, ...statement(node, scope)];
  });
}

function one(node: SyntaxNode | undefined, scope: Scope, place: SyntaxNode): Stmt {
  if (!node) return statements.block(place, []);
  return node.type === "block"
    ? blockOf(node, scope)
    : statements.block(node, statementsOf([node], scope.inner()));
}

export function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  switch (node.type) {
    case "block":
      return [blockOf(node, scope)];
    case "global_statement":
      return statementsOf(valuesIn(node), scope);
    case "expression_statement":
      return valuesIn(node).map((inner) => statements.statement(expr(inner, scope)));
    case "local_declaration_statement":
      return node.all("variable_declaration").flatMap((inner) => locals(inner, scope));
    case "variable_declaration":
      return locals(node, scope);
    case "local_function_statement":
      return [functionOf(node, scope, node.field("name")?.text ?? "")];
    case "if_statement": {
      const otherwise = node.field("alternative");
      return [
        statements.ifElse(
          node,
          part(node, "condition", scope),
          one(node.field("consequence"), scope, node),
          otherwise ? one(otherwise, scope, node) : null,
        ),
      ];
    }
    case "foreach_statement":
      return [forEach(node, scope)];
    case "for_statement":
      return [forLoop(node, scope)];
    case "while_statement":
    case "do_statement":
      return [
        statements.whileLoop(node, part(node, "condition", scope), one(node.field("body"), scope, node)),
      ];
    case "return_statement": {
      const [value] = valuesIn(node);
      const self = node.child("this");
      return [statements.returns(node, value ? expr(value, scope) : self ? build.self(self) : null)];
    }
    case "yield_statement": {
      const [value] = valuesIn(node);
      if (!value) return [statements.returns(node, null)];
      return [statements.statement(build.yields(node, expr(value, scope)))];
    }
    case "throw_statement": {
      const [value] = valuesIn(node);
      return [statements.throws(node, value ? expr(value, scope) : build.unknown(node))];
    }
    case "try_statement":
      return [tryStatement(node, scope)];
    case "using_statement": {
      const inside = scope.inner();
      const body = node.field("body");
      const held = valuesIn(node)
        .filter((child) => child !== body)
        .flatMap((child) =>
          child.type === "variable_declaration"
            ? locals(child, inside)
            : [statements.statement(expr(child, inside))],
        );
      return [statements.block(node, [...held, one(body, inside, node)])];
    }
    case "lock_statement":
    case "checked_statement":
    case "unsafe_statement":
    case "fixed_statement":
    case "labeled_statement": {
      const code = valuesIn(node).at(-1);
      return code ? statementsOf([code], scope) : [];
    }
    case "switch_statement":
      return [switchStatement(node, scope)];
    case "break_statement":
    case "continue_statement":
      return [
        statements.leave(node, node.type === "break_statement" ? "BreakStatement" : "ContinueStatement"),
      ];
    case "comment":
    case "empty_statement":
    case "goto_statement":
      return [];
    default:
      if (node.type.startsWith("preproc_")) return statementsOf(valuesIn(node), scope);
      return valuesIn(node).length > 0 ? [statements.statement(expr(node, scope))] : [];
  }
}

function part(node: SyntaxNode, field: string, scope: Scope): Expr {
  const found = node.field(field);
  return found ? expr(found, scope) : build.unknown(node);
}

/** Returns the declarators of a declaration, each with its initial value. */
export function declarators(node: SyntaxNode): {
  readonly place: SyntaxNode;
  readonly name: SyntaxNode | undefined;
  readonly value: SyntaxNode | undefined;
}[] {
  return node.all("variable_declarator").map((declarator) => {
    const name = declarator.field("name") ?? declarator.child("tuple_pattern");
    const isSet = declarator.children.some(({ type }) => type === "=");
    return { place: declarator, name, value: isSet ? valuesIn(declarator).at(-1) : undefined };
  });
}

function locals(node: SyntaxNode, scope: Scope): Stmt[] {
  return declarators(node).flatMap(({ place, name, value }): Stmt[] => {
    if (!name) return [];
    const init = value ? expr(value, scope) : null;
    return [statements.declare(place, bound(name, scope), init, "let")];
  });
}

/** A name or several of them, declared in the scope. */
function bound(node: SyntaxNode, scope: Scope): Pattern {
  if (node.type !== "tuple_pattern") {
    scope.declare(node.text);
    return build.name(node, node.text);
  }
  const parts = node.named.filter(({ type }) => /^(?:identifier|tuple_pattern|discard)$/.test(type));
  return build.listPattern(
    node,
    parts.map((inner) => (inner.type === "discard" || inner.text === "_" ? null : bound(inner, scope))),
  );
}

function forEach(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const at = build.span(node.start, node.start);
  const name = node.field("left");
  const each = name?.type === "tuple_pattern" ? "cs:pairs" : "cs:each";
  const right = build.call(node, build.name(at, each), [part(node, "right", scope)]);
  const left: Declaration | undefined =
    name && (statements.declare(name, bound(name, inside), null, "let") as Declaration);
  const body = one(node.field("body"), inside, node);
  return left ? statements.forOf(node, left, right, body) : body;
}

function forLoop(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const init = node.fields("initializer").flatMap((inner) => statement(inner, inside));
  const test = node.field("condition");
  const update = node.fields("update").map((inner) => statements.statement(expr(inner, inside)));
  const body = statements.block(node, [one(node.field("body"), inside, node), ...update]);
  const loop = statements.whileLoop(node, test ? expr(test, inside) : build.scalar(node, true), body);
  return statements.block(node, [...init, loop]);
}

function tryStatement(node: SyntaxNode, scope: Scope): Stmt {
  const body = node.field("body");
  const guarded = body ? blockOf(body, scope) : statements.block(node, []);
  const [first, ...others] = node.all("catch_clause").map((clause) => handlerOf(clause, scope));
  const end = node.child("finally_clause")?.child("block");
  const finalizer = end ? blockOf(end, scope) : null;
  if (!first) return statements.tryCatch(node, guarded, null, finalizer ?? statements.block(node, []));
  // Which of several handlers runs is not known.
  const all = others.reduce<Block>(
    (before, next) =>
      statements.block(before, [statements.ifElse(before, build.unknown(before), before, next.body)]),
    first.body,
  );
  return statements.tryCatch(node, guarded, { ...first, body: all }, finalizer);
}

function handlerOf(clause: SyntaxNode, scope: Scope) {
  const name = clause.child("catch_declaration")?.field("name");
  const body = clause.field("body");
  const inside = scope.inner(name ? [name.text] : []);
  const code = body ? blockOf(body, inside) : statements.block(clause, []);
  return {
    place: clause,
    param: name ? build.name(name, name.text) : null,
    body: code,
  };
}

function switchStatement(node: SyntaxNode, scope: Scope): Stmt {
  const value = node.field("value") ?? valuesIn(node)[0];
  const subject = value ? expr(value, scope) : build.unknown(node);
  const sections = node.field("body")?.all("switch_section") ?? [];
  let waiting: Expr[] = [];
  const cases = sections.flatMap((section) => {
    const body = valuesIn(section).filter(({ type }) => /_statement$|^block$/.test(type));
    const isDefault = section.child("default") !== undefined;
    const shapes = valuesIn(section).filter((child) => !body.includes(child));
    const inside = scope.inner();
    const names = shapes.flatMap((shape) =>
      declaredInside(section, inside).concat(declaredInside(shape, inside)),
    );
    const tests = [
      ...waiting,
      ...shapes
        .filter(({ type }) => type !== "when_clause")
        .map((shape) => testOf(shape, section, subject, inside)),
    ];
    if (body.length === 0 && !isDefault) {
      waiting = tests;
      return [];
    }
    waiting = [];
    return [
      { place: section, tests: isDefault ? [] : tests, body: [...names, ...statementsOf(body, inside)] },
    ];
  });
  return statements.switchCases(node, subject, cases);
}

/** Lowers the test of a `case`. A pattern that is not a constant may match or not. */
function testOf(shape: SyntaxNode, section: SyntaxNode, subject: Expr, scope: Scope): Expr {
  const isPlain = shape.type === "constant_pattern" && !section.child("when_clause");
  const [value] = shape.named;
  return isPlain && value ? expr(value, scope) : build.unknown(shape, [fits(subject, shape, scope, expr)]);
}
