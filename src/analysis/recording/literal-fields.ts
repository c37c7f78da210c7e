import type { Node, ObjectExpression, ObjectProperty } from "@oxc-project/types";
import { addAll } from "../../core/add-all.js";
import type { FieldFact, Owner } from "../../facts/field.js";
import type { Text } from "../../facts/text.js";
import type { Interest } from "../../frontends/interest.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import type { FieldList } from "./fields.js";
import { Schemas } from "./schemas.js";

/** The surroundings of a literal: the keys above it, its variable, the schema function that it describes. */
interface Surroundings {
  readonly above: readonly string[];
  readonly name: string | undefined;
  readonly schema: string | undefined;
  /** For a schema that is joined from several literals: the keys that each level has in any of them. */
  readonly levels?: Levels;
}

/** Returns the ids of requests of whose responses a literal has parts. */
export type AnswersIn = (literal: ObjectExpression) => readonly string[];

/** Keys by the path of the object that has them. */
type Levels = Map<string, string[]>;

/** The variable that a literal belongs to. */
interface Variable {
  readonly name: string;
  readonly levels: Levels;
}

/** Returns keys of object literals that have no known use in a request. */
export function literalFields(
  module: ModuleRecord,
  known: FieldList,
  interest: Interest,
  answersIn: AnswersIn,
): FieldFact[] {
  const schemas = new Schemas(module.program);
  const collector = new LiteralCollector(module.path, known, interest, schemas, answersIn);
  const variables = new Map<Node, Variable>();
  walk(module.program, (node, parent) => {
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier" && node.init)
      nameLiterals(node.init, { name: node.id.name, levels: new Map() }, variables);
    if (node.type !== "ObjectExpression") return undefined;
    const schema = schemas.of(node, parent);
    const variable = schema === undefined ? undefined : variables.get(node);
    const name = schemas.nameOf(node, parent) ?? variable?.name ?? nameFor(parent);
    collector.literal(node, { above: [], name, schema, ...(variable ? { levels: variable.levels } : {}) });
    return false;
  });
  return collector.fields;
}

function nameFor(parent: Node | undefined): string | undefined {
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "AssignmentExpression" && parent.left.type === "Identifier") return parent.left.name;
  return undefined;
}

/** Finds the literals from which calls build the value of a variable. */
function nameLiterals(node: Node, of: Variable, variables: Map<Node, Variable>): void {
  switch (node.type) {
    case "ObjectExpression":
      variables.set(node, of);
      return;
    case "CallExpression":
    case "NewExpression":
      nameLiterals(node.callee, of, variables);
      for (const argument of node.arguments) nameLiterals(argument, of, variables);
      return;
    case "MemberExpression":
      nameLiterals(node.object, of, variables);
      return;
    case "ArrayExpression":
      for (const element of node.elements) if (element) nameLiterals(element, of, variables);
      return;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      nameLiterals(node.expression, of, variables);
      return;
    default:
      return;
  }
}

/** Keys of JSON Schema under which further schemas of the same value stand. */
const SAME_VALUE = new Set(["allOf", "anyOf", "oneOf"]);

class LiteralCollector {
  readonly fields: FieldFact[] = [];

  constructor(
    private readonly path: string,
    private readonly known: FieldList,
    private readonly interest: Interest,
    private readonly schemas: Schemas,
    private readonly answersIn: AnswersIn,
  ) {}

  literal(node: ObjectExpression, around: Surroundings): void {
    const siblings = siblingsOf(node, around);
    for (const property of node.properties) {
      if (property.type !== "Property") continue;
      const key = property.computed ? "[]" : keyName(property.key);
      if (this.#isSchemaPart(property, key, around)) continue;
      const above = [...around.above, key];
      if (!property.computed && this.interest.names.has(key))
        this.#add(property, key, { ...around, above }, siblings, node);
      this.#value(property.value, { ...around, above });
    }
  }

  /** Reads the value of a key of JSON Schema: `properties` and `items` are not steps of the described value. */
  #isSchemaPart(property: ObjectProperty, key: string, around: Surroundings): boolean {
    const { value } = property;
    const isSchema = around.schema === "properties";
    if (value.type === "ObjectExpression" && this.schemas.of(value, property) === "properties") {
      this.literal(value, { ...around, name: around.name ?? around.above.at(-1), schema: "properties" });
    } else if (isSchema && key === "items") {
      this.#value(value, { ...around, above: [...around.above, "[]"] });
    } else if (isSchema && SAME_VALUE.has(key) && value.type === "ArrayExpression") {
      for (const element of value.elements) if (element) this.#value(element, around);
    } else {
      return false;
    }
    return true;
  }

