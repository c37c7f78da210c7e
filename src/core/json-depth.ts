/** jsonc-parser walks nested values by recursion and throws at about 10,000 levels. */
export const MAX_DEPTH = 2000;

const QUOTE = 34;
const ASTERISK = 42;
const SLASH = 47;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Checks whether brackets and braces nest too deep for a parser. Strings and comments end where jsonc-parser ends them,
 * broken ones too. A closing mark of the wrong kind closes nothing, because the parser may go on inside. Linear, no
 * recursion.
 */
export function isTooDeep(text: string, limit = MAX_DEPTH): boolean {
  const open = new Uint8Array(limit);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === SLASH) at = endOfComment(text, at);
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      if (depth === limit) return true;
      open[depth++] = code;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      const opener = code === CLOSE_BRACE ? OPEN_BRACE : OPEN_BRACKET;
      if (depth > 0 && open[depth - 1] === opener) depth--;
    }
  }
  return false;
}

/** The offset of the closing quote, or of the last character before the line break that cuts the string off. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
    else if (code === LINE_FEED || code === CARRIAGE_RETURN) return at - 1;
  }
  return text.length;
}

/** The offset of the last character of a comment; the slash itself where it starts none. */
function endOfComment(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === ASTERISK) {
    const close = text.indexOf("*/", start + 2);
    return close < 0 ? text.length : close + 1;
  }
  if (next !== SLASH) return start;
  for (let at = start + 2; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return at;
  }
  return text.length;
}
