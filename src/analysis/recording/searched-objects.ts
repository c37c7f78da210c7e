import type { HeapObject } from "../evaluation/heap.js";

/** The objects that one search has read. Objects often hold each other, and there are many ways to each of them. */
export class SearchedObjects {
  readonly #levels = new Map<HeapObject, number>();

  /** Returns whether an object is to be read: for the first time, or with more levels below it than before. */
  enter(object: HeapObject, levels: number): boolean {
    if ((this.#levels.get(object) ?? -1) >= levels) return false;
    this.#levels.set(object, levels);
    return true;
  }
}
