import { nativeValue, type NativeFunction } from "../../analysis/builtins/native.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { UNDEFINED, type Single, type Value } from "../../analysis/evaluation/value.js";

/** Methods of a kind of value, by their names. */
export type Methods = ReadonlyMap<string, NativeFunction>;

export function methodsOf(natives: Readonly<Record<string, NativeFunction>>): Methods {
  return new Map(Object.entries(natives));
}

const made = new WeakMap<Methods, Map<string, Value>>();

/** Returns the method of a name as a value of the program. Undefined if there is none. */
export function methodIn(methods: Methods, name: string): Value | undefined {
  const method = methods.get(name);
  if (!method) return undefined;
  let values = made.get(methods);
  if (!values) made.set(methods, (values = new Map()));
  let value = values.get(name);
  if (!value) values.set(name, (value = ofLanguage(name, method)));
  return value;
}

/** Makes a native function without state of its own, so that its calls can be replayed. */
export function ofLanguage(name: string, method: NativeFunction): Value {
  const native = nativeValue(name, method);
  const { callable } = native.object;
  if (callable?.kind === "native") callable.isOfLanguage = true;
  return native;
}

/** Checks whether a value is a function of the program: a lambda, or a method that is given by name. */
export function isFunctionOfProgram(value: Single): boolean {
  const callable = value.kind === "object" ? value.object.callable : undefined;
  return callable?.kind === "closure" || (callable?.kind === "native" && callable.name === BOUND_METHOD);
}

/** The name of functions that hold a method together with its object. */
export const BOUND_METHOD = "bound method";

/** Calls the function that a method is called on: `create.Invoke()`, `supplier.get()`. */
export const callItself: NativeFunction = (run, call) =>
  callValue(run, call.this, { ...call, this: UNDEFINED });
