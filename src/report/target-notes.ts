import type { Report, TargetNotice } from "../core/report.js";

/** Returns the age of the target and what to do about it, for each vocabulary. */
export function targetNotes({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  return targetNotices.map((notice) => {
    const { vocabulary, resource, newest } = notice;
    return `The target ${target} ${ageOf(notice)} for ${resource} of ${vocabulary}. --target newest moves to ${newest}.`;
  });
}

function ageOf({ state, sunset, isComputed }: TargetNotice): string {
  if (sunset === undefined) return `is ${state}`;
  const day = isComputed ? `${sunset} by the support period` : sunset;
  return state === "gone" ? `was deleted on ${day}` : `ends on ${day}`;
}

/** Returns short phrases about the target, for a line of counts: `target 2023-02-01 ends on 2027-07-01 (atlas)`. */
export function targetPhrases({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  return targetNotices.map(({ vocabulary, state, sunset }) => {
    if (sunset === undefined) return `target ${target} is ${state} (${vocabulary})`;
    return `target ${target} ${state === "gone" ? "deleted on" : "ends on"} ${sunset} (${vocabulary})`;
  });
}
