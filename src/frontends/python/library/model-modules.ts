import { jsonObject } from "../../../analysis/builtins/json.js";
import { schemaOfJson } from "../../../analysis/builtins/json-schemas.js";
import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { NULL, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { methodIn, type Methods } from "../../lowered/methods.js";
import { hasFields, requireFields } from "../../lowered/data-types.js";
import { marshmallowModule } from "./marshmallow.js";
import { argument } from "./named-arguments.js";
import { constructModel, constructSettings, parseWith } from "./models.js";

/** The value in a text of JSON; a response is the value itself. */
function ofJson(run: Run, text: Value, call: Call): Value {
  return callBack(run, peek(run, jsonObject(), "parse"), [text], call);
}

/** A method of a class that makes an instance of it. */
const parses: NativeFunction = (run, call) => parseWith(run, call.this, call.args.at(0), call);
const parsesJson: NativeFunction = (run, call) =>
  parseWith(run, call.this, ofJson(run, call.args.at(0), call), call);

/** Methods that libraries give to classes of data: `Cluster.from_dict(data)`. */
const CLASS_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({ from_dict: parses, from_json: parsesJson, fromdict: parses }),
);

/** A method that only the second version of pydantic has: a value of type `Optional` without a default must be given. */
const strictly =
  (method: NativeFunction): NativeFunction =>
  (run, call) => {
    requireFields(call.this);
    return method(run, call);
  };

/** https://docs.pydantic.dev/latest/api/base_model/ */
const model = (): Value =>
  nativeValue(
    "BaseModel",
    constructModel,
    natives({
      model_validate: strictly(parses),
      parse_obj: parses,
      validate: parses,
      model_validate_json: strictly(parsesJson),
      parse_raw: parsesJson,
    }),
  );

/** https://docs.pydantic.dev/latest/concepts/pydantic_settings/ */
const settings = (): Value => nativeValue("BaseSettings", constructSettings);

/** A function that takes a type and a value, by position or by name. */
const parser =
  (
    names: readonly [type: string, value: string],
    positions: readonly [type: number, value: number],
    isJson = false,
  ): NativeFunction =>
  (run, call) => {
    const value = argument(run, call, positions[1], names[1]);
    const given = isJson ? ofJson(run, value, call) : value;
    return parseWith(run, argument(run, call, positions[0], names[0]), given, call);
  };

/** https://docs.pydantic.dev/latest/api/type_adapter/ */
const typeAdapter =
  (BaseModel: Value): NativeFunction =>
  (_run, call) => {
    const type = call.args.at(0);
    requireFields(BaseModel);
    return nativeObject(
      "TypeAdapter",
      natives({
        validate_python: (run, later) => parseWith(run, type, later.args.at(0), later),
        validate_json: (run, later) => parseWith(run, type, ofJson(run, later.args.at(0), later), later),
      }),
    );
  };

function moduleOf(name: string, members: Readonly<Record<string, Value>>): Value {
  return nativeObject("Module", members, unknown({ reason: "import", name, specifier: name, born: 0 }));
}

const pydantic: Maker = () => {
  const BaseModel = model();
  return moduleOf("pydantic", {
    BaseModel,
    BaseSettings: settings(),
    ...natives({
      TypeAdapter: typeAdapter(BaseModel),
      parse_obj_as: parser(["type_", "obj"], [0, 1]),
      parse_raw_as: parser(["type_", "b"], [0, 1], true),
    }),
  });
};

/** A decoder that is made for a type: `msgspec.json.Decoder(Cluster)`. */
const jsonDecoder: NativeFunction = (run, making) => {
  const type = argument(run, making, 0, "type");
  const decode: NativeFunction = (inner, call) =>
    parseWith(inner, type, ofJson(inner, call.args.at(0), call), call);
  return nativeObject("Decoder", natives({ decode }));
};

const MSGSPEC_JSON = {
  ...natives({ decode: parser(["type", "buf"], [-1, 0], true) }),
  Decoder: nativeValue("Decoder", jsonDecoder),
};

/** https://jcristharif.com/msgspec/api.html */
const msgspec: Maker = () => {
  return moduleOf("msgspec", {
    Struct: nativeValue("Struct", constructModel),
    json: nativeObject("Module", MSGSPEC_JSON),
    ...natives({ convert: parser(["type", "obj"], [1, 0]) }),
  });
};

/** https://catt.rs: `structure(data, Cluster)`, also of a converter. */
const cattrs: Maker = () => {
  const structure = parser(["cl", "obj"], [1, 0]);
  const converter = nativeValue("Converter", () => nativeObject("Converter", natives({ structure })));
  return moduleOf("cattrs", {
    ...natives({ structure }),
    Converter: converter,
    GenConverter: converter,
  });
};

/** https://python-jsonschema.readthedocs.io */
const jsonschema: Maker = () => {
  const check = (run: Run, schema: Value, instance: Value, call: Call): Value => {
    parsed(run, schemaOfJson(run, call, schema), instance, call, true);
    return NULL;
  };
  const validator: NativeFunction = (run, making) => {
    const schema = argument(run, making, 0, "schema");
    return nativeObject(
      "Validator",
      natives({ validate: (inner, call) => check(inner, schema, call.args.at(0), call) }),
      unknown({ reason: "computed", name: "Validator", born: 0 }),
    );
  };
  const drafts = [
    "Draft4Validator",
    "Draft6Validator",
    "Draft7Validator",
    "Draft201909Validator",
    "Draft202012Validator",
  ];
  return moduleOf("jsonschema", {
    ...natives({
      validate: (run, call) =>
        check(run, argument(run, call, 1, "schema"), argument(run, call, 0, "instance"), call),
    }),
    ...Object.fromEntries(drafts.map((name) => [name, nativeValue(name, validator)])),
  });
};

/** Libraries that make instances of classes of data, or check data. */
export const MODEL_MODULES: readonly (readonly [name: string, make: Maker])[] = Object.entries<Maker>({
  pydantic,
  "pydantic.main": pydantic,
  "pydantic.v1": pydantic,
  "pydantic.env_settings": pydantic,
  pydantic_settings: () => moduleOf("pydantic_settings", { BaseSettings: settings() }),
  sqlmodel: () => moduleOf("sqlmodel", { SQLModel: model() }),
  msgspec,
  "msgspec.json": () => moduleOf("msgspec.json", MSGSPEC_JSON),
  dacite: () => moduleOf("dacite", natives({ from_dict: parser(["data_class", "data"], [0, 1]) })),
  cattrs,
  cattr: cattrs,
  jsonschema,
  marshmallow: marshmallowModule,
});

/** Returns a method that a library gives to a class of data. Undefined for other values and names. */
export function classMethod(run: Run, value: Value, name: string): Value | undefined {
  return CLASS_METHODS.has(name) && hasFields(run, value) ? methodIn(CLASS_METHODS, name) : undefined;
}
