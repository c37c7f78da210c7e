import type { Table } from "mdast";
import stringWidth from "string-width";

import { inlineWords, type Inline } from "./markdown-words.js";
import { wrap, type Word } from "./wrap.js";

const GAP = "  ";
/** The least columns that a cell is wrapped to; a table with less room is a list. */
const LEAST_CELL = 10;

/** Writes a table with aligned columns, and cells wrapped at words. If there is no room, writes a list of its rows. */
export function tableLines(table: Table, width: number, inline: Inline): string[] {
  const rows = table.children.map((row) => row.children.map((cell) => inlineWords(cell.children, inline)));
  const [head = [], ...body] = rows;
  const columns = fittingColumns(rows, width - GAP.length * (head.length - 1));
  if (!columns) return body.flatMap((row) => recordLines(head, row, width));
  const bold = head.map((cell) => cell.map((word) => ({ ...word, shown: inline.style.strong(word.shown) })));
  const rule = columns.map((number) => inline.style.faint("─".repeat(number))).join(GAP);
  return [...rowLines(bold, columns), rule, ...body.flatMap((row) => rowLines(row, columns))];
}

/**
 * Returns the widths of the columns. The widest ones are made narrower until all fit. Undefined if they cannot fit.
 */
function fittingColumns(rows: readonly (readonly Word[][])[], room: number): number[] | undefined {
  const count = Math.max(...rows.map((row) => row.length));
  const needed = (measure: (cell: readonly Word[]) => number): number[] =>
    Array.from({ length: count }, (_, at) => Math.max(1, ...rows.map((row) => measure(row[at] ?? []))));
  const columns = needed((cell) => stringWidth(cell.map(({ text }) => text).join(" ")));
  const least = needed((cell) => Math.max(0, ...cell.map(({ text }) => stringWidth(text)))).map(
    (number, at) => Math.max(number, Math.min(LEAST_CELL, columns[at]!)),
  );
  let excess = sum(columns) - room;
  while (excess > 0) {
    const spare = columns.map((number, at) => number - least[at]!);
    const most = spare.indexOf(Math.max(...spare));
    if (spare[most]! <= 0) return undefined;
    const second = Math.max(...columns.filter((_, at) => at !== most), least[most]!);
    const step = Math.max(1, Math.min(excess, spare[most]!, columns[most]! - second));
    columns[most]! -= step;
    excess -= step;
  }
  return columns;
}

function rowLines(row: readonly Word[][], columns: readonly number[]): string[] {
  const cells = columns.map((width, at) => {
    const words = row[at] ?? [];
    return words.length === 0 ? [""] : wrap(words, { lead: "", columns: 0, width });
  });
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, at) => {
        const shown = lines[line] ?? "";
        return shown + " ".repeat(Math.max(0, columns[at]! - stringWidth(shown)));
      })
      .join(GAP)
      .trimEnd(),
  );
}

/** `heading: cell`, one line for each cell. */
function recordLines(head: readonly Word[][], row: readonly Word[][], width: number): string[] {
  return row.flatMap((cell, at) => {
    const name = (head[at] ?? []).map(({ text }) => text).join(" ");
    const label = name === "" ? [] : [{ text: `${name}:`, shown: `${name}:` }];
    const lead = at === 0 ? "- " : "  ";
    return wrap([...label, ...cell], { lead, columns: 2, hang: 4, width });
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
