/** A piece of code in a language of C's family. */
export interface Token {
  readonly kind: "name" | "string" | "mark";
  /** The characters; of a string those between its quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"""([\s\S]*?)(?:"""|$)|"((?:[^"\\\n]|\\.)*)"|([A-Za-z_]\w*)|(\S)/g;

/** Returns the names, strings and marks of code, without its comments. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  for (const match of code.matchAll(TOKEN)) {
    const [whole, long, short, name, mark] = match;
    const text = long ?? short ?? name ?? mark;
    if (text === undefined) continue;
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
