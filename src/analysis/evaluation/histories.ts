import type { ObjectContent, Slot } from "./heap.js";
import { isContent, widened } from "./repetition.js";
import type { Cell } from "./store.js";
import { sameValue, type Value } from "./value.js";

/** Intermediate contents of a cell are distinguished up to this number. */
const MAX_HISTORY = 16;

/** Yields the contents that each cell had on the way. */
export function* historiesOf(
  written: ReadonlyMap<Cell<unknown>, readonly unknown[]>,
): Generator<readonly [Cell<unknown>, readonly unknown[]]> {
  for (const [cell, contents] of written) yield [cell, historyOf(contents)];
}

/**
 * The contents; of too many the last ones that differ, and one that may be anything if these are too many as well.
 * Paths that meet write what was there before again.
 */
function historyOf(contents: readonly unknown[]): readonly unknown[] {
  if (contents.length <= MAX_HISTORY) return contents;
  const kept: unknown[] = [];
  for (const content of [...new Set(contents)].reverse()) {
    if (kept.some((one) => isSame(one, content))) continue;
    if (kept.length === MAX_HISTORY) return [...kept.reverse(), widened(contents.at(-1))];
    kept.push(content);
  }
  return kept.reverse();
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  if (isContent(a) && isContent(b)) return isSameContent(a, b);
  return !isContent(a) && !isContent(b) && sameValue(a as Value, b as Value);
}

function isSameContent(a: ObjectContent, b: ObjectContent): boolean {
  if (a.members.size !== b.members.size || a.symbols.size !== b.symbols.size) return false;
  if (a.entries.size !== b.entries.size) return false;
  if (a.unordered !== b.unordered) return false;
  if (a.frozen !== b.frozen || a.closed !== b.closed) return false;
  if (!isSameTable(a.members, b.members) || !isSameTable(a.entries, b.entries)) return false;
  for (const [key, slot] of a.symbols) {
    const other = b.symbols.get(key);
    if (!other || !isSameSlot(slot, other)) return false;
  }
  return areSame(a.rest, b.rest) && areSame(a.open, b.open);
}

function isSameTable<Key>(a: ReadonlyMap<Key, Slot>, b: ReadonlyMap<Key, Slot>): boolean {
  const others = b.entries();
  for (const [key, slot] of a) {
    const [otherKey, other] = others.next().value!;
    if (!Object.is(key, otherKey) || !isSameSlot(slot, other)) return false;
  }
  return true;
}

function areSame(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, index) => sameValue(value, b[index]!));
}

/** But for the place of the key, of which only one is kept where paths meet. */
function isSameSlot(a: Slot, b: Slot): boolean {
  return (
    a === b ||
    (a.maybeAbsent === b.maybeAbsent &&
      a.getter === b.getter &&
      a.setter === b.setter &&
      a.isMixed === b.isMixed &&
      a.isHidden === b.isHidden &&
      a.isReadonly === b.isReadonly &&
      a.isPermanent === b.isPermanent &&
      a.shadowed === b.shadowed &&
      sameValue(a.value, b.value))
  );
}
