import type { SourceText } from "../core/source-text.js";
import { sum } from "../workspace/journal.js";
import { KeptData } from "../workspace/kept-data.js";
import type { FileChange } from "../workspace/transaction.js";

/** The form of the data. */
const KEY = "1";

/**
 * The files that earlier runs of `fix` changed when git had them as they were. While such a file holds exactly what `fix`
 * wrote, git can bring back what was there before.
 */
export class OwnChanges {
  readonly #kept: KeptData;
  #sums: ReadonlyMap<string, string> | undefined;

  /** @param root absolute; paths are relative to it */
  constructor(root: string) {
    this.#kept = new KeptData(root, "fixed");
  }

  /** Returns whether a file holds what `fix` wrote. */
  includes(path: string, source: SourceText | undefined): boolean {
    return source !== undefined && this.#known().get(path) === sum(rawOf(source));
  }

  /** Notes what was written. */
  note(changes: readonly FileChange[]): void {
    if (changes.length === 0) return;
    this.#sums = new Map([
      ...this.#known(),
      ...changes.map(({ path, after }) => [path, sum(after)] as const),
    ]);
    this.#kept.write(KEY, this.#sums);
  }

  #known(): ReadonlyMap<string, string> {
    return (this.#sums ??= (this.#kept.read(KEY) as ReadonlyMap<string, string> | undefined) ?? new Map());
  }
}

/** Returns the content of a file as it is written to disk. */
export function rawOf({ hasByteOrderMark, text }: SourceText): string {
  return hasByteOrderMark ? `\uFEFF${text}` : text;
}
