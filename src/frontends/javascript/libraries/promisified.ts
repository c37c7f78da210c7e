import { choice, opaque, type Value } from "../../../analysis/evaluation/value.js";
import { callBack, nativeValue } from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";

/** The member of a function that holds what `promisify` gives for it. */
export const PROMISIFIED = internalSlot("promisified");

/** Makes a function that returns a promise of one that takes a callback `(error, value)`. */
export function promisified(target: Value): Value {
  return nativeValue("promisified", (run, call) => {
    let settled: Value | undefined;
    const callback = nativeValue("callback", (_inner, given) => {
      const value = given.args.at(1);
      settled = settled ? choice([settled, value]) : value;
      return value;
    });
    callBack(run, target, [...call.args.list, callback], call, call.this);
    return makePromise(run, settled ?? opaque("computed", "promisified", call.environment.locate(call.node)));
  });
}
