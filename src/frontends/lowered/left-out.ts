import {
  HeapObject,
  elementsOf,
  isInternal,
  mergeUnknown,
  setMember,
} from "../../analysis/evaluation/heap.js";
import { makeList } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  mapAlternatives,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../analysis/evaluation/value.js";

const MAX_DEPTH = 8;

/** Returns a value as printers of JSON have it that leave out members without a value. */
export function leaveOutNothing(run: Run, value: Value, depth = 0): Value {
  if (depth > MAX_DEPTH) return value;
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable) return single;
    if (single.object.className === "Array") return listOf(run, single, depth);
    return single.object.className === "Object" || single.object.prototype
      ? recordOf(run, single, depth)
      : single;
  });
}

function listOf(run: Run, list: ObjectValue, depth: number): Value {
  const elements = elementsOf(run.store.read(list.object));
  if (!elements) return list;
  const made = elements.map((one) => leaveOutNothing(run, one, depth + 1));
  return makeList(run, made, list.object.place);
}

function recordOf(run: Run, { object }: ObjectValue, depth: number): Value {
  const { members, open } = run.store.read(object);
  const made = new HeapObject("Object", object.place);
  for (const [key, slot] of members)
    if (!isInternal(key) && !slot.isHidden)
      setMember(run.store, made, key, {
        ...slot,
        value: mapAlternatives(leaveOutNothing(run, slot.value, depth + 1), (single) =>
          single.kind === "scalar" && single.value === null ? { ...single, value: undefined } : single,
        ),
      });
  for (const source of open) mergeUnknown(run.store, made, source);
  return objectValue(made);
}
