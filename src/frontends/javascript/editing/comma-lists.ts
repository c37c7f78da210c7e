import type { Edit } from "../../../core/finding.js";
import type { Span } from "../../../core/span.js";
import { refuse } from "../../editing/refusal.js";
import type { SourceTree } from "./source-tree.js";

/** Things with commas between them inside of brackets: members, elements, arguments. */
interface CommaList {
  /** The offsets between the brackets. */
  readonly inside: Span;
  /** With the parentheses around them. */
  readonly items: readonly Span[];
  readonly padding: "" | " ";
}

/** The place of a new item. */
interface Position {
  /** The start of its line. */
  readonly indent: string;
  /** True if it has its line for itself. */
  readonly ownLine: boolean;
}

/** Returns the list inside a node that starts and ends with its brackets. */
export function listIn(
  tree: SourceTree,
  node: Span,
  nodes: readonly (Span | null)[],
  padding: "" | " ",
): CommaList {
  return listBetween(tree, { start: node.start + 1, end: node.end - 1 }, nodes, padding);
}

export function listBetween(
  tree: SourceTree,
  inside: Span,
  nodes: readonly (Span | null)[],
  padding: "" | " ",
): CommaList {
  const items = nodes.map((node) =>
    node ? tree.withParentheses(node, inside) : refuse("the list has a hole in it"),
  );
  return { inside, items, padding };
}

/** Returns the offset after the comma of an item. Undefined for a last item without a comma. */
function behindComma(tree: SourceTree, { inside }: CommaList, item: Span): number | undefined {
  const next = tree.skipForward(item.end);
  return next < inside.end && tree.text[next] === "," ? next + 1 : undefined;
}

/** Inserts items before the one at `index`, or behind the last, each the way that its neighbour is written. */
export function insertItems(
  tree: SourceTree,
  list: CommaList,
  index: number,
  write: (position: Position) => readonly string[],
): Edit[] {
  if (list.items.length === 0) return [fill(tree, list, write)];
  return index < list.items.length ? [insertBefore(tree, list, index, write)] : append(tree, list, write);
}

function append(tree: SourceTree, list: CommaList, write: (position: Position) => readonly string[]): Edit[] {
  const last = list.items.at(-1)!;
  const comma = behindComma(tree, list, last);
  const { end, endsLine } = tree.commentsOnLine(comma ?? last.end, list.inside.end);
  const isFirst = tree.isFirstOnLine(last.start);
  const indent = isFirst ? tree.indentAt(last.start) : tree.indentAt(list.inside.start) + tree.style.unit;
  const ownLine = isFirst || endsLine;
  const separator = ownLine ? tree.style.lineEnding + indent : " ";
  const items = write({ indent: ownLine ? indent : tree.indentAt(last.start), ownLine }).join(
    `,${separator}`,
  );
  if (comma !== undefined) return [tree.insert(end, `${separator}${items},`)];
  // A comma behind `// …` would be part of the comment.
  if (endsLine) return [tree.insert(last.end, ","), tree.insert(end, separator + items)];
  return [tree.insert(end, `,${separator}${items}`)];
}

function insertBefore(
  tree: SourceTree,
  list: CommaList,
  index: number,
  write: (position: Position) => readonly string[],
): Edit {
  const at = tree.startWithComments(list.items[index]!.start);
  const ownLine = tree.isFirstOnLine(at);
  const indent = tree.indentAt(at);
  const separator = ownLine ? tree.style.lineEnding + indent : " ";
  const items = write({ indent, ownLine }).map((text) => `${text},${separator}`);
  return tree.insert(at, items.join(""));
}

function fill(tree: SourceTree, list: CommaList, write: (position: Position) => readonly string[]): Edit {
  const { inside, padding } = list;
  const between = tree.slice(inside);
  const last = tree.commentsBetween(inside.start, inside.end).at(-1);
  const outer = tree.indentAt(inside.start);
  if (!between.includes("\n")) {
    const items = write({ indent: outer, ownLine: false }).join(", ");
    if (last) return tree.insert(last.end, ` ${items}`);
    return tree.insert(inside.start, between === "" ? padding + items + padding : ` ${items}`);
  }
  const indent = last && tree.isFirstOnLine(last.start) ? tree.indentAt(last.start) : outer + tree.style.unit;
  const separator = tree.style.lineEnding + indent;
  const items = write({ indent, ownLine: true }).join(`,${separator}`);
  return tree.insert(last?.end ?? inside.start, separator + items);
}

/**
 * Removes items from a list that keeps at least one. Undefined if comments beside them would be lost. The caller must
 * keep comments inside the items.
 */
export function removeItems(
  tree: SourceTree,
  { items }: CommaList,
  removed: ReadonlySet<number>,
): Edit[] | undefined {
  const lastKept = items.findLastIndex((_item, index) => !removed.has(index));
  const spans: Span[] = [];
  const gaps: Span[] = [];
  for (const index of removed) {
    if (index > lastKept) continue;
    spans.push({ start: items[index]!.start, end: items[index + 1]!.start });
    gaps.push({ start: items[index]!.end, end: items[index + 1]!.start });
  }
  if (lastKept < items.length - 1) {
    spans.push({ start: items[lastKept]!.end, end: items.at(-1)!.end });
    for (let index = lastKept; index < items.length - 1; index++)
      gaps.push({ start: items[index]!.end, end: items[index + 1]!.start });
  }
  if (gaps.some(({ start, end }) => tree.commentsBetween(start, end).length > 0)) return undefined;
  return spans.map(({ start, end }) => tree.edit(start, end, ""));
}
