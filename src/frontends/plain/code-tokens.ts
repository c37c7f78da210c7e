/** A piece of code in a language of C's family. */
export interface Token {
  readonly kind: "name" | "string" | "mark";
  /** The characters; of a string those between its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The expression for a string between quotes: three of them, which may span lines, or one. */
function stringIn(quote: string): string {
  const three = quote.repeat(3);
  return String.raw`${three}((?:[^\\]|\\[\s\S])*?)(?:${three}|$)|${quote}((?:[^${quote}\\\n]|\\.)*)${quote}`;
}

function tokenIn(quotes: readonly string[]): RegExp {
  const strings = quotes.map(stringIn);
  return new RegExp(
    [
      String.raw`//[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
      ...strings,
      String.raw`(?<name>[A-Za-z_]\w*)|(?<mark>\S)`,
    ].join("|"),
    "g",
  );
}

const DOUBLE_QUOTES = tokenIn(['"']);
const ALL_QUOTES = tokenIn(['"', "'"]);

/**
 * Returns the names, strings and marks of code, without its comments.
 *
 * @param hasSingleQuotes whether a string may also be in single quotes
 */
export function tokensOf(code: string, hasSingleQuotes = false): Token[] {
  const tokens: Token[] = [];
  for (const match of code.matchAll(hasSingleQuotes ? ALL_QUOTES : DOUBLE_QUOTES)) {
    const [whole, ...pieces] = match;
    const text = pieces.find((piece) => piece !== undefined);
    if (text === undefined) continue;
    const { name, mark } = match.groups!;
    const kind = name !== undefined ? "name" : mark !== undefined ? "mark" : "string";
    tokens.push({ kind, text, start: match.index, end: match.index + whole.length });
  }
  return tokens;
}

const CLOSES: ReadonlyMap<string, number> = new Map([
  ["(", 1],
  ["[", 1],
  ["{", 1],
  [")", -1],
  ["]", -1],
  ["}", -1],
]);

/** Returns the index of the token that closes a bracket, or of the last token. */
export function closingIndex(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { kind, text } = tokens[index]!;
    if (kind === "mark") depth += CLOSES.get(text) ?? 0;
    if (depth <= 0) return index;
  }
  return tokens.length - 1;
}

/** Returns the index after an expression: at a comma, a semicolon, a bracket that closes more, or a new statement. */
export function expressionEnd(tokens: readonly Token[], from: number, code: string): number {
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index]!;
    const { kind, text } = token;
    if (kind === "mark" && /[,;)\]}]/.test(text)) return index;
    const before = tokens[index - 1];
    const isNewLine = index > from && code.slice(before!.end, token.start).includes("\n");
    if (isNewLine && kind === "name" && !CONTINUES.test(before!.text)) return index;
    if (kind === "mark" && CLOSES.get(text) === 1) index = closingIndex(tokens, index);
  }
  return tokens.length;
}

const CONTINUES = /^[-+=(,.&|?:<>[{]$/;
