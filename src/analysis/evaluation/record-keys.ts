import { ownerOf } from "./answers.js";
import { memberOfUnknown, unknown, type UnknownValue, type Value } from "./value.js";
import type { Place } from "./language.js";

/** The steps from a record to its keys, and to its entries. */
export const KEYS = "keys()";
const ENTRIES = "entries()";

/** Methods without arguments that give the keys or the entries of a record, in all languages. */
const LISTINGS: ReadonlyMap<string, string> = new Map([
  ["keys", KEYS],
  ["keySet", KEYS],
  ["fieldNames", KEYS],
  ["entrySet", ENTRIES],
  ["fields", ENTRIES],
  ["properties", ENTRIES],
  ["Properties", ENTRIES],
  ["EnumerateObject", ENTRIES],
]);

/** Returns whether a method gives the names of all properties of a record. */
export function listsKeys(method: string): boolean {
  return method === "each_key" || LISTINGS.get(method) === KEYS;
}

/** Returns the keys or the entries of a response, or of a part of one, that a method gives. */
export function listingOf(receiver: UnknownValue, method: string): UnknownValue | undefined {
  const step = receiver.source.request === undefined ? undefined : LISTINGS.get(method);
  return step === undefined ? undefined : memberOfUnknown(receiver, step);
}

/** Returns the entries of what is taken to be a record, because code takes each element of it apart. */
export function entriesOfUnknown(value: UnknownValue): UnknownValue {
  const { source, path, shape } = value;
  const isOther = source.request === undefined || shape !== undefined || path.at(-1)?.endsWith("()") === true;
  return isOther ? value : memberOfUnknown(value, ENTRIES);
}

/** Returns the record of which a value is all keys or entries, one of them, or made of them. Undefined if it is none. */
export function recordListed({ path, ...rest }: UnknownValue): UnknownValue | undefined {
  const at = path.findIndex((step) => step === KEYS || step === ENTRIES);
  return at < 0 ? undefined : { ...rest, path: path.slice(0, at) };
}

/** Checks whether a value is one entry of a record. */
export function isEntry({ path }: UnknownValue): boolean {
  return path.at(-1) === "[]" && path.at(-2) === ENTRIES;
}

/** Returns the keys, where a value is all entries of a record. */
export function keysOfEntries(value: UnknownValue): UnknownValue | undefined {
  return value.path.at(-1) === ENTRIES ? { ...value, path: [...value.path.slice(0, -1), KEYS] } : undefined;
}

/** Returns an entry, where code takes the next one of all of them. */
export function nextEntry(value: UnknownValue): UnknownValue {
  return value.path.at(-1) === ENTRIES ? memberOfUnknown(value, "[]") : value;
}

const KEY = /^(?:key|name|0)$/i;
const VALUE = /^(?:value|1)$/i;

/** Returns the key or the value of an entry of a record, by the names that languages have for them. */
export function partOfEntry(value: UnknownValue, name: string, place: Place): UnknownValue | undefined {
  const record = isEntry(value) ? recordListed(value) : undefined;
  if (!record) return undefined;
  if (KEY.test(name)) return keyOfUnknown(record, place);
  return VALUE.test(name) ? memberOfUnknown(record, "[]") : undefined;
}

/** Returns the record in which code looks a name up, where a value is all entries of it; the value itself otherwise. */
export function lookedUpIn(value: UnknownValue): UnknownValue {
  return value.path.at(-1) === ENTRIES ? ownerOf(value) : value;
}

/** Returns any key of an unknown record. */
export function keyOfUnknown(record: UnknownValue, { node, environment }: Place): UnknownValue {
  const place = environment.locate(node);
  return unknown({ reason: "computed", name: "key", place, keyOf: record }, place);
}

/** Returns the unknown record whose values a pair has under their own keys. Undefined if there is none. */
export function recordOf(key: Value, value: Value): UnknownValue | undefined {
  const record = key.kind === "unknown" && key.path.length === 0 ? key.source.keyOf : undefined;
  if (!record || value.kind !== "unknown" || value.source !== record.source) return undefined;
  const member = memberOfUnknown(record, "[]").path;
  const isOwn = value.path.length === member.length && value.path.every((step, at) => step === member[at]);
  return isOwn ? record : undefined;
}
