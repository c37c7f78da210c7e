import { Arguments, type Closure } from "./callable.js";
import { callValue } from "./calls.js";
import { repeatPerhaps } from "./repetition.js";
import type { Run } from "./run.js";
import { alternatives, choice, opaque, type Value } from "./value.js";

const running = new WeakSet<Closure>();

/**
 * Calls functions of the program that no code calls: getters that a library asks, `toString` of what becomes a text.
 * How often that happens is not known, nor whether, so what they do to the state is one of several ways.
 */
export function callByItself(run: Run, callee: Value, thisValue: Value, args: readonly Value[] = []): Value {
  return choice(
    alternatives(callee).map((single) => {
      const callable = single.kind === "object" ? single.object.callable : undefined;
      if (callable && running.has(callable as Closure)) run.store.observer?.markNotReplayable();
      if (callable?.kind !== "closure" || running.has(callable)) return opaque("computed", "call");
      return callClosure(run, callable, single, thisValue, new Arguments(args));
    }),
  );
}

function callClosure(run: Run, closure: Closure, callee: Value, thisValue: Value, args: Arguments): Value {
  const results: Value[] = [];
  const { node, environment } = closure;
  const call = (): void => {
    results.push(callValue(run, callee, { this: thisValue, args, node, environment, isNew: false }));
  };
  running.add(closure);
  try {
    const once = run.store.fork(call);
    const changes = [...once.keys()].some((cell) => cell.born <= once.since);
    if (changes) repeatPerhaps(run, call);
    else run.store.join([once]);
  } finally {
    running.delete(closure);
  }
  return choice(results);
}
