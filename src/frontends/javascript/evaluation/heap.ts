import type { Location } from "../../../core/span.js";
import type { Callable } from "./callable.js";
import { Cell, type Store } from "./store.js";
import { UNDEFINED, choice, memberOfUnknown, sameValue, type UnknownValue, type Value } from "./value.js";

/** An object, array, function, class or instance that the evaluated program has made. */
export class HeapObject extends Cell<ObjectContent> {
  /** Of the namespace of a module: what a key stands for at the moment. */
  lazyMember?: (key: string) => Value | undefined;

  constructor(
    /** `Object`, `Array`, `Map`, `Headers`, `Promise`, the name of a class. */
    readonly className: string,
    /** The expression that made it. */
    readonly place: Location | undefined,
    readonly prototype?: HeapObject,
    readonly callable?: Callable,
  ) {
    super(EMPTY_CONTENT);
  }

  override join(contents: readonly ObjectContent[], epoch: number): ObjectContent {
    return joinContents(contents, epoch);
  }
}

/** What an object holds at one moment. */
export interface ObjectContent {
  /** The store's epoch in which it was made; see `Store.epoch`. */
  readonly epoch: number;
  readonly members: Map<string, Slot>;
  /** Values under keys that are not known; in a list, elements whose index is not known. */
  readonly rest: Value[];
  /** Unknown objects any key of which may be in here. */
  readonly open: UnknownValue[];
}

export interface Slot {
  readonly value: Value;
  /** On some way that leads here the member is not there. */
  readonly maybeAbsent: boolean;
  /** The key as it was written, or the member expression of an assignment. */
  readonly keyPlace?: Location;
  readonly getter?: Value;
  readonly setter?: Value;
}

const EMPTY_CONTENT: ObjectContent = { epoch: -1, members: new Map(), rest: [], open: [] };

/** More members than this are kept as `rest`: nobody writes a request with thousands of distinct keys. */
const MAX_MEMBERS = 1000;
const MAX_REST = 16;

/** The content of the object in a form that may be changed in place. */
function writable(store: Store, object: HeapObject): ObjectContent {
  const content = store.read(object);
  const { epoch } = store;
  if (content.epoch === epoch) return content;
  const copy: ObjectContent = {
    epoch,
    members: new Map(content.members),
    rest: [...content.rest],
    open: [...content.open],
  };
  store.write(object, copy);
  return copy;
}

export function setMember(store: Store, object: HeapObject, key: string, slot: Slot): void {
  const { members, rest } = writable(store, object);
  if (members.size >= MAX_MEMBERS && !members.has(key)) pushRest(rest, slot.value);
  else members.set(key, slot);
}

export function deleteMember(store: Store, object: HeapObject, key: string): void {
  const content = writable(store, object);
  content.members.delete(key);
  // An unknown object may have brought the same key, and that one is gone as well.
  if (content.open.length > 0) content.members.set(key, { value: UNDEFINED, maybeAbsent: true });
}

/** A write under a key that is not known: any member may have been replaced. */
export function setSomeMember(store: Store, object: HeapObject, value: Value): void {
  const content = writable(store, object);
  for (const [key, slot] of content.members) {
    content.members.set(key, { ...slot, value: choice([slot.value, value]) });
  }
  pushRest(content.rest, value);
}

/** A write to one of several objects: this one may or may not be the one. */
export function maybeSetMember(store: Store, object: HeapObject, key: string, slot: Slot): void {
  const content = writable(store, object);
  const before = content.members.get(key);
  content.members.set(key, {
    ...slot,
    value: before ? choice([before.value, slot.value]) : slot.value,
    maybeAbsent: before?.maybeAbsent ?? true,
  });
}

/** All that an unknown object holds is written over this one. */
export function mergeUnknown(store: Store, object: HeapObject, source: UnknownValue): void {
  const content = writable(store, object);
  for (const [key, slot] of content.members) {
    content.members.set(key, {
      ...slot,
      value: choice([slot.value, memberOfUnknown(source, keyOfEntry(key) ?? key)]),
      maybeAbsent: false,
    });
  }
  if (!content.open.some((other) => sameValue(other, source))) content.open.push(source);
}

