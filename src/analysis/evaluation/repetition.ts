import { haveSameStart } from "../../core/span.js";
import type { JumpTarget } from "./environment.js";
import type { Carried } from "./carried.js";
import type { ObjectContent } from "./heap.js";
import { keyedSlots, mapSlots, slotOf } from "./member-tables.js";
import type { Run } from "./run.js";
import { Completion } from "./statements.js";
import { UNTOUCHED, type Cell, type Layer } from "./store.js";
import {
  alternatives,
  choice,
  samePath,
  sameValue,
  unknown,
  type Single,
  type Source,
  type Value,
} from "./value.js";

/** Runs one iteration of a loop's body. The paths of `continue` join at its end. */
export function runRound(run: Run, target: JumpTarget, body: () => Completion): Completion {
  target.bodyDepth = run.store.depth;
  target.continues = [];
  let completion: Completion = 0;
  const layer = run.store.fork(
    () => {
      completion = body();
    },
    () => target.continues.length === 0,
  );
  const ends: Layer[] = [...target.continues];
  if (completion & Completion.Normal) ends.push(layer);
  if (ends.length === 0) return 0;
  run.store.join(ends);
  return Completion.Normal;
}

/**
 * Runs an unknown number of iterations, perhaps none. It adds iterations until they change nothing that another one
 * reads. Values that still change after the second iteration are widened to unknown ones, and the last iteration runs
 * with these.
 */
export function repeat(run: Run, target: JumpTarget, body: () => Completion): void {
  repeatRounds(run, () => (runRound(run, target, body) & Completion.Normal) > 0);
}

/** Repeats something an unknown number of times, perhaps never, until it changes nothing. */
export function repeatPerhaps(run: Run, body: () => void): void {
  repeatRounds(run, () => {
    body();
    return true;
  });
}

/**
 * Runs the first of several rounds that differ in nothing that matters. Returns whether none has to follow: it has left
 * nothing behind that the next one would find.
 *
 * @returns `left` if no other round follows because it leaves the loop
 */
export function runFirst(run: Run, target: JumpTarget, body: () => Completion): "left" | "settled" | "open" {
  const first = roundOf(run, () => (runRound(run, target, body) & Completion.Normal) > 0);
  if (!first) return "left";
  const isOpen = isCarriedOn(run, first);
  run.store.join([first.layer]);
  return isOpen ? "open" : "settled";
}

/** @param body whether another round may follow on it */
function repeatRounds(run: Run, body: () => boolean): void {
  const { store } = run;
  const once = (): Round | undefined => roundOf(run, body);
  const first = once();
  if (!first) return;
  const isLast = !isCarriedOn(run, first);
  store.join([first.layer, UNTOUCHED]);
  if (isLast) return;
  const second = once();
  if (!second) return;
  const varying = unsettled(run, first, second);
  store.join([second.layer, UNTOUCHED]);
  if (varying.length === 0) return;
  for (const cell of varying) store.write(cell, widened(store.read(cell)));
  const last = once();
  if (last) store.join([last.layer, UNTOUCHED]);
}

function roundOf(run: Run, body: () => boolean): Round | undefined {
  const { store, instances } = run;
  let goesOn = false;
  let layer = UNTOUCHED;
  const { outsideState } = run;
  const { made, lookedFor } = instances;
  const carried = store.carry(() => {
    layer = store.fork(() => {
      goesOn = body();
    });
  });
  if (!goesOn) return undefined;
  const findsInstances = instances.made !== made && instances.lookedFor !== lookedFor;
  return { layer, carried, isOutside: run.outsideState !== outsideState || findsInstances };
}

interface Round {
  readonly layer: Layer;
  readonly carried: Carried;
  /** True if it has left something that the store does not hold. */
  readonly isOutside: boolean;
}

/** Returns whether a round has left something that the next one may find, and that it has not found itself. */
function isCarriedOn({ store }: Run, { layer, carried, isOutside }: Round): boolean {
  if (isOutside) return true;
  for (const [cell, content] of layer)
    if (
      store.births.isKnownSince(cell.born, layer.since) &&
      carried.has(cell) &&
      !addsNothing(store.read(cell), content)
    )
      return true;
  return false;
}

/**
 * Returns whether what reads a content would find nothing else in a later one.
 *
 * @param isSame compares an earlier value with a later one
 */
export function addsNothing(before: unknown, after: unknown, isSame = isSettledValue): boolean {
  if (!isContent(before) || !isContent(after)) {
    if (before === after || !before || !after) return before === after;
    return !isContent(before) && !isContent(after) && isSame(before as Value, after as Value);
  }
  const among = (values: readonly Value[], known: readonly Value[]): boolean =>
    values.every((value) => known.some((other) => isSame(other, value)));
  return (
    before.members.size === after.members.size &&
    before.symbols.size === after.symbols.size &&
    before.entries.size === after.entries.size &&
    before.frozen === after.frozen &&
    before.closed === after.closed &&
    keyedSlots(after).every(([key, slot]) => {
      const known = slotOf(before, key);
      return (
        known?.maybeAbsent === slot.maybeAbsent &&
        known.getter === slot.getter &&
        known.setter === slot.setter &&
        known.isMixed === slot.isMixed &&
        isSame(known.value, slot.value)
      );
    }) &&
    among(after.rest, before.rest) &&
    among(after.open, before.open)
  );
}

const VARYING: Source = { reason: "varying", name: "a value that changes in a loop", born: 0 };

function unsettled(run: Run, first: Round, second: Round): Cell<unknown>[] {
  const cells: Cell<unknown>[] = [];
  for (const [cell, content] of second.layer)
    if (first.layer.has(cell) && second.carried.has(cell) && !isSettled(run.store.read(cell), content))
      cells.push(cell);
  return cells;
}

function isSettled(before: unknown, after: unknown): boolean {
  if (before === after || before === undefined || after === undefined) return before === after;
  if (isContent(before) && isContent(after)) {
    for (const [key, slot] of keyedSlots(after)) {
      const known = slotOf(before, key);
      if (!known || !isSettledValue(known.value, slot.value)) return false;
    }
    return true;
  }
  return isSettledValue(before as Value, after as Value);
}

function isSettledValue(before: Value, after: Value): boolean {
  const earlier = alternatives(before);
  return alternatives(after).every((value) =>
    earlier.some((other) => sameValue(other, value) || isMadeAlike(other, value)),
  );
}

/** Objects and answers that the same expression creates in every round count as the same. */
export function isMadeAlike(one: Single, other: Single): boolean {
  if (one.kind === "object")
    return (
      other.kind === "object" &&
      one.object.place !== undefined &&
      one.object.place.start === other.object.place?.start
    );
  if (one.kind !== "unknown" || other.kind !== "unknown" || one.source.place === undefined) return false;
  const { reason, name, place } = one.source;
  return (
    reason === other.source.reason &&
    name === other.source.name &&
    haveSameStart(place, other.source.place) &&
    samePath(one.path, other.path)
  );
}

export function isContent(value: unknown): value is ObjectContent {
  return typeof value === "object" && value !== null && "members" in value;
}

/** Widens a content: adds an unknown alternative to each value. */
export function widened(content: unknown): unknown {
  if (!isContent(content)) return choice([content as Value, unknown(VARYING)]);
  return mapSlots(content, (slot) => ({ ...slot, value: choice([slot.value, unknown(VARYING)]) }));
}
