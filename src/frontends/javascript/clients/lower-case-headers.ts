import { setMember } from "../../../analysis/evaluation/heap.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { alternatives, computedText, objectValue, type Value } from "../../../analysis/evaluation/value.js";

/**
 * Returns the JSON `Accept` that a client adds if the headers have none. The client only looks for the lower-case name
 * and makes all names lower-case afterwards, so its own value replaces `Accept`.
 *
 * @returns headers that precede the given ones, each at the place of the one that it overwrites
 */
export function acceptOverwritten(run: Run, headers: Value): Value[] {
  return alternatives(headers).flatMap((single) => {
    if (single.kind !== "object") return [];
    const { members } = run.store.read(single.object);
    if (members.get("accept")?.maybeAbsent === false) return [];
    return [...members].flatMap(([key, { keyPlace, maybeAbsent }]) => {
      if (key.toLowerCase() !== "accept" || !keyPlace) return [];
      const { object } = makeObject(run, {});
      setMember(run.store, object, "accept", {
        value: computedText("application/json"),
        maybeAbsent,
        keyPlace,
      });
      return [objectValue(object)];
    });
  });
}
