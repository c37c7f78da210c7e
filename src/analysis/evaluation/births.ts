/** The number of cells and calls so far. A number tells only which of two is older, so it may go on from run to run. */
let births = 0;

/** Returns a number that is greater than those of all existing cells, and smaller than those of future cells. */
export function nextBirth(): number {
  return ++births;
}

/** Returns the number of the newest cell. */
export function birthsSoFar(): number {
  return births;
}

/** A stretch of births: those after `from`, up to `to`. */
export interface BirthSpan {
  readonly from: number;
  readonly to: number;
}

/** The births at module level of one evaluation. A cell that is made there exists on every path. */
export class ModuleLevelBirths {
  /** In ascending order, without overlap. */
  readonly #spans: BirthSpan[] = [];

  remember(from: number, to: number): void {
    if (from === to) return;
    while (this.#spans.length > 0 && this.#spans.at(-1)!.from >= from) this.#spans.pop();
    this.#spans.push({ from, to });
  }

  /**
   * Returns whether what was born then was there before asynchronous code, or came with a module that is there for all
   * code alike.
   */
  isOlder(born: number, since: number): boolean {
    return born < since || this.isIn(born, since);
  }

  /** Returns whether what was born then was there at a time, or came with a module that is there for all code alike. */
  isKnownSince(born: number, time: number): boolean {
    if (born <= time) return true;
    const last = this.#spans.at(-1);
    return last !== undefined && last.to > time && this.isIn(born, time);
  }

  /** Returns whether what was born then came with a module that is there for all code alike. */
  has(born: number): boolean {
    return this.isIn(born, 0);
  }

  /** Returns whether it is in a span that began at `since` or later. */
  isIn(born: number, since: number): boolean {
    const span = spanOf(this.#spans, born);
    return span !== undefined && span.from >= since;
  }
}

/** Returns the span that a birth is in. Spans are in order and do not overlap. */
export function spanOf<Span extends BirthSpan>(spans: readonly Span[], born: number): Span | undefined {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (spans[middle]!.to < born) low = middle + 1;
    else high = middle;
  }
  const span = spans[low];
  return span !== undefined && span.from < born && born <= span.to ? span : undefined;
}
