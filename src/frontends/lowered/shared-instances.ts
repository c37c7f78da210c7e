import type { Call } from "../../analysis/evaluation/callable.js";
import { HeapObject, setMember } from "../../analysis/evaluation/heap.js";
import { peek } from "../../analysis/evaluation/members.js";
import type { MemberKey } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { alternatives, objectValue, type ObjectValue, type Value } from "../../analysis/evaluation/value.js";
import { keptByRun } from "../../analysis/evaluation/kept-by-run.js";
import { optional } from "./client-arguments.js";
import type { ClientRow } from "./client-row.js";
import { layered } from "./client-values.js";

const instancesOf = keptByRun(() => new Map<string, ObjectValue>());

/** Returns the instance that a client has for calls without one. Programs set it up for all of these calls. */
export function sharedInstance(
  run: Run,
  client: string,
  className: string,
  prototype: () => HeapObject,
): ObjectValue {
  const known = instancesOf(run);
  const name = `instance ${client} ${className}`;
  run.usesShared(name);
  const before = known.get(name);
  if (before) return before;
  const owner = prototype();
  const made = run.makeShared(name, () => objectValue(new HeapObject(className, undefined, owner)));
  if (made.kind === "object") known.set(name, made);
  return made as ObjectValue;
}

/** Gives the shared instance the headers of a call, or all that another instance has. */
export function setUpShared(run: Run, row: ClientRow, call: Call, headersKey: MemberKey): void {
  const shared = call.this;
  if (row.shares === undefined || shared.kind !== "object") return;
  const set = (key: MemberKey, value: Value): void =>
    setMember(run.store, shared.object, key, { value, maybeAbsent: false });
  if (row.headers !== undefined)
    set(
      headersKey,
      layered(run, [peek(run, shared, headersKey), optional(run, row, call, row.headers)], call),
    );
  for (const single of alternatives(optional(run, row, call, row.replaces)))
    if (single.kind === "object")
      for (const [key, { value }] of run.store.read(single.object).members) set(key, value);
}
