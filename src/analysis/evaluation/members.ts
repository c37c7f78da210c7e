import type { Node } from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import { flatten } from "../../facts/text.js";
import { clientMethods } from "./client-methods.js";
import { Arguments } from "./callable.js";
import { characterAt } from "../builtins/characters.js";
import { callPerhaps, callValue } from "./calls.js";
import { iterate } from "./iteration.js";
import { callByItself } from "./implicit-calls.js";
import { knownKeys } from "./coerce.js";
import type { Environment } from "./environment.js";
import type { HeapObject } from "./heap.js";
import {
  copiedSlot,
  isIndex,
  lengthOf,
  maybeSetMember,
  mergeUnknown,
  setMember,
  setMembers,
  defineSomeMember,
  setUnordered,
  someElement,
  type Slot,
} from "./heap.js";
import { TEXT, nameOfSymbol, slotOf, type MemberKey } from "./member-tables.js";
import { valueDeclared } from "./outlines.js";
import type { Run } from "./run.js";
import { lookedUpIn, partOfEntry } from "./record-keys.js";
import { readByKey, readUnknown } from "./unknown-members.js";
import { asFieldValue, emptyFieldOf } from "./empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  scalar,
  type ObjectValue,
  type Single,
  type Value,
} from "./value.js";

/** The place of a read or write of a member, for the facts about it. */
export interface Site {
  readonly node: Node;
  /** The name alone. */
  readonly key: Node;
  readonly environment: Environment;
  /** Names that are written elsewhere, as strings that the key is computed from, and where. */
  readonly names?: ReadonlyMap<string, Location>;
  /** For a language whose code is not a tree of this evaluator: the code goes on with something else if it is missing. */
  readonly hasFallback?: boolean;
  /** For such a language: the code reads it only where what replaces it is missing. */
  readonly isStandby?: boolean;
  /** The key is the name of a column of a table. */
  readonly isColumn?: boolean;
}

/** Returns the known strings of a computed key that facts are recorded for, with their places. */
export function namesWritten(run: Run, key: Value): ReadonlyMap<string, Location> | undefined {
  const names = new Map<string, Location>();
  for (const single of alternatives(key)) {
    const [part, ...others] = single.kind === "text" ? single.text.parts : [];
    if (part?.kind !== "segment" || !part.written || others.length > 0) continue;
    if (run.interest.names.has(part.text)) names.set(part.text, part.written);
  }
  return names.size > 0 ? names : undefined;
}

/** Returns the place of the name under which a member is read or written. */
export function placeOfName({ names, environment, key }: Site, name: string): Location {
  return names?.get(name) ?? environment.locate(key);
}

/** A key as the code computes it: one of several, or not known. */
export type Key = readonly MemberKey[] | undefined;

export function keyOf(run: Run, value: Value): Key {
  return knownKeys(run, value);
}

/**
 * Returns the result of reading `key` from a value. Alternatives that would throw (`undefined.x`) are left out.
 *
 * @param receiver what getters are called on, where that is not the object itself
 */
export function getMember(run: Run, value: Value, key: MemberKey, site: Site, receiver?: Value): Value {
  const singles = alternatives(value);
  const readable = singles.filter((single) => nullishness(single) !== true);
  // The members of an empty field are as little known as the field.
  if (readable.length === 0) return singles.find((single) => emptyFieldOf(single)) ?? UNDEFINED;
  return choice(readable.map((single) => memberOfSingle(run, single, key, site, receiver)));
}

/** Returns the result of reading a key that is one of several, or unknown. */
export function getMemberByKey(run: Run, value: Value, key: Key, site: Site, receiver?: Value): Value {
  if (key) return choice(key.map((name) => getMember(run, value, name, site, receiver)));
  return choice(
    alternatives(value)
      .filter((single) => nullishness(single) !== true)
      .map((single) => someMember(run, single, site)),
  );
}

