import { daysBetween, type CalendarDate } from "../core/calendar-date.js";
import { groupBy } from "../core/group-by.js";
import type { ReportedPlace } from "../core/reported-request.js";
import { visible, visiblePath, withoutCommands } from "../core/visible.js";
import type { VersionCalendar, VersionUse } from "../core/version-use.js";
import { catalogNotes, dataName } from "./catalog-age.js";
import { count } from "./counts.js";
import { usableWidth, type RenderOptions } from "./options.js";
import { createStyle, type Style } from "./style.js";
import { visibleWords, wrap } from "./wrap.js";

/** Writes the calendar for people: a block for each day, with the endpoints and their calls. */
export function calendarText(calendar: VersionCalendar, options: RenderOptions = {}): string {
  const style = createStyle(options);
  const width = options.width === undefined ? Infinity : usableWidth(options);
  const line = (text: string, indent = 0): string[] =>
    wrap(visibleWords(text), { lead: " ".repeat(indent), columns: indent, hang: indent + 2, width });
  const placeLines = (places: readonly ReportedPlace[]): string[] =>
    places.map((place) => `    ${linked(place, style)}`);
  const blocks = [...groupBy(calendar.uses, headingOf(calendar.asOf))].map(([heading, uses]) => [
    style.strong(heading),
    ...uses.flatMap((use) => [...line(nameOf(use), 2), ...placeLines(use.places)]),
  ]);
  const { unknown } = calendar;
  if (unknown.length > 0)
    blocks.push([style.strong("The endpoint or its version is not known"), ...placeLines(unknown)]);
  const notes = catalogNotes(calendar).flatMap((note) => line(note));
  blocks.push([...line(summaryOf(calendar)), ...notes]);
  return withoutCommands(`${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}

function headingOf(asOf: CalendarDate): (use: VersionUse) => string {
  return ({ ends, state, api, version }) => {
    if (ends === undefined)
      return state === "unversioned"
        ? `${api === undefined ? "The unversioned API" : `${version} of ${api}`}: no day is published`
        : state === "deprecated"
          ? "Deprecated: no day is published"
          : "The newest version: no end is known";
    const days = daysBetween(asOf, ends);
    if (days <= 0) return `${ends}: deleted`;
    return `${ends}: ends in ${count(days, "day")}`;
  };
}

function nameOf({ method, endpoint, version, newest, isComputed, successor }: VersionUse): string {
  const call = `${method} ${endpoint} at ${version}`;
  const notes = [
    ...(newest === undefined ? [] : [`newest ${newest}`]),
    ...(successor === undefined ? [] : [`replaced by ${successor}`]),
    ...(isComputed ? ["day by the support period"] : []),
  ];
  return notes.length === 0 ? call : `${call} (${notes.join(", ")})`;
}

function linked({ path, position: { line, column } }: ReportedPlace, style: Style): string {
  return style.file(style.path(visible(`${visiblePath(path)}:${line}:${column}`)), path);
}

function summaryOf({ asOf, uses, catalog }: VersionCalendar): string {
  const ending = uses.filter(({ ends }) => ends !== undefined);
  const [next] = ending.filter(({ ends }) => ends! > asOf);
  const parts = [
    `${count(uses.length, "version")} in use`,
    ...(uses.length > 0 ? [`${ending.length} with a day of deletion`] : []),
    ...(next ? [`the next one is ${next.ends!}`] : []),
    `as of ${asOf}`,
    dataName({ catalog }),
  ];
  return parts.join(", ");
}
