import { groupBy } from "../core/group-by.js";
import type { Report, TargetNotice } from "../core/report.js";
import { oneLine } from "../core/visible.js";
import { count } from "./counts.js";

/**
 * Returns the age of the target, the operations that it is about, and what to do about it, the worst first. Operations
 * of one vocabulary with the same age and the same advice are one note.
 */
export function targetNotes({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  const alike = groupBy(targetNotices, (notice) =>
    JSON.stringify([notice.vocabulary, notice.target, ageOf(notice), outlookOf(notice, target)]),
  );
  return [...alike.values()].toSorted(soonestFirst).map((notices) => {
    const { target: own = target } = notices[0]!;
    const calls = callsOf(notices.flatMap((one) => one.calls ?? []));
    return [
      `The target ${own} ${ageOf(notices[0]!)} for ${operationsOf(notices)}.`,
      adviceOf(notices, target),
      ...calls,
    ].join(" ");
  });
}

/** The number of calls or resources that a note names. The calendar and the JSON report name all. */
const NAMED = 3;

/** Later than every day. */
const NEVER = "9999-12-31";

function soonestFirst([a]: readonly TargetNotice[], [b]: readonly TargetNotice[]): number {
  return dayOf(a!) < dayOf(b!) ? -1 : dayOf(a!) > dayOf(b!) ? 1 : 0;
}

function dayOf({ sunset = NEVER }: TargetNotice): string {
  return sunset;
}

/** Writes `GET /groups/{GROUP-ID}/serverless of atlas`, or `7 operations on serverless of atlas, such as GET …`. */
function operationsOf(notices: readonly TargetNotice[]): string {
  const operations = notices.flatMap((notice) => notice.operations);
  const { vocabulary } = notices[0]!;
  if (operations.length === 1) return oneLine(`${operations[0]!} of ${vocabulary}`);
  const number = count(operations.length, "operation");
  return oneLine(`${number} on ${resourcesOf(notices)} of ${vocabulary}, such as ${operations[0]!}`);
}

function resourcesOf(notices: readonly TargetNotice[]): string {
  const resources = [...new Set(notices.map(({ resource }) => resource))];
  const more = resources.length > NAMED ? ` and ${resources.length - NAMED} more` : "";
  return `${resources.slice(0, NAMED).join(", ")}${more}`;
}

type Outlook = "newer" | "replaced" | "none";

function outlookOf({ newest, isReplaced, target }: TargetNotice, targetOfRun: string): Outlook {
  if (newest > (target ?? targetOfRun)) return "newer";
  return isReplaced ? "replaced" : "none";
}

/** Returns what to use instead of the target. */
function adviceOf(notices: readonly TargetNotice[], targetOfRun: string): string {
  const isOne = notices.flatMap(({ operations }) => operations).length === 1;
  const versions = [...new Set(notices.map(({ newest }) => newest))].sort();
  const newest =
    versions.length === 1
      ? `${isOne ? "Its" : "Their"} newest version is ${versions[0]!}`
      : `Their newest versions are ${versions.join(", ")}`;
  const texts: Readonly<Record<Outlook, string>> = {
    newer: `${newest}: use --target newest.`,
    replaced: `Other endpoints replace ${isOne ? "it" : "them"}.`,
    none: `${isOne ? "It has" : "They have"} no newer version.`,
  };
  return texts[outlookOf(notices[0]!, targetOfRun)];
}

function callsOf(calls: NonNullable<TargetNotice["calls"]>): string[] {
  if (calls.length === 0) return [];
  const named = calls.slice(0, NAMED).map(({ path, line, column }) => oneLine(`${path}:${line}:${column}`));
  const more =
    calls.length > NAMED ? ` and ${calls.length - NAMED} more. The command calendar lists all.` : ".";
  const ask = calls.length === 1 ? "1 call asks" : `${calls.length} calls ask`;
  return [`${ask} for a version that ends: ${named.join(", ")}${more}`];
}

function ageOf({ state, sunset, isComputed }: Pick<TargetNotice, "state" | "sunset" | "isComputed">): string {
  if (sunset === undefined) return `is ${state}`;
  const day = isComputed ? `${sunset} by the support period` : sunset;
  return state === "gone" ? `was deleted on ${day}` : `ends on ${day}`;
}

/**
 * Returns short phrases about the target, for a line of counts: `target 2023-02-01 ends on 2027-07-01 for 5 operations on
 * clusters of atlas`.
 */
export function targetPhrases({ target, targetNotices }: Pick<Report, "target" | "targetNotices">): string[] {
  const phraseOf = ({ target: own = target, state, sunset }: TargetNotice): string => {
    if (sunset === undefined) return `target ${own} is ${state}`;
    return `target ${own} ${state === "gone" ? "deleted on" : "ends on"} ${sunset}`;
  };
  const alike = groupBy(targetNotices, (notice) => `${phraseOf(notice)} ${notice.vocabulary}`);
  return [...alike.values()].map((notices) => {
    const number = notices.flatMap(({ operations }) => operations).length;
    const about = `${count(number, "operation")} on ${resourcesOf(notices)} of ${notices[0]!.vocabulary}`;
    return `${phraseOf(notices[0]!)} for ${about}`;
  });
}
