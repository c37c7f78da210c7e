import { daysBetween } from "../core/calendar-date.js";
import type { Report } from "../core/report.js";

/** Versions are released every few months, and days of deletion move. */
const OLD_AFTER_DAYS = 90;

type Dated = Pick<Report, "asOf" | "catalog">;

/** The catalog as formats for programs write it. */
export interface CatalogAge {
  readonly name: string;
  readonly dataAsOf: string;
  /** Its data is more than 90 days older than the day to check for. */
  readonly isOld: boolean;
}

export function catalogAge({ asOf, catalog: { name, dataAsOf } }: Dated): CatalogAge {
  return { name, dataAsOf, isOld: daysBetween(dataAsOf, asOf) > OLD_AFTER_DAYS };
}

/** Returns a warning if the data of the catalog is old. */
export function catalogNotes(report: Dated): string[] {
  const { isOld, dataAsOf } = catalogAge(report);
  if (!isOld) return [];
  const days = daysBetween(dataAsOf, report.asOf);
  return [
    `The data of the catalog is of ${dataAsOf}, ${days} days before ${report.asOf}. Newer versions and days of deletion may be missing: update v2ready.`,
  ];
}

/** The same in a few words, for a line of counts. */
export function catalogPhrases(report: Dated): string[] {
  const { isOld, dataAsOf } = catalogAge(report);
  return isOld ? [`the catalog is old (data of ${dataAsOf})`] : [];
}
