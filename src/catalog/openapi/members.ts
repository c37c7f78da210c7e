import { UsageError } from "../../core/errors.js";
import type { Direction } from "../model.js";
import { listOf, objectOf, textOf, type Json, type JsonObject, type OpenApiDocument } from "./document.js";

/** A property of a body, at one path. */
export interface Member {
  /** `berths[].size.length`; `{key}` is any key of a map. */
  readonly path: string;
  /** `string`, `array of object`; several with `or`. */
  readonly type: string;
  readonly isRequired: boolean;
  /** True if requests may not state it. */
  readonly isReadOnly: boolean;
  readonly values: readonly string[];
  readonly text: string;
}

/** The properties of a body by their paths, in the order of the document. */
export type Members = ReadonlyMap<string, Member>;

const NONE: Members = new Map();
/** Bounds for documents whose schemas refer to each other in ever new ways. */
const [MAX_DEPTH, MAX_MEMBERS] = [12, 20_000];

/**
 * Lists the properties of a schema. `allOf` is merged; the variants of `oneOf`, `anyOf` and of a discriminator are
 * united, because the catalog does not know which one a caller has. Read-only properties of requests are marked,
 * write-only ones of responses are left out.
 */
export function membersOf(
  document: OpenApiDocument,
  schema: Json | undefined,
  direction: Direction,
): Members {
  if (schema === undefined) return NONE;
  const found = new Map<string, Member>();
  new Walk(document, direction, found).into(schema, "", { isRequired: true, stack: [], isWhole: true });
  return found;
}

interface Place {
  readonly isRequired: boolean;
  /** The schemas around, so that one that contains itself is unfolded once. */
  readonly stack: readonly JsonObject[];
  /** False for a part of `allOf`. If that is a base with a discriminator, its other variants do not belong to this one. */
  readonly isWhole: boolean;
}

class Walk {
  constructor(
    private readonly document: OpenApiDocument,
    private readonly direction: Direction,
    private readonly found: Map<string, Member>,
  ) {}

  /** Adds the properties inside a schema at a path. */
  into(value: Json | undefined, path: string, place: Place): void {
    const schema = this.document.resolve(value);
    const { stack } = place;
    if (stack.includes(schema) || stack.length > MAX_DEPTH) return;
    if (this.found.size > MAX_MEMBERS)
      throw new UsageError(
        `${this.document.name}: a body has more than ${MAX_MEMBERS} properties`,
        "Its schemas refer to each other in too many ways. v2ready cannot compare such bodies.",
      );
    const inner = { ...place, stack: [...stack, schema], isWhole: true };
    for (const part of listOf(schema["allOf"])) this.into(part, path, { ...inner, isWhole: false });
    const isBase = !place.isWhole && schema["discriminator"] !== undefined;
    for (const variant of isBase ? [] : this.#variantsOf(schema))
      this.into(variant, path, { ...inner, isRequired: false });
    const required = new Set(listOf(schema["required"]));
    for (const [name, property] of Object.entries(objectOf(schema["properties"])))
      this.#member(name, property!, path, { ...inner, isRequired: place.isRequired && required.has(name) });
    if (schema["items"] !== undefined)
      this.into(schema["items"], `${path}[]`, { ...inner, isRequired: true });
    const { additionalProperties } = schema;
    if (typeof additionalProperties === "object" && additionalProperties !== null)
      this.into(additionalProperties, path === "" ? "{key}" : `${path}.{key}`, inner);
  }

  #member(name: string, property: Json, path: string, place: Place): void {
    const stated = objectOf(property);
    // A shared component may be read-only in one place and not in another: only the property itself is believed.
    const isReadOnly = stated["readOnly"] === true;
    if (this.direction === "response" && stated["writeOnly"] === true) return;
    const own = path === "" ? name : `${path}.${name}`;
    const schema = this.document.resolve(property);
    const member: Member = {
      path: own,
      type: this.#typeOf(property, []),
      isRequired: place.isRequired,
      isReadOnly,
      values: this.#valuesOf(schema),
      text: textOf(stated["description"]) ?? textOf(schema["description"]) ?? "",
    };
    const before = this.found.get(own);
    // Of several variants each may have it: it is what all of them say.
    this.found.set(own, before ? united(before, member) : member);
    this.into(property, own, place);
  }

  /** Returns the variants that a schema lists, or that its discriminator names. */
  #variantsOf(schema: JsonObject): readonly Json[] {
    const listed = [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])];
    if (listed.length > 0) return listed;
    const mapping = objectOf(objectOf(schema["discriminator"])["mapping"]);
    return Object.values(mapping).flatMap((target) => {
      const name = textOf(target);
      if (name === undefined) return [];
      return [{ $ref: name.startsWith("#") ? name : `#/components/schemas/${name}` }];
    });
  }

  #typeOf(value: Json | undefined, stack: readonly JsonObject[]): string {
    const schema = this.document.resolve(value);
    if (stack.includes(schema)) return "object";
    const around = [...stack, schema];
    const { type } = schema;
    const stated = (Array.isArray(type) ? (type as readonly Json[]) : [type])
      .flatMap((one) => textOf(one) ?? [])
      .filter((one) => one !== "null");
    if (stated[0] === "array") return `array of ${this.#typeOf(schema["items"], around)}`;
    if (stated.length > 0) return stated.join(" or ");
    if (schema["properties"] !== undefined || schema["additionalProperties"] !== undefined) return "object";
    const parts = ["allOf", "oneOf", "anyOf"].flatMap((key) => listOf(schema[key]));
    const types = new Set(parts.map((part) => this.#typeOf(part, around)).filter((one) => one !== ANY));
    if (types.size > 0) return [...types].join(" or ");
    return listOf(schema["enum"]).length > 0 ? "string" : ANY;
  }

  #valuesOf(schema: JsonObject): string[] {
    return listOf(schema["enum"]).flatMap((one) => (one === null ? [] : [String(one)]));
  }
}

/** The type of a schema that states none. */
export const ANY = "any value";

function united(one: Member, other: Member): Member {
  const types = new Set([one.type, other.type].filter((type) => type !== ANY));
  const isOpen = one.values.length === 0 || other.values.length === 0;
  return {
    ...one,
    type: types.size === 0 ? ANY : [...types].join(" or "),
    isRequired: one.isRequired || other.isRequired,
    isReadOnly: one.isReadOnly && other.isReadOnly,
    values: isOpen ? [] : [...new Set([...one.values, ...other.values])],
  };
}
