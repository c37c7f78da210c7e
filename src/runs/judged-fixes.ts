import type { Finding, Fix } from "../core/finding.js";
import { bestFix } from "../core/fixer.js";
import { distinct, type FileAnalysis } from "../engine/analyze-file.js";
import type { JudgedUnit } from "../fix/judged-unit.js";
import { planFixes } from "../fix/plan.js";
import { judgeUnits } from "../fix/run-fixes.js";
import type { State } from "../fix/verify.js";
import type { PathAnalysis } from "./analyze-paths.js";
import { OtherReaders } from "./readers/other-readers.js";
import { UnitRefusals } from "./unit-refusals.js";

export type JudgedAnalysis = Pick<
  PathAnalysis,
  "analyses" | "question" | "sources" | "rules" | "isAsked" | "read"
>;

export interface JudgeOptions {
  /** The root of the project, absolute. */
  readonly root: string;
  readonly isStdin: boolean;
}

/**
 * Returns an analysis whose fixes are as applicable as `fix` finds them before it verifies them. Code that is not
 * followed may depend on what a fix changes, and a file or a comment may forbid it.
 *
 * @param analysis with the planned fixes
 */
export async function withJudgedFixes<Analysis extends JudgedAnalysis>(
  analysis: Analysis,
  { root, isStdin }: JudgeOptions,
): Promise<Analysis> {
  const { analyses, question, rules: wanted, isAsked } = analysis;
  const units = planFixes(analyses).units.filter(
    ({ applicability, findings }) =>
      applicability !== "display-only" && findings.some(({ place }) => isAsked(place.path)),
  );
  if (units.length === 0) return analysis;
  const refusals = new UnitRefusals(analysis, {
    root,
    isStdin,
    wanted,
    flags: {},
    skipped: new Set(),
    writes: false,
  });
  refusals.lookAt(units.flatMap(({ edits }) => edits.map(({ path }) => path)));
  const readers = new OtherReaders(root, question.catalog);
  const state: State = {
    analyses,
    findings: distinct(analyses.flatMap(({ findings }) => findings)),
    texts: new Map(),
  };
  const judged = await judgeUnits(units, state, {
    withUnsafe: false,
    refusal: (unit) => refusals.refusal(unit, state),
    doubt: async (unit) => (isStdin ? undefined : readers.reasonAgainst(unit, state)),
  });
  const changed = new Map(
    judged.flatMap((one) => one.unit.findings.map((finding) => [finding, one] as const)),
  );
  const withJudged = (finding: Finding): Finding => {
    const own = changed.get(finding);
    return own ? judgedFinding(finding, own) : finding;
  };
  return {
    ...analysis,
    analyses: analyses.map((one): FileAnalysis => ({ ...one, findings: one.findings.map(withJudged) })),
  };
}

function judgedFinding(finding: Finding, { status, unit, reasons, reasonPlaces }: JudgedUnit): Finding {
  const applicability =
    status === "refused" ? "display-only" : status === "waiting" ? "unsafe" : unit.applicability;
  const best = bestFix(finding);
  const judged = (fix: Fix): Fix =>
    fix === best && fix.applicability !== applicability
      ? { ...fix, applicability, reasons, ...(reasonPlaces ? { reasonPlaces } : {}) }
      : fix;
  return { ...finding, fixes: finding.fixes.map(judged) };
}
