import { nativeValue } from "../builtins/native.js";
import type { ObjectValue, Value } from "../evaluation/value.js";

/** The key under which a class of a library keeps the value for a parameter of its type. */
export const INSTANCE = "[[instance]]";

/** A class whose instances a framework hands to constructors, by the type that their parameters state. */
export function injectable(name: string, instance: Value): ObjectValue {
  return nativeValue(name, () => instance, { [INSTANCE]: instance });
}
