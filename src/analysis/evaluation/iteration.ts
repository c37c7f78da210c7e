import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import { knownText, sliceText, type Text } from "../../facts/text.js";
import { elementsToRead, keysInOrder, pushSomeElement, type HeapObject, type ObjectContent } from "./heap.js";
import { knownString } from "./coerce.js";
import { Arguments } from "./callable.js";
import { callValue } from "./calls.js";
import { goThrough, isGenerator, leave, takeAll, takeNext, takeSome } from "./generators.js";
import { callByItself } from "./implicit-calls.js";
import { repeatPerhaps } from "./repetition.js";
import { findSlot, makeList, peek } from "./members.js";
import { valueOfKey } from "./member-tables.js";
import type { Run } from "./run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  objectValue,
  opaque,
  sameValue,
  textOf,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value.js";

/** The values that iterating a value produces. */
export interface Iteration {
  /** The elements in order, where all of them are known. */
  readonly known?: readonly Value[];
  /** The alternatives for one element, without unknown lists. */
  readonly some?: Value;
  /** Unknown lists whose elements are among them. */
  readonly sources: readonly UnknownValue[];
}

export function iterate(run: Run, given: Value): Iteration {
  const iterable = iteratorOf(run, given);
  const singles = alternatives(iterable);
  if (singles.length === 1) {
    const [single] = singles;
    if (single!.kind === "object") return iterateObject(run, single!.object);
    const characters = single!.kind === "text" ? charactersOf(single!.text) : undefined;
    if (characters) return { known: characters, sources: [] };
  }
  const some: Value[] = [];
  const sources: UnknownValue[] = [];
  for (const single of singles) {
    if (single.kind === "unknown") sources.push(single);
    else if (single.kind === "text") some.push(opaque("computed", "character"));
    else if (single.kind === "object") {
      const inner = isGenerator(single.object)
        ? { some: takeSome(run, single.object), sources: [] }
        : iterateObject(run, single.object);
      if (inner.known) addAll(some, inner.known);
      if (inner.some) some.push(inner.some);
      addAll(sources, inner.sources);
    }
  }
  return { ...(some.length > 0 ? { some: choice(some) } : {}), sources };
}

const BUILT_IN: ReadonlySet<string> = new Set(["Array", "Set", "Map", "Headers"]);

/** The greatest depth of iterators that use each other. */
const MAX_NESTING = 8;
let nesting = 0;

/**
 * Returns the iterator of a loop over a value: for an object with an iterator that the program defines, the result of
 * its method. The effects of iterators that no generator makes happen some number of times, perhaps never.
 */
export function iteratorOf(run: Run, value: Value, kind: "iterator" | "asyncIterator" = "iterator"): Value {
  if (alternatives(value).every((single) => single.kind !== "object" || isBuiltIn(single.object)))
    return value;
  if (nesting >= MAX_NESTING) {
    run.store.observer?.markNotReplayable();
    return opaque("limit", "recursion");
  }
  nesting++;
  try {
    return mapAlternatives(value, (single) =>
      single.kind !== "object" || isBuiltIn(single.object) ? single : ownIterator(run, single, kind),
    );
  } finally {
    nesting--;
  }
}

function isBuiltIn(object: HeapObject): boolean {
  return BUILT_IN.has(object.className) || isGenerator(object);
}

function ownIterator(run: Run, value: ObjectValue, kind: "iterator" | "asyncIterator"): Value {
  const kinds = kind === "iterator" ? [Symbol.iterator] : [Symbol.asyncIterator, Symbol.iterator];
  const slots = kinds.map((key) => findSlot(run, value.object, key));
  const slot = slots.find((one) => one !== undefined);
  const callable = slot?.value.kind === "object" ? slot.value.object.callable : undefined;
  if (slot && !slot.maybeAbsent && callable?.kind === "closure") {
    const { node, environment } = callable;
    const call = { this: value, args: new Arguments([]), node, environment, isNew: false };
    const iterator = callValue(run, slot.value, call);
    const isKnown = iterator.kind === "object" && isBuiltIn(iterator.object);
    if (isKnown) return iterator;
    runByHand(run, iterator);
    return opaque("computed", "iterator", environment.locate(node));
  }
  // A method under a key that is not known may be the one.
  for (const member of run.store.read(value.object).rest) {
    const given =
      member.kind === "object" && member.object.callable ? callByItself(run, member, value) : undefined;
    if (given) runByHand(run, given);
  }
  return value;
}

function runByHand(run: Run, iterator: Value): void {
  for (const single of alternatives(iterator)) {
    if (single.kind !== "object") continue;
    if (isGenerator(single.object)) takeSome(run, single.object);
    else for (const name of ["next", "return"]) callByItself(run, peek(run, single, name), single);
  }
}

function iterateObject(run: Run, object: HeapObject): Iteration {
  const content = run.store.read(object);
  const { className } = object;
  if (isGenerator(object)) return takeAll(run, object);
  if (className === "Map" || className === "Headers") return iterateEntries(run, object);
  if (className !== "Array" && className !== "Set")
    return run.language.semantics.iteratesKeys && className === "Object"
      ? iterateKeys(content)
      : { some: opaque("computed", className), sources: [] };
  const known = elementsToRead(content);
  if (known) return { known, sources: [] };
  const some = [...[...content.members.values()].map((slot) => slot.value), ...content.rest];
  return { ...(some.length > 0 ? { some: choice(some) } : {}), sources: content.open };
}

/** The keys of a record, each as it is written. */
function iterateKeys(content: ObjectContent): Iteration {
  const known = keysInOrder(content);
  const keys = [...content.members].map(([key, slot]) => writtenKey(key, slot.keyPlace));
  if (known) return { known: keys, sources: [] };
  const some = [...keys, ...(content.rest.length > 0 ? [opaque("computed", "key")] : [])];
  return { ...(some.length > 0 ? { some: choice(some) } : {}), sources: content.open };
}

