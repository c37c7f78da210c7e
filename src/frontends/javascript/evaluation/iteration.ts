import { elementsOf, keyOfEntry, type HeapObject } from "./heap.js";
import { makeList } from "./members.js";
import type { Run } from "./run.js";
import {
  alternatives,
  choice,
  computedText,
  memberOfUnknown,
  opaque,
  type UnknownValue,
  type Value,
} from "./value.js";

/** What iterating a value gives. */
export interface Iteration {
  /** The elements in order, where all of them are known. */
  readonly known?: readonly Value[];
  /** What one element may be, unknown lists left aside. */
  readonly some?: Value;
  /** Unknown lists whose elements are among them. */
  readonly sources: readonly UnknownValue[];
}

export function iterate(run: Run, iterable: Value): Iteration {
  const singles = alternatives(iterable);
  if (singles.length === 1) {
    const [single] = singles;
    if (single!.kind === "object") return iterateObject(run, single!.object);
  }
  const some: Value[] = [];
  const sources: UnknownValue[] = [];
  for (const single of singles) {
    if (single.kind === "unknown") sources.push(single);
    else if (single.kind === "text") some.push(opaque("computed", "character"));
    else if (single.kind === "object") {
      const inner = iterateObject(run, single.object);
      if (inner.known) some.push(...inner.known);
      if (inner.some) some.push(inner.some);
      sources.push(...inner.sources);
    }
  }
  return { ...(some.length > 0 ? { some: choice(some) } : {}), sources };
}

function iterateObject(run: Run, object: HeapObject): Iteration {
  const content = run.store.read(object);
  const { className } = object;
  if (className === "Map" || className === "Headers") return iterateEntries(run, object);
  if (className !== "Array" && className !== "Set")
    return { some: opaque("computed", className), sources: [] };
  const known = elementsOf(content);
  if (known) return { known, sources: [] };
  const some = [...[...content.members.values()].map((slot) => slot.value), ...content.rest];
  return { ...(some.length > 0 ? { some: choice(some) } : {}), sources: content.open };
}

/** `[key, value]` of each entry. */
function iterateEntries(run: Run, object: HeapObject): Iteration {
  const content = run.store.read(object);
  const entries: Value[] = [];
  let certain = content.rest.length === 0;
  for (const [member, slot] of content.members) {
    const key = keyOfEntry(member);
    if (key === undefined) continue;
    if (slot.maybeAbsent) certain = false;
    entries.push(makeList(run, [computedText(key), slot.value]));
  }
  for (const value of content.rest) entries.push(makeList(run, [opaque("computed", "key"), value]));
  if (certain && content.open.length === 0) return { known: entries, sources: [] };
  return { ...(entries.length > 0 ? { some: choice(entries) } : {}), sources: content.open };
}

/** The one value that stands for every element. */
export function someOf(iteration: Iteration): Value | undefined {
  const values: Value[] = [...(iteration.known ?? [])];
  if (iteration.some) values.push(iteration.some);
  for (const source of iteration.sources) values.push(memberOfUnknown(source, "[]"));
  return values.length > 0 ? choice(values) : undefined;
}
