/** A token of HCL. What is in `${…}` of a text is between `(` and `)`; the rest of a text is one token of kind "text". */
export interface HclToken {
  readonly kind: "name" | "number" | "mark" | "text";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const SPACE = /(?:\s+|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))+/y;
const HEREDOC = /<<-?[ \t]*([\p{L}_][\p{L}\p{N}_-]*)[ \t]*\r?\n/uy;
const NAME = /[\p{L}_][\p{L}\p{N}_-]*/uy;
const NUMBER = /\d+(?:\.\d+)?/y;
/** Marks in a template. A doubled mark stands for itself. */
const IN_TEMPLATE = /\\.|\$\$\{|%%\{|[$%]\{|["\n]/g;
const IN_DOCUMENT = /\$\$\{|%%\{|[$%]\{/g;

/** The surroundings of a token: code with so many open braces, or a template that ends with a quote or at an offset. */
type Level = { braces: number } | { readonly end: number | undefined };

/**
 * Splits HCL into tokens. Comments and white space are left out. It never fails: any other character is a mark.
 * https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md
 */
export function hclTokens(source: string): HclToken[] {
  const tokens: HclToken[] = [];
  const levels: Level[] = [{ braces: 0 }];
  let at = 0;
  const add = (kind: HclToken["kind"], end: number, text = source.slice(at, end)): void => {
    tokens.push({ kind, text, start: at, end });
    at = end;
  };
  const matched = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  while (at < source.length) {
    const level = levels.at(-1)!;
    if ("end" in level) {
      at = skipTemplate(source, at, level.end);
      const opensCode =
        /^[$%]\{/.test(source.slice(at, at + 2)) && (level.end === undefined || at < level.end);
      if (opensCode) {
        add("mark", at + 2, "(");
        levels.push({ braces: 0 });
      } else {
        levels.pop();
        if (level.end === undefined && source[at] === '"') at++;
      }
      continue;
    }
    const space = matched(SPACE);
    if (space) {
      at += space[0].length;
      continue;
    }
    const document = matched(HEREDOC);
    if (document) {
      const start = at + document[0].length;
      add("text", start, "");
      levels.push({ end: endOfDocument(source, start, document[1]!) });
    } else if (source[at] === '"') {
      add("text", at + 1, "");
      levels.push({ end: undefined });
    } else if (source[at] === "}" && level.braces === 0 && levels.length > 1) {
      add("mark", at + 1, ")");
      levels.pop();
    } else {
      if (source[at] === "{") level.braces++;
      if (source[at] === "}") level.braces--;
      const name = matched(NAME);
      const number = name ? undefined : matched(NUMBER);
      const kind = name ? "name" : number ? "number" : "mark";
      add(kind, at + (name ?? number ?? "x")[0]!.length);
    }
  }
  return tokens;
}

/** Returns the offset where code begins in a template, or where the template ends. */
function skipTemplate(source: string, from: number, end: number | undefined): number {
  const pattern = end === undefined ? IN_TEMPLATE : IN_DOCUMENT;
  const last = end ?? source.length;
  pattern.lastIndex = from;
  for (let match = pattern.exec(source); match && match.index < last; match = pattern.exec(source))
    if (!/^(?:\\|\$\$|%%)/.test(match[0])) return match.index;
  return last;
}

/** Returns the offset of the line that ends a here-document; the end of the text if there is none. */
function endOfDocument(source: string, start: number, word: string): number {
  for (let at = start; at < source.length;) {
    const newline = source.indexOf("\n", at);
    const end = newline < 0 ? source.length : newline;
    if (source.slice(at, end).trim() === word) return at;
    at = end + 1;
  }
  return source.length;
}
