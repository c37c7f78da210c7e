import { knownString, knownStrings, toText } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  close,
  copiedSlot,
  freeze,
  keysInOrder,
  maybeSetMember,
  mergeUnknown,
  pushElement,
  pushSomeElement,
  seal,
  setMember,
  setSomeMember,
  type HeapObject,
  type Slot,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { setMemberByKey } from "../evaluation/member-writes.js";
import { copyMembers, getMember, makeList, peek, type Site } from "../evaluation/members.js";
import { keyedSlots, makeContent, nameOfSlot, type SlotKey } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { KEYS, keyOfUnknown, recordOf } from "../evaluation/record-keys.js";
import { UNTOUCHED } from "../evaluation/store.js";
import {
  FALSE,
  TRUE,
  alternatives,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  opaque,
  type Value,
} from "../evaluation/value.js";
import { placeOfKey } from "./collections.js";
import { setPrototypeOf } from "./inheritance.js";
import {
  computed,
  definePrototype,
  itself,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "./native.js";
import { define, defineAll } from "./reflection.js";

const hasOwnProperty: NativeFunction = (run, call) =>
  hasOwn(run, call, call.this, call.args.at(0), "hasOwnProperty");
const toString: NativeFunction = (run, call) =>
  mapAlternatives(call.this, (single) => ({ kind: "text", text: toText(run, single) }));

/** The name is what the function is given last. */
function siteOfKey(call: Call): Site {
  const { node } = call;
  const key = node.type === "CallExpression" ? (node.arguments.at(-1) ?? node) : node;
  return { node, key, environment: call.environment };
}

export function defineObjectPrototype(prototype: HeapObject): void {
  definePrototype(
    prototype,
    {
      hasOwnProperty,
      propertyIsEnumerable: (_run: Run, call: Call) => computed(call, "propertyIsEnumerable"),
      isPrototypeOf: (_run: Run, call: Call) => computed(call, "isPrototypeOf"),
      toLocaleString: (_run: Run, call: Call) => computed(call, "text"),
      toString,
      valueOf: itself,
    },
    true,
  );
}

/** Returns whether an object has a property of its own; `by` is who asks, as people call it. */
function hasOwn(run: Run, call: Call, object: Value, key: Value, by: string): Value {
  run.recorder.escapes.asked(run, object, key, by, call);
  const name = knownString(run, key);
  if (name !== undefined && object.kind === "unknown") getMember(run, object, name, siteOfKey(call));
  if (name === undefined || object.kind !== "object") return computed(call, "hasOwnProperty");
  const { members, open, rest } = run.store.read(object.object);
  const slot = members.get(name);
  if (slot && !slot.maybeAbsent) return TRUE;
  if (HOLD_ENTRIES.has(object.object.className)) return FALSE;
  return slot || open.length + rest.length > 0 ? computed(call, "hasOwnProperty") : FALSE;
}

/** `Object.freeze` and the like, which give what they are given. */
function fixing(fix: typeof freeze): NativeFunction {
  return (run, call) => {
    const singles = alternatives(call.args.at(0));
    for (const single of singles)
      if (single.kind === "object") fix(run.store, single.object, singles.length > 1 ? "perhaps" : "surely");
    return call.args.at(0);
  };
}

/** Models `Object` and its static members. */
export function objectFunction(): Value {
  return nativeValue(
    "Object",
    (run, call) =>
      call.args.length === 0
        ? objectValue(run.make("Object", call.environment.locate(call.node)))
        : call.args.at(0),
    natives({
      assign: (run, call) => assign(run, call),
      keys: (run, call) => keys(run, call),
      values: (run, call) => {
        listed(run, call, "Object.values");
        return mapMembers(run, call, (_key, value) => value);
      },
      entries: (run, call) => {
        listed(run, call, "Object.entries");
        return mapMembers(run, call, (key, value) => makeList(run, [key, value]));
      },
      fromEntries: (run, call) => fromEntries(run, call),
      freeze: fixing(freeze),
      seal: fixing(seal),
      preventExtensions: fixing(close),
      create: (run, call) => {
        const above = call.args.at(0);
        const made = run.make(
          "Object",
          call.environment.locate(call.node),
          above.kind === "object" ? above.object : undefined,
        );
        if (above.kind === "object") run.inherit(made, above.object);
        defineAll(run, objectValue(made), call.args.at(1));
        return objectValue(made);
      },
      defineProperty: (run, call) => {
        define(run, call.args.at(0), call.args.at(1), call.args.at(2));
        return call.args.at(0);
      },
      defineProperties: (run, call) => {
        defineAll(run, call.args.at(0), call.args.at(1));
        return call.args.at(0);
      },
      hasOwn: (run, call) => hasOwn(run, call, call.args.at(0), call.args.at(1), "Object.hasOwn"),
      setPrototypeOf,
      getPrototypeOf: (_run, call) => {
        const value = call.args.at(0);
        return value.kind === "object" && value.object.prototype
          ? objectValue(value.object.prototype)
          : computed(call, "prototype");
      },
    }),
  );
}

/** `Object.assign(target, …sources)`; what several targets may get, each may get. */
function assign(run: Run, call: Call): Value {
  const target = call.args.at(0);
  const singles = alternatives(target);
  const sources = [...call.args.list.slice(1), ...(call.args.rest ? [call.args.rest] : [])];
  const copy = (object: HeapObject) => {
    for (const source of sources) {
      if (isPlainTarget(run, object)) copyMembers(run, object, source, siteOf(call));
      else writeMembers(run, object, source, call);
    }
  };
  for (const single of singles) {
    if (single.kind !== "object") continue;
    if (singles.length === 1) copy(single.object);
    else run.store.join([run.store.fork(() => copy(single.object)), UNTOUCHED]);
  }
  return target;
}

/** Returns whether members are copied to the object as a spread copies them: nothing is called, and nothing refused. */
function isPlainTarget(run: Run, object: HeapObject): boolean {
  for (let at: HeapObject | undefined = object; at; at = at.prototype) {
    const { members, frozen, closed } = run.store.read(at);
    if (frozen ?? closed) return false;
    for (const slot of members.values())
      if (slot.getter ?? slot.setter ?? slot.isReadonly ?? (at === object ? slot.isHidden : undefined))
        return false;
  }
  return true;
}

function writeMembers(run: Run, object: HeapObject, source: Value, call: Call): void {
  const site = siteOf(call);
  const copy = run.make("Object", undefined);
  copyMembers(run, copy, source, site);
  const { members, rest, open } = run.store.read(copy);
  for (const unknown of open) mergeUnknown(run.store, object, unknown);
  for (const value of rest) setMemberByKey(run, objectValue(object), undefined, value, site);
  for (const [key, slot] of members) {
    const write = (): void => void setMemberByKey(run, objectValue(object), [key], slot.value, site);
    if (slot.maybeAbsent) run.store.join([run.store.fork(write), UNTOUCHED]);
    else write();
  }
}

function listed(run: Run, call: Call, by: string): void {
  run.recorder.escapes.listed(run, call.args.at(0), by, call);
}

function keys(run: Run, call: Call): Value {
  listed(run, call, "Object.keys");
  const object = call.args.at(0);
  return mapMembers(run, call, (key) => key, { onlyKeys: true, ofUnknown: object.kind === "unknown" });
}

const ALL = { onlyKeys: false, ofUnknown: false };

/** One element for each member of the argument, in order where its members are known; who wants keys asks no getter. */
function mapMembers(
  run: Run,
  call: Call,
  change: (key: Value, value: Value) => Value,
  { onlyKeys, ofUnknown }: { readonly onlyKeys: boolean; readonly ofUnknown: boolean } = ALL,
): Value {
  const object = call.args.at(0);
  const list = run.make("Array", call.environment.locate(call.node));
  const singles = alternatives(object);
  for (const single of singles) {
    if (single.kind === "unknown") {
      const key = ofUnknown ? memberOfUnknown(single, KEYS) : keyOfUnknown(single, call);
      pushSomeElement(run.store, list, change(key, memberOfUnknown(single, "[]")));
    }
    if (single.kind !== "object") continue;
    if (HOLD_ENTRIES.has(single.object.className)) continue;
    const content = run.store.read(single.object);
    const { members, open, rest } = content;
    const inOrder = singles.length === 1 ? keysInOrder(content) : undefined;
    const add = inOrder ? pushElement : pushSomeElement;
    for (const key of inOrder ?? members.keys()) {
      const slot = members.get(key);
      if (!slot || slot.isHidden === "surely") continue;
      const isAsked = slot.getter !== undefined && !onlyKeys;
      const value = isAsked ? getMember(run, single, key, siteOf(call)) : slot.value;
      add(run.store, list, change(computedText(key), value));
    }
    for (const value of rest) pushSomeElement(run.store, list, change(computed(call, "key"), value));
    for (const source of open)
      pushSomeElement(run.store, list, change(keyOfUnknown(source, call), memberOfUnknown(source, "[]")));
  }
  return objectValue(list);
}

/** The contents of these objects are not members of them. */
const HOLD_ENTRIES = new Set(["Map", "Set", "Headers"]);

function fromEntries(run: Run, call: Call): Value {
  const made = run.make("Object", call.environment.locate(call.node));
  run.recorder.escapes.iterated(run, call.args.at(0), "Object.fromEntries", call);
  const iteration = iterate(run, call.args.at(0));
  if (iteration.known) {
    for (const entry of iteration.known) addEntry(run, made, entry, call);
  } else {
    const some = someOf(iteration);
    for (const entry of some ? alternatives(some) : []) {
      const value = peek(run, entry, "1");
      const record = recordOf(peek(run, entry, "0"), value);
      if (record) copyMembers(run, made, record, siteOf(call));
      else setSomeMember(run.store, made, value);
    }
  }
  return objectValue(made);
}

function addEntry(run: Run, target: HeapObject, entry: Value, call: Call): void {
  const named = peek(run, entry, "0");
  const keys = knownStrings(run, named);
  const value = peek(run, entry, "1");
  const keyPlace = placeOfKey(named) ?? call.environment.locate(call.node);
  if (!keys) setSomeMember(run.store, target, value);
  else if (keys.length === 1) setMember(run.store, target, keys[0]!, { value, maybeAbsent: false, keyPlace });
  else
    for (const key of keys) maybeSetMember(run.store, target, key, { value, maybeAbsent: false, keyPlace });
}

const MAX_DEPTH = 12;

/** Makes a deep copy, as `structuredClone` does. */
export function clone(run: Run, value: Value, depth = MAX_DEPTH): Value {
  return mapAlternatives(value, (single) => {
    if (single.kind !== "object" || single.object.callable || depth === 0) return single;
    if (!run.mayUnfold(single.object, depth === MAX_DEPTH)) return opaque("limit", "parts");
    const { object } = single;
    const copy = run.make(object.className, object.place);
    const content = run.store.read(object);
    const slots = keyedSlots(content).flatMap(([key, slot]): [SlotKey, Slot][] => {
      if (slot.isHidden === "surely") return [];
      const value = slot.getter ? opaque("computed", nameOfSlot(key)) : clone(run, slot.value, depth - 1);
      return [[key, { ...copiedSlot(slot, value), ...(slot.isHidden ? { maybeAbsent: true } : {}) }]];
    });
    run.store.write(copy, {
      ...makeContent(slots),
      rest: content.rest.map((inner) => clone(run, inner, depth - 1)),
      open: [...content.open],
      ...(content.unordered ? { unordered: true } : {}),
    });
    return objectValue(copy, single.hops);
  });
}
