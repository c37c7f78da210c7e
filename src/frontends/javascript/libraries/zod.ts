import type { OtherKeys } from "../../../facts/file-facts.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { nullishness, truthiness, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  asFunction,
  joinedShapes,
  libraryOf,
  makeSchema,
  maskedShape,
  objectOf,
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
import { definitionOf, listedIn, parsed, type Definition } from "../../../analysis/builtins/schemas.js";

/**
 * `z` of zod, and the functions of its small form. A schema returns its input, with defaults for missing values and
 * with the results of its functions. https://zod.dev/api
 */
const schemas = (): ObjectValue =>
  libraryOf("zod", ITSELF, (key) =>
    key === "coerce" ? coercions() : nativeValue(key, FUNCTIONS.get(key) ?? ofFirst(key)),
  );

/** Members of `z` with functions of the same names, and the names that `z` itself is exported under. */
const ITSELF = ["z", "default", "iso"];

/** `z.coerce`: what its schemas make of a value, and of none, is not followed. */
const coercions = (): ObjectValue =>
  libraryOf("coerce", [], (key) => nativeValue(key, (run, call) => schema(run, call, { kind: "unknown" })));

/** Functions for single values: a key with such a schema has to be there. */
const SINGLE: ReadonlySet<string> = new Set([
  ...["number", "int", "int32", "uint32", "int64", "uint64", "float32", "float64", "nan", "bigint"],
  ...["boolean", "stringbool", "date", "symbol", "null", "enum", "nativeEnum", "templateLiteral"],
  ...["instanceof", "file", "map", "set", "tuple", "function", "promise", "stringFormat"],
  ...["email", "url", "httpUrl", "uuid", "guid", "nanoid", "cuid", "cuid2", "ulid", "xid", "ksuid", "jwt"],
  ...["ipv4", "ipv6", "cidrv4", "cidrv6", "mac", "base64", "base64url", "hex", "hash", "hostname", "e164"],
  ...["emoji", "datetime", "time", "duration"],
]);

/** A function that does what the method of the same name does, with the schema as its first argument. */
function ofFirst(key: string): NativeFunction {
  const method = METHODS.get(key);
  if (!method)
    return (run, call) =>
      schema(run, call, { kind: "unknown", ...(SINGLE.has(key) ? { isOptional: false } : {}) });
  return asFunction(method);
}

function schema(run: Run, call: Call, definition: Definition): ObjectValue {
  return makeSchema(run, call, definition, ZOD);
}

/** It is unknown whether it succeeds. */
const safeParse: Method = (run, call, self) =>
  makeObject(run, {
    success: computed(call, "success"),
    error: computed(call, "error"),
    data: parsed(run, self, call.args.at(0), call, false),
  });

/** The result of encoding a value is not followed. */
const encode: Method = (run, call) =>
  parsed(run, schema(run, call, { kind: "unknown" }), call.args.at(0), call, false);

/** A schema that is made of this one and of the arguments. */
const made = remakerOf(() => ZOD);

const standard = made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }));
const checked = made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }));
const changed = made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }));
const piped = made((self, call) => ({ kind: "each", of: [self, call.args.at(0)] }));
const either = made((self, call) => ({ kind: "either", of: [self, call.args.at(0)] }));
const listed = made((of) => ({ kind: "list", of }));
const caught = made((of, call) => ({ kind: "standard", of, standard: call.args.at(0), isCatch: true }));
const optional = made((of) => ({ kind: "same", of, isOptional: true }));
const present = made((of) => ({ kind: "same", of, isOptional: false }));

/** Returns an object schema with another shape; unknown for other values. */
const reshaped = (change: (run: Run, call: Call, shape: Value) => Value | undefined): Method =>
  made((self, call, run) => {
    const own = definitionOf(self);
    const shape = own?.kind === "object" ? change(run, call, own.shape) : undefined;
    return own?.kind === "object" && shape ? { ...own, shape } : { kind: "unknown" };
  });

/** All keys may be absent, or none; with a mask that is said of some of them. */
const withKeys = (keys: "optional" | "required"): Method =>
  made((self, call) => withAllKeys(self, call.args.length > 0 ? "unknown" : keys));

const withRest = (others: OtherKeys): Method => made((self) => withOthers(self, others));

const extended: Method = (run, call, self) => {
  const own = definitionOf(self);
  if (own?.kind !== "object") return schema(run, call, { kind: "unknown" });
  return schema(run, call, {
    ...own,
    shape: joinedShapes(run, [own.shape, call.args.at(0)], call),
    ...(own.keys ? { keys: "unknown" } : {}),
  });
};

/** The other schema decides about keys that neither names. */
const merged: Method = (run, call, self) => {
  const other = definitionOf(call.args.at(0));
  const own = definitionOf(self);
  if (other?.kind !== "object" || own?.kind !== "object") return schema(run, call, { kind: "unknown" });
  const keys = own.keys === other.keys ? {} : ({ keys: "unknown" } as const);
  return schema(run, call, { ...other, shape: joinedShapes(run, [own.shape, other.shape], call), ...keys });
};

