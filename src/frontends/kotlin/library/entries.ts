import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf, setMember } from "../../../analysis/evaluation/heap.js";
import type { Place } from "../../../analysis/evaluation/language.js";
import { copyMembers, makeList, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";

/** Returns the entries of a map that is known; others are not known. */
export function entriesOf(run: Run, map: ObjectValue): Value {
  return makeList(
    run,
    [...run.store.read(map.object).members].flatMap(([key, { value }]) =>
      typeof key === "string" ? [makeObject(run, { key: computedText(key), value }, "Entry")] : [],
    ),
  );
}

/** Adds a pair, or all members of a map, to a map. */
export function putPair(run: Run, map: ObjectValue, pair: Value, site: Place): void {
  if (pair.kind !== "object") return;
  if (pair.object.className !== "Array") {
    copyMembers(run, map.object, pair, { ...site, key: site.node });
    return;
  }
  const [key, value] = elementsOf(run.store.read(pair.object)) ?? [];
  const name = key && knownString(run, key);
  if (name !== undefined && value)
    setMember(run.store, map.object, name, {
      value,
      maybeAbsent: false,
      keyPlace: site.environment.locate(site.node),
    });
}
