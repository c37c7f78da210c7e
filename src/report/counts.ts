import type { Report } from "../core/report.js";

/** Writes a number with its noun: `1 error`, `2 errors`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, number) => sum + number, 0);
}

/** Returns entries that are not zero, the largest first, equal ones by name. */
export function ranked(counts: Readonly<Record<string, number>>): [name: string, number: number][] {
  return Object.entries(counts)
    .filter(([, number]) => number > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** Reasons for leaving out files that are never read. */
const NEVER_READ: ReadonlySet<string> = new Set(["vcs", "lock-file"]);

/** Returns the reasons why files and folders were left out, without those that say nothing: they are in `--stats`. */
export function leftOutOfNote({ leftOut }: Report["summary"]["files"]): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(leftOut).filter(([reason]) => !NEVER_READ.has(reason)));
}
