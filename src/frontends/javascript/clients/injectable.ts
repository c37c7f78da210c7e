import { nativeValue } from "../builtins/native.js";
import type { ObjectValue, Value } from "../evaluation/value.js";

/** Where a class of a library keeps what a parameter of that type is given. */
export const INSTANCE = "[[instance]]";

/** A class whose instances a framework hands to constructors, by the type that their parameters state. */
export function injectable(name: string, instance: Value): ObjectValue {
  return nativeValue(name, () => instance, { [INSTANCE]: instance });
}
