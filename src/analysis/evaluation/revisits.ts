import { keyOf } from "../../core/span.js";
import type { Call } from "./callable.js";
import type { Activation } from "./environment.js";
import type { HeapObject, ObjectContent } from "./heap.js";
import { slotCount, valuesIn } from "./member-tables.js";
import type { ModuleRecord } from "./module-record.js";
import type { Run } from "./run.js";
import { addsNothing, isMadeAlike } from "./repetition.js";
import { nextBirth } from "./births.js";
import type { Cell } from "./store.js";
import { alternatives, sameValue, type Single, type UnknownValue, type Value } from "./value.js";

/** The greatest depth in new objects of a search for a response. */
const MAX_DEPTH = 3;
const MAX_CALLBACKS = 1_000;

/** The earlier state that code has read. */
export type Found = readonly (readonly [Cell<unknown>, unknown])[];

/** A function that is called later, and what it read when it was called where it was passed. */
export interface Callback {
  readonly module: ModuleRecord;
  readonly call: () => void;
  /** The last time that it ran. */
  found: Found;
}

/**
 * It was called before others had run: what they stored meanwhile, it would find as well. Only responses count, because
 * reads must be connected with them.
 */
export class Revisits {
  #callbacks: Callback[] = [];
  #isOff = false;

  constructor(private readonly run: Run) {}

  /** Returns whether callbacks are called again by themselves. */
  get keepsCallbacks(): boolean {
    return !this.#isOff;
  }

  /**
   * Calls a function that is really called later, any number of times. A function that passes itself on again, as
   * timers do, is running already: it is not called inside itself, and `otherwise` is the result.
   */
  callLater<Result>(callback: Value, by: Call, call: () => Result, otherwise: Result): Result {
    if (this.#isRunning(callback, by.environment.activation)) return otherwise;
    if (this.#isOff) return call();
    const { module } = by.environment;
    this.run.store.observer?.markNotReplayable();
    if (this.#callbacks.length >= MAX_CALLBACKS) return call();
    let result: Result | undefined;
    const found = this.finding(() => {
      result = call();
    });
    if (found.length > 0) this.#callbacks.push({ module, call, found });
    return result as Result;
  }

  #isRunning(callback: Value, activation: Activation): boolean {
    const callable = callback.kind === "object" ? callback.object.callable : undefined;
    if (callable?.kind !== "closure") return false;
    for (let at: Activation | undefined = activation; at; at = at.caller?.activation) {
      if (at.node !== callable.node) continue;
      this.run.store.observer?.dependsOnCall(at.serial);
      return true;
    }
    return false;
  }

  /** Runs code, whose own callbacks are called again together with it, and tells what it found. */
  finding(evaluate: () => void): Found {
    const start = nextBirth();
    const before = this.#isOff;
    this.#isOff = true;
    try {
      const { seen } = this.run.store.observe(evaluate);
      return [...seen].filter(([cell]) => cell.born < start);
    } finally {
      this.#isOff = before;
    }
  }

  takeCallbacks(): Callback[] {
    const callbacks = this.#callbacks;
    this.#callbacks = [];
    return callbacks;
  }

  /** Returns whether something is there now that was not found. */
  isOther(found: Found): boolean {
    return found.some(([cell, before]) => {
      const now = this.run.store.peek(cell);
      return now !== before && !addsNothing(before, now, (one, other) => this.#areAlike(one, other, 0));
    });
  }

  /** Compares values of an earlier and a later state. Objects of the same expression are alike if their contents are. */
  #areAlike(before: Value, now: Value, depth: number): boolean {
    const { store } = this.run;
    const earlier = alternatives(before);
    const hasAlike = (value: Single): boolean =>
      earlier.some((other) => {
        if (sameValue(other, value)) return true;
        if (!isMadeAlike(other, value)) return false;
        if (value.kind !== "object" || other.kind !== "object") return true;
        if (value.object.callable || other.object.callable || depth === MAX_DEPTH) return false;
        const held = store.peek(value.object) as ObjectContent;
        if (!this.run.mayLookInto(slotCount(held))) return false;
        return addsNothing(store.peek(other.object), held, (one, two) => this.#areAlike(one, two, depth + 1));
      });
    return alternatives(now).every(hasAlike);
  }

  /** Returns whether an answer is there now where it was not found. */
  hasNews(found: Found): boolean {
    return found.some(([cell, before]) => {
      const now = this.run.store.peek(cell);
      return now !== before && this.#holdsNewAnswer(now, before);
    });
  }

  #holdsNewAnswer(now: unknown, before: unknown): boolean {
    const known = new Set<string | HeapObject>();
    for (const single of valuesOf(before).flatMap(alternatives)) {
      if (single.kind === "unknown") known.add(wayOf(single));
      else if (single.kind === "object") known.add(single.object);
    }
    const seen = new Map<HeapObject, number>();
    return valuesOf(now).some((value) => this.#holdsAnswer(value, known, 0, seen));
  }

  /**
   * Checks whether a value contains a response.
   *
   * @param seen the depth to which each object was searched
   */
  #holdsAnswer(
    value: Value,
    known: ReadonlySet<string | HeapObject>,
    depth: number,
    seen: Map<HeapObject, number>,
  ): boolean {
    return alternatives(value).some((single) => {
      if (single.kind === "unknown") return single.source.request !== undefined && !known.has(wayOf(single));
      if (single.kind !== "object" || depth === MAX_DEPTH || known.has(single.object)) return false;
      if ((seen.get(single.object) ?? MAX_DEPTH) <= depth) return false;
      seen.set(single.object, depth);
      const values = valuesOf(this.run.store.peek(single.object));
      if (!this.run.mayLookInto(values.length)) return false;
      return values.some((held) => this.#holdsAnswer(held, known, depth + 1, seen));
    });
  }
}

/** An answer by the call that it is of, each time that is run, and by the way into it. */
function wayOf({ source, path }: UnknownValue): string {
  return `${source.place && keyOf(source.place)}:${path.join(".")}`;
}

/** The values in the content of a variable, or of an object. */
function valuesOf(content: unknown): readonly Value[] {
  if (typeof content !== "object" || content === null) return [];
  if ("kind" in content) return [content as Value];
  if (!("members" in content)) return [];
  return [...valuesIn(content as ObjectContent), ...(content as ObjectContent).open];
}
