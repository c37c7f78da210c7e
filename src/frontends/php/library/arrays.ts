import { computed, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import { removeMembers } from "../../../analysis/builtins/reflection.js";
import { placesOfNames } from "../../../analysis/recording/removed-names.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import {
  copiedSlot,
  elementsOf,
  isIndex,
  keysInOrder,
  lengthOf,
  maybeSetMember,
  pushElement,
  pushSomeElement,
  setMember,
  setSomeMember,
  setUnordered,
} from "../../../analysis/evaluation/heap.js";
import { iterate, someOf, writtenKey } from "../../../analysis/evaluation/iteration.js";
import { appendAll, someList } from "../../../analysis/evaluation/literals.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import {
  copyMembers,
  getMemberByKey,
  makeList,
  makeObject,
  peek,
} from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { keyOfUnknown } from "../../../analysis/evaluation/record-keys.js";
import {
  NULL,
  alternatives,
  choice,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  scalar,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { itemsOf, siteOfArgument } from "../../lowered/records.js";

/** Two types of one shape, so that what is not the one may be the other. */
type ListValue = ObjectValue & { readonly isList?: true };
type RecordValue = ObjectValue & { readonly isRecord?: true };

export function isList(value: Value): value is ListValue {
  return value.kind === "object" && value.object.className === "Array";
}

export function isRecord(value: Value): value is RecordValue {
  return value.kind === "object" && value.object.className === "Object" && !value.object.callable;
}

/** Copies an array of a known shape. An array with keys becomes a record. */
export function copyOf(run: Run, value: Single, call: Call, asRecord: boolean): ObjectValue {
  // A header that is added to the literal is in its copies, too.
  const place =
    (value.kind === "object" ? value.object.place : undefined) ?? call.environment.locate(call.node);
  if (isList(value) && !asRecord) {
    const list = run.make("Array", place);
    appendAll(run, list, value);
    return objectValue(list);
  }
  const made = makeObject(run, {}, "Object", place);
  if (isList(value)) {
    const content = run.store.read(value.object);
    for (const [key, slot] of content.members)
      if (isIndex(key)) setMember(run.store, made.object, key, copiedSlot(slot, slot.value));
    for (const rest of content.rest) setSomeMember(run.store, made.object, rest);
    for (const open of content.open) copyMembers(run, made.object, open, siteOf(call));
  } else copyMembers(run, made.object, value, siteOf(call));
  return made;
}

/** Checks whether the keys are just the next index of a list, so that it stays a list. */
function isNext(run: Run, value: Single, keys: readonly string[] | undefined): boolean {
  if (!isList(value)) return false;
  const length = lengthOf(run.store.read(value.object));
  const [key] = keys ?? [];
  if (keys?.length !== 1 || key === undefined || !isIndex(key) || length === undefined) return false;
  return Number(key) <= length;
}

/** `$array[k1][k2] = value`: the array with the value in it, from the key at a position of the call on. */
function written(run: Run, call: Call, base: Value, value: Value, at: number): Value {
  if (at >= call.args.length) return value;
  const keys = knownStrings(run, call.args.at(at));
  const site = siteOfArgument(run, call, at);
  return choice(
    alternatives(base).map((single): Value => {
      if (single.kind === "text") return computed(call, "[]");
      if (single.kind === "object" && !isList(single) && !isRecord(single)) {
        // An object with methods for brackets.
        setMemberByKey(run, single, keys, value, site);
        return single;
      }
      const inner =
        at + 1 < call.args.length
          ? written(run, call, getMemberByKey(run, single, keys, site), value, at + 1)
          : value;
      const from: Single = single.kind === "scalar" ? makeList(run, []) : single;
      const made = copyOf(run, from, call, !isNext(run, from, keys));
      if (single.kind === "unknown") {
        setMemberByKey(run, single, keys, inner, site);
      }
      setMemberByKey(run, made, keys, inner, site);
      return made;
    }),
  );
}

export const withElement: NativeFunction = (run, call) =>
  written(run, call, call.args.at(0), call.args.at(1), 2);

/** Models `$array[k][] = value`. */
export const push: NativeFunction = (run, call) => {
  const value = call.args.at(1);
  const path = call.args.list.slice(2);
  const held = path.reduce<Value>(
    (object, key) => getMemberByKey(run, object, knownStrings(run, key), siteOf(call)),
    call.args.at(0),
  );
  const longer = choice(alternatives(held).map((single) => pushed(run, single, [value], call)));
  return path.length === 0 ? longer : written(run, call, call.args.at(0), longer, 2);
};

function pushed(run: Run, single: Single, values: readonly Value[], call: Call): Value {
  if (single.kind === "text") return computed(call, "[]");
  if (single.kind === "unknown") {
    const list = run.make("Array", call.environment.locate(call.node));
    pushSomeElement(run.store, list, memberOfUnknown(single, "[]"));
    for (const value of values) {
      pushSomeElement(run.store, list, value);
      run.recorder.additions.add(run, single, value);
    }
    return objectValue(list);
  }
  const from: Single = single.kind === "scalar" ? makeList(run, []) : single;
  const made = copyOf(run, from, call, !isList(from));
  for (const value of values) {
    if (isList(made)) pushElement(run.store, made.object, value);
    else setNext(run, made, value);
  }
  return made;
}

/** An element of a record gets the number behind its highest one. */
function setNext(run: Run, made: ObjectValue, value: Value): void {
  const content = run.store.read(made.object);
  const isKnown = content.rest.length + content.open.length === 0;
  const indices = [...content.members.keys()].filter(isIndex).map(Number);
  const next = indices.reduce((most, one) => Math.max(most, one + 1), 0);
  if (isKnown) setMember(run.store, made.object, String(next), { value, maybeAbsent: false });
  else setSomeMember(run.store, made.object, value);
}

export const pushAll: NativeFunction = (run, call) => {
  if (call.args.rest) return someList(run, [call.args.rest], call);
  return mapAlternatives(call.args.at(0), (single) => pushed(run, single, call.args.list.slice(1), call));
};

export const unshifted: NativeFunction = (run, call) =>
  merge(run, { ...call, args: Object.assign(call.args.from(0), {}) }, [
    makeList(run, call.args.list.slice(1)),
    call.args.at(0),
  ]);

export const without: NativeFunction = (run, call) => {
  for (const place of placesOfNames(run, call.args.at(1))) run.recorder.takenOut.add(place);
  return mapAlternatives(call.args.at(0), (single): Value => {
    if (single.kind !== "object") return single;
    const made = copyOf(run, single, call, true);
    removeMembers(run, made, knownStrings(run, call.args.at(1)));
    return made;
  });
};

/** Models the array that `array_pop` or `array_shift` leaves: without its last or first element. */
export const shorter =
  (isFirst: boolean): NativeFunction =>
  (run, call) =>
    mapAlternatives(call.args.at(0), (single): Value => {
      const elements = isList(single) ? elementsOf(run.store.read(single.object)) : undefined;
      if (elements) return makeList(run, isFirst ? elements.slice(1) : elements.slice(0, -1));
      return isRecord(single) ? computed(call, "array") : single;
    });

/** Models functions that return the first or the last element. */
export const edge =
  (isFirst: boolean, missing: Value = NULL): NativeFunction =>
  (run, call) =>
    mapAlternatives(call.args.at(0), (single): Value => {
      if (single.kind === "unknown") return memberOfUnknown(single, "[]");
      const { known, some } = entriesOf(run, single, call);
      if (!known) return some ? some.value : computed(call, "element");
      return (isFirst ? known[0] : known.at(-1))?.value ?? missing;
    });

export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

export interface Entries {
  readonly known?: readonly Entry[];
  /** Any of them, where they are not all known. */
  readonly some?: Entry;
}

/** Returns the keys and values of an array in order. */
export function entriesOf(run: Run, value: Value, call: Call): Entries {
  if (value.kind === "scalar") return nullishness(value) === true ? { known: [] } : {};
  if (isList(value)) {
    const iteration = iterate(run, value);
    if (iteration.known)
      return { known: iteration.known.map((one, index) => ({ key: scalar(index), value: one })) };
    const some = someOf(iteration);
    return some ? { some: { key: computed(call, "key"), value: some } } : {};
  }
  if (isRecord(value)) {
    const content = run.store.read(value.object);
    if (keysInOrder(content) !== undefined)
      return {
        known: [...content.members]
          .filter(([, slot]) => !slot.isHidden)
          .map(([key, slot]) => ({ key: keyValue(key, slot.keyPlace), value: slot.value })),
      };
    const items = someOf(iterate(run, itemsOf(run, value, call)));
    return items ? { some: { key: peek(run, items, "0"), value: peek(run, items, "1") } } : {};
  }
  if (value.kind === "unknown")
    return { some: { key: keyOfUnknown(value, call), value: memberOfUnknown(value, "[]") } };
  return {};
}

function keyValue(key: string, place: Parameters<typeof writtenKey>[1]): Value {
  return isIndex(key) ? scalar(Number(key)) : writtenKey(key, place);
}

/** Returns the list that `foreach` iterates: values, or pairs of key and value. */
export const each: NativeFunction = (run, call) => {
  const hasKeys = run.truthOf(call.args.at(1)) === true;
  const pair = ({ key, value }: Entry): Value => (hasKeys ? makeList(run, [key, value]) : value);
  return mapAlternatives(call.args.at(0), (single): Value => {
    if (!hasKeys && (single.kind === "unknown" || isList(single))) return single;
    const { known, some } = entriesOf(run, single, call);
    if (known) return makeList(run, known.map(pair));
    if (some) return someList(run, [pair(some)], call);
    if (single.kind === "object" && !isRecord(single) && !isList(single) && !hasKeys) return single;
    return someList(run, [pair({ key: computed(call, "key"), value: computed(call, "element") })], call);
  });
};

/** Models `array_merge(a, b)`: concatenates lists, and lets later keys replace earlier ones. */
export function merge(run: Run, call: Call, arrays: readonly Value[]): Value {
  const all = arrays.filter((one) => nullishness(one) !== true);
  if (all.every((one) => alternatives(one).every(isList))) {
    const list = run.make("Array", call.environment.locate(call.node));
    for (const one of all) appendAll(run, list, one);
    return objectValue(list);
  }
  const isEmpty = (one: Value): boolean =>
    one.kind === "object" && isList(one) && lengthOf(run.store.read(one.object)) === 0;
  const filled = all.filter((one) => !isEmpty(one));
  if (filled.length === 1 && filled[0]!.kind === "unknown") return filled[0]!;
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of filled) addMerged(run, made, one, call);
  return made;
}

