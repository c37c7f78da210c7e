import type { VersionCalendar } from "../core/version-use.js";
import { jsonText } from "./json-text.js";
import { toJsonPlace } from "./json.js";

/** Writes the calendar as one JSON document, schema version 1, with a final line break. */
export function calendarJson(calendar: VersionCalendar): string {
  return jsonText({
    schemaVersion: 1,
    asOf: calendar.asOf,
    catalog: calendar.catalog,
    versions: calendar.uses.map(({ places, ...use }) => ({ ...use, places: places.map(toJsonPlace) })),
    unknown: calendar.unknown.map(toJsonPlace),
  });
}
