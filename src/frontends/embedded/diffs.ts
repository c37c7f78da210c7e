import type { Span } from "../../core/span.js";
import type { Block } from "./blocks.js";
import { sendsRequests } from "./commands.js";
import { languageNamed, SHELL, type BlockLanguage } from "./languages.js";
import { partsOf, type Piece } from "./piece.js";

const NEW_FILE = /^\+\+\+[ \t]+\S*?\.(\w+)[ \t]*$/;
/** Lines of a diff that are not in the new file: those of the old file, and those that say where the others are. */
const NOT_IN_FILE = /^(?:-|\+\+\+[ \t]|@@|diff |index |\\ )/;

/** Returns whether an example is a diff that names its files. */
export function namesFiles({ text }: Piece): boolean {
  return /^\+\+\+[ \t]+\S/m.test(text);
}

/** Returns the new files of a diff, as far as the diff has them, each in its language. */
export function filesOfDiff(piece: Piece): Block[] {
  const files: { readonly language: BlockLanguage; readonly lines: Span[] }[] = [];
  for (const { index: start, 0: line } of piece.text.matchAll(/^.*(?:\n|$)/gm)) {
    const [, ending] = NEW_FILE.exec(line.trimEnd()) ?? [];
    if (ending) files.push({ language: languageNamed(ending) ?? SHELL, lines: [] });
    else if (!NOT_IN_FILE.test(line)) {
      const mark = /^[+ ]/.test(line) ? 1 : 0;
      files.at(-1)?.lines.push({ start: start + mark, end: start + line.length });
    }
  }
  return files.flatMap(({ language, lines }): Block[] => {
    const code = partsOf(piece, lines);
    const isShown = language === SHELL && !sendsRequests(code.text);
    // The files do not continue each other.
    return isShown ? [] : [{ language: { ...language, isContinued: false }, piece: code }];
  });
}
