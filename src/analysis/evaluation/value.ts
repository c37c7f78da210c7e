import { nameInPackage, nameOfModule } from "./package-names.js";
import { haveSameStart, type Location } from "../../core/span.js";
import type { Hole, HoleReason, Hop, Hops, Part, Text } from "../../facts/text.js";
import { EMPTY_TEXT, withHopBehind } from "../../facts/text.js";
import { bounds } from "./bounds.js";
import type { HeapObject } from "./heap.js";
import { joinedTexts } from "./joined-texts.js";
import type { Outline } from "./outlines.js";
import { payloadPath } from "./payload-path.js";
import { nextBirth } from "./births.js";
import { work } from "./work.js";

/**
 * The value of an expression. Values never change; variables and the contents of objects are in the store (`store.ts`).
 */
export type Value = Single | { readonly kind: "choice"; readonly of: readonly Single[] };

/** A value that is not one of several. */
export type Single = TextValue | ScalarValue | ObjectValue | UnknownValue;

/** A string, known or with holes. */
export interface TextValue {
  readonly kind: "text";
  readonly text: Text;
}

export interface ScalarValue {
  readonly kind: "scalar";
  readonly value: number | boolean | bigint | null | undefined;
  readonly place?: Location;
  /** The field that has this value before anything is assigned to it. A framework may assign what code does not show. */
  readonly emptyField?: EmptyField;
}

export interface EmptyField {
  readonly name: string;
  readonly place: Location;
  /** True for a field of an object that no known code makes. */
  readonly isFromOutside: boolean;
}

/** A reference to an object, array, function, class or instance. */
export interface ObjectValue {
  readonly kind: "object";
  readonly object: HeapObject;
  readonly hops: Hops;
  /** The text that a printer of JSON makes of the object. */
  readonly isPrinted?: true;
}

/**
 * Something that is not known, described by where it comes from: the root and the way that was taken from it. Two
 * unknowns with the same source and path are the same thing.
 */
export interface UnknownValue {
  readonly kind: "unknown";
  readonly source: Source;
  /** Keys that were read, `[]` for an element of a list, `name()` for a call. */
  readonly path: readonly string[];
  readonly place?: Location;
  readonly hops: Hops;
  /** See `Segment.knownAs`: what is read of it has no such name yet. */
  readonly knownAs?: string;
  /** The type that the code states, and how long `path` was where it did. */
  readonly typed?: StatedType;
  /** The names that the code has for its members, if those of the data differ. */
  readonly shape?: Shape;
  /** The members that its type declares, and how long `path` was where the code states the type. */
  readonly outlined?: { readonly outline: Outline; readonly at: number };
  /** The parts of responses that an unknown function got, which gave the value. */
  readonly madeOf?: readonly UnknownValue[];
  /** The steps of `path`, as indexes, that the code states as the first element: `list[0]`. */
  readonly firstAt?: readonly number[];
}

/** A type that code states for a value: its name, and how many steps of the path lead to what has the type. */
export interface StatedType {
  readonly name: string;
  readonly at: number;
  /** All keys that the type declares. */
  keys?(): readonly string[];
  /** The type of what holds the value. */
  readonly holder?: StatedType | undefined;
}

/** The members of a declared type whose names in code are not those of the data: fields with tags or annotations. */
export interface Shape {
  readonly name: string;
  /** The key in the data of what code reads under a name, or of an element (`[]`), and the shape of what is there. */
  member(name: string): { readonly key: string; readonly shape?: Shape | undefined };
  declares?(name: string): boolean;
  /** All keys that the type declares. */
  keys?(): readonly string[];
  readonly outline?: Outline;
  /** True for a type of a library for the API: one type holds what is sent and what is received. */
  readonly isOfApi?: boolean;
  /** The object with the methods of the type, where they are called on values that are not known. */
  readonly prototype?: HeapObject;
}

