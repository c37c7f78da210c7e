import { HeapObject, setMember } from "../../analysis/evaluation/heap.js";
import { peek } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import { choice, nullishness, objectValue, type Value } from "../../analysis/evaluation/value.js";
import { keptByRun } from "../../analysis/evaluation/kept-by-run.js";

/** The registrations of a program, by kind and key: `client:name`, `type:Class`, `bean:Type`. */
const registryOf = keptByRun(() => new HeapObject("registrations", undefined));

/** Adds a registration for a key. All registrations of a key are alternatives. */
export function register(run: Run, key: string, value: Value): void {
  const registry = registryOf(run);
  run.changesShared(nameOf(key));
  const before = run.store.read(registry).members.get(key)?.value;
  setMember(run.store, registry, key, {
    value: before ? choice([before, value]) : value,
    maybeAbsent: false,
  });
}

/** Returns the registrations of a key so far. */
export function registered(run: Run, key: string): Value[] {
  run.usesShared(nameOf(key));
  const value = peek(run, objectValue(registryOf(run)), key);
  return nullishness(value) === true ? [] : [value];
}

/** Returns the name by which evaluations find out that one registers what another one gets. */
function nameOf(key: string): string {
  return `registration ${key}`;
}
