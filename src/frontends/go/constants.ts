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
