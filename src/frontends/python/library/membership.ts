import { flatten, knownText } from "../../../facts/text.js";
import type { Place } from "../../../analysis/evaluation/language.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { isAmong } from "../../../analysis/evaluation/operators.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { FALSE, TRUE, opaque, type Single, type Value } from "../../../analysis/evaluation/value.js";

/** The members and methods of a response that are its text, or lists of parts of it, whatever it says. */
const TEXTS: ReadonlySet<string> = new Set([
  ...["text", "text()", "content", "decode()", "read()", "lower()", "strip()", "split()", "splitlines()"],
]);

/** Models `key in dict`, which is the same as `in` of JavaScript, and `part in response.text`, which is a search. */
export function isIn(run: Run, key: Single, object: Single, site: Place): Value | undefined {
  if (object.kind !== "unknown" || !TEXTS.has(object.path.findLast((step) => step !== "[]") ?? ""))
    return undefined;
  run.recorder.searches.inText(object, "in", key, site);
  return opaque("computed", "in", site.environment.locate(site.node));
}

/** Models `in` for lists and texts. Undefined if the result is unknown. */
export function isInList(run: Run, sought: Single, list: Single, site: Place): Value | undefined {
  if (list.kind === "text") {
    const known = sought.kind === "text" ? knownText(sought.text) : undefined;
    if (known === undefined) return undefined;
    if (flatten(list.text).includes(known)) return TRUE;
    return knownText(list.text) === undefined ? undefined : FALSE;
  }
  const isKnown = isAmong(run, list, iterate(run, list).known, sought, site);
  return isKnown === undefined ? undefined : isKnown ? TRUE : FALSE;
}
