import { groupBy } from "../core/group-by.js";
import type { Report, TargetNotice } from "../core/report.js";
import { oneLine } from "../core/visible.js";

/** Returns the age of the target and what to do about it. Resources of one vocabulary with the same age are one note. */
export function targetNotes({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  const alike = groupBy(targetNotices, (notice) =>
    JSON.stringify([notice.vocabulary, notice.target, ageOf(notice), notice.newest]),
  );
  return [...alike.values()].map((notices) => {
    const notice = notices[0]!;
    const { vocabulary, newest, target: own = target } = notice;
    const resources = notices.map(({ resource }) => resource).join(", ");
    const later =
      newest > own
        ? `--target newest moves to ${newest}.`
        : notices.every(({ isReplaced }) => isReplaced)
          ? "Other endpoints replace it."
          : "No newer version exists.";
    const calls = callsOf(notices.flatMap((one) => one.calls ?? []));
    return [`The target ${own} ${ageOf(notice)} for ${resources} of ${vocabulary}.`, later, ...calls].join(
      " ",
    );
  });
}

/** The number of calls or resources that a note names. The calendar and the JSON report name all. */
const NAMED = 3;

function callsOf(calls: NonNullable<TargetNotice["calls"]>): string[] {
  if (calls.length === 0) return [];
  const named = calls.slice(0, NAMED).map(({ path, line, column }) => oneLine(`${path}:${line}:${column}`));
  const more = calls.length > NAMED ? ` and ${calls.length - NAMED} more` : "";
  const ask = calls.length === 1 ? "1 call asks" : `${calls.length} calls ask`;
  return [`${ask} for a version that ends: ${named.join(", ")}${more}. To see all, run v2ready calendar.`];
}

function ageOf({ state, sunset, isComputed }: TargetNotice): string {
  if (sunset === undefined) return `is ${state}`;
  const day = isComputed ? `${sunset} by the support period` : sunset;
  return state === "gone" ? `was deleted on ${day}` : `ends on ${day}`;
}

/**
 * Returns short phrases about the target, for a line of counts: `target 2023-02-01 ends on 2027-07-01 for clusters of
 * atlas`.
 */
export function targetPhrases({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  const phraseOf = ({ target: own = target, state, sunset }: TargetNotice): string => {
    if (sunset === undefined) return `target ${own} is ${state}`;
    return `target ${own} ${state === "gone" ? "deleted on" : "ends on"} ${sunset}`;
  };
  const alike = groupBy(targetNotices, (notice) => `${phraseOf(notice)} ${notice.vocabulary}`);
  return [...alike.values()].map((notices) => {
    const notice = notices[0]!;
    const resources = [...new Set(notices.map(({ resource }) => resource))];
    const more = resources.length > NAMED ? ` and ${resources.length - NAMED} more` : "";
    return `${phraseOf(notice)} for ${resources.slice(0, NAMED).join(", ")}${more} of ${notice.vocabulary}`;
  });
}
