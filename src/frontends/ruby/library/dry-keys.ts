import { defineSchema, makeSchemaAt, type Definition } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { keptByRun } from "../../../analysis/evaluation/kept-by-run.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { objectValue, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import type { Location } from "../../../core/span.js";
import { blockOf, yieldTo } from "./blocks.js";

/** The keys that a description of data names, those of the innermost block last. */
const describedNow = keptByRun((): HeapObject[] => []);

/** Returns the keys that are being described. Undefined outside of all descriptions. */
export function innermostKeys(run: Run): HeapObject | undefined {
  return describedNow(run).at(-1);
}

/** Runs the block of a call, which describes keys. Undefined if there is no block. */
export function keysOfBlock(run: Run, call: Call): HeapObject | undefined {
  const block = blockOf(run, call);
  if (!block) return undefined;
  // A replay of the call would not describe them again.
  run.store.observer?.markNotReplayable();
  const shape = run.make("Object", call.environment.locate(call.node));
  const open = describedNow(run);
  open.push(shape);
  yieldTo(run, block, [], call);
  open.pop();
  return shape;
}

/** A key of a description, with a schema that later calls say more of. */
export interface Key {
  readonly schema: ObjectValue;
  readonly isOptional: boolean;
}

/** Adds a key to a description. Undefined if its name is not known. */
export function addKey(
  run: Run,
  keys: HeapObject,
  name: Value,
  wire: (own: string) => string,
  isOptional: boolean,
): Key | undefined {
  const own = knownString(run, name);
  if (own === undefined) return undefined;
  const schema = makeSchemaAt(run, undefined, { kind: "unknown", isOptional });
  const keyPlace = placeOf(name);
  setMember(run.store, keys, wire(own), {
    value: schema,
    maybeAbsent: false,
    ...(keyPlace ? { keyPlace } : {}),
  });
  return { schema, isOptional };
}

/** Says what the value of a key is. */
export function describeKey(run: Run, { schema, isOptional }: Key, definition: Definition): void {
  const of = makeSchemaAt(run, schema.object.place, definition);
  defineSchema(schema.object, { kind: "same", of, isOptional });
}

/** Returns the schema of data with the described keys. */
export function schemaOfKeys(run: Run, keys: HeapObject, place: Location | undefined): ObjectValue {
  return makeSchemaAt(run, place, { kind: "object", shape: objectValue(keys), others: "dropped" });
}

function placeOf(name: Value): Location | undefined {
  const [part, ...others] = name.kind === "text" ? name.text.parts : [];
  return part?.kind === "segment" && others.length === 0 ? part.written : undefined;
}
