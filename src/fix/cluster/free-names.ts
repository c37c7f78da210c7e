import { stepsOf } from "../../catalog/matchers/properties.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import { memberOf, type Payload } from "../../facts/payload.js";
import type { ConversionVocabulary } from "./conversion.js";

/**
 * Returns names at the root of a body that some versions do not change, and that nothing else in the body is converted
 * to. A conversion to these versions need not see their values.
 *
 * @param mayState whether the body may state a property, by its steps
 */
export function freeNames(
  vocabularies: readonly ConversionVocabulary[],
  versions: readonly CalendarDate[],
  mayState: (path: readonly string[]) => boolean,
): ReadonlySet<string> {
  const free = new Set<string>();
  for (const { properties, defaults } of vocabularies) {
    const ofRequests = properties.filter((property) => property.in.includes("request"));
    const changing = ofRequests.filter(
      ({ since, status }) => versions.includes(since) && status !== "kept" && status !== "added",
    );
    const replaced = new Set(changing.flatMap(({ replacement }) => replacement.map(rootOf)));
    const bound = new Set([
      ...changing.map(({ path }) => rootOf(path)),
      ...changing
        .filter(({ path }) => mayState(stepsOf(path)))
        .flatMap(({ replacement }) => replacement.map(rootOf)),
      // A default for what the body leaves out.
      ...defaults.map(({ path }) => rootOf(path)).filter((root) => !replaced.has(root)),
    ]);
    for (const { path } of ofRequests) if (rootOf(path) === path && !bound.has(path)) free.add(path);
  }
  return free;
}

function rootOf(path: string): string {
  return stepsOf(path)[0]!;
}

/** Returns whether a payload may state a property: it is not known where a part of its path comes from elsewhere. */
export function mayBeIn(payload: Payload, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined || payload.kind !== "object" || step.startsWith("{")) return true;
  const own = memberOf(payload, step);
  if (own) return mayBeIn(own.value, rest);
  return payload.entries.some((entry) => entry.kind === "unread" && (entry.keys?.includes(step) ?? true));
}