/** Keys that are texts are written over earlier ones; those that are numbers are counted again. */
function addMerged(run: Run, made: ObjectValue, array: Value, call: Call): void {
  if (!isList(array) && !isRecord(array)) {
    copyMembers(run, made.object, array, siteOf(call));
    return;
  }
  const { members, rest, open } = run.store.read(array.object);
  for (const [key, slot] of members) {
    if (slot.isHidden) continue;
    if (isIndex(key)) setNext(run, made, slot.value);
    else if (slot.maybeAbsent) maybeSetMember(run.store, made.object, key, copiedSlot(slot, slot.value));
    else setMember(run.store, made.object, key, copiedSlot(slot, slot.value));
  }
  for (const value of rest) setSomeMember(run.store, made.object, value);
  for (const source of open) copyMembers(run, made.object, source, siteOf(call));
}

export const arrayMerge: NativeFunction = (run, call) =>
  call.args.rest ? computed(call, "array_merge") : merge(run, call, call.args.list);

/** Models `array_replace(a, b)`: later keys replace earlier ones, also numbers. */
export const replaced: NativeFunction = (run, call) => {
  if (call.args.rest) return computed(call, "array_replace");
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  for (const one of call.args.list) copyMembers(run, made.object, recordOf(run, one, call), siteOf(call));
  return made;
};

function recordOf(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single) => (isList(single) ? copyOf(run, single, call, true) : single));
}

/** Models `a + b`: takes keys that the first array does not have from the second one. */
export function union(run: Run, left: Single, right: Single, call: Call): Value {
  if (left.kind !== "object" || right.kind !== "object") return computed(call, "+");
  const made = copyOf(run, left, call, true);
  const others = copyOf(run, right, call, true);
  const [own, more] = [made, others].map(({ object }) => run.store.read(object));
  if (own!.rest.length + own!.open.length + more!.rest.length + more!.open.length > 0) {
    setUnordered(run.store, others.object);
    copyMembers(run, others.object, made, siteOf(call));
    return others;
  }
  for (const [key, slot] of more!.members) {
    const before = own!.members.get(key);
    if (!before) setMember(run.store, made.object, key, slot);
    else if (before.maybeAbsent)
      setMember(run.store, made.object, key, { ...slot, value: choice([before.value, slot.value]) });
  }
  return made;
}
