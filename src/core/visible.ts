const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Cs}\u200B]/gu;

const CONTROL_PICTURES = 0x2400;
const PICTURE_OF_DELETE = "\u2421";
const REPLACEMENT = "\uFFFD";

/**
 * Makes every character of a text harmless that a terminal would act upon, or that would reorder or break the line.
 * Control characters become their pictures (U+2400 and on). C1 controls, bidirectional controls, line and paragraph
 * separators, lone surrogates and spaces without width become U+FFFD. Each takes one column.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, picture);
}

/**
 * Takes out of a whole output for people what build systems understand as commands. Azure Pipelines and the older GitHub
 * runner read `##[…]` and `##vso[…]` anywhere in a line. GitHub reads `::…` at its start. A character without width comes
 * between, so columns stay. The parts no longer have control characters (`visible`), except those of colours and links.
 */
export function withoutCommands(output: string): string {
  return output
    .replace(/##(?=(?:vso)?\[)/gi, `##${WORD_JOINER}`)
    .replace(/^([ \t]*:)(?=:)/gm, `$1${WORD_JOINER}`);
}

/**
 * Makes text of several lines safe for a terminal or a build log: without control characters and workflow commands.
 */
export function visibleLines(text: string): string {
  return withoutCommands(text.split("\n").map(visible).join("\n"));
}

const WORD_JOINER = "\u2060";

/** Joins lines into a single line that is safe to print. */
export function oneLine(text: string): string {
  const lines = text.split(/[\r\n\u2028\u2029]+/u).map((line) => line.trim());
  return visible(lines.filter((line) => line !== "").join(" "));
}

/**
 * Returns a path that is safe to print. It often starts a line, so a path that starts like a workflow command of GitHub
 * (`::error …`) gets a `./`.
 */
export function visiblePath(path: string): string {
  const shown = visible(path);
  return shown.trimStart().startsWith("::") ? `./${shown}` : shown;
}

function picture(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(CONTROL_PICTURES + code);
  return code === 0x7f ? PICTURE_OF_DELETE : REPLACEMENT;
}
