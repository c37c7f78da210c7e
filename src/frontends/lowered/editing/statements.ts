import type { Edit } from "../../../core/finding.js";
import { refuse } from "../../editing/refusal.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import type { CodeTree } from "./code-tree.js";
import { isComment } from "./comma-list.js";

/** Adds statements on lines of their own behind another one, with the indentation of that. */
export function addBehind(tree: CodeTree, statement: SyntaxNode, lines: readonly string[]): readonly Edit[] {
  if (!tree.isFirstOnLine(statement.start)) refuse("the statement shares its line with others");
  const end = endOfLine(tree, statement);
  const indent = tree.indentAt(statement.start);
  return [tree.insert(end, lines.map((line) => tree.lineEnding + indent + line).join(""))];
}

/** Returns the last of the statements behind one that only set up what it makes; itself if there is none. */
export function lastSetting(
  statement: SyntaxNode,
  body: SyntaxNode,
  isSetting: (node: SyntaxNode) => boolean,
): SyntaxNode {
  let last = statement;
  for (const next of body.named.slice(body.named.indexOf(statement) + 1)) {
    if (isComment(next)) continue;
    if (!isSetting(next)) break;
    last = next;
  }
  return last;
}

/** The end of the last line of a statement, behind a comment. */
function endOfLine(tree: CodeTree, { parent, end }: SyntaxNode): number {
  const found = tree.text.indexOf("\n", end);
  const line = tree.text.slice(end, found < 0 ? undefined : found).trimEnd();
  const comment = parent?.children.find((node) => isComment(node) && node.start >= end);
  const rest = comment && comment.end <= end + line.length ? line.slice(0, comment.start - end) : line;
  if (rest.trim() !== "") refuse("the statement shares its line with others");
  return end + line.length;
}

/** Adds calls to a chain before its last call, on lines of their own where that is on one. */
export function addBeforeCall(
  tree: CodeTree,
  receiver: SyntaxNode,
  method: SyntaxNode,
  calls: readonly string[],
): readonly Edit[] {
  const between = tree.slice({ start: receiver.end, end: method.start });
  if (between.replace(".", "").trim() !== "") refuse("a comment is in the chain of calls");
  return [tree.insert(receiver.end, calls.map((call) => between + call).join(""))];
}
