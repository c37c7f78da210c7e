import { isInternal, setMember } from "../evaluation/heap.js";
import { makeObject } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, computedText, objectValue, type Value } from "../evaluation/value.js";

/**
 * The Accept of JSON that a client sends by itself where it finds none in headers, for one that looks under the name in
 * lower case only and makes all names lower afterwards: then its own takes the place of `Accept`.
 *
 * @returns headers that go before those that are given, each at the place of the one that it overwrites
 */
export function acceptOverwritten(run: Run, headers: Value): Value[] {
  return alternatives(headers).flatMap((single) => {
    if (single.kind !== "object") return [];
    const { members } = run.store.read(single.object);
    if (members.get("accept")?.maybeAbsent === false) return [];
    return [...members].flatMap(([key, { keyPlace, maybeAbsent }]) => {
      if (isInternal(key) || key.toLowerCase() !== "accept" || !keyPlace) return [];
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
