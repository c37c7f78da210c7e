import { flatten, sliceText } from "../../facts/text.js";
import { concat, textAlternatives, toText } from "../../analysis/evaluation/coerce.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { choice, textOf, type Value } from "../../analysis/evaluation/value.js";

/** The scheme and the host of a URL. */
export const ORIGIN = /^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

/**
 * Appends a reference after the last slash of a base, or after its host. A text that starts with an unknown value is
 * not a whole URL.
 */
export function relativeUrl(run: Run, base: Value, reference: Value): Value {
  const made = textAlternatives(run, base).flatMap((before) =>
    textAlternatives(run, reference).map((behind): Value => {
      const [start, end] = [toText(run, before), toText(run, behind)];
      const [from, to] = [flatten(start), flatten(end)];
      if (to === "" || ORIGIN.test(to)) return { kind: "text", text: to === "" ? start : end };
      const origin = ORIGIN.exec(from)?.[0].length ?? 0;
      const kept = to.startsWith("/") ? origin : Math.max(origin, from.lastIndexOf("/") + 1);
      return concat(run, [textOf(sliceText(start, 0, kept).parts), textOf(end.parts)]);
    }),
  );
  return choice(made);
}
