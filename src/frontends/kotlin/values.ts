import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { expectedAs } from "./calls.js";
import { conditionOf, elseBranch, ifCondition, thenBranch, whenBranches, whenSubject } from "./conditions.js";
import { isJump, valuesIn } from "./expressions.js";
import { inlineCall, type InlineCall } from "./inline-calls.js";
import type { Scope } from "./scope.js";
import { blockOf, handlersOf, statement, statementsOf } from "./statements.js";

/** Takes the value of an expression: returns it, or puts it into a variable. */
export type Sink = (value: Expr, node: SyntaxNode) => Stmt[];

/** Lowers `return value`. */
export function returned(value: SyntaxNode, scope: Scope): Stmt[] {
  return into(value, scope, (one, node) => [statements.returns(node, one)], scope.returns);
}

/** Lowers the statements of a lambda, of which the last one is the value. */
export function resultOf(place: SyntaxNode, nodes: readonly SyntaxNode[], scope: Scope): Block {
  return statements.block(
    place,
    lastInto(nodes, scope, (one, node) => [statements.returns(node, one)]),
  );
}

/** Checks for an expression whose parts are statements. */
export function isBranching(node: SyntaxNode): boolean {
  switch (node.type) {
    case "if_expression":
    case "when_expression":
    case "try_expression":
      return true;
    case "parenthesized_expression":
      return node.named.some(isBranching);
    case "binary_expression":
      return node.field("operator")?.text === "?:" && isJump(node.field("right"));
    case "call_expression":
      return inlineCall(node) !== undefined;
    default:
      return false;
  }
}

/** Lowers an expression whose parts may be statements, and gives the value of each way through it to a sink. */
export function into(node: SyntaxNode, scope: Scope, sink: Sink, type?: SyntaxNode): Stmt[] {
  switch (node.type) {
    case "parenthesized_expression":
      return node.named[0] ? into(node.named[0], scope, sink, type) : [];
    case "if_expression": {
      const [then, otherwise] = [thenBranch(node), elseBranch(node)];
      const branch = (one: SyntaxNode | undefined): Block =>
        statements.block(one ?? node, one ? branchInto(one, scope, sink, type) : []);
      return [
        statements.ifElse(node, ifCondition(node, scope), branch(then), otherwise ? branch(otherwise) : null),
      ];
    }
    case "when_expression": {
      const inside = scope.inner();
      const { before, subject } = whenSubject(node, inside);
      const all = whenBranches(node);
      const last = all.reduceRight<Stmt | null>((rest, { place, conditions, body }) => {
        const code = statements.block(place, body ? branchInto(body, inside, sink, type) : []);
        const test = conditionOf(place, conditions, subject, inside);
        return test ? statements.ifElse(place, test, code, rest) : code;
      }, null);
      return [statements.block(node, [...before, ...(last ? [last] : [])])];
    }
    case "try_expression": {
      const block = node.child("block");
      const code = statements.block(
        block ?? node,
        block ? lastInto(valuesIn(block), scope.inner(), sink, type) : [],
      );
      return handlersOf(node, code, scope, (body, inside) => lastInto(valuesIn(body), inside, sink, type));
    }
    case "binary_expression":
      if (node.field("operator")?.text === "?:" && isJump(node.field("right")))
        return orLeave(node, scope, sink, type);
      break;
    case "call_expression": {
      const inline = inlineCall(node);
      if (inline) return inlined(inline, node, scope, sink, type);
      break;
    }
    case "return_expression":
    case "throw_expression":
      return statement(node, scope);
  }
  if (isJump(node)) return statement(node, scope);
  return sink(expectedAs(node, type, scope), node);
}

function branchInto(node: SyntaxNode, scope: Scope, sink: Sink, type?: SyntaxNode): Stmt[] {
  if (node.type === "block") return lastInto(valuesIn(node), scope.inner(), sink, type);
  return isStatementOnly(node) ? statement(node, scope) : into(node, scope, sink, type);
}

function isStatementOnly({ type }: SyntaxNode): boolean {
  return /^(?:assignment|for_statement|while_statement|do_while_statement|.*_declaration)$/.test(type);
}

/** Lowers statements, and gives the value of the last one to a sink. */
export function lastInto(nodes: readonly SyntaxNode[], scope: Scope, sink: Sink, type?: SyntaxNode): Stmt[] {
  const last = nodes.at(-1);
  if (!last || isStatementOnly(last)) return statementsOf(nodes, scope);
  const before = statementsOf(nodes.slice(0, -1), scope);
  return [...before, ...into(last, scope, sink, type)];
}

/** Lowers `value ?: return`: the rest runs only with a value. */
function orLeave(node: SyntaxNode, scope: Scope, sink: Sink, type?: SyntaxNode): Stmt[] {
  const [left, right] = [node.field("left"), node.field("right")];
  if (!left || !right) return [];
  const name = `kotlin:value@${node.start}`;
  const held = build.name(left, name);
  return [
    ...into(left, scope, (value, at) => [statements.declare(at, held, value, "var")], type),
    statements.ifElse(
      right,
      build.operation(right, "==", held, build.scalar(right, null)),
      statements.block(right, statement(right, scope)),
    ),
    ...sink(held, node),
  ];
}

/** Lowers a call of `let`, `use` and the like whose lambda leaves the function around it: its code runs in place. */
function inlined(inline: InlineCall, node: SyntaxNode, scope: Scope, sink: Sink, type?: SyntaxNode): Stmt[] {
  const inside = scope.inner(
    inline.receives === "this"
      ? { actual: `kotlin:subject@${node.start}`, label: inline.label, isSure: true }
      : undefined,
  );
  const held = build.name(node, `kotlin:subject@${node.start}`);
  const before = inline.subject
    ? into(inline.subject, scope, (value, at) => [statements.declare(at, held, value, "var")])
    : [];
  if (inline.subject) inside.declare(held.name);
  const name = inline.parameter;
  if (name) {
    inside.declare(name.text);
    before.push(statements.declare(name, build.name(name, name.text), held, "let"));
  } else if (inline.receives === "it") {
    const actual = inside.declareImplicit("it", node.start);
    before.push(statements.declare(node, build.name(node, actual), held, "let"));
  }
  const isValue = inline.gives === "result";
  const body = isValue
    ? lastInto(inline.body, inside, sink, type)
    : [...statementsOf(inline.body, inside), ...sink(held, node)];
  const code = statements.block(node, body);
  const guarded = inline.isSafe
    ? statements.ifElse(
        node,
        build.operation(node, "!=", held, build.scalar(node, null)),
        code,
        statements.block(node, sink(build.scalar(node, null), node)),
      )
    : code;
  return [statements.block(node, [...before, guarded])];
}

/** Runs statements that give a value in the middle of an expression. */
export function asFunction(node: SyntaxNode, scope: Scope): Expr {
  const body = into(node, scope, (one, at) => [statements.returns(at, one)]);
  return build.call(node, build.lambda(node, [], statements.block(node, body)), []);
}

/** Lowers a block or a single statement to a block. */
export function asBlock(node: SyntaxNode | undefined, place: SyntaxNode, scope: Scope): Block {
  if (!node) return statements.block(place, []);
  return node.type === "block"
    ? blockOf(node, scope)
    : statements.block(node, statement(node, scope.inner()));
}
