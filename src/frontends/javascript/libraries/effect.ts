import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { pipe, through } from "./data-last.js";
import {
  joinedObjects,
  libraryOf,
  makerOf,
  masked,
  objectOf,
  remakerOf,
  saidWith,
  same,
  schemaValue,
  withAllKeys,
  type Dialect,
  type Method,
} from "./schema-library.js";
import {
  definitionOf,
  isOptional,
  listedIn,
  parsed,
  type Definition,
} from "../../../analysis/builtins/schemas.js";

/** `Schema` of Effect. https://effect.website/docs/schema/introduction */
const schemas = (): Value =>
  libraryOf("Schema", ["default"], (written) => {
    const key = EARLIER.get(written) ?? written;
    const decoder = /^(?:decode|validate|parse)(?:Unknown)?(Sync|Promise|Either|Option|Effect|Exit|)$/.exec(
      key,
    );
    if (decoder) return nativeValue(key, decoderOf(decoder[1]!));
    const value = VALUES.get(key);
    return value ? schemaValue(key, value, EFFECT) : nativeValue(key, FUNCTIONS.get(key) ?? piped(key));
  });

/** Names of versions of `@effect/schema` before 0.54, with those that followed. */
const EARLIER: ReadonlyMap<string, string> = new Map([
  ...[
    ...["string", "number", "boolean", "bigint", "object", "unknown", "any", "undefined", "void", "null"],
    ...["struct", "array", "nonEmptyArray", "record", "union", "tuple", "literal", "enums"],
    ...["templateLiteral"],
  ].map((name): [string, string] => [name, name.charAt(0).toUpperCase() + name.slice(1)]),
  ["nullable", "NullOr"],
  ["orUndefined", "UndefinedOr"],
  ["lazy", "suspend"],
]);

const PRESENT: Definition = { kind: "unknown", isOptional: false };

/** Schemas that the library brings as they are. A key that may be undefined may be absent, too. */
const VALUES: ReadonlyMap<string, Definition> = new Map<string, Definition>([
  ...[
    ...[
      "String",
      "Number",
      "Boolean",
      "BigInt",
      "BigIntFromSelf",
      "Null",
      "Date",
      "Int",
      "Positive",
      "Object",
    ],
    ...["NonNegative", "DateFromSelf", "DateTimeUtc", "NumberFromString", "BooleanFromString", "Trim", "URL"],
    ...["NonEmptyString", "NonEmptyTrimmedString", "Trimmed", "UUID", "ULID", "Finite", "Char", "JsonNumber"],
  ].map((key): [string, Definition] => [key, PRESENT]),
  ...["Undefined", "Void"].map((key): [string, Definition] => [key, { kind: "unknown", isOptional: true }]),
  ...["Unknown", "Any"].map((key): [string, Definition] => [key, { kind: "anything" }]),
]);

const making = makerOf(() => EFFECT);
const made = remakerOf(() => EFFECT);

/** Keys of data that a member of an object schema is read from, where its own key is another one. */
const sources = new WeakMap<HeapObject, string>();

const fromKey: Method = (run, call, self) => {
  const schema = made((of) => ({ kind: "same", of, isOptional: isOptional(of) }))(run, call, self);
  const key = knownString(run, call.args.at(0));
  if (key !== undefined && schema.kind === "object") sources.set(schema.object, key);
  return schema;
};

/** An object schema, by the keys that the data have. */
function structOf(run: Run, fields: Value): Definition {
  if (fields.kind !== "object") return objectOf(fields, "kept");
  const { members, rest, open } = run.store.read(fields.object);
  const named = [...members];
  const source = (value: Value): string | undefined =>
    value.kind === "object" ? sources.get(value.object) : undefined;
  if (rest.length + open.length > 0 || !named.some(([key]) => source(peek(run, fields, key))))
    return objectOf(fields, "dropped");
  const shape = run.make("Object", fields.object.place);
  for (const [key, slot] of named) setMember(run.store, shape, source(peek(run, fields, key)) ?? key, slot);
  return objectOf(objectValue(shape), "dropped");
}

/** Only the keys that are named, or all but these. */
const masking = (isKept: boolean): Method =>
  made((self, call, run) => masked(run, self, makeList(run, call.args.list), isKept));

/** Methods of schemas, and functions that give a function of a schema: `C.omit("a")`, `C.pipe(Schema.omit("a"))`. */
const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["pick", masking(true)],
  ["omit", masking(false)],
  ["fromKey", fromKey],
  ["filter", made((of, call) => ({ kind: "checked", of, by: [call.args.at(0)] }))],
  ...["withDefault", "toOption"].map((key): [string, Method] => [
    key,
    made((of) => ({ kind: "same", of, isOptional: true })),
  ]),
  ...["annotations", "brand"].map((key): [string, Method] => [key, same]),
]);

function piped(key: string): NativeFunction {
  const method = METHODS.get(key) ?? saidWith(() => EFFECT);
  return (run, call) =>
    call.args.list.some((one) => definitionOf(one))
      ? making(() => ({ kind: "unknown" }))(run, call)
      : nativeValue(key, (_inner, using) => method(run, { ...using, args: call.args }, using.args.at(0)));
}

