/** A part of a text of code, in any language. */
export interface Token {
  readonly kind: "text" | "word" | "sign" | "line";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The characters between the quotes of a text, and where they start. */
  readonly inner: string;
  readonly innerStart: number;
  /** Columns before the first sign of its line. */
  readonly indent: number;
}

// A text is on one line, but for those between backticks and three quotes. Its length is bounded, as a quote may stand
// alone. The groups are: three quotes, an escaped quote, one quote, Ruby's %q(…), a word, the end of a line.
const TOKEN = new RegExp(
  [
    String.raw`("""[^]{0,2000}?"""|'''[^]{0,2000}?''')`,
    String.raw`(\\{1,3}["'])[^\n]{0,2000}?\2`,
    String.raw`("(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'|` + "`(?:[^`\\\\]|\\\\[^]){0,2000}`)",
    String.raw`(%[qQ](?:\([^()\n]{0,2000}\)|\[[^\[\]\n]{0,2000}\]|\{[^{}\n]{0,2000}\}))`,
    String.raw`([A-Za-z_$@][\w$]*(?:-[A-Za-z_]\w*)*)`,
    String.raw`(\n[^\S\n]*)`,
    String.raw`===|!==|==|!=|<=|>=|=>|:=|\?\?=|\|\|=|->|::|\?\.|\?\?|\|\||&&|[^\s\w]`,
  ].join("|"),
  "g",
);

/** Returns the parts of a text of code, without spaces, numbers, and lines that have nothing. */
export function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  let indent = /^\s*/.exec(code)![0].length;
  for (const match of code.matchAll(TOKEN)) {
    const [text, triple, escape, quoted, percent, word, line] = match;
    const start = match.index;
    const end = start + text.length;
    if (line !== undefined) {
      indent = text.length - 1;
      if (tokens.at(-1)?.kind === "line") tokens.pop();
    }
    const quotes = triple || percent ? 3 : escape ? escape.length : quoted ? 1 : 0;
    const inner = quotes > 0 ? text.slice(quotes, percent ? -1 : -quotes) : "";
    const kind = quotes > 0 ? "text" : word ? "word" : line ? "line" : "sign";
    tokens.push({ kind, text, start, end, inner, innerStart: start + quotes, indent });
  }
  return tokens;
}
