import { addToGroup } from "../../core/group-by.js";
import type { Cell } from "./store.js";
import { work } from "./work.js";

/** A write in the log of a store. With `UNFINISHED` as its content, earlier writes of the cell do not count. */
export interface Written {
  readonly cell: Cell<unknown>;
  readonly content: unknown;
}

/** Stands for all that a cell held while it was made. */
export const UNFINISHED = Symbol("unfinished");

/** Returns what each cell held, from a position of the log on. */
export function contentsIn(log: readonly Written[], start: number): Map<Cell<unknown>, unknown[]> {
  const written = new Map<Cell<unknown>, unknown[]>();
  work(log.length - start);
  for (let index = start; index < log.length; index++) {
    const { cell, content } = log[index]!;
    if (content === UNFINISHED) written.delete(cell);
    else addToGroup(written, cell, content);
  }
  return written;
}
