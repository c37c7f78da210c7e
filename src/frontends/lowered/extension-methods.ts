import { nativeValue, siteOf, type NativeFunction } from "../../analysis/builtins/native.js";
import { Arguments } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Semantics } from "../../analysis/evaluation/language.js";
import { findSlot, getMember } from "../../analysis/evaluation/members.js";
import { UNDEFINED, alternatives, choice, isFunction, type Value } from "../../analysis/evaluation/value.js";

/** Gives a method the object that it is called on as its `this`. */
export function bound(method: Value, receiver: Value): Value {
  return nativeValue("method", (run, call) => callValue(run, method, { ...call, this: receiver }));
}

/** Gives a function the object that it is called on as its first argument. */
export function extended(method: Value, receiver: Value): Value {
  return nativeValue("method", (run, call) =>
    callValue(run, method, {
      ...call,
      this: UNDEFINED,
      args: new Arguments([receiver, ...call.args.list], call.args.rest, call.args.keywords),
    }),
  );
}

/**
 * Makes the native for `value.name(…)` where the program has a function of that name for objects of other classes. Its
 * arguments are the value, the name and the function. A member of the object goes first.
 *
 * @param isExtension whether a function gets the object as its first argument
 *
 * @param isMethod whether it gets the object as its `this`
 */
export function extensionMethod(
  attribute: NonNullable<Semantics["attribute"]>,
  isExtension: (method: Value) => boolean,
  isMethod: (method: Value) => boolean = () => false,
): NativeFunction {
  return (run, call) => {
    const [receiver = UNDEFINED, key, method = UNDEFINED] = call.args.list;
    const name = (key && knownString(run, key)) ?? "";
    const isOwn = alternatives(receiver).some((single) => {
      const own = single.kind === "object" ? findSlot(run, single.object, name) : undefined;
      return own !== undefined && isFunction(own.value);
    });
    if (!isOwn && isExtension(method)) return extended(method, receiver);
    if (!isOwn && isMethod(method)) return bound(method, receiver);
    const { node, environment } = call;
    const methods = alternatives(receiver).map(
      (single) =>
        attribute(run, single, name, true, siteOf(call)) ??
        getMember(run, single, name, { node, key: node, environment }),
    );
    return bound(choice(methods), receiver);
  };
}
