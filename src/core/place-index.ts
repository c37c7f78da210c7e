import { overlap, touch, type Location } from "./span.js";

interface Entry<Item> {
  readonly place: Location;
  readonly item: Item;
}

interface FileEntries<Item> {
  readonly entries: Entry<Item>[];
  /** The length of the longest place. */
  longest: number;
  isSorted: boolean;
}

/** Finds the items at a place among many items with places. */
export class PlaceIndex<Item> {
  readonly #byPath = new Map<string, FileEntries<Item>>();

  add(place: Location, item: Item): void {
    const file = this.#byPath.get(place.path) ?? { entries: [], longest: 0, isSorted: true };
    this.#byPath.set(place.path, file);
    file.entries.push({ place, item });
    file.longest = Math.max(file.longest, place.end - place.start);
    file.isSorted = false;
  }

  /** Returns the items whose places share a character with a place, ordered by place. */
  overlapping(place: Location): Item[] {
    return this.#near(place).flatMap((one) => (overlap(one.place, place) ? [one.item] : []));
  }

  /** Returns the items whose places share a character with a place or are adjacent to it, ordered by place. */
  touching(place: Location): Item[] {
    return this.#near(place).flatMap((one) => (touch(one.place, place) ? [one.item] : []));
  }

  /** Returns the entries that may share a character with a place or be adjacent to it. */
  #near({ path, start, end }: Location): readonly Entry<Item>[] {
    const file = this.#byPath.get(path);
    if (!file) return [];
    const { entries, longest } = file;
    if (!file.isSorted) entries.sort((a, b) => a.place.start - b.place.start);
    file.isSorted = true;
    return entries.slice(firstFrom(entries, start - longest), firstFrom(entries, end + 1));
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
