import type { Call } from "../evaluation/callable.js";
import { takeNext, takeSome, makeGenerator } from "../evaluation/generators.js";
import type { HeapObject } from "../evaluation/heap.js";
import type { Iteration } from "../evaluation/iteration.js";
import { someOf } from "../evaluation/iteration.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { makeObject } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { FALSE, TRUE, choice, type Value } from "../evaluation/value.js";
import { computed, definePrototype, itself, type NativeFunction } from "./native.js";
import { makePromise } from "./promises.js";

/** Returns the result of `next()`. */
function step(run: Run, call: Call): Value {
  if (call.this.kind !== "object") return computed(call, "next");
  const element = takeNext(run, call.this.object);
  // Behind the last element stands what the function returns, which is not followed.
  if (element === "over") return makeObject(run, { value: computed(call, "value"), done: TRUE });
  if (element !== "unknown") return makeObject(run, { value: element, done: FALSE });
  const value = choice([takeSome(run, call.this.object), computed(call, "value")]);
  return makeObject(run, { value, done: computed(call, "done") });
}

/** An iterator's `return` and `throw` methods run its code; their effect is unknown. */
const stop: NativeFunction = (run, call) => {
  if (call.this.kind === "object") takeSome(run, call.this.object);
  return makeObject(run, { value: computed(call, "value"), done: computed(call, "done") });
};

/** Defines the prototype of generators and of the iterators of collections. */
export function defineGeneratorPrototype(prototype: HeapObject, isAsync: boolean): void {
  const settled = (method: NativeFunction): NativeFunction =>
    isAsync ? (run, call) => makePromise(run, method(run, call)) : method;
  definePrototype(prototype, {
    next: settled(step),
    return: settled(stop),
    throw: settled(stop),
    [Symbol.iterator]: itself,
    [Symbol.asyncIterator]: itself,
  });
}

/** Makes an iterator that reads each element only when it is taken. */
export function iteratorOver(
  run: Run,
  call: Call,
  kind: "indexed" | "keyed",
  elements: () => Iteration,
): Value {
  return makeGenerator(run, call.environment.locate(call.node), {
    kind,
    produce: (emit) => {
      const iteration = elements();
      for (const element of iteration.known ?? []) emit(element);
      const some = iteration.known ? undefined : someOf(iteration);
      if (some) repeatPerhaps(run, () => emit(some));
    },
  });
}
