import { knownString } from "../evaluation/coerce.js";
import { Arguments } from "../evaluation/callable.js";
import { callValue } from "../evaluation/calls.js";
import {
  deleteMember,
  maybeDeleteMember,
  maybeSetMember,
  setMember,
  setSomeMember,
  type Certainty,
  type HeapObject,
  type Slot,
} from "../evaluation/heap.js";
import { iterate } from "../evaluation/iteration.js";
import { findSlot, getMemberByKey, keyOf, peek } from "../evaluation/members.js";
import { slotOf, type MemberKey } from "../evaluation/member-tables.js";
import { setMemberByKey } from "../evaluation/member-writes.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  opaque,
  truthiness,
  unknown,
  type Value,
} from "../evaluation/value.js";
import { callBack, computed, nativeObject, natives, siteOf, truth } from "./native.js";

/** Models `Reflect`: functions that read and change members. */
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
        const written = call.args.has(3) ? call.args.at(3) : target;
        return truth(
          call,
          setMemberByKey(run, written, keyOf(run, key), value, siteOf(call), target),
          "Reflect.set",
        );
      },
      apply: (run, call) => {
        const { known } = iterate(run, call.args.at(2));
        if (!known) return computed(call, "Reflect.apply");
        return callBack(run, call.args.at(0), known, call, call.args.at(1));
      },
      construct: (run, call) => {
        const { known } = iterate(run, call.args.at(1));
        const newTarget = call.args.has(2) ? { newTarget: call.args.at(2) } : {};
        if (!known) return computed(call, "Reflect.construct");
        const args = new Arguments(known);
        return callValue(run, call.args.at(0), { ...call, this: UNDEFINED, args, isNew: true, ...newTarget });
      },
      has: (run, call) => {
        run.recorder.escapes.asked(run, call.args.at(0), call.args.at(1), "Reflect.has", call);
        return computed(call, "has");
      },
      deleteProperty: (run, call) => {
        const isGone = removeMembers(run, call.args.at(0), keyOf(run, call.args.at(1)));
        return truth(call, isGone, "Reflect.deleteProperty");
      },
      defineProperty: (run, call) => {
        define(run, call.args.at(0), call.args.at(1), call.args.at(2));
        return computed(call, "Reflect.defineProperty");
      },
    }),
    unknown({ reason: "global", name: "Reflect" }),
  );
}

/**
 * Evaluates `delete object[key]`. The object may be one of several, and the key one of several or unknown. Returns
 * whether the property is deleted, or undefined if that is unknown.
 */
export function removeMembers(
  run: Run,
  target: Value,
  key: readonly MemberKey[] | undefined,
): boolean | undefined {
  const singles = alternatives(target);
  const isOne = key?.length === 1 && singles.length === 1;
  let isGone: boolean | undefined = isOne ? true : undefined;
  for (const single of singles) {
    if (single.kind !== "object") continue;
    if (isOne) isGone = remove(run, single.object, key[0]!);
    else
      for (const name of key ?? [...run.store.read(single.object).members.keys()])
        maybeDeleteMember(run.store, single.object, name);
  }
  return isGone;
}

function remove(run: Run, object: HeapObject, key: MemberKey): boolean | undefined {
  const content = run.store.read(object);
  const { frozen, open, rest } = content;
  const slot = slotOf(content, key);
  if (slot?.keyPlace) run.recorder.takenOut.add(slot.keyPlace);
  deleteMember(run.store, object, key);
  if (!slot && open.length + rest.length === 0) return true;
  const isKept = frozen === "surely" ? frozen : (slot?.isPermanent ?? frozen);
  if (!isKept) return slot || !frozen ? true : undefined;
  return isKept === "surely" && slot?.maybeAbsent === false ? false : undefined;
}

