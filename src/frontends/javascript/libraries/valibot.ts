import type { OtherKeys } from "../../../facts/file-facts.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  asFunction,
  eitherIn,
  libraryOf,
  makerOf,
  masked,
  objectOf,
  parse,
  promised,
  same,
  withAllKeys,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { listedIn, parsed } from "../../../analysis/builtins/schemas.js";

/** Schemas of valibot have no methods: functions take them. https://valibot.dev/api */
const VALIBOT: Dialect = {
  methods: new Map(),
  otherwise: (_run, call) => computed(call, "schema"),
  shape: "entries",
};

const schemas = (): ObjectValue =>
  libraryOf("valibot", ["default"], (key) => nativeValue(key, FUNCTIONS.get(key) ?? unnamed(key)));

const making = makerOf(() => VALIBOT);

/** Functions for single values: a key with such a schema has to be there. */
const SINGLE: ReadonlySet<string> = new Set([
  ...["string", "number", "boolean", "bigint", "date", "symbol", "null", "nan", "literal", "picklist"],
  ...["enum", "enum_", "instance", "blob", "file", "map", "set", "tuple", "looseTuple", "strictTuple"],
]);

/** The result of an unknown function says nothing about a schema; a check of a pipe changes nothing. */
function unnamed(key: string): NativeFunction {
  if (SINGLE.has(key)) return making(() => ({ kind: "unknown", isOptional: false }));
  return making((_run, call) => ({ kind: call.args.list.every(isPlain) ? "anything" : "unknown" }));
}

function isPlain(value: Value): boolean {
  return value.kind === "text" || value.kind === "scalar";
}

const withShape = (others: OtherKeys): NativeFunction =>
  making((_run, call) => objectOf(call.args.at(0), others));

const optional = making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: true }));

const oneOf = (index: number): NativeFunction => making((run, call) => eitherIn(run, call.args.at(index)));

/** It is unknown whether it succeeds. */
const safeParse: Method = (run, call, self) =>
  makeObject(run, {
    success: computed(call, "success"),
    issues: computed(call, "issues"),
    output: parsed(run, self, call.args.at(0), call, false),
  });

const checked: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, false);
  return computed(call, "is");
};

/** `parser(Schema)`: a function that parses. */
const parserOf =
  (method: Method): NativeFunction =>
  (_run, call) => {
    const self = call.args.at(0);
    return nativeValue("parser", (run, parsing) => method(run, parsing, self));
  };

const reshaped = (isKept: boolean): NativeFunction =>
  making((run, call) => masked(run, call.args.at(0), call.args.at(1), isKept));

const withKeys = (keys: "optional" | "required"): NativeFunction =>
  making((_run, call) => withAllKeys(call.args.at(0), call.args.has(1) ? "unknown" : keys));

const recordOf = making((_run, call) => ({ kind: "record", keys: call.args.at(0), of: call.args.at(1) }));

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ...(["", "Async"] as const).flatMap((end): [string, NativeFunction][] => [
    [`object${end}`, withShape("dropped")],
    [`looseObject${end}`, withShape("kept")],
    [`strictObject${end}`, withShape("refused")],
    [`objectWithRest${end}`, withShape("refused")],
    [`optional${end}`, optional],
    [`nullish${end}`, optional],
    [`exactOptional${end}`, optional],
    [`undefinedable${end}`, making((_run, call) => ({ kind: "each", of: [call.args.at(0)] }))],
    [`nullable${end}`, asFunction(same)],
    [`array${end}`, making((_run, call) => ({ kind: "list", of: call.args.at(0) }))],
    [`record${end}`, recordOf],
    [`union${end}`, oneOf(0)],
    [`variant${end}`, oneOf(1)],
    [`intersect${end}`, making((run, call) => ({ kind: "each", of: listedIn(run, call.args.at(0)) ?? [] }))],
    [`pipe${end}`, making((_run, call) => ({ kind: "each", of: call.args.list }))],
    [`lazy${end}`, making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
    [`check${end}`, making((_run, call) => ({ kind: "checked", by: [call.args.at(0)] }))],
    [`rawCheck${end}`, making(() => ({ kind: "unknown" }))],
    [`transform${end}`, making((_run, call) => ({ kind: "changed", by: call.args.at(0) }))],
    [`rawTransform${end}`, making(() => ({ kind: "unknown" }))],
    [`custom${end}`, making((_run, call) => ({ kind: "checked", by: [call.args.at(0)] }))],
    [`partial${end}`, withKeys("optional")],
    [`required${end}`, withKeys("required")],
    [
      `fallback${end}`,
      making((_run, call) => ({
        kind: "standard",
        of: call.args.at(0),
        standard: call.args.at(1),
        isCatch: true,
      })),
    ],
  ]),
  ["any", making(() => ({ kind: "anything" }))],
  ["unknown", making(() => ({ kind: "anything" }))],
  ["undefined", making(() => ({ kind: "unknown" }))],
  ["undefined_", making(() => ({ kind: "unknown" }))],
  ["void", making(() => ({ kind: "unknown" }))],
  ["pick", reshaped(true)],
  ["omit", reshaped(false)],
  ["parse", asFunction(parse)],
  ["parseAsync", asFunction(promised(parse))],
  ["safeParse", asFunction(safeParse)],
  ["safeParseAsync", asFunction(promised(safeParse))],
  ["assert", asFunction(checked)],
  ["is", asFunction(checked)],
  ["parser", parserOf(parse)],
  ["safeParser", parserOf(safeParse)],
]);

export const valibotModules = (): [string, () => Value][] => [["valibot", schemas]];
