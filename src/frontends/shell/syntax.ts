import type { Parser } from "web-tree-sitter";
import { parseText, type ParsedText } from "../tree-sitter/parse.js";
import { parseChanged } from "../tree-sitter/parse-changed.js";
import { withWholeWords } from "./whole-words.js";

/** Parses a script, and again in another form where the grammar reads it in a wrong way. */
export function parseShell(parser: Parser, text: string): ParsedText {
  const { parsed, masked } = parseChanged(parser, text, readableShell);
  const whole = parsed.ok ? withWholeWords(parsed.root, masked) : masked;
  return whole === masked ? parsed : parseText(parser, text, whole);
}

/**
 * Returns a text in a form that the grammar can parse. It fails at a line that continues behind the end of the text. It
 * fails, often for the whole file, at many commands in backquotes that begin with a space; `$(…)` replaces these.
 */
export function readableShell(text: string): string {
  return withoutSpacedBackquotes(text.replace(/(?<!\\)((?:\\\\)*)\\(?=\s*$)/, "$1 "));
}

/** The text in which `` ` command` `` is `$(command)`, which has the same length. */
function withoutSpacedBackquotes(text: string): string {
  const pieces: string[] = [];
  let written = 0;
  const write = (index: number, length: number, piece: string): void => {
    pieces.push(text.slice(written, index), piece);
    written = index + length;
  };
  /** The start of the open command; `isInDouble` is true if double quotes were open there. */
  let open: { readonly at: number; readonly isInDouble: boolean } | undefined;
  let isInDouble = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === "\\") index++;
    else if (character === '"') isInDouble = !isInDouble;
    else if (character === "'" && !isInDouble) index = endOf(text, "'", index + 1);
    else if (character === "#" && !isInDouble && startsWord(text, index)) index = endOf(text, "\n", index);
    else if (character === "`" && !open) {
      open = { at: index, isInDouble };
      isInDouble = false;
    } else if (character === "`" && open) {
      if (/\s/.test(text[open.at + 1]!)) {
        write(open.at, 2, "$(");
        write(index, 1, ")");
      }
      ({ isInDouble } = open);
      open = undefined;
    }
  }
  return pieces.join("") + text.slice(written);
}

function startsWord(text: string, index: number): boolean {
  return index === 0 || /[\s;&|(]/.test(text[index - 1]!);
}

function endOf(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index < 0 ? text.length : index;
}
