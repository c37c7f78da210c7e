/** The key of `Hole.handle`. */
const HANDLE = "handle";

/**
 * Returns a copy of facts that can be written to disk. It has no handles of the frontend: no reader of facts uses them,
 * and they may lead to functions. An object that occurs several times stays one object. Undefined if the texts are too
 * long together: each place of a text is written by itself.
 *
 * @param mostCharacters of all texts
 */
export function plainFacts<Facts>(facts: Facts, mostCharacters: number): Facts | undefined {
  const copies = new Map<object, object>();
  let left = mostCharacters;
  const copyOf = (value: unknown): unknown => {
    if (typeof value === "string") left -= value.length;
    if (typeof value !== "object" || value === null || left < 0) return value;
    const known = copies.get(value);
    if (known) return known;
    if (value instanceof Map) {
      const map = new Map<unknown, unknown>();
      copies.set(value, map);
      for (const [key, member] of value) map.set(key, copyOf(member));
      return map;
    }
    const copy: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
    copies.set(value, copy);
    for (const [key, member] of Object.entries(value)) if (key !== HANDLE) copy[key] = copyOf(member);
    return copy;
  };
  const copy = copyOf(facts) as Facts;
  return left < 0 ? undefined : copy;
}

/**
 * Takes the handles of the frontend out of facts, so that they keep no value of the evaluation, and no tree, in memory.
 * An object that the facts share changes for all of them.
 */
export function releaseHandles(facts: object): void {
  const seen = new Set<object>([facts]);
  for (const one of seen) {
    if (HANDLE in one) (one as { [HANDLE]: object | undefined })[HANDLE] = undefined;
    const members: Iterable<unknown> = one instanceof Map ? one.values() : Object.values(one);
    for (const member of members) if (typeof member === "object" && member !== null) seen.add(member);
  }
}
