import type { JumpTarget } from "./environment.js";
import type { ObjectContent } from "./heap.js";
import type { Run } from "./run.js";
import { Completion } from "./statements.js";
import { UNTOUCHED, isKnownSince, type Cell, type Layer } from "./store.js";
import { choice, sameValue, unknown, type Source, type Value } from "./value.js";

/** One round of a loop's body; the paths of `continue` meet at its end. */
export function runRound(run: Run, target: JumpTarget, body: () => Completion): Completion {
  target.bodyDepth = run.store.depth;
  target.continues = [];
  let completion: Completion = 0;
  const layer = run.store.fork(() => {
    completion = body();
  });
  const ends: Layer[] = [...target.continues];
  if (completion & Completion.Normal) ends.push(layer);
  if (ends.length === 0) return 0;
  run.store.join(ends);
  return Completion.Normal;
}

/**
 * A number of rounds that is not known, perhaps none: rounds are added until they change nothing more. What has
 * not come to rest after the second one varies, and a last round is run with that.
 */
export function repeat(run: Run, target: JumpTarget, body: () => Completion): void {
  const once = (): Layer | undefined => {
    let completion: Completion = 0;
    const layer = run.store.fork(() => {
      completion = runRound(run, target, body);
    });
    return completion & Completion.Normal ? layer : undefined;
  };
  const sent = run.recorder.requests.length;
  const first = once();
  if (!first) return;
  run.store.join([first, UNTOUCHED]);
  if (run.recorder.requests.length === sent && !changesState(first)) return;
  const second = once();
  if (!second) return;
  const varying = unsettled(run, first, second);
  run.store.join([second, UNTOUCHED]);
  if (varying.length === 0) return;
  for (const cell of varying) run.store.write(cell, widened(run.store.read(cell)));
  const last = once();
  if (last) run.store.join([last, UNTOUCHED]);
}

/** Repeats something an unknown number of times, perhaps never, until it changes nothing. */
export function repeatPerhaps(run: Run, body: () => void): void {
  const once = (): Layer => run.store.fork(body);
  const sent = run.recorder.requests.length;
  const first = once();
  run.store.join([first, UNTOUCHED]);
  if (run.recorder.requests.length === sent && !changesState(first)) return;
  const second = once();
  const varying = unsettled(run, first, second);
  run.store.join([second, UNTOUCHED]);
  if (varying.length === 0) return;
  for (const cell of varying) run.store.write(cell, widened(run.store.read(cell)));
  run.store.join([once(), UNTOUCHED]);
}

/** Whether a round has left something that the next one may find. */
function changesState(round: Layer): boolean {
  for (const { born } of round.keys()) if (isKnownSince(born, round.since)) return true;
  return false;
}

const VARYING: Source = { reason: "varying", name: "a value that changes in a loop", born: 0 };

function unsettled(run: Run, first: Layer, second: Layer): Cell<unknown>[] {
  const cells: Cell<unknown>[] = [];
  for (const [cell, content] of second) {
    if (first.has(cell) && !isSettled(run.store.read(cell), content)) cells.push(cell);
  }
  return cells;
}

function isSettled(before: unknown, after: unknown): boolean {
  if (before === after || before === undefined || after === undefined) return before === after;
  if (isContent(before) && isContent(after)) {
    for (const [key, slot] of after.members) {
      const known = before.members.get(key);
      if (!known || !isSettledValue(known.value, slot.value)) return false;
    }
    return true;
  }
  return isSettledValue(before as Value, after as Value);
}

/** Objects that the same expression creates in every round count as the same. */
function isSettledValue(before: Value, after: Value): boolean {
  const earlier = before.kind === "choice" ? before.of : [before];
  const later = after.kind === "choice" ? after.of : [after];
  return later.every((value) =>
    earlier.some(
      (other) =>
        sameValue(other, value) ||
        (other.kind === "object" &&
          value.kind === "object" &&
          other.object.place !== undefined &&
          other.object.place.start === value.object.place?.start),
    ),
  );
}

export function isContent(value: unknown): value is ObjectContent {
  return typeof value === "object" && value !== null && "members" in value;
}

/** A content that may be anything beside what it is. */
export function widened(content: unknown): unknown {
  if (!isContent(content)) return choice([content as Value, unknown(VARYING)]);
  const members = new Map(content.members);
  for (const [key, slot] of members)
    members.set(key, { ...slot, value: choice([slot.value, unknown(VARYING)]) });
  return { ...content, epoch: -1, members };
}
