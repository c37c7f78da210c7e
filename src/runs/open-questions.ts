import type { Concern, Finding } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";
import type { AssembledReport } from "../engine/assemble-report.js";
import type { OpenQuestion } from "../fix/markers.js";
import { encloses } from "../core/span.js";
import type { Unit } from "../fix/unit.js";
import type { FixRun } from "../fix/run-fixes.js";
import { identityOf } from "../fix/verify.js";

/**
 * The concerns of findings about a whole request. Another finding of the request mostly names the reason why it is not
 * moved.
 */
const ABOUT_REQUESTS: ReadonlySet<Concern | undefined> = new Set<Concern>(["base path", "header"]);

/** Returns one question for each unit that only a person can decide, of the errors and warnings that are shown. */
export function questionsOf({ findings }: AssembledReport, { others }: FixRun): OpenQuestion[] {
  const decided = new Set(
    others
      .filter(({ status }) => status === "waiting" || status === "refused" || status === "declined")
      .flatMap(({ unit }) => unit.findings.map(identityOf)),
  );
  const shown = new Map(
    others.flatMap(({ unit, reason, status }) =>
      status === "shown"
        ? unit.findings.map((finding) => [identityOf(finding), { unit, reason }] as const)
        : [],
    ),
  );
  const open = findings.filter((one) => one.severity !== "info" && !decided.has(identityOf(one)));
  const asked = groupBy(open, (one) => shown.get(identityOf(one))?.unit ?? one);
  return [...asked.values()].map((together) => {
    const first = together[0]!;
    const because = shown.get(identityOf(first));
    return {
      findings: bestFirst(together, because?.unit),
      question: because?.reason ?? first.advice ?? first.message,
    };
  });
}

/**
 * The findings of a question, the best place for a comment first: the code that the first reason is about, or else the
 * base path and the headers. A reason that is about no known code is mostly about a property.
 */
function bestFirst<Any extends Finding>(findings: readonly Any[], unit: Unit | undefined): Any[] {
  const place = unit?.reasonPlaces?.get(unit.reasons[0]!);
  const isThere = (one: Any): boolean => place !== undefined && encloses(place, one.place);
  const rank = (one: Any): number =>
    isThere(one) ? 0 : isAboutRequest(one) === (place !== undefined) ? 1 : 2;
  return findings.toSorted((a, b) => rank(a) - rank(b));
}

function isAboutRequest({ concern }: Finding): boolean {
  return ABOUT_REQUESTS.has(concern);
}
