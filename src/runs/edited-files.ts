import type { FixPlan } from "../fix/unit.js";
import type { Analysed, State } from "../fix/verify.js";
import type { PathAnalysis } from "./analyze-paths.js";

/** Plans the fixes of an analysis. */
interface Planner {
  analysed(analyses: Analysed["analyses"]): Analysed;
  plan(state: State): FixPlan;
}

/**
 * Analyses the importers of the files that fixes would change, until all of them are known. A header in an object, or
 * in a function that sends requests, reaches all code that uses it, also code without a mention of the API.
 *
 * @param plannerFor creates the planner of the fixes of an analysis
 * @returns the last planner, and the analysis that it was created for
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
