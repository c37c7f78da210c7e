import type { Location } from "../../core/span.js";
import { flatten } from "../../facts/text.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { HeapObject } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  EMPTY,
  FALSE,
  NULL,
  alternatives,
  choice,
  objectValue,
  opaque,
  scalar,
  withShape,
  type ObjectValue,
  type Shape,
  type Single,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { nativeValue } from "../../analysis/builtins/native.js";
import { converted } from "./conversions.js";
import { keyOfUntagged, outlineOf } from "./printed-fields.js";

/** A type of a program or of a package that is modelled. */
export interface GoType {
  readonly kind: "struct" | "list" | "map" | "other" | "pointer" | "interface";
  readonly name: string;
  /** Returns the fields of a struct, by name. */
  fields?(run: Run): ReadonlyMap<string, GoField>;
  /** Returns the types of the first results of an interface's methods, by name; interfaces that it embeds, by number. */
  methods?(run: Run): ReadonlyMap<string, Value>;
  /** Returns the element type of a list, a map or a pointer. */
  element?(): Value;
  /** The object with the methods of its values. */
  readonly prototype?: HeapObject;
  /** For a type of a package: a value without a known constructor, or whose zero value is usable. */
  instance?(run: Run, call: Call): Value;
}

export interface GoField {
  readonly name: string;
  /** The key in JSON. Undefined if no tag names it. */
  readonly key: string | undefined;
  readonly type: Value;
  readonly isEmbedded: boolean;
  /** The key in the tag, or the name. */
  readonly place: Location;
  /** The options in the tag: `omitempty`. */
  readonly options: readonly string[];
  /** The demands in the tag of a validator: `required`. */
  readonly demands: readonly string[];
}

const types = new WeakMap<HeapObject, GoType>();
const byPrototype = new WeakMap<HeapObject, GoType>();
const fields = new WeakMap<HeapObject, Omit<GoField, "name">>();
/** Lists and maps that are made with a type. */
export const elementTypes = new WeakMap<HeapObject, Value>();

/** Returns the Go type that a value represents. Undefined if it is not a type. */
export function typeOf(value: Value): GoType | undefined {
  return value.kind === "object" ? types.get(value.object) : undefined;
}

/** Returns the type of a struct value. Undefined if it has no known type. */
export function typeOfStruct(object: HeapObject): GoType | undefined {
  return object.prototype && byPrototype.get(object.prototype);
}

/** Makes a value of a type. A call of it converts a value to the type. */
export function typeValue(type: GoType): ObjectValue {
  const value = nativeValue(type.name, (_run, call) => converted(call.args.at(0), type));
  types.set(value.object, type);
  if (type.prototype) byPrototype.set(type.prototype, type);
  return value;
}

export function fieldValue(field: Omit<GoField, "name">): ObjectValue {
  const object = new HeapObject("field", undefined);
  fields.set(object, field);
  return objectValue(object);
}

/** Returns the struct that a type is, or that it points to. */
export function structOf(type: Value): GoType | undefined {
  const of = typeOf(type);
  return of?.kind === "pointer" ? structOf(of.element!()) : of;
}

/** Returns the fields of a struct from the record that describes them. */
export function fieldsIn(run: Run, record: Value): ReadonlyMap<string, GoField> {
  const all = new Map<string, GoField>();
  if (record.kind !== "object") return all;
  for (const [name, { value }] of run.store.read(record.object).members) {
    const field = value.kind === "object" ? fields.get(value.object) : undefined;
    if (field) all.set(name, { name, ...field });
  }
  return all;
}

/** Returns the result types from the record of an interface, by method name. */
export function resultsIn(run: Run, record: Value): ReadonlyMap<string, Value> {
  if (record.kind !== "object") return new Map();
  const { members } = run.store.read(record.object);
  return new Map([...members].map(([name, { value }]) => [name, value]));
}

// ── Values of types ──────────────────────────────────────────────────────────────────────────────────────────────────

/** Returns the value of a variable of a type before it is assigned. */
export function zeroValue(run: Run, type: Value, call: Call): Value {
  const place = call.environment.locate(call.node);
  if (type.kind === "text") {
    const name = type.text.parts[0]?.kind === "segment" ? type.text.parts[0].text : "";
    if (name === "string") return EMPTY;
    if (name === "bool") return FALSE;
    return /^(?:u?int|float|byte|rune|complex)/.test(name) ? scalar(0) : NULL;
  }
  const of = typeOf(type);
  switch (of?.kind) {
    case "struct":
      return of.instance?.(run, call) ?? structValue(run, of, run.make("Object", place));
    case "list":
    case "map": {
      const made = objectValue(new HeapObject(of.kind === "list" ? "Array" : "Object", place, of.prototype));
      if (of.kind === "list") made.object.prototype = run.realm.prototypes.get("Array");
      elementTypes.set(made.object, of.element!());
      return made;
    }
    case "pointer":
      return NULL;
    default: {
      const value = opaque("computed", of?.name ?? "zero value", place);
      const shape = shapeOfPackage(type);
      return shape ? withShape(value, shape) : value;
    }
  }
}

/** Makes an object a struct of a type. */
export function structValue(run: Run, type: GoType, object: HeapObject): ObjectValue {
  const value = objectValue(object);
  if (type.prototype) {
    object.prototype = type.prototype;
    run.instanceMade(type.prototype, value);
  }
  return value;
}

