import type { Refusal } from "../editor.js";

export type { EditResult, Refusal } from "../editor.js";

export function isRefusal(result: object): result is Refusal {
  return "refused" in result;
}

/** Unwinds the making of an edit; never leaves an editor. */
class Refused extends Error {}

/** Gives up an edit that cannot be made without guessing. */
export function refuse(why: string): never {
  throw new Refused(why);
}

/** Returns the result of `make`, or the reason that it stated with `refuse`. */
export function orRefusal<T>(make: () => T): T | Refusal {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message };
    throw error;
  }
}
