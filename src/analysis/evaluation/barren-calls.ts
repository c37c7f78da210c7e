import { flatten } from "../../facts/text.js";
import type { Discoveries } from "../recording/discoveries.js";
import type { AnyFunction, Call, Closure } from "./callable.js";
import { alternatives, type UnknownValue, type Value } from "./value.js";
import { OPERATIONS_PER_STEP, workDone } from "./work.js";

/** After so many steps in barren calls a function is cut short, if its calls are costly. */
const MAX_STEPS = 2000;
/** Calls that take more steps than this are costly. Small functions make URLs and headers for many callers. */
const COSTLY_STEPS = 250;
/** After so many steps in barren calls a function is cut short in any case. */
const MAX_STEPS_OF_SMALL_CALLS = 50_000;
/** So many different contexts of a function are kept. */
const MAX_CONTEXTS = 500;

interface Calls {
  /** The contexts in which the function was called. */
  readonly contexts: Set<string>;
  /** The work in barren calls. */
  work: number;
  /** The number of barren calls. */
  count: number;
  /** See `leftBy`. */
  left?: UnknownValue;
}

/**
 * Bounds barren calls: calls that find no new fact and run no code for the first time. Their number grows with all ways
 * through a program, and tests of a large program call its functions again and again. A function that had its share of
 * barren calls is only called in new contexts: from another call site, or with another text, function or kind of object.
 * Other calls have an unknown result.
 */
export class BarrenCalls {
  readonly #calls = new WeakMap<AnyFunction, Calls>();

  constructor(private readonly discoveries: Discoveries) {}

  /** Returns whether a call is to be cut short. */
  isBarren({ node }: Closure, call: Call): boolean {
    const calls = this.#calls.get(node);
    if (!calls || !isSpent(calls)) return false;
    return calls.contexts.size >= MAX_CONTEXTS || calls.contexts.has(contextOf(call));
  }

  /** Evaluates a call, and remembers whether it was barren. */
  evaluate<Result>({ node }: Closure, call: Call, evaluate: () => Result): Result {
    const calls = this.#callsOf(node);
    const context = contextOf(call);
    if (calls.contexts.size < MAX_CONTEXTS && !calls.contexts.has(context)) {
      calls.contexts.add(context);
      this.discoveries.add();
    }
    const { count } = this.discoveries;
    const work = workDone();
    const result = evaluate();
    if (this.discoveries.count === count) {
      calls.work += workDone() - work;
      calls.count++;
    }
    return result;
  }

  /**
   * Returns the value that calls which were cut short leave in the objects that they may have changed. It is the same
   * for all calls of a function: otherwise objects that are passed often get an alternative from each call.
   */
  leftBy({ node }: Closure, unknown: UnknownValue): UnknownValue {
    return (this.#callsOf(node).left ??= unknown);
  }

  #callsOf(node: AnyFunction): Calls {
    let calls = this.#calls.get(node);
    if (!calls) this.#calls.set(node, (calls = { contexts: new Set(), work: 0, count: 0 }));
    return calls;
  }
}

function isSpent({ work, count }: Calls): boolean {
  const steps = work / OPERATIONS_PER_STEP;
  return steps > MAX_STEPS_OF_SMALL_CALLS || (steps > MAX_STEPS && steps > count * COSTLY_STEPS);
}

function contextOf({ node, environment, this: receiver, args }: Call): string {
  const site = `${environment.module.path}:${node.start}`;
  return [site, kindOf(receiver), ...args.list.map(kindOf)].join("\n");
}

function kindOf(value: Value): string {
  return alternatives(value)
    .map((single) => {
      if (single.kind === "text") return `"${flatten(single.text)}`;
      if (single.kind === "scalar") return String(single.value);
      if (single.kind === "unknown") return "?";
      const { callable, className } = single.object;
      if (!callable || callable.kind === "native") return className;
      return `${callable.environment.module.path}:${callable.node.start}`;
    })
    .join("|");
}
