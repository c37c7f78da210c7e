import type { Span } from "../../core/span.js";

/**
 * Finds the Python strings that span several lines. Text in them that looks like a comment is not one.
 * https://docs.python.org/3/reference/lexical_analysis.html#string-and-bytes-literals
 */
export function pythonStrings(text: string): Span[] {
  const strings: Span[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === "#") at = endOr(text, text.indexOf("\n", at));
    else if (character !== '"' && character !== "'") at++;
    else {
      const isLong = text.startsWith(character.repeat(3), at);
      const end = closing(text, at + (isLong ? 3 : 1), isLong ? character.repeat(3) : character);
      if (isLong) strings.push({ start: at, end });
      at = end;
    }
  }
  return strings;
}

/** Behind the quote that closes a string; a short one ends with its line at the latest. */
function closing(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (text[at] === "\n" && quote.length === 1) return at;
  }
  return text.length;
}

function endOr(text: string, found: number): number {
  return found < 0 ? text.length : found;
}

/** A line that opens a class or function, or the last line of an opening that goes over several lines. */
const OPENING = /^\s*(?:(?:(?:async\s+)?def|class)\b.*|\).*):\s*(?:#.*)?\r?$/;

/**
 * Returns the docstrings among the long strings: the first statement of a file, a class or a function.
 * https://peps.python.org/pep-0257/#what-is-a-docstring
 */
export function docstrings(text: string, strings: readonly Span[]): Span[] {
  return strings.filter(({ start, end }) => {
    const line = lineOfStatement(text, start);
    if (line === undefined) return false;
    const rest = text.slice(end, endOr(text, text.indexOf("\n", end)));
    if (!/^[ \t]*(?:#.*)?\r?$/.test(rest)) return false;
    const before = codeBefore(text, line);
    return before === undefined || OPENING.test(before);
  });
}

/**
 * Returns the offset of the line in which a string starts. Undefined if something other than a prefix precedes the
 * string in the line.
 */
function lineOfStatement(text: string, start: number): number | undefined {
  let at = /[rRuU]/.test(text[start - 1] ?? "") ? start - 1 : start;
  while (text[at - 1] === " " || text[at - 1] === "\t") at--;
  return at === 0 || text[at - 1] === "\n" ? at : undefined;
}

/** The last line before an offset that is neither empty nor a comment. */
function codeBefore(text: string, lineStart: number): string | undefined {
  for (let end = lineStart - 1; end >= 0;) {
    const start = end === 0 ? 0 : text.lastIndexOf("\n", end - 1) + 1;
    const line = text.slice(start, end);
    if (!/^\s*(?:#.*)?\r?$/.test(line)) return line;
    end = start - 1;
  }
  return undefined;
}
