import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Expr, Pattern, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { bodyNodes, declared, scopeOfBlock } from "./blocks.js";
import { targetPattern } from "./assignments.js";
import { callArguments, expression } from "./expressions.js";
import { isCode, type Scope } from "./scope.js";
import { DISCARD, bodyInto } from "./statements.js";

/** Methods that call their block for one element after the other, and how many values each time. */
const ITERATIONS: ReadonlySet<string> = new Set([
  ...["each", "each_pair", "each_with_index", "each_value", "each_key", "times", "upto", "downto", "step"],
  ...["reverse_each", "each_entry", "find_each", "each_char", "each_line"],
]);

/** Lowers `list.each do |x| … end` to a loop, so that `next`, `break` and `return` work. Undefined for other calls. */
export function iterationLoop(node: SyntaxNode, scope: Scope): Stmt[] | undefined {
  const block = node.field("block");
  const method = node.field("method");
  const receiver = node.field("receiver");
  if (!block || !method) return undefined;
  if (!receiver) return method.text === "loop" ? [endless(node, block, scope)] : undefined;
  if (!ITERATIONS.has(method.text) || receiver.type === "self" || receiver.type === "super") return undefined;
  const { inner, own, params } = scopeOfBlock(block, scope, "loop");
  const named = params.filter(({ fieldName }) => fieldName !== "locals");
  const args = callArguments(node.field("arguments"), scope);
  const count = build.scalar(node, named.length);
  const over = build.call(build.span(node.start, method.end), build.name(method, "rb:each"), [
    build.madeText(method, method.text),
    count,
    expression(receiver, scope),
    ...args,
  ]);
  const patterns = named.map((one) => patternOf(one, inner));
  const target: Pattern = patterns.length === 1 ? patterns[0]! : build.listPattern(block, patterns);
  const left = statements.declare(
    block,
    patterns.length === 0 ? build.name(block, "rb:element") : target,
    null,
    "let",
  );
  const body = [...declared(own), ...bodyInto(bodyNodes(block), inner, DISCARD)];
  return [statements.forOf(node, left, over, statements.block(block, body))];
}

function patternOf(node: SyntaxNode, scope: Scope): Pattern {
  const name = node.field("name");
  if (node.type === "optional_parameter" && name) return build.name(name, name.text);
  return targetPattern(node, scope) ?? build.name(node, `rb:element${node.start}`);
}

/** `loop do … end` */
function endless(node: SyntaxNode, block: SyntaxNode, scope: Scope): Stmt {
  const { inner, own } = scopeOfBlock(block, scope, "loop");
  const body = [...declared(own), ...bodyInto(bodyNodes(block), inner, DISCARD)];
  return statements.whileLoop(node, build.scalar(block, true), statements.block(block, body));
}

export function whileStatement(node: SyntaxNode, scope: Scope): Stmt[] {
  const inner: Scope = { ...scope, inside: "loop", isTop: false };
  const condition = node.field("condition");
  const body = node.field("body");
  const isModifier = node.type.endsWith("_modifier");
  const written = expression(condition, scope);
  const test: Expr = node.type.startsWith("until") ? build.unary(condition ?? node, "!", written) : written;
  const nodes = isModifier && body?.type !== "begin" ? (body ? [body] : []) : (body?.children ?? []);
  const block = statements.block(body ?? node, bodyInto(nodes, inner, DISCARD));
  const loop = statements.whileLoop(node, test, block);
  // `begin … end while x` runs once before it asks.
  if (!isModifier || body?.type !== "begin") return [loop];
  return [statements.block(body, bodyInto(nodes, inner, DISCARD)), loop];
}

/** Lowers `for x in list do … end`. */
export function loopOf(node: SyntaxNode, scope: Scope): Stmt {
  const pattern = node.field("pattern");
  const [over] = node.field("value")?.named.filter(isCode) ?? [];
  const inner: Scope = { ...scope, inside: "loop", isTop: false };
  const body = statements.block(node, bodyInto(node.field("body")?.children ?? [], inner, DISCARD));
  const target = (pattern && targetPattern(pattern, scope)) ?? build.name(node, "rb:element");
  const iterated = build.call(node, build.name(node, "rb:each"), [
    build.madeText(node, "each"),
    build.scalar(node, pattern?.type === "left_assignment_list" ? 2 : 1),
    expression(over, scope),
  ]);
  return statements.forOf(node, target, iterated, body);
}
