import { headerNameOf } from "./header-names.js";
import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import { concat, knownString, knownStrings } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  clearMembers,
  copiedSlot,
  deleteMember,
  maybeDeleteMember,
  maybeSetMember,
  mergeUnknown,
  setMember,
  setSomeMember,
  type HeapObject,
  type ObjectContent,
  type Slot,
} from "../evaluation/heap.js";
import { elementsInTurn, iterate, iteratorOf, someOf } from "../evaluation/iteration.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { copyMembers, peek } from "../evaluation/members.js";
import { Entry, nameOfSlot, type EntryKey } from "../evaluation/member-tables.js";
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
  type ObjectValue,
  type Single,
  type Value,
} from "../evaluation/value.js";
import { iteratorOver } from "./iterators.js";
import { callBack, computed, definePrototype, nativeValue, type NativeFunction } from "./native.js";

/** `Map` and `Headers` differ in one thing here: the names of headers do not mind case. */
type Fold = (key: string) => string;
const exact: Fold = (key) => key;
const caseless: Fold = (key) => key.toLowerCase();

function foldOf(object: HeapObject): Fold {
  return object.className === "Headers" ? caseless : exact;
}

/** A key of an entry, and the value that it is of where that is an object. */
interface EntryName {
  readonly key: EntryKey;
  readonly entry?: ObjectValue;
}

/** The entries that a key stands for. To a `Map` a number is another key than its text. */
function namesOf(run: Run, object: HeapObject, key: Value): EntryName[] | undefined {
  if (object.className === "Headers") return knownStrings(run, key)?.map((name) => ({ key: caseless(name) }));
  const names = alternatives(key).map((single): EntryName | undefined => {
    if (single.kind === "scalar") return { key: single.value };
    if (single.kind === "object" && single.object.className !== "JSON text")
      return { key: single.object, entry: single };
    const name = knownString(run, single);
    return name === undefined ? undefined : { key: name };
  });
  return names.every((name) => name !== undefined) ? names : undefined;
}

function nameIn(run: Run, object: HeapObject, key: Value): EntryName | undefined {
  const names = namesOf(run, object, key);
  return names?.length === 1 ? names[0] : undefined;
}

const isObject = (key: EntryKey): boolean => typeof key === "object" && key !== null;

/** The entries whose keys are objects, where the one that is looked for is none of them by its name. */
function otherObjects({ entries }: ObjectContent, key: EntryKey): Slot[] {
  if (!isObject(key) || entries.has(key)) return [];
  return [...entries].filter(([other]) => isObject(other)).map(([, slot]) => slot);
}

function onEntries(apply: (run: Run, call: Call, object: HeapObject) => Value): NativeFunction {
  return (run, call) =>
    call.this.kind === "object" ? apply(run, call, call.this.object) : computed(call, "entry");
}

function setEntry(
  run: Run,
  object: HeapObject,
  call: Call,
  key: Value,
  value: Value,
  isJoined = false,
): void {
  const names = namesOf(run, object, key);
  const keyPlace = placeOfKey(key) ?? call.environment.locate(call.node);
  if (!names) setSomeMember(run.store, object, value);
  else {
    const write = names.length === 1 ? setMember : maybeSetMember;
    for (const { key: own, entry } of names) {
      const slot = { value, maybeAbsent: false, keyPlace, isJoined, ...(entry ? { entry } : {}) };
      write(run.store, object, new Entry(own), slot);
    }
  }
}

/** Returns the place of a name that is a string, with its quotes. */
export function placeOfKey(key: Value): Location | undefined {
  const [part, ...others] = key.kind === "text" ? key.text.parts : [];
  if (part?.kind !== "segment" || !part.written?.exact || others.length > 0) return undefined;
  const { path, start, end } = part.written;
  return { path, start: start - 1, end: end + 1 };
}

