import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  copiedSlot,
  isInternal,
  mergeUnknown,
  openList,
  setMember,
  HeapObject,
} from "../../../analysis/evaluation/heap.js";
import { pushRest } from "../../../analysis/evaluation/rest.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  alternatives,
  mapAlternatives,
  objectValue,
  opaque,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { pointed } from "./language.js";
import { printedFields } from "../printed-fields.js";
import { fieldNamed, typeOf, typeOfStruct, zeroValue, type GoType } from "../types.js";

const MAX_DEPTH = 12;

type Copies = Map<HeapObject, HeapObject>;

/**
 * Returns a value as JSON has it: fields under the keys that their tags say, those of embedded structs beside them.
 *
 * @param copies the objects that are copied already: many values may hold the same one
 */
export function toJson(run: Run, value: Value, call: Call, depth = 0, copies: Copies = new Map()): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind === "unknown" && single.shape) {
      const { shape: _shape, ...plain } = single;
      return plain;
    }
    if (single.kind !== "object" || depth > MAX_DEPTH || single.object.callable) return single;
    const { object } = single;
    if (object.className === "Pointer") return toJson(run, pointed(run, single), call, depth + 1, copies);
    if (object.className !== "Object" && object.className !== "Array") return single;
    const known = copies.get(object);
    if (known) return objectValue(known, single.hops);
    if (!run.mayUnfold(object, depth === 0)) return opaque("limit", "parts");
    const type = typeOfStruct(object);
    const copy = run.make(object.className, object.place);
    copies.set(object, copy);
    const inside = (held: Value): Value => toJson(run, held, call, depth + 1, copies);
    if (type && object.className === "Object") copyStruct(run, copy, object, type, { inside, call });
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
  { inside, call }: { readonly inside: (held: Value) => Value; readonly call: Call },
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
  writeUnset(run, copy, type, call);
}

/** Adds the fields that are written although the program does not set them. */
function writeUnset(run: Run, made: HeapObject, type: GoType, call: Call, depth = 0): void {
  const { members, open } = run.store.read(made);
  const written = new Set(members.keys());
  for (const { key = "", name, place, isAlways, type: of } of printedFields(run, type)) {
    const own = key || name;
    if (!isAlways || written.has(own)) continue;
    // Code that is not known may have set it.
    const value = open.length > 0 ? opaque("property", name, place) : unsetValue(run, of, call, depth);
    setMember(run.store, made, own, { value, maybeAbsent: false, keyPlace: place });
  }
}

function unsetValue(run: Run, type: Value, call: Call, depth: number): Value {
  const of = typeOf(type);
  if (of?.kind === "list" || of?.kind === "map") return NULL;
  if (of?.kind !== "struct" || of.instance || depth > MAX_DEPTH) return zeroValue(run, type, call);
  const made = new HeapObject("Object", undefined);
  writeUnset(run, made, of, call, depth + 1);
  return objectValue(made);
}

/** Returns the unknown source that a text or body was decoded from. */
export function sourceOf(value: Value, call: Call): UnknownValue {
  const singles = alternatives(value);
  const answer = singles.find((single) => single.kind === "unknown");
  return answer ?? opaque("computed", "decoded", call.environment.locate(call.node));
}
