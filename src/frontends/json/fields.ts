import type { FieldFact } from "../../facts/field.js";
import type { Interest } from "../interest.js";
import type { EmbeddedDocuments } from "./embedded.js";
import { commonParts, valueParts, type DataOwner } from "./field-parts.js";
import type { JsonObject, JsonValue } from "./nodes.js";
import type { Path } from "./paths.js";
import { isSchema, SchemaFields } from "./schemas.js";

interface FieldSources {
  readonly interest: Interest;
  readonly embedded: EmbeddedDocuments;
  /** Bodies of recorded requests and responses. */
  readonly owners: ReadonlyMap<JsonValue, DataOwner>;
}

/**
 * Returns a fact for every key of interest in some documents: written values, and declared properties in JSON Schema
 * and OpenAPI documents.
 *
 * @param name of the file, without its extension
 */
export function fieldFacts(roots: readonly JsonValue[], name: string, sources: FieldSources): FieldFact[] {
  const fields = new FieldWalk(sources);
  for (const root of roots) fields.data(root, undefined, { kind: "object", name });
  return fields.list;
}

class FieldWalk {
  readonly list: FieldFact[] = [];
  readonly #schemas: SchemaFields;

  constructor(private readonly sources: FieldSources) {
    this.#schemas = new SchemaFields(sources.interest, {
      add: (field) => this.list.push(field),
      data: (value, path, owner) => this.data(value, path, owner),
    });
  }

  /**
   * Adds the facts of a value.
   *
   * @param path to the value, from the outermost object on
   */
  data(value: JsonValue, path: Path, owner: DataOwner): void {
    const own = this.sources.owners.get(value);
    const above = own ? undefined : path;
    const whose = own ?? owner;
    switch (value.kind) {
      case "object":
        if (isSchema(value)) this.#schemas.schema(value, above, whose);
        else this.#object(value, above, whose);
        return;
      case "list": {
        // The elements of a document that is a list are outermost objects themselves; a body that is a list is not.
        const inside = above || whose.kind !== "object" ? { step: "[]", above } : undefined;
        for (const item of value.items) this.data(item, inside, whose);
        return;
      }
      case "string":
        for (const root of this.sources.embedded.in(value, own !== undefined)) {
          this.data(root, undefined, own ?? { kind: "object", name: above?.step ?? nameOf(owner) });
        }
        return;
      default:
        return;
    }
  }

  #object(object: JsonObject, path: Path, owner: DataOwner): void {
    const siblings = siblingsIn(object);
    for (const member of object.members) {
      const name = member.key.value;
      if (this.sources.interest.names.has(name)) {
        this.list.push({
          ...commonParts(member, path),
          access: "write",
          owner: owner.kind === "object" ? { ...owner, siblings } : owner,
          ...valueParts(member.value),
        });
      }
      if (member.value.kind !== "scalar") this.data(member.value, { step: name, above: path }, owner);
    }
  }
}

/** A cluster has some thirty keys; an object of very many is a table. */
const MAX_SIBLINGS = 500;

function siblingsIn({ members }: JsonObject): string[] {
  const keys = new Set<string>();
  for (const { key } of members) if (keys.size < MAX_SIBLINGS) keys.add(key.value);
  return [...keys];
}

function nameOf(owner: DataOwner): string {
  return owner.kind === "object" ? owner.name : "";
}
