import type { Call } from "../evaluation/callable.js";
import { setMember } from "../evaluation/heap.js";
import { peek } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import { nullishness, objectValue, truthiness, type ObjectValue, type Value } from "../evaluation/value.js";
import { definitionOf, listedIn, makeSchemaAt, namesIn, type Definition } from "./schemas.js";

/** Deeper schemas are treated as unknown. */
const MAX_DEPTH = 12;

/** Makes a schema of one in JSON that the program states as data. One of a library stays as it is. https://json-schema.org */
export function schemaOfJson(run: Run, call: Call, data: Value, depth = 0): Value {
  if (definitionOf(data)) return data;
  const isKnown = data.kind === "object" && depth < MAX_DEPTH;
  const definition = isKnown ? definitionIn(run, call, data, depth) : undefined;
  return makeSchemaAt(run, call.environment.locate(call.node), definition ?? { kind: "unknown" });
}

const COMBINED = new Map([
  ["anyOf", "either"],
  ["oneOf", "either"],
  ["allOf", "each"],
] as const);

function definitionIn(run: Run, call: Call, data: ObjectValue, depth: number): Definition | undefined {
  const { members, rest, open } = run.store.read(data.object);
  if (rest.length + open.length > 0 || members.has("$ref")) return undefined;
  const nested = (value: Value): Value => schemaOfJson(run, call, value, depth + 1);
  for (const [key, kind] of COMBINED) {
    if (!members.has(key)) continue;
    const of = listedIn(run, peek(run, data, key));
    return of && { kind, of: of.map(nested) };
  }
  if (members.has("properties")) return objectIn(run, data, nested);
  if (members.has("items")) return { kind: "list", of: nested(peek(run, data, "items")) };
  return { kind: "unknown", isOptional: false };
}

function objectIn(run: Run, data: ObjectValue, nested: (value: Value) => Value): Definition | undefined {
  const properties = peek(run, data, "properties");
  if (properties.kind !== "object") return undefined;
  const { members, rest, open } = run.store.read(properties.object);
  if (rest.length + open.length > 0) return undefined;
  const required = namesOfRequired(run, data);
  const shape = run.make("Object", properties.object.place);
  for (const [key, slot] of members) {
    const value = peek(run, properties, key);
    // A default is filled in if an option of the validator says so.
    const isFilled = value.kind === "object" && run.store.read(value.object).members.has("default");
    const isOptional = isFilled || !(required?.has(key) === true || isRequiredItself(run, value));
    const member = makeSchemaAt(run, undefined, { kind: "same", of: nested(value), isOptional });
    setMember(run.store, shape, key, { ...slot, value: member });
  }
  const others = peek(run, data, "additionalProperties");
  const isOpen = nullishness(others) === true || truthiness(others) === true;
  return { kind: "object", shape: objectValue(shape), others: isOpen ? "kept" : "refused" };
}

function namesOfRequired(run: Run, data: ObjectValue): ReadonlySet<string> | undefined {
  const listed = peek(run, data, "required");
  return nullishness(listed) === true ? new Set<string>() : namesIn(run, listed);
}

/** `required: true` in the schema of a property, as drafts up to 3 have it. */
function isRequiredItself(run: Run, property: Value): boolean {
  const required = property.kind === "object" ? peek(run, property, "required") : property;
  return required.kind === "scalar" && truthiness(required) === true;
}
