import { ownerOf } from "../evaluation/answers.js";
import { knownText } from "../../facts/text.js";
import { elementsOf, someElement } from "../evaluation/heap.js";
import type { Place } from "../evaluation/language.js";
import { KEYS } from "../evaluation/record-keys.js";
import type { Run } from "../evaluation/run.js";
import { alternatives, memberOfUnknown, type UnknownValue, type Value } from "../evaluation/value.js";
import { ownerOfKey } from "./key-tests.js";

/**
 * Records the names that code looks for among the keys of a response: each is a read of that property.
 *
 * @param keys a list or a set of keys, of which some may be those of a response, or the response itself
 *
 * @param sought a name, or a list or a set of names
 */
export function seekKeys(run: Run, keys: Value, sought: Value, { node, environment }: Place): void {
  const owners = ownersOf(run, keys);
  if (owners.length === 0) return;
  // The reads depend on the values of each call.
  run.store.observer?.markNotReplayable();
  for (const text of textsIn(run, sought)) {
    const name = knownText(text.text);
    if (name === undefined || !run.interest.names.has(name)) continue;
    const [part] = text.text.parts;
    const written = part?.kind === "segment" ? part.written : undefined;
    const site = { node, key: node, environment, ...(written ? { names: new Map([[name, written]]) } : {}) };
    run.recorder.perhaps(() => {
      for (const owner of owners) run.recorder.read(memberOfUnknown(owner, name), site);
    });
  }
}

/** Records the names that code looks for in one of two values among the keys in the other one. */
export function seekKeysInBoth(run: Run, left: Value, right: Value, site: Place): void {
  seekKeys(run, left, right, site);
  seekKeys(run, right, left, site);
}

/** The responses whose keys are in a list, or that a value is. */
function ownersOf(run: Run, keys: Value): UnknownValue[] {
  return alternatives(keys).flatMap((single) => {
    if (single.kind === "unknown") return ownerOfKeys(single) ?? [];
    if (single.kind !== "object" || single.object.callable) return [];
    const some = someElement(run.store.read(single.object));
    return (some ? alternatives(some) : []).flatMap((one) => {
      const owner = one.kind === "unknown" ? ownerOfKey(one) : undefined;
      return owner?.source.request === undefined ? [] : [owner];
    });
  });
}

function ownerOfKeys(value: UnknownValue): UnknownValue | undefined {
  if (value.source.request === undefined) return undefined;
  return value.path.at(-1) === KEYS ? ownerOf(value) : value;
}

function textsIn(run: Run, sought: Value) {
  return alternatives(sought).flatMap((single) => {
    const all = single.kind === "object" ? (elementsOf(run.store.read(single.object)) ?? []) : [single];
    return all.flatMap(alternatives).flatMap((one) => (one.kind === "text" ? [one] : []));
  });
}
