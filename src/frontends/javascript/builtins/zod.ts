import type { OtherKeys } from "../../../facts/file-facts.js";
import { elementsOf, isInternal, setMember } from "../evaluation/heap.js";
import { copyMembers, makeObject, peek } from "../evaluation/members.js";
import type { Call } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import {
  isFunction,
  nullishness,
  objectValue,
  truthiness,
  type ObjectValue,
  type Value,
} from "../evaluation/value.js";
import { computed, nativeObject, nativeValue, siteOf, type NativeFunction } from "./native.js";
import { makePromise } from "./promises.js";
import { defineSchema, definitionOf, isOptional, parsed, type Definition } from "./schema-values.js";

/**
 * `z` of zod, and the functions of its small form: what a schema lets through is what it was given, with the values that
 * the schema says for want of others and what its functions make of it. https://zod.dev/api
 */
function schemas(): ObjectValue {
  const z = nativeObject("zod", {});
  const functions = new Map<string, Value>();
  z.object.lazyMember = (key) => {
    if (ITSELF.has(key)) return z;
    if (isInternal(key)) return undefined;
    let known = functions.get(key);
    if (!known && key === "coerce") functions.set(key, (known = coercions()));
    if (!known) functions.set(key, (known = nativeValue(key, FUNCTIONS.get(key) ?? ofFirst(key))));
    return known;
  };
  return z;
}

/** Members of `z` with functions of the same names, and the names that `z` itself is exported under. */
const ITSELF: ReadonlySet<string> = new Set(["z", "default", "iso"]);

/** `z.coerce`: what its schemas make of a value, and of none, is not followed. */
function coercions(): ObjectValue {
  const coerce = nativeObject("coerce", {});
  coerce.object.lazyMember = (key) =>
    isInternal(key) ? undefined : nativeValue(key, (run, call) => schema(run, call, { kind: "unknown" }));
  return coerce;
}

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
  return (run, call) => method(run, { ...call, args: call.args.from(1) }, call.args.at(0));
}

function schema(run: Run, call: Call, definition: Definition): ObjectValue {
  const made = run.make("Schema", call.environment.locate(call.node));
  const self = objectValue(made);
  defineSchema(made, definition);
  const methods = new Map<string, Value>();
  made.lazyMember = (key) => {
    if (isInternal(key)) return undefined;
    if (key === "shape" && definition.kind === "object") return definition.shape;
    if (key === "element" && definition.kind === "list") return definition.of;
    let known = methods.get(key);
    if (!known && key === "~standard") methods.set(key, (known = nativeObject(key, standardMembers(self))));
    if (!known) {
      const method = METHODS.get(key) ?? said;
      methods.set(key, (known = nativeValue(key, (inner, calling) => method(inner, calling, self))));
    }
    return known;
  };
  return self;
}

/** What is done with a schema. */
type Method = (run: Run, call: Call, self: Value) => Value;

/** A method that is not known says more of the schema; what functions and other schemas do in it is not known. */
const said: Method = (run, call, self) => {
  const isKnown = call.args.list.every((one) => !isFunction(one) && !definitionOf(one));
  if (isKnown && definitionOf(self)?.kind !== "text") return self;
  const isSame = isKnown ? isOptional(self) : undefined;
  return schema(run, call, { kind: "unknown", ...(isSame === undefined ? {} : { isOptional: isSame }) });
};

const same: Method = (_run, _call, self) => self;

const parse: Method = (run, call, self) => parsed(run, self, call.args.at(0), call, true);

/** Nobody knows whether it succeeds. */
const safeParse: Method = (run, call, self) =>
  makeObject(run, {
    success: computed(call, "success"),
    error: computed(call, "error"),
    data: parsed(run, self, call.args.at(0), call, false),
  });

/** What libraries ask schemas of all kinds for. https://standardschema.dev */
function standardMembers(self: Value): Record<string, Value> {
  const validate = nativeValue("validate", (run, call) =>
    makeObject(run, {
      value: parsed(run, self, call.args.at(0), call, false),
      issues: computed(call, "issues"),
    }),
  );
  return { validate };
}

/** What a schema is turned back into is not followed. */
const encode: Method = (run, call) =>
  parsed(run, schema(run, call, { kind: "unknown" }), call.args.at(0), call, false);

const promised =
  (method: Method): Method =>
  (run, call, self) =>
    makePromise(run, method(run, call, self));

/** A schema that is made of this one and of the arguments. */
const made =
  (define: (self: Value, call: Call, run: Run) => Definition): Method =>
  (run, call, self) =>
    schema(run, call, define(self, call, run));

const standard = made((of, call) => ({ kind: "standard", of, standard: call.args.at(0) }));
const checked = made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }));
const changed = made((of, call) => ({ kind: "changed", of, by: call.args.at(0) }));
const piped = made((self, call) => ({ kind: "each", of: [self, call.args.at(0)] }));
const either = made((self, call) => ({ kind: "either", of: [self, call.args.at(0)] }));
const listed = made((of) => ({ kind: "list", of }));
const caught = made((of, call) => ({ kind: "standard", of, standard: call.args.at(0), isCatch: true }));
const optional = made((of) => ({ kind: "same", of, isOptional: true }));
const present = made((of) => ({ kind: "same", of, isOptional: false }));

