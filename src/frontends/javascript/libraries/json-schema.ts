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

export const ajvModules = (): [string, () => Value][] =>
  ["ajv", "ajv/dist/2019", "ajv/dist/2019.js", "ajv/dist/2020", "ajv/dist/2020.js"].map((name) => [
    name,
    ajvModule,
  ]);
