/**
 * Returns the index of the first of ordered items that is not before something; their number if all are.
 *
 * @param isBefore must hold for all items up to one of them, and for none behind it
 */
export function firstFrom<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(items[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
