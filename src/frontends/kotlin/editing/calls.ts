import { isComment } from "../../lowered/editing/comma-list.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";

/** A call on an object, as it is written: `receiver.method(arguments)`. */
export interface MethodCall {
  readonly receiver: SyntaxNode;
  readonly method: SyntaxNode;
  readonly args: readonly SyntaxNode[];
  /** True if the call has a lambda behind its brackets. */
  readonly hasLambda: boolean;
}

/** Takes a call on an object apart. Undefined for others, and for calls with `?.`. */
export function methodCall(node: SyntaxNode | undefined): MethodCall | undefined {
  if (node?.type !== "call_expression") return undefined;
  const [callee] = node.named;
  const [receiver, method] =
    callee?.type === "navigation_expression" ? callee.named.filter((one) => !isComment(one)) : [];
  if (!callee || !receiver || !method || !callee.child(".")) return undefined;
  return {
    receiver,
    method,
    args: valuesIn(node),
    hasLambda: node.child("annotated_lambda") !== undefined,
  };
}

/** Returns the values in the brackets of a call, without those that have names. */
export function valuesIn(call: SyntaxNode): SyntaxNode[] {
  return (call.child("value_arguments")?.all("value_argument") ?? []).flatMap((one) => {
    const values = one.named.filter((inner) => !isComment(inner));
    return values.length === 1 ? values : [];
  });
}

/** Writes a string literal. A dollar would begin a template. */
export function quoted(value: string): string {
  return JSON.stringify(value).replaceAll("$", "\\$");
}

/** Returns the text of a plain string in one quote. */
export function plainText(node: SyntaxNode | undefined): string | undefined {
  if (node?.type !== "string_literal" || /[$\\]/.test(node.text)) return undefined;
  return node.text.slice(1, -1);
}

/** Returns what a file imports. */
export function importsIn(root: SyntaxNode): readonly string[] {
  return root.all("import").map(({ text }) => text.replace(/^import\s+/, ""));
}
