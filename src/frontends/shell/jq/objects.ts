import { elementsToRead, setMember } from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { mapSlots } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  choice,
  mapAlternatives,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";

const MAX_DEPTH = 8;

/** Copies a value, because jq never changes its input. */
export function copied(run: Run, value: Value, depth = 0): Value {
  return mapAlternatives(value, (single) => (single.kind === "object" ? copyOf(run, single, depth) : single));
}

function copyOf(run: Run, { object }: ObjectValue, depth: number): ObjectValue {
  const copy = run.make(object.className, object.place);
  const { rest, open, ...content } = run.store.read(object);
  const held = mapSlots({ ...content, rest: [...rest], open: [...open] }, (slot) =>
    depth < MAX_DEPTH ? { ...slot, value: copied(run, slot.value, depth + 1) } : slot,
  );
  run.store.write(copy, held);
  return objectValue(copy);
}

/**
 * Evaluates `a + b` and `a * b` for objects, and `a + b` for lists. An unknown `b` may add any members. Undefined for
 * other values.
 *
 * @param isDeep whether objects in both objects are merged, too
 */
export function mergedObjects(run: Run, one: Value, other: Value, isDeep: boolean): Value | undefined {
  if (one.kind !== "object" || one.object.callable) return undefined;
  const isList = one.object.className === "Array";
  if (other.kind === "unknown" && !isList) {
    const made = copyOf(run, one, 0);
    const content = run.store.read(made.object);
    run.store.write(made.object, { ...content, epoch: -1, open: [...content.open, other] });
    return made;
  }
  if (other.kind !== "object") return undefined;
  if (isList) {
    const [first, second] = [one, other].map(({ object }) => elementsToRead(run.store.read(object)));
    return first && second && !isDeep ? makeList(run, [...first, ...second]) : undefined;
  }
  const made = copyOf(run, one, 0);
  const { members, rest, open } = run.store.read(other.object);
  for (const [name, slot] of members) {
    const before = run.store.read(made.object).members.get(name);
    const both = before && isDeep ? mergedObjects(run, before.value, slot.value, true) : undefined;
    const value = both ?? slot.value;
    setMember(run.store, made.object, name, {
      ...slot,
      value: before && slot.maybeAbsent ? choice([before.value, value]) : value,
      maybeAbsent: slot.maybeAbsent && (before?.maybeAbsent ?? true),
    });
  }
  const content = run.store.read(made.object);
  if (rest.length + open.length > 0)
    run.store.write(made.object, {
      ...content,
      epoch: -1,
      rest: [...content.rest, ...rest],
      open: [...content.open, ...open],
    });
  return made;
}
