import type { Location } from "../../core/span.js";
import { EMPTY_TEXT, concatTexts, knownText, type Text } from "../../facts/text.js";
import { bounds } from "./bounds.js";
import { elementsToRead, type HeapObject } from "./heap.js";
import { callByItself } from "./implicit-calls.js";
import { findSlot } from "./members.js";
import { TEXT, type MemberKey } from "./member-tables.js";
import type { Run } from "./run.js";
import { emptyFieldOf, valueOfField } from "./empty-fields.js";
import {
  alternatives,
  choice,
  computedText,
  holeOf,
  nullishness,
  opaque,
  type ObjectValue,
  type ScalarValue,
  type Single,
  type TextValue,
  type Value,
} from "./value.js";
import { work } from "./work.js";

/** Returns the alternatives of a value that is used as a string. A URL object gives those of its text. */
export function textAlternatives(run: Run, value: Value): readonly Single[] {
  return alternatives(value).flatMap((single) => {
    const inner =
      single.kind === "object" ? run.store.read(single.object).symbols.get(TEXT)?.value : undefined;
    return inner ? alternatives(inner) : [single];
  });
}

/** Returns the text that a value becomes as a string, by the rules of the language. */
export function toText(run: Run, value: Single): Text {
  switch (value.kind) {
    case "text":
      return value.text;
    case "scalar":
      return textOfScalar(run, value);
    case "unknown":
      return { kind: "text", parts: [holeOf(value)] };
    case "object":
      return textOfObject(run, value);
  }
}

function textOfScalar(run: Run, value: ScalarValue): Text {
  if (value.emptyField) return { kind: "text", parts: [holeOf(valueOfField(value.emptyField))] };
  const text = run.language.semantics.printed?.(value) ?? String(value.value);
  const written = value.place ? { written: { ...value.place, exact: false } } : {};
  return { kind: "text", parts: [{ kind: "segment", text, hops: undefined, ...written }] };
}

/** The lists that are just made a text of. */
const printing = new Set<HeapObject>();
const MAX_NESTED_LISTS = 20;

function textOfObject(run: Run, value: Extract<Single, { kind: "object" }>): Text {
  const { object } = value;
  const content = run.store.read(object);
  const inner = content.symbols.get(TEXT)?.value;
  if (inner?.kind === "text") return inner.text;
  if (object.className === "Array") {
    const elements = elementsToRead(content);
    // A list in itself is printed as nothing, and the same list in many may have more elements than can be printed.
    if (printing.has(object)) return EMPTY_TEXT;
    if (elements && (printing.size > MAX_NESTED_LISTS || !run.mayLookInto(elements.length)))
      return { kind: "text", parts: [holeOf(opaque("limit", "too long a text"))] };
    if (elements?.every((element) => element.kind !== "choice")) {
      printing.add(object);
      try {
        return joinTexts(run, elements as Single[], ",");
      } finally {
        printing.delete(object);
      }
    }
  }
  const printed = inner ? undefined : primitiveOf(run, value, "toString");
  if (printed?.kind === "text" || printed?.kind === "scalar") return toText(run, printed);
  const { reason, name } =
    inner?.kind === "unknown" ? inner.source : { reason: "computed" as const, name: object.className };
  const place = object.place;
  return {
    kind: "text",
    parts: [
      {
        kind: "hole",
        reason,
        name,
        hops: value.hops,
        ...(place ? { place } : {}),
        // A command that gets the text as a word has the object for a body.
        ...(object.className === "JSON text" ? { handle: value } : {}),
      },
    ],
  };
}

/**
 * Returns the result of the program's own method that turns an object into a text or a number; `undefined` if the
 * object has none.
 */
export function primitiveOf(run: Run, value: ObjectValue, method: "toString" | "valueOf"): Value | undefined {
  const others = method === "toString" ? ["toString", "valueOf"] : ["valueOf", "toString"];
  const given: Value[] = [];
  for (const name of [Symbol.toPrimitive, ...others]) {
    const slot = findSlot(run, value.object, name);
    const callable = slot?.value.kind === "object" ? slot.value.object.callable : undefined;
    if (!slot || (callable?.kind !== "closure" && !slot.getter)) continue;
    given.push(callByItself(run, slot.getter ?? slot.value, value));
    // If the result is neither a text nor a number, the next method is called.
    const isPlain = given.length === 1 && (given[0]!.kind === "text" || given[0]!.kind === "scalar");
    if (!slot.maybeAbsent && !slot.getter && isPlain) return given[0];
  }
  return given.length > 0 ? opaque("computed", method) : undefined;
}

