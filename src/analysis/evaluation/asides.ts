import { OPERATIONS_PER_STEP, workDone } from "./work.js";

/** Bounds the calls that have nothing to do with the API: they are evaluated only as far as that is cheap. */
export class Asides {
  /** The work after which such a call is cut short. */
  #allowedUntil = Infinity;

  /** Returns whether the present code is to be cut short. */
  get isSpent(): boolean {
    return workDone() > this.#allowedUntil;
  }

  /**
   * Evaluates a call that has nothing to do with the API; says whether it came to its end. A call inside such a call gets
   * half of what is left, so that the outer one can go on where the inner one is cut short.
   *
   * @param steps those that it may take, if no such call is around it
   */
  aside(steps: number, evaluate: () => void): boolean {
    const [before, now] = [this.#allowedUntil, workDone()];
    const left = before === Infinity ? steps * OPERATIONS_PER_STEP : (before - now) / 2;
    this.#allowedUntil = now + left;
    try {
      evaluate();
      return !this.isSpent;
    } finally {
      this.#allowedUntil = before;
    }
  }

  /** Evaluates a call that may have to do with the API completely, also where code calls it that has nothing to do with it. */
  inFull<Result>(evaluate: () => Result): Result {
    const [before, now] = [this.#allowedUntil, workDone()];
    this.#allowedUntil = Infinity;
    try {
      return evaluate();
    } finally {
      this.#allowedUntil = before + workDone() - now;
    }
  }
}
