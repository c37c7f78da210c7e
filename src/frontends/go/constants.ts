import * as build from "../lowered/build.js";
import type { Expr } from "../lowered/core-tree.js";
import type { SyntaxNode } from "../tree-sitter/syntax-node.js";

/** A constant of a declaration; `count` is what `iota` is for it. */
export interface Constant {
  readonly name: SyntaxNode;
  readonly value: SyntaxNode | undefined;
  readonly count: number;
}

/** Lowers constants. A line without values repeats those of the line before: https://go.dev/ref/spec#Iota */
export function constantsOf(declaration: SyntaxNode): Constant[] {
  let values: SyntaxNode[] = [];
  return declaration.all("const_spec").flatMap((spec, count) => {
    const own = spec.field("value")?.named.filter(({ type }) => type !== "comment");
    if (own) values = own;
    return spec
      .fields("name")
      .filter(({ isNamed }) => isNamed)
      .map((name, index) => ({ name, value: values[index], count }));
  });
}

/** Checks whether an expression counts with the constants of its group. */
export function hasIota(node: SyntaxNode): boolean {
  return [...node.walk()].some(({ type }) => type === "iota");
}

/** Lowers such an expression. Only the counter itself is known. */
export function iotaValue(node: SyntaxNode, count: number): Expr {
  return node.type === "iota" ? build.scalar(node, count) : build.unknown(node);
}