/** The origin of an unknown. There is one object per origin: sources are compared by identity. */
export interface Source {
  readonly reason: HoleReason;
  /** As a reader of the code would call it. */
  readonly name: string;
  readonly place?: Location;
  /** For `reason: "response"`: the number of the request in the recorder. */
  readonly request?: number;
  /** For `reason: "import"`: the specifier. */
  readonly specifier?: string;
  /** For each key of an unknown record: that record. */
  readonly keyOf?: UnknownValue;
  /** When it came into being, as cells do. */
  born?: number;
}

export const UNDEFINED: ScalarValue = { kind: "scalar", value: undefined };
export const NULL: ScalarValue = { kind: "scalar", value: null };
export const TRUE: ScalarValue = { kind: "scalar", value: true };
export const FALSE: ScalarValue = { kind: "scalar", value: false };
export const EMPTY: TextValue = { kind: "text", text: EMPTY_TEXT };

/** The source of a value that has too many alternatives. */
export const TOO_MANY: Source = { reason: "limit", name: "alternatives", born: 0 };
const TOO_FAR: Source = { reason: "limit", name: "hops", born: 0 };

export function scalar(value: ScalarValue["value"], place?: Location): ScalarValue {
  return place ? { kind: "scalar", value, place } : { kind: "scalar", value };
}

/** Makes a computed string, which has no place in the source. */
export function computedText(text: string): TextValue {
  return { kind: "text", text: { kind: "text", parts: [{ kind: "segment", text, hops: undefined }] } };
}

export function textOf(parts: readonly Part[]): TextValue {
  return { kind: "text", text: { kind: "text", parts } };
}

export function unknown(source: Source, place?: Location): UnknownValue {
  source.born ??= nextBirth();
  return { kind: "unknown", source, path: [], hops: undefined, ...(place ? { place } : {}) };
}

/** Makes a new unknown value without a history. */
export function opaque(reason: HoleReason, name: string, place?: Location): UnknownValue {
  return unknown({ reason, name, ...(place ? { place } : {}) }, place);
}

export function objectValue(object: HeapObject, hops?: Hops): ObjectValue {
  return { kind: "object", object, hops };
}

/** Returns the result of reading a key of an unknown value. */
export function memberOfUnknown(value: UnknownValue, step: string, place?: Location): UnknownValue {
  const { source, path, hops, typed, outlined, madeOf } = value;
  const at = place ?? value.place;
  const { key, shape } = value.shape?.member(step) ?? { key: step };
  const member: UnknownValue = {
    kind: "unknown",
    source,
    path: [...path, key],
    hops,
    ...(at ? { place: at } : {}),
    ...(typed ? { typed } : {}),
    ...(outlined ? { outlined } : {}),
    ...(madeOf ? { madeOf } : {}),
    ...(value.firstAt === undefined ? {} : { firstAt: value.firstAt }),
  };
  return shape ? withShape(member, shape) : member;
}

/**
 * Gives an unknown value a declared type. If the type has no name, the known type of the object it is read from stays.
 */
export function withShape(value: UnknownValue, shape: Shape): UnknownValue {
  if (shape.name === "") return { ...value, shape };
  const before = value.typed;
  return {
    ...value,
    shape,
    ...(shape.outline ? { outlined: { outline: shape.outline, at: value.path.length } } : {}),
    typed: {
      name: shape.name,
      at: value.path.length,
      holder: before?.at === value.path.length ? before.holder : before,
      ...(shape.keys ? { keys: () => shape.keys!() } : {}),
    },
  };
}

/** Returns the response for a piece of it that iterating a stream gave. Other values stay as they are. */
export function wholeOf(value: UnknownValue): UnknownValue {
  if (value.source.reason !== "response" || value.path.at(-1) !== "[]") return value;
  return { ...value, path: value.path.slice(0, -1) };
}

