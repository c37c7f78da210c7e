import type { OtherKeys } from "../../../facts/file-facts.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  asFunction,
  libraryOf,
  makerOf,
  objectOf,
  parse,
  remakerOf,
  saidWith,
  same,
  schemaValue,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Decoders: a key has to be there unless its decoder takes nothing. https://decoders.cc/api */
const decoders = (): Value =>
  libraryOf("decoders", ["default"], (key) => {
    const make = FUNCTIONS.get(key);
    return make ? nativeValue(key, make) : schemaValue(key, VALUES.get(key) ?? PRESENT, DECODERS);
  });

const PRESENT: Definition = { kind: "unknown", isOptional: false };

/** Decoders that the library brings as they are, and that also take nothing. All others refuse it. */
const VALUES: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ["undefined_", { kind: "unknown", isOptional: true }],
  ["truthy", { kind: "unknown", isOptional: true }],
  ...["unknown", "anything", "mixed", "hardcoded"].map((key): [string, Definition] => [
    key,
    { kind: "anything" },
  ]),
]);

const making = makerOf(() => DECODERS);
const made = remakerOf(() => DECODERS);

/** It is unknown whether it succeeds. */
const value: Method = (run, call, self) => parsed(run, self, call.args.at(0), call, false);

const decode: Method = (run, call, self) =>
  makeObject(run, {
    ok: computed(call, "ok"),
    error: computed(call, "error"),
    value: parsed(run, self, call.args.at(0), call, false),
  });

const checked = made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }));
const changed = made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }));

const DECODERS: Dialect = {
  methods: new Map<string, Method>([
    ["verify", parse],
    ["value", value],
    ["decode", decode],
    ["refine", checked],
    ["reject", checked],
    ["transform", changed],
    // The next decoder is not followed.
    ...["chain", "then", "pipe"].map((key): [string, Method] => [key, checked]),
    ...["describe", "refineType"].map((key): [string, Method] => [key, same]),
  ]),
  otherwise: saidWith(() => DECODERS),
};

const withShape = (others: OtherKeys): NativeFunction =>
  making((_run, call) => objectOf(call.args.at(0), others));

/** `optional(decoder)`, perhaps with a value that replaces nothing. */
const optional = making((_run, call) =>
  call.args.has(1)
    ? { kind: "standard", of: call.args.at(0), standard: call.args.at(1) }
    : { kind: "same", of: call.args.at(0), isOptional: true },
);

const listed = making((_run, call) => ({ kind: "list", of: call.args.at(0) }));
const record = making((_run, call) =>
  call.args.has(1)
    ? { kind: "record", keys: call.args.at(0), of: call.args.at(1) }
    : { kind: "record", of: call.args.at(0) },
);

/** `guard(decoder)` of version 1: a function that returns the value, or throws. */
const guard: NativeFunction = (_run, making) =>
  nativeValue("guard", (run, call) => parse(run, call, making.args.at(0)));

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["object", withShape("dropped")],
  ["inexact", withShape("kept")],
  ["exact", withShape("refused")],
  ["array", listed],
  ["nonEmptyArray", listed],
  ...["record", "dict", "mapping"].map((key): [string, NativeFunction] => [key, record]),
  ...["optional", "nullish", "maybe"].map((key): [string, NativeFunction] => [key, optional]),
  ["nullable", making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: false }))],
  ["either", making((_run, call) => ({ kind: "either", of: call.args.list }))],
  ["lazy", making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
  ["prep", making((_run, call) => ({ kind: "each", of: [call.args.at(1)] }))],
  ["always", making(() => ({ kind: "anything" }))],
  ...["define", "select", "taggedUnion"].map((key): [string, NativeFunction] => [
    key,
    making(() => ({ kind: "unknown" })),
  ]),
  ["sized", asFunction(same)],
  ["describe", asFunction(same)],
  ["guard", guard],
  ...["predicate", "map", "compose"].map((key): [string, NativeFunction] => [
    key,
    asFunction(key === "map" ? changed : checked),
  ]),
  ...[
    ...["constant", "oneOf", "enum_", "tuple", "tuple2", "tuple3", "regex", "startsWith", "endsWith"],
    ...["min", "max", "between", "nanoid", "instanceOf", "setFromArray", "set"],
  ].map((key): [string, NativeFunction] => [key, making(() => PRESENT)]),
]);

export const decodersModules = (): [string, () => Value][] => [["decoders", decoders]];