/** Converts a value to a type. Unknown values get the members that the type declares. */
export function asType(run: Run, value: Value, type: Value, call: Call): Value {
  const singles = alternatives(value);
  if (!singles.some((single) => single.kind === "unknown")) return value;
  const given = structOf(type);
  const shape = given?.instance ? undefined : shapeOf(run, type);
  if (!shape && !given?.instance) return value;
  return choice(
    singles.flatMap((single): readonly Single[] => {
      if (single.kind !== "unknown") return [single];
      if (given?.instance) return alternatives(given.instance(run, call));
      const instances = isParameter(single) ? instancesOf(run, given) : [];
      const own =
        instances.length === 0 && given?.prototype ? { ...shape!, prototype: given.prototype } : shape!;
      return [single.shape ? single : withShape(single, own), ...instances];
    }),
  );
}

/** Checks whether a value is a parameter that no known code passes. */
function isParameter({ source, path }: UnknownValue): boolean {
  return source.reason === "parameter" && path.length === 0;
}

/** Returns the instances of a type that hold a client or an address. Other instances only hold data. */
function instancesOf(run: Run, type: GoType | undefined): readonly Single[] {
  if (!type?.prototype) return [];
  return run.instancesOf(type.prototype).filter((one) => isService(run, one));
}

function isService(run: Run, { object }: ObjectValue, depth = 2): boolean {
  if (typeOfStruct(object)?.instance) return true;
  if (depth === 0) return false;
  return [...run.store.read(object).members.values()].some(({ value }) =>
    alternatives(value).some((single) => {
      if (single.kind === "text") return /\/\w/.test(flatten(single.text));
      return single.kind === "object" && isService(run, single, depth - 1);
    }),
  );
}

/** Returns the shape of an external package's type, if it is known how the type names the fields of the API. */
export function shapeOfPackage(type: Value): Shape | undefined {
  const inner = typeOf(type)?.kind === "pointer" ? typeOf(type)!.element!() : type;
  const of = typeOf(inner);
  if (of?.kind === "list" || of?.kind === "map") return shapeOfPackage(of.element!());
  return inner.kind === "unknown" && inner.shape
    ? { ...inner.shape, name: inner.path.at(-1) ?? "" }
    : undefined;
}

/** Returns the JSON names of the members of a type. */
export function shapeOf(run: Run, type: Value): Shape | undefined {
  const of = typeOf(type);
  switch (of?.kind) {
    case "pointer":
      return shapeOf(run, of.element!());
    case "struct":
      return of.fields ? structShape(run, of) : undefined;
    case "interface":
      return of.methods && interfaceShape(run, of);
    case "list":
    case "map": {
      const inner = shapeOf(run, of.element!());
      const member = (key: string) => ({ key, shape: inner });
      return inner && { name: of.kind === "list" ? `${inner.name}[]` : inner.name, member };
    }
    default:
      return shapeOfPackage(type);
  }
}

const shapes = new WeakMap<GoType, Shape>();

export function structShape(run: Run, type: GoType): Shape {
  let shape = shapes.get(type);
  if (!shape) {
    shape = {
      name: type.name,
      member: (name) => {
        const field = fieldNamed(run, type, name);
        if (!field) return { key: name };
        return { key: field.key ?? keyOfUntagged(run, name), shape: shapeOf(run, field.type) };
      },
      keys: () => [...(type.fields?.(run).values() ?? [])].flatMap(({ key }) => key ?? []),
      outline: outlineOf(type),
    };
    shapes.set(type, shape);
  }
  return shape;
}

/** Returns the shape of an interface: a method call gives the type of its first result. */
function interfaceShape(run: Run, type: GoType): Shape {
  const result = (name: string): Shape | undefined => {
    const of = resultOf(run, type, name);
    return of && shapeOf(run, of);
  };
  return {
    name: "",
    member: (name) => ({
      key: name,
      shape: {
        name: "",
        member: (step) => ({ key: step, shape: step === `${name}()` ? result(name) : undefined }),
      },
    }),
  };
}

/** Returns the type of the first result of a method of an interface, or of one that it embeds. */
function resultOf(run: Run, type: GoType, name: string, seen = new Set<GoType>()): Value | undefined {
  const all = type.kind === "interface" ? type.methods?.(run) : undefined;
  const own = all?.get(name);
  if (own || !all || seen.has(type)) return own;
  seen.add(type);
  for (const [key, value] of all) {
    const embedded = /^\d/.test(key) ? typeOf(value) : undefined;
    const found = embedded && resultOf(run, embedded, name, seen);
    if (found) return found;
  }
  return undefined;
}

/** Finds a field of a struct or of a struct that it embeds. */
export function fieldNamed(
  run: Run,
  type: GoType,
  name: string,
  seen = new Set<GoType>(),
): GoField | undefined {
  const all = type.fields?.(run);
  const own = all?.get(name);
  if (own || !all || seen.has(type)) return own;
  seen.add(type);
  for (const { isEmbedded, type: inner } of all.values()) {
    const of = isEmbedded ? structOf(inner) : undefined;
    const found = of && fieldNamed(run, of, name, seen);
    if (found) return found;
  }
  return undefined;
}
