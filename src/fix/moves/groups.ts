/** Puts together what has a key in common, directly or over others; in the order of the first of each. */
export function groupsOf<Item>(items: readonly Item[], keys: (item: Item) => readonly string[]): Item[][] {
  // The group of an item is the item itself, or that of an earlier one that it was joined to.
  const joined = items.map((_, index) => index);
  const groupOf = (index: number): number => {
    let at = index;
    for (let next = joined[at]!; next !== at; next = joined[at]!) {
      joined[at] = joined[next]!;
      at = next;
    }
    return at;
  };
  const firstWith = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    for (const key of keys(item)) {
      const other = firstWith.get(key);
      if (other === undefined) {
        firstWith.set(key, index);
        continue;
      }
      const [a, b] = [groupOf(other), groupOf(index)];
      joined[Math.max(a, b)] = Math.min(a, b);
    }
  }
  const groups = new Map<number, Item[]>();
  for (const [index, item] of items.entries()) {
    const group = groups.get(groupOf(index));
    if (group) group.push(item);
    else groups.set(groupOf(index), [item]);
  }
  return [...groups.values()];
}
