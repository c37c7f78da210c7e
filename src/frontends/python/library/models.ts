import type { Location } from "../../../core/span.js";
import { callBack, computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeSchemaAt, parsed } from "../../../analysis/builtins/schemas.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, elementsOf, setMember, type Slot } from "../../../analysis/evaluation/heap.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  objectValue,
  opaque,
  truthiness,
  type ObjectValue,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { CAMEL, FIELDS } from "../data-classes.js";

/** A field of a class of data. */
interface Field {
  readonly own: string;
  /** The name in JSON. */
  readonly wire: string;
  readonly place: Location;
  readonly type: Value;
  readonly isRequired: boolean;
  readonly standard: Value | undefined;
}

/** The names by which a class takes values: those in JSON, or its own, as a constructor does. */
type Naming = "wire" | "own";

const described = new WeakMap<HeapObject, Field>();

/** Models `py:field(own, wire, type, isRequired, standard)`, which the lowering writes for each field of a class. */
export const describeField: NativeFunction = (run, call) => {
  const [own, wire, type, isRequired, standard] = call.args.list;
  const made = run.make("Field", undefined);
  described.set(made, {
    own: (own && knownString(run, own)) ?? "",
    wire: (wire && knownString(run, wire)) ?? "",
    place: call.environment.locate(call.node),
    type: type ?? UNDEFINED,
    isRequired: isRequired !== undefined && truthiness(isRequired) === true,
    standard,
  });
  return objectValue(made);
};

/** Models `py:type(kind, ...parts)`: the schema of a generic type. */
export const describeType: NativeFunction = (run, call) => {
  const kind = knownString(run, call.args.at(0));
  const parts = call.args.list.slice(1).map((one) => schemaOfType(run, one, call));
  const [first] = parts;
  const place = call.environment.locate(call.node);
  switch (kind) {
    case "list":
      return first ? makeSchemaAt(run, place, { kind: "list", of: first }) : text(run);
    case "record":
      return parts[1] ? makeSchemaAt(run, place, { kind: "record", of: parts[1] }) : text(run);
    case "same":
      return first ?? text(run);
    case "optional":
      return makeSchemaAt(run, place, { kind: "same", of: first ?? text(run) });
    case "union": {
      const given = call.args.list.slice(1).filter((one) => nullishness(one) !== true);
      const of = given.map((one) => schemaOfType(run, one, call));
      return of.length === 1
        ? makeSchemaAt(run, place, { kind: "same", of: of[0]! })
        : makeSchemaAt(run, place, { kind: "either", of });
    }
    default:
      return text(run);
  }
};

function text(run: Run): ObjectValue {
  return makeSchemaAt(run, undefined, { kind: "text" });
}

/** Returns the fields of a class and of the classes that it extends, those of its bases first. */
function fieldsOf(run: Run, type: HeapObject, call: Call): Field[] {
  const isCamel = bases(type).some((one) => run.store.read(one).members.has(CAMEL));
  const fields = new Map<string, Field>();
  for (const one of bases(type).reverse())
    for (const field of ownFields(run, one, call))
      fields.set(field.own, isCamel ? inCamelCase(field) : field);
  return [...fields.values()];
}

/** Returns a class and those that it extends. */
function bases(type: HeapObject): HeapObject[] {
  return [type, ...(type.prototype ? bases(type.prototype) : [])];
}

function ownFields(run: Run, type: HeapObject, call: Call): Field[] {
  const member = run.store.read(type).members.get(FIELDS)?.value;
  if (!member) return [];
  const list = callBack(run, member, [], call, objectValue(type));
  const elements = list.kind === "object" ? (elementsOf(run.store.read(list.object)) ?? []) : [];
  return elements.flatMap((one) => (one.kind === "object" ? (described.get(one.object) ?? []) : []));
}