const caughtAll: Method = (run, call, self) =>
  withRest(definitionOf(call.args.at(0))?.kind === "anything" ? "kept" : "refused")(run, call, self);

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["parse", parse],
  ["decode", parse],
  ["parseAsync", promised(parse)],
  ["decodeAsync", promised(parse)],
  ["safeParse", safeParse],
  ["safeDecode", safeParse],
  ["safeParseAsync", promised(safeParse)],
  ["safeDecodeAsync", promised(safeParse)],
  ["spa", promised(safeParse)],
  ["encode", encode],
  ["safeEncode", encode],
  ["encodeAsync", promised(encode)],
  ["safeEncodeAsync", promised(encode)],
  ...["default", "_default", "prefault"].map((key): [string, Method] => [key, standard]),
  ["catch", caught],
  ...["optional", "nullish", "exactOptional"].map((key): [string, Method] => [key, optional]),
  ["nonoptional", present],
  ...["partial", "deepPartial"].map((key): [string, Method] => [key, withKeys("optional")]),
  ["required", withKeys("required")],
  ...["refine", "superRefine", "refinement"].map((key): [string, Method] => [key, checked]),
  ["check", made((of, call) => ({ kind: "checked", of, by: call.args.list, isBoxed: true }))],
  ["transform", changed],
  ["overwrite", changed],
  ["pipe", piped],
  ["and", piped],
  ["intersection", piped],
  ["or", either],
  ["array", listed],
  ["strict", withRest("refused")],
  ["strip", withRest("dropped")],
  ["passthrough", withRest("kept")],
  ["loose", withRest("kept")],
  ["catchall", caughtAll],
  ["extend", extended],
  ["safeExtend", extended],
  ["augment", extended],
  ["merge", merged],
  ["pick", reshaped((run, call, shape) => maskedShape(run, namesOf(run, call.args.at(0)), shape, true))],
  ["omit", reshaped((run, call, shape) => maskedShape(run, namesOf(run, call.args.at(0)), shape, false))],
  ["unwrap", made((self) => ofWrapped(self))],
  ["isOptional", (_run, call) => computed(call, "isOptional")],
  ["isNullable", (_run, call) => computed(call, "isNullable")],
  ...["nullable", "readonly", "brand", "describe", "meta", "clone", "promise"].map(
    (key): [string, Method] => [key, same],
  ),
]);

const ZOD: Dialect = { methods: METHODS, otherwise: saidWith(() => ZOD) };

function ofWrapped(self: Value): Definition {
  const own = definitionOf(self);
  const inner = own?.kind === "list" || own?.kind === "same" ? definitionOf(own.of) : own;
  return inner ?? { kind: "unknown" };
}

const objectWith =
  (others: OtherKeys): NativeFunction =>
  (run, call) =>
    schema(run, call, objectOf(call.args.at(0), others));

/** One of a list of schemas. */
const oneOf =
  (index: number): NativeFunction =>
  (run, call) => {
    const of = listedIn(run, call.args.at(index));
    return schema(run, call, of ? { kind: "either", of } : { kind: "unknown" });
  };

const recordOf: NativeFunction = (run, call) => {
  const [keys, of] = call.args.has(1) ? [call.args.at(0), call.args.at(1)] : [undefined, call.args.at(0)];
  return schema(run, call, { kind: "record", of, ...(keys ? { keys } : {}) });
};

const anything: NativeFunction = (run, call) => schema(run, call, { kind: "anything" });

const literal: NativeFunction = (run, call) => {
  const value = call.args.at(0);
  const isPresent = value.kind === "text" || (value.kind === "scalar" && nullishness(value) === false);
  return schema(run, call, { kind: "unknown", ...(isPresent ? { isOptional: false } : {}) });
};

const checkedBy: NativeFunction = (run, call) =>
  schema(run, call, { kind: "checked", by: [call.args.at(0)] });

const changedBy: NativeFunction = (run, call) => schema(run, call, { kind: "changed", by: call.args.at(0) });

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["object", objectWith("dropped")],
  ["strictObject", objectWith("refused")],
  ["looseObject", objectWith("kept")],
  ["interface", objectWith("dropped")],
  ["any", anything],
  ["unknown", anything],
  ["json", anything],
  ["string", (run, call) => schema(run, call, { kind: "text" })],
  ["literal", literal],
  ["custom", (run, call) => (call.args.length > 0 ? checkedBy : anything)(run, call)],
  ["record", recordOf],
  ["partialRecord", recordOf],
  ["looseRecord", recordOf],
  ["union", oneOf(0)],
  ["xor", oneOf(0)],
  ["discriminatedUnion", oneOf(1)],
  ["lazy", (run, call) => schema(run, call, { kind: "lazy", get: call.args.at(0) })],
  ["refine", checkedBy],
  ["superRefine", checkedBy],
  ["check", checkedBy],
  ["transform", changedBy],
  ["overwrite", changedBy],
  [
    "preprocess",
    (run, call) => schema(run, call, { kind: "each", of: [changedBy(run, call), call.args.at(1)] }),
  ],
  [
    "codec",
    (run, call) => {
      const by = peek(run, call.args.at(2), "decode");
      const decoded = schema(run, call, { kind: "changed", of: call.args.at(0), by });
      return schema(run, call, { kind: "each", of: [decoded, call.args.at(1)] });
    },
  ],
]);

/** Returns the keys that a mask names. Undefined if they are unknown. */
function namesOf(run: Run, mask: Value): ReadonlySet<string> | undefined {
  if (mask.kind !== "object") return undefined;
  const { members, rest, open } = run.store.read(mask.object);
  if (rest.length + open.length > 0) return undefined;
  const named = [...members].filter(([, slot]) => truthiness(slot.value) !== false);
  return new Set(named.map(([key]) => key));
}

export const zodModules = (): [string, () => Value][] =>
  ["zod", "zod/v3", "zod/v4", "zod/mini", "zod/v4-mini", "zod/v4/mini"].map((name) => [name, schemas]);
