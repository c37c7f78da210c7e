import { nativeValue } from "../../analysis/builtins/native.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { getMember, type Site } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { mapAlternatives, type ObjectValue, type Value } from "../../analysis/evaluation/value.js";
import { BOUND_METHOD } from "./methods.js";

/**
 * Returns a member that is read, but not called. In most languages a method keeps the object that it is read from:
 * `submit(self.fetch)` calls `fetch` on `self`. In JavaScript it does not.
 */
export function boundMember(run: Run, receiver: ObjectValue, name: string, site: Site): Value {
  const member = getMember(run, receiver, name, site);
  const { object } = receiver;
  // A function that code puts into an object by itself is not a method.
  if (object.callable || run.store.read(object).members.has(name)) return member;
  return mapAlternatives(member, (single) => {
    const method = single.kind === "object" ? single.object.callable : undefined;
    if (method?.kind !== "closure") return single;
    const bound = nativeValue(BOUND_METHOD, (later, call) =>
      callValue(later, single, { ...call, this: receiver }),
    );
    if (bound.object.callable?.kind === "native") bound.object.callable.method = method;
    return bound;
  });
}
