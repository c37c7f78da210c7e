import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../interest.js";
import { commonParts, type DataOwner } from "./field-parts.js";
import { asList, asObject, stringAt, valueAt, type JsonObject, type JsonValue } from "./nodes.js";
import { nearestStep, type Path } from "./paths.js";

/** Receives the facts of a schema. */
interface SchemaTarget {
  add(field: FieldFact): void;
  /** A value that a schema holds, such as an example. */
  data(value: JsonValue, path: Path, owner: DataOwner): void;
}

const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
/** Keys of which a schema of a property has at least one. */
const MARKS = [
  "type",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "items",
  "properties",
  "description",
  "const",
  "format",
  "title",
  "default",
  "bsonType",
  "additionalProperties",
  "patternProperties",
];
/** Keys that apply further schemas to the same value. */
const SAME_VALUE = new Set(["allOf", "anyOf", "oneOf", "not", "if", "then", "else"]);
const ELEMENTS = new Set(["items", "prefixItems", "contains", "additionalItems"]);
/** Keys that hold schemas by name, in JSON Schema and in OpenAPI. */
const DEFINITIONS = new Set(["definitions", "$defs", "schemas"]);
const EXAMPLES = new Set(["example", "examples", "default", "const", "enum"]);

/**
 * Checks whether an object is a JSON Schema with properties. `properties` alone says little, because data often has
 * this key. JSON Schema 2020-12, OpenAPI 3.1 "Schema Object".
 */
export function isSchema(object: JsonObject): boolean {
  const properties = asObject(valueAt(object, "properties"));
  if (!properties)
    return asList(valueAt(object, "allOf")).some((part) => part.kind === "object" && isSchema(part));
  const type = stringAt(object, "type");
  if (type !== undefined && !TYPES.has(type)) return false;
  if (stringAt(object, "$schema") !== undefined) return true;
  const members = properties.members.filter(({ value }) => value.kind !== "scalar");
  return (
    members.length > 0 && members.every(({ value }) => value.kind === "object" && looksLikeSchema(value))
  );
}

function looksLikeSchema(object: JsonObject): boolean {
  const type = valueAt(object, "type");
  if (type?.kind === "string") return TYPES.has(type.value);
  return MARKS.some((mark) => valueAt(object, mark) !== undefined);
}

/** Walks schemas for properties of interest that they declare. */
export class SchemaFields {
  constructor(
    private readonly interest: Interest,
    private readonly target: SchemaTarget,
  ) {}

  /**
   * Adds the facts of a schema.
   *
   * @param path to the outermost schema, which names it if nothing else does
   */
  schema(schema: JsonObject, path: Path, owner: DataOwner): void {
    this.#visit(schema, undefined, nameOf(schema, path, owner), []);
  }

  #visit(value: JsonValue, path: Path, name: string, beside: readonly string[]): void {
    if (value.kind === "list") for (const item of value.items) this.#visit(item, path, name, beside);
    if (value.kind !== "object") return;
    const siblings = [...new Set([...beside, ...propertyNames(value)])];
    for (const { key, value: inner } of value.members) {
      if (key.value === "properties") this.#properties(inner, path, name, siblings);
      else if (ELEMENTS.has(key.value)) this.#visit(inner, { step: "[]", above: path }, name, []);
      else if (key.value === "additionalProperties")
        this.#visit(inner, { step: "{}", above: path }, name, []);
      else if (key.value === "patternProperties")
        this.#named(inner, (one) => this.#visit(one, { step: "{}", above: path }, name, []));
      else if (SAME_VALUE.has(key.value)) this.#visit(inner, path, name, siblings);
      else if (DEFINITIONS.has(key.value))
        this.#named(inner, (one, own) => this.#visit(one, undefined, own, []));
      else if (EXAMPLES.has(key.value)) this.target.data(inner, path, { kind: "object", name });
    }
  }

  #properties(properties: JsonValue, path: Path, name: string, siblings: readonly string[]): void {
    if (properties.kind !== "object") return;
    for (const member of properties.members) {
      const property = member.key.value;
      if (this.interest.names.has(property)) {
        this.target.add({
          ...commonParts(member, path),
          access: "declare",
          owner: { kind: "type", name, siblings },
        });
      }
      this.#visit(member.value, { step: property, above: path }, name, []);
    }
  }

  #named(schemas: JsonValue, visit: (schema: JsonValue, name: string) => void): void {
    if (schemas.kind !== "object") return;
    for (const { key, value } of schemas.members) visit(value, key.value);
  }
}

/** Returns the properties that a schema declares for its value, including those of the parts that it is composed of. */
function propertyNames(schema: JsonObject): string[] {
  const own = asObject(valueAt(schema, "properties"))?.members.map(({ key }) => key.value) ?? [];
  const parts = ["allOf", "anyOf", "oneOf"].flatMap((key) => asList(valueAt(schema, key)));
  const others = parts.flatMap(
    (part) => asObject(valueAt(part, "properties"))?.members.map(({ key }) => key.value) ?? [],
  );
  return [...own, ...others];
}

/** Its title, the key that it is defined under, or the path of the API that it belongs to. */
function nameOf(schema: JsonObject, path: Path, owner: DataOwner): string {
  const title = stringAt(schema, "title");
  if (title !== undefined) return title;
  if (path?.above && DEFINITIONS.has(path.above.step)) return path.step;
  const route = nearestStep(path, (step) => step.startsWith("/"));
  return route ?? path?.step ?? (owner.kind === "object" ? owner.name : "");
}
