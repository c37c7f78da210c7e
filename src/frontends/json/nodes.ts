import type { Location } from "../../core/span.js";
import type { PlacedText } from "./placed-text.js";

/** A value of a JSON document with its place. */
export type JsonValue = JsonObject | JsonList | JsonString | JsonScalar;

interface JsonNode {
  /** The text that the document was parsed from: the file, or what a string in it means. */
  readonly layer: PlacedText;
  /** Offsets in `layer.text`. */
  readonly start: number;
  readonly end: number;
}

export interface JsonObject extends JsonNode {
  readonly kind: "object";
  /** In the order in which they are written; a key may come twice. */
  readonly members: readonly JsonMember[];
}

export interface JsonList extends JsonNode {
  readonly kind: "list";
  readonly items: readonly JsonValue[];
}

export interface JsonString extends JsonNode {
  readonly kind: "string";
  /** The decoded value. `start` and `end` include the quotes. */
  readonly value: string;
}

interface JsonScalar extends JsonNode {
  readonly kind: "scalar";
  readonly value: number | boolean | null;
}

export interface JsonMember {
  readonly key: JsonString;
  readonly value: JsonValue;
}

/** Returns the place of a value, or of all values from one to another. */
export function placeOf(first: JsonValue, last: JsonValue = first): Location {
  return first.layer.locate(first.start, last.end);
}

/** Returns the characters of a string between its quotes, with their places. */
export function contentOf({ layer, start, end }: JsonString): PlacedText {
  return layer.decode(start + 1, end - 1);
}

/** Returns the value of a key. If a key occurs twice, the last one counts, as in `JSON.parse`. */
export function valueAt(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of keys) {
    if (found?.kind !== "object") return undefined;
    found = found.members.findLast((member) => member.key.value === key)?.value;
  }
  return found;
}

/** Returns the first of the keys that an object has, with its value. */
export function firstOf(value: JsonValue | undefined, keys: readonly string[]): JsonMember | undefined {
  if (value?.kind !== "object") return undefined;
  for (const key of keys) {
    const member = value.members.findLast((one) => one.key.value === key);
    if (member) return member;
  }
  return undefined;
}

export function asString(value: JsonValue | undefined): JsonString | undefined {
  return value?.kind === "string" ? value : undefined;
}

export function asObject(value: JsonValue | undefined): JsonObject | undefined {
  return value?.kind === "object" ? value : undefined;
}

export function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return value?.kind === "list" ? value.items : [];
}

/** Returns the string at a path of keys. Undefined for other values. */
export function stringAt(value: JsonValue | undefined, ...keys: readonly string[]): string | undefined {
  return asString(valueAt(value, ...keys))?.value;
}

/** Checks whether a key has exactly this value: `disabled: true`. */
export function isSet(value: JsonValue | undefined, key: string, scalar: boolean): boolean {
  const found = valueAt(value, key);
  return found?.kind === "scalar" && found.value === scalar;
}
