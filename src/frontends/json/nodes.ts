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
  /** What it means; `start` and `end` include the quotes. */
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

/** Where a value, or all from one value to another, is written. */
export function placeOf(first: JsonValue, last: JsonValue = first): Location {
  return first.layer.locate(first.start, last.end);
}

/** The characters of a string between its quotes, with their places. */
export function contentOf({ layer, start, end }: JsonString): PlacedText {
  return layer.decode(start + 1, end - 1);
}

/** The value of a key; of the last one where it comes twice, as `JSON.parse` reads it. */
export function valueAt(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  let found = value;
  for (const key of keys) {
    if (found?.kind !== "object") return undefined;
    found = found.members.findLast((member) => member.key.value === key)?.value;
  }
  return found;
}

/** The first of the keys that an object has, with its value. */
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

/** The string at a key. */
export function stringAt(value: JsonValue | undefined, ...keys: readonly string[]): string | undefined {
  return asString(valueAt(value, ...keys))?.value;
}

/** Whether a key has this very scalar: `disabled: true`. */
export function isSet(value: JsonValue | undefined, key: string, scalar: boolean): boolean {
  const found = valueAt(value, key);
  return found?.kind === "scalar" && found.value === scalar;
}
