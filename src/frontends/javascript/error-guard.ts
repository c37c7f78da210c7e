import jsTokens from "js-tokens";

/**
 * oxc-parser goes on behind most errors, and keeps for each of them a copy of the line that it is in. One line of 60 kB
 * with an error every eight characters takes 450 MB, three such lines' length in one the process. Nothing of that can be
 * turned off, so what has long lines is first parsed in short ones.
 */
interface ErrorLimits {
  /** Characters of lines that may be copied. */
  readonly copied: number;
}

const ERROR_LIMITS: ErrorLimits = { copied: 32_000_000 };

/** No error takes less of a text. */
const SHORTEST_ERROR = 4;

/**
 * Returns whether the errors of a text take up too much memory when it is parsed.
 *
 * @param errorsOf how many errors a parser finds
 */
export function errsTooMuch(
  text: string,
  jsx: boolean,
  errorsOf: (broken: string) => number,
  { copied }: ErrorLimits = ERROR_LIMITS,
): boolean {
  const longest = longestLine(text);
  if ((text.length / SHORTEST_ERROR) * longest <= copied) return false;
  return errorsOf(inShortLines(text, jsx)) * longest > copied;
}

function longestLine(text: string): number {
  let longest = 0;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    longest = Math.max(longest, (end < 0 ? text.length : end) - start);
    if (end < 0) break;
    start = end + 1;
  }
  return longest;
}

/** Behind these a new line changes nothing. */
const BREAKS: ReadonlySet<string> = new Set([";", ",", "{", "}"]);

/** The same code in more lines. */
function inShortLines(text: string, jsx: boolean): string {
  const pieces: string[] = [];
  for (const { type, value } of jsTokens(text, { jsx }) as Iterable<{ type: string; value: string }>) {
    pieces.push(value);
    if (type === "Punctuator" && BREAKS.has(value)) pieces.push("\n");
  }
  return pieces.join("");
}
