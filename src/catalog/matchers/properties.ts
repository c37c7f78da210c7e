import type { CalendarDate } from "../../core/calendar-date.js";
import type { Vocabulary } from "../catalog.js";
import type { Direction, PropertyData } from "../model.js";

/**
 * What becomes of a property of the clusters resource when a caller moves to `target`.
 *
 * @param path from the cluster object on; `[]` for an element of a list
 */
export function propertyAt(
  vocabulary: Vocabulary,
  path: readonly string[],
  direction: Direction | undefined,
  target: CalendarDate,
): PropertyData | undefined {
  return vocabulary.properties.find(
    (property) =>
      property.since <= target &&
      (direction === undefined || property.in.includes(direction)) &&
      fits(property.path, path),
  );
}

function fits(pattern: string, path: readonly string[]): boolean {
  const steps = stepsOf(pattern);
  return (
    steps.length === path.length &&
    steps.every((step, index) => step === path[index] || (step.startsWith("{") && path[index] !== "[]"))
  );
}

/** `replicationSpecs[].regionsConfig` → `replicationSpecs`, `[]`, `regionsConfig` */
export function stepsOf(pattern: string): string[] {
  return pattern.split(".").flatMap((step) => (step.endsWith("[]") ? [step.slice(0, -2), "[]"] : [step]));
}

/** The removed properties that do not stand inside another removed one, at a target: what a rule reports. */
export function removedProperties(vocabulary: Vocabulary, target: CalendarDate): PropertyData[] {
  const removed = vocabulary.properties.filter(
    (property) => property.status === "removed" && property.since <= target,
  );
  return removed.filter((property) => !removed.some((other) => isInside(property.path, other.path)));
}

function isInside(path: string, outer: string): boolean {
  return path !== outer && (path.startsWith(`${outer}.`) || path.startsWith(`${outer}[]`));
}

export function lastName(property: PropertyData): string {
  return stepsOf(property.path).findLast((step) => step !== "[]" && !step.startsWith("{"))!;
}
