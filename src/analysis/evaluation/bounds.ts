import { DEFAULT_LIMITS, type Limits } from "../../frontends/limits.js";

/** The limits of values themselves. */
type Bounds = Pick<Limits, "hops" | "alternatives">;

let present: Bounds = DEFAULT_LIMITS;

/**
 * Returns the bounds of the values that are made now. Functions make values without knowing the run. An evaluation is
 * synchronous, so its bounds are those of the present run.
 */
export function bounds(): Bounds {
  return present;
}

/** Evaluates within other bounds. */
export function boundedBy<Result>(limits: Bounds, evaluate: () => Result): Result {
  const before = present;
  present = limits;
  try {
    return evaluate();
  } finally {
    present = before;
  }
}
