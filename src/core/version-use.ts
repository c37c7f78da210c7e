import type { CalendarDate } from "./calendar-date.js";
import type { CatalogAge } from "./report.js";
import type { ReportedPlace } from "./reported-request.js";

/** A version of one endpoint that code asks for, with the day on which it ends. */
export interface VersionUse {
  /** Identifies the use in these files, whatever the day: hexadecimal. */
  readonly id: string;
  readonly vocabulary: string;
  readonly method: string;
  /** The path as in the documents. */
  readonly endpoint: string;
  /** The title of the API, if it is not that of a built-in service. */
  readonly api?: string;
  /** The date of the version that answers, or the version in the base path if that selects it: `v1.0`. */
  readonly version: string;
  readonly state: "stable" | "deprecated" | "gone" | "unversioned";
  /** The day of deletion; absent if none is known. */
  readonly ends?: CalendarDate;
  /** The day is computed from the support period, because none is published. */
  readonly isComputed?: boolean;
  /** The newest version of the endpoint, if it is another one. */
  readonly newest?: string;
  /** The call that replaces the endpoint as a whole, if one is known: `POST /orgs/{ORG-ID}/users at 2025-02-19`. */
  readonly successor?: string;
  /** The calls, ordered by their places. */
  readonly places: readonly ReportedPlace[];
}

/** The versions that a repository asks for. */
export interface VersionCalendar {
  readonly asOf: CalendarDate;
  readonly catalog: CatalogAge;
  /** By the day of their end; those without a day are last. */
  readonly uses: readonly VersionUse[];
  /** Calls of the API whose endpoint or version is not known, so that they are in no entry. */
  readonly unknown: readonly ReportedPlace[];
}
