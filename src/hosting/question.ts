import { isCalendarDate, type CalendarDate } from "../core/calendar-date.js";
import { UsageError } from "../core/errors.js";
import type { Catalog } from "../catalog/catalog.js";
import { nearestName } from "../core/nearest-name.js";

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

/** The name of the entry for all other resources, in targets by resource. */
const OTHERS = "default";

/**
 * A target for all resources, or targets by resource: `["clusters=2024-08-05", "newest"]` on the command line,
 * `{ clusters: "2024-08-05", default: "newest" }` in settings.
 */
export type TargetValue = string | readonly string[] | Readonly<Record<string, string>>;

/** The target of a run, and the catalog with the targets of single resources. */
export interface Targets {
  readonly catalog: Catalog;
  readonly target: CalendarDate;
}

/**
 * Returns the version to migrate to, and the catalog in which resources have targets of their own.
 *
 * @param option the name of the option in messages: `--target`
 * @throws {UsageError} there is no such version or resource, or one has two targets
 */
export function targetsOf(value: TargetValue | undefined, catalog: Catalog, option: string): Targets {
  const targets = new Map<string, CalendarDate>();
  const resources = catalog.vocabularies.flatMap((vocabulary) =>
    vocabulary.resources.map(({ name }) => name),
  );
  let others: string | undefined;
  for (const [resource, version] of entriesOf(value)) {
    if (resource === undefined || resource === OTHERS) {
      if (others !== undefined) throw new UsageError(`${option} has two versions, ${others} and ${version}`);
      others = version;
      continue;
    }
    if (!resources.includes(resource)) {
      const nearest = nearestName(resource, resources);
      const hint = nearest === undefined ? `Write ${option} RESOURCE=DATE.` : `Did you mean ${nearest}?`;
      throw new UsageError(`${option} ${resource}=${version} names an unknown resource`, hint);
    }
    if (targets.has(resource)) throw new UsageError(`${option} has two versions for ${resource}`);
    targets.set(resource, targetOf(version, catalog, `${option} ${resource}`));
  }
  const target = targetOf(others, catalog, option);
  if (targets.size === 0) return { catalog, target };
  const vocabularies = catalog.vocabularies.map((vocabulary) => ({ ...vocabulary, targets }));
  return { catalog: { ...catalog, vocabularies }, target };
}

function entriesOf(value: TargetValue | undefined): readonly (readonly [string | undefined, string])[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [splitEntry(value)];
  return isList(value) ? value.map(splitEntry) : Object.entries(value);
}

function isList(value: TargetValue): value is readonly string[] {
  return Array.isArray(value);
}

function splitEntry(entry: string): readonly [string | undefined, string] {
  const at = entry.indexOf("=");
  return at < 0 ? [undefined, entry] : [entry.slice(0, at), entry.slice(at + 1)];
}

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
