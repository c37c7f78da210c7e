import type { Location } from "../../core/span.js";
import { elementsToRead, pushElement, setMember, type HeapObject, type ObjectContent } from "./heap.js";
import { isSameEntry, type Iteration } from "./iteration.js";
import { internalSlot } from "./member-tables.js";
import { widened } from "./repetition.js";
import type { Run } from "./run.js";
import { UNTOUCHED, type Cell, type Layer } from "./store.js";
import {
  FALSE,
  TRUE,
  choice,
  objectValue,
  opaque,
  sameValue,
  scalar,
  truthiness,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value.js";

/** Runs an iterator to its end; `emit` receives each value, and returns when the iterator continues. */
type Produce = (emit: (value: Value) => void) => void;

/** The description of an iterator. */
interface Maker {
  readonly className?: "Generator" | "AsyncGenerator";
  readonly produce: Produce;
  /**
   * The code between two elements: a function of the program with or without code at its end, or no code, as for a
   * list. A list element is identified by its index, a map entry by the entries before it.
   */
  readonly kind: "withEnd" | "function" | "indexed" | "keyed";
}

/** The effect of an iterator that is consumed completely, evaluated in a branch that does not run yet. */
interface Trial {
  /** All that it gives, in order, where that is known. */
  readonly elements?: readonly Value[];
  /** The alternatives for any element. */
  readonly some: readonly Value[];
  readonly effects: Layer;
  /** The writes before each element is produced. */
  readonly pauses: readonly Layer[];
  /** The cells that it read or wrote of the state around it, with their contents before. */
  readonly seen: ReadonlyMap<Cell<unknown>, unknown>;
  /** Those of them that it wrote. */
  readonly writes: readonly Cell<unknown>[];
}

interface Generation extends Maker {
  /** The unknown that stands for all unknown elements. */
  readonly any: UnknownValue;
  trial: Trial;
}

const generations = new WeakMap<HeapObject, Generation>();

/** The key under which the state keeps the number of elements that were taken. */
const TAKEN = internalSlot("taken");

export function isGenerator(object: HeapObject): boolean {
  return generations.has(object);
}

/** Returns the elements that an iterator may produce, without taking any; `undefined` for other objects. */
export function mayGive(object: HeapObject): readonly Value[] {
  return generations.get(object)?.trial.some ?? [];
}

/** Makes an iterator. It runs when its first element is taken. A trial run shows the requests that it may send. */
export function makeGenerator(run: Run, place: Location | undefined, maker: Maker): ObjectValue {
  const object = run.make(maker.className ?? "Generator", place);
  setMember(run.store, object, TAKEN, { value: scalar(0), maybeAbsent: false });
  const any = opaque("computed", "yield", place);
  generations.set(object, { ...maker, any, trial: tryOut(run, maker.produce, place) });
  return objectValue(object);
}

function tryOut(run: Run, produce: Produce, place: Location | undefined): Trial {
  const yields = run.make("Array", place);
  const pauses: Layer[] = [];
  let effects: Layer = UNTOUCHED;
  const observed = run.store.observe(() => {
    effects = run.store.fork(() => {
      const { depth } = run.store;
      produce((value) => {
        pushElement(run.store, yields, value);
        pauses.push(run.store.capture(depth - 1));
      });
    });
  });
  const isOutside = (cell: Cell<unknown>): boolean => cell !== yields && cell.born <= effects.since;
  const contents = [effects, ...pauses].map(
    (layer) => (layer.get(yields) ?? yields.content) as ObjectContent,
  );
  const elements = elementsToRead(contents[0]!);
  const isWhole = elements && contents.every((content) => isStartOf(content, elements));
  const some = contents.flatMap(({ members, rest, open }) => [
    ...[...members.values()].map(({ value }) => value),
    ...rest,
    ...open,
  ]);
  return {
    ...(isWhole ? { elements } : {}),
    some: some.length > 0 ? [choice(some)] : [],
    effects,
    pauses,
    seen: new Map([...observed.seen].filter(([cell]) => isOutside(cell))),
    writes: [...new Set([effects, ...pauses].flatMap((layer) => [...layer.keys()]))].filter(isOutside),
  };
}

function isStartOf(content: ObjectContent, elements: readonly Value[]): boolean {
  const start = elementsToRead(content);
  return start?.every((value, index) => elements[index] && sameValue(value, elements[index])) ?? false;
}

function takenFrom(run: Run, object: HeapObject): number | undefined {
  const { observer } = run.store;
  // Its future is computed without recording facts.
  if (observer?.isOutside(object)) observer.markNotReplayable();
  const value = run.store.read(object).symbols.get(TAKEN)?.value;
  return value?.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}

function setTaken(run: Run, object: HeapObject, count: number | undefined): void {
  const value = count === undefined ? opaque("computed", "elements taken") : scalar(count);
  setMember(run.store, object, TAKEN, { value, maybeAbsent: false });
}

/** Returns the elements that it will produce, computed again if they have changed and are known. */
function present(run: Run, object: HeapObject, generation: Generation): Trial | undefined {
  const taken = takenFrom(run, object);
  if (taken === undefined) return undefined;
  const before = generation.trial;
  // While it rests, its writes are done, and it reads nothing new.
  const pause = taken > 0 ? before.pauses[taken - 1] : undefined;
  for (const cell of before.seen.keys()) run.store.mayDependOn(cell);
  const isSame = [...before.seen].every(
    ([cell, content]) => run.store.peek(cell) === (pause?.has(cell) ? pause.get(cell) : content),
  );
  const isStepped = before.pauses.length === before.elements?.length;
  if (isSame && (taken === 0 || before.writes.length === 0 || isStepped)) return before;
  if (taken > 0 && !isOverList(object)) return undefined;
  const now = tryOut(run, generation.produce, object.place);
  const isMoved =
    generation.kind === "keyed" &&
    !before.elements?.slice(0, taken).every((one, index) => isSameEntry(run, one, now.elements?.[index]));
  if (taken > 0 && isMoved) return undefined;
  generation.trial = now;
  return now;
}

/** Takes all remaining elements of an iterator. */
export function takeAll(run: Run, object: HeapObject): Iteration {
  const generation = generations.get(object);
  if (!generation) return { some: opaque("computed", object.className), sources: [] };
  const taken = takenFrom(run, object);
  if (taken === Infinity) return { known: [], sources: [] };
  const trial = present(run, object, generation);
  // Nobody comes between the elements that are taken at once, so the trial has seen them all.
  const areAllSeen = taken === 0 && trial !== undefined && trial.some.length > 0;
  if (taken === undefined || !trial?.elements)
    return { some: takeSome(run, object, areAllSeen), sources: [] };
  run.store.join([trial.effects]);
  setTaken(run, object, Infinity);
  return { known: trial.elements.slice(taken), sources: [] };
}

/** Takes the next element. Returns `over` at the end, and `unknown` if it is unknown: then call `takeSome`. */
export function takeNext(run: Run, object: HeapObject): Value | "over" | "unknown" {
  const generation = generations.get(object);
  const taken = takenFrom(run, object);
  if (!generation || taken === undefined) return "unknown";
  if (taken === Infinity) return "over";
  const trial = present(run, object, generation);
  if (!trial?.elements || (trial.writes.length > 0 && trial.pauses.length !== trial.elements.length))
    return "unknown";
  const element = trial.elements[taken];
  run.store.join([element ? (trial.pauses[taken] ?? trial.effects) : trial.effects]);
  setTaken(run, object, element ? taken + 1 : Infinity);
  return element ?? "over";
}

/**
 * Takes an unknown number of elements. The effects of the iterator happen partly, or not at all.
 *
 * @param areAllSeen whether there is no other element than those of a trial
 */
export function takeSome(run: Run, object: HeapObject, areAllSeen = false): Value {
  const generation = generations.get(object);
  if (!generation) return opaque("computed", object.className);
  const trial = tryOut(run, generation.produce, object.place);
  run.store.join([trial.effects, ...trial.pauses, UNTOUCHED]);
  for (const cell of trial.writes) {
    const content = run.store.read(cell);
    if (content !== undefined) run.store.write(cell, widened(content));
  }
  setTaken(run, object, undefined);
  return choice(areAllSeen && trial.some.length > 0 ? trial.some : [...trial.some, generation.any]);
}

/** Returns whether a consumer that stops in the middle has no effect except the position. */
export function isOverList(object: HeapObject): boolean {
  const kind = generations.get(object)?.kind;
  return kind === "indexed" || kind === "keyed";
}

export function isOver(run: Run, object: HeapObject): boolean {
  return takenFrom(run, object) === Infinity;
}

/** Ends the iteration early, as a consumer does that calls `return`. */
export function leave(run: Run, object: HeapObject): void {
  const kind = generations.get(object)?.kind;
  if (kind === "function") setTaken(run, object, Infinity);
  else if (kind === "withEnd" && takenFrom(run, object) !== Infinity) takeSome(run, object);
}

const LEFT = "left";

/**
 * Runs a generator and passes each element to the consumer at the `yield` that produces it. Returns how the iteration
 * ended. Returns undefined, and does nothing, if the generator was started before.
 *
 * @param each returns whether the consumer continues after an element
 */
export function goThrough(
  run: Run,
  object: HeapObject,
  each: (value: Value) => boolean,
): "over" | "left" | undefined {
  const generation = generations.get(object);
  if (generation?.kind !== "function" || takenFrom(run, object) !== 0) return undefined;
  setTaken(run, object, Infinity);
  const state = run.make("Object", object.place);
  setMember(run.store, state, LEFT, { value: FALSE, maybeAbsent: false });
  const isLeft = (): boolean | undefined =>
    truthiness(run.store.read(state).members.get(LEFT)?.value ?? FALSE);
  generation.produce((value) => {
    const before = isLeft();
    // A consumer that has left receives nothing more; the rest of the generator is in no branch that runs.
    if (before === true) return;
    const notify = (): void => {
      if (!each(value)) setMember(run.store, state, LEFT, { value: TRUE, maybeAbsent: false });
    };
    if (before === false) notify();
    else run.store.join([run.store.fork(notify), UNTOUCHED]);
  });
  return isLeft() === true ? "left" : "over";
}