/** Returns the name of an unknown value in reports: `process.env.BASE`, `new Date().toISOString()`. */
export function nameOf(value: UnknownValue): string {
  const { name: written, reason } = value.source;
  const ofPackage = reason === "import" ? nameInPackage(written, value.path) : undefined;
  if (ofPackage !== undefined) return ofPackage;
  const imported = reason === "import" ? nameOfModule(written) : undefined;
  let name = imported ?? written;
  // A class is the only member of its module, and has the same name.
  const isRepeated = imported?.split(".").at(-1) === value.path[0];
  for (const step of isRepeated ? value.path.slice(1) : value.path) {
    // Code that parses a text calls no method of it: a setting, or what a call gives.
    if (step === "parse()" && (reason === "environment" || name.endsWith(")"))) continue;
    if (step === "new()") name = `new ${name}()`;
    else name += step.startsWith("[") || step.startsWith("(") || name === "$" ? step : `.${step}`;
  }
  return name;
}

export function holeOf(value: UnknownValue): Hole {
  const { reason, place: origin } = value.source;
  const place = value.place ?? origin;
  return {
    kind: "hole",
    reason: value.path.length > 0 && reason === "global" ? "property" : reason,
    name: nameOf(value),
    hops: value.hops,
    handle: value,
    ...(value.knownAs === undefined ? {} : { knownAs: value.knownAs }),
    ...(place ? { place } : {}),
    ...(reason === "response" && origin ? { answeredAt: origin, answeredPath: payloadPath(value.path) } : {}),
  };
}

/** Returns the unknown value of a hole. */
export function unknownOf(hole: Hole): UnknownValue | undefined {
  const held = heldBy(hole);
  return held?.kind === "unknown" ? held : undefined;
}

/** Returns the value of a hole: an unknown value, or an object whose text it is. */
export function heldBy(hole: Hole): UnknownValue | ObjectValue | undefined {
  return hole.handle as UnknownValue | ObjectValue | undefined;
}

/** Returns the alternatives of a value; a value that is not a choice is its only one. */
export function alternatives(value: Value): readonly Single[] {
  return value.kind === "choice" ? value.of : [value];
}

/**
 * Makes a value with alternatives. Equal ones are merged. Too many become an unknown value, but for texts with the same
 * written parts. If the others add nothing to the first value, that is the result itself, so that it is quickly found to
 * be the same when it is joined again.
 */
export function choice(values: readonly Value[]): Value {
  const [first] = values;
  if (!first) return UNDEFINED;
  if (values.every((value) => value === first)) return first;
  const singles: Single[] = [...alternatives(first)];
  const most = bounds().alternatives;
  const before = singles.length;
  work(before);
  for (const [index, value] of values.entries()) {
    if (value === first || values.indexOf(value) < index) continue;
    for (const single of alternatives(value)) {
      work(singles.length);
      if (singles.some((other) => sameValue(other, single))) continue;
      if (singles.length === most) return joined(values.flatMap(alternatives));
      singles.push(single);
    }
  }
  return singles.length === before ? first : { kind: "choice", of: singles };
}

/** Makes fewer values of too many: texts that are written at the same places count as one. */
function joined(singles: readonly Single[]): Value {
  const texts = singles.flatMap((single) => (single.kind === "text" ? [single.text] : []));
  const text = joinedTexts(texts, isSameList, holeOf(unknown(TOO_MANY)));
  const others = singles.filter(({ kind }) => kind !== "text");
  return text && texts.length > 1 ? choice([textOf(text.parts), ...others]) : unknown(TOO_MANY);
}

export function mapAlternatives(value: Value, change: (single: Single) => Value): Value {
  return value.kind === "choice" ? choice(value.of.map(change)) : change(value);
}

export function sameValue(a: Value, b: Value): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "text":
      return b.kind === "text" && sameText(a.text, b.text);
    case "scalar":
      return b.kind === "scalar" && Object.is(a.value, b.value);
    case "object":
      return b.kind === "object" && a.object === b.object;
    case "unknown":
      return b.kind === "unknown" && a.source === b.source && samePath(a.path, b.path);
    case "choice":
      return (
        b.kind === "choice" &&
        a.of.length === b.of.length &&
        a.of.every((single) => b.of.some((other) => sameValue(single, other)))
      );
  }
}

