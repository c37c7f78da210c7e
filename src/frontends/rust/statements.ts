import { addAll } from "../../core/add-all.js";
import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Name, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { codeIn, expr, leave, result } from "./expressions.js";
import { itemOf } from "./items.js";
import { bindings, testOf } from "./patterns.js";
import { typedValue } from "./paths.js";
import type { Scope } from "./scope.js";

/** The target of the value of a block: out of the function, into a variable, or nowhere. */
export type Target = "return" | "nowhere" | Name;

const BLOCKS: ReadonlySet<string> = new Set([
  ...["block", "unsafe_block", "async_block", "const_block", "if_expression", "match_expression"],
  ...["while_expression", "loop_expression", "for_expression"],
]);

/** Checks whether an expression consists of statements. */
export function isBlockLike({ type }: SyntaxNode): boolean {
  return BLOCKS.has(type);
}

/** Lowers a block whose value is needed: it runs before the statement around it, and leaves its value in a variable. */
export function valueBlock(node: SyntaxNode, scope: Scope): Expr {
  const name = build.name(node, `rust:value${node.start}`);
  scope.before.push(statements.declare(build.span(node.start, node.start), name, null, "let"));
  addAll(scope.before, blockLike(node, scope, name));
  return build.name(node, name.name);
}

/** Lowers the statements of a block, or an expression in its place, in a scope of its own. */
export function blockBody(node: SyntaxNode, scope: Scope, target: Target): Stmt[] {
  if (node.type !== "block") return ending(node, scope, target);
  const nodes = codeIn(node);
  return nodes.flatMap((one, index) => {
    const isLast = index === nodes.length - 1;
    return isLast && isValue(one) ? ending(one, scope, target) : statement(one, scope);
  });
}

/** Checks whether the last node of a block is its value. Blocks are statements, but give a value as well. */
function isValue(node: SyntaxNode): boolean {
  if (node.type !== "expression_statement")
    return !/_(?:declaration|item|definition)$|^empty_statement$/.test(node.type);
  return node.children.at(-1)?.text !== ";" && isBlockLike(node.named[0] ?? node);
}

/** Lowers the value of a block. */
function ending(given: SyntaxNode, scope: Scope, target: Target): Stmt[] {
  const node = given.type === "expression_statement" ? (given.named[0] ?? given) : given;
  if (isBlockLike(node)) return blockLike(node, scope, target);
  if (/^(?:return|break|continue)_expression$/.test(node.type))
    return flushed(scope, () => leave(node, scope));
  return flushed(scope, () => [
    target === "return"
      ? result(node, node, scope)
      : statements.statement(
          target === "nowhere" ? expr(node, scope) : build.assign(node, target, expr(node, scope)),
        ),
  ]);
}

/** Puts what must run before some statements in front of them. */
function flushed(scope: Scope, lower: () => Stmt[]): Stmt[] {
  const length = scope.before.length;
  const lowered = lower();
  return [...scope.before.splice(length), ...lowered];
}

/** Lowers a statement. */
export function statement(node: SyntaxNode, scope: Scope): Stmt[] {
  if (node.isError) return [];
  switch (node.type) {
    case "let_declaration":
      return flushed(scope, () => letDeclaration(node, scope));
    case "expression_statement":
      return node.named[0] ? ending(node.named[0], scope, "nowhere") : [];
    case "empty_statement":
      return [];
    default:
      return /_(?:item|declaration|definition)$/.test(node.type)
        ? itemOf(node, scope.file)
        : ending(node, scope, "nowhere");
  }
}

function letDeclaration(node: SyntaxNode, scope: Scope): Stmt[] {
  const [pattern, value] = [node.field("pattern"), node.field("value")];
  if (!pattern) return [];
  if (!value) {
    const name = pattern.type === "identifier" ? pattern : pattern.named.at(-1);
    if (name?.type !== "identifier") return [];
    return [statements.declare(node, build.name(name, scope.declare(name)), null, "let")];
  }
  const given = typedValue(expr(value, scope), node.field("type"), scope);
  const otherwise = node.field("alternative");
  const simple = pattern.type === "identifier" && !otherwise;
  if (simple) return bindings(pattern, given, scope);
  const held = build.name(value, `rust:let${node.start}`);
  const test = otherwise && testOf(pattern, held, scope);
  return [
    statements.declare(value, held, given, "let"),
    ...(otherwise && test
      ? [
          statements.ifElse(
            otherwise,
            build.unary(otherwise, "!", test),
            statements.block(otherwise, blockBody(otherwise, scope.inner(), "nowhere")),
          ),
        ]
      : []),
    ...bindings(pattern, held, scope),
  ];
}