  #add(
    property: { key: Node; value: Node } & Node,
    name: string,
    around: Surroundings,
    siblings: readonly string[],
    literal: ObjectExpression,
  ): void {
    const { path } = this;
    const place = { path, start: property.key.start, end: property.key.end };
    if (this.known.has(place)) return;
    const { value } = property;
    const values: Text[] =
      value.type === "Literal" && typeof value.value === "string" ? [plainText(value.value)] : [];
    this.fields.push({
      kind: "field",
      name,
      place,
      extent: { path, start: property.start, end: property.end },
      access: around.schema === undefined ? "write" : "declare",
      path: around.above,
      owner: ownerOf(around, siblings, this.answersIn(literal)),
      trace: [],
      setting: "code",
      ...(values.length > 0 ? { values } : {}),
      ...contentsOf(value),
    });
  }

  #value(value: Node, around: Surroundings): void {
    if (value.type === "ObjectExpression") {
      this.literal(value, around);
    } else if (value.type === "ArrayExpression") {
      for (const element of value.elements)
        if (element) this.#value(element, { ...around, above: [...around.above, "[]"] });
    } else {
      walk(value, (node, parent) => {
        if (node.type !== "ObjectExpression") return undefined;
        const inner = this.schemas.of(node, parent);
        // A schema inside a schema describes a part of it; any other call has an object of its own.
        const isPart = around.schema !== undefined && inner !== undefined;
        const isOutermost = around.schema === undefined && inner !== undefined;
        this.literal(node, {
          above: isPart ? around.above : [],
          name: isOutermost ? (around.above.at(-1) ?? around.name) : around.name,
          schema: inner ?? around.schema,
          ...(isPart && around.levels ? { levels: around.levels } : {}),
        });
        return false;
      });
    }
  }
}

/** The keys of a literal, and those that other literals of the same schema have at the same level. */
function siblingsOf(node: ObjectExpression, { above, levels }: Surroundings): string[] {
  const own = node.properties.flatMap((property) =>
    property.type === "Property" && !property.computed ? [keyName(property.key)] : [],
  );
  if (!levels) return own;
  const level = above.join(".");
  const known = levels.get(level) ?? [];
  levels.set(level, known);
  // One list for all of them: what a later literal has counts for an earlier one as well.
  addAll(known, own);
  return known;
}

function ownerOf(
  { name, schema }: Surroundings,
  siblings: readonly string[],
  madeOf: readonly string[],
): Owner {
  if (schema !== undefined) return { kind: "type", name: name ?? schema, siblings };
  return {
    kind: "object",
    siblings,
    ...(name === undefined ? {} : { name }),
    ...(madeOf.length > 0 ? { madeOf } : {}),
  };
}

/** The keys of an object that a field is given, with their values where those are strings. */
function contentsOf(value: Node): Pick<FieldFact, "contents"> {
  const literal = objectIn(value);
  if (!literal) return {};
  const entries = literal.properties.flatMap((property) =>
    property.type === "Property" && !property.computed
      ? [
          [
            keyName(property.key),
            property.value.type === "Literal" && typeof property.value.value === "string"
              ? property.value.value
              : undefined,
          ] as const,
        ]
      : [],
  );
  return { contents: Object.fromEntries(entries) };
}

/** Returns the object that a value is, also one of a type that has a name: `&schema.Schema{Optional: true}` of Go. */
function objectIn(value: Node): ObjectExpression | undefined {
  const isTyped =
    value.type === "CallExpression" &&
    value.callee.type === "Identifier" &&
    value.callee.name.endsWith(":literal");
  const object = isTyped ? value.arguments.at(-1) : value;
  return object?.type === "ObjectExpression" ? object : undefined;
}

function plainText(text: string): Text {
  return { kind: "text", parts: [{ kind: "segment", text, hops: undefined }] };
}
