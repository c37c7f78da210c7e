import type { Command } from "commander";
import { wordsOf, wrap } from "../../report/wrap.js";
import { columnsOf } from "./printing.js";
import type { Terminal } from "./terminal.js";

const DEFAULT_WIDTH = 80;
const LEAST_WIDTH = 40;
/** If the width is too small, descriptions are below their terms. */
const LEAST_DESCRIPTION = 28;
const INDENT = 2;
const BELOW = 6;

/** Returns the number of columns of help texts. */
export function helpWidth(terminal: Pick<Terminal, "stdout" | "env">): number {
  return Math.max(LEAST_WIDTH, columnsOf(terminal) ?? DEFAULT_WIDTH);
}

/** Has the help of a command and of the subcommands that it gets wrap at words. */
export function wrapHelp(command: Command, width: number): Command {
  return command.configureHelp({
    helpWidth: width,
    minWidthToWrap: LEAST_WIDTH,
    formatItem: (term, termWidth, description) => {
      const column = INDENT + termWidth + INDENT;
      const margin = " ".repeat(INDENT);
      if (description === "") return `${margin}${term}`;
      const words = wordsOf(description);
      if (width - column >= LEAST_DESCRIPTION) {
        const lead = `${margin}${term.padEnd(termWidth)}${margin}`;
        return wrap(words, { lead, columns: column, width }).join("\n");
      }
      const below = wrap(words, { lead: " ".repeat(BELOW), columns: BELOW, width });
      return [...termLines(term, width), ...below].join("\n");
    },
  });
}

function termLines(term: string, width: number): string[] {
  return wrap(wordsOf(term), { lead: " ".repeat(INDENT), columns: INDENT, hang: 2 * INDENT, width });
}

/** Wraps the lines of the help that are still too long: the usage, and the text after the options. */
export function wrapLongLines(text: string, width: number): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (line.length <= width) return [line];
      const indent = line.length - line.trimStart().length;
      const words = [...line.matchAll(/(\s*)(\S+)/g)].map(([, gap = "", text = ""]) => ({
        text,
        shown: text,
        gap: gap.length,
      }));
      return wrap(words, { lead: " ".repeat(indent), columns: indent, hang: indent + INDENT, width });
    })
    .join("\n");
}