/** Makes a text for a key, with the place of the key if it is written as a string. */
export function writtenKey(key: string, place: Location | undefined): Value {
  if (!place) return computedText(key);
  const written = { path: place.path, start: place.start + 1, end: place.end - 1, exact: true };
  const isString = place.end - place.start === key.length + 2;
  return isString ? textOf([{ kind: "segment", text: key, written, hops: undefined }]) : computedText(key);
}

/** Lists are distinguished by at most this number of elements. */
const MAX_CHARACTERS = 1000;

/** The characters of a text that is wholly known, unless it is long. */
function charactersOf(text: Text): Value[] | undefined {
  const known = knownText(text);
  if (known === undefined || known.length > MAX_CHARACTERS) return undefined;
  const characters: Value[] = [];
  let at = 0;
  for (const character of known) {
    characters.push({ kind: "text", text: sliceText(text, at, at + character.length) });
    at += character.length;
  }
  return characters;
}

/** `[key, value]` of each entry. */
function iterateEntries(run: Run, object: HeapObject): Iteration {
  const content = run.store.read(object);
  const entries: Value[] = [];
  let certain = content.rest.length === 0 && !content.unordered;
  for (const [key, slot] of content.entries) {
    if (slot.maybeAbsent) certain = false;
    const written = typeof key === "string" ? writtenKey(key, slot.keyPlace) : valueOfKey(key, slot);
    entries.push(makeList(run, [written, slot.value]));
  }
  for (const value of content.rest) entries.push(makeList(run, [opaque("computed", "key"), value]));
  if (object.className === "Headers") entries.sort((a, b) => order(keyIn(run, a), keyIn(run, b)));
  if (certain && content.open.length === 0) return { known: entries, sources: [] };
  return { ...(entries.length > 0 ? { some: choice(entries) } : {}), sources: content.open };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function keyIn(run: Run, entry: Value): string {
  return knownString(run, peek(run, entry, "0")) ?? "";
}

/**
 * Yields the elements of a value, each when its turn comes, because the loop may change the list. Gives `over` at the
 * end, and `unknown` if it is unknown how it continues.
 */
export function elementsInTurn(run: Run, iterable: Value): () => Value | "over" | "unknown" {
  if (iterable.kind === "object" && isGenerator(iterable.object)) return () => takeNext(run, iterable.object);
  const { known } = iterate(run, iterable);
  let index = 0;
  if (iterable.kind !== "object") return () => (known ? (known[index++] ?? "over") : "unknown");
  const { className } = iterable.object;
  let before: readonly Value[] = [];
  return () => {
    const now = iterate(run, iterable).known;
    if (!now) return "unknown";
    // Deleting from a map or a set moves all later entries.
    const hasMoved = className !== "Array" && !before.every((one, at) => isSameEntry(run, one, now[at]));
    if (hasMoved) return "unknown";
    before = now.slice(0, index + 1);
    return now[index++] ?? "over";
  };
}

/** Checks whether two elements are the same. Entries of a map are identified by their keys. */
export function isSameEntry(run: Run, before: Value, now: Value | undefined): boolean {
  if (now === undefined) return false;
  if (sameValue(before, now)) return true;
  const isEntry = before.kind === "object" && now.kind === "object" && before.object.className === "Array";
  return isEntry && sameValue(peek(run, before, "0"), peek(run, now, "0"));
}

/** Returns one value that represents any element. */
export function someOf(iteration: Iteration): Value | undefined {
  const values: Value[] = [...(iteration.known ?? [])];
  if (iteration.some) values.push(iteration.some);
  for (const source of iteration.sources) values.push(memberOfUnknown(source, "[]"));
  return values.length > 0 ? choice(values) : undefined;
}

/** Tells each element of a value, and where they are not known any of them, some number of times. */
export function forEachElement(
  run: Run,
  given: Value,
  notify: (value: Value) => void,
  kind: "iterator" | "asyncIterator" = "iterator",
): void {
  const iterable = iteratorOf(run, given, kind);
  const each = (value: Value): boolean => {
    notify(value);
    return true;
  };
  if (iterable.kind === "object" && goThrough(run, iterable.object, each)) return;
  const next = elementsInTurn(run, iterable);
  let element = next();
  for (; typeof element !== "string"; element = next()) notify(element);
  const some = element === "over" ? undefined : someOf(iterate(run, iterable));
  if (some) repeatPerhaps(run, () => notify(some));
}

/** Returns the first elements of a value, or all of them, as a list. Patterns read only as many as they name. */
export function firstElements(run: Run, given: Value, count: number | undefined): Value {
  const iterable = iteratorOf(run, given);
  return mapAlternatives(iterable, (single) => {
    if (single.kind !== "object" || single.object.className === "Array") return single;
    const isOne = iterable.kind === "object" && isGenerator(single.object) && count !== undefined;
    if (isOne) return takeFirst(run, single.object, count);
    const iteration = iterate(run, single);
    if (iteration.known) return makeList(run, iteration.known);
    const list = run.make("Array", single.object.place);
    const some = someOf(iteration);
    if (some) pushSomeElement(run.store, list, some);
    return objectValue(list);
  });
}

function takeFirst(run: Run, generator: HeapObject, count: number): Value {
  const taken: Value[] = [];
  while (taken.length < count) {
    const element = takeNext(run, generator);
    if (element === "over") break;
    if (typeof element === "string") {
      const some = takeSome(run, generator);
      while (taken.length < count) taken.push(choice([some, UNDEFINED]));
    } else taken.push(element);
  }
  leave(run, generator);
  return makeList(run, taken);
}
