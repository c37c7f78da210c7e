import type { OtherKeys } from "../../../facts/file-facts.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  isFunction,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  computed,
  nativeObject,
  nativeValue,
  siteOf,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import {
  defineSchema,
  definitionOf,
  isOptional,
  listedIn,
  namesIn,
  parsed,
  type Definition,
} from "../../../analysis/builtins/schemas.js";

/** A method of a schema. */
export type Method = (run: Run, call: Call, self: Value) => Value;

/** The methods that the schemas of a library have. */
export interface Dialect {
  readonly methods: ReadonlyMap<string, Method>;
  /** A method that is not known. */
  readonly otherwise: Method;
  /** The member that gives the shape of an object schema; `shape` where it is left out. */
  readonly shape?: string;
}

/** Makes a schema that a call creates. */
export function makeSchema(run: Run, call: Call, definition: Definition, dialect: Dialect): ObjectValue {
  return describe(objectValue(run.make("Schema", call.environment.locate(call.node))), definition, dialect);
}

/** Makes functions of a library that create schemas of its dialect. */
export const makerOf =
  (dialect: () => Dialect) =>
  (define: (run: Run, call: Call) => Definition): NativeFunction =>
  (run, call) =>
    makeSchema(run, call, define(run, call), dialect());

/** Makes methods of schemas that return changed schemas. */
export const remakerOf =
  (dialect: () => Dialect) =>
  (define: (self: Value, call: Call, run: Run) => Definition): Method =>
  (run, call, self) =>
    makeSchema(run, call, define(self, call, run), dialect());

/** Makes a predefined schema of a library. */
export function schemaValue(name: string, definition: Definition, dialect: Dialect): ObjectValue {
  return describe(nativeObject(name, {}), definition, dialect);
}

/** Gives a value the methods of a library's schemas. */
export function describe(self: ObjectValue, definition: Definition, dialect: Dialect): ObjectValue {
  const { methods, otherwise, shape = "shape" } = dialect;
  defineSchema(self.object, definition);
  const known = new Map<string, Value>();
  self.object.lazyMember = (key) => {
    if (key === shape && definition.kind === "object") return definition.shape;
    if (key === "element" && definition.kind === "list") return definition.of;
    let member = known.get(key);
    if (!member && key === "~standard") known.set(key, (member = nativeObject(key, standardMembers(self))));
    if (!member) {
      const method = methods.get(key) ?? otherwise;
      known.set(key, (member = nativeValue(key, (run, call) => method(run, call, self))));
    }
    return member;
  };
  return self;
}

/** Returns the members that libraries read of all kinds of schemas. https://standardschema.dev */
function standardMembers(self: Value): Record<string, Value> {
  const validate = nativeValue("validate", (run, call) =>
    makeObject(run, {
      value: parsed(run, self, call.args.at(0), call, false),
      issues: computed(call, "issues"),
    }),
  );
  return { validate };
}

/**
 * Makes a module that has a member for every name.
 *
 * @param itself names under which the module is also exported
 */
export function libraryOf(
  name: string,
  itself: readonly string[],
  memberOf: (key: string) => Value,
): ObjectValue {
  const library = nativeObject(name, {});
  const known = new Map<string, Value>();
  library.object.lazyMember = (key) => {
    if (itself.includes(key)) return library;
    let member = known.get(key);
    if (!member) known.set(key, (member = memberOf(key)));
    return member;
  };
  return library;
}

export const same: Method = (_run, _call, self) => self;

export const promised =
  (method: Method): Method =>
  (run, call, self) =>
    makePromise(run, method(run, call, self));

/** Models `parse`: returns the value of the first argument, or throws. */
export const parse: Method = (run, call, self) => parsed(run, self, call.args.at(0), call, true);

/** Models unknown methods that refine a schema. If they take functions or other schemas, the result is unknown. */
export const saidWith =
  (dialect: () => Dialect): Method =>
  (run, call, self) => {
    const isKnown = call.args.list.every((one) => !isFunction(one) && !definitionOf(one));
    if (isKnown && definitionOf(self)?.kind !== "text") return self;
    const isSame = isKnown ? isOptional(self) : undefined;
    const definition = { kind: "unknown", ...(isSame === undefined ? {} : { isOptional: isSame }) } as const;
    return makeSchema(run, call, definition, dialect());
  };

export function objectOf(shape: Value, others: OtherKeys): Definition {
  return { kind: "object", shape, others };
}

/** Merges shapes. Keys of later ones win. */
export function joinedShapes(run: Run, shapes: readonly Value[], call: Call): Value {
  const joined = run.make("Object", undefined);
  for (const shape of shapes) if (nullishness(shape) !== true) copyMembers(run, joined, shape, siteOf(call));
  return objectValue(joined);
}

/** Returns a shape with only the named keys, or without them. Undefined if the names or the keys are unknown. */
export function maskedShape(
  run: Run,
  names: ReadonlySet<string> | undefined,
  from: Value,
  isKept: boolean,
): Value | undefined {
  if (!names || from.kind !== "object") return undefined;
  const { members, rest, open } = run.store.read(from.object);
  if (rest.length + open.length > 0) return undefined;
  const shape = run.make("Object", undefined);
  for (const [key, slot] of members) if (names.has(key) === isKept) setMember(run.store, shape, key, slot);
  return objectValue(shape);
}

/** Returns an object schema with only the keys of a list, or without them; unknown if the list is unknown. */
export function masked(run: Run, self: Value, list: Value, isKept: boolean): Definition {
  const own = definitionOf(self);
  if (own?.kind !== "object") return { kind: "unknown" };
  const shape = maskedShape(run, namesIn(run, list), own.shape, isKept);
  return shape ? { ...own, shape } : { kind: "unknown" };
}

/** Makes a union of the schemas in a list. */
export function eitherIn(run: Run, list: Value): Definition {
  const of = listedIn(run, list);
  return of ? { kind: "either", of } : { kind: "unknown" };
}

/** Merges object schemas into one. If one of them is not an object schema, a value must fit each of them. */
export function joinedObjects(run: Run, schemas: readonly Value[], call: Call): Definition {
  const all = schemas.map(definitionOf);
  const objects = all.filter((one) => one?.kind === "object");
  const last = objects.at(-1);
  if (!last || objects.length < all.length || objects.some(({ keys }) => keys !== last.keys))
    return { kind: "each", of: schemas };
  const shapes = objects.map(({ shape }) => shape);
  return { ...last, shape: joinedShapes(run, shapes, call) };
}

/** Makes all keys of an object schema optional or required. Other schemas stay as they are. */
export function withAllKeys(self: Value, keys: "optional" | "required" | "unknown"): Definition {
  const own = definitionOf(self);
  return own?.kind === "object" ? { ...own, keys } : { kind: "either", of: [self] };
}

export function withOthers(self: Value, others: OtherKeys): Definition {
  const own = definitionOf(self);
  return own?.kind === "object" ? { ...own, others } : { kind: "unknown" };
}

/** Makes a function of a method, with the schema as its first argument. */
export const asFunction =
  (method: Method): NativeFunction =>
  (run, call) =>
    method(run, { ...call, args: call.args.from(1) }, call.args.at(0));
