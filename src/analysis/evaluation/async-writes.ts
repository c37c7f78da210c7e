import { addAll } from "../../core/add-all.js";
import type { HeapObject, ObjectContent, Slot } from "./heap.js";
import {
  Entry,
  keyInTable,
  keyedSlots,
  makeContent,
  slotCount,
  slotOf,
  valuesIn,
  type EntryKey,
  type MemberKey,
  type SlotKey,
} from "./member-tables.js";
import { type Cell, type AsyncScope, type Store } from "./store.js";
import { choice, sameValue, unknown, type Value } from "./value.js";

/**
 * Values that asynchronous code may still write to an object, after anything that is written from now on. They stay
 * among the possible contents each time that other code writes; see `Run.runAsync`.
 */
export interface AsyncWrites {
  readonly keys: Map<MemberKey, LateMember>;
  readonly entries: Map<EntryKey, LateMember>;
  /** Under keys that are not known; of a list, at any place. */
  readonly any: Value[];
  /** All members may be taken out. */
  wipes: boolean;
}

interface LateMember {
  readonly values: Value[];
  mayBeAbsent: boolean;
}

/** Their elements move when others come and go. */
export const LISTS: ReadonlySet<string> = new Set(["Array", "Set"]);
/** Their members are all made of one text, which a write changes in parts. */
export const TEXTUAL: ReadonlySet<string> = new Set(["URL", "URLSearchParams"]);

/** A value that depends on what other code has written by then. */
export const VARYING = unknown({ reason: "changing", name: "a value that changes later" });

const MAX_VALUES = 8;

/** Ends asynchronous code. Its writes may have happened from now on, or may happen later. */
export function settle(store: Store, { before: written }: AsyncScope, outer: AsyncScope | undefined): void {
  for (const [cell, before] of written) {
    if (!isObject(cell)) continue;
    const earlier = before as ObjectContent;
    const after = store.read(cell);
    if (after === earlier) continue;
    if (outer && store.births.isOlder(cell.born, outer.since) && !outer.before.has(cell))
      outer.before.set(cell, earlier);
    remember(cell, earlier, after);
    store.write(cell, withLateValues(cell, cell.join([earlier, after], store.epoch)));
  }
}

/** Records that unknown code may write any member of the object at any time. */
export function writtenByAnybody(store: Store, object: HeapObject): void {
  const asyncWrites = (object.asyncWrites ??= { keys: new Map(), entries: new Map(), any: [], wipes: false });
  add(asyncWrites.any, VARYING);
  asyncWrites.wipes = true;
  const content = store.read(object);
  const written = makeContent(
    keyedSlots(content).map(([key, slot]) => [key, withAsyncWrites(object, key, slot)]),
  );
  const { members, symbols, entries } = written;
  store.write(object, { ...content, epoch: -1, members, symbols, entries, rest: [...content.rest, VARYING] });
}

function isObject(cell: Cell<unknown>): cell is HeapObject {
  return "className" in cell;
}

function remember(object: HeapObject, before: ObjectContent, after: ObjectContent): void {
  const asyncWrites = (object.asyncWrites ??= { keys: new Map(), entries: new Map(), any: [], wipes: false });
  const { className } = object;
  if (LISTS.has(className)) {
    for (const content of [before, after]) add(asyncWrites.any, ...elements(content));
    return;
  }
  if (TEXTUAL.has(className)) add(asyncWrites.any, VARYING);
  const gone = keyedSlots(before).flatMap(([key]) =>
    slotOf(after, key)?.maybeAbsent === false ? [] : [key],
  );
  if (gone.length === slotCount(before)) asyncWrites.wipes ||= className !== "Object";
  for (const [key, slot] of keyedSlots(after)) {
    if (slot === slotOf(before, key)) continue;
    rememberMember(asyncWrites, key, slot.getter ? VARYING : slot.value, slot.maybeAbsent);
  }
  for (const key of gone) rememberMember(asyncWrites, key, undefined, true);
  add(asyncWrites.any, ...after.rest.filter((value) => !before.rest.includes(value)));
  if (after.open.length > before.open.length) add(asyncWrites.any, VARYING);
}

function rememberMember(
  asyncWrites: AsyncWrites,
  key: SlotKey,
  value: Value | undefined,
  mayBeAbsent: boolean,
): void {
  const table: Map<unknown, LateMember> = key instanceof Entry ? asyncWrites.entries : asyncWrites.keys;
  let member = lateMember(asyncWrites, key);
  if (!member) table.set(keyInTable(key), (member = { values: [], mayBeAbsent: false }));
  if (value) add(member.values, value);
  member.mayBeAbsent ||= mayBeAbsent;
}

function lateMember({ keys, entries }: AsyncWrites, key: SlotKey): LateMember | undefined {
  return key instanceof Entry ? entries.get(key.key) : keys.get(key);
}

function add(values: Value[], ...more: readonly Value[]): void {
  for (const value of more) {
    if (values.some((other) => sameValue(other, value))) continue;
    if (values.length < MAX_VALUES) values.push(value);
    else values[MAX_VALUES - 1] = VARYING;
  }
}

function elements(content: ObjectContent): Value[] {
  return [...valuesIn(content), ...content.open];
}

/** The order of a list that changes later is not known. */
function withLateValues(object: HeapObject, content: ObjectContent): ObjectContent {
  if (LISTS.has(object.className)) addAll(content.rest, object.asyncWrites?.any ?? []);
  return content;
}

/** Returns a member after a write, with the values that asynchronous code may write. */
export function withAsyncWrites({ asyncWrites, className }: HeapObject, key: SlotKey, slot: Slot): Slot {
  if (!asyncWrites || (typeof key === "symbol" && !TEXTUAL.has(className))) return slot;
  const member = lateMember(asyncWrites, key);
  const values = [...(member?.values ?? []), ...asyncWrites.any];
  const mayBeAbsent = asyncWrites.wipes || member?.mayBeAbsent === true || LISTS.has(className);
  if (values.length === 0 && !mayBeAbsent) return slot;
  return {
    ...slot,
    value: choice([slot.value, ...values]),
    maybeAbsent: slot.maybeAbsent || mayBeAbsent,
  };
}

/** Returns the value that asynchronous code may leave under a deleted key. */
export function asyncSlot({ asyncWrites }: HeapObject, key: SlotKey): Slot | undefined {
  const values = (asyncWrites && lateMember(asyncWrites, key)?.values) ?? [];
  return values.length > 0 ? { value: choice(values), maybeAbsent: true } : undefined;
}

/** Returns the content of an object after all members were deleted. */
export function emptied(object: HeapObject): ObjectContent {
  const { keys, entries } = object.asyncWrites ?? {};
  const named: SlotKey[] = [...(keys?.keys() ?? [])];
  for (const key of entries?.keys() ?? []) named.push(new Entry(key));
  const slots = named.flatMap((key): [SlotKey, Slot][] => {
    const slot = asyncSlot(object, key);
    return slot ? [[key, slot]] : [];
  });
  return { ...makeContent(slots), rest: [...(object.asyncWrites?.any ?? [])] };
}
