import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, ClassMember, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expression } from "./expressions.js";
import { functionOf } from "./functions.js";
import { variableName } from "./names.js";
import { innermost, isCode, type FileState, type Scope } from "./scope.js";

/** Makes statements that use the output of a statement. */
export type Sink = (value: Expr) => Stmt[];

export const DISCARD: Sink = (value) => [statements.statement(value)];

/** Leaves the output as that of the script. */
export const PRINT: Sink = (value) => [
  statements.statement(build.call(value, build.name(value, "ps:printed"), [value])),
];

/** Statements that hold others, which may parse where something beside them does not. */
const COMPOUND =
  /^(?:(?:if|while|do|for|foreach|switch|try|class|function)_statement|(?:statement|script)_(?:list|block)|script_block_body|named_block(?:_list)?|catch_clauses?|finally_clause|elseif_clauses?|else_clause|switch_(?:body|clauses?)|class_method_definition|program)$/;

/** Lowers the statements of a body. The sink gets the output of the last one, and `PRINT` that of all. */
export function bodyInto(nodes: readonly SyntaxNode[], scope: Scope, sink: Sink): Stmt[] {
  const code = nodes.filter((one) => (one.isNamed || one.isError) && isCode(one));
  return code.flatMap((node, index) =>
    statementInto(node, scope, sink === PRINT || index === code.length - 1 ? sink : DISCARD),
  );
}

export function blockInto(node: SyntaxNode | undefined, place: build.Place, scope: Scope, sink: Sink): Block {
  const inner: Scope = { ...scope, isTop: false };
  return statements.block(node ?? place, bodyInto(statementNodes(node), inner, sink));
}

/** Returns the statements in a block. */
export function statementNodes(node: SyntaxNode | undefined): readonly SyntaxNode[] {
  if (!node) return [];
  if (node.type === "statement_list") return node.children;
  return node.all("statement_list", "script_block_body", "script_block").flatMap(statementNodes);
}

export function statementInto(node: SyntaxNode, scope: Scope, sink: Sink): Stmt[] {
  const { file } = scope;
  if (node.isError || (file.broken.has(node) && (!COMPOUND.test(node.type) || isBrokenItself(node, file)))) {
    const { start, end } = node;
    file.brokenSpans.push({ start, end });
    return [];
  }
  switch (node.type) {
    case "function_statement": {
      const name = node.child("function_name");
      if (!name) return [];
      const own = name.text.toLowerCase().replace(/^(?:script|global|local):/, "");
      const made = functionOf(node, scope, build.name(name, own));
      return [scope.isTop ? statements.exported(made) : made];
    }
    case "class_statement":
      return classStatement(node, scope);
    case "if_statement":
      return [ifStatement(node, scope, sink)];
    case "while_statement":
      return [statements.whileLoop(node, expression(node.field("condition"), scope), loopBody(node, scope))];
    case "do_statement":
      return [
        loopBody(node, scope),
        statements.whileLoop(
          node,
          build.unknown(node, [expression(node.field("condition"), scope)]),
          loopBody(node, scope),
        ),
      ];
    case "for_statement":
      return forStatement(node, scope);
    case "foreach_statement":
      return [foreachStatement(node, scope)];
    case "switch_statement":
      return [switchStatement(node, scope, sink)];
    case "try_statement":
      return [tryStatement(node, scope, sink)];
    case "flow_control_statement":
      return flow(node, scope);
    case "statement_list":
      return bodyInto(node.children, scope, sink);
    case "param_block":
    case "enum_statement":
    case "trap_statement":
      return [];
    case "pipeline": {
      const inner = innermost(node);
      const isQuiet =
        inner.type === "assignment_expression" || /_(?:in|de)crement_expression$/.test(inner.type);
      const value = expression(node, scope);
      return isQuiet ? [statements.statement(value)] : sink(value);
    }
    default:
      return sink(expression(node, scope));
  }
}

/** Checks whether a syntax error is in the statement itself, and not in the statements inside it. */
function isBrokenItself(node: SyntaxNode, { broken }: Pick<FileState, "broken">): boolean {
  return node.children.some(
    (child) =>
      child.isError ||
      (broken.has(child) &&
        !/^(?:statement|script)_(?:block|list)/.test(child.type) &&
        isBrokenItself(child, { broken })),
  );
}

function ifStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const clauses = node.child("elseif_clauses")?.all("elseif_clause") ?? [];
  const last = node.child("else_clause")?.child("statement_block");
  const end = build.span(node.end, node.end);
  const nothing = sink === DISCARD ? null : statements.block(end, sink(build.scalar(end, null)));
  const otherwise = clauses.reduceRight<Stmt | null>(
    (rest, clause) => oneIf(clause, scope, sink, rest),
    last ? blockInto(last, node, scope, sink) : nothing,
  );
  return oneIf(node, scope, sink, otherwise);
}

function oneIf(node: SyntaxNode, scope: Scope, sink: Sink, otherwise: Stmt | null): Stmt {
  const body = node.child("statement_block");
  return statements.ifElse(
    node,
    expression(node.field("condition"), scope),
    blockInto(body, node, scope, sink),
    otherwise,
  );
}

function loopBody(node: SyntaxNode, scope: Scope): Block {
  return blockInto(node.child("statement_block"), node, { ...scope, isLoop: true }, DISCARD);
}

function forStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const part = (name: string): Stmt[] => {
    const given = node.field(name);
    return given ? [statements.statement(expression(given, scope))] : [];
  };
  const condition = node.field("for_condition");
  const test = condition ? expression(condition, scope) : build.scalar(node, true);
  const body = statements.block(node, [loopBody(node, scope), ...part("for_iterator")]);
  return [...part("for_initializer"), statements.whileLoop(node, test, body)];
}

function foreachStatement(node: SyntaxNode, scope: Scope): Stmt {
  const name = node.child("variable");
  const over = node.named.find((one) => one.type === "pipeline");
  const place = over ?? node;
  const elements = build.call(place, build.name(build.span(place.start, place.start), "ps:each"), [
    expression(over, scope),
  ]);
  const target = build.name(name ?? node, name ? variableName(name.text) : "ps:element");
  return statements.forOf(node, target, elements, loopBody(node, scope));
}

/** Lowers `switch`. Texts and numbers are compared, and any other pattern may match. */
function switchStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const clauses = node.child("switch_body")?.child("switch_clauses")?.all("switch_clause") ?? [];
  const condition = node.child("switch_condition");
  const cases = clauses.map((clause) => {
    const given = clause.child("switch_clause_condition");
    const isDefault = given?.text.toLowerCase() === "default";
    const [inner] = given?.named.filter(isCode) ?? [];
    const text = given?.text ?? "";
    const isPlain = /^["'][^$`]*["']$|^\w+$/.test(text);
    const test = isPlain
      ? inner
        ? expression(inner, scope)
        : build.madeText(given ?? clause, text.replace(/^["']|["']$/g, ""))
      : build.unknown(given ?? clause);
    return {
      place: clause,
      tests: isDefault ? [] : [test],
      body: blockInto(clause.child("statement_block"), clause, scope, sink).body,
    };
  });
  return statements.switchCases(node, expression(condition, scope), cases);
}

function tryStatement(node: SyntaxNode, scope: Scope, sink: Sink): Stmt {
  const clauses = node.child("catch_clauses")?.all("catch_clause") ?? [];
  const [first] = clauses;
  const inner: Scope = { ...scope, locals: new Set([...scope.locals, "$_"]) };
  const caught = clauses.reduceRight<Stmt | null>((rest, clause) => {
    const own = blockInto(clause.child("statement_block"), clause, inner, sink);
    return rest ? statements.ifElse(clause, build.unknown(clause), own, rest) : own;
  }, null);
  const last = node.child("finally_clause");
  return statements.tryCatch(
    node,
    blockInto(node.child("statement_block"), node, scope, sink),
    first && caught
      ? {
          place: first,
          param: build.name(first, "$_"),
          body: caught.type === "BlockStatement" ? caught : statements.block(first, [caught]),
        }
      : null,
    last ? blockInto(last.child("statement_block"), last, scope, DISCARD) : null,
  );
}

function flow(node: SyntaxNode, scope: Scope): Stmt[] {
  const keyword = /^\w+/.exec(node.text)?.[0].toLowerCase();
  const given = node.named.find(isCode);
  const value = given ? expression(given, scope) : null;
  switch (keyword) {
    case "return":
      if (scope.isTop || !scope.locals.has("$args")) return value ? [statements.statement(value)] : [];
      return [statements.returns(node, value)];
    case "throw":
    case "exit":
      return [statements.throws(node, build.unknown(node, value ? [value] : []))];
    case "break":
    case "continue":
      return scope.isLoop
        ? [statements.leave(node, keyword === "break" ? "BreakStatement" : "ContinueStatement")]
        : [];
    default:
      return value ? [statements.statement(value)] : [];
  }
}

function classStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const [name, parent] = node.all("simple_name");
  if (!name) return [];
  const own = `[${name.text.toLowerCase()}]`;
  const inner: Scope = { ...scope, isTop: false, className: own };
  const members = node.named.flatMap((one): ClassMember[] => {
    if (one.type === "class_property_definition") {
      const variable = one.child("variable");
      if (!variable) return [];
      const value = one.named.filter(isCode).at(-1);
      const isStatic = /^\s*(?:hidden\s+)?static\b/i.test(one.text);
      const key = build.name(variable, variable.text.slice(1));
      const made = value && value !== variable ? expression(value, inner) : build.scalar(one, null);
      return [statements.classField(one, key, made, isStatic)];
    }
    if (one.type !== "class_method_definition") return [];
    const key = one.child("simple_name");
    if (!key) return [];
    const isConstructor = key.text.toLowerCase() === name.text.toLowerCase();
    const isStatic = /^\s*(?:hidden\s+)?static\b/i.test(one.text);
    const made = functionOf(one, inner, null, { isDeclaration: false, isConstructor });
    const id = build.name(key, isConstructor ? "constructor" : key.text);
    return [statements.method(one, id, made, isConstructor ? "constructor" : "method", isStatic)];
  });
  const isKnown = parent && scope.file.classes.has(parent.text.toLowerCase());
  const above = isKnown ? build.name(parent, `[${parent.text.toLowerCase()}]`) : null;
  return [statements.classNode(node, build.name(name, own), above, members)];
}
