import { peek } from "../../../analysis/evaluation/members.js";
import { truthiness, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import {
  asFunction,
  eitherIn,
  joinedObjects,
  libraryOf,
  makerOf,
  masked,
  objectOf,
  same,
  withAllKeys,
  type Dialect,
} from "./schema-library.js";
import { listedIn, parsed } from "../../../analysis/builtins/schemas.js";

/** `Type` of TypeBox makes JSON schemas. https://github.com/sinclairzx81/typebox#types */
const types = (): ObjectValue =>
  libraryOf("Type", [], (key) =>
    nativeValue(key, FUNCTIONS.get(key) ?? making(() => ({ kind: "unknown", isOptional: false }))),
  );

const TYPEBOX: Dialect = {
  methods: new Map(),
  otherwise: (_run, call) => computed(call, "schema"),
  shape: "properties",
};

const making = makerOf(() => TYPEBOX);

const withShape = making((run, call) => {
  const options = call.args.at(1);
  const isClosed =
    options.kind === "object" && truthiness(peek(run, options, "additionalProperties")) === false;
  const states = isClosed && run.store.read(options.object).members.has("additionalProperties");
  return objectOf(call.args.at(0), states ? "refused" : "kept");
});

const reshaped = (isKept: boolean): NativeFunction =>
  making((run, call) => masked(run, call.args.at(0), call.args.at(1), isKept));

const joined = making((run, call) => {
  const of = listedIn(run, call.args.at(0));
  return of ? joinedObjects(run, of, call) : { kind: "unknown" };
});

const optional = making((_run, call) => ({ kind: "same", of: call.args.at(0), isOptional: true }));

const FUNCTIONS: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>([
  ["Object", withShape],
  ["Optional", optional],
  ["ReadonlyOptional", optional],
  ["Readonly", asFunction(same)],
  ["Array", making((_run, call) => ({ kind: "list", of: call.args.at(0) }))],
  ["Record", making((_run, call) => ({ kind: "record", keys: call.args.at(0), of: call.args.at(1) }))],
  ["Union", making((run, call) => eitherIn(run, call.args.at(0)))],
  ["Intersect", joined],
  ["Composite", joined],
  ["Partial", making((_run, call) => withAllKeys(call.args.at(0), "optional"))],
  ["Required", making((_run, call) => withAllKeys(call.args.at(0), "required"))],
  ["Pick", reshaped(true)],
  ["Omit", reshaped(false)],
  ["Any", making(() => ({ kind: "anything" }))],
  ["Unknown", making(() => ({ kind: "anything" }))],
  ...["Ref", "Recursive", "This", "Transform", "Unsafe", "Not", "Undefined", "Void"].map(
    (key): [string, NativeFunction] => [key, making(() => ({ kind: "unknown" }))],
  ),
]);

/** `Value.Check(Schema, data)`, perhaps with schemas that it refers to between the two. */
const taken: NativeFunction = (run, call) =>
  parsed(run, call.args.at(0), call.args.at(call.args.length > 2 ? 2 : 1), call, false);

const checked: NativeFunction = (run, call) => {
  taken(run, call);
  return computed(call, "is");
};

const values = (): Value =>
  nativeObject(
    "Value",
    natives({ Parse: taken, Decode: taken, Clean: taken, Check: checked, Assert: checked, Errors: checked }),
  );

/** `TypeCompiler.Compile(Schema)`: the same functions for one schema. */
const compile: NativeFunction = (_run, call) => {
  const schema = call.args.at(0);
  const of =
    (isCheck: boolean): NativeFunction =>
    (run, using) => {
      const data = parsed(run, schema, using.args.at(0), using, false);
      return isCheck ? computed(using, "is") : data;
    };
  return nativeObject(
    "TypeCheck",
    natives({ Check: of(true), Errors: of(true), Decode: of(false), Parse: of(false) }),
  );
};

function module(): Value {
  const type = types();
  return nativeObject("typebox", { Type: type, default: type });
}

export const typeboxModules = (): [string, () => Value][] =>
  ["@sinclair/typebox", "typebox"].flatMap((name): [string, () => Value][] => [
    [name, module],
    [`${name}/value`, () => nativeObject("typebox/value", { Value: values(), default: values() })],
    [
      `${name}/compiler`,
      () =>
        nativeObject("typebox/compiler", {
          TypeCompiler: nativeObject("TypeCompiler", natives({ Compile: compile })),
        }),
    ],
    [
      `${name}/compile`,
      () =>
        nativeObject("typebox/compile", {
          Compile: nativeValue("Compile", compile),
          default: nativeValue("Compile", compile),
        }),
    ],
  ]);
