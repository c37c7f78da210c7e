import { HeapObject, elementsOf, mergeUnknown, setMember } from "../../analysis/evaluation/heap.js";
import type { Slot } from "../../analysis/evaluation/heap.js";
import { makeList } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  mapAlternatives,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../analysis/evaluation/value.js";

/** So deep a value is printed. */
const MAX_DEPTH = 8;

/** Says how the lists and records of a value are printed. */
interface Printing {
  list(list: ObjectValue, elements: readonly Value[], depth: number): Value;
  record(record: ObjectValue, depth: number): Value;
}

/** Returns a value as a printer of JSON has it. Only lists with known elements and records are asked about. */
export function printedValue(run: Run, value: Value, printing: Printing, depth: number): Value {
  if (depth > MAX_DEPTH) return value;
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable) return single;
    if (single.object.className === "Array") {
      const elements = elementsOf(run.store.read(single.object));
      return elements ? printing.list(single, elements, depth) : single;
    }
    return single.object.className === "Object" || single.object.prototype
      ? printing.record(single, depth)
      : single;
  });
}

/** Makes a record that has the members of another one which are printed, each under a name and with a value. */
export function printedRecord(
  run: Run,
  { object }: ObjectValue,
  printed: (key: string, slot: Slot) => readonly [name: string, value: Value],
): Value {
  const { members, open } = run.store.read(object);
  const made = new HeapObject("Object", object.place);
  for (const [key, slot] of members) {
    if (slot.isHidden) continue;
    const [name, value] = printed(key, slot);
    setMember(run.store, made, name, { ...slot, value });
  }
  for (const source of open) mergeUnknown(run.store, made, source);
  return objectValue(made);
}

/** Returns a value as printers of JSON have it that leave out members without a value. */
export function leaveOutNothing(run: Run, value: Value, depth = 0): Value {
  return printedValue(run, value, leavingOut(run), depth);
}

function leavingOut(run: Run): Printing {
  return {
    list: (list, elements, depth) =>
      makeList(
        run,
        elements.map((one) => leaveOutNothing(run, one, depth + 1)),
        list.object.place,
      ),
    record: (record, depth) =>
      printedRecord(run, record, (key, { value }) => [
        key,
        mapAlternatives(leaveOutNothing(run, value, depth + 1), (single) =>
          single.kind === "scalar" && single.value === null ? { ...single, value: undefined } : single,
        ),
      ]),
  };
}
