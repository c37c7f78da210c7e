import type { Span } from "../../core/span.js";

/**
 * The strings of Python that go over several lines: what looks like a comment in them is none.
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
