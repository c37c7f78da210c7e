/** Counts what an evaluation finds for the first time: facts, and code that had not run before. */
export class Discoveries {
  readonly #known = new Set<string>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Adds something that is certainly new. */
  add(): void {
    this.#count++;
  }

  /** Adds something, if nothing was found that is described by the same words. */
  addIfNew(what: string): void {
    if (this.#known.has(what)) return;
    this.#known.add(what);
    this.#count++;
  }
}