function inCamelCase(field: Field): Field {
  if (field.wire !== field.own) return field;
  return {
    ...field,
    wire: field.own.replace(/_+([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
  };
}

/** Returns whether a value is a class that declares fields, or that extends one. */
export function hasFields(run: Run, value: Value): value is ObjectValue {
  if (value.kind !== "object" || value.object.callable?.kind !== "class") return false;
  return bases(value.object).some((one) => run.store.read(one).members.has(FIELDS));
}

/** Returns the schema of a type: of a class of data, or of what `py:type` makes. */
export function schemaOfType(run: Run, type: Value, call: Call): Value {
  if (type.kind === "object" && type.object.className === "Schema") return type;
  if (!hasFields(run, type)) return text(run);
  const lazy = makeSchemaAt(run, undefined, { kind: "lazy", get: () => schemaOfClass(run, type, call) });
  return makeSchemaAt(run, undefined, { kind: "same", of: lazy, isOptional: false });
}

const schemas = new WeakMap<HeapObject, Value>();

/** Returns the schema of what a class is made of; it makes an instance. A class may have fields of its own type. */
function schemaOfClass(run: Run, type: ObjectValue, call: Call): Value {
  let schema = schemas.get(type.object);
  if (!schema) {
    const by = nativeValue("instance", (inner, making) =>
      mapAlternatives(making.args.at(0), (given) => instanceOf(inner, type, given, making)),
    );
    const of = schemaOfFields(run, type, call, "wire");
    schemas.set(type.object, (schema = makeSchemaAt(run, type.object.place, { kind: "changed", of, by })));
  }
  return schema;
}

function schemaOfFields(run: Run, type: ObjectValue, call: Call, naming: Naming): Value {
  const slots = fieldsOf(run, type.object, call).map(
    ({ own, wire, place, type: of, isRequired }): [string, Slot] => {
      const inner = schemaOfType(run, of, call);
      // A constructor also refuses a call without a field that may be nothing; libraries differ on that.
      const isOptional = isRequired ? (naming === "own" ? false : undefined) : true;
      const value =
        isOptional === undefined
          ? inner
          : makeSchemaAt(run, undefined, { kind: "same", of: inner, isOptional });
      return [naming === "wire" ? wire : own, { value, maybeAbsent: false, keyPlace: place }];
    },
  );
  const shape = new HeapObject("Object", type.object.place);
  // It is the same in every branch of the program.
  shape.content = { epoch: -1, members: new Map(slots), rest: [], open: [] };
  return makeSchemaAt(run, type.object.place, {
    kind: "object",
    shape: objectValue(shape),
    others: "dropped",
  });
}

/** Makes an instance of a class of what a library has parsed. */
function instanceOf(run: Run, type: ObjectValue, given: Single, call: Call): Value {
  if (given.kind === "text" || given.kind === "scalar") return given;
  const prototype = peek(run, type, "prototype");
  const above = prototype.kind === "object" ? prototype.object : undefined;
  const name = type.object.callable?.kind === "class" ? type.object.callable.name : "Object";
  const made = objectValue(run.make(name, call.environment.locate(call.node), above));
  if (above) run.instanceMade(above, made);
  fill(run, made, type, given, call);
  return made;
}

/** Gives an object the fields of a class, by their own names. */
function fill(run: Run, made: ObjectValue, type: ObjectValue, given: Single, call: Call): void {
  for (const field of fieldsOf(run, type.object, call)) {
    const value = valueOf(run, field, given);
    setMember(run.store, made.object, field.own, { value, maybeAbsent: false, keyPlace: field.place });
  }
}

/** Returns the value of a field in what is given, or its default. A response of a service stays one. */
function valueOf(run: Run, { own, wire, standard, place }: Field, given: Single): Value {
  const named = (name: string): Value =>
    given.kind === "unknown"
      ? memberOfUnknown(given, name)
      : given.kind === "object"
        ? keyword(run, given, name)
        : UNDEFINED;
  const found = named(wire);
  const all = alternatives(nullishness(found) === true ? named(own) : found);
  const present = all.filter((one) => !(one.kind === "scalar" && one.value === undefined));
  const answers = present.filter((one) => one.kind === "unknown" && one.source.request !== undefined);
  if (answers.length > 0) return choice(answers);
  const otherwise = standard ?? opaque("property", own, place);
  return present.length === all.length ? choice(present) : choice([...present, otherwise]);
}

/** Models the constructor of a base class whose classes take their fields by name: pydantic, SQLModel, msgspec. */
export const constructModel: NativeFunction = (run, call) => {
  const type = call.newTarget;
  const made = makeObject(run, {});
  if (!type || type.kind !== "object") return made;
  const given = call.args.keywords ?? made;
  parsed(run, schemaOfFields(run, type, call, "wire"), given, call, true);
  fill(run, made, type, given, call);
  return made;
};

/** Models `py:check(type, keywords)`: the constructor of a data class refuses a call without a field. */
export const checkFields: NativeFunction = (run, call) => {
  const [type, given] = [call.args.at(0), call.args.at(1)];
  if (hasFields(run, type)) parsed(run, schemaOfFields(run, type, call, "own"), given, call, true);
  return UNDEFINED;
};

/** Parses a value with a type: a class of data, or a list of one. */
export function parseWith(run: Run, type: Value, given: Value, call: Call): Value {
  return mapAlternatives(type, (single) =>
    single.kind === "unknown"
      ? computed(call, "parse")
      : parsed(run, schemaOfType(run, single, call), given, call, true),
  );
}
