import type { Place } from "../evaluation/language.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type Value } from "../evaluation/value.js";

/** Records values that become parts of a text, in languages that print the members of objects there. */
export function recordParts(run: Run, by: string, values: readonly Value[], place: Place): void {
  if (!run.language.traits.printsObjects) return;
  for (const single of values.flatMap(alternatives))
    if (single.kind === "unknown" || single.kind === "object")
      run.recorder.escapes.inText(run, by, single, place);
}
