/** A token of a filter; a string is one token, with filters in it as tokens of their own. */
export interface Token {
  /** A `hole` is something that the shell puts in and that is not known. */
  readonly kind: "name" | "field" | "number" | "variable" | "format" | "string" | "hole" | "operator";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The parts of a string: texts, and the filters in `\(…)` with their offsets. */
  readonly parts?: readonly { readonly start: number; readonly end: number; readonly value?: string }[];
}

const TOKEN =
  /\s+|#[^\n]*|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<variable>\$[A-Za-z_]\w*|\$__loc__)|(?<field>\.[A-Za-z_\uFFFE][\w\uFFFE]*)|(?<hole>\uFFFE+)|(?<format>@[a-z0-9]+)|(?<name>[A-Za-z_]\w*(?:::\w+)*)|(?<operator>\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[|,.[\](){}:;=<>+\-*/%?])/y;

/** Splits a filter into tokens. Undefined if it has an invalid character. */
export function tokensOf(text: string, from = 0, to = text.length): Token[] | undefined {
  const tokens: Token[] = [];
  let at = from;
  while (at < to) {
    if (text[at] === '"') {
      const token = stringAt(text, at, to);
      if (!token) return undefined;
      tokens.push(token);
      at = token.end;
      continue;
    }
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match || match.index + match[0].length > to) return undefined;
    const end = at + match[0].length;
    const found = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined);
    if (found) tokens.push({ kind: found[0] as Token["kind"], text: match[0], start: at, end });
    at = end;
  }
  return tokens;
}

function stringAt(text: string, start: number, to: number): Token | undefined {
  const parts: { start: number; end: number; value?: string }[] = [];
  let from = start + 1;
  for (let at = start + 1; at < to; at++) {
    if (text[at] === '"') {
      if (at > from) parts.push({ start: from, end: at, value: text.slice(from, at) });
      return { kind: "string", text: text.slice(start, at + 1), start, end: at + 1, parts };
    }
    if (text[at] !== "\\") continue;
    if (at > from) parts.push({ start: from, end: at, value: text.slice(from, at) });
    if (text[at + 1] === "(") {
      const end = closing(text, at + 1, to);
      if (end === undefined) return undefined;
      parts.push({ start: at + 2, end });
      at = end;
      from = end + 1;
    } else {
      parts.push({ start: at, end: at + 2, value: ESCAPES.get(text[at + 1] ?? "") ?? text[at + 1] ?? "" });
      from = at + 2;
      at++;
    }
  }
  return undefined;
}

const ESCAPES = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** The offset of the parenthesis that closes the one at an offset. */
function closing(text: string, open: number, to: number): number | undefined {
  let depth = 0;
  for (let at = open; at < to; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
    else if (text[at] === '"') {
      const token = stringAt(text, at, to);
      if (!token) return undefined;
      at = token.end - 1;
    }
  }
  return undefined;
}
