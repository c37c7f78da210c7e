import type { OtherKeys } from "../../../facts/file-facts.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  asFunction,
  eitherIn,
  joinedObjects,
  libraryOf,
  makerOf,
  makeSchema,
  masked,
  objectOf,
  parse,
  same,
  withAllKeys,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { definitionOf, listedIn, parsed } from "../../../analysis/builtins/schemas.js";

/** Structs of superstruct, and the functions that take one. https://docs.superstructjs.org */
const schemas = (): ObjectValue =>
  libraryOf("superstruct", ["default"], (key) => nativeValue(key, FUNCTIONS.get(key) ?? unnamed(key)));

const making = makerOf(() => SUPERSTRUCT);

/** Functions for single values: a key with such a struct has to be there. */
const SINGLE: ReadonlySet<string> = new Set([
  ...["string", "number", "integer", "boolean", "bigint", "date", "regexp", "func", "instance", "literal"],
  ...["enums", "map", "set", "tuple"],
]);

/** A function that is not known and takes a struct says more of it. */
function unnamed(key: string): NativeFunction {
  if (SINGLE.has(key)) return making(() => ({ kind: "unknown", isOptional: false }));
  return (run, call) =>
    definitionOf(call.args.at(0)) ? call.args.at(0) : makeSchema(run, call, { kind: "unknown" }, SUPERSTRUCT);
}

const withShape = (others: OtherKeys): NativeFunction =>
  making((_run, call) => objectOf(call.args.at(0), others));

const asserted: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, true);
  return computed(call, "is");
};

/** `[error, value]` */
const validate: Method = (run, call, self) =>
  makeList(run, [computed(call, "error"), parsed(run, self, call.args.at(0), call, false)]);

/** `create(data, Struct)`: the struct comes second. */
const ofSecond =
  (method: Method): NativeFunction =>
  (run, call) =>
    method(run, call, call.args.at(1));

const checked = making((_run, call) => ({
  kind: "checked",
  of: call.args.at(0),
  by: [call.args.at(2)],
}));

const reshaped = (isKept: boolean): NativeFunction =>
  making((run, call) => masked(run, call.args.at(0), call.args.at(1), isKept));

/** An object of structs may stand where a struct is taken. */
const partial = making((_run, call) => {
  const given = call.args.at(0);
  return definitionOf(given)
    ? withAllKeys(given, "optional")
    : { kind: "object", shape: given, others: "refused", keys: "optional" };
});

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["object", withShape("refused")],
  ["type", withShape("kept")],
  ["optional", making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: true }))],
  ["nullable", asFunction(same)],
  ["array", making((_run, call) => ({ kind: "list", of: call.args.at(0) }))],
  ["record", making((_run, call) => ({ kind: "record", keys: call.args.at(0), of: call.args.at(1) }))],
  ["union", making((run, call) => eitherIn(run, call.args.at(0)))],
  ["intersection", making((run, call) => ({ kind: "each", of: listedIn(run, call.args.at(0)) ?? [] }))],
  ["assign", making((run, call) => joinedObjects(run, call.args.list, call))],
  ["partial", partial],
  ["pick", reshaped(true)],
  ["omit", reshaped(false)],
  ["any", making(() => ({ kind: "anything" }))],
  ["unknown", making(() => ({ kind: "anything" }))],
  ["lazy", making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
  ["dynamic", making(() => ({ kind: "unknown" }))],
  ["never", making(() => ({ kind: "unknown" }))],
  ["define", making((_run, call) => ({ kind: "checked", by: [call.args.at(1)] }))],
  ["refine", checked],
  ["coerce", making(() => ({ kind: "unknown" }))],
  [
    "defaulted",
    making((_run, call) => ({ kind: "standard", of: call.args.at(0), standard: call.args.at(1) })),
  ],
  ["create", ofSecond(parse)],
  ["mask", ofSecond(parse)],
  ["assert", ofSecond(asserted)],
  ["is", ofSecond(asserted)],
  ["validate", ofSecond(validate)],
]);

const SUPERSTRUCT: Dialect = {
  methods: new Map<string, Method>([
    ["create", parse],
    ["mask", parse],
    ["assert", asserted],
    ["is", asserted],
    ["validate", validate],
  ]),
  otherwise: (_run, call) => computed(call, "struct"),
  shape: "schema",
};

export const superstructModules = (): [string, () => Value][] => [["superstruct", schemas]];