function getEntry(run: Run, object: HeapObject, key: EntryKey): Value {
  const content = run.store.read(object);
  const slot = content.entries.get(key);
  if (slot && !slot.maybeAbsent) return slot.value;
  const values: Value[] = slot ? [slot.value] : otherObjects(content, key).map(({ value }) => value);
  const read = nameOfSlot(new Entry(key));
  addAll(values, [...content.rest, ...content.open.map((source) => memberOfUnknown(source, read))]);
  if (content.open.length === 0) values.push(object.className === "Headers" ? scalar(null) : UNDEFINED);
  return choice(values);
}

/** Returns the value of an unknown key: any value of the collection, or none. */
function someEntry(run: Run, object: HeapObject): Value {
  const { entries, rest, open } = run.store.read(object);
  return choice([
    ...[...entries.values()].map(({ value }) => value),
    ...rest,
    ...open.map((source) => memberOfUnknown(source, "[]")),
    UNDEFINED,
  ]);
}

export function defineEntriesPrototype(prototype: HeapObject): void {
  definePrototype(prototype, {
    set: onEntries((run, call, object) => {
      setEntry(run, object, call, call.args.at(0), call.args.at(1));
      return objectValue(object);
    }),
    append: onEntries((run, call, object) => {
      const name = knownString(run, call.args.at(0));
      if (name !== undefined) appendEntry(run, object, call, name, call.args.at(0), call.args.at(1));
      else setSomeMember(run.store, object, call.args.at(1));
      return UNDEFINED;
    }),
    clear: onEntries((run, _call, object) => {
      clearMembers(run.store, object);
      return UNDEFINED;
    }),
    get: onEntries((run, call, object) => {
      const names = namesOf(run, object, call.args.at(0));
      if (names) return choice(names.map(({ key }) => getEntry(run, object, key)));
      return object.className === "Headers" ? computed(call, "header") : someEntry(run, object);
    }),
    has: onEntries((run, call, object) => {
      const name = nameIn(run, object, call.args.at(0));
      const content = run.store.read(object);
      if (name === undefined || content.open.length + content.rest.length > 0) return computed(call, "has");
      if (otherObjects(content, name.key).length > 0) return computed(call, "has");
      const slot = content.entries.get(name.key);
      return slot ? (slot.maybeAbsent ? computed(call, "has") : TRUE) : FALSE;
    }),
    delete: onEntries((run, call, object) => {
      const name = nameIn(run, object, call.args.at(0));
      if (name === undefined || otherObjects(run.store.read(object), name.key).length > 0)
        for (const key of run.store.read(object).entries.keys())
          maybeDeleteMember(run.store, object, new Entry(key));
      else deleteMember(run.store, object, new Entry(name.key));
      return computed(call, "delete");
    }),
    forEach: onEntries((run, call, object) => {
      run.recorder.escapes.iterated(run, call.this, "forEach", call);
      const iteration = iterate(run, objectValue(object));
      const callEach = (entry: Value): Value[] => [peek(run, entry, "1"), peek(run, entry, "0")];
      const next = elementsInTurn(run, objectValue(object));
      let entry = next();
      for (; typeof entry !== "string"; entry = next()) callBack(run, call.args.at(0), callEach(entry), call);
      const some = entry === "over" ? undefined : someOf(iteration);
      if (some) repeatPerhaps(run, () => void callBack(run, call.args.at(0), callEach(some), call));
      return UNDEFINED;
    }),
    entries: entriesMethod("entries", (_run, entry) => entry),
    [Symbol.iterator]: entriesMethod("an iterator", (_run, entry) => entry),
    values: entriesMethod("values", (run, entry) => peek(run, entry, "1")),
    keys: entriesMethod("keys", (run, entry) => peek(run, entry, "0")),
  });
}

function entriesMethod(by: string, pick: (run: Run, entry: Value) => Value): NativeFunction {
  return onEntries((run, call, object) => {
    run.recorder.escapes.iterated(run, call.this, by, call);
    return iteratorOver(run, call, "keyed", () => {
      const { known, some, sources } = iterate(run, objectValue(object));
      if (known) return { known: known.map((entry) => pick(run, entry)), sources: [] };
      const any = someOf({ ...(some ? { some } : {}), sources });
      return { ...(any ? { some: pick(run, any) } : {}), sources: [] };
    });
  });
}

