import type { OtherKeys } from "../../../facts/file-facts.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  asFunction,
  joinedObjects,
  libraryOf,
  makerOf,
  makeSchema,
  objectOf,
  same,
  schemaValue,
  withOthers,
  type Dialect,
  type Method,
} from "./schema-library.js";
import { listedIn, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/** Codecs of io-ts. https://github.com/gcanti/io-ts/blob/master/index.md */
const schemas = (): ObjectValue =>
  libraryOf("io-ts", ["default"], (key) => {
    const known = FUNCTIONS.get(key);
    return known ? nativeValue(key, known) : schemaValue(key, VALUES.get(key) ?? { kind: "unknown" }, IO_TS);
  });

const PRESENT: Definition = { kind: "unknown", isOptional: false };
const ABSENT: Definition = { kind: "unknown", isOptional: true };

/** Codecs that the library brings as they are. */
const VALUES: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ...["string", "number", "Int", "boolean", "bigint", "null", "nullType", "Function"].map(
    (key): [string, Definition] => [key, PRESENT],
  ),
  ...["undefined", "void", "voidType"].map((key): [string, Definition] => [key, ABSENT]),
  ...["unknown", "any", "UnknownRecord", "UnknownArray"].map((key): [string, Definition] => [
    key,
    { kind: "anything" },
  ]),
]);

const making = makerOf(() => IO_TS);

const withShape = (others: OtherKeys): NativeFunction =>
  making((_run, call) => objectOf(call.args.at(0), others));

const partial = making((_run, call) => ({
  kind: "object",
  shape: call.args.at(0),
  others: "kept",
  keys: "optional",
}));

/** Returns the value or the errors, in an `Either`. */
const decode: Method = (run, call, self) =>
  makeObject(run, {
    _tag: computed(call, "_tag"),
    left: computed(call, "left"),
    right: parsed(run, self, call.args.at(0), call, false),
  });

const is: Method = (run, call, self) => {
  parsed(run, self, call.args.at(0), call, false);
  return computed(call, "is");
};

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["type", withShape("kept")],
  ["interface", withShape("kept")],
  ["strict", withShape("dropped")],
  ["partial", partial],
  ["exact", making((_run, call) => withOthers(call.args.at(0), "dropped"))],
  ["readonly", asFunction(same)],
  ["brand", asFunction(same)],
  ["array", making((_run, call) => ({ kind: "list", of: call.args.at(0) }))],
  ["readonlyArray", making((_run, call) => ({ kind: "list", of: call.args.at(0) }))],
  ["record", making((_run, call) => ({ kind: "record", keys: call.args.at(0), of: call.args.at(1) }))],
  [
    "union",
    making((run, call) => {
      const of = listedIn(run, call.args.at(0));
      return of ? { kind: "either", of } : { kind: "unknown" };
    }),
  ],
  [
    "intersection",
    making((run, call) => {
      const of = listedIn(run, call.args.at(0));
      return of ? joinedObjects(run, of, call) : { kind: "unknown" };
    }),
  ],
  ["recursion", making(() => ({ kind: "unknown" }))],
  ["refinement", making((_run, call) => ({ kind: "checked", of: call.args.at(0), by: [call.args.at(1)] }))],
  ...["literal", "keyof", "tuple"].map((key): [string, NativeFunction] => [key, making(() => PRESENT)]),
]);

const IO_TS: Dialect = {
  methods: new Map<string, Method>([
    ["decode", decode],
    ["validate", decode],
    ["is", is],
    ["asDecoder", same],
    [
      "pipe",
      (run, call, self) => makeSchema(run, call, { kind: "each", of: [self, call.args.at(0)] }, IO_TS),
    ],
  ]),
  otherwise: (_run, call) => computed(call, "codec"),
  shape: "props",
};

export const ioTsModules = (): [string, () => Value][] => [["io-ts", schemas]];