function someMember(run: Run, value: Single, site: Site): Value {
  run.recorder.escapes.readUnnamed(run, value, site);
  if (value.kind === "unknown") return readUnknown(run, value, "[]", site);
  run.recorder.fileReads.readMember(run, value, undefined, site);
  if (value.kind !== "object") return opaque("computed", "character", site.environment.locate(site.node));
  const unknown = (): Value => opaque("computed", "member", site.environment.locate(site.node));
  const methods = clientMethods((name) => peek(run, value, name));
  if (methods.length > 0) return choice([...methods.map((name) => peek(run, value, name)), unknown()]);
  const { prototype } = value.object;
  if (prototype && run.store.read(prototype).members.has("constructor")) return unknown();
  const found = someElement(run.store.read(value.object));
  return found ? choice([found, UNDEFINED]) : UNDEFINED;
}

function memberOfSingle(run: Run, value: Single, key: MemberKey, site: Site, receiver: Value = value): Value {
  if (typeof key === "symbol") return memberOfSymbol(run, value, key, site, receiver);
  switch (value.kind) {
    case "unknown": {
      const part = partOfEntry(value, key, site);
      if (part) return part;
      const member = isIndex(key)
        ? readUnknown(run, value, "[]", site)
        : readUnknown(run, lookedUpIn(value), key, site);
      const declared = member.outlined && valueDeclared(run, member);
      if (declared) return declared;
      // A variable that counts does not name an element.
      if (key !== "0" || site.key.type !== "Literal") return member;
      return { ...member, firstAt: [...(member.firstAt ?? []), member.path.length - 1] };
    }
    case "text":
      run.recorder.fileReads.readMember(run, value, key, site);
      return memberOfText(run, value, key);
    case "scalar":
      return builtinMember(run, typeof value.value === "number" ? "Number" : "Boolean", key);
    case "object":
      run.recorder.escapes.readBack(run, value.object, key, site);
      if (value.object.className === "Buffer") run.recorder.fileReads.readMember(run, value, key, site);
      return memberOfObject(run, value, key, site, receiver);
  }
}

function memberOfSymbol(run: Run, value: Single, key: symbol, site: Site, receiver: Value): Value {
  if (value.kind === "unknown") return readUnknown(run, value, nameOfSymbol(key), site);
  const name = nameOfSymbol(key);
  if (value.kind !== "object") return opaque("computed", name, site.environment.locate(site.node));
  const found: Value[] = [];
  for (let at: HeapObject | undefined = value.object; at; at = at.prototype) {
    const { symbols, open } = run.store.read(at);
    const slot = symbols.get(key);
    if (slot) found.push(readSlot(run, slot, receiver, site));
    else for (const source of open) found.push(readUnknown(run, source, name, site));
    if (slot?.maybeAbsent === false || open.length > 0) return choice(found);
  }
  return choice([...found, UNDEFINED]);
}

function memberOfText(run: Run, value: Extract<Single, { kind: "text" }>, key: string): Value {
  const { parts } = value.text;
  const known = parts.every((part) => part.kind === "segment");
  if (key === "length" && known) return scalar(flatten(value.text).length);
  if (isIndex(key))
    return known ? (characterAt(value.text, Number(key)) ?? UNDEFINED) : opaque("computed", "character");
  return builtinMember(run, "String", key);
}

function builtinMember(run: Run, className: string, key: string): Value {
  const prototype = run.realm.prototypes.get(className);
  if (!prototype) return UNDEFINED;
  const { members, open } = run.store.read(prototype);
  const slot = members.get(key);
  if (slot) return slot.value;
  if (open.length > 0) return choice(open.map((source) => memberOfUnknown(source, key)));
  return run.language.semantics.hasZeroValues ? opaque("computed", key) : UNDEFINED;
}

