import type { Location } from "../../../core/span.js";
import { elementsToRead, setMember, type HeapObject, type ObjectContent } from "./heap.js";
import type { Iteration } from "./iteration.js";
import { widened } from "./loops.js";
import type { Run } from "./run.js";
import { UNTOUCHED, type Cell, type Layer } from "./store.js";
import {
  choice,
  objectValue,
  opaque,
  sameValue,
  scalar,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "./value.js";

/**
 * Puts what an iterator gives into the list, one after the other, on the way of the store that is at hand.
 *
 * @returns what was written by each time that the iterator rests
 */
export type Produce = (yields: HeapObject) => readonly Layer[];

/** What an iterator would do if somebody took all that it gives, found on a way that is not taken yet. */
interface Trial {
  /** All that it gives, in order, where that is known. */
  readonly elements?: readonly Value[];
  /** What any of it may be. */
  readonly some: readonly Value[];
  readonly effects: Layer;
  readonly pauses: readonly Layer[];
  /** What it read of the state around it, with what was there. */
  readonly reads: ReadonlyMap<Cell<unknown>, unknown>;
  /** What it wrote of the state around it. */
  readonly writes: readonly Cell<unknown>[];
}

interface Generation {
  readonly produce: Produce;
  /** What stands for whatever it gives that is not known. */
  readonly any: UnknownValue;
  trial: Trial;
}

const generations = new WeakMap<HeapObject, Generation>();

/** How many elements were taken already is kept in the state. */
const TAKEN = "[[taken]]";

export function isGenerator(object: HeapObject): boolean {
  return generations.has(object);
}

/**
 * An iterator that gives what `produce` puts into a list. It runs when somebody takes the first element, and no earlier;
 * that it was tried out before that tells what it may send.
 */
export function makeGenerator(
  run: Run,
  place: Location | undefined,
  produce: Produce,
  className: "Generator" | "AsyncGenerator" = "Generator",
): ObjectValue {
  const object = run.make(className, place);
  setMember(run.store, object, TAKEN, { value: scalar(0), maybeAbsent: false });
  generations.set(object, {
    produce,
    any: opaque("computed", "yield", place),
    trial: tryOut(run, produce, place),
  });
  return objectValue(object);
}

function tryOut(run: Run, produce: Produce, place: Location | undefined): Trial {
  const yields = run.make("Array", place);
  let pauses: readonly Layer[] = [];
  let effects: Layer = UNTOUCHED;
  const seen = run.store.observe(() => {
    effects = run.store.fork(() => {
      pauses = produce(yields);
    });
  });
  const isOutside = (cell: Cell<unknown>): boolean => cell !== yields && cell.born <= effects.since;
  const contents = [effects, ...pauses].map((layer) => (layer.get(yields) ?? yields.ground) as ObjectContent);
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
    reads: new Map([...seen].filter(([cell]) => isOutside(cell))),
    writes: [...new Set([effects, ...pauses].flatMap((layer) => [...layer.keys()]))].filter(isOutside),
  };
}

function isStartOf(content: ObjectContent, elements: readonly Value[]): boolean {
  const start = elementsToRead(content);
  return start?.every((value, index) => elements[index] && sameValue(value, elements[index])) ?? false;
}

function takenFrom(run: Run, object: HeapObject): number | undefined {
  const slot = run.store.read(object).members.get(TAKEN);
  const value = slot?.value;
  return value?.kind === "scalar" && typeof value.value === "number" ? value.value : undefined;
}

function setTaken(run: Run, object: HeapObject, count: number | undefined): void {
  const value = count === undefined ? opaque("computed", "elements taken") : scalar(count);
  setMember(run.store, object, TAKEN, { value, maybeAbsent: false });
}

/** What it will do, looked at anew where it has not begun and the state is another one by now. */
function present(run: Run, object: HeapObject, generation: Generation): Trial | undefined {
  const taken = takenFrom(run, object);
  if (taken === undefined) return undefined;
  const isSame = [...generation.trial.reads].every(([cell, content]) => run.store.peek(cell) === content);
  if (isSame && (taken === 0 || generation.trial.writes.length === 0)) return generation.trial;
  if (taken > 0) return undefined;
  generation.trial = tryOut(run, generation.produce, object.place);
  return generation.trial;
}

/** All that is left of what an iterator gives is taken at once. */
export function takeAll(run: Run, object: HeapObject): Iteration {
  const generation = generations.get(object);
  if (!generation) return { some: opaque("computed", object.className), sources: [] };
  const taken = takenFrom(run, object) ?? 0;
  const trial = present(run, object, generation);
  if (!trial?.elements) return { some: takeSome(run, object), sources: [] };
  if (taken === 0) run.store.join([trial.effects]);
  setTaken(run, object, trial.elements.length);
  return { known: trial.elements.slice(taken), sources: [] };
}

/**
 * The next element, `over` at the end; `unknown` where it is not known, or where what the iterator does on the way
 * changes the state: then `takeSome` has to be asked.
 */
export function takeNext(run: Run, object: HeapObject): Value | "over" | "unknown" {
  const generation = generations.get(object);
  const trial = generation && present(run, object, generation);
  if (!trial?.elements || trial.writes.length > 0) return "unknown";
  const taken = takenFrom(run, object)!;
  if (taken === 0) run.store.join([trial.effects]);
  if (taken >= trial.elements.length) return "over";
  setTaken(run, object, taken + 1);
  return trial.elements[taken]!;
}

/** Any number of elements is taken. What the iterator does until it rests is done in part, or not at all. */
export function takeSome(run: Run, object: HeapObject): Value {
  const generation = generations.get(object);
  if (!generation) return opaque("computed", object.className);
  const trial = tryOut(run, generation.produce, object.place);
  run.store.join([trial.effects, ...trial.pauses, UNTOUCHED]);
  for (const cell of trial.writes) {
    const content = run.store.read(cell);
    if (content !== undefined) run.store.write(cell, widened(content));
  }
  setTaken(run, object, undefined);
  return choice([...trial.some, generation.any]);
}

/** Nobody takes any more of it. What it gives after that is not looked into. */
export function setOver(run: Run, object: HeapObject): void {
  if (generations.has(object)) setTaken(run, object, undefined);
}
