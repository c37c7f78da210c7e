import { addAll } from "../../core/add-all.js";
import { type Certainty, type ObjectContent, type Slot } from "./heap.js";
import {
  Entry,
  NO_ENTRIES,
  NO_SYMBOLS,
  nameOfSlot,
  slotCount,
  slotOf,
  type EntryKey,
  type MemberKey,
  type SlotKey,
} from "./member-tables.js";
import { distinct, pushRest } from "./rest.js";
import { work } from "./work.js";
import { choice, memberOfUnknown, type UnknownValue, type Value } from "./value.js";

/** Returns the content of an object where branches meet that left different contents in it. */
export function joinContents(contents: readonly ObjectContent[], epoch: number): ObjectContent {
  for (const content of contents) work(slotCount(content) * contents.length);
  const members = joinTables(contents, ({ members: table }) => table, itself);
  const hasSymbols = contents.some(({ symbols }) => symbols.size > 0);
  const hasEntries = contents.some(({ entries: table }) => table.size > 0);
  const entries = hasEntries ? joinTables(contents, (content) => content.entries, entryKey) : NO_ENTRIES;
  const symbols = hasSymbols ? joinTables(contents, (content) => content.symbols, itself) : NO_SYMBOLS;
  const rest: Value[] = [];
  const open: UnknownValue[] = [];
  const order = [...contents[0]!.members.keys(), ...contents[0]!.entries.keys()];
  let unordered = false;
  for (const content of contents) {
    unordered ||=
      content.unordered === true ||
      !isSameOrder(order, [...content.members.keys(), ...content.entries.keys()]);
    for (const value of content.rest) pushRest(rest, value);
    for (const source of content.open) pushRest(open, source);
  }
  const frozen = together(contents.map((content) => content.frozen));
  const closed = together(contents.map((content) => content.closed));
  return {
    epoch,
    members,
    symbols,
    entries,
    rest,
    open,
    ...(unordered ? { unordered } : {}),
    ...(frozen ? { frozen } : {}),
    ...(closed ? { closed } : {}),
  };
}

const itself = <Key extends MemberKey>(key: Key): Key => key;
const entryKey = (key: EntryKey): Entry => new Entry(key);

function joinTables<Key>(
  contents: readonly ObjectContent[],
  tableOf: (content: ObjectContent) => ReadonlyMap<Key, Slot>,
  keyOf: (key: Key) => SlotKey,
): Map<Key, Slot> {
  const joined = new Map<Key, Slot>();
  const tables = contents.map(tableOf);
  for (const table of tables)
    for (const [key, slot] of table) {
      if (joined.has(key)) continue;
      // Most members are the same on all paths.
      const isSame = tables.every((other) => other.get(key) === slot);
      joined.set(key, isSame ? slot : joinSlots(contents, keyOf(key)));
    }
  return joined;
}

function together(all: readonly (Certainty | undefined)[]): Certainty | undefined {
  if (all.every((one) => one === "surely")) return "surely";
  return all.some((one) => one !== undefined) ? "perhaps" : undefined;
}

/** Returns whether the keys that both have are in the same order in both. */
function isSameOrder(a: readonly EntryKey[], b: readonly EntryKey[]): boolean {
  if (a.length === b.length && a.every((key, index) => key === b[index])) return true;
  const [inA, inB] = [new Set(a), new Set(b)];
  const common = b.filter((key) => inA.has(key));
  return a.filter((key) => inB.has(key)).every((key, index) => key === common[index]);
}

function joinSlots(contents: readonly ObjectContent[], key: SlotKey): Slot {
  const values: Value[] = [];
  const slots: Slot[] = [];
  let maybeAbsent = false;
  for (const content of contents) {
    const slot = slotOf(content, key);
    if (slot) {
      slots.push(slot);
      values.push(slot.value);
      maybeAbsent ||= slot.maybeAbsent;
    } else if (content.open.length > 0 && typeof key !== "symbol") {
      addAll(
        values,
        content.open.map((source) => memberOfUnknown(source, nameOfSlot(key))),
      );
      maybeAbsent = true;
    } else {
      maybeAbsent = true;
    }
  }
  const { keyPlace, entry } = slots[0]!;
  const isHidden = together(slots.map((slot) => slot.isHidden));
  const isReadonly = together(slots.map((slot) => slot.isReadonly));
  const isPermanent = together(slots.map((slot) => slot.isPermanent));
  const shadowed = distinct(slots.flatMap((slot) => slot.shadowed ?? []));
  const joined: Slot = {
    ...joinAccessors(slots, values),
    ...(keyPlace ? { keyPlace } : {}),
    ...(entry ? { entry } : {}),
    ...(shadowed.length > 0 ? { shadowed } : {}),
    maybeAbsent,
    ...(isHidden ? { isHidden } : {}),
    ...(isReadonly ? { isReadonly } : {}),
    ...(isPermanent ? { isPermanent } : {}),
  };
  return isSameSlot(joined, slots[0]!) ? slots[0]! : joined;
}

/** Keeping the slot itself spares later joins the comparison of its values. */
function isSameSlot(joined: Slot, slot: Slot): boolean {
  return (
    joined.value === slot.value &&
    joined.maybeAbsent === slot.maybeAbsent &&
    joined.getter === slot.getter &&
    joined.setter === slot.setter &&
    Boolean(joined.isMixed) === Boolean(slot.isMixed) &&
    !slot.isJoined &&
    joined.isHidden === slot.isHidden &&
    joined.isReadonly === slot.isReadonly &&
    joined.isPermanent === slot.isPermanent &&
    (joined.shadowed?.length ?? 0) === (slot.shadowed?.length ?? 0)
  );
}

type Accessors = Pick<Slot, "value" | "getter" | "setter" | "isMixed">;

/** The member may be a value in some branches and a getter or a setter in others. */
function joinAccessors(slots: readonly Slot[], values: readonly Value[]): Accessors {
  const getters = slots.flatMap(({ getter }) => getter ?? []);
  const setters = slots.flatMap(({ setter }) => setter ?? []);
  const isMixed =
    slots.some((slot) => slot.isMixed) ||
    [getters, setters].some(({ length }) => length > 0 && length < slots.length) ||
    (getters.length + setters.length > 0 && values.length > slots.length);
  return {
    value: choice(values),
    ...(getters.length > 0 ? { getter: choice(getters) } : {}),
    ...(setters.length > 0 ? { setter: choice(setters) } : {}),
    ...(isMixed ? { isMixed } : {}),
  };
}
