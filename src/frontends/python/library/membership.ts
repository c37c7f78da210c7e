import { flatten, knownText } from "../../../facts/text.js";
import type { Place } from "../../../analysis/evaluation/language.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { sameInList } from "../../../analysis/evaluation/operators.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { FALSE, TRUE, type Single, type Value } from "../../../analysis/evaluation/value.js";

/** Models `key in dict`, which is the same as `in` of JavaScript. */
export function isIn(_run: Run, _key: Single, _object: Single, _site: Place): Value | undefined {
  return undefined;
}

/** Models `in` for lists and texts. Undefined if the result is unknown. */
export function isInList(run: Run, sought: Single, list: Single): Value | undefined {
  if (list.kind === "text") {
    const known = sought.kind === "text" ? knownText(sought.text) : undefined;
    if (known === undefined) return undefined;
    if (flatten(list.text).includes(known)) return TRUE;
    return knownText(list.text) === undefined ? undefined : FALSE;
  }
  const { known } = iterate(run, list);
  const equal = known?.map((element) => sameInList(element, sought));
  if (equal?.includes(true)) return TRUE;
  return equal?.every((one) => one === false) ? FALSE : undefined;
}
