import type { Call } from "../../../analysis/evaluation/callable.js";
import { maybeSetMember, mergeUnknown, setMember, setSomeMember } from "../../../analysis/evaluation/heap.js";
import type { HeapObject, Slot } from "../../../analysis/evaluation/heap.js";
import { getMember } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  memberOfUnknown,
  objectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { clone } from "../../../analysis/builtins/objects.js";

/** The ways in which libraries merge objects: `deep` ones merge inner objects; `defaults` keeps existing members. */
interface Merging {
  readonly deep: boolean;
  readonly defaults: boolean;
  /** The result is a new object, not the first argument. */
  readonly fresh?: boolean;
}

const MAX_DEPTH = 6;

/** Models `merge(target, …sources)`: copies members of the sources, from left to right, into the first argument. */
export function merger(merging: Merging): NativeFunction {
  return (run, call) => {
    const given = call.args.list;
    const target: Value = merging.fresh
      ? objectValue(run.make("Object", call.environment.locate(call.node)))
      : call.args.at(0);
    if (target.kind !== "object") return target.kind === "unknown" ? target : computed(call, "merge");
    const sources = merging.fresh ? given : given.slice(1);
    for (const source of sources) {
      // A function among them says how to merge, and the last one of a mixin is what is mixed in.
      if (source.kind === "object" && source.object.callable) continue;
      mergeInto(run, target.object, source, merging, call, 0);
    }
    if (call.args.rest) mergeInto(run, target.object, call.args.rest, merging, call, 0);
    return target;
  };
}

function mergeInto(
  run: Run,
  target: HeapObject,
  source: Value,
  merging: Merging,
  call: Call,
  depth: number,
): void {
  const singles = alternatives(source);
  for (const single of singles) {
    if (single.kind === "unknown") mergeUnknownInto(run, target, single, merging);
    else if (single.kind === "object")
      mergeObject(run, target, single, merging, call, depth, singles.length === 1);
  }
}

function mergeUnknownInto(run: Run, target: HeapObject, source: UnknownValue, merging: Merging): void {
  if (!merging.defaults) {
    mergeUnknown(run.store, target, source);
    return;
  }
  const before = run.store.read(target).members;
  const kept = [...before].filter(([, { maybeAbsent, value }]) => !maybeAbsent && !mayBeUndefined(value));
  mergeUnknown(run.store, target, source);
  for (const [key, slot] of kept) setMember(run.store, target, key, slot);
}

function mergeObject(
  run: Run,
  target: HeapObject,
  source: Extract<Single, { kind: "object" }>,
  merging: Merging,
  call: Call,
  depth: number,
  certain: boolean,
): void {
  const content = run.store.read(source.object);
  for (const unknown of content.open) mergeUnknownInto(run, target, unknown, merging);
  for (const value of content.rest) setSomeMember(run.store, target, value);
  const site = { node: call.node, key: call.node, environment: call.environment };
  for (const [key, slot] of content.members) {
    const value = slot.getter ? getMember(run, source, key, site) : slot.value;
    const before = run.store.read(target).members.get(key);
    const inner = before?.value.kind === "object" && !before.maybeAbsent ? before.value.object : undefined;
    if (merging.deep && inner && !inner.callable && isPlain(value) && depth < MAX_DEPTH) {
      mergeInto(run, inner, value, merging, call, depth + 1);
      continue;
    }
    const merged = mergedSlot(run, target, key, before, { ...slot, value }, merging);
    if (!merged) continue;
    const { getter: _, setter: __, ...data } = merged;
    const write = certain && !slot.maybeAbsent ? setMember : maybeSetMember;
    write(run.store, target, key, {
      ...data,
      value: merging.deep ? clone(run, data.value) : data.value,
      maybeAbsent: false,
    });
  }
}

/** The value under the key afterwards; `undefined` if it does not change. */
function mergedSlot(
  run: Run,
  target: HeapObject,
  key: string,
  before: Slot | undefined,
  added: Slot,
  { deep, defaults }: Merging,
): Slot | undefined {
  const { open } = run.store.read(target);
  const existing: Value[] = before
    ? [before.value]
    : open.length > 0
      ? open.map((source) => memberOfUnknown(source, key))
      : [];
  if (defaults) {
    if (existing.length === 0) return added;
    if (!before?.maybeAbsent && existing.every((value) => !mayBeUndefined(value))) return undefined;
    return { ...added, value: choice([...existing, added.value]) };
  }
  // A deep merge leaves out what is undefined where something is there.
  if (!deep || existing.length === 0 || !mayBeUndefined(added.value)) return added;
  const isNothing = added.value.kind === "scalar";
  return isNothing ? undefined : { ...added, value: choice([...existing, added.value]) };
}

function mayBeUndefined(value: Value): boolean {
  return alternatives(value).some(
    (single) => single.kind === "unknown" || (single.kind === "scalar" && single.value === undefined),
  );
}

function isPlain(value: Value): boolean {
  return alternatives(value).every(
    (single) => single.kind === "unknown" || (single.kind === "object" && !single.object.callable),
  );
}
