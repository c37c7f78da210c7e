import { knownString } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import {
  deleteMember,
  isInternal,
  maybeDeleteMember,
  maybeSetMember,
  setMember,
  type Certainty,
  type HeapObject,
  type Slot,
} from "../evaluation/heap.js";
import { iterate } from "../evaluation/iteration.js";
import { getMemberByKey, keyOf, peek, setMemberByKey, type Site } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { TRUE, alternatives, truthiness, unknown, type Value } from "../evaluation/value.js";
import { callBack, computed, nativeObject, natives } from "./native.js";

function siteOf(call: Call): Site {
  return { node: call.node, key: call.node, environment: call.environment };
}

/** `Reflect`, as far as it reads and changes members. */
export function reflectObject(): Value {
  return nativeObject(
    "Reflect",
    natives({
      get: (run, call) => {
        const [target, key] = [call.args.at(0), keyOf(run, call.args.at(1))];
        return getMemberByKey(run, target, key, siteOf(call), call.args.has(2) ? call.args.at(2) : undefined);
      },
      set: (run, call) => {
        const [target, key, value] = [call.args.at(0), call.args.at(1), call.args.at(2)];
        setMemberByKey(run, target, keyOf(run, key), value, siteOf(call));
        return TRUE;
      },
      apply: (run, call) => {
        const { known } = iterate(run, call.args.at(2));
        if (!known) return computed(call, "Reflect.apply");
        return callBack(run, call.args.at(0), known, call, call.args.at(1));
      },
      has: (_run, call) => computed(call, "has"),
      deleteProperty: (run, call) => {
        removeMembers(run, call.args.at(0), keyOf(run, call.args.at(1)));
        return TRUE;
      },
      defineProperty: (run, call) => {
        define(run, call.args.at(0), call.args.at(1), call.args.at(2));
        return TRUE;
      },
    }),
    unknown({ reason: "global", name: "Reflect" }),
  );
}

/** `delete object[key]`, where object and key may each be one of several, and the key not known at all. */
export function removeMembers(run: Run, target: Value, key: readonly string[] | undefined): void {
  const singles = alternatives(target);
  for (const single of singles) {
    if (single.kind !== "object") continue;
    if (key?.length === 1 && singles.length === 1) deleteMember(run.store, single.object, key[0]!);
    else
      for (const name of key ?? [...run.store.read(single.object).members.keys()])
        maybeDeleteMember(run.store, single.object, name);
  }
}

/** `Object.defineProperty(target, key, descriptor)` */
export function define(run: Run, target: Value, key: Value, descriptor: Value): void {
  const name = knownString(run, key);
  const singles = alternatives(target);
  for (const single of singles) {
    if (single.kind !== "object" || name === undefined) continue;
    const write = singles.length === 1 ? setMember : maybeSetMember;
    write(run.store, single.object, name, described(run, single.object, name, descriptor));
  }
}

function described(run: Run, object: HeapObject, name: string, descriptor: Value): Slot {
  const [getter, setter] = [peek(run, descriptor, "get"), peek(run, descriptor, "set")];
  const before = run.store.read(object).members.get(name);
  const isShown = truthiness(peek(run, descriptor, "enumerable")) ?? true;
  // What a descriptor does not say stays as it is.
  const isHidden =
    before && peek(run, descriptor, "enumerable").kind === "scalar" ? before.isHidden : !isShown;
  const isSet = (flag: string) => truthiness(peek(run, descriptor, flag));
  const certainty = (value: boolean | undefined): Certainty | undefined =>
    value === true ? undefined : value === false && !before ? "surely" : "perhaps";
  const [isReadonly, isPermanent] = [certainty(isSet("writable")), certainty(isSet("configurable"))];
  return {
    value: peek(run, descriptor, "value"),
    maybeAbsent: false,
    ...(isReadonly && getter.kind !== "object" ? { isReadonly } : {}),
    ...(isPermanent ? { isPermanent } : {}),
    ...(getter.kind === "object" ? { getter } : {}),
    ...(setter.kind === "object" ? { setter } : {}),
    ...(isHidden && !isShown ? { isHidden } : {}),
  };
}

/** `Object.defineProperties` and the second argument of `Object.create`. */
export function defineAll(run: Run, target: Value, descriptors: Value): void {
  if (descriptors.kind !== "object") return;
  for (const [key, slot] of run.store.read(descriptors.object).members) {
    if (isInternal(key)) continue;
    const name: Value = {
      kind: "text",
      text: { kind: "text", parts: [{ kind: "segment", text: key, hops: undefined }] },
    };
    define(run, target, name, slot.value);
  }
}
