/** The key of `Hole.handle`. */
const HANDLE = "handle";

/**
 * Returns a copy of facts that can be written to disk. It has no handles of the frontend: no reader of facts uses them,
 * and they may lead to functions. An object that occurs several times stays one object.
 */
export function plainFacts<Facts>(facts: Facts): Facts {
  const copies = new Map<object, object>();
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
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
  return copyOf(facts) as Facts;
}
