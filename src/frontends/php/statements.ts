import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { assignTo, changed, partsAssigned } from "./assignments.js";
import { CLASSES, classStatements } from "./classes.js";
import { expression, variable } from "./expressions.js";
import { functionOf } from "./functions.js";
import { RETURNED } from "./names.js";
import { isCode, type Scope } from "./scope.js";

/** Statements that hold others, which may parse where something beside them does not. */
const COMPOUND =
  /^(?:(?:if|while|do|for|foreach|switch|try|compound|case|default|declare)_statement|else_clause|else_if_clause|catch_clause|finally_clause|(?:class|trait|interface|enum|method)_declaration|function_definition|declaration_list|enum_declaration_list|namespace_definition|switch_block|colon_block|program)$/;

/** Lowers the statements of a body. */
export function bodyOf(nodes: readonly SyntaxNode[], scope: Scope): Stmt[] {
  const code = nodes.filter((one) => (one.isNamed || one.isError) && isCode(one));
  return code.flatMap((node) => statement(node, scope));
}

/** The body of a statement: one statement, or a block of several. */
function blockOf(node: SyntaxNode | undefined, scope: Scope, place: build.Place): Block {
  if (!node) return statements.block(place, []);
  const { isTop: _top, ...inner } = scope;
  const nodes = /^(?:compound_statement|colon_block)$/.test(node.type) ? node.children : [node];
  return statements.block(node, bodyOf(nodes, inner));
}

export function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  const { file } = scope;
  if (node.isError || (file.broken.has(node) && !COMPOUND.test(node.type))) {
    const { start, end } = node;
    file.brokenSpans.push({ start, end });
    return [];
  }
  if (CLASSES.test(node.type)) return classStatements(node, scope);
  const value = (name: string): Expr => expression(node.field(name), scope);
  switch (node.type) {
    case "function_definition":
      return functionStatement(node, scope);
    case "namespace_definition":
      return bodyOf(node.field("body")?.children ?? [], scope);
    case "compound_statement":
    case "colon_block":
      return bodyOf(node.children, scope);
    case "if_statement":
      return [ifStatement(node, node.fields("alternative"), scope)];
    case "while_statement":
      return [statements.whileLoop(node, value("condition"), loopBody(node, scope))];
    case "do_statement":
      return [loopBody(node, scope), statements.whileLoop(node, value("condition"), loopBody(node, scope))];
    case "for_statement":
      return forStatement(node, scope);
    case "foreach_statement":
      return foreachStatement(node, scope);
    case "switch_statement":
      return [switchStatement(node, scope)];
    case "try_statement":
      return [tryStatement(node, scope)];
    case "return_statement":
      return returnStatement(node, scope);
    case "break_statement":
      return scope.inside ? [statements.leave(node, "BreakStatement")] : [];
    case "continue_statement":
      return continueStatement(node, scope);
    case "exit_statement":
      return [statements.throws(node, build.unknown(node))];
    case "echo_statement":
      return node.named.filter(isCode).map((one) => {
        const parts = one.type === "sequence_expression" ? one.named.filter(isCode) : [one];
        const args = parts.map((part) => expression(part, scope));
        return statements.statement(build.call(node, build.name(node, "php:echo"), args));
      });
    case "unset_statement":
      return node.named.filter(isCode).map((one) => statements.statement(unset(one, scope)));
    case "const_declaration":
      return node.all("const_element").map((one) => {
        const [name, given] = one.named.filter(isCode);
        const made = statements.declare(one, build.name(name!, name!.text), expression(given, scope), "var");
        return scope.isTop ? statements.exported(made) : made;
      });
    case "function_static_declaration":
      return node.all("static_variable_declaration").map((one) => {
        const name = one.field("name")!;
        const before = one.field("value");
        // It keeps its value from one call to the next.
        const held = build.unknown(one, before ? [expression(before, scope)] : []);
        return statements.statement(build.assign(one, build.name(name, name.text), held));
      });
    case "expression_statement": {
      const [inner] = node.named.filter(isCode);
      return inner ? expressionStatement(inner, scope) : [];
    }
    case "php_tag":
    case "text":
    case "empty_statement":
    case "namespace_use_declaration":
    case "global_declaration":
    case "declare_statement":
    case "goto_statement":
    case "named_label_statement":
      return [];
    default:
      return [statements.statement(expression(node, scope))];
  }
}

function expressionStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  if (node.type === "throw_expression") {
    const thrown = expression(node.named.find(isCode), scope);
    return [statements.throws(node, thrown)];
  }
  return [statements.statement(expression(node, scope))];
}

function functionStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const name = node.field("name");
  if (!name) return [];
  const { className: _class, ...outer } = scope;
  const made = functionOf(node, outer, build.name(name, name.text));
  return [scope.isTop ? statements.exported(made) : made];
}

function ifStatement(node: SyntaxNode, alternatives: readonly SyntaxNode[], scope: Scope): Stmt {
  const [next, ...others] = alternatives;
  const otherwise = !next
    ? null
    : next.type === "else_if_clause"
      ? ifStatement(next, others, scope)
      : blockOf(next.field("body"), scope, next);
  return statements.ifElse(
    node,
    expression(node.field("condition"), scope),
    blockOf(node.field("body"), scope, node),
    otherwise,
  );
}

function loopBody(node: SyntaxNode, scope: Scope): Block {
  return blockOf(node.field("body"), { ...scope, inside: "loop" }, node);
}

function forStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const parts = (name: string): Stmt[] =>
    node
      .fields(name)
      .filter(({ isNamed }) => isNamed)
      .flatMap((one) => (one.type === "sequence_expression" ? one.named.filter(isCode) : [one]))
      .map((one) => statements.statement(expression(one, scope)));
  const condition = node.field("condition");
  const body = statements.block(node, [loopBody(node, scope), ...parts("update")]);
  const test = condition ? expression(condition, scope) : build.scalar(node, true);
  return [...parts("initialize"), statements.whileLoop(node, test, body)];
}

/** `foreach ($list as $key => $value)`; an element that is a reference changes the list. */
function foreachStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const [over, target] = node.named.filter((one) => isCode(one) && one.fieldName !== "body");
  if (!over || !target) return [];
  const [key, element] = target.type === "pair" ? target.named.filter(isCode) : [undefined, target];
  const isReference = element?.type === "by_ref";
  const held = isReference ? element.named.find(isCode) : element;
  if (!held) return [];
  const before: Expr[] = [];
  const after: Stmt[] = [];
  const nameOf = (one: SyntaxNode): Pattern => {
    if (one.type === "variable_name" && scope.variables.has(one.text)) return build.name(one, one.text);
    const made = scope.variables.make(one);
    if (one.type === "list_literal" || one.type === "array_creation_expression")
      addAll(before, partsAssigned(one, made, scope));
    else before.push(assignTo(one, build.name(one, made), one, scope));
    return build.name(one, made);
  };
  const keyName = key ? nameOf(key) : isReference ? build.name(held, scope.variables.make(held)) : undefined;
  const valueName = nameOf(held);
  const place = build.span(over.start, over.end);
  const elements = build.call(place, build.name(build.span(over.start, over.start), "php:each"), [
    expression(over, scope),
    build.scalar(over, keyName !== undefined),
  ]);
  if (isReference && keyName?.type === "Identifier") {
    const written = build.call(held, build.name(build.span(held.start, held.start), "php:with"), [
      expression(over, scope),
      variable(held, scope),
      build.name(held, keyName.name),
    ]);
    after.push(statements.statement(assignTo(over, written, held, scope)));
  }
  const body = statements.block(node, [
    ...before.map((one) => statements.statement(one)),
    loopBody(node, scope),
    ...after,
  ]);
  const pattern = keyName ? build.listPattern(target, [keyName, valueName]) : valueName;
  return [statements.forOf(node, pattern, elements, body)];
}

