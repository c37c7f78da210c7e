import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import type { ObjectValue, Value } from "../../../analysis/evaluation/value.js";
import { schemaOfJson } from "../../../analysis/builtins/json-schemas.js";
import {
  computed,
  itself,
  nativeObject,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { parsed } from "../../../analysis/builtins/schemas.js";

const checked = (run: Run, call: Call, schema: Value, data: Value): Value => {
  parsed(run, schema, data, call, false);
  return computed(call, "valid");
};

/** `ajv.compile(schema)`: a function that says whether data are valid. */
const compile: NativeFunction = (run, call) => {
  const schema = schemaOfJson(run, call, call.args.at(0));
  return nativeValue("validate", (inner, validating) =>
    checked(inner, validating, schema, validating.args.at(0)),
  );
};

/** Validators of Ajv. https://ajv.js.org/api.html */
function ajv(): ObjectValue {
  const members = new Map<string, Value>([
    ["compile", nativeValue("compile", compile)],
    ["compileAsync", nativeValue("compileAsync", (run, call) => makePromise(run, compile(run, call)))],
    [
      "validate",
      nativeValue("validate", (run, call) =>
        checked(run, call, schemaOfJson(run, call, call.args.at(0)), call.args.at(1)),
      ),
    ],
    ...["addSchema", "addFormat", "addKeyword", "addMetaSchema", "addVocabulary", "removeSchema"].map(
      (name): [string, Value] => [name, nativeValue(name, itself)],
    ),
  ]);
  const made = nativeObject("Ajv", {});
  made.object.lazyMember = (key) => members.get(key);
  return made;
}

function ajvModule(): Value {
  const names = ["Ajv", "default", "Ajv2019", "Ajv2020"];
  const constructor = nativeValue("Ajv", ajv);
  const members = new Map(names.map((name): [string, Value] => [name, constructor]));
  if (constructor.kind === "object") constructor.object.lazyMember = (key) => members.get(key);
  return constructor;
}

/** Models `validate(data, schema)`: its result says whether data are valid. */
const validate: NativeFunction = (run, call) => {
  checked(run, call, schemaOfJson(run, call, call.args.at(1)), call.args.at(0));
  return computed(call, "validate");
};

/** A validator whose functions get the data and then the schema. */
interface DataFirst {
  readonly module: string;
  readonly functions: readonly string[];
  /** The class that has the functions; `default` if it is the module itself. */
  readonly class?: string;
}

const DATA_FIRST: readonly DataFirst[] = [
  // https://github.com/tdegrunt/jsonschema#readme
  { module: "jsonschema", functions: ["validate"], class: "Validator" },
  // https://github.com/geraintluff/tv4#usage
  { module: "tv4", functions: ["validate", "validateResult", "validateMultiple"] },
  // https://github.com/zaggino/z-schema#usage
  { module: "z-schema", functions: ["validate"], class: "default" },
];

function dataFirst({ module, functions, class: named }: DataFirst): Value {
  const members = Object.fromEntries(functions.map((name) => [name, nativeValue(name, validate)]));
  const made = nativeObject(module, members);
  if (named === undefined) return made;
  const constructor = nativeValue(named, () => nativeObject(module, members));
  return named === "default" ? constructor : nativeObject(module, { ...members, [named]: constructor });
}

export const jsonSchemaModules = (): [string, () => Value][] => [
  ...["ajv", "ajv/dist/2019", "ajv/dist/2019.js", "ajv/dist/2020", "ajv/dist/2020.js"].map(
    (name): [string, () => Value] => [name, ajvModule],
  ),
  ...DATA_FIRST.map((one): [string, () => Value] => [one.module, () => dataFirst(one)]),
  // https://github.com/mafintosh/is-my-json-valid#usage
  ["is-my-json-valid", () => nativeValue("validator", compile)],
];
