import { DEFAULT_LIMITS, type Limits } from "../../limits.js";

/** The limits of values themselves. */
type Bounds = Pick<Limits, "hops" | "alternatives">;

let present: Bounds = DEFAULT_LIMITS;

/**
 * What bounds the values that are made now. Values are made everywhere, by functions that know of no run; since an
 * evaluation is synchronous, its bounds are those of the run that is at work.
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
