import { concat, knownString, knownStrings } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  deleteMember,
  entryKey,
  keyOfEntry,
  maybeSetMember,
  mergeUnknown,
  pushElement,
  pushSomeElement,
  setMember,
  setSomeMember,
  type HeapObject,
} from "../evaluation/heap.js";
import { iterate, someOf } from "../evaluation/iteration.js";
import { appendAll } from "../evaluation/literals.js";
import { copyMembers, peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  FALSE,
  TRUE,
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  memberOfUnknown,
  objectValue,
  scalar,
  type Value,
} from "../evaluation/value.js";
import { callBack, computed, definePrototype, nativeValue, type NativeFunction } from "./native.js";

/** `Map` and `Headers` differ in one thing here: the names of headers do not mind case. */
type Fold = (key: string) => string;
const exact: Fold = (key) => key;
const caseless: Fold = (key) => key.toLowerCase();

function foldOf(object: HeapObject): Fold {
  return object.className === "Headers" ? caseless : exact;
}

function onEntries(apply: (run: Run, call: Call, object: HeapObject) => Value): NativeFunction {
  return (run, call) =>
    call.this.kind === "object" ? apply(run, call, call.this.object) : computed(call, "entry");
}

function setEntry(run: Run, object: HeapObject, call: Call, key: Value, value: Value): void {
  const names = knownStrings(run, key);
  const keyPlace = call.environment.locate(call.node);
  if (!names) setSomeMember(run.store, object, value);
  else {
    const write = names.length === 1 ? setMember : maybeSetMember;
    for (const name of names) {
      write(run.store, object, entryKey(foldOf(object)(name)), { value, maybeAbsent: false, keyPlace });
    }
  }
}

function getEntry(run: Run, object: HeapObject, key: string): Value {
  const content = run.store.read(object);
  const slot = content.members.get(entryKey(foldOf(object)(key)));
  if (slot && !slot.maybeAbsent) return slot.value;
  const values: Value[] = slot ? [slot.value] : [];
  values.push(...content.rest, ...content.open.map((source) => memberOfUnknown(source, key)));
  if (content.open.length === 0) values.push(object.className === "Headers" ? scalar(null) : UNDEFINED);
  return choice(values);
}

export function defineEntriesPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    set: onEntries((run, call, object) => {
      setEntry(run, object, call, call.args.at(0), call.args.at(1));
      return objectValue(object);
    }),
    append: onEntries((run, call, object) => {
      const name = knownString(run, call.args.at(0));
      const key = name === undefined ? undefined : entryKey(foldOf(object)(name));
      const before = key === undefined ? undefined : run.store.read(object).members.get(key);
      const value = before
        ? concat(run, [before.value, computedText(", "), call.args.at(1)])
        : call.args.at(1);
      setEntry(run, object, call, call.args.at(0), value);
      return UNDEFINED;
    }),
    get: onEntries((run, call, object) => {
      const names = knownStrings(run, call.args.at(0));
      return names ? choice(names.map((name) => getEntry(run, object, name))) : computed(call, "entry");
    }),
    has: onEntries((run, call, object) => {
      const name = knownString(run, call.args.at(0));
      const content = run.store.read(object);
      if (name === undefined || content.open.length + content.rest.length > 0) return computed(call, "has");
      const slot = content.members.get(entryKey(foldOf(object)(name)));
      return slot ? (slot.maybeAbsent ? computed(call, "has") : TRUE) : FALSE;
    }),
    delete: onEntries((run, call, object) => {
      const name = knownString(run, call.args.at(0));
      if (name === undefined) setSomeMember(run.store, object, UNDEFINED);
      else deleteMember(run.store, object, entryKey(foldOf(object)(name)));
      return computed(call, "delete");
    }),
    forEach: onEntries((run, call, object) => {
      const iteration = iterate(run, objectValue(object));
      for (const entry of iteration.known ?? [someOf(iteration) ?? UNDEFINED]) {
        callBack(run, call.args.at(0), [peek(run, entry, "1"), peek(run, entry, "0")], call);
      }
      return UNDEFINED;
    }),
    entries: (_run, call) => call.this,
    values: onEntries((run, call, object) => {
      const list = run.make("Array", call.environment.locate(call.node));
      for (const [member, slot] of run.store.read(object).members) {
        if (keyOfEntry(member) !== undefined) pushSomeElement(run.store, list, slot.value);
      }
      return objectValue(list);
    }),
    keys: onEntries((run, call, object) => {
      const list = run.make("Array", call.environment.locate(call.node));
      for (const member of run.store.read(object).members.keys()) {
        const key = keyOfEntry(member);
        if (key !== undefined) pushSomeElement(run.store, list, computedText(key));
      }
      return objectValue(list);
    }),
  });
}

/** `new Map(…)`, `new Headers(…)`: from pairs, from another one, from an object. */
export function entriesConstructor(className: "Map" | "Headers"): Value {
  return nativeValue(className, (run, call) => makeEntries(run, className, call.args.at(0), call));
}

export function makeEntries(run: Run, className: "Map" | "Headers", source: Value, call: Call): Value {
  const made = run.make(className, call.environment.locate(call.node));
  const singles = alternatives(source);
  for (const single of singles) {
    if (single.kind === "unknown") mergeUnknown(run.store, made, single);
    if (single.kind !== "object") continue;
    if (ITERABLE.has(single.object.className)) addPairs(run, made, single, call);
    else addMembers(run, made, single.object, call);
  }
  return objectValue(made);
}

const ITERABLE = new Set(["Array", "Set", "Map", "Headers"]);

function addMembers(run: Run, made: HeapObject, source: HeapObject, call: Call): void {
  const plain = run.make("Object", undefined);
  copyMembers(run, plain, objectValue(source), {
    node: call.node,
    key: call.node,
    environment: call.environment,
  });
  const content = run.store.read(plain);
  // What stands behind an unknown spread is not touched by it, and what stands before it says so itself.
  for (const unknown of content.open) mergeUnknown(run.store, made, unknown);
  for (const value of content.rest) setSomeMember(run.store, made, value);
  for (const [key, slot] of content.members) {
    const write = slot.maybeAbsent ? maybeSetMember : setMember;
    write(run.store, made, entryKey(foldOf(made)(key)), slot);
  }
}

function addPairs(run: Run, made: HeapObject, pairs: Value, call: Call): void {
  const iteration = iterate(run, pairs);
  for (const pair of iteration.known ?? [])
    setEntry(run, made, call, peek(run, pair, "0"), peek(run, pair, "1"));
  if (iteration.some) setSomeMember(run.store, made, peek(run, iteration.some, "1"));
  for (const source of iteration.sources) mergeUnknown(run.store, made, source);
}

export function setConstructor(): Value {
  return nativeValue("Set", (run, call) => {
    const made = run.make("Set", call.environment.locate(call.node));
    appendAll(run, made, call.args.at(0));
    return objectValue(made);
  });
}

export function defineSetPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    add: onEntries((run, call, object) => {
      pushElement(run.store, object, call.args.at(0));
      return objectValue(object);
    }),
    has: (_run, call) => computed(call, "has"),
    delete: (_run, call) => computed(call, "delete"),
    forEach: onEntries((run, call, object) => {
      const some = someOf(iterate(run, objectValue(object)));
      if (some) callBack(run, call.args.at(0), [some], call);
      return UNDEFINED;
    }),
    values: (_run, call) => call.this,
  });
}
