import { flatten, knownText } from "../../../facts/text.js";
import type { Place } from "../../javascript/evaluation/language.js";
import { iterate } from "../../javascript/evaluation/iteration.js";
import { sameInList } from "../../javascript/evaluation/operators.js";
import type { Run } from "../../javascript/evaluation/run.js";
import { FALSE, TRUE, type Single, type Value } from "../../javascript/evaluation/value.js";

/** Whether a dictionary has a key: JavaScript asks the same of an object. */
export function isIn(_run: Run, _key: Single, _object: Single, _site: Place): Value | undefined {
  return undefined;
}

/** Whether a list has an element, or a text another one in it; nothing where that is not known. */
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
