import type { Rule } from "../engine/rule.js";
import { mergeCalendars, versionCalendar } from "../engine/version-calendar.js";
import type { VersionCalendar } from "../core/version-use.js";
import type { ReportedPlace } from "../core/reported-request.js";
import { join } from "../workspace/file-system.js";
import { analyzePaths, type RunInput } from "./analyze-paths.js";
import { folderOf } from "./check.js";
import { inEachProject, isStdin } from "./projects.js";

export interface CalendarResult {
  readonly calendar: VersionCalendar;
  /** Absolute; what the paths are relative to. */
  readonly folder: string;
}

/** Collects the versions that the files of a run ask for. */
export async function calendarOf(rules: readonly Rule[], run: RunInput): Promise<CalendarResult> {
  const { paths: _paths, ...input } = run;
  // The default target may be deleted on the day, and the calendar does not need it.
  const flags = { ...input.flags, target: "newest" };
  const results = await inEachProject(run, async (project) => {
    const analysis = await analyzePaths(rules, { ...input, flags, project, isStdin: isStdin(run) });
    const { question, analyses, sources, isAsked } = analysis;
    return versionCalendar(question, analyses, sources, (path) => isAsked(path));
  });
  return {
    calendar: mergeCalendars(
      results.map(({ project: { prefix }, result }) => {
        const within = (place: ReportedPlace) => ({ ...place, path: join(prefix, place.path) });
        return {
          ...result,
          uses: result.uses.map((use) => ({ ...use, places: use.places.map(within) })),
          unknown: result.unknown.map(within),
        };
      }),
    ),
    folder: folderOf(results[0]!.project),
  };
}
