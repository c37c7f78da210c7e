/**
 * Adds items to the end of a list. `list.push(...items)` passes them as arguments, and too many overflow the stack. The
 * content of a file decides how many there are.
 */
export function addAll<Item>(list: Item[], items: Iterable<Item>): void {
  // A list that is added to itself grows meanwhile.
  for (const item of items === list ? [...items] : items) list.push(item);
}

/** Returns the greatest number, or `least` if no number is greater. Works for any number of numbers. */
export function greatestOf(numbers: Iterable<number>, least = -Infinity): number {
  let greatest = least;
  for (const number of numbers) if (number > greatest) greatest = number;
  return greatest;
}
