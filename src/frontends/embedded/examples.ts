import type { Span } from "../../core/span.js";
import type { Block } from "./blocks.js";
import { sendsRequests } from "./commands.js";
import { filesOfDiff, namesFiles } from "./diffs.js";
import { httpFilePieces } from "./http-file.js";
import { languageNamed, MADE_SHELL, SHELL } from "./languages.js";
import { partsOf, within, type Piece } from "./piece.js";

/** Names that say no more than that a block is not running text. */
const SAYS_NOTHING = new Set(["", "cmd", "diff", "text", "txt"]);

/** A command that sends a request, behind comments. Pages also show it as an example of JSON or JavaScript. */
const COMMAND = /^(?:\s|(?:#|\/\/)[^\n]*\n)*curl[ \t]+\S/;
/** A request with its whole address, as HTTP files have it. */
const IN_HTTP = /^\s*(?:GET|POST|PUT|PATCH|DELETE)[ \t]+https?:/;

/** The beginning of an object or a list, perhaps with the variable that it is stored in. */
const OBJECT = /^\s*(?:(?:const|let|var)\s+)?(?:[\w$]+\s*=\s*)?[[{]\s*["'{]/;

/**
 * Returns an example in a page as blocks. Empty if its language is not read.
 *
 * @param name of the language, as the page writes it
 */
export function exampleBlocks(name: string, piece: Piece): Block[] {
  if (IN_HTTP.test(piece.text) && (name === "http" || SAYS_NOTHING.has(name)))
    return httpFilePieces(piece.text).map((one) => ({ language: MADE_SHELL, piece: within(piece, one) }));
  if (SAYS_NOTHING.has(name) && namesFiles(piece)) return filesOfDiff(piece);
  const isObject = SAYS_NOTHING.has(name) && OBJECT.test(piece.text);
  const language = COMMAND.test(piece.text) ? SHELL : languageNamed(isObject ? "json" : name);
  if (!language) return [];
  const block = { language, piece: withoutMarks(piece, language.name, name) };
  const isShown = language === SHELL && SAYS_NOTHING.has(name) && !sendsRequests(block.piece.text);
  return isShown ? [] : [block];
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
  let isInQuotes = false;
  let goesOn = false;
  for (const { text, start, end } of lines) {
    // In a session, lines without a prompt that do not continue a command are output. In a diff, lines with `-` are
    // removed.
    const isNew = prompt?.test(text) ?? false;
    const isMore = goesOn || (language !== "shell" && (continued?.test(text) ?? false));
    if (hasPrompts && !isNew && !isMore) continue;
    if (isDiff && /^(?:-|@@|\+\+\+|---)/.test(text)) continue;
    const lead = !hasPrompts || language === "shell" ? LEAD : prompt!;
    const mark = hasPrompts && !isNew ? continued! : lead;
    const cut = start + mark.exec(text)![0].length;
    kept.push({ start: cut, end });
    if ((piece.text.slice(cut, end).split("'").length - 1) % 2 === 1) isInQuotes = !isInQuotes;
    goesOn = language === "shell" && (/\\\s*$/.test(text) || (goesOn && isInQuotes));
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
