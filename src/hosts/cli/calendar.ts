import { RULES } from "../../../rules/index.js";
import type { VersionCalendar } from "../../core/version-use.js";
import { calendarJson } from "../../report/calendar-json.js";
import { calendarText } from "../../report/calendar-text.js";
import { icalendar } from "../../report/icalendar.js";
import type { RenderOptions } from "../../report/index.js";
import { calendarOf } from "../../runs/calendar.js";
import type { RunFlags } from "../../runs/options.js";
import { writeOutput } from "../../workspace/write-output.js";
import { renderOptions, type PrintFlags } from "./printing.js";
import { EXIT, type World } from "./run.js";
import { notifierOf, Progress } from "./terminal.js";
import { writeAll } from "./write-all.js";

type Format = "text" | "json" | "ics";

export interface CalendarFlags extends RunFlags, PrintFlags {
  readonly format?: Format;
  readonly output?: string;
}

const RENDER: Readonly<Record<Format, (calendar: VersionCalendar, options: RenderOptions) => string>> = {
  text: calendarText,
  json: calendarJson,
  ics: icalendar,
};

/** Runs `v2ready calendar`: prints which versions the calls ask for, and when each of them ends. */
export async function calendar(
  paths: readonly string[],
  flags: CalendarFlags,
  world: World,
): Promise<number> {
  const { cwd, now, stdin } = world;
  const progress = Progress.for(world, true);
  const run = { paths, flags, cwd, now, stdin, notify: notifierOf(world), progress };
  const result = await calendarOf(RULES, run);
  const { output } = flags;
  const options = output === undefined ? renderOptions(flags, world, result.folder) : {};
  const text = RENDER[formatOf(flags)](result.calendar, options);
  if (output === undefined) await writeAll(world.stdout, text);
  else writeOutput(output, text, cwd);
  return EXIT.clean;
}

function formatOf({ format, output = "" }: CalendarFlags): Format {
  return format ?? (output.endsWith(".ics") ? "ics" : output.endsWith(".json") ? "json" : "text");
}
