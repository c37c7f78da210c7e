import type { Node } from "@oxc-project/types";
import type { Location } from "../../core/span.js";
import { callersOf } from "../recording/recorder.js";
import type { AnyFunction, Call, Closure } from "./callable.js";
import { Copies, Made } from "./copies.js";
import { VariableCell } from "./environment.js";
import { HeapObject } from "./heap.js";
import { Isomorphism } from "./isomorphism.js";
import type { Again, Observer } from "./observer.js";
import type { Run } from "./run.js";
import type { Cell, AsyncScope } from "./store.js";
import type { Value } from "./value.js";

/** The reads, writes and result of a call, for calls that read the same. */
interface Summary {
  readonly call: Call;
  readonly closure: Closure;
  readonly callers: readonly Location[];
  readonly isAwaited: boolean;
  readonly asyncScope: AsyncScope | undefined;
  readonly deferredSince: number | undefined;
  /** True if callbacks are kept, to be called once more: see `Revisits`. */
  readonly keepsCallbacks: boolean;
  readonly found: Observer;
  readonly left: ReadonlyMap<Cell<unknown>, unknown>;
  readonly made: Made;
  readonly result: Value;
}

/** So many of the last calls of one function are kept. */
const MAX_KEPT = 40;
/** A call with fewer steps is evaluated again, because a lookup costs as much. */
const MIN_STEPS = 12;

/**
 * Summaries of calls. A call of the same function at the same call site, with the same arguments and an equal state in
 * all that the function read, has the same effect. It is not run again; its allocations are made again.
 */
export class Summaries {
  #known = new WeakMap<AnyFunction, Summary[]>();
  /** The places at which each function was called so far. */
  readonly #called = new WeakMap<AnyFunction, Set<Node>>();
  #forgotten = 0;

  constructor(private readonly run: Run) {}

  /** Drops all summaries, because something outside the recorded state has changed. */
  forget(): void {
    this.#known = new WeakMap();
    this.#forgotten++;
  }

  /** Returns the result of a call, from a summary if there is one, or else by evaluating it. */
  call(closure: Closure, call: Call, run: () => Value): Value {
    // Most calls are done once, and to write down what they find costs more than they do.
    if (this.#isFirst(closure, call)) return run();
    const { store, revisits } = this.run;
    for (const summary of this.#of(closure)) {
      const isomorphism = this.#isomorphism(summary, closure, call);
      if (isomorphism) return this.#again(summary, call, isomorphism);
    }
    const { asyncScope } = store;
    const { deferredSince, stepsTaken } = this.run;
    const forgotten = this.#forgotten;
    let result: Value | undefined;
    const { writtenSoFar } = store;
    const found = store.observe(() => {
      result = run();
    });
    if (!found.isRepeatable || this.run.stepsTaken - stepsTaken < MIN_STEPS) return result!;
    if (this.#forgotten !== forgotten) return result!;
    const left = new Map([...found.written].map((cell) => [cell, store.peek(cell)]));
    const made = new Made(store, found, store.writtenSince(writtenSoFar));
    made.add(result!);
    for (const [cell, content] of left) made.addContents(cell, content);
    for (const instance of found.instances) made.add(instance);
    made.end();
    if (!made.isWhole || [...found.seen.keys(), ...left.keys()].some(isChangedAsync)) return result!;
    const callers = callersAt(call);
    const isAwaited = this.run.awaited.has(call.node);
    const summaries = this.#of(closure);
    summaries.unshift({
      call,
      closure,
      callers,
      isAwaited,
      asyncScope,
      deferredSince,
      keepsCallbacks: revisits.keepsCallbacks,
      found,
      left,
      made,
      result: result!,
    });
    if (summaries.length > MAX_KEPT) summaries.pop();
    return result!;
  }

  #isFirst({ node }: Closure, call: Call): boolean {
    const called = this.#called.get(node);
    if (called?.has(call.node)) return false;
    if (called) called.add(call.node);
    else this.#called.set(node, new Set([call.node]));
    return true;
  }

  #of({ node }: Closure): Summary[] {
    let summaries = this.#known.get(node);
    if (!summaries) this.#known.set(node, (summaries = []));
    return summaries;
  }

