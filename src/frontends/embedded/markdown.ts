import type { Code, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { addAll } from "../../core/add-all.js";
import type { Block } from "./blocks.js";
import { exampleBlocks } from "./examples.js";
import { markdownParts } from "./markdown-parts.js";
import { pieceOf, type Piece } from "./piece.js";

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
  const starts = markdownParts(source);
  const blocks: Block[] = [];
  for (const [index, start] of starts.entries()) {
    const part = source.slice(start, starts[index + 1]);
    if (!MAY_HOLD_CODE.test(part)) continue;
    for (const node of codeIn(fromMarkdown(part, { extensions: [{ disable: { null: NOT_READ } }] }))) {
      const piece = pieceOfCode(node, source, start);
      if (piece) addAll(blocks, exampleBlocks(node.lang ?? "", piece));
    }
  }
  return blocks;
}

/** A fence, or a line that is indented enough. */
const MAY_HOLD_CODE = /`{3}|~{3}|\t| {4}/;

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

/** @param offset of the part of the page that the code is in */
function pieceOfCode({ value, position }: Code, source: string, offset: number): Piece | undefined {
  if (position?.start.offset === undefined || position.end.offset === undefined) return undefined;
  const [start, end] = [offset + position.start.offset, offset + position.end.offset];
  const isFenced = /^(?:`{3}|~{3})/.test(source.slice(start, start + 3));
  const body = isFenced ? source.indexOf("\n", start) : start;
  return body < 0 || body > end ? undefined : pieceOf(value, source, { start: body, end });
}
