import type { ObjectContent, Slot } from "./heap.js";
import { work } from "./work.js";
import type { UnknownValue } from "./value.js";

/**
 * A key of a member: a text that code writes, or a symbol. A symbol is an internal slot of the evaluator, which no code
 * can name, or a well-known one such as `Symbol.iterator`.
 */
export type MemberKey = string | symbol;

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

/** Most objects have no symbols. */
export const NO_SYMBOLS: ReadonlyMap<symbol, Slot> = new Map();

/** Makes the content of an object that no code has changed yet. */
export function makeContent(
  slots: Iterable<readonly [MemberKey, Slot]> = [],
  open: readonly UnknownValue[] = [],
): ObjectContent {
  const content = { epoch: -1, members: new Map(), symbols: NO_SYMBOLS, rest: [], open: [...open] };
  for (const [key, slot] of slots) tableFor(content, key).set(key, slot);
  return content;
}

/** Returns the slot of a key. Undefined if the object itself has none. */
export function slotOf(content: ObjectContent, key: MemberKey): Slot | undefined {
  return typeof key === "string" ? content.members.get(key) : content.symbols.get(key);
}

/** Returns the table of a content, which may be changed in place, that holds such a key. */
export function tableFor(content: ObjectContent, key: MemberKey): Map<MemberKey, Slot> {
  if (typeof key === "string") return content.members as Map<MemberKey, Slot>;
  if (content.symbols === NO_SYMBOLS) content.symbols = new Map();
  return content.symbols as Map<MemberKey, Slot>;
}

/** Returns how many slots an object has in all. */
export function slotCount({ members, symbols }: ObjectContent): number {
  return members.size + symbols.size;
}

/** Returns all slots of an object, those of symbols as well. */
export function allSlots({ members, symbols }: ObjectContent): Iterable<Slot> {
  return symbols.size === 0 ? members.values() : [...members.values(), ...symbols.values()];
}

/** Returns all slots of an object with their keys. */
export function keyedSlots({ members, symbols }: ObjectContent): [MemberKey, Slot][] {
  return [...members, ...symbols];
}

/** Returns a content with other slots under the same keys. */
export function mapSlots(content: ObjectContent, change: (slot: Slot) => Slot): ObjectContent {
  work(slotCount(content));
  const { members, symbols } = content;
  return {
    ...content,
    epoch: -1,
    members: mapTable(members, change),
    symbols: symbols.size === 0 ? NO_SYMBOLS : mapTable(symbols, change),
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