/** A value beside those that are there under the name, as `Headers` puts them together. */
function appendEntry(run: Run, object: HeapObject, call: Call, name: string, key: Value, value: Value): void {
  const content = run.store.read(object);
  const before = content.entries.get(foldOf(object)(name));
  const together = before && concat(run, [before.value, computedText(", "), value]);
  const isOpen = content.open.length + content.rest.length > 0;
  const values = [
    ...(together ? [together] : []),
    ...(!before || before.maybeAbsent ? [value] : []),
    ...(isOpen ? [computed(call, "header")] : []),
  ];
  setEntry(run, object, call, key, choice(values), before !== undefined);
}

/** Models `new Map(…)` and `new Headers(…)` of pairs, another instance, or an object. */
export function entriesConstructor(className: "Map" | "Headers"): Value {
  return nativeValue(className, (run, call) => makeEntries(run, className, call.args.at(0), call));
}

export function makeEntries(run: Run, className: "Map" | "Headers", source: Value, call: Call): Value {
  const made = run.make(className, call.environment.locate(call.node));
  const add = (single: Single): void => {
    if (single.kind === "unknown") mergeUnknown(run.store, made, single);
    if (single.kind !== "object") return;
    if (className === "Headers" && single.object.className === className)
      copyEntries(run, made, single.object);
    else if (ITERABLE.has(single.object.className)) addPairs(run, made, single, call);
    else addMembers(run, made, single.object, call);
  };
  const singles = alternatives(iteratorOf(run, source));
  if (singles.length === 1) add(singles[0]!);
  else run.store.join(singles.map((single) => run.store.fork(() => add(single))));
  return objectValue(made);
}

const ITERABLE = new Set(["Array", "Set", "Map", "Headers", "Generator"]);

function addMembers(run: Run, made: HeapObject, source: HeapObject, call: Call): void {
  const plain = run.make("Object", undefined);
  copyMembers(run, plain, objectValue(source), {
    node: call.node,
    key: call.node,
    environment: call.environment,
  });
  // A client decides itself about hidden members: Node's fetch copies them.
  for (const [key, slot] of run.store.read(source).members)
    if (slot.isHidden && !key.startsWith("#"))
      maybeSetMember(run.store, plain, key, copiedSlot(slot, slot.getter ? computed(call, key) : slot.value));
  const content = run.store.read(plain);
  const seen = new Map<string, Value>();
  // An unknown spread does not change members after it, and members before it record that they may be overwritten.
  for (const unknown of content.open) mergeUnknown(run.store, made, unknown);
  for (const value of content.rest) setSomeMember(run.store, made, value);
  for (const [key, slot] of content.members) {
    const write = slot.maybeAbsent ? maybeSetMember : setMember;
    const name = foldOf(made)(key);
    const before = seen.get(name);
    // If names differ only in case, some clients send both values and others the last one.
    const value = before
      ? choice([slot.value, before, concat(run, [before, computedText(", "), slot.value])])
      : slot.value;
    seen.set(name, value);
    write(run.store, made, new Entry(name), { ...slot, value, isJoined: before !== undefined });
  }
}

/** Headers made of headers have the same entries, written where they were. */
function copyEntries(run: Run, made: HeapObject, source: HeapObject): void {
  const { entries, rest, open } = run.store.read(source);
  for (const unknown of open) mergeUnknown(run.store, made, unknown);
  for (const value of rest) setSomeMember(run.store, made, value);
  for (const [key, slot] of entries) setMember(run.store, made, new Entry(key), slot);
}

function addPairs(run: Run, made: HeapObject, pairs: Value, call: Call): void {
  const iteration = iterate(run, pairs);
  for (const pair of iteration.known ?? []) {
    const [key, value] = [peek(run, pair, "0"), peek(run, pair, "1")];
    const name = made.className === "Headers" ? headerNameOf(run, key) : undefined;
    if (name === undefined) setEntry(run, made, call, key, value);
    else appendEntry(run, made, call, name, key, value);
  }
  if (iteration.some) setSomeMember(run.store, made, peek(run, iteration.some, "1"));
  for (const source of iteration.sources) mergeUnknown(run.store, made, source);
}
