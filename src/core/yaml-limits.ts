/** The parser of YAML takes seconds and hundreds of megabytes for a larger text. */
const MAX_LENGTH = 2_000_000;
/** The parser calls itself for each level, and can end the process where the stack is too small. */
const MAX_DEPTH = 200;

/** Returns why a text must not be given to the parser of YAML; `undefined` if it may be. */
export function unfitForYaml(
  text: string,
  maxLength = MAX_LENGTH,
): { kind: "too-large" | "too-deep"; message: string } | undefined {
  if (text.length > maxLength)
    return { kind: "too-large", message: `is larger than ${maxLength / 1e6} million characters` };
  const isDeep = mayBeDeep(text) && isTooDeep(text);
  return isDeep ? { kind: "too-deep", message: "has too many nested levels" } : undefined;
}

const HALF = MAX_DEPTH / 2;
const DEEP_LINE = new RegExp(`^[ \\t]{${HALF}}`, "m");

/** Returns whether a text has what deep levels need; nearly all texts have not. */
function mayBeDeep(text: string): boolean {
  if (DEEP_LINE.test(text) || text.split(/[[{]/, MAX_DEPTH + 1).length > MAX_DEPTH) return true;
  // A line of so many characters has room for too many keys.
  for (const line of text.split("\n"))
    if (line.length >= MAX_DEPTH && line.split(/[-?:](?:\s|$)/, HALF + 1).length > HALF) return true;
  return false;
}

const QUOTED = String.raw`(?<quoted>"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*')`;
const PROPERTY = String.raw`(?<property>[&!*][^\s,[\]{}]*)`;
const COMMON = String.raw`${QUOTED}|${PROPERTY}|(?<open>[[{])|(?<space>[ \t\r]+)|(?<line>\n)|(?<comment>#[^\n]*)`;
const BLOCK = new RegExp(String.raw`${COMMON}|(?<indicator>[-?:](?=\s|$))|(?:(?!:(?:\s|$))[^\n])+|[^]`, "y");
const FLOW = new RegExp(
  String.raw`${COMMON}|(?<close>[\]}])|(?<comma>,)|(?<indicator>[-?:](?=[\s,[\]{}]|$))|(?:(?!:(?:[\s,[\]{}]|$))[^\n,[\]{}])+|[^]`,
  "y",
);

interface Bracket {
  /** The levels around it. */
  readonly levels: number;
  /** The column at which its line starts. */
  readonly indent: number;
  /** False if a line starts before it: then it may be one of a text of several lines. */
  isSure: boolean;
}

/**
 * Returns whether the levels of a text are too many. Brackets and colons in texts with quotes do not count; quotes,
 * commas and brackets inside of a plain text do not either, as for the parser. Each key and item counts with the column
 * at which it starts, until a line starts at this column or before it.
 */
function isTooDeep(text: string): boolean {
  const columns: number[] = [];
  const brackets: Bracket[] = [];
  let lineStart = 0;
  let isLineStart = true;
  let indent = 0;
  let entry: number | undefined;
  for (let at = 0; at < text.length;) {
    const pattern = brackets.length > 0 ? FLOW : BLOCK;
    pattern.lastIndex = at;
    const { 0: token, groups = {} } = pattern.exec(text)!;
    const column = at - lineStart;
    at += token.length;
    if (groups["line"] !== undefined) {
      lineStart = at;
      isLineStart = true;
      entry = undefined;
      continue;
    }
    if (groups["space"] !== undefined || groups["comment"] !== undefined) continue;
    const bracket = brackets.at(-1);
    if (isLineStart) {
      isLineStart = false;
      indent = column;
      if (bracket && groups["close"] === undefined && column <= bracket.indent) bracket.isSure = false;
      if (bracket?.isSure !== true) while ((columns.at(-1) ?? -1) >= column) columns.pop();
    }
    entry ??= column;
    if (groups["indicator"] !== undefined) {
      columns.push(entry);
      entry = undefined;
    } else if (groups["open"] !== undefined) brackets.push({ levels: columns.length, indent, isSure: true });
    else if (groups["comma"] !== undefined && bracket?.isSure === true)
      columns.length = Math.min(columns.length, bracket.levels);
    else if (groups["close"] !== undefined) columns.length = Math.min(columns.length, brackets.pop()!.levels);
    if (columns.length + brackets.length > MAX_DEPTH) return true;
  }
  return false;
}
