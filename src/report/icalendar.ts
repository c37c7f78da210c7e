import { visible } from "../core/visible.js";
import type { VersionCalendar, VersionUse } from "../core/version-use.js";

/** Days before the end on which calendars remind of it: those from which on `check` reports a warning and an error. */
const REMINDERS = [90, 30];
const PLACES_LISTED = 20;

/**
 * Writes the ends of versions as iCalendar (RFC 5545), each as an event of a whole day. Nothing in it depends on the
 * day of the run, so a calendar that is published again is the same.
 */
export function icalendar({ uses, catalog }: VersionCalendar): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//v2ready//calendar//EN",
    ...uses.flatMap((use) => (use.ends === undefined ? [] : eventLines(use, use.ends, catalog.dataAsOf))),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventLines(use: VersionUse, ends: string, dataAsOf: string): string[] {
  const summary = `${use.method} ${use.endpoint}: version ${use.version} ends`;
  return [
    "BEGIN:VEVENT",
    `UID:${use.id}@v2ready.example`,
    // Without METHOD this is the day on which the information was revised.
    `DTSTAMP:${day(dataAsOf)}T000000Z`,
    `DTSTART;VALUE=DATE:${day(ends)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description(use))}`,
    "TRANSP:TRANSPARENT",
    ...REMINDERS.flatMap((days) => [
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      `TRIGGER:-P${days}D`,
      `DESCRIPTION:${escaped(`${summary} in ${days} days`)}`,
      "END:VALARM",
    ]),
    "END:VEVENT",
  ];
}

function description({ newest, isComputed, successor, places }: VersionUse): string {
  const more = places.length - PLACES_LISTED;
  return [
    newest === undefined ? "The endpoint has no later version." : `The newest version is ${newest}.`,
    ...(successor === undefined ? [] : [`${successor} replaces it.`]),
    ...(isComputed ? ["The day is computed from the support period."] : []),
    ...places
      .slice(0, PLACES_LISTED)
      .map(({ path, position: { line, column } }) => `${path}:${line}:${column}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ]
    .map(visible)
    .join("\n");
}

function day(date: string): string {
  return date.replaceAll("-", "");
}

/** TEXT of RFC 5545, 3.3.11. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}

const OCTETS = 75;

/** Lines of at most 75 octets (RFC 5545, 3.1). A character of several octets stays whole. */
function folded(line: string): string {
  let text = "";
  let used = 0;
  for (const character of line) {
    const octets = Buffer.byteLength(character);
    if (used + octets > OCTETS) {
      text += "\r\n ";
      used = 1;
    }
    text += character;
    used += octets;
  }
  return text;
}
