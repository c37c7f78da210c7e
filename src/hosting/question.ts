import { isCalendarDate, type CalendarDate } from "../core/calendar-date.js";
import { UsageError } from "../core/errors.js";
import type { Catalog } from "../catalog/catalog.js";

/**
 * Returns the day to check for; by default today, in UTC.
 *
 * @param option the name of the option in messages: `--as-of`
 * @throws {UsageError} it is not a day
 */
export function dayOf(value: string | undefined, now: Date, option: string): CalendarDate {
  if (value === undefined) return now.toISOString().slice(0, 10);
  if (!isCalendarDate(value))
    throw new UsageError(`${option} ${value} is not a day`, "Write it as yyyy-mm-dd.");
  return value;
}

/** The value of `--target` that means the newest released version. */
const NEWEST = "newest";

/**
 * Returns the version to migrate to: `newest`, or one that a chosen vocabulary has released.
 *
 * @param option the name of the option in messages: `--target`
 * @throws {UsageError} there is no such version
 */
export function targetOf(value: string | undefined, catalog: Catalog, option: string): CalendarDate {
  const releases = [...new Set(catalog.vocabularies.flatMap(({ lifecycle }) => lifecycle.releases))].sort();
  if (value === undefined) return catalog.vocabularies[0]!.lifecycle.defaultTarget;
  if (value === NEWEST) return releases.at(-1)!;
  if (!releases.includes(value)) {
    const before = releases.findLast((release) => release < value);
    const after = releases.find((release) => release > value);
    const near = [before, after].filter((release) => release !== undefined).join(" or ");
    const meant = isCalendarDate(value) ? `Did you mean ${near}? ` : "";
    throw new UsageError(
      `${option} ${value} is not a released version`,
      `${meant}Released: ${releases.join(", ")}.`,
    );
  }
  return value;
}
