import { describe, expect, it } from "vitest";
import type { VersionUse } from "../../src/core/version-use.js";
import { icalendar } from "../../src/report/icalendar.js";

const USE: VersionUse = {
  id: "0123456789abcdef01234567",
  vocabulary: "atlas",
  method: "POST",
  endpoint: "/groups/{GROUP-ID}/clusters",
  version: "2024-08-05",
  state: "deprecated",
  ends: "2027-03-01",
  newest: "2024-10-23",
  places: [{ path: "src/a.js", position: { line: 3, column: 7 } }],
};

function calendarOf(...uses: VersionUse[]): string {
  return icalendar({
    asOf: "2026-06-01",
    catalog: { name: "test", dataAsOf: "2026-05-01", isOld: false },
    uses,
    unknown: [],
  });
}

/** The properties of a calendar as RFC 5545 reads it: unfolded, and texts without escapes. */
function read(text: string): [name: string, value: string][] {
  return text
    .replaceAll("\r\n ", "")
    .split("\r\n")
    .slice(0, -1)
    .map((line) => {
      const at = line.indexOf(":");
      const value = line
        .slice(at + 1)
        .replace(/\\([\\;,nN])/g, (_, one: string) => (/n/i.test(one) ? "\n" : one));
      return [line.slice(0, at), value];
    });
}

function valueOf(text: string, name: string): string | undefined {
  return read(text).find(([own]) => own === name)?.[1];
}

describe("the calendar as iCalendar", () => {
  it("is an event of a whole day with two reminders", () => {
    expect(read(calendarOf(USE)).map((line) => line.join(" = "))).toEqual([
      "BEGIN = VCALENDAR",
      "VERSION = 2.0",
      "PRODID = -//v2ready//calendar//EN",
      "BEGIN = VEVENT",
      "UID = 0123456789abcdef01234567@v2ready.example",
      "DTSTAMP = 20260501T000000Z",
      "DTSTART;VALUE=DATE = 20270301",
      "SUMMARY = POST /groups/{GROUP-ID}/clusters: version 2024-08-05 ends",
      "DESCRIPTION = The newest version is 2024-10-23.\nsrc/a.js:3:7",
      "TRANSP = TRANSPARENT",
      ...[90, 30].flatMap((days) => [
        "BEGIN = VALARM",
        "ACTION = DISPLAY",
        `TRIGGER = -P${days}D`,
        `DESCRIPTION = POST /groups/{GROUP-ID}/clusters: version 2024-08-05 ends in ${days} days`,
        "END = VALARM",
      ]),
      "END = VEVENT",
      "END = VCALENDAR",
    ]);
  });

  it("has no event for a version without a day", () => {
    const { ends: _, ...open } = USE;
    expect(calendarOf({ ...open, state: "stable" })).toBe(
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//v2ready//calendar//EN\r\nEND:VCALENDAR\r\n",
    );
  });

  it("ends every line with CR and LF, and has no other line break", () => {
    const text = calendarOf(USE, { ...USE, id: "other" });
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  });

  it.each([
    ["ASCII", "a".repeat(300)],
    ["two octets", "ä".repeat(200)],
    ["three octets", "漢".repeat(200)],
    ["four octets", "😀".repeat(200)],
    ["one octet too many", `${"a".repeat(9)}${"😀".repeat(100)}`],
  ])("folds at 75 octets and keeps characters whole: %s", (_, folder) => {
    const path = `${folder}/a.js`;
    const text = calendarOf({ ...USE, places: [{ path, position: { line: 1, column: 1 } }] });
    const lines = text.split("\r\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeGreaterThan(71);
    expect(text).not.toContain("\uFFFD");
    expect(valueOf(text, "DESCRIPTION")).toContain(`${path}:1:1`);
  });

  it("escapes backslashes, semicolons, commas and line breaks in texts", () => {
    const path = "a\\b;c,d/x.js";
    const text = calendarOf({ ...USE, places: [{ path, position: { line: 1, column: 1 } }] });
    expect(text.replaceAll("\r\n ", "")).toContain(String.raw`2024-10-23.\na\\b\;c\,d/x.js:1:1`);
    expect(valueOf(text, "DESCRIPTION")).toContain(`${path}:1:1`);
  });

  it("takes no property from the name of a file", () => {
    const path = "a\r\nEND:VCALENDAR\r\n\u0007.js";
    const text = calendarOf({ ...USE, places: [{ path, position: { line: 1, column: 1 } }] });
    expect(read(text).filter(([name]) => name === "END")).toHaveLength(4);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/\p{Cc}/u);
  });

  it("lists at most twenty calls", () => {
    const places = Array.from({ length: 23 }, (_, index) => ({
      path: "a.js",
      position: { line: index + 1, column: 1 },
    }));
    const lines = valueOf(calendarOf({ ...USE, places }), "DESCRIPTION")!.split("\n");
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe("and 3 more");
  });
});
