import { nativeValue } from "../../../analysis/builtins/native.js";
import { INSTANCE } from "../../../analysis/evaluation/injection.js";
import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";

/** Makes a class whose instances a framework injects into constructors, by the types of their parameters. */
export function injectable(name: string, instance: Value): ObjectValue {
  return nativeValue(name, () => instance, { [INSTANCE]: instance });
}
