import { slotCount, valuesIn } from "../evaluation/member-tables.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Single, type UnknownValue, type Value } from "../evaluation/value.js";

/** Returns whether a value is a whole response. */
export function isWholeResponse(value: Value): boolean {
  return value.kind === "unknown" && value.source.reason === "response" && value.path.length === 0;
}

/** Returns the unknown things that a value is, or that it is a copy of. */
export function unknownsOf(run: Run, single: Single): readonly UnknownValue[] {
  if (single.kind === "unknown") return [single];
  return single.kind === "object" ? run.store.read(single.object).open : [];
}

/** Returns the parts of answers that a value is, or that it holds down to some depth. */
export function answersIn(run: Run, value: Value, depth: number): UnknownValue[] {
  return alternatives(value).flatMap((single): UnknownValue[] => {
    if (single.kind === "unknown") return single.source.request === undefined ? [] : [single];
    if (single.kind !== "object" || single.object.callable || depth === 0) return [];
    const content = run.store.read(single.object);
    if (!run.mayLookInto(slotCount(content))) return [];
    return [...valuesIn(content), ...content.open].flatMap((one) => answersIn(run, one, depth - 1));
  });
}
