/** Items by a key, in the order in which the keys come first; `Map.groupBy`, which Node.js has from 21 on. */
export function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
}

/** Adds an item behind the others that have its key. */
export function addToGroup<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
