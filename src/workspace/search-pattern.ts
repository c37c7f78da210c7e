/**
 * A regular expression in the subset that means the same to JavaScript and to ripgrep: ASCII, case-sensitive, matched
 * within one line. Allowed are literals, escaped punctuation, `.`, `\d \D \w \W \b \B \t`, `\xHH` from 20 to 7f, classes,
 * groups, `(?:…)`, alternation and quantifiers. Not allowed, because the two differ or one has none: anchors, look-around,
 * flags, names, back-references, `\s` (ripgrep knows ASCII blanks only), `\n`, a bare `{`, nested or combined classes.
 */
export interface SearchPattern {
  readonly source: string;
}

/**
 * Returns the source of a pattern that finds the name of a file. Characters other than ASCII match any characters: a
 * pattern finds at least the name, and perhaps more.
 */
export function escaped(name: string): string {
  return name
    .replace(/[^ -~]+/g, "\0")
    .replace(/[$()*+?.[\]^{|}\\]/g, String.raw`\$&`)
    .replaceAll("\0", `[^'"]+`);
}

/** Answers whether one of the patterns occurs in a text, as ripgrep would: within a line. */
export type Matcher = (text: string) => boolean;

/**
 * Compiles patterns for texts whose characters are ASCII, or bytes above it taken as they are (`latin1`).
 *
 * @param encoded texts of ASCII that are looked for in UTF-16 and UTF-32
 * @throws {RangeError} A pattern outside the subset; patterns come from rules, so this is a defect of the caller.
 */
export function compilePatterns(
  patterns: readonly SearchPattern[],
  encoded: readonly string[] = [],
): Matcher {
  if (patterns.length === 0) return () => false;
  checkPatterns(patterns);
  const sources = [...patterns.map(({ source }) => source), ...encoded.flatMap(inWideText)];
  const expression = new RegExp(sources.map((source) => `(?:${source})`).join("|"), "s");
  return (text) => {
    const match = expression.exec(text);
    if (match === null) return false;
    // A class such as [^"] may have run over a line end, and the leftmost match may hide one that does not.
    return !match[0].includes(LINE_END) || text.split(LINE_END).some((line) => expression.test(line));
  };
}

/**
 * Checks patterns without the cost of compiling them, if ripgrep searches.
 *
 * @throws {RangeError} as `compilePatterns`
 */
export function checkPatterns(patterns: readonly SearchPattern[]): void {
  for (const { source } of patterns) {
    const objection = findObjection(source);
    if (objection !== undefined) throw new RangeError(`search pattern ${source}: ${objection}`);
  }
}

/** Returns the sources of expressions for ASCII text as the bytes of UTF-16 and of UTF-32, in both orders. */
export function inWideText(text: string): string[] {
  const characters = [...text].map((character) => escaped(character));
  return [1, 3].map((width) => characters.join(String.raw`\x00`.repeat(width)));
}

const LINE_END = "\n";
const LETTER_ESCAPES = new Set("dDwWbBt");
const QUANTIFIER = /^\{\d+(?:,\d*)?\}/;
const LOW_HEXADECIMAL = /^x[2-7][\dA-Fa-f]/;
const COMBINED_CLASSES = ["&&", "--", "~~"];

/** Returns the reason why a source is not in the subset; `undefined` if it is. Grouping is left to the compiler. */
function findObjection(source: string): string | undefined {
  let classStart = -1;
  for (let index = 0; index < source.length; index++) {
    const character = source[index]!;
    const rest = source.slice(index);
    if (character > "\x7e" || character < " ") return "only printable ASCII can be searched for";
    if (character === "\\") {
      const objection = objectionToEscape(rest.slice(1), classStart >= 0);
      if (objection !== undefined) return objection;
      index += LOW_HEXADECIMAL.test(rest.slice(1)) ? 3 : 1;
    } else if (classStart >= 0) {
      if (character === "]") {
        if (index === classStart) return "a class must not be empty";
        classStart = -1;
      } else if (character === "[" || COMBINED_CLASSES.some((operator) => rest.startsWith(operator))) {
        return "classes cannot be nested or combined";
      }
    } else if (character === "[") {
      if (source[index + 1] === "^") index++;
      classStart = index + 1;
    } else if (character === "^" || character === "$") {
      return "anchors are not supported";
    } else if (rest.startsWith("(?") && !rest.startsWith("(?:")) {
      return "look-around, flags and names are not supported";
    } else if (character === "{") {
      const quantifier = QUANTIFIER.exec(rest)?.[0];
      if (quantifier === undefined) return "a literal { must be escaped";
      index += quantifier.length - 1;
    } else if (character === "}") {
      return "a literal } must be escaped";
    }
  }
  return undefined;
}

function objectionToEscape(escaped: string, inClass: boolean): string | undefined {
  const character = escaped[0];
  if (character === undefined) return "ends with a backslash";
  if (/[A-Za-z]/.test(character)) {
    const known = LETTER_ESCAPES.has(character) && !(inClass && (character === "b" || character === "B"));
    return known || LOW_HEXADECIMAL.test(escaped)
      ? undefined
      : `\\${character} does not mean the same everywhere`;
  }
  if (/\d/.test(character)) return "back-references are not supported";
  // \< and \> are word boundaries to ripgrep.
  return character === "<" || character === ">" ? `${character} must not be escaped` : undefined;
}
