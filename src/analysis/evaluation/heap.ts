import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import type { ObjectExpression } from "@oxc-project/types";
import type { Callable } from "./callable.js";
import type { Environment } from "./environment.js";
import { emptied, asyncSlot, withAsyncWrites, type AsyncWrites } from "./async-writes.js";
import { joinContents } from "./content-joins.js";
import {
  Entry,
  NO_ENTRIES,
  NO_SYMBOLS,
  entriesOf,
  keyInTable,
  makeContent,
  nameOfSlot,
  slotOf,
  tableFor,
  type EntryKey,
  type MemberKey,
  type SlotKey,
} from "./member-tables.js";
import { pushRest } from "./rest.js";
import type { Run } from "./run.js";
import { Cell, type Store } from "./store.js";
import {
  UNDEFINED,
  choice,
  memberOfUnknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value.js";
import { counted } from "./work.js";

/** An object, array, function, class or instance that the evaluated program has made. */
export class HeapObject extends Cell<ObjectContent> {
  /** For the namespace of a module: returns the present value of a key. */
  lazyMember?: (key: string, asked?: Set<object>) => Value | undefined;
  /** For a prototype: creates members that exist only when they are read. */
  inherit?: (run: Run, key: string, receiver: Value) => Value | undefined;
  asyncWrites?: AsyncWrites;
  /** The literal that made it. */
  literal?: { readonly node: ObjectExpression; readonly environment: Environment };
  /** The name that the code gives it first: that of a variable or a member. */
  variable?: string;

  constructor(
    /** `Object`, `Array`, `Map`, `Headers`, `Promise`, the name of a class. */
    readonly className: string,
    /** The expression that made it. */
    readonly place: Location | undefined,
    /** Code that replaces it does so finally: a replacement in only one branch is not kept here. */
    public prototype?: HeapObject,
    readonly callable?: Callable,
  ) {
    super(EMPTY_CONTENT);
  }

  override join(contents: readonly ObjectContent[], epoch: number): ObjectContent {
    return joinContents(contents, epoch);
  }
}

/** The content of an object at one moment. */
export interface ObjectContent {
  /** The store's epoch in which it was made; see `Store.epoch`. */
  readonly epoch: number;
  readonly members: Map<string, Slot>;
  /** Members under symbols, see `MemberKey`. */
  symbols: ReadonlyMap<symbol, Slot>;
  /** Entries of a `Map`, `Headers` and the like, which are not members. */
  entries: ReadonlyMap<EntryKey, Slot>;
  /** Values under keys that are not known; in a list, elements whose index is not known. */
  readonly rest: Value[];
  /** Unknown objects any key of which may be in here. */
  readonly open: UnknownValue[];
  /** True if paths through the code set the members in different orders. */
  unordered?: boolean;
  /** The certainty that assignments and deletions do not change the object, in all or some branches that lead here. */
  frozen?: Certainty;
  /** The certainty that no member can be added. */
  closed?: Certainty;
}

export type Certainty = "surely" | "perhaps";

export interface Slot {
  readonly value: Value;
  /** In some branch that leads here the member does not exist. */
  readonly maybeAbsent: boolean;
  /** The key as it was written, or the member expression of an assignment. */
  readonly keyPlace?: Location;
  /** For an entry of a `Map`: its key, if that is an object. */
  readonly entry?: ObjectValue;
  /** For a header: it is joined from several that were set under the name. */
  readonly isJoined?: boolean;
  readonly getter?: Value;
  readonly setter?: Value;
  /** In some branches it is not an accessor, or only one half of those here. */
  readonly isMixed?: boolean;
  /** Not enumerable: can be read, and is not there for who goes through the members. */
  readonly isHidden?: Certainty;
  /** Cannot be written. */
  readonly isReadonly?: Certainty;
  /** Cannot be deleted. */
  readonly isPermanent?: Certainty;
  /**
   * Members of unknown objects that may have brought the value: one was written over the object since, or a decoder
   * made the object of one. To read this member is to read them.
   */
  readonly shadowed?: readonly UnknownValue[];
}

/** Returns a member as a copy of the object has it: writable and deletable. */
export function copiedSlot(slot: Slot, value: Value): Slot {
  const { value: _value, maybeAbsent, keyPlace, shadowed } = slot;
  return { value, maybeAbsent, ...(keyPlace ? { keyPlace } : {}), ...(shadowed ? { shadowed } : {}) };
}

const EMPTY_CONTENT = makeContent();

/** More members than this are kept as `rest`: requests do not have thousands of distinct keys. */
const MAX_MEMBERS = 1000;

/** The content of the object in a form that may be changed in place. */
function writable(store: Store, object: HeapObject): ObjectContent {
  const content = store.read(object);
  const { epoch } = store;
  if (content.epoch === epoch) return content;
  const copy: ObjectContent = {
    epoch,
    members: new Map(counted(content.members)),
    symbols: content.symbols.size === 0 ? NO_SYMBOLS : new Map(counted(content.symbols)),
    entries: content.entries.size === 0 ? NO_ENTRIES : new Map(counted(content.entries)),
    rest: [...content.rest],
    open: [...content.open],
    ...(content.unordered ? { unordered: true } : {}),
    ...(content.frozen ? { frozen: content.frozen } : {}),
    ...(content.closed ? { closed: content.closed } : {}),
  };
  store.write(object, copy);
  return copy;
}

export function setMember(store: Store, object: HeapObject, key: SlotKey, slot: Slot): void {
  const content = writable(store, object);
  const table = tableFor(content, key);
  const own = keyInTable(key);
  const before = table.get(own);
  // The place of the member in the order depends on whether it existed before.
  if (before?.maybeAbsent && typeof key !== "symbol") content.unordered = true;
  if (table.size >= MAX_MEMBERS && !before) pushRest(content.rest, slot.value);
  else table.set(own, withAsyncWrites(object, key, slot));
}

/** Sets members that are surely there, those under symbols as well. */
export function setMembers(
  store: Store,
  object: HeapObject,
  members: Readonly<Record<MemberKey, Value>>,
): void {
  for (const [key, value] of entriesOf(members)) setMember(store, object, key, { value, maybeAbsent: false });
}

/** Takes everything out; `open` is what may be in there all the same. */
export function clearMembers(store: Store, object: HeapObject, open: readonly UnknownValue[] = []): void {
  const content = emptied(object);
  store.write(object, { ...content, open: [...open] });
}

export function deleteMember(store: Store, object: HeapObject, key: SlotKey): void {
  const content = writable(store, object);
  const table = tableFor(content, key);
  const own = keyInTable(key);
  const isPermanent =
    content.frozen === "surely" ? content.frozen : (table.get(own)?.isPermanent ?? content.frozen);
  if (isPermanent === "surely") return;
  if (isPermanent) {
    maybeDeleteMember(store, object, key);
    return;
  }
  table.delete(own);
  const asynchronous = asyncSlot(object, key);
  if (asynchronous) table.set(own, asynchronous);
  // An unknown object may have brought the same key, and that one is gone as well.
  if (content.open.length > 0) table.set(own, { value: UNDEFINED, maybeAbsent: true });
}

/** Deletes a member in some alternatives only. */
export function maybeDeleteMember(store: Store, object: HeapObject, key: SlotKey): void {
  const table = tableFor(writable(store, object), key);
  const own = keyInTable(key);
  const before = table.get(own);
  if (before && before.isPermanent !== "surely") table.set(own, { ...before, maybeAbsent: true });
}

/** Returns the keys of an object or list in iteration order. Undefined if the order or a key is unknown. */
export function keysInOrder({ members, rest, open, unordered }: ObjectContent): string[] | undefined {
  if (unordered || rest.length + open.length > 0) return undefined;
  const keys: string[] = [];
  for (const [key, slot] of counted(members)) {
    if (slot.isHidden === "surely") continue;
    if (slot.maybeAbsent || slot.isHidden) return undefined;
    keys.push(key);
  }
  const indices = keys.filter(isIndex).sort((a, b) => Number(a) - Number(b));
  return [...indices, ...keys.filter((key) => !isIndex(key))];
}

/** Writes under an unknown key. The write may replace any member. */
export function setSomeMember(store: Store, object: HeapObject, value: Value): void {
  const content = writable(store, object);
  if (content.frozen === "surely") return;
  changeNamed(content, (slot) => {
    const isKept = slot.isReadonly === "surely" || ((slot.getter ?? slot.setter) && !slot.isMixed);
    return isKept ? slot : { ...slot, value: choice([slot.value, value]) };
  });
  pushRest(content.rest, value);
}

/** Defines a member under an unknown key, as a spread in a literal does: it replaces accessors as well. */
export function defineSomeMember(store: Store, object: HeapObject, value: Value): void {
  const content = writable(store, object);
  changeNamed(content, (slot) => overwritten(slot, value));
  pushRest(content.rest, value);
}

/** Changes all members and entries that code can name. */
function changeNamed(content: ObjectContent, change: (slot: Slot, key: string | Entry) => Slot): void {
  for (const [key, slot] of counted(content.members)) content.members.set(key, change(slot, key));
  if (content.entries.size === 0) return;
  const entries = new Map<EntryKey, Slot>();
  for (const [key, slot] of counted(content.entries)) entries.set(key, change(slot, new Entry(key)));
  content.entries = entries;
}

/** A member that may have been replaced by a value; what an accessor keeps as its own says nothing. */
function overwritten(slot: Slot, value: Value): Slot {
  const isAccessor = slot.getter ?? slot.setter;
  if (!isAccessor || slot.isMixed) return { ...slot, value: choice([slot.value, value]) };
  return { ...slot, value, isMixed: true };
}

/** Writes to one of several objects. This object may or may not change. */
export function maybeSetMember(store: Store, object: HeapObject, key: SlotKey, slot: Slot): void {
  const table = tableFor(writable(store, object), key);
  const own = keyInTable(key);
  const before = table.get(own);
  const isAccessor = before?.getter ?? before?.setter ?? slot.getter ?? slot.setter;
  table.set(own, {
    ...(isAccessor ? before : undefined),
    ...slot,
    ...(isAccessor ? { isMixed: true } : {}),
    value: before ? choice([before.value, slot.value]) : slot.value,
    maybeAbsent: before?.maybeAbsent ?? true,
  });
}

/** Perhaps writes members of an unknown object over those of this one: all, or those with these names. */
export function mergeUnknown(
  store: Store,
  object: HeapObject,
  source: UnknownValue,
  names?: ReadonlySet<string>,
): void {
  const content = writable(store, object);
  const merged = (slot: Slot, key: string | Entry): Slot => {
    const shadowed = [...(slot.shadowed ?? [])];
    const name = nameOfSlot(key);
    pushRest(shadowed, memberOfUnknown(source, isIndex(name) ? "[]" : name));
    return { ...overwritten(slot, memberOfUnknown(source, name)), shadowed };
  };
  if (names) {
    const { members } = content;
    for (const key of counted(names))
      members.set(key, merged(members.get(key) ?? { value: UNDEFINED, maybeAbsent: true }, key));
  } else {
    changeNamed(content, merged);
    pushRest(content.open, source);
  }
}

export function pushElement(store: Store, list: HeapObject, value: Value): void {
  pushElements(store, list, [value]);
}

/** Adds elements at the end. The length, for which all members are looked at, is found once. */
export function pushElements(store: Store, list: HeapObject, values: readonly Value[]): void {
  const content = writable(store, list);
  let length = lengthOf(content);
  for (const value of values)
    if (length === undefined || length >= MAX_MEMBERS) pushRest(content.rest, value);
    else content.members.set(String(length++), { value, maybeAbsent: false });
}

/** Adds an element at an unknown index. */
export function pushSomeElement(store: Store, list: HeapObject, value: Value): void {
  pushRest(writable(store, list).rest, value);
}

/** Adds unknown elements to the list. */
export function openList(store: Store, list: HeapObject, source: UnknownValue): void {
  const { open } = writable(store, list);
  pushRest(open, source);
}

/** Evaluates `list.length = n`. After an unknown length, each element may be missing. */
export function setListLength(store: Store, list: HeapObject, length: Value | undefined): void {
  const content = writable(store, list);
  const wanted = length?.kind === "scalar" && typeof length.value === "number" ? length.value : undefined;
  const known = lengthOf(content);
  for (const [key, slot] of content.members) {
    if (!isIndex(key)) continue;
    if (wanted === undefined) content.members.set(key, { ...slot, maybeAbsent: true });
    else if (Number(key) >= wanted) content.members.delete(key);
  }
  // A list that grows has holes at its end, which count as elements that are not known.
  if (wanted === undefined || known === undefined || wanted > known) pushRest(content.rest, UNDEFINED);
}

/** Does the same as `Object.freeze`. */
export function freeze(store: Store, object: HeapObject, frozen: Certainty): void {
  const content = writable(store, object);
  if (content.frozen !== "surely") content.frozen = frozen;
  close(store, object, frozen);
}

/** Does the same as `Object.preventExtensions`. */
export function close(store: Store, object: HeapObject, closed: Certainty): void {
  const content = writable(store, object);
  if (content.closed !== "surely") content.closed = closed;
}

/** Does the same as `Object.seal`. */
export function seal(store: Store, object: HeapObject, sealed: Certainty): void {
  const content = writable(store, object);
  for (const [key, slot] of content.members)
    if (slot.isPermanent !== "surely") content.members.set(key, { ...slot, isPermanent: sealed });
  close(store, object, sealed);
}

/** Returns whether an assignment to a member leaves it as it is. */
export function isFixed(content: ObjectContent, key: MemberKey): Certainty | undefined {
  return content.frozen === "surely" ? content.frozen : (slotOf(content, key)?.isReadonly ?? content.frozen);
}

/** Makes the order of the members unknown. */
export function setUnordered(store: Store, object: HeapObject): void {
  writable(store, object).unordered = true;
}

/** Returns the number of elements of a list. Undefined if it is unknown. */
export function lengthOf(content: ObjectContent): number | undefined {
  if (content.rest.length > 0 || content.open.length > 0) return undefined;
  let length = 0;
  for (const [key, slot] of counted(content.members)) {
    if (!isIndex(key)) continue;
    if (slot.maybeAbsent) return undefined;
    length = Math.max(length, Number(key) + 1);
  }
  return length;
}

/** Returns the elements of a list. Undefined if some are unknown, or if it has holes, which most methods skip. */
export function elementsOf(content: ObjectContent): Value[] | undefined {
  return hasHoles(content) ? undefined : elementsToRead(content);
}

/** Returns the elements that an iteration reads, with `undefined` for holes. Undefined if some are unknown. */
export function elementsToRead(content: ObjectContent): Value[] | undefined {
  const length = lengthOf(content);
  if (length === undefined) return undefined;
  return Array.from({ length }, (_, index) => content.members.get(String(index))?.value ?? UNDEFINED);
}

/** Returns a value for any element of the list or member of the object. Undefined if there is none. */
export function someElement(content: ObjectContent): Value | undefined {
  const values: Value[] = [];
  for (const slot of counted(content.members).values()) values.push(slot.value);
  if (hasHoles(content)) values.push(UNDEFINED);
  addAll(values, [...content.rest, ...content.open.map((source) => memberOfUnknown(source, "[]"))]);
  return values.length > 0 ? choice(values) : undefined;
}

function hasHoles(content: ObjectContent): boolean {
  const length = lengthOf(content) ?? 0;
  for (let index = 0; index < length; index++) if (!content.members.has(String(index))) return true;
  return false;
}

export function isIndex(key: string): boolean {
  return /^(0|[1-9]\d{0,8})$/.test(key);
}
