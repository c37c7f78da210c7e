import { nativeValue, type NativeFunction } from "../javascript/builtins/native.js";
import type { Value } from "../javascript/evaluation/value.js";

/** Methods of a kind of value, by their names. */
export type Methods = ReadonlyMap<string, NativeFunction>;

export function methodsOf(natives: Readonly<Record<string, NativeFunction>>): Methods {
  return new Map(Object.entries(natives));
}

const made = new WeakMap<Methods, Map<string, Value>>();

/** The method of that name as a value of the program; nothing where there is none. */
export function methodIn(methods: Methods, name: string): Value | undefined {
  const method = methods.get(name);
  if (!method) return undefined;
  let values = made.get(methods);
  if (!values) made.set(methods, (values = new Map()));
  let value = values.get(name);
  if (!value) values.set(name, (value = ofLanguage(name, method)));
  return value;
}

/** A native that keeps nothing to itself. */
export function ofLanguage(name: string, method: NativeFunction): Value {
  const native = nativeValue(name, method);
  const { callable } = native.object;
  if (callable?.kind === "native") callable.isOfLanguage = true;
  return native;
}
