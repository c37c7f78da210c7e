import { nativeValue } from "../builtins/native.js";
import type { ObjectValue, Value } from "../evaluation/value.js";

/** The key under which a class of a library keeps the value for a parameter of its type. */
export const INSTANCE = "[[instance]]";

/** Makes a class whose instances a framework injects into constructors, by the types of their parameters. */
export function injectable(name: string, instance: Value): ObjectValue {
  return nativeValue(name, () => instance, { [INSTANCE]: instance });
}
