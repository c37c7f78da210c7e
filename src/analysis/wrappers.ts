import type { Node } from "@oxc-project/types";

const TYPES = [
  "ChainExpression",
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
] as const;

/** An expression whose value is that of the expression in it: brackets, casts and assertions. */
type Wrapper = Extract<Node, { readonly type: (typeof TYPES)[number] }>;

const WRAPPERS: ReadonlySet<string> = new Set(TYPES);

/** Returns whether a node has the value of the expression in it. */
export function isWrapper(node: Node): node is Wrapper {
  return WRAPPERS.has(node.type);
}
