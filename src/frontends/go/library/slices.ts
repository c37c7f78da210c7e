import { computed } from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownNumber } from "../../../analysis/evaluation/coerce.js";
import {
  HeapObject,
  copiedSlot,
  elementsToRead,
  openList,
  pushElements,
  pushSomeElement,
  setMember,
} from "../../../analysis/evaluation/heap.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  nullishness,
  objectValue,
  opaque,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten, sliceText } from "../../../facts/text.js";

/** Models `make([]T, n)`: fills the empty list that is the first argument with the third one. */
export function sized(run: Run, call: Call): Value {
  const [list, size, filler] = [call.args.at(0), knownNumber(call.args.at(1)), call.args.at(2)];
  if (list.kind !== "object" || size === 0) return list;
  const isShort = size !== undefined && size <= MOST_FILLED && filler.kind !== "unknown";
  if (!isShort) openList(run.store, list.object, opaque("computed", "make"));
  else pushElements(run.store, list.object, Array<Value>(size).fill(filler));
  return list;
}

/** The most elements of `make([]string, n)` that each have a value of their own. */
const MOST_FILLED = 64;

/** Models `copy(to, from)`: as many elements as the shorter of the two has. */
export function copyElements(run: Run, to: Value, from: Value, call: Call): void {
  const targets = alternatives(to);
  const given = from.kind === "object" ? elementsToRead(run.store.read(from.object)) : undefined;
  for (const target of targets) {
    if (target.kind !== "object" || target.object.className !== "Array") continue;
    const held = elementsToRead(run.store.read(target.object));
    if (!held || !given || targets.length > 1) {
      openList(run.store, target.object, opaque("computed", "copy", call.environment.locate(call.node)));
      continue;
    }
    for (const [index, value] of given.slice(0, held.length).entries())
      setMember(run.store, target.object, String(index), { value, maybeAbsent: false });
  }
}

/** Returns the call for all elements of its first argument. */
export function ofAll(call: Call): Call {
  return { ...call, args: new Arguments(call.args.list.slice(0, 1)) };
}

/** Models `x[a:b]` of a text or a list. */
export function slice(run: Run, value: Single, call: Call): Value {
  const [from, to] = [call.args.at(1), call.args.at(2)];
  const start = nullishness(from) === true ? 0 : knownNumber(from);
  if (value.kind === "unknown") return value;
  if (value.kind === "text") {
    const flat = flatten(value.text);
    const end = nullishness(to) === true ? flat.length : knownNumber(to);
    const isPlain = value.text.parts.every((part) => part.kind === "segment") && isAscii(flat);
    if (!isPlain || start === undefined || end === undefined) return computed(call, "slice");
    return { kind: "text", text: sliceText(value.text, start, end) };
  }
  if (value.kind !== "object" || value.object.className !== "Array") return value;
  const content = run.store.read(value.object);
  const elements = elementsToRead(content);
  const end = nullishness(to) === true ? elements?.length : knownNumber(to);
  if (elements && start !== undefined && end !== undefined) return makeList(run, elements.slice(start, end));
  const list = new HeapObject("Array", value.object.place, value.object.prototype);
  for (const [key, slot] of content.members)
    setMember(run.store, list, key, { ...copiedSlot(slot, slot.value), maybeAbsent: true });
  for (const source of content.open) openList(run.store, list, source);
  for (const element of content.rest) pushSomeElement(run.store, list, element);
  return objectValue(list);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
