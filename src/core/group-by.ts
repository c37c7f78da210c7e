/** Groups items by a key, in the order in which the keys first occur. Node.js has `Map.groupBy` from 21 on. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
}

/** Adds an item after the others with its key. */
export function addToGroup<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
