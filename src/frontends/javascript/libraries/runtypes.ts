import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  joinedObjects,
  joinedShapes,
  libraryOf,
  makerOf,
  masked,
  objectOf,
  parse,
  remakerOf,
  saidWith,
  same,
  schemaValue,
  withAllKeys,
  withOthers,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { definitionOf, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Runtypes: a key has to be there unless its runtype is optional. https://github.com/runtypes/runtypes#readme */
const schemas = (): ObjectValue =>
  libraryOf("runtypes", ["default"], (key) => {
    const make = FUNCTIONS.get(key);
    return make ? nativeValue(key, make) : schemaValue(key, PRESENT, RUNTYPES);
  });

const PRESENT: Definition = { kind: "unknown", isOptional: false };

const making = makerOf(() => RUNTYPES);
const made = remakerOf(() => RUNTYPES);

const checked: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, false);
  return computed(call, "is");
};

/** It is unknown whether it succeeds. */
const validate: Method = (run, call, self) =>
  makeObject(run, {
    success: computed(call, "success"),
    value: parsed(run, self, call.args.at(0), call, false),
  });

const optional = made((of) => ({ kind: "same", of, isOptional: true }));
const either = made((self, call) => ({ kind: "either", of: [self, call.args.at(0)], isOptional: false }));
const both = made((self, call, run) => joinedObjects(run, [self, call.args.at(0)], call));
const partial = made((self) => withAllKeys(self, "optional"));
const reshaped = (isKept: boolean): Method =>
  made((self, call, run) => {
    const keys = call.args.list;
    return keys.length === 1 ? masked(run, self, keys[0]!, isKept) : { kind: "unknown" };
  });
const extended: Method = made((self, call, run) => {
  const own = definitionOf(self);
  if (own?.kind !== "object") return { kind: "unknown" };
  return { ...own, shape: joinedShapes(run, [own.shape, call.args.at(0)], call) };
});

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["check", parse],
  ["parse", parse],
  ["assert", checked],
  ["guard", checked],
  ["validate", validate],
  ["inspect", validate],
  ["optional", optional],
  ["default", made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }))],
  ["or", either],
  ["Or", either],
  ["and", both],
  ["And", both],
  ["asPartial", partial],
  ["pick", reshaped(true)],
  ["omit", reshaped(false)],
  ["extend", extended],
  ["exact", made((self) => withOthers(self, "refused"))],
  ...["asReadonly", "nullable", "undefinedable", "nullishable", "withBrand", "clone"].map(
    (key): [string, Method] => [key, same],
  ),
  ...["withConstraint", "withGuard", "withAssertion"].map((key): [string, Method] => [
    key,
    made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] })),
  ]),
  ["withParser", made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }))],
]);

const RUNTYPES: Dialect = { methods: METHODS, otherwise: saidWith(() => RUNTYPES), shape: "fields" };

const listed = making((_run, call) => ({ kind: "list", of: call.args.at(0) }));

/** `Record({ … })` of the versions before 7 is an object; `Record(keys, values)` of the later ones is a dictionary. */
const record = making((_run, call) =>
  call.args.has(1)
    ? { kind: "record", keys: call.args.at(0), of: call.args.at(1) }
    : objectOf(call.args.at(0), "kept"),
);

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["Object", making((_run, call) => objectOf(call.args.at(0), "kept"))],
  ["Record", record],
  [
    "Partial",
    making((_run, call) => ({ kind: "object", shape: call.args.at(0), others: "kept", keys: "optional" })),
  ],
  ["Array", listed],
  ["Dictionary", making((_run, call) => ({ kind: "record", of: call.args.at(0) }))],
  ["Optional", making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: true }))],
  ["Union", making((_run, call) => ({ kind: "either", of: call.args.list, isOptional: false }))],
  ["Intersect", making((run, call) => joinedObjects(run, call.args.list, call))],
  ["Lazy", making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
  ["Brand", making((_run, call) => ({ kind: "same", of: call.args.at(1) }))],
  ["Constraint", making((_run, call) => ({ kind: "checked", of: call.args.at(0), by: [call.args.at(1)] }))],
  ["Parser", making((_run, call) => ({ kind: "changed", of: call.args.at(0), by: call.args.at(1) }))],
  ...["Literal", "Tuple", "InstanceOf", "Template"].map((key): [string, NativeFunction] => [
    key,
    making(() => PRESENT),
  ]),
]);

export const runtypesModules = (): [string, () => Value][] => [["runtypes", schemas]];
