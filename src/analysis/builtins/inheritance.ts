import type { Call } from "../evaluation/callable.js";
import type { HeapObject } from "../evaluation/heap.js";
import { mergeUnknown } from "../evaluation/heap.js";
import { getMember } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { UNDEFINED, alternatives, type Value } from "../evaluation/value.js";
import { computed, siteOf, type NativeFunction } from "./native.js";

/** Models `Object.setPrototypeOf(target, above)`. */
export const setPrototypeOf: NativeFunction = (run, call) => {
  const target = call.args.at(0);
  inherit(run, call, target, call.args.at(1));
  return target;
};

/**
 * Models `util.inherits(constructor, superConstructor)`:
 * https://nodejs.org/api/util.html#utilinheritsconstructor-superconstructor
 */
export const inherits: NativeFunction = (run, call) => {
  const prototypeOf = (value: Value): Value => getMember(run, value, "prototype", siteOf(call));
  inherit(run, call, prototypeOf(call.args.at(0)), prototypeOf(call.args.at(1)));
  return UNDEFINED;
};

/** A change in every branch is final; after a change in some branches, the object may have any member. */
function inherit(run: Run, call: Call, target: Value, above: Value): void {
  run.store.observer?.markNotReplayable();
  for (const single of alternatives(target)) {
    if (single.kind !== "object") continue;
    const { object } = single;
    for (const one of alternatives(above))
      if (one.kind === "object" && one.object !== object) run.inherit(object, one.object);
    const isCertain = target === single && run.store.depth === 0;
    if (isCertain && above.kind === "object" && !isAbove(object, above.object)) {
      object.prototype = above.object;
      run.summaries.forget();
    } else mergeUnknown(run.store, object, computed(call, "prototype"));
  }
}

/** Returns whether an object is another one, or one of its prototypes. */
function isAbove(object: HeapObject, other: HeapObject): boolean {
  for (let at: HeapObject | undefined = other; at; at = at.prototype) if (at === object) return true;
  return false;
}
