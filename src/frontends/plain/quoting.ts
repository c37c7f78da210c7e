/** How a language quotes, as far as it decides where a line is code and nothing else. */
interface Quoting {
  /** What opens a text of several lines, with what closes it; longer marks first. */
  readonly long: readonly Quote[];
  /** Marks of texts that end with their line at the latest. */
  readonly short: readonly string[];
  readonly lineComments: readonly string[];
  readonly blockComment?: readonly [open: string, close: string];
  /** Whether a mark of a comment counts only at the start of a word. */
  readonly wordComments?: boolean;
  /** What opens a document inside of the text, which is not understood. */
  readonly hereDocument?: string;
}

interface Quote {
  readonly open: string;
  readonly close: string;
  readonly escapes: boolean;
}

const C_COMMENTS = { lineComments: ["//"], blockComment: ["/*", "*/"] } as const;
const quote = (mark: string, escapes = true): Quote => ({ open: mark, close: mark, escapes });

const SHELL: Quoting = {
  long: [{ open: "$'", close: "'", escapes: true }, quote("'", false), quote('"'), quote("`")],
  short: [],
  lineComments: ["#"],
  wordComments: true,
  hereDocument: "<<",
};

const TERRAFORM: Quoting = {
  long: [],
  short: ['"'],
  lineComments: ["#", "//"],
  blockComment: ["/*", "*/"],
  hereDocument: "<<",
};

/** Languages with regular expressions, or with marks of a writer's choice around texts, are left to a parser. */
const QUOTING: Readonly<Record<string, Quoting>> = {
  shell: SHELL,
  dockerfile: { ...SHELL, long: [], short: ['"', "'"] },
  python: { long: [quote('"""'), quote("'''")], short: ['"', "'"], lineComments: ["#"] },
  toml: { long: [quote('"""'), quote("'''", false)], short: ['"', "'"], lineComments: ["#"] },
  go: { long: [quote("`", false)], short: ['"', "'"], ...C_COMMENTS },
  java: { long: [quote('"""')], short: ['"', "'"], ...C_COMMENTS },
  kotlin: { long: [quote('"""', false)], short: ['"', "'"], ...C_COMMENTS },
  terraform: TERRAFORM,
  hcl: TERRAFORM,
};

/**
 * Whether the start of a line is outside of every text and comment, by what stands before it; false where that is not
 * certain, and for languages that are not known that well.
 *
 * @param before the text up to the line
 */
export function isCodeAfter(before: string, language: string): boolean {
  const quoting = QUOTING[language];
  if (!quoting) return false;
  const { long, short, lineComments, blockComment, wordComments, hereDocument } = quoting;
  let at = 0;
  while (at < before.length) {
    const starts = (mark: string): boolean => before.startsWith(mark, at);
    const opened = long.find(({ open }) => starts(open));
    const isWord = !wordComments || at === 0 || /[\s;&|(]/.test(before[at - 1]!);
    if (hereDocument !== undefined && starts(hereDocument)) return false;
    if (isWord && lineComments.some(starts)) at = endOfLine(before, at);
    else if (blockComment && starts(blockComment[0])) {
      const end = before.indexOf(blockComment[1], at + blockComment[0].length);
      if (end < 0) return false;
      at = end + blockComment[1].length;
    } else if (opened) {
      const end = closing(before, at + opened.open.length, opened.close, opened.escapes);
      if (end === undefined) return false;
      at = end;
    } else if (short.some(starts)) {
      // Where it does not end on its line, it is no text, or the file is broken.
      const end = closing(before.slice(0, endOfLine(before, at)), at + 1, before[at]!, true);
      if (end === undefined) return false;
      at = end;
    } else at += before[at] === "\\" ? 2 : 1;
  }
  return true;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** The offset behind the mark that closes a text. */
function closing(text: string, from: number, mark: string, escapes: boolean): number | undefined {
  for (let at = from; at < text.length; at++) {
    if (escapes && text[at] === "\\") at++;
    else if (text.startsWith(mark, at)) return at + mark.length;
  }
  return undefined;
}
