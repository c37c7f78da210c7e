import { count } from "./counts.js";
import type { FixReport, LeftFinding, UnitOutcome } from "./fix-report.js";
import type { RenderOptions } from "./options.js";

/** The options for showing the results of `fix` to people. */
export interface FixListing extends RenderOptions {
  /** True if the changes were made; otherwise they are only shown. */
  readonly isDone: boolean;
  /** Only errors, problems and the counts. */
  readonly isQuiet: boolean;
  /** The command to type next. */
  readonly next?: string | undefined;
}

/** The action that a finding needs that `fix` has left. */
export type Left =
  /** Another run of `fix`, or a change that git, an option or a person stopped. */
  | "stopped"
  /** Apply the fix that is not proven. */
  | "unsafe"
  /** Decide something. */
  | "person"
  /** Change it without any fix. */
  | "none"
  /** Know it. */
  | "info";

/** The reason of a finding that no unit fixes. */
export const NO_FIX = "no automatic fix";

const STOPPED: readonly UnitOutcome[] = ["failed", "withdrawn", "refused", "declined"];

export function kindOfLeft({ outcome, severity }: Pick<LeftFinding, "outcome" | "severity">): Left {
  if (outcome === "waiting") return "unsafe";
  if (outcome !== undefined && STOPPED.includes(outcome)) return "stopped";
  if (severity === "info") return "info";
  return outcome === undefined ? "none" : "person";
}

/** Returns one line that counts what was done and what is left. */
export function fixSummary({ units, files, left, markers }: FixReport, isDone: boolean): string {
  const applied = units.filter(({ outcome }) => outcome === "applied");
  const fixed = applied.reduce((sum, { findings }) => sum + findings.length, 0);
  const verb = isDone ? "Fixed" : "Would fix";
  const done =
    fixed > 0
      ? `${verb} ${count(fixed, "finding")} in ${count(files.length, "file")}`
      : left.length > 0
        ? `${verb} nothing`
        : "Nothing to fix";
  const commented =
    markers.length === 0 ? "" : ` and ${isDone ? "left" : "leave"} ${count(markers.length, "marker")}`;
  const numberOf = (...wanted: Left[]): number =>
    left.filter((finding) => wanted.includes(kindOfLeft(finding))).length;
  const [unsafe, stopped, person, info] = [
    numberOf("unsafe"),
    numberOf("stopped"),
    numberOf("person", "none"),
    numberOf("info"),
  ];
  const parts = [
    ...(unsafe > 0 ? [`${unsafe} with --unsafe-fixes`] : []),
    ...(stopped > 0 ? [`${stopped} not applied`] : []),
    ...(person > 0 ? [`${person} for a person`] : []),
    ...(info > 0 ? [`${info} for information`] : []),
  ];
  const kindsLeft = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  return `${done}${commented}; ${count(left.length, "finding")} left${kindsLeft}`;
}
