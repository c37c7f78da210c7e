import { callPerhaps } from "./calls.js";
import { unknownArguments } from "./functions.js";
import type { HeapObject } from "./heap.js";
import { keptByRun } from "./kept-by-run.js";
import type { Run } from "./run.js";
import { UNDEFINED, type ObjectValue, type Value } from "./value.js";

const results = keptByRun(() => new Map<HeapObject, Value | undefined>());

/** Returns what a function gives to unknown code, once for each function. */
export function callFromNowhere(run: Run, named: ObjectValue): Value | undefined {
  const { callable } = named.object;
  if (callable?.kind !== "closure") return undefined;
  const known = results(run);
  if (known.has(named.object)) return known.get(named.object);
  // A function whose parameter has the type of its own result.
  known.set(named.object, undefined);
  const { node, environment } = callable;
  const args = unknownArguments(run, node, environment);
  const result = run.store.atModuleLevel(() =>
    callPerhaps(run, named, { this: UNDEFINED, args, node, environment, isNew: false }),
  );
  known.set(named.object, result);
  return result;
}