/** Evaluates `elements.join(separator)` if every element is one value. `null` and `undefined` count as empty. */
export function joinTexts(run: Run, elements: readonly Single[], separator: string): Text {
  const between = computedText(separator).text;
  const texts: Text[] = [];
  for (const [index, element] of elements.entries()) {
    if (index > 0 && separator !== "") texts.push(between);
    const empty = element.kind === "scalar" && (element.value === null || element.value === undefined);
    texts.push(empty ? EMPTY_TEXT : toText(run, element));
  }
  const joined = concatTexts(texts);
  work(joined.parts.length);
  return withinLimits(joined);
}

/** Concatenates values to a string, for every combination of their alternatives up to the limit. */
export function concat(run: Run, values: readonly Value[]): Value {
  let texts: Text[] = [EMPTY_TEXT];
  for (const value of values) {
    // Parts beyond the limit are cut off.
    if (texts.every(({ parts }) => parts.length > MAX_PARTS)) break;
    const singles = printedAlternatives(run, textAlternatives(run, value));
    if (texts.length * singles.length > bounds().alternatives) {
      const hole: Text = { kind: "text", parts: [holeOf(opaque("limit", "alternatives"))] };
      texts = texts.map((text) => concatTexts([text, hole]));
      continue;
    }
    texts = texts.flatMap((text) => singles.map((single) => concatTexts([text, toText(run, single)])));
  }
  work(texts.length * Math.min(MAX_PARTS, texts[0]!.parts.length));
  const made = texts.map((text): TextValue => ({ kind: "text", text: withinLimits(text) }));
  for (const { text } of made) run.recorder.madeText(text);
  return choice(made);
}

/**
 * Returns the alternatives of a part of a text. What known code assigns to a field counts, and not that it was empty
 * before. See also `Semantics.guardsNothing`.
 */
export function printedAlternatives(run: Run, all: readonly Single[]): readonly Single[] {
  const assigned = all.filter((single) => !emptyFieldOf(single));
  const singles = assigned.length > 0 ? assigned : all;
  if (!run.language.semantics.guardsNothing) return singles;
  const something = singles.filter((single) => single.kind !== "scalar" || nullishness(single) !== true);
  return something.length > 0 ? something : singles;
}

/** A text that doubles with every line is not a URL: beyond a limit it is unknown. */
function withinLimits(text: Text): Text {
  let length = 0;
  const end = text.parts.findIndex((part, index) => {
    length += part.kind === "segment" ? part.text.length : 1;
    return index >= MAX_PARTS || length > MAX_CHARACTERS;
  });
  if (end < 0) return text;
  return {
    kind: "text",
    parts: [...text.parts.slice(0, end), holeOf(opaque("limit", "a text that is too long"))],
  };
}

const MAX_PARTS = 200;
const MAX_CHARACTERS = 100_000;

/**
 * Returns the alternatives of a value where only a text is possible: nothing, a number or a truth value ends the program
 * there. If it has no other alternative, code that is not seen gives it a text.
 */
export function asTextOnly(value: Value, place: Location): Value {
  const singles = alternatives(value);
  const possible = singles.filter(({ kind }) => kind !== "scalar");
  if (possible.length > 0) return choice(possible);
  const field = emptyFieldOf(value);
  return field ? valueOfField(field) : opaque("computed", "+", place);
}

/** Returns the strings that a value may be. Undefined if one of them is unknown. */
export function knownStrings(run: Run, value: Value): string[] | undefined {
  const strings: string[] = [];
  for (const single of alternatives(value)) {
    if (single.kind === "object" || single.kind === "unknown") return undefined;
    const known = knownText(toText(run, single));
    if (known === undefined) return undefined;
    strings.push(known);
  }
  return strings;
}

/** Returns the keys that a computed key may be: strings, or a well-known symbol. Undefined if one is unknown. */
export function knownKeys(run: Run, value: Value): MemberKey[] | undefined {
  if (value.kind !== "unknown") return knownStrings(run, value);
  const { source, path } = value;
  if (source.reason !== "global" || source.name !== "Symbol" || path.length !== 1) return undefined;
  const symbol = Object.getOwnPropertyDescriptor(Symbol, path[0]!)?.value as unknown;
  return typeof symbol === "symbol" ? [symbol] : undefined;
}

/** Returns the only string that a value may be. Undefined if it is unknown or there are several. */
export function knownString(run: Run, value: Value): string | undefined {
  const strings = knownStrings(run, value);
  return strings?.length === 1 ? strings[0] : undefined;
}

export function knownNumber(value: Value): number | undefined {
  return value.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}
