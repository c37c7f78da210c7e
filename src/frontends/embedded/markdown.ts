import type { Code, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { addAll } from "../../core/add-all.js";
import type { Block } from "./blocks.js";
import { exampleBlocks } from "./examples.js";
import { pieceOf, type Piece } from "./piece.js";

/** Larger pages are searched as text only: nobody writes them by hand. */
const MAX_LENGTH = 2_000_000;

/**
 * Markdown constructs that are not parsed, because they are inside paragraphs. Fences inside HTML elements count as
 * code, with or without the blank line that CommonMark requires before them.
 */
const NOT_READ = [
  ...["attention", "autolink", "characterEscape", "characterReference", "codeText", "definition"],
  ...["hardBreakEscape", "htmlText", "labelEnd", "labelStartImage", "labelStartLink", "htmlFlow"],
];

/** Finds the code in a page, each block with its language: https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function markdownBlocks(source: string): Block[] {
  if (source.length > MAX_LENGTH) return [];
  const tree = fromMarkdown(source, { extensions: [{ disable: { null: NOT_READ } }] });
  const blocks: Block[] = [];
  for (const node of codeIn(tree)) {
    const piece = pieceOfCode(node, source);
    if (piece) addAll(blocks, exampleBlocks(node.lang ?? "", piece));
  }
  return blocks;
}

/** All blocks of code, without recursion: quotes and lists may be nested deeply. */
function codeIn(tree: Nodes): Code[] {
  const found: Code[] = [];
  const open: Nodes[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "code") found.push(node);
    else if ("children" in node) for (let at = node.children.length; at-- > 0;) open.push(node.children[at]!);
  }
  return found;
}

function pieceOfCode({ value, position }: Code, source: string): Piece | undefined {
  const [start, end] = [position?.start.offset, position?.end.offset];
  if (start === undefined || end === undefined) return undefined;
  const isFenced = /^(?:`{3}|~{3})/.test(source.slice(start, start + 3));
  const body = isFenced ? source.indexOf("\n", start) : start;
  return body < 0 || body > end ? undefined : pieceOf(value, source, { start: body, end });
}
