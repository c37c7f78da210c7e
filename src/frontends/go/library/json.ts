import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  copiedSlot,
  isInternal,
  mergeUnknown,
  openList,
  setMember,
  type HeapObject,
} from "../../../analysis/evaluation/heap.js";
import { pushRest } from "../../../analysis/evaluation/rest.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  mapAlternatives,
  objectValue,
  opaque,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fieldNamed, typeOfStruct, type GoType } from "../types.js";

const MAX_DEPTH = 12;

type Copies = Map<HeapObject, HeapObject>;

/**
 * Returns a value as JSON has it: fields under the keys that their tags say, those of embedded structs beside them.
 *
 * @param copies the objects that are copied already: many values may hold the same one
 */
export function toJson(run: Run, value: Value, depth = 0, copies: Copies = new Map()): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind === "unknown" && single.shape) {
      const { shape: _shape, ...plain } = single;
      return plain;
    }
    if (single.kind !== "object" || depth > MAX_DEPTH || single.object.callable) return single;
    const { object } = single;
    if (object.className !== "Object" && object.className !== "Array") return single;
    const known = copies.get(object);
    if (known) return objectValue(known, single.hops);
    if (!run.mayUnfold(object, depth === 0)) return opaque("limit", "parts");
    const type = typeOfStruct(object);
    const copy = run.make(object.className, object.place);
    copies.set(object, copy);
    const inside = (held: Value): Value => toJson(run, held, depth + 1, copies);
    if (type && object.className === "Object") copyStruct(run, copy, object, type, inside);
    else copyAll(run, copy, object, inside);
    return objectValue(copy, single.hops);
  });
}

function copyAll(run: Run, copy: HeapObject, object: HeapObject, inside: (held: Value) => Value): void {
  const content = run.store.read(object);
  for (const source of content.open) {
    if (object.className === "Array") openList(run.store, copy, source);
    else mergeUnknown(run.store, copy, source);
  }
  for (const [key, slot] of content.members)
    if (!isInternal(key)) setMember(run.store, copy, key, copiedSlot(slot, inside(slot.value)));
  const { rest } = run.store.read(copy);
  for (const value of content.rest) pushRest(rest, inside(value));
}

function copyStruct(
  run: Run,
  copy: HeapObject,
  object: HeapObject,
  type: GoType,
  inside: (held: Value) => Value,
): void {
  const content = run.store.read(object);
  // Values that were decoded before already have the keys of JSON.
  for (const { shape: _shape, ...source } of content.open) mergeUnknown(run.store, copy, source);
  for (const [name, slot] of content.members) {
    const field = fieldNamed(run, type, name);
    if (!field || field.key === "-" || isInternal(name)) continue;
    // Fields that begin with a lower-case letter stay where they are.
    if (!field.isEmbedded && !/^\p{Lu}/u.test(name)) continue;
    const value = inside(slot.value);
    const inner = field.isEmbedded && field.key === undefined ? value : undefined;
    if (inner?.kind === "object") copyAll(run, copy, inner.object, (held) => held);
    else setMember(run.store, copy, field.key ?? name, copiedSlot(slot, value));
  }
}

/** Returns the unknown source that a text or body was decoded from. */
export function sourceOf(value: Value, call: Call): UnknownValue {
  const singles = alternatives(value);
  const answer = singles.find((single) => single.kind === "unknown");
  return answer ?? opaque("computed", "decoded", call.environment.locate(call.node));
}
