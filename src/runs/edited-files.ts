import type { FixPlan } from "../fix/unit.js";
import type { Analysed, State } from "../fix/verify.js";
import type { PathAnalysis } from "./analyze-paths.js";

/** Plans the fixes of an analysis. */
interface Planner {
  analysed(analyses: Analysed["analyses"]): Analysed;
  plan(state: State): FixPlan;
}

/**
 * Analyses who else imports from the files that fixes would change, until that is known of all of them: a header that is
 * written into an object, or into a function that sends requests, reaches everybody who uses it, also those who have no
 * trace of the API.
 *
 * @param plannerFor makes what plans the fixes of an analysis
 * @returns the last planner, and what it was made for
 */
export async function withUsersOfEdited<P extends Planner>(
  analysis: PathAnalysis,
  plannerFor: (analysis: PathAnalysis) => P,
): Promise<{ readonly analysis: PathAnalysis; readonly planner: P; readonly start: Analysed }> {
  for (let current = analysis; ;) {
    const planner = plannerFor(current);
    const start = planner.analysed(current.analyses);
    const { units } = planner.plan({ ...start, texts: new Map() });
    const edits = units.flatMap((unit) => unit.edits);
    const wider = await current.withUsersOf(edits);
    if (!wider) return { analysis: current, planner, start };
    current = wider;
  }
}
