/**
 * Counts the work of the evaluation, so that limits are the same on every machine. Values and contents are made by
 * functions that know of no run, and an evaluation is synchronous, so there is one counter.
 */
let done = 0;

/** A step, the evaluation of one expression or statement, is as much work as copying so many members of an object. */
export const OPERATIONS_PER_STEP = 8;

/**
 * Counts work.
 *
 * @param operations the number of members, parts of texts, alternatives or variables that were copied, compared or
 * joined
 */
export function work(operations: number): void {
  done += operations;
}

/** Returns all the work so far. */
export function workDone(): number {
  return done;
}

/** Counts the iteration of a collection as work, and returns the collection. */
export function counted<Collection extends { readonly size: number }>(collection: Collection): Collection {
  work(collection.size);
  return collection;
}
