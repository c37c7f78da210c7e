import type { Finding } from "../core/finding.js";
import { groupBy } from "../core/group-by.js";
import type { AssembledReport } from "../engine/assemble-report.js";
import type { OpenQuestion } from "../fix/markers.js";
import type { FixRun } from "../fix/run-fixes.js";
import { identityOf } from "../fix/verify.js";

/** Whose findings are about a whole request; what stops its move is mostly said by another one of it. */
const ABOUT_REQUESTS: ReadonlySet<string> = new Set([
  "no-unversioned-base-path",
  "require-version-media-type",
]);

/** What only a person can decide, of what is shown and more than information: one question for each unit. */
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
    return {
      findings: [...together.filter((one) => !isAboutRequest(one)), ...together.filter(isAboutRequest)],
      question: shown.get(identityOf(first))?.reason ?? first.advice ?? first.message,
    };
  });
}

function isAboutRequest({ ruleId }: Finding): boolean {
  return ABOUT_REQUESTS.has(ruleId);
}