/** Evaluates `Object.defineProperty(target, key, descriptor)`. */
export function define(run: Run, target: Value, key: Value, descriptor: Value): void {
  const name = knownString(run, key);
  const singles = alternatives(target);
  for (const single of singles) {
    if (single.kind !== "object") continue;
    const { object } = single;
    const content = run.store.read(object);
    if (name === undefined) {
      // A symbol is the key of nothing that is sent.
      if (!isSymbol(key)) setSomeMember(run.store, object, opaque("computed", "member"));
      continue;
    }
    const before = content.members.get(name);
    const slot = described(run, before, descriptor);
    // An object that is partly frozen, or frozen in some branches, does not refuse every change.
    const isFree = !content.closed && !before?.isPermanent && before?.maybeAbsent !== true;
    if (singles.length === 1 && isFree) setMember(run.store, object, name, slot);
    else if (content.frozen !== "surely") maybeSetMember(run.store, object, name, slot);
  }
}

function isSymbol(key: Value): boolean {
  return key.kind === "unknown" && key.source.reason === "global" && key.source.name === "Symbol";
}

/**
 * Returns the member that a descriptor defines. Attributes that it omits keep their values, and are false for a new
 * member.
 */
function described(run: Run, before: Slot | undefined, descriptor: Value): Slot {
  const states = (flag: string): boolean | undefined =>
    descriptor.kind === "object" ? findSlot(run, descriptor.object, flag)?.maybeAbsent === false : undefined;
  /** Returns whether the member lacks what the flag would give it. */
  const lack = (flag: string, earlier: Certainty | undefined): Certainty | undefined => {
    const stated = states(flag);
    if (stated === false && descriptor.kind === "object" && isWhole(run, descriptor.object))
      return before ? earlier : "surely";
    const value = stated ? truthiness(peek(run, descriptor, flag)) : undefined;
    return value === undefined ? "perhaps" : value ? undefined : "surely";
  };
  const [getter, setter] = [accessorIn(run, descriptor, "get"), accessorIn(run, descriptor, "set")];
  const isAccessor = states("get") === true || states("set") === true;
  const isValue = states("value") === true || states("writable") === true;
  const isHidden = lack("enumerable", before?.isHidden);
  const isPermanent = lack("configurable", before?.isPermanent);
  const isReadonly = lack("writable", before?.isReadonly);
  const keepsAccessors = !isAccessor && !isValue && before;
  const accessors = keepsAccessors
    ? before
    : {
        getter: getter ?? (isAccessor ? before?.getter : undefined),
        setter: setter ?? (isAccessor ? before?.setter : undefined),
      };
  const value = states("value") === false ? (before?.value ?? UNDEFINED) : peek(run, descriptor, "value");
  return {
    value: descriptor.kind === "object" ? value : choice([value, opaque("computed", "descriptor")]),
    maybeAbsent: false,
    ...(isReadonly && !isAccessor ? { isReadonly } : {}),
    ...(isPermanent ? { isPermanent } : {}),
    ...(isHidden ? { isHidden } : {}),
    ...(accessors.getter ? { getter: accessors.getter } : {}),
    ...(accessors.setter ? { setter: accessors.setter } : {}),
    ...(keepsAccessors && before.isMixed ? { isMixed: true } : {}),
  };
}

/** Returns whether all that an object and what it inherits from hold is known by name. */
function isWhole(run: Run, object: HeapObject): boolean {
  for (let at: HeapObject | undefined = object; at; at = at.prototype) {
    const { open, rest, members } = run.store.read(at);
    if (open.length + rest.length > 0) return false;
    if ([...members.values()].some(({ maybeAbsent }) => maybeAbsent)) return false;
  }
  return true;
}

function accessorIn(run: Run, descriptor: Value, name: "get" | "set"): Value | undefined {
  const accessor = peek(run, descriptor, name);
  return accessor.kind === "scalar" ? undefined : accessor;
}

/** Evaluates `Object.defineProperties` and the second argument of `Object.create`. */
export function defineAll(run: Run, target: Value, descriptors: Value): void {
  if (descriptors.kind !== "object") return;
  for (const [key, slot] of run.store.read(descriptors.object).members) {
    const name: Value = {
      kind: "text",
      text: { kind: "text", parts: [{ kind: "segment", text: key, hops: undefined }] },
    };
    define(run, target, name, slot.value);
  }
}
