import type { Edit } from "../../../core/finding.js";
import { refuse } from "../../editing/refusal.js";
import type { SyntaxNode } from "../../tree-sitter/syntax-node.js";
import type { CodeTree } from "./code-tree.js";

/** Adds items behind the last one between the brackets of a node, each the way that its neighbour stands. */
export function appendItems(tree: CodeTree, list: SyntaxNode, items: readonly string[]): Edit[] {
  // `array(…)` of PHP has a word before its bracket.
  const children = list.children.slice(
    Math.max(
      0,
      list.children.findIndex(({ type }) => OPENING.has(type)),
    ),
  );
  const close = children.at(-1);
  const [open] = children;
  if (!open || !close || open === close || open.isNamed || close.isNamed)
    return refuse("the list has no brackets around it");
  const inside = children.slice(1, -1);
  const last = inside.findLast((child) => child.isNamed && !isComment(child));
  if (!last) {
    if (tree.text.slice(open.end, close.start).trim() !== "")
      refuse("there is only a comment between the brackets");
    return [tree.edit({ start: open.end, end: close.start }, items.join(", "))];
  }
  const comma = inside.find((child) => child.type === "," && child.start >= last.end);
  if (!tree.isFirstOnLine(last.start)) {
    const isOpen = comma !== undefined && inside.some((child) => isComment(child) && child.start > last.end);
    if (isOpen) refuse("a comment is behind the last item");
    return [tree.insert(last.end, items.map((item) => `, ${item}`).join(""))];
  }
  const lead = tree.lineEnding + tree.indentAt(last.start);
  const end = endOfLine(tree, inside, comma?.end ?? last.end);
  const lines = items.map((item) => lead + item);
  if (comma) return [tree.insert(end, `${lines.join(",")},`)];
  // A comma behind a comment would be a part of it.
  if (end > last.end) return [tree.insert(last.end, ","), tree.insert(end, lines.join(","))];
  return [tree.insert(end, `,${lines.join(",")}`)];
}

const OPENING: ReadonlySet<string> = new Set(["(", "[", "{"]);

/** Behind the comments that stand on the line of an offset. */
function endOfLine(tree: CodeTree, inside: readonly SyntaxNode[], offset: number): number {
  let end = offset;
  for (const node of inside) {
    if (!isComment(node) || node.start < end) continue;
    if (tree.text.slice(end, node.start).includes("\n")) break;
    end = node.end;
  }
  return end;
}

export function isComment({ type }: SyntaxNode): boolean {
  return type.includes("comment");
}