/** An object schema with another shape; of anything else nothing is known. */
const reshaped = (change: (run: Run, call: Call, shape: Value) => Value | undefined): Method =>
  made((self, call, run) => {
    const own = definitionOf(self);
    const shape = own?.kind === "object" ? change(run, call, own.shape) : undefined;
    return own?.kind === "object" && shape ? { ...own, shape } : { kind: "unknown" };
  });

/** All keys may be absent, or none; with a mask that is said of some of them. */
const withKeys = (keys: "optional" | "required"): Method =>
  made((self, call) => {
    const own = definitionOf(self);
    if (own?.kind !== "object") return { kind: "either", of: [self] };
    return { ...own, keys: call.args.length > 0 ? "unknown" : keys };
  });

const withOthers = (others: OtherKeys): Method =>
  made((self) => {
    const own = definitionOf(self);
    return own?.kind === "object" ? { ...own, others } : { kind: "unknown" };
  });

const extended: Method = (run, call, self) => {
  const own = definitionOf(self);
  if (own?.kind !== "object") return schema(run, call, { kind: "unknown" });
  return schema(run, call, {
    ...own,
    shape: joined(run, own.shape, call.args.at(0), call),
    ...(own.keys ? { keys: "unknown" } : {}),
  });
};

/** The other schema says what becomes of keys that neither names. */
const merged: Method = (run, call, self) => {
  const other = definitionOf(call.args.at(0));
  const own = definitionOf(self);
  if (other?.kind !== "object" || own?.kind !== "object") return schema(run, call, { kind: "unknown" });
  const keys = own.keys === other.keys ? {} : ({ keys: "unknown" } as const);
  return schema(run, call, { ...other, shape: joined(run, own.shape, other.shape, call), ...keys });
};

const caughtAll: Method = (run, call, self) =>
  withOthers(definitionOf(call.args.at(0))?.kind === "anything" ? "kept" : "refused")(run, call, self);

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
  ["strict", withOthers("refused")],
  ["strip", withOthers("dropped")],
  ["passthrough", withOthers("kept")],
  ["loose", withOthers("kept")],
  ["catchall", caughtAll],
  ["extend", extended],
  ["safeExtend", extended],
  ["augment", extended],
  ["merge", merged],
  ["pick", reshaped((run, call, shape) => masked(run, call, shape, true))],
  ["omit", reshaped((run, call, shape) => masked(run, call, shape, false))],
  ["unwrap", made((self) => ofWrapped(self))],
  ["isOptional", (_run, call) => computed(call, "isOptional")],
  ["isNullable", (_run, call) => computed(call, "isNullable")],
  ...["nullable", "readonly", "brand", "describe", "meta", "clone", "promise"].map(
    (key): [string, Method] => [key, same],
  ),
]);

function ofWrapped(self: Value): Definition {
  const own = definitionOf(self);
  const inner = own?.kind === "list" || own?.kind === "same" ? definitionOf(own.of) : own;
  return inner ?? { kind: "unknown" };
}

const objectOf =
  (others: OtherKeys): NativeFunction =>
  (run, call) =>
    schema(run, call, { kind: "object", shape: call.args.at(0), others });

/** One of a list of schemas. */
const oneOf =
  (index: number): NativeFunction =>
  (run, call) => {
    const list = call.args.at(index);
    const of = list.kind === "object" ? elementsOf(run.store.read(list.object)) : undefined;
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
  ["object", objectOf("dropped")],
  ["strictObject", objectOf("refused")],
  ["looseObject", objectOf("kept")],
  ["interface", objectOf("dropped")],
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

function joined(run: Run, a: Value, b: Value, call: Call): Value {
  const shape = run.make("Object", undefined);
  for (const source of [a, b])
    if (nullishness(source) !== true) copyMembers(run, shape, source, siteOf(call));
  return objectValue(shape);
}

/** The shape with those keys alone that a mask names, or without them; nothing where they are not known. */
function masked(run: Run, call: Call, from: Value, isKept: boolean): Value | undefined {
  const mask = call.args.at(0);
  if (mask.kind !== "object" || from.kind !== "object") return undefined;
  const named = run.store.read(mask.object);
  const all = run.store.read(from.object);
  if (named.rest.length + named.open.length + all.rest.length + all.open.length > 0) return undefined;
  const shape = run.make("Object", undefined);
  for (const [key, slot] of all.members) {
    const isNamed = named.members.has(key) && truthiness(named.members.get(key)!.value) !== false;
    if (isInternal(key) || isNamed !== isKept) continue;
    setMember(run.store, shape, key, slot);
  }
  return objectValue(shape);
}

export const zodModules = (): [string, () => Value][] =>
  ["zod", "zod/v3", "zod/v4", "zod/mini", "zod/v4-mini", "zod/v4/mini"].map((name) => [name, schemas]);
