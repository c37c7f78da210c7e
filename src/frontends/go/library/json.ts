import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  copiedSlot,
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

/** The parts of one value that are written so far. */
class Written {
  /** The copies of objects: many values may hold the same one. */
  readonly copies = new Map<HeapObject, HeapObject>();
  /** The value of a struct that the program does not set, by type: many types may have fields of the same one. */
  readonly unset = new Map<GoType, Value>();
}

/** Returns a value as JSON has it: fields under the keys that their tags say, those of embedded structs beside them. */
export function toJson(run: Run, value: Value, call: Call, depth = 0, written = new Written()): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind === "unknown" && single.shape) {
      const { shape: _shape, ...plain } = single;
      return plain;
    }
    if (single.kind !== "object" || depth > MAX_DEPTH || single.object.callable) return single;
    const { object } = single;
    if (object.className === "Pointer") return toJson(run, pointed(run, single), call, depth + 1, written);
    if (object.className !== "Object" && object.className !== "Array") return single;
    const known = written.copies.get(object);
    if (known) return objectValue(known, single.hops);
    if (!run.mayUnfold(object, depth === 0)) return opaque("limit", "parts");
    const type = typeOfStruct(object);
    const copy = run.make(object.className, object.place);
    written.copies.set(object, copy);
    const inside = (held: Value): Value => toJson(run, held, call, depth + 1, written);
    if (type && object.className === "Object") copyStruct(run, copy, object, type, { inside, call, written });
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
    setMember(run.store, copy, key, copiedSlot(slot, inside(slot.value)));
  const { rest } = run.store.read(copy);
  for (const value of content.rest) pushRest(rest, inside(value));
}

interface Inside {
  readonly inside: (held: Value) => Value;
  readonly call: Call;
  readonly written: Written;
}

function copyStruct(
  run: Run,
  copy: HeapObject,
  object: HeapObject,
  type: GoType,
  { inside, call, written }: Inside,
): void {
  const content = run.store.read(object);
  // Values that were decoded before already have the keys of JSON.
  for (const { shape: _shape, ...source } of content.open) mergeUnknown(run.store, copy, source);
  for (const [name, slot] of content.members) {
    const field = fieldNamed(run, type, name);
    if (!field || field.key === "-") continue;
    // Fields that begin with a lower-case letter stay where they are.
    if (!field.isEmbedded && !/^\p{Lu}/u.test(name)) continue;
    const value = inside(slot.value);
    const inner = field.isEmbedded && field.key === undefined ? value : undefined;
    if (inner?.kind === "object") copyAll(run, copy, inner.object, (held) => held);
    else setMember(run.store, copy, field.key ?? name, copiedSlot(slot, value));
  }
  writeUnset(run, copy, type, call, written);
}

/** Adds the fields that are written although the program does not set them. */
function writeUnset(run: Run, made: HeapObject, type: GoType, call: Call, written: Written): void {
  const { members, open } = run.store.read(made);
  const present = new Set(members.keys());
  for (const { key = "", name, place, isAlways, type: of } of printedFields(run, type)) {
    const own = key || name;
    if (!isAlways || present.has(own)) continue;
    // Code that is not known may have set it.
    const value = open.length > 0 ? opaque("property", name, place) : unsetValue(run, of, call, written);
    setMember(run.store, made, own, { value, maybeAbsent: false, keyPlace: place });
  }
}

function unsetValue(run: Run, type: Value, call: Call, written: Written): Value {
  const of = typeOf(type);
  if (of?.kind === "list" || of?.kind === "map") return NULL;
  if (of?.kind !== "struct" || of.instance) return zeroValue(run, type, call);
  const known = written.unset.get(of);
  if (known) return known;
  // No struct that Go compiles holds itself.
  written.unset.set(of, opaque("computed", of.name));
  const value = unsetStruct(run, of, call, written);
  written.unset.set(of, value);
  return value;
}

function unsetStruct(run: Run, type: GoType, call: Call, written: Written): Value {
  const spent = run.goDeeper(1);
  if (spent) return opaque("limit", spent);
  try {
    const made = new HeapObject("Object", undefined);
    writeUnset(run, made, type, call, written);
    return run.mayUnfold(made, false) ? objectValue(made) : opaque("limit", "parts");
  } finally {
    run.comeBack(1);
  }
}

/** Returns the unknown source that a text or body was decoded from. */
export function sourceOf(value: Value, call: Call): UnknownValue {
  const singles = alternatives(value);
  const answer = singles.find((single) => single.kind === "unknown");
  return answer ?? opaque("computed", "decoded", call.environment.locate(call.node));
}
