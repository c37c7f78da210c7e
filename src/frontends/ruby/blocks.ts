import * as build from "../lowered/build.js";
import * as statements from "../lowered/build-statements.js";
import type { Block, Expr, Param, Stmt } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { parametersOf } from "./methods.js";
import { Locals, assignedNames, isCode, type Scope } from "./scope.js";
import { bodyInto } from "./statements.js";

/** Finds the variables of a block: its parameters, and the names that are first assigned in it. */
export function scopeOfBlock(
  block: SyntaxNode,
  scope: Scope,
  inside: "loop" | "block",
): { readonly inner: Scope; readonly own: readonly [string, SyntaxNode][]; readonly params: SyntaxNode[] } {
  const params = block.field("parameters")?.named.filter(isCode) ?? [];
  const body = bodyNodes(block);
  const names = new Set<string>();
  for (const param of params)
    for (const one of param.walk())
      if (one.type === "identifier" && one.fieldName !== "value") names.add(one.text);
  const implied = params.length === 0 ? impliedParameters(body) : [];
  for (const { text } of implied) names.add(text);
  const own = [...assignedNames(body)].filter(([name]) => !names.has(name) && !scope.locals.has(name));
  const locals = new Locals([...names, ...own.map(([name]) => name)], scope.locals);
  return { inner: { ...scope, locals, inside, isTop: false }, own, params: [...params, ...implied] };
}

/** `_1`, `_2` and `it` in a block that names no parameters. */
function impliedParameters(body: readonly SyntaxNode[]): SyntaxNode[] {
  const found = new Map<string, SyntaxNode>();
  for (const node of body)
    for (const one of node.walk())
      if (one.type === "identifier" && /^(?:_[1-9]|it)$/.test(one.text) && one.fieldName !== "method")
        found.set(one.text, one);
  return [...found.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

/** Returns the statements of a block. */
export function bodyNodes(block: SyntaxNode): readonly SyntaxNode[] {
  const body = block.field("body");
  return body?.type === "block_body" || body?.type === "body_statement" ? body.children : body ? [body] : [];
}

/** Declares local variables. */
export function declared(own: Iterable<readonly [name: string, at: SyntaxNode]>): Stmt[] {
  return [...own].map(([name, at]) => statements.declare(at, build.name(at, name), null, "let"));
}

/** Lowers the statements of a block as the body of a function, which returns the value of the last one. */
function bodyOf(
  node: SyntaxNode,
  block: SyntaxNode,
  own: readonly [string, SyntaxNode][],
  scope: Scope,
): Block {
  const body = bodyInto(bodyNodes(block), scope, (value) => [statements.returns(value, value)]);
  return statements.block(node, [...declared(own), ...body]);
}

/** Lowers a block to a function that returns the value of its last expression. */
export function blockOf(block: SyntaxNode, scope: Scope): Expr {
  const { inner, own, params } = scopeOfBlock(block, scope, "block");
  return build.lambda(block, paramsOf(params, inner), bodyOf(block, block, own, inner));
}

/** Lowers a block that is the body of a method, as `define_method` gets it: `self` is the receiver of the method. */
export function methodOfBlock(block: SyntaxNode, scope: Scope): Expr {
  const { inner, own, params } = scopeOfBlock(block, { ...scope, self: "method" }, "block");
  return statements.functionNode(block, null, parametersOf(params, inner), bodyOf(block, block, own, inner), {
    isDeclaration: false,
  });
}

function paramsOf(params: readonly SyntaxNode[], scope: Scope): Param[] {
  return parametersOf(params, scope, false);
}

/** Lowers `->(x) { … }` and `lambda { |x| … }`. */
export function lambdaOf(node: SyntaxNode, scope: Scope): Expr {
  if (node.type !== "lambda") return blockOf(node.field("block") ?? node, scope);
  const block = node.field("body") ?? node;
  const outside = scopeOfBlock(node, scope, "block");
  const params = node.field("parameters") ? outside.params : scopeOfBlock(block, scope, "block").params;
  const { inner, own } = scopeOfBlock(block, node.field("parameters") ? outside.inner : scope, "block");
  // `return` in a lambda returns from the lambda.
  const { method: _, ...without } = inner;
  return build.lambda(node, paramsOf(params, inner), bodyOf(node, block, own, without));
}
