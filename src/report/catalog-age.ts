import { daysBetween } from "../core/calendar-date.js";
import type { Report } from "../core/report.js";

type Dated = Pick<Report, "asOf" | "catalog">;

/** Returns a warning if the data of the catalog is old. */
export function catalogNotes({ asOf, catalog: { isOld, dataAsOf } }: Dated): string[] {
  if (!isOld) return [];
  return [
    `The catalog's data is ${daysBetween(dataAsOf, asOf)} days old, so newer versions may be missing. ` +
      `To update v2ready, run git pull in its folder, and install it again.`,
  ];
}

/** Returns a short phrase if the catalog is old, for a line of counts. */
export function catalogPhrases({ catalog: { isOld, dataAsOf } }: Dated): string[] {
  return isOld ? [`the catalog is old (data of ${dataAsOf})`] : [];
}

/** Returns the data that findings depend on: `catalog v2ready (data as of 2026-08-21)`, or other vocabularies. */
export function dataName({ catalog: { name, dataAsOf, vocabularies } }: Pick<Dated, "catalog">): string {
  if (vocabularies === undefined) return `catalog ${name} (data as of ${dataAsOf})`;
  return `${vocabularies.length === 1 ? "vocabulary" : "vocabularies"} ${vocabularies.join(" and ")}`;
}
