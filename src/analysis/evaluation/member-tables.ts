import type { HeapObject, ObjectContent, Slot } from "./heap.js";
import { work } from "./work.js";
import { computedText, scalar, type ScalarValue, type UnknownValue, type Value } from "./value.js";

/**
 * A key of a member: a text that code writes, or a symbol. A symbol is an internal slot of the evaluator, which no code
 * can name, or a well-known one such as `Symbol.iterator`.
 */
export type MemberKey = string | symbol;

/** The key of an entry of a `Map` or `Headers`, by which it differs from others: a text, a scalar, or an object. */
export type EntryKey = string | ScalarValue["value"] | HeapObject;

/** Names an entry where a key of a member may stand as well. */
export class Entry {
  constructor(readonly key: EntryKey) {}
}

/** A key of anything that an object holds. */
export type SlotKey = MemberKey | Entry;

/** Makes the key of an internal slot: what an object keeps for a library, beside the members that code sees. */
export function internalSlot(name: string): symbol {
  return Symbol(name);
}

/** Returns how a member of an unknown value under a symbol is named. No key of a text is like it. */
export function nameOfSymbol(key: symbol): string {
  return `[${key.description}]`;
}

/** The text of a URL, a query, bytes, or a text of JSON. */
export const TEXT = internalSlot("text");

/** Most objects have neither symbols nor entries. */
export const NO_SYMBOLS: ReadonlyMap<symbol, Slot> = new Map();
export const NO_ENTRIES: ReadonlyMap<EntryKey, Slot> = new Map();

/** Makes the content of an object that no code has changed yet. */
export function makeContent(
  slots: Iterable<readonly [SlotKey, Slot]> = [],
  open: readonly UnknownValue[] = [],
): ObjectContent {
  const content: ObjectContent = {
    epoch: -1,
    members: new Map(),
    symbols: NO_SYMBOLS,
    entries: NO_ENTRIES,
    rest: [],
    open: [...open],
  };
  for (const [key, slot] of slots) tableFor(content, key).set(key, slot);
  return content;
}

/** Returns the slot of a key. Undefined if the object itself has none. */
export function slotOf(content: ObjectContent, key: SlotKey): Slot | undefined {
  if (typeof key === "string") return content.members.get(key);
  return typeof key === "symbol" ? content.symbols.get(key) : content.entries.get(key.key);
}

/** Returns the table of a content, which may be changed in place, that holds such a key. */
export function tableFor(content: ObjectContent, key: SlotKey): Map<unknown, Slot> {
  if (typeof key === "string") return content.members as Map<unknown, Slot>;
  if (typeof key === "symbol") {
    if (content.symbols === NO_SYMBOLS) content.symbols = new Map();
    return content.symbols as Map<unknown, Slot>;
  }
  if (content.entries === NO_ENTRIES) content.entries = new Map();
  return content.entries as Map<unknown, Slot>;
}

/** Returns the key by which the table of its kind holds a slot. */
export function keyInTable(key: SlotKey): unknown {
  return key instanceof Entry ? key.key : key;
}

/** Returns how many slots an object has in all. */
export function slotCount({ members, symbols, entries }: ObjectContent): number {
  return members.size + symbols.size + entries.size;
}

/** Returns all slots of an object, those of symbols and entries as well. */
export function allSlots({ members, symbols, entries }: ObjectContent): Iterable<Slot> {
  if (symbols.size + entries.size === 0) return members.values();
  return [...members.values(), ...symbols.values(), ...entries.values()];
}

/** Returns the values that an object holds, whatever their keys. */
export function valuesIn(content: ObjectContent): Value[] {
  return [...Array.from(allSlots(content), (slot) => slot.value), ...content.rest];
}

/** Returns all slots of an object with their keys. */
export function keyedSlots({ members, symbols, entries }: ObjectContent): [SlotKey, Slot][] {
  const slots: [SlotKey, Slot][] = [...members, ...symbols];
  for (const [key, slot] of entries) slots.push([new Entry(key), slot]);
  return slots;
}

/** Returns a content with other slots under the same keys. */
export function mapSlots(content: ObjectContent, change: (slot: Slot) => Slot): ObjectContent {
  work(slotCount(content));
  const { members, symbols, entries } = content;
  return {
    ...content,
    epoch: -1,
    members: mapTable(members, change),
    symbols: symbols.size === 0 ? NO_SYMBOLS : mapTable(symbols, change),
    entries: entries.size === 0 ? NO_ENTRIES : mapTable(entries, change),
  };
}

/** Returns a table with other slots under the same keys. */
export function mapTable<Key>(table: ReadonlyMap<Key, Slot>, change: (slot: Slot) => Slot): Map<Key, Slot> {
  const changed = new Map<Key, Slot>();
  for (const [key, slot] of table) changed.set(key, change(slot));
  return changed;
}

/** Returns the entries of a record, those under symbols as well. */
export function entriesOf<Value>(record: Readonly<Record<MemberKey, Value>>): [MemberKey, Value][] {
  return Reflect.ownKeys(record).map((key) => [key, record[key as string]!]);
}

/** Returns the key of an entry as the program has it. */
export function valueOfKey(key: EntryKey, { entry }: Slot): Value {
  if (entry) return entry;
  return typeof key === "string" ? computedText(key) : scalar(key as ScalarValue["value"]);
}

/** Returns how the member of an unknown value that may be under such a key is named. */
export function nameOfSlot(key: SlotKey): string {
  if (typeof key === "string") return key;
  if (typeof key === "symbol") return nameOfSymbol(key);
  return typeof key.key === "object" && key.key ? "[]" : String(key.key);
}
