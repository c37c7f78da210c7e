/** The quoting rules of a language, as far as they decide which lines are only code. */
interface Quoting {
  /** Marks that open and close a text of several lines, longer marks first. */
  readonly long: readonly Quote[];
  /** Marks of texts that end with their line at the latest. */
  readonly short: readonly string[];
  readonly lineComments: readonly string[];
  readonly blockComment?: readonly [open: string, close: string];
  /** True if the mark of a comment counts only at the start of a word. */
  readonly wordComments?: boolean;
  /** Code before something that is not understood, such as a document inside the text. */
  readonly stops?: readonly string[];
  /** Marks that make all following text uncertain, wherever they are. */
  readonly doubts?: readonly string[];
  /** The text with which a file must begin to be code. */
  readonly opening?: string;
}

interface Quote {
  readonly open: string;
  readonly close: string;
  readonly escapes: boolean;
}

const C_COMMENTS = { lineComments: ["//"], blockComment: ["/*", "*/"] } as const;
const HASH = { lineComments: ["#"] } as const;
const quote = (mark: string, escapes = true): Quote => ({ open: mark, close: mark, escapes });
const raw = (open: string, close: string): Quote => ({ open, close, escapes: false });
const BOTH = [quote('"'), quote("'")];
const TRIPLE = [quote('"""'), quote("'''")];

const SHELL: Quoting = {
  long: [{ open: "$'", close: "'", escapes: true }, quote("'", false), quote('"'), quote("`")],
  short: [],
  ...HASH,
  wordComments: true,
  stops: ["<<"],
};

const TERRAFORM: Quoting = {
  long: [],
  short: ['"'],
  lineComments: ["#", "//"],
  blockComment: ["/*", "*/"],
  stops: ["<<"],
};

/** A character that holds a quote; an apostrophe alone begins a lifetime or a symbol as often as a character. */
const QUOTE_CHARACTER = raw(`'"`, "'");

/** In languages with regular expressions, or with marks of a writer's choice around texts, what may be one is a stop. */
const QUOTING: ReadonlyMap<string, Quoting> = new Map(
  Object.entries<Quoting>({
    shell: SHELL,
    dockerfile: { ...SHELL, long: [], short: ['"', "'"] },
    python: { long: TRIPLE, short: ['"', "'"], ...HASH },
    toml: { long: [quote('"""'), quote("'''", false)], short: ['"', "'"], ...HASH },
    go: { long: [quote("`", false)], short: ['"', "'"], ...C_COMMENTS },
    java: { long: [quote('"""')], short: ['"', "'"], ...C_COMMENTS },
    kotlin: { long: [quote('"""', false)], short: ['"', "'"], ...C_COMMENTS },
    terraform: TERRAFORM,
    hcl: TERRAFORM,
    // A doubled quote in a verbatim string counts as the end of one and the start of another.
    csharp: {
      long: [quote('"""', false), raw('$@"', '"'), raw('@$"', '"'), raw('@"', '"')],
      short: ['"', "'"],
      ...C_COMMENTS,
    },
    rust: {
      long: [raw('r##"', '"##'), raw('r#"', '"#'), raw('r"', '"'), QUOTE_CHARACTER, quote('"')],
      short: [],
      ...C_COMMENTS,
    },
    php: {
      long: [...BOTH, quote("`")],
      short: [],
      lineComments: ["//", "#"],
      blockComment: ["/*", "*/"],
      stops: ["<<<"],
      doubts: ["?>"],
      opening: "<?php",
    },
    ruby: {
      long: [...BOTH, quote("`")],
      short: [],
      ...HASH,
      stops: ["/", "%", "<<", '?"', "?'", "?#", "?`", '$"', "$'", "$`"],
      doubts: ["\n=begin", "\n__END__"],
    },
    swift: { long: [quote('"""')], short: ['"'], ...C_COMMENTS, stops: ['#"', "#/", "/"] },
    dart: {
      long: [raw('r"""', '"""'), raw("r'''", "'''"), raw('r"', '"'), raw("r'", "'"), ...TRIPLE],
      short: ['"', "'"],
      ...C_COMMENTS,
    },
    scala: { long: [quote('"""', false), QUOTE_CHARACTER], short: ['"'], ...C_COMMENTS, stops: ["<"] },
    groovy: { long: TRIPLE, short: ['"', "'"], ...C_COMMENTS, stops: ["/"] },
    c: { long: [], short: ['"', "'"], ...C_COMMENTS },
    cpp: { long: [], short: ['"', "'"], ...C_COMMENTS, stops: ['R"'] },
    powershell: {
      long: [quote('"', false), quote("'", false)],
      short: [],
      ...HASH,
      blockComment: ["<#", "#>"],
      wordComments: true,
      stops: ['@"', "@'"],
      doubts: ['`"', "`'", "`#"],
    },
    elixir: { long: [...TRIPLE, ...BOTH], short: [], ...HASH, stops: ["~", '?"', "?'", "?#"] },
    r: { long: [...BOTH, quote("`")], short: [], ...HASH, stops: ['r"', "r'", 'R"', "R'"] },
    sql: {
      long: [quote("'", false), quote('"', false), quote("`", false)],
      short: [],
      lineComments: ["--"],
      blockComment: ["/*", "*/"],
      stops: ["$"],
      doubts: ["\\'"],
    },
    lua: { long: [], short: ['"', "'"], lineComments: ["--"], stops: ["[[", "[="], doubts: ["--[[", "--[="] },
    graphql: { long: [quote('"""')], short: ['"'], ...HASH },
  }),
);

/**
 * Returns whether the start of a line is outside of every text and comment, judged by the text before it. Returns false
 * if that is not certain, and for languages that are not known that well.
 *
 * @param before the text up to the line
 */
export function isCodeAfter(before: string, language: string): boolean {
  const quoting = QUOTING.get(language);
  if (!quoting) return false;
  const { long, short, lineComments, blockComment, wordComments, stops = [], doubts = [], opening } = quoting;
  if (opening !== undefined && !before.startsWith(opening)) return false;
  if (doubts.some((doubt) => before.includes(doubt))) return false;
  let at = 0;
  while (at < before.length) {
    const starts = (mark: string): boolean => before.startsWith(mark, at);
    const opened = long.find(({ open }) => starts(open));
    const isWord = !wordComments || at === 0 || /[\s;&|(]/.test(before[at - 1]!);
    if (blockComment && starts(blockComment[0])) {
      const end = before.indexOf(blockComment[1], at + blockComment[0].length);
      if (end < 0) return false;
      at = end + blockComment[1].length;
    } else if (isWord && lineComments.some(starts)) at = endOfLine(before, at);
    else if (stops.some(starts)) return false;
    else if (opened) {
      const end = closing(before, at + opened.open.length, opened.close, opened.escapes);
      if (end === undefined) return false;
      at = end;
    } else if (short.some(starts)) {
      // If it does not end on its line, it is not a text, or the file is broken.
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