export function pushElement(store: Store, list: HeapObject, value: Value): void {
  const content = writable(store, list);
  const length = lengthOf(content);
  if (length === undefined || length >= MAX_MEMBERS) pushRest(content.rest, value);
  else content.members.set(String(length), { value, maybeAbsent: false });
}

/** An element at a place of the list that is not known. */
export function pushSomeElement(store: Store, list: HeapObject, value: Value): void {
  pushRest(writable(store, list).rest, value);
}

/** Unknown elements are added to the list. */
export function openList(store: Store, list: HeapObject, source: UnknownValue): void {
  const { open } = writable(store, list);
  if (!open.some((other) => sameValue(other, source))) open.push(source);
}

/** The number of elements of a list where it is known. */
export function lengthOf(content: ObjectContent): number | undefined {
  if (content.rest.length > 0 || content.open.length > 0) return undefined;
  let length = 0;
  for (const [key, slot] of content.members) {
    if (!isIndex(key)) continue;
    if (slot.maybeAbsent) return undefined;
    length = Math.max(length, Number(key) + 1);
  }
  return length;
}

/** The elements of a list in order where all are known. */
export function elementsOf(content: ObjectContent): Value[] | undefined {
  const length = lengthOf(content);
  if (length === undefined) return undefined;
  return Array.from({ length }, (_, index) => content.members.get(String(index))?.value ?? UNDEFINED);
}

/** Everything that an element of the list, or a value of the object, may be. */
export function someElement(content: ObjectContent): Value | undefined {
  const values: Value[] = [];
  for (const [key, slot] of content.members) if (!isInternal(key)) values.push(slot.value);
  values.push(...content.rest, ...content.open.map((source) => memberOfUnknown(source, "[]")));
  return values.length > 0 ? choice(values) : undefined;
}

export function isIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(key);
}

/** Keys under which the evaluator keeps what a program cannot name: `[[value]]` of a promise. */
export function isInternal(key: string): boolean {
  return key.startsWith("[[");
}

/** Keys of the entries of `Map`, `Headers` and the like are kept as members behind this mark. */
const ENTRY = "@";

export function entryKey(key: string): string {
  return ENTRY + key;
}

/** The key that a member of a `Map` or `Headers` stands for; nothing for other members. */
export function keyOfEntry(member: string): string | undefined {
  return member.startsWith(ENTRY) ? member.slice(ENTRY.length) : undefined;
}

function pushRest(rest: Value[], value: Value): void {
  if (rest.some((other) => sameValue(other, value))) return;
  if (rest.length < MAX_REST) rest.push(value);
  else rest[MAX_REST - 1] = choice([rest[MAX_REST - 1]!, value]);
}

function joinContents(contents: readonly ObjectContent[], epoch: number): ObjectContent {
  const members = new Map<string, Slot>();
  const keys = new Set<string>();
  for (const content of contents) for (const key of content.members.keys()) keys.add(key);
  for (const key of keys) members.set(key, joinSlots(contents, key));
  const rest: Value[] = [];
  const open: UnknownValue[] = [];
  for (const content of contents) {
    for (const value of content.rest) pushRest(rest, value);
    for (const source of content.open) if (!open.some((other) => sameValue(other, source))) open.push(source);
  }
  return { epoch, members, rest, open };
}

function joinSlots(contents: readonly ObjectContent[], key: string): Slot {
  const values: Value[] = [];
  let maybeAbsent = false;
  let model: Slot | undefined;
  for (const content of contents) {
    const slot = content.members.get(key);
    if (slot) {
      model ??= slot;
      values.push(slot.value);
      maybeAbsent ||= slot.maybeAbsent;
    } else if (content.open.length > 0) {
      values.push(...content.open.map((source) => memberOfUnknown(source, key)));
    } else {
      maybeAbsent = true;
    }
  }
  return { ...model!, value: choice(values), maybeAbsent };
}