function memberOfObject(run: Run, value: ObjectValue, key: string, site: Site, receiver: Value): Value {
  const { object } = value;
  const exported = object.lazyMember?.(key);
  if (exported) return exported;
  const content = run.store.read(object);
  const slot = content.members.get(key);
  if (slot && !slot.maybeAbsent) {
    for (const member of slot.shadowed ?? []) readByKey(run, member, site);
    return readSlot(run, slot, receiver, site);
  }
  const text = object.className === "JSON text" ? content.symbols.get(TEXT)?.value : undefined;
  if (text?.kind === "text") return memberOfText(run, text, key);
  if (key === "length" && object.className === "Array") {
    const length = lengthOf(content);
    return length === undefined ? opaque("computed", "length") : scalar(length);
  }
  if (key === "size" && (object.className === "Map" || object.className === "Set")) {
    const { known } = iterate(run, objectValue(object));
    return known ? scalar(known.length) : opaque("computed", "size");
  }
  if (key === "prototype" && !slot && object.callable?.kind === "closure") return makePrototype(run, object);
  const found: Value[] = [];
  if (slot) found.push(readSlot(run, slot, receiver, site));
  // A method that nobody calls has the object with the methods as its receiver.
  const own = object.inherit?.(run, key, receiver);
  if (own) return choice([...found, own]);
  const above = object.prototype ?? (object.callable && run.realm.prototypes.get("Function"));
  const inherited =
    above && !(isIndex(key) && object.className === "Array")
      ? inheritedMember(run, above, key, receiver, site)
      : undefined;
  if (inherited) found.push(inherited);
  else if (content.open.length > 0) {
    const isOfAnswer = content.open.some(({ source }) => source.request !== undefined);
    for (const source of content.open)
      found.push(readUnknown(run, source, isIndex(key) ? "[]" : key, site, isOfAnswer));
  } else {
    if (object.className !== "Array" || isIndex(key)) addAll(found, content.rest);
    found.push(isGiven(object, key) ? opaque("computed", key) : missingMember(run, object, key, site));
  }
  return choice(found);
}

/**
 * Returns the result of reading a member that does not exist. A framework, or a class that inherits, may assign what a
 * class reads without assigning it.
 */
function missingMember(run: Run, { prototype }: HeapObject, key: string, { environment, node }: Site): Value {
  const place = environment.locate(node);
  if (run.language.semantics.hasZeroValues) return opaque("computed", key, place);
  const made = prototype && run.store.read(prototype).members.get("constructor")?.value;
  const isInstance = made?.kind === "object" && made.object.callable?.kind === "class";
  return isInstance ? asFieldValue(UNDEFINED, key, place) : UNDEFINED;
}

/** Members that every object, or every function, has by itself and that are not modelled. */
function isGiven({ callable }: HeapObject, key: string): boolean {
  return (
    key === "constructor" ||
    key === "__proto__" ||
    (callable !== undefined && (key === "name" || key === "length"))
  );
}

/** Every function has a prototype for what `new` makes of it; it is created on first use. */
function makePrototype(run: Run, constructor: HeapObject): Value {
  const value = objectValue(run.make("Object", constructor.place));
  run.addPrototype(value.object);
  setMember(run.store, constructor, "prototype", { value, maybeAbsent: false });
  return value;
}

function inheritedMember(
  run: Run,
  prototype: HeapObject,
  key: string,
  receiver: Value,
  site: Site,
): Value | undefined {
  for (let at: HeapObject | undefined = prototype; at; at = at.prototype) {
    const content = run.store.read(at);
    const slot = content.members.get(key);
    if (slot) return readSlot(run, slot, receiver, site);
    if (content.open.length > 0) {
      return choice(content.open.map((source) => readUnknown(run, source, key, site)));
    }
    const made = at.inherit?.(run, key, receiver);
    if (made) return made;
  }
  return undefined;
}

function readSlot(run: Run, slot: Slot, receiver: Value, site: Site): Value {
  if (!slot.getter) return slot.value;
  const { node, environment } = site;
  const call = { this: receiver, args: new Arguments([]), node, environment, isNew: false };
  if (!slot.isMixed) return callValue(run, slot.getter, call);
  return choice([slot.value, callPerhaps(run, slot.getter, call)]);
}

export function findSlot(run: Run, object: HeapObject, key: MemberKey): Slot | undefined {
  for (let at: HeapObject | undefined = object; at; at = at.prototype) {
    const slot = slotOf(run.store.read(at), key);
    if (slot) return slot;
  }
  return undefined;
}

/** Reads a member for use inside the evaluator. It records no fact, because no code of the program reads it. */
export function peek(run: Run, value: Value, key: MemberKey): Value {
  if (value.kind !== "choice") return peekSingle(run, value, key);
  const found = value.of
    .filter((single) => nullishness(single) !== true)
    .map((single) => peekSingle(run, single, key));
  return found.length > 0 ? choice(found) : UNDEFINED;
}