/** With one argument it gives a function of the other schema. */
const joined: NativeFunction = (run, call) => {
  const join = (first: Value, second: Value, using: Call): Value =>
    making(() => joinedObjects(run, [first, second], using))(run, using);
  if (call.args.has(1)) return join(call.args.at(0), call.args.at(1), call);
  return nativeValue("extend", (_inner, using) => join(using.args.at(0), call.args.at(0), using));
};

const optional = making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: true }));

/** A key with a default, or one that may be absent. `optionalWith({ … })` gives a function of the schema. */
const optionalWith: NativeFunction = (run, call) =>
  definitionOf(call.args.at(0)) ? optional(run, call) : nativeValue("optionalWith", optional);

const unchanged = making((_run, call) => definitionOf(call.args.at(0)) ?? { kind: "unknown" });
const listed = making((_run, call) => ({ kind: "list", of: call.args.at(0) }));

/** `Union(A, B)`; version 4 takes a list. */
const union = making((run, call) => {
  const [first] = call.args.list;
  const of = first && !definitionOf(first) ? listedIn(run, first) : call.args.list;
  return of ? { kind: "either", of } : { kind: "unknown" };
});

/** `Record({ key, value })`; version 4 takes the two as arguments. */
const record = making((run, call) =>
  call.args.has(1)
    ? { kind: "record", keys: call.args.at(0), of: call.args.at(1) }
    : { kind: "record", keys: peek(run, call.args.at(0), "key"), of: peek(run, call.args.at(0), "value") },
);

/** `class C extends Schema.Class<C>("C")({ … })`: the class is a schema. */
const classOf: NativeFunction = () =>
  nativeValue(
    "Class",
    making((run, call) => structOf(run, call.args.at(0))),
  );

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["Struct", making((run, call) => structOf(run, call.args.at(0)))],
  ["TaggedStruct", making((run, call) => structOf(run, call.args.at(1)))],
  ["Class", classOf],
  ["Array", listed],
  ["NonEmptyArray", listed],
  ["Record", record],
  ["Union", union],
  ["optional", optional],
  ["optionalKey", optional],
  ["optionalWith", optionalWith],
  ...["UndefinedOr", "NullishOr"].map((key): [string, NativeFunction] => [key, optional]),
  ...["NullOr", "propertySignature", "mutable", "mutableKey", "readonly", "typeSchema", "encodedSchema"].map(
    (key): [string, NativeFunction] => [key, unchanged],
  ),
  ["partial", making((_run, call) => withAllKeys(call.args.at(0), "optional"))],
  ["required", making((_run, call) => withAllKeys(call.args.at(0), "required"))],
  ["extend", joined],
  ["suspend", making((_run, call) => ({ kind: "lazy", get: call.args.at(0) }))],
  ...["transform", "transformOrFail"].map((key): [string, NativeFunction] => [
    key,
    making((_run, call) => ({ kind: "changed", of: call.args.at(0), by: computed(call, key) })),
  ]),
  ...["Literal", "Literals", "Enums", "Enum", "Tuple", "TemplateLiteral", "instanceOf"].map(
    (key): [string, NativeFunction] => [key, making(() => PRESENT)],
  ),
  ...["is", "asserts"].map((key): [string, NativeFunction] => [key, checker]),
]);

/** `is(C)` gives a function that says whether data match. */
function checker(_run: Run, making: Call): Value {
  return nativeValue("is", (run, call) => {
    parsed(run, making.args.at(0), call.args.at(0), call, false);
    return computed(call, "is");
  });
}

/** `decodeUnknownSync(C)` gives a function that parses. An effect is followed as the value that it gives. */
const decoderOf =
  (ending: string): NativeFunction =>
  (_run, making) =>
    nativeValue("decode", (run, call) => {
      const value = parsed(run, making.args.at(0), call.args.at(0), call, false);
      if (ending === "Promise") return makePromise(run, value);
      if (ending !== "Either" && ending !== "Option") return value;
      const others = { _tag: computed(call, "_tag"), left: computed(call, "left") };
      return makeObject(run, { ...others, right: value, value });
    });

const EFFECT: Dialect = {
  methods: new Map<string, Method>([
    ...METHODS,
    ["pipe", (run, call, self) => through(run, { ...call, args: new Arguments([self, ...call.args.list]) })],
  ]),
  otherwise: (_run, call) => computed(call, "schema"),
  shape: "fields",
};

/** Only the schemas of the package are followed, and functions that call others one after the other. */
const effect = (): Value =>
  nativeObject(
    "effect",
    { Schema: schemas(), ...natives({ pipe: through, flow: pipe(false, false) }) },
    unknown({ reason: "import", name: "effect", specifier: "effect" }),
  );

export const effectModules = (): [string, () => Value][] => [
  ["effect", effect],
  ["@effect/schema", effect],
  ...["effect/Schema", "@effect/schema/Schema"].map((name): [string, () => Value] => [name, schemas]),
];
