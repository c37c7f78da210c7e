import { groupBy } from "./group-by.js";

/** Groups items that share a key, directly or through other items; in the order of the first item of each group. */
export function connectedGroups<Item>(
  items: readonly Item[],
  keys: (item: Item) => readonly string[],
): Item[][] {
  /** Links from an item towards the first item of its group. */
  const leaders = items.map((_, index) => index);
  const leaderOf = (index: number): number => {
    let leader = index;
    while (leaders[leader] !== leader) leader = leaders[leader]!;
    for (let at = index; at !== leader;) {
      const next = leaders[at]!;
      leaders[at] = leader;
      at = next;
    }
    return leader;
  };
  const firstWith = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    for (const key of keys(item)) {
      const known = firstWith.get(key);
      if (known === undefined) firstWith.set(key, index);
      else {
        const [a, b] = [leaderOf(known), leaderOf(index)];
        leaders[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  const groups = groupBy(items.entries(), ([index]) => leaderOf(index));
  return [...groups.values()].map((group) => group.map(([, item]) => item));
}
