import type { CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../catalog.js";
import type { PropertyData } from "../model.js";

/** Patterns come from the catalog, so there are few of them; every property of every file is matched with them. */
const steps = new Map<string, readonly string[]>();

/** `replicationSpecs[].regionsConfig` → `replicationSpecs`, `[]`, `regionsConfig` */
export function stepsOf(pattern: string): readonly string[] {
  let known = steps.get(pattern);
  if (!known) {
    known = pattern.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]));
    steps.set(pattern, known);
  }
  return known;
}

const removed = new WeakMap<Vocabulary, Map<CalendarDate, readonly PropertyData[]>>();

/** Returns the removed properties that are not inside another removed one, at a target: what a rule reports. */
export function removedProperties(vocabulary: Vocabulary, target: CalendarDate): readonly PropertyData[] {
  let byTarget = removed.get(vocabulary);
  if (!byTarget) removed.set(vocabulary, (byTarget = new Map()));
  let outermost = byTarget.get(target);
  if (!outermost) {
    const all = vocabulary.properties.filter(
      (property) => property.status === "removed" && property.since <= target,
    );
    outermost = all.filter((property) => !all.some((other) => isInside(property.path, other.path)));
    byTarget.set(target, outermost);
  }
  return outermost;
}

function isInside(path: string, outer: string): boolean {
  return path !== outer && (path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`));
}

export function lastName(property: PropertyData): string {
  return stepsOf(property.path).findLast((step) => step !== "[]" && !step.startsWith("{"))!;
}