/** Lowers an expression that consists of statements. */
function blockLike(node: SyntaxNode, scope: Scope, target: Target): Stmt[] {
  switch (node.type) {
    case "if_expression":
      return flushed(scope, () => [ifExpression(node, scope, target)]);
    case "match_expression":
      return flushed(scope, () => matchExpression(node, scope, target));
    case "while_expression":
    case "loop_expression":
    case "for_expression":
      return flushed(scope, () => [loop(node, scope)]);
    default: {
      const block = node.type === "block" ? node : node.child("block");
      return block ? [statements.block(node, blockBody(block, scope.inner(), target))] : [];
    }
  }
}

/** The test of `if` and `while`: `if let` binds variables where it holds. */
function condition(node: SyntaxNode | undefined, scope: Scope): { test: Expr; bound: Stmt[] } {
  if (!node) return { test: build.unknown(build.span(0, 0)), bound: [] };
  if (node.type === "let_chain") {
    const parts = codeIn(node).map((one) => condition(one, scope));
    const test = parts.map((one) => one.test).reduce((left, right) => build.either(node, "&&", left, right));
    return { test, bound: parts.flatMap(({ bound }) => bound) };
  }
  if (node.type !== "let_condition") return { test: expr(node, scope), bound: [] };
  const [pattern, value] = [node.field("pattern"), node.field("value")];
  if (!pattern || !value) return { test: build.unknown(node), bound: [] };
  const held = build.name(value, `rust:let${node.start}`);
  scope.before.push(statements.declare(value, held, expr(value, scope), "let"));
  return {
    test: testOf(pattern, held, scope) ?? build.scalar(node, true),
    bound: bindings(pattern, held, scope),
  };
}

function ifExpression(node: SyntaxNode, scope: Scope, target: Target): Stmt {
  const inside = scope.inner();
  const { test, bound } = condition(node.field("condition"), inside);
  const yes = node.field("consequence");
  const no = node.field("alternative");
  const then = statements.block(yes ?? node, [
    ...bound,
    ...(yes ? blockBody(yes, inside.inner(), target) : []),
  ]);
  const other = no && codeIn(no)[0];
  const alternate = other ? statements.block(no, ending(other, scope.inner(), target)) : null;
  return statements.block(node, [...inside.before, statements.ifElse(node, test, then, alternate)]);
}

function matchExpression(node: SyntaxNode, scope: Scope, target: Target): Stmt[] {
  const value = node.field("value");
  if (!value) return [];
  const held = build.name(value, `rust:match${node.start}`);
  const first = statements.declare(value, held, expr(value, scope), "let");
  let otherwise: Stmt | null = null;
  for (const arm of [...(node.field("body")?.all("match_arm") ?? [])].reverse()) {
    const [pattern, result] = [arm.field("pattern"), arm.field("value")];
    if (!pattern || !result) continue;
    const inside = scope.inner();
    const test = testOf(pattern, held, inside);
    const body = statements.block(arm, [
      ...bindings(pattern, held, inside),
      ...ending(result, inside, target),
    ]);
    otherwise = test ? statements.ifElse(arm, test, body, otherwise) : body;
  }
  return [first, ...(otherwise ? [otherwise] : [])];
}

function loop(node: SyntaxNode, scope: Scope): Stmt {
  const inside = scope.inner();
  const body = node.field("body");
  if (node.type === "for_expression") {
    const [pattern, value] = [node.field("pattern"), node.field("value")];
    const over = value ? expr(value, scope) : build.unknown(node);
    const isPair = pattern?.type === "tuple_pattern";
    const right = isPair ? build.call(node, build.name(node, "rust:entries"), [over]) : over;
    const isName = pattern?.type === "identifier";
    const element = build.name(
      pattern ?? node,
      isName ? inside.declare(pattern) : `rust:element${node.start}`,
    );
    const bound = pattern && !isName ? bindings(pattern, element, inside) : [];
    const left = statements.declare(pattern ?? node, element, null, "let");
    const code = body ? blockBody(body, inside.inner(), "nowhere") : [];
    return statements.forOf(node, left, right, statements.block(body ?? node, [...bound, ...code]));
  }
  const { test, bound } =
    node.type === "while_expression"
      ? condition(node.field("condition"), inside)
      : { test: build.scalar(node, true), bound: [] };
  const early = inside.before;
  const code = body ? blockBody(body, inside.inner(), "nowhere") : [];
  const all = statements.block(body ?? node, [...early, ...bound, ...code]);
  // A test with a binding is made in the loop, each time.
  const always = early.length > 0 ? build.unknown(node) : test;
  return statements.whileLoop(node, always, all);
}
