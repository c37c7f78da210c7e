import { addAll } from "../../../core/add-all.js";
import { addToGroup } from "../../../core/group-by.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import type { CodeTree } from "./code-tree.js";

/**
 * Returns whether code makes a value in a way: the expression does, or one that the file assigns to the variable of this
 * name, wherever.
 *
 * @param isSuch checks an expression without parentheses around it
 */
export function isMadeBy(tree: CodeTree, node: SyntaxNode, isSuch: (made: SyntaxNode) => boolean): boolean {
  const made = withoutParentheses(node);
  if (isSuch(made)) return true;
  const assigned =
    made.named.length === 0 || made.type === "variable_name" ? tree.once(assignments) : undefined;
  return assigned?.get(made.text)?.some((one) => isSuch(withoutParentheses(one))) ?? false;
}

/** Finds the values that a file assigns, by the texts of what they are assigned to. */
function assignments(root: SyntaxNode): ReadonlyMap<string, readonly SyntaxNode[]> {
  const found = new Map<string, SyntaxNode[]>();
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    const [left, right] = [
      node.field("left") ?? node.field("name"),
      node.field("right") ?? node.field("value"),
    ];
    if (left && right) addToGroup(found, left.text, right);
    addAll(open, node.named);
  }
  return found;
}

function withoutParentheses(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (/^parenthesized_(?:expression|statements)$/.test(inner.type) && inner.named.length === 1)
    inner = inner.named[0]!;
  return inner;
}
