import type { Span } from "../../core/span.js";
import { HOLE_MARK } from "../../facts/text.js";

/** Longer text in brackets is not a placeholder. */
const LONGEST = 200;

/** `%s`, `%d`, `%02d`, `%(host)s`; `%de` is a percent-encoded byte. */
const FORMAT = /%(?:\([^()@\s]*\)[sd]|\d{0,2}[svi]|\d{0,2}d(?![0-9a-f]))/iy;
const VARIABLE = /\$[a-z_]\w*/iy;
const STARS = /\*+/y;

/**
 * Returns the same text with every character of a placeholder replaced by `HOLE_MARK`, so that offsets stay true and a
 * delimiter inside a placeholder does not count. Placeholders are `<host>`, `${host}`, `#{host}`, `{host}`, `{{host}}`,
 * `$(host)`, `$HOST`, `%s` and similar, a run of `*`, and `HOLE_MARK` itself.
 */
export function blankPlaceholders(text: string): string {
  let blanked = "";
  let at = 0;
  while (at < text.length) {
    const { end } = placeholderAt(text, at) ?? { end: at };
    blanked += end > at ? HOLE_MARK.repeat(end - at) : text.charAt(at);
    at = Math.max(end, at + 1);
  }
  return blanked;
}

/** Returns a blanked text with one `HOLE_MARK` for each run of them. */
export function collapseHoles(blanked: string): string {
  let collapsed = "";
  for (const character of blanked) {
    if (character !== HOLE_MARK || !collapsed.endsWith(HOLE_MARK)) collapsed += character;
  }
  return collapsed;
}

function placeholderAt(text: string, start: number): Span | undefined {
  switch (text[start]) {
    case "<":
      return text[start + 1] === "/" ? undefined : bracketed(text, start, start, "<", ">");
    case "{":
      return bracketed(text, start, start, "{", "}");
    case "#":
      return bracketed(text, start, start + 1, "{", "}");
    case "$":
      return (
        bracketed(text, start, start + 1, "{", "}") ??
        bracketed(text, start, start + 1, "(", ")") ??
        matched(VARIABLE, text, start)
      );
    case "%":
      return matched(FORMAT, text, start);
    case "*":
      return matched(STARS, text, start);
    default:
      return undefined;
  }
}

/**
 * Returns the text from `start` to the bracket that closes the one at `open`. An `@` inside indicates credentials, not
 * a name.
 */
function bracketed(
  text: string,
  start: number,
  open: number,
  opening: string,
  closing: string,
): Span | undefined {
  if (text[open] !== opening) return undefined;
  let depth = 0;
  for (let at = open; at < text.length && at - open <= LONGEST; at++) {
    const character = text[at];
    if (character === "@" || character === "\n") return undefined;
    if (character === opening) depth++;
    else if (character === closing && --depth === 0) return { start, end: at + 1 };
  }
  return undefined;
}

function matched(pattern: RegExp, text: string, start: number): Span | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match ? { start, end: start + match[0].length } : undefined;
}
