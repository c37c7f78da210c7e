import type { ModuleLevelBirths } from "./births.js";
import type { Cell } from "./store.js";

/** Finds out what a round of a loop reads that another round may have written: all that it has not written itself before. */
export class Carried {
  readonly #found = new Set<Cell<unknown>>();
  /**
   * The cells that are surely written on the paths that lead to the present code, from the outermost to the innermost.
   */
  readonly #written: Set<Cell<unknown>>[] = [new Set()];

  constructor(
    private readonly outer: Carried | undefined,
    private readonly since: number,
    private readonly births: ModuleLevelBirths,
  ) {}

  has(cell: Cell<unknown>): boolean {
    return this.#found.has(cell);
  }

  reads(cell: Cell<unknown>): void {
    if (this.#found.has(cell) || this.#written.some((written) => written.has(cell))) return;
    if (this.births.isKnownSince(cell.born, this.since)) this.#found.add(cell);
    this.outer?.reads(cell);
  }

  writes(cell: Cell<unknown>): void {
    this.#written.at(-1)!.add(cell);
  }

  /** Begins one of several paths: writes from here on belong to it. */
  enterPath(): void {
    this.#written.push(new Set());
    this.outer?.enterPath();
  }

  leavePath(): void {
    this.#written.pop();
    this.outer?.leavePath();
  }
}
