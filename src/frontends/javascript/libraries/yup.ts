import type { Run } from "../../../analysis/evaluation/run.js";
import { isFunction, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  joinedObjects,
  joinedShapes,
  libraryOf,
  makerOf,
  makeSchema,
  masked,
  parse,
  promised,
  remakerOf,
  saidWith,
  same,
  withAllKeys,
  withOthers,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { definitionOf, isOptional, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Schemas of yup: keys may be absent unless a schema is required. https://github.com/jquense/yup#api */
const schemas = (): ObjectValue =>
  libraryOf("yup", ["default"], (key) => nativeValue(key, FUNCTIONS.get(key) ?? making(() => OPTIONAL)));

const OPTIONAL: Definition = { kind: "unknown", isOptional: true };

const making = makerOf(() => YUP);

const made = remakerOf(() => YUP);

/** An absent object counts as one without members, so its required members are still required. */
function withShape(run: Run, shape: Value): Extract<Definition, { kind: "object" }> {
  const members = shape.kind === "object" ? [...run.store.read(shape.object).members.values()] : [];
  const all = members.map(({ value }) => isOptional(value));
  const isFilled = all.includes(false) ? false : all.every((one) => one === true) ? true : undefined;
  return { kind: "object", shape, others: "kept", isOptional: isFilled };
}

const isValid: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, false);
  return computed(call, "isValid");
};

const reshaped = (isKept: boolean): Method =>
  made((self, call, run) => masked(run, self, call.args.at(0), isKept));

const shaped: Method = made((self, call, run) => {
  const own = definitionOf(self);
  if (own?.kind !== "object") return { kind: "unknown" };
  return { ...own, ...withShape(run, joinedShapes(run, [own.shape, call.args.at(0)], call)) };
});

const isPresent =
  (isOptional: boolean): Method =>
  (run, call, self) =>
    makeSchema(run, call, { kind: "same", of: self, isOptional }, YUP);

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["validate", promised(parse)],
  ["validateSync", parse],
  ["cast", parse],
  ["isValid", promised(isValid)],
  ["isValidSync", isValid],
  ["isType", isValid],
  ["required", isPresent(false)],
  ["defined", isPresent(false)],
  ["nonNullable", same],
  ["optional", isPresent(true)],
  ["notRequired", isPresent(true)],
  ["nullable", same],
  ["default", made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }))],
  ["shape", shaped],
  ["concat", made((self, call, run) => joinedObjects(run, [self, call.args.at(0)], call))],
  ["pick", reshaped(true)],
  ["omit", reshaped(false)],
  ["partial", made((self) => withAllKeys(self, "optional"))],
  ["deepPartial", made((self) => withAllKeys(self, "optional"))],
  ["noUnknown", made((self) => withOthers(self, "dropped"))],
  ["exact", made((self) => withOthers(self, "refused"))],
  ["of", made((_self, call) => ({ kind: "list", of: call.args.at(0), isOptional: true }))],
  ["transform", made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }))],
  ["test", made((of, call) => ({ kind: "checked", of, by: call.args.list.filter(isFunction) }))],
  ["when", made(() => ({ kind: "unknown" }))],
]);

const YUP: Dialect = { methods: METHODS, otherwise: saidWith(() => YUP), shape: "fields" };

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  [
    "object",
    making((run, call) => withShape(run, call.args.has(0) ? call.args.at(0) : joinedShapes(run, [], call))),
  ],
  [
    "array",
    making((_run, call) =>
      call.args.has(0) ? { kind: "list", of: call.args.at(0), isOptional: true } : OPTIONAL,
    ),
  ],
  ["mixed", making(() => OPTIONAL)],
  ["lazy", making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
  ["ref", (_run, call) => computed(call, "ref")],
]);

export const yupModules = (): [string, () => Value][] => [["yup", schemas]];