  /** Returns the mapping of everything that the summary has read; `undefined` if it does not fit. */
  #isomorphism(summary: Summary, closure: Closure, call: Call): Isomorphism | undefined {
    const { store, awaited, deferredSince, revisits, modules } = this.run;
    const { asyncScope } = store;
    const { found } = summary;
    if (summary.call.node !== call.node || summary.asyncScope?.depth !== asyncScope?.depth) return undefined;
    if (summary.keepsCallbacks !== revisits.keepsCallbacks) return undefined;
    if (store.isWatched && !summary.made.histories) return undefined;
    if (summary.isAwaited !== awaited.has(call.node)) return undefined;
    if (found.asksWhen && summary.deferredSince !== deferredSince) return undefined;
    for (const node of found.functions) if (this.run.mustQueue(node)) return undefined;
    const isomorphism = new Isomorphism(summary.asyncScope, asyncScope, store.births);
    if (found.asksCallers || summary.asyncScope !== asyncScope) {
      const [then, now] = [summary.call.environment.activation, call.environment.activation];
      if (!isomorphism.areCallers(then, now)) return undefined;
    }
    if (!isomorphism.areCalls(summary.call, call) || !isomorphism.areClosures(summary.closure, closure))
      return undefined;
    for (const [cell, content] of found.seen) {
      const now = isomorphism.cellFor(cell);
      // A variable keeps more than its present content.
      if (now !== cell && cell instanceof VariableCell && found.written.has(cell)) return undefined;
      if (!isomorphism.areContents(cell, content, store.peek(now)) || isChangedAsync(now)) return undefined;
      if (asyncScope && asyncScope.before.has(now) !== found.rewritten.has(cell)) return undefined;
      if (!isomorphism.areEquallyAsync(cell.born, now.born)) return undefined;
    }
    if (!isomorphism.isWhole || (found.asksWhen && isomorphism.isOfOthers)) return undefined;
    for (const path of found.imported) if (!modules.isWithinReach(this.run, path)) return undefined;
    return isomorphism;
  }

  #again({ callers, found, left, made, result }: Summary, call: Call, isomorphism: Isomorphism): Value {
    const { store, recorder, modules } = this.run;
    const { observer } = store;
    for (const cell of found.seen.keys()) store.mayDependOn(isomorphism.cellFor(cell));
    if (observer) {
      for (const cell of found.seen.keys()) store.read(isomorphism.cellFor(cell));
      for (const node of found.functions) observer.functions.add(node);
      observer.asksWhen ||= found.asksWhen;
      if (found.asksCallers) observer.dependsOnCallers();
    }
    for (const node of found.reentered) this.run.entered(node);
    for (const path of found.imported) modules.reach(this.run, path);
    const copies = new Copies(store, recorder, isomorphism, made, found.since, call.environment.activation);
    for (const [before, content] of left) {
      const cell = isomorphism.cellFor(before);
      copies.reportHistory(before, cell);
      const now = copies.content(content);
      if (cell instanceof VariableCell && now !== undefined) cell.remember(now as Value);
      store.write(cell, now);
    }
    const again: Again = {
      callers: exchanged(callers, callersAt(call)),
      copy: (value) => copies.value(value),
    };
    for (const effect of found.effects) effect(again);
    return copies.value(result);
  }
}

function callersAt(call: Call): Location[] {
  return [...callersOf(call.environment.activation), call.environment.locate(call.node)];
}

/** The callers with their start exchanged; those that start in another way stay as they are. */
function exchanged(start: readonly Location[], by: readonly Location[]): Again["callers"] {
  return (callers) =>
    start.every(({ path, start: at }, index) => callers[index]?.path === path && callers[index].start === at)
      ? [...by, ...callers.slice(start.length)]
      : callers;
}

function isChangedAsync(cell: Cell<unknown>): boolean {
  if (cell instanceof HeapObject) return cell.asyncWrites !== undefined;
  return cell instanceof VariableCell && cell.asyncValues.length > 0;
}
