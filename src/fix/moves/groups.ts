/** Puts together what has a key in common, directly or over others; in the order of the first of each. */
export function groupsOf<Item>(items: readonly Item[], keys: (item: Item) => readonly string[]): Item[][] {
  const group = new Map<string, Set<Item>>();
  for (const item of items) {
    const own = keys(item);
    const merged = new Set<Item>([item]);
    for (const key of own) for (const other of group.get(key) ?? []) merged.add(other);
    for (const member of merged) for (const key of keys(member)) group.set(key, merged);
    for (const key of own) group.set(key, merged);
  }
  const order = new Map(items.map((item, index) => [item, index]));
  return [...new Set(group.values())]
    .map((members) => [...members].sort((a, b) => order.get(a)! - order.get(b)!))
    .sort((a, b) => order.get(a[0]!)! - order.get(b[0]!)!);
}
