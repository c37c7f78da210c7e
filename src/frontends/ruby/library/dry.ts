import { copyMembers, findSlot, makeObject, peek } from "../../../analysis/evaluation/members.js";
import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { defineSchema, parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { setMember, type HeapObject } from "../../../analysis/evaluation/heap.js";
import { callPerhaps } from "../../../analysis/evaluation/calls.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { blockOf, namedArguments } from "./blocks.js";
import { addKey, describeKey, innermostKeys, keysOfBlock, schemaOfKeys, type Key } from "./dry-keys.js";
import { DRY_TYPES, attributeType } from "./dry-types.js";

const KEYS = internalSlot("dry keys");
const TRANSFORM = internalSlot("dry transform");
const SCHEMA = internalSlot("dry schema");

/** Returns the keys of a class itself. */
function ownKeys(run: Run, type: HeapObject): HeapObject {
  const known = run.store.read(type).symbols.get(KEYS)?.value;
  if (known?.kind === "object") return known.object;
  const made = run.make("Object", type.place);
  setMember(run.store, type, KEYS, { value: objectValue(made), maybeAbsent: false, isHidden: "surely" });
  // The class is a type, too: `attribute :part, Part`.
  defineSchema(type, { kind: "lazy", get: () => schemaOfStruct(run, type) });
  return made;
}

/** Models `attribute :name, Type` and `attribute :name do … end` in a struct, and `attribute?` for keys that may be absent. */
const attribute =
  (isOptional: boolean): NativeFunction =>
  (run, call) => {
    const type = call.this.kind === "object" ? call.this.object : undefined;
    const keys = innermostKeys(run) ?? (type && ownKeys(run, type));
    if (!type || !keys) return computed(call, "attribute");
    const key = addKey(run, keys, call.args.at(0), (own) => inData(run, type, own, call), isOptional);
    if (key) describe(run, key, call);
    return UNDEFINED;
  };

function describe(run: Run, key: Key, call: Call): void {
  const definition = attributeType(run, call.args.at(1), call);
  const isOptional = key.isOptional || ("isOptional" in definition && definition.isOptional === true);
  describeKey(run, { ...key, isOptional }, definition);
}

/** Models `attributes(name: Type)`. */
const attributes: NativeFunction = (run, call) => {
  const given = namedArguments(run, call) ?? call.args.at(0);
  if (call.this.kind !== "object" || given.kind !== "object") return UNDEFINED;
  const keys = ownKeys(run, call.this.object);
  for (const [name, slot] of run.store.read(given.object).members)
    if (typeof name === "string") setMember(run.store, keys, inData(run, call.this.object, name, call), slot);
  return UNDEFINED;
};

/** The function that makes names of attributes of the keys of data. */
const transformKeys: NativeFunction = (run, call) => {
  const value = blockOf(run, call) ?? call.args.at(0);
  if (call.this.kind === "object")
    setMember(run.store, call.this.object, TRANSFORM, { value, maybeAbsent: false, isHidden: "surely" });
  return UNDEFINED;
};

/** Returns the key in the data of an attribute. A function that changes keys makes them of camel case. */
function inData(run: Run, type: HeapObject, own: string, call: Call): string {
  const transform = findSlot(run, type, TRANSFORM)?.value;
  if (!transform || !isFunction(transform) || !own.includes("_")) return own;
  const args = new Arguments([computedText(own)]);
  const same = callPerhaps(run, transform, { ...call, this: UNDEFINED, args, isNew: false });
  if (same.kind === "text" && knownString(run, same) === own && isByName(run, transform, call)) return own;
  return own.replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/** Returns whether a function leaves keys in camel case as they are, as `to_sym` does. */
function isByName(run: Run, transform: Value, call: Call): boolean {
  const given = "camelCase";
  const args = new Arguments([computedText(given)]);
  return (
    knownString(run, callPerhaps(run, transform, { ...call, this: UNDEFINED, args, isNew: false })) === given
  );
}

/** Returns the schema of a struct with the keys of the classes that it extends. */
function schemaOfStruct(run: Run, type: HeapObject): Value {
  const shape = run.make("Object", type.place);
  const keys: HeapObject[] = [];
  for (let at: HeapObject | undefined = type; at; at = at.prototype) {
    const own = run.store.read(at).symbols.get(KEYS)?.value;
    if (own?.kind === "object") keys.unshift(own.object);
  }
  for (const one of keys)
    for (const [name, slot] of run.store.read(one).members) setMember(run.store, shape, name, slot);
  return schemaOfKeys(run, shape, type.place);
}

/** Models `Cluster.new(data)`: the attributes are members of the data. */
const makeStruct: NativeFunction = (run, call) => {
  const { newTarget } = call;
  const data = call.args.length > 0 ? call.args.at(0) : (namedArguments(run, call) ?? UNDEFINED);
  if (newTarget?.kind !== "object") return data;
  return parsed(run, schemaOfStruct(run, newTarget.object), data, call, true);
};

/** Models `Cluster.call(data)` and its other names. */
const callStruct: NativeFunction = (run, call) =>
  call.this.kind === "object"
    ? parsed(run, schemaOfStruct(run, call.this.object), call.args.at(0), call, true)
    : computed(call, "call");

/** https://dry-rb.org/gems/dry-struct */
const struct: Maker = () =>
  nativeValue(
    "Dry::Struct",
    makeStruct,
    natives({
      attribute: attribute(false),
      "attribute?": attribute(true),
      attributes,
      transform_keys: transformKeys,
      ...Object.fromEntries(["call", "try", "load", "[]", "call_unsafe"].map((name) => [name, callStruct])),
    }),
  );

/** Models `required(:name)` and `optional(:name)` in a schema: what follows says more of the value. */
const keyNamed =
  (isOptional: boolean): NativeFunction =>
  (run, call) => {
    const keys = innermostKeys(run);
    const key = keys && addKey(run, keys, call.args.at(0), (own) => own, isOptional);
    return key ? macrosOf(key) : computed(call, "key");
  };

/** Methods that say what a key holds: `required(:a).hash do … end`, `.array(:hash) do … end`, `.value(Schema)`. */
function macrosOf(key: Key): Value {
  const macro =
    (name: string): NativeFunction =>
    (run, call) => {
      const nested = keysOfBlock(run, call);
      const given = call.args.list.find((one) => isSchema(run, one));
      const of = given
        ? peek(run, given, SCHEMA)
        : nested && schemaOfKeys(run, nested, call.environment.locate(call.node));
      const isList = name === "array" || name === "each";
      if (of) describeKey(run, key, isList ? { kind: "list", of } : { kind: "same", of });
      return macros;
    };
  const macros = nativeObject(
    "Macro",
    natives(Object.fromEntries(MACROS.map((name) => [name, macro(name)]))),
    unknown({ reason: "computed", name: "Macro", born: 0 }),
  );
  return macros;
}

const MACROS = ["filled", "value", "maybe", "hash", "schema", "array", "each"];

function isSchema(run: Run, value: Value): boolean {
  return value.kind === "object" && run.store.read(value.object).symbols.has(SCHEMA);
}

/** Makes what a call of a schema gives: the data, and whether they are valid. */
function checked(run: Run, call: Call, schema: Value, data: Value): Value {
  const given = parsed(run, schema, data, call, false);
  return mapAlternatives(given, (single) => {
    const result = makeObject(run, {}, "Dry::Schema::Result", call.environment.locate(call.node));
    copyMembers(run, result.object, single, siteOf(call));
    for (const name of ["to_h", "output"])
      setMember(run.store, result.object, name, {
        value: nativeValue(name, () => single),
        maybeAbsent: false,
      });
    for (const name of ["success?", "failure?", "errors", "messages"]) {
      const value = nativeValue(name, (_run, asking) => computed(asking, name));
      setMember(run.store, result.object, name, { value, maybeAbsent: false });
    }
    return result;
  });
}

const CALLING = ["call", "()", "===", "[]"];

/** Models `Dry::Schema.JSON do … end`. */
const schemaOfBlock: NativeFunction = (run, call) => {
  const parent = namedArguments(run, call);
  const above = parent ? peek(run, parent, "parent") : UNDEFINED;
  const keys = keysOfBlock(run, call);
  if (!keys) return computed(call, "Dry::Schema");
  const of = schemaOfKeys(run, keys, call.environment.locate(call.node));
  const whole = nullishness(above) === true ? of : peek(run, above, SCHEMA);
  const check: NativeFunction = (inner, using) => {
    if (whole !== of) parsed(inner, whole, using.args.at(0), using, false);
    return checked(inner, using, of, using.args.at(0));
  };
  const methods = natives(Object.fromEntries(CALLING.map((name) => [name, check])));
  return nativeObject("Dry::Schema::Processor", { ...methods, [SCHEMA]: of });
};

/** Models `json do … end` in the body of a contract. */
const contractKeys: NativeFunction = (run, call) => {
  const keys = keysOfBlock(run, call);
  if (!keys || call.this.kind !== "object") return UNDEFINED;
  const value = schemaOfKeys(run, keys, call.environment.locate(call.node));
  setMember(run.store, call.this.object, SCHEMA, { value, maybeAbsent: false, isHidden: "surely" });
  return UNDEFINED;
};

/** https://dry-rb.org/gems/dry-validation */
const contract: Maker = () =>
  nativeValue(
    "Dry::Validation::Contract",
    (run, call) => {
      const type = call.newTarget;
      const of = type?.kind === "object" ? findSlot(run, type.object, SCHEMA)?.value : undefined;
      const check: NativeFunction = (inner, using) =>
        of ? checked(inner, using, of, using.args.at(0)) : computed(using, "call");
      return makeObject(run, natives({ call: check }));
    },
    natives({
      ...Object.fromEntries(["json", "params", "schema"].map((name) => [name, contractKeys])),
      rule: () => UNDEFINED,
      option: () => UNDEFINED,
    }),
  );

/** https://dry-rb.org/gems/dry-schema */
const schema: Maker = () =>
  nativeObject(
    "Dry::Schema",
    natives(Object.fromEntries(["JSON", "Params", "define", "Form"].map((name) => [name, schemaOfBlock]))),
  );

export const DRY: readonly (readonly [string, Maker])[] = [
  ...DRY_TYPES,
  ["Dry::Struct", struct],
  ["Dry::Schema", schema],
  ["Dry::Validation::Contract", contract],
  ["rb:required", () => nativeValue("required", keyNamed(false))],
  ["rb:optional", () => nativeValue("optional", keyNamed(true))],
];
