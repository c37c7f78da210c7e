import { overlap, type Location } from "./span.js";

/** Finds the items at a place among many items with places. */
export class PlaceIndex<Item> {
  readonly #byPath = new Map<string, { readonly place: Location; readonly item: Item }[]>();
  #longest = 0;
  #isSorted = true;

  add(place: Location, item: Item): void {
    const entries = this.#byPath.get(place.path);
    if (entries) entries.push({ place, item });
    else this.#byPath.set(place.path, [{ place, item }]);
    this.#longest = Math.max(this.#longest, place.end - place.start);
    this.#isSorted = false;
  }

  /** Returns the items whose places share a character with a place, ordered by place. */
  overlapping(place: Location): Item[] {
    if (!this.#isSorted) {
      for (const entries of this.#byPath.values()) entries.sort((a, b) => a.place.start - b.place.start);
      this.#isSorted = true;
    }
    const entries = this.#byPath.get(place.path) ?? [];
    const found: Item[] = [];
    for (let at = firstFrom(entries, place.start - this.#longest); at < entries.length; at++) {
      const entry = entries[at]!;
      if (entry.place.start >= place.end) break;
      if (overlap(entry.place, place)) found.push(entry.item);
    }
    return found;
  }
}

/** Returns the index of the first entry that starts at an offset or after it. */
function firstFrom(entries: readonly { readonly place: Location }[], offset: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.place.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
