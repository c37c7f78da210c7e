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