export function samePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

function sameText(a: Text, b: Text): boolean {
  return isSameList(a.parts, b.parts);
}

function isSameList(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && a.every((part, index) => samePart(part, b[index]!));
}

function samePart(a: Part, b: Part): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === "hole" || b.kind === "hole") return a.kind === "hole" && b.kind === "hole" && sameHole(a, b);
  return a.text === b.text && haveSameStart(a.written, b.written);
}

function sameHole(a: Hole, b: Hole): boolean {
  const [one, other] = [heldBy(a), heldBy(b)];
  if (one?.kind === "object" || other?.kind === "object") return one !== undefined && one === other;
  return a.reason === b.reason && a.name === b.name && haveSameStart(a.place, b.place);
}

/**
 * Returns the value with one more step in its trace. Objects keep their identity, and the trace is that of the
 * reference. Beyond the limit of steps a value becomes unknown, and an unknown value gets no further steps.
 */
export function withHop(value: Value, hop: Hop): Value {
  switch (value.kind) {
    case "text":
      if (value.text.parts.length === 0) return value;
      if (value.text.parts.length === 1) return textOf([named(partWithHop(value.text.parts[0]!, hop), hop)]);
      work(value.text.parts.length);
      return textOf(value.text.parts.map((part) => partWithHop(part, hop)));
    case "scalar":
      return value;
    case "object":
      if (isTooFar(value.hops)) return unknown(TOO_FAR, hop.place);
      return { ...value, hops: withHopBehind(value.hops, hop) };
    case "unknown":
      return isTooFar(value.hops) ? value : named({ ...value, hops: withHopBehind(value.hops, hop) }, hop);
    case "choice":
      return { kind: "choice", of: value.of.map((single) => withHop(single, hop) as Single) };
  }
}

/** Gives a value the name of the variable, parameter or property that holds it. */
function named<T extends { readonly knownAs?: string }>(part: T, { kind, name }: Hop): T {
  const isName = kind === "variable" || kind === "parameter" || kind === "property";
  return isName && /^[A-Za-z_$][\w$-]*$/.test(name) ? { ...part, knownAs: name } : part;
}

function partWithHop(part: Part, hop: Hop): Part {
  if (!isTooFar(part.hops)) return { ...part, hops: withHopBehind(part.hops, hop) };
  return part.kind === "hole" ? part : holeOf(unknown(TOO_FAR, hop.place));
}

function isTooFar(hops: Hops): boolean {
  return hops !== undefined && hops.count >= bounds().hops;
}

/** Returns whether a value counts as true in a condition, where that is known. */
export function truthiness(value: Value): boolean | undefined {
  switch (value.kind) {
    case "text": {
      const { parts } = value.text;
      if (parts.some((part) => part.kind === "segment" && part.text !== "")) return true;
      return parts.some((part) => part.kind === "hole") ? undefined : false;
    }
    case "scalar":
      return value.emptyField ? undefined : Boolean(value.value);
    case "object":
      return true;
    case "unknown":
      return undefined;
    case "choice": {
      const first = truthiness(value.of[0]!);
      return value.of.every((single) => truthiness(single) === first) ? first : undefined;
    }
  }
}

/** Returns whether a value is known to be something that can be called: a function, a class. */
export function isFunction(value: Value): boolean {
  return value.kind === "object" && value.object.callable !== undefined;
}

/** Returns whether a value is `null` or `undefined`, where that is known. */
export function nullishness(value: Value): boolean | undefined {
  if (value.kind === "unknown") return undefined;
  if (value.kind !== "choice")
    return value.kind === "scalar" && (value.value === null || value.value === undefined);
  const first = nullishness(value.of[0]!);
  return value.of.every((single) => nullishness(single) === first) ? first : undefined;
}
