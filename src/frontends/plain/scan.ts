/**
 * What follows a match in the same string or word: the path behind a base, up to where the string ends. Placeholders
 * (`${cluster["id"]}`, `{id}`, `<GROUP-ID>`) belong to it, and so do escaped slashes and dots.
 */
export function restAfter(text: string, end: number): string {
  const limit = Math.min(text.length, end + MAX_REST);
  let index = end;
  while (index < limit) {
    const character = text[index]!;
    if (character === "{" || character === "<") {
      const close = placeholderEnd(text, index, limit);
      if (close < 0) break;
      index = close;
    } else if (character === "\\") {
      const next = text[index + 1];
      if (next !== "/" && next !== "." && next !== "\\") break;
      index += 2;
    } else if (ENDS.test(character)) {
      break;
    } else {
      index++;
    }
  }
  return text.slice(end, index);
}

const MAX_REST = 300;
const ENDS = /[\s"'`>)\]|,;}]/;

/** Where a placeholder that opens at `start` is over; below zero where it is none. */
function placeholderEnd(text: string, start: number, limit: number): number {
  if (text[start] === "<") {
    const close = /^<[A-Za-z][\w -]*>/.exec(text.slice(start, limit));
    return close ? start + close[0].length : -1;
  }
  let depth = 0;
  for (let index = start; index < limit && text[index] !== "\n"; index++) {
    if (text[index] === "{") depth++;
    else if (text[index] === "}" && --depth === 0) return index + 1;
  }
  return -1;
}
