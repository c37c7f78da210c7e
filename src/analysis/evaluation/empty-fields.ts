import type { Location } from "../../core/span.js";
import {
  alternatives,
  nullishness,
  opaque,
  type EmptyField,
  type UnknownValue,
  type Value,
} from "./value.js";

/** Marks nothing as the first value of a field; other values stay as they are. */
export function asFieldValue(value: Value, name: string, place: Location, isFromOutside = false): Value {
  const isEmpty = value.kind === "scalar" && (value.value ?? undefined) === undefined;
  return isEmpty ? { ...value, emptyField: { name, place, isFromOutside } } : value;
}

/**
 * Returns the field that a value was read from if it is only nothing because no known code assigns the field. A
 * framework, or code that is not seen, may assign it. Undefined for all other values.
 */
export function emptyFieldOf(value: Value): EmptyField | undefined {
  const singles = alternatives(value);
  const [field] = singles.flatMap((one) => (one.kind === "scalar" ? (one.emptyField ?? []) : []));
  return singles.every((one) => nullishness(one) === true) ? field : undefined;
}

/** Returns whether a value is surely `null` or `undefined`: no code that is not seen gives it. */
export function isMissing(value: Value): boolean {
  return nullishness(value) === true && !emptyFieldOf(value);
}

/** Makes the value of such a field, which is not known. */
export function valueOfField({ name, place }: EmptyField): UnknownValue {
  return opaque("property", name, place);
}
