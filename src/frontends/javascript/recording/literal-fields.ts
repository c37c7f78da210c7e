import type { Node, ObjectExpression } from "@oxc-project/types";
import type { FieldFact, Owner } from "../../../facts/field.js";
import type { Text } from "../../../facts/text.js";
import type { Interest } from "../../interest.js";
import type { ModuleRecord } from "../evaluation/module-record.js";
import { keyName } from "../evaluation/patterns.js";
import { walk } from "../walk.js";
import { schemaCall } from "./declarations.js";
import type { FieldList } from "./fields.js";

/** What surrounds a literal: the keys above it, the variable it is given to, the schema function it describes. */
interface Surroundings {
  readonly above: readonly string[];
  readonly name: string | undefined;
  readonly schema: string | undefined;
}

/** Keys of object literals of which no use in a request is known. */
export function literalFields(module: ModuleRecord, known: FieldList, interest: Interest): FieldFact[] {
  const collector = new LiteralCollector(module.path, known, interest);
  walk(module.program, (node, parent) => {
    if (node.type !== "ObjectExpression") return undefined;
    const schema = parent ? schemaCall(parent) : undefined;
    collector.literal(node, { above: [], name: nameFor(parent), schema });
    return false;
  });
  return collector.fields;
}

function nameFor(parent: Node | undefined): string | undefined {
  if (parent?.type === "VariableDeclarator" && parent.id.type === "Identifier") return parent.id.name;
  if (parent?.type === "AssignmentExpression" && parent.left.type === "Identifier") return parent.left.name;
  return undefined;
}

class LiteralCollector {
  readonly fields: FieldFact[] = [];

  constructor(
    private readonly path: string,
    private readonly known: FieldList,
    private readonly interest: Interest,
  ) {}

  literal(node: ObjectExpression, around: Surroundings): void {
    const siblings = node.properties.flatMap((property) =>
      property.type === "Property" && !property.computed ? [keyName(property.key)] : [],
    );
    for (const property of node.properties) {
      if (property.type !== "Property") continue;
      const key = property.computed ? "[]" : keyName(property.key);
      const above = [...around.above, key];
      if (!property.computed && this.interest.names.has(key))
        this.#add(property, key, { ...around, above }, siblings);
      this.#value(property.value, { ...around, above });
    }
  }

  #add(
    property: { key: Node; value: Node } & Node,
    name: string,
    around: Surroundings,
    siblings: readonly string[],
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
      owner: ownerOf(around, siblings),
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
        const inner = parent ? schemaCall(parent) : undefined;
        // A schema inside a schema describes a part of it; any other call has an object of its own.
        const isPart = around.schema !== undefined && inner !== undefined;
        this.literal(node, {
          above: isPart ? around.above : [],
          name: around.name,
          schema: inner ?? around.schema,
        });
        return false;
      });
    }
  }
}

function ownerOf({ name, schema }: Surroundings, siblings: readonly string[]): Owner {
  if (schema !== undefined) return { kind: "type", name: name ?? schema, siblings };
  return { kind: "object", siblings, ...(name === undefined ? {} : { name }) };
}

/** The keys of an object that a field is given, with their values where those are strings. */
function contentsOf(value: Node): Pick<FieldFact, "contents"> {
  if (value.type !== "ObjectExpression") return {};
  const entries = value.properties.flatMap((property) =>
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

function plainText(text: string): Text {
  return { kind: "text", parts: [{ kind: "segment", text, hops: undefined }] };
}
