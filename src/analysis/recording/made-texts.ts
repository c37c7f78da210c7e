import { Arguments, type Call } from "../evaluation/callable.js";
import type { Place } from "../evaluation/language.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, type UnknownValue, type Value } from "../evaluation/value.js";

/** Records values that become parts of a text, in languages that print the members of objects there. */
export function recordParts(run: Run, by: string, values: readonly Value[], place: Place): void {
  if (!run.language.traits.printsObjects) return;
  for (const single of values.flatMap(alternatives))
    if (single.kind === "unknown" || single.kind === "object")
      run.recorder.escapes.inText(run, by, single, place);
}

/**
 * Records what a script prints by leaving it as its output: the answer to a request that only asks. What a change is
 * answered with is often left over.
 */
export function recordOutput(run: Run, call: Call): void {
  const isAsked = ({ source: { request } }: UnknownValue): boolean =>
    request !== undefined && (run.recorder.requests[request]?.isGet ?? false);
  const shown = alternatives(call.args.at(0)).filter((one) => one.kind === "unknown" && isAsked(one));
  if (shown.length === 0) return;
  run.recorder.escapes.shown(run, "the script", { ...call, args: new Arguments(shown) }, "prints");
}
