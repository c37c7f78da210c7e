import type { Call } from "../../../analysis/evaluation/callable.js";
import { isInternal, setMember } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  nullishness,
  objectValue,
  truthiness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  computed,
  itself,
  nativeObject,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { listedIn, makeSchema, namesIn, type Dialect } from "./schema-library.js";
import { definitionOf, parsed, type Definition } from "./schema-values.js";

/** Deeper schemas are treated as unknown. */
const MAX_DEPTH = 12;

const JSON_SCHEMA: Dialect = { methods: new Map(), otherwise: (_run, call) => computed(call, "schema") };

/** A schema in JSON that the program states as data; one of a library stays as it is. https://json-schema.org */
function schemaOf(run: Run, call: Call, data: Value, depth = 0): Value {
  if (definitionOf(data)) return data;
  const isKnown = data.kind === "object" && depth < MAX_DEPTH;
  const definition = isKnown ? definitionIn(run, call, data, depth) : undefined;
  return makeSchema(run, call, definition ?? { kind: "unknown" }, JSON_SCHEMA);
}

const COMBINED = new Map([
  ["anyOf", "either"],
  ["oneOf", "either"],
  ["allOf", "each"],
] as const);

function definitionIn(run: Run, call: Call, data: ObjectValue, depth: number): Definition | undefined {
  const { members, rest, open } = run.store.read(data.object);
  if (rest.length + open.length > 0 || members.has("$ref")) return undefined;
  const nested = (value: Value): Value => schemaOf(run, call, value, depth + 1);
  for (const [key, kind] of COMBINED) {
    if (!members.has(key)) continue;
    const of = listedIn(run, peek(run, data, key));
    return of && { kind, of: of.map(nested) };
  }
  if (members.has("properties")) return objectIn(run, call, data, nested);
  if (members.has("items")) return { kind: "list", of: nested(peek(run, data, "items")) };
  return { kind: "unknown", isOptional: false };
}

function objectIn(
  run: Run,
  call: Call,
  data: ObjectValue,
  nested: (value: Value) => Value,
): Definition | undefined {
  const properties = peek(run, data, "properties");
  if (properties.kind !== "object") return undefined;
  const { members, rest, open } = run.store.read(properties.object);
  if (rest.length + open.length > 0) return undefined;
  const listed = peek(run, data, "required");
  const required = nullishness(listed) === true ? new Set<string>() : namesIn(run, listed);
  const shape = run.make("Object", properties.object.place);
  for (const [key, slot] of members) {
    if (isInternal(key)) continue;
    const value = peek(run, properties, key);
    // A default is filled in if an option of the validator says so.
    const isFilled = value.kind === "object" && run.store.read(value.object).members.has("default");
    const isOptional = !required || isFilled || !required.has(key);
    const member = makeSchema(run, call, { kind: "same", of: nested(value), isOptional }, JSON_SCHEMA);
    setMember(run.store, shape, key, { ...slot, value: member });
  }
  const others = peek(run, data, "additionalProperties");
  const isOpen = nullishness(others) === true || truthiness(others) === true;
  return { kind: "object", shape: objectValue(shape), others: isOpen ? "kept" : "refused" };
}

const checked = (run: Run, call: Call, schema: Value, data: Value): Value => {
  parsed(run, schema, data, call, false);
  return computed(call, "valid");
};

/** `ajv.compile(schema)`: a function that says whether data are valid. */
const compile: NativeFunction = (run, call) => {
  const schema = schemaOf(run, call, call.args.at(0));
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
        checked(run, call, schemaOf(run, call, call.args.at(0)), call.args.at(1)),
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
