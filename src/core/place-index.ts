import { overlap, touch, type Location } from "./span.js";

interface Entry<Item> {
  readonly place: Location;
  readonly item: Item;
}

interface FileEntries<Item> {
  readonly entries: Entry<Item>[];
  /**
   * Entries in the order of their starts are the leaves of a tree; each node has the greatest end of its leaves. The
   * root is at 1, and the children of a node at twice its index. Undefined if an entry was added later.
   */
  ends: Float64Array | undefined;
}

/** Finds the items at a place among many items with places. It does not look at the items of other places. */
export class PlaceIndex<Item> {
  readonly #byPath = new Map<string, FileEntries<Item>>();

  add(place: Location, item: Item): void {
    const file = this.#byPath.get(place.path) ?? { entries: [], ends: undefined };
    this.#byPath.set(place.path, file);
    file.entries.push({ place, item });
    file.ends = undefined;
  }

  /** Returns the items whose places share a character with a place, ordered by place. */
  overlapping(place: Location): Item[] {
    return this.#near(place).flatMap((one) => (overlap(one.place, place) ? [one.item] : []));
  }

  /** Returns the items whose places share a character with a place or are adjacent to it, ordered by place. */
  touching(place: Location): Item[] {
    return this.#near(place).flatMap((one) => (touch(one.place, place) ? [one.item] : []));
  }

  /** Returns the entries that share a character with a place or are adjacent to it. */
  #near({ path, start, end }: Location): readonly Entry<Item>[] {
    const file = this.#byPath.get(path);
    if (!file) return [];
    const { entries } = file;
    const ends = (file.ends ??= sorted(entries));
    const leaves = ends.length / 2;
    const found: Entry<Item>[] = [];
    const visit = (node: number, first: number, count: number): void => {
      if (first >= entries.length || ends[node]! < start || entries[first]!.place.start > end) return;
      if (count === 1) {
        found.push(entries[first]!);
        return;
      }
      visit(node * 2, first, count / 2);
      visit(node * 2 + 1, first + count / 2, count / 2);
    };
    visit(1, 0, leaves);
    return found;
  }
}

/** Returns a function that says whether a place touches one of many. They are put in order when it is first called. */
export function touchesOneOf(places: readonly Location[]): (place: Location) => boolean {
  let index: PlaceIndex<true> | undefined;
  return (place) => {
    if (places.length === 0) return false;
    if (!index) {
      index = new PlaceIndex();
      for (const one of places) index.add(one, true);
    }
    return index.touching(place).length > 0;
  };
}

/** Sorts entries by their starts, and returns the tree of their ends. */
function sorted(entries: Entry<unknown>[]): Float64Array {
  entries.sort((a, b) => a.place.start - b.place.start);
  let leaves = 1;
  while (leaves < entries.length) leaves *= 2;
  const ends = new Float64Array(leaves * 2).fill(-1);
  for (const [index, { place }] of entries.entries()) ends[leaves + index] = place.end;
  for (let node = leaves - 1; node > 0; node--) ends[node] = Math.max(ends[node * 2]!, ends[node * 2 + 1]!);
  return ends;
}
