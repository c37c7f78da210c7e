import type { Code, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Span } from "../../core/span.js";
import type { Block } from "./blocks.js";
import { languageNamed } from "./languages.js";
import { partsOf, pieceOf, type Piece } from "./piece.js";

/** Larger pages are searched as text only: nobody writes them by hand. */
const MAX_LENGTH = 2_000_000;

/**
 * What is inside of paragraphs is not needed. Fences in elements are code to people, with or without the blank line that
 * CommonMark wants before them.
 */
const NOT_READ = [
  ...["attention", "autolink", "characterEscape", "characterReference", "codeText", "definition"],
  ...["hardBreakEscape", "htmlText", "labelEnd", "labelStartImage", "labelStartLink", "htmlFlow"],
];

/** The code in a page, each block with its language. https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
export function markdownBlocks(source: string): Block[] {
  if (source.length > MAX_LENGTH) return [];
  const tree = fromMarkdown(source, { extensions: [{ disable: { null: NOT_READ } }] });
  const blocks: Block[] = [];
  for (const node of codeIn(tree)) {
    const language = languageNamed(node.lang ?? "");
    const piece = language && pieceOfCode(node, source);
    if (piece) blocks.push({ language, piece: withoutMarks(piece, language.name, node.lang ?? "") });
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

/** Prompts of a session, and what its lines that continue one begin with. */
const PROMPTS: ReadonlyMap<string, readonly [prompt: RegExp, continued: RegExp]> = new Map([
  ["shell", [/^[ \t]*[$%][ \t]+/, /^[ \t]*(?:>[ \t])?/]],
  ["python", [/^[ \t]*>>>(?: |$)/, /^[ \t]*\.\.\.(?: |$)/]],
]);
/** Line numbers. */
const NUMBER = /^[ \t]*\d+[|:][ \t]?/;
/** Marks of a diff and prompts, as examples of shell write them. */
const LEAD = /^[ \t]*(?:\d+[|:][ \t]?)?(?:[+-](?=[ \t]*[\w"'$-]))?[ \t]*(?:[$%>][ \t]+)?/;

/** The code without what examples put before its lines: line numbers, prompts, marks of a diff; and without output. */
function withoutMarks(piece: Piece, language: string, fence: string): Piece {
  const lines = linesOf(piece.text);
  const isDiff = fence === "diff";
  const [prompt, continued] = PROMPTS.get(language) ?? [];
  const hasPrompts = prompt !== undefined && lines.some(({ text }) => prompt.test(text));
  const hasNumbers = lines.some(({ text }) => NUMBER.test(text)) && language === "shell";
  if (!hasPrompts && !isDiff && !hasNumbers) return piece;
  const kept: Span[] = [];
  let before = "";
  let goesOn = false;
  for (const { text, start, end } of lines) {
    // Of a session, what is neither behind a prompt nor goes on with it is output; of a diff, `-` is gone.
    const isNew = prompt?.test(text) ?? false;
    const isMore = goesOn || (language !== "shell" && (continued?.test(text) ?? false));
    if (hasPrompts && !isNew && !isMore) continue;
    if (isDiff && /^(?:-|@@|\+\+\+|---)/.test(text)) continue;
    const lead = !hasPrompts || language === "shell" ? LEAD : prompt!;
    const mark = hasPrompts && !isNew ? continued! : lead;
    const cut = start + mark.exec(text)![0].length;
    kept.push({ start: cut, end });
    before += piece.text.slice(cut, end);
    goesOn = language === "shell" && (/\\\s*$/.test(text) || (goesOn && isInQuotes(before)));
  }
  return partsOf(piece, kept);
}

function linesOf(text: string): (Span & { readonly text: string })[] {
  let end = 0;
  return text.split(/(?<=\n)/).map((line) => {
    const start = end;
    end += line.length;
    return { text: line, start, end };
  });
}

function isInQuotes(text: string): boolean {
  return (text.split("'").length - 1) % 2 === 1;
}