function peekSingle(run: Run, single: Single, key: MemberKey): Value {
  if (typeof key === "symbol") return peekSymbol(run, single, key);
  if (single.kind === "unknown") return memberOfUnknown(single, key);
  if (single.kind !== "object") return UNDEFINED;
  const exported = single.object.lazyMember?.(key);
  if (exported) return exported;
  const slot = findSlot(run, single.object, key);
  if (slot && !slot.maybeAbsent) return peekSlot(run, slot, single);
  const made = slot ? undefined : inherited(run, single, key);
  if (made) return made;
  const { open, rest } = run.store.read(single.object);
  const values: Value[] = slot ? [peekSlot(run, slot, single)] : [];
  addAll(values, [...open.map((source) => memberOfUnknown(source, key)), ...rest]);
  if (open.length === 0) values.push(UNDEFINED);
  return choice(values);
}

/** Reads an internal slot, or a symbol. An unknown object that was merged in never brings one. */
function peekSymbol(run: Run, single: Single, key: symbol): Value {
  if (single.kind === "unknown") return memberOfUnknown(single, nameOfSymbol(key));
  const slot = single.kind === "object" ? findSlot(run, single.object, key) : undefined;
  if (!slot || single.kind !== "object") return UNDEFINED;
  const value = peekSlot(run, slot, single);
  return slot.maybeAbsent ? choice([value, UNDEFINED]) : value;
}

function inherited(run: Run, value: ObjectValue, key: string): Value | undefined {
  for (let at = value.object.prototype; at; at = at.prototype) {
    const made = at.inherit?.(run, key, value);
    if (made) return made;
  }
  return undefined;
}

function peekSlot(run: Run, slot: Slot, receiver: Value): Value {
  if (!slot.getter) return slot.value;
  const got = callByItself(run, slot.getter, receiver);
  return slot.isMixed ? choice([slot.value, got]) : got;
}

/** Copies all members of `source` to `target`, as a spread or `Object.assign` does. */
export function copyMembers(run: Run, target: HeapObject, source: Value, site: Site): void {
  const copy = (single: Single): void => {
    if (single.kind === "unknown") mergeUnknown(run.store, target, single);
    else if (single.kind === "object") copyFromObject(run, target, single, site);
    else if (single.kind === "text") copyCharacters(run, target, single.text.parts.length > 0);
  };
  const singles = alternatives(source);
  if (singles.length === 1) copy(singles[0]!);
  else run.store.join(singles.map((single) => run.store.fork(() => copy(single))));
}

/** The contents of these objects are not members of them. */
const HAVE_NO_MEMBERS = new Set(["Map", "Set", "Headers", "URL", "URLSearchParams", "Promise"]);

function copyFromObject(run: Run, target: HeapObject, source: ObjectValue, site: Site): void {
  if (HAVE_NO_MEMBERS.has(source.object.className)) return;
  const content = run.store.read(source.object);
  if (content.unordered) setUnordered(run.store, target);
  for (const unknown of content.open) mergeUnknown(run.store, target, unknown);
  for (const value of content.rest) defineSomeMember(run.store, target, value);
  for (const [key, slot] of content.members) {
    if (slot.isHidden === "surely") continue;
    const value = readSlot(run, slot, source, site);
    if (isFunction(value)) run.inherit(target, source.object);
    const copied: Slot = { ...copiedSlot(slot, value), maybeAbsent: false };
    if (!slot.maybeAbsent && !slot.isHidden) setMember(run.store, target, key, copied);
    else maybeSetMember(run.store, target, key, copied);
  }
}

function copyCharacters(run: Run, target: HeapObject, any: boolean): void {
  if (any) defineSomeMember(run.store, target, opaque("computed", "character"));
}

/** Makes an object with the given members, as a library does. */
export function makeObject(
  run: Run,
  members: Readonly<Record<MemberKey, Value>>,
  className = "Object",
  place?: Location,
): ObjectValue {
  const object = run.make(className, place);
  setMembers(run.store, object, members);
  return objectValue(object);
}

/** Makes a list of the given elements. */
export function makeList(run: Run, elements: readonly Value[], place?: Location): ObjectValue {
  const list = run.make("Array", place);
  for (const [index, value] of elements.entries()) {
    setMember(run.store, list, String(index), { value, maybeAbsent: false });
  }
  return objectValue(list);
}
