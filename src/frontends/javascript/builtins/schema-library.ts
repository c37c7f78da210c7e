import type { OtherKeys } from "../../../facts/file-facts.js";
import type { Call } from "../evaluation/callable.js";
import { knownString } from "../evaluation/coerce.js";
import { elementsOf, isInternal, setMember } from "../evaluation/heap.js";
import { copyMembers, makeObject } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { isFunction, nullishness, objectValue, type ObjectValue, type Value } from "../evaluation/value.js";
import { computed, nativeObject, nativeValue, siteOf, type NativeFunction } from "./native.js";
import { makePromise } from "./promises.js";
import { defineSchema, definitionOf, isOptional, parsed, type Definition } from "./schema-values.js";

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

/** A schema that a call makes. */
export function makeSchema(run: Run, call: Call, definition: Definition, dialect: Dialect): ObjectValue {
  return withMethods(
    objectValue(run.make("Schema", call.environment.locate(call.node))),
    definition,
    dialect,
  );
}

/** Functions of a library that make schemas of its dialect. */
export const makerOf =
  (dialect: () => Dialect) =>
  (define: (run: Run, call: Call) => Definition): NativeFunction =>
  (run, call) =>
    makeSchema(run, call, define(run, call), dialect());

/** Methods of its schemas that make other ones of them. */
export const remakerOf =
  (dialect: () => Dialect) =>
  (define: (self: Value, call: Call, run: Run) => Definition): Method =>
  (run, call, self) =>
    makeSchema(run, call, define(self, call, run), dialect());

/** A schema that a library brings. */
export function schemaValue(name: string, definition: Definition, dialect: Dialect): ObjectValue {
  return withMethods(nativeObject(name, {}), definition, dialect);
}

function withMethods(self: ObjectValue, definition: Definition, dialect: Dialect): ObjectValue {
  const { methods, otherwise, shape = "shape" } = dialect;
  defineSchema(self.object, definition);
  const known = new Map<string, Value>();
  self.object.lazyMember = (key) => {
    if (isInternal(key)) return undefined;
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

/** A module with a member for every name that is asked for; `itself` are names that it is exported under as well. */
export function libraryOf(
  name: string,
  itself: readonly string[],
  memberOf: (key: string) => Value,
): ObjectValue {
  const library = nativeObject(name, {});
  const known = new Map<string, Value>();
  library.object.lazyMember = (key) => {
    if (itself.includes(key)) return library;
    if (isInternal(key)) return undefined;
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

/** The value of the first argument, or an exception. */
export const parse: Method = (run, call, self) => parsed(run, self, call.args.at(0), call, true);

/** A method that is not known says more of the schema; what functions and other schemas do in it is not known. */
export const saidWith =
  (dialect: () => Dialect): Method =>
  (run, call, self) => {
    const isKnown = call.args.list.every((one) => !isFunction(one) && !definitionOf(one));
    if (isKnown && definitionOf(self)?.kind !== "text") return self;
    const isSame = isKnown ? isOptional(self) : undefined;
    const definition = { kind: "unknown", ...(isSame === undefined ? {} : { isOptional: isSame }) } as const;
    return makeSchema(run, call, definition, dialect());
  };

/** The schemas in a list; nothing where the list is not known. */
export function listedIn(run: Run, list: Value): readonly Value[] | undefined {
  return list.kind === "object" ? elementsOf(run.store.read(list.object)) : undefined;
}

/** The texts in a list; nothing where some are not known. */
export function namesIn(run: Run, list: Value): ReadonlySet<string> | undefined {
  const names = listedIn(run, list)?.map((one) => knownString(run, one));
  return names?.every((name) => name !== undefined) ? new Set(names) : undefined;
}

export function objectOf(shape: Value, others: OtherKeys): Definition {
  return { kind: "object", shape, others };
}

/** A shape with the keys of several, the last one first. */
export function joinedShapes(run: Run, shapes: readonly Value[], call: Call): Value {
  const joined = run.make("Object", undefined);
  for (const shape of shapes) if (nullishness(shape) !== true) copyMembers(run, joined, shape, siteOf(call));
  return objectValue(joined);
}

/** The shape with those keys alone that are named, or without them; nothing where they are not known. */
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
  for (const [key, slot] of members)
    if (!isInternal(key) && names.has(key) === isKept) setMember(run.store, shape, key, slot);
  return objectValue(shape);
}

/** Returns an object schema with only the keys of a list, or without them; unknown if the list is unknown. */
export function masked(run: Run, self: Value, list: Value, isKept: boolean): Definition {
  const own = definitionOf(self);
  if (own?.kind !== "object") return { kind: "unknown" };
  const shape = maskedShape(run, namesIn(run, list), own.shape, isKept);
  return shape ? { ...own, shape } : { kind: "unknown" };
}

/** One of the schemas in a list. */
export function eitherIn(run: Run, list: Value): Definition {
  const of = listedIn(run, list);
  return of ? { kind: "either", of } : { kind: "unknown" };
}

/** One object schema of the shapes of several; nothing where one of them is none. */
export function joinedObjects(run: Run, schemas: readonly Value[], call: Call): Definition {
  const all = schemas.map(definitionOf);
  const objects = all.filter((one) => one?.kind === "object");
  const last = objects.at(-1);
  if (!last || objects.length < all.length || objects.some(({ keys }) => keys !== last.keys))
    return { kind: "each", of: schemas };
  const shapes = objects.map(({ shape }) => shape);
  return { ...last, shape: joinedShapes(run, shapes, call) };
}

/** An object schema all of whose keys may be absent, or none; of others nothing of the kind is said. */
export function withAllKeys(self: Value, keys: "optional" | "required" | "unknown"): Definition {
  const own = definitionOf(self);
  return own?.kind === "object" ? { ...own, keys } : { kind: "either", of: [self] };
}

export function withOthers(self: Value, others: OtherKeys): Definition {
  const own = definitionOf(self);
  return own?.kind === "object" ? { ...own, others } : { kind: "unknown" };
}

/** Of a function with the schema as its first argument: the method that it is. */
export const asFunction =
  (method: Method): NativeFunction =>
  (run, call) =>
    method(run, { ...call, args: call.args.from(1) }, call.args.at(0));
