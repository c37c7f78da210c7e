import type { Location } from "../../core/span.js";
import { callBack, nativeValue, type NativeFunction } from "../../analysis/builtins/native.js";
import { makeSchemaAt } from "../../analysis/builtins/schemas.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import { HeapObject, elementsOf, type Slot } from "../../analysis/evaluation/heap.js";
import { makeContent } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  mapAlternatives,
  nullishness,
  objectValue,
  truthiness,
  type ObjectValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { CAMEL, FIELDS, STRICT, type TypeKind } from "./data-fields.js";

/** A field of a class of data. */
export interface Field {
  readonly own: string;
  /** The name in JSON. */
  readonly wire: string;
  readonly place: Location;
  readonly type: Value;
  readonly isRequired: boolean;
  readonly standard: Value | undefined;
}

const described = new WeakMap<HeapObject, Field>();

/** Models `core:field(own, wire, type, isRequired, standard)`. */
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

/** A type that is made of others. */
interface ComposedType {
  readonly kind: TypeKind;
  readonly parts: readonly Value[];
}

const composed = new WeakMap<HeapObject, ComposedType>();

/** Returns what a schema of `core:type` is made of. */
export function composedType(schema: HeapObject): ComposedType | undefined {
  return composed.get(schema);
}

/** Models `core:type(kind, ...parts)`: the schema of a type that is made of others. */
export const describeType: NativeFunction = (run, call) => {
  const schema = schemaOfParts(run, call);
  const kind = (knownString(run, call.args.at(0)) ?? "any") as TypeKind;
  // A part that is the schema itself says already of what it is made.
  if (schema.kind === "object" && !composed.has(schema.object))
    composed.set(schema.object, { kind, parts: call.args.list.slice(1) });
  return schema;
};

function schemaOfParts(run: Run, call: Call): Value {
  const place = call.environment.locate(call.node);
  const given = call.args.list.slice(1).filter((one) => nullishness(one) !== true);
  const parts = given.map((one) => schemaOfType(run, one, call));
  const last = parts.at(-1);
  if (!last) return text(run);
  switch (knownString(run, call.args.at(0))) {
    case "list":
      return makeSchemaAt(run, place, { kind: "list", of: last });
    case "record":
      return makeSchemaAt(run, place, { kind: "record", of: last });
    case "same":
      return parts[0]!;
    case "optional":
      return makeSchemaAt(run, place, { kind: "same", of: parts[0]! });
    case "union":
      // Without the type of nothing it may be one type.
      return parts.length === 1
        ? makeSchemaAt(run, place, { kind: "same", of: last })
        : makeSchemaAt(run, place, { kind: "either", of: parts });
    default:
      return text(run);
  }
}

function text(run: Run): ObjectValue {
  return makeSchemaAt(run, undefined, { kind: "text" });
}

/** Returns the fields of a class and of the classes that it extends, those of its bases first. */
export function fieldsOf(run: Run, type: HeapObject, call: Call): Field[] {
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

/** Returns the schema of a type: of a class of data, or of what `core:type` makes. */
export function schemaOfType(run: Run, type: Value, call: Call): Value {
  if (type.kind === "object" && type.object.className === "Schema") return type;
  if (!hasFields(run, type)) return text(run);
  const lazy = makeSchemaAt(run, undefined, { kind: "lazy", get: () => schemaOfClass(run, type, call) });
  return makeSchemaAt(run, undefined, { kind: "same", of: lazy, isOptional: false });
}

/** Classes of libraries of which all classes that extend them are strict. */
const strict = new WeakSet<HeapObject>();

/** Notes that classes with the same base of a library refuse data without a field that has no default. */
export function requireFields(type: Value): void {
  if (type.kind !== "object") return;
  for (const one of bases(type.object)) if (one.callable?.kind === "native") strict.add(one);
}

function isStrict(run: Run, type: HeapObject): boolean {
  return bases(type).some((one) => strict.has(one) || run.store.read(one).members.has(STRICT));
}

const schemas = new WeakMap<HeapObject, Map<boolean, Value>>();

/** Returns the schema of a class. A class may have fields of its own type. */
function schemaOfClass(run: Run, type: ObjectValue, call: Call): Value {
  let own = schemas.get(type.object);
  if (!own) schemas.set(type.object, (own = new Map<boolean, Value>()));
  const key = isStrict(run, type.object);
  let schema = own.get(key);
  if (!schema) own.set(key, (schema = instances(run, type, schemaOfFields(run, type, call))));
  return schema;
}

/** Returns a schema that makes instances of a class, in languages where they have other members than the data. */
function instances(run: Run, type: ObjectValue, of: Value): Value {
  const { instanceOf } = run.language.semantics;
  if (!instanceOf) return of;
  const by = nativeValue("instance", (inner, making) =>
    mapAlternatives(making.args.at(0), (given) => instanceOf(inner, type, given, making)),
  );
  return makeSchemaAt(run, type.object.place, { kind: "changed", of, by });
}

/**
 * Returns the schema of the fields of a class.
 *
 * @param isConstructor whether its own constructor takes them: by its own names, and none may be left out
 */
export function schemaOfFields(run: Run, type: ObjectValue, call: Call, isConstructor = false): Value {
  const refuses = isConstructor || isStrict(run, type.object);
  const slots = fieldsOf(run, type.object, call).map(
    ({ own, wire, place, type: of, isRequired }): [string, Slot] => {
      const inner = schemaOfType(run, of, call);
      // Libraries differ on whether a field that may be nothing has to be there.
      const isOptional = isRequired ? (refuses ? false : undefined) : true;
      const value =
        isOptional === undefined
          ? inner
          : makeSchemaAt(run, undefined, { kind: "same", of: inner, isOptional });
      return [isConstructor ? own : wire, { value, maybeAbsent: false, keyPlace: place }];
    },
  );
  const shape = new HeapObject("Object", type.object.place);
  // It is the same in every branch of the program.
  shape.content = makeContent(slots);
  return makeSchemaAt(run, type.object.place, {
    kind: "object",
    shape: objectValue(shape),
    others: "dropped",
  });
}
