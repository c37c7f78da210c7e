import type { SyntaxNode } from "../tree-sitter/syntax-node.js";
import { typeName } from "./types.js";

/** An annotation and the values in its brackets. */
export interface Annotation {
  readonly node: SyntaxNode;
  readonly name: string;
  readonly args: readonly { readonly name: string | undefined; readonly value: SyntaxNode }[];
}

/** Returns the annotations of a declaration, or of the modifiers of a parameter. */
export function annotationsOf(node: SyntaxNode): Annotation[] {
  const holders = [node, node.child("modifiers"), node.child("parameter_modifiers")];
  return holders
    .flatMap((holder) => holder?.all("annotation") ?? [])
    .flatMap((annotation) =>
      annotation.all("constructor_invocation", "user_type").map((one): Annotation => {
        const isCall = one.type === "constructor_invocation";
        return {
          node: annotation,
          name: typeName(isCall ? one.child("user_type") : one),
          args: isCall ? argumentsOf(one) : [],
        };
      }),
    );
}

function argumentsOf(call: SyntaxNode): Annotation["args"] {
  return (call.child("value_arguments")?.all("value_argument") ?? []).flatMap((one) => {
    const value = one.named.at(-1);
    const name = one.children.some(({ type }) => type === "=") ? one.named[0]?.text : undefined;
    return value ? [{ name, value }] : [];
  });
}

/** Returns the strings in an annotation. */
export function stringsIn({ node }: Annotation): SyntaxNode[] {
  return [...node.walk()].filter(
    ({ type }) => type === "string_literal" || type === "multiline_string_literal",
  );
}