/** Lowers `switch`. A case without `break` continues with the next one. */
function switchStatement(node: SyntaxNode, scope: Scope): Stmt {
  const inside: Scope = { ...scope, inside: "switch" };
  const { isTop: _top, ...inner } = inside;
  const all = node.field("body")?.named.filter(({ type }) => /^(?:case|default)_statement$/.test(type)) ?? [];
  const bodies = all.map((one) => one.named.filter((part) => isCode(part) && part.fieldName !== "value"));
  const cases: { place: build.Place; tests: Expr[]; body: Stmt[] }[] = [];
  let tests: Expr[] = [];
  let isDefault = false;
  for (const [index, one] of all.entries()) {
    const value = one.field("value");
    if (value) tests.push(expression(value, inner));
    else isDefault = true;
    if (bodies[index]!.length === 0 && index < all.length - 1) continue;
    const body = bodyOf(runOf(bodies, index), inner);
    cases.push({ place: one, tests: isDefault ? [] : tests, body });
    tests = [];
    isDefault = false;
  }
  return statements.switchCases(node, expression(node.field("condition"), scope), cases);
}

/** Returns the statements that run from a case on, without the `break` at the end. */
function runOf(bodies: readonly (readonly SyntaxNode[])[], from: number): SyntaxNode[] {
  const run: SyntaxNode[] = [];
  for (const body of bodies.slice(from)) {
    const last = body.at(-1);
    if (last?.type === "break_statement") return [...run, ...body.slice(0, -1)];
    addAll(run, body);
    if (last && ENDS.test(last.type)) return run;
    if (last?.type === "expression_statement" && last.named[0]?.type === "throw_expression") return run;
  }
  return run;
}

const ENDS = /^(?:return|continue|exit)_statement$/;

function tryStatement(node: SyntaxNode, scope: Scope): Stmt {
  const clauses = node.all("catch_clause");
  const [first] = clauses;
  const caught = clauses.reduceRight<Stmt | null>((rest, clause) => {
    const own = catchBlock(clause, scope);
    return rest ? statements.ifElse(clause, build.unknown(clause), own, rest) : own;
  }, null);
  const last = node.child("finally_clause");
  return statements.tryCatch(
    node,
    blockOf(node.field("body"), scope, node),
    first && caught
      ? {
          place: first,
          param: null,
          body: caught.type === "BlockStatement" ? caught : statements.block(first, [caught]),
        }
      : null,
    last ? blockOf(last.field("body"), scope, last) : null,
  );
}

function catchBlock(clause: SyntaxNode, scope: Scope): Block {
  const name = clause.field("name");
  const body = blockOf(clause.field("body"), scope, clause);
  if (!name) return body;
  const error = statements.statement(build.assign(name, build.name(name, name.text), build.unknown(name)));
  return { ...body, body: [error, ...body.body] };
}

/** Lowers `return`. At the top of a file, the value is the result of including the file. */
function returnStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const given = node.named.find(isCode);
  const value = given ? expression(given, scope) : null;
  if (!scope.variables.isOfFile) return [statements.returns(node, value)];
  if (!value || !scope.isTop) return value ? [statements.statement(value)] : [];
  return [statements.exported(statements.declare(node, build.name(node, RETURNED), value, "var"))];
}

function continueStatement(node: SyntaxNode, { inside }: Scope): Stmt[] {
  if (!inside) return [];
  const isOfSwitch = inside === "switch" && !node.named.some(({ type }) => type === "integer");
  return [statements.leave(node, isOfSwitch ? "BreakStatement" : "ContinueStatement")];
}

function unset(node: SyntaxNode, scope: Scope): Expr {
  if (node.type === "subscript_expression") {
    const [object, key] = node.named.filter(isCode);
    if (!object || !key) return build.unknown(node);
    if (object.type === "subscript_expression") return changed(object, node, scope);
    const made = build.call(node, build.name(build.span(node.start, node.start), "php:without"), [
      expression(object, scope),
      expression(key, scope),
    ]);
    return assignTo(object, made, node, scope);
  }
  if (node.type === "member_access_expression") {
    const target = expression(node, scope);
    return target.type === "MemberExpression" ? build.unary(node, "delete", target) : build.unknown(node);
  }
  return assignTo(node, build.scalar(node, null), node, scope);
}
