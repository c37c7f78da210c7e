import { CatalogError } from "../../core/errors.js";

/** A value of a parsed OpenAPI document. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** One operation of a document. */
export interface Operation {
  readonly method: string;
  /** As the document has it, `/berths/{berthId}`; without the base. */
  readonly path: string;
  readonly id: string | undefined;
  readonly isDeprecated: boolean;
  readonly sunset: string | undefined;
  readonly summary: string;
  /** By media type. */
  readonly requests: ReadonlyMap<string, Content>;
  /** Of the successful responses, by media type. */
  readonly responses: ReadonlyMap<string, Content>;
  /** The names of the security schemes that callers can use. */
  readonly security: readonly string[];
}

/** A body in one media type. */
export interface Content {
  readonly schema: Json | undefined;
  /** The day on which it ends, if the document states one. */
  readonly sunset: string | undefined;
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** An OpenAPI document of version 3, parsed. References to other files are refused. */
export class OpenApiDocument {
  readonly title: string;
  readonly version: string;
  readonly operations: readonly Operation[];
  /** The addresses of its servers, without variables that have no default. */
  readonly servers: readonly string[];
  /** By name. */
  readonly securitySchemes: ReadonlyMap<string, JsonObject>;

  /**
   * @param name of the file, for messages
   * @throws {CatalogError} it is not an OpenAPI document of version 3
   */
  constructor(
    readonly name: string,
    private readonly root: Json,
  ) {
    const { openapi, info, paths, servers, security, components } = objectOf(root);
    if (typeof openapi !== "string" || !openapi.startsWith("3."))
      throw new CatalogError(
        `${name} is not an OpenAPI document of version 3`,
        "Convert documents of version 2, for example with swagger2openapi.",
      );
    this.title = textOf(objectOf(info)["title"]) ?? name;
    this.version = textOf(objectOf(info)["version"]) ?? "";
    this.servers = listOf(servers).map(serverUrl);
    const schemes = Object.entries(objectOf(objectOf(components)["securitySchemes"]));
    this.securitySchemes = new Map(schemes.map(([scheme, value]) => [scheme, this.resolve(value)]));
    this.operations = Object.entries(objectOf(paths)).flatMap(([path, item]) =>
      this.#operationsOf(path, this.resolve(item), security),
    );
  }

  /** Returns the object that a value is, or that its reference leads to. */
  resolve(value: Json | undefined): JsonObject {
    let object = objectOf(value);
    for (let depth = 0; typeof object["$ref"] === "string"; depth++) {
      if (depth > MAX_REFERENCES) return {};
      object = objectOf(this.#at(object["$ref"]));
    }
    return object;
  }

  #at(reference: string): Json | undefined {
    if (!reference.startsWith("#/"))
      throw new CatalogError(
        `${this.name} refers to ${reference}, which is in another file`,
        "Put the document into one file first, for example with redocly bundle.",
      );
    let value: Json | undefined = this.root;
    for (const part of reference.slice(2).split("/")) {
      const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
      value = Array.isArray(value) ? (value as readonly Json[])[Number(key)] : own(objectOf(value), key);
    }
    return value;
  }

  #operationsOf(path: string, item: JsonObject, security: Json | undefined): Operation[] {
    return METHODS.flatMap((method) => {
      if (!(method in item)) return [];
      const operation = this.resolve(item[method]);
      const successes = Object.entries(objectOf(operation["responses"])).filter(([status]) =>
        /^(?:2|default$)/.test(status),
      );
      return [
        {
          method: method.toUpperCase(),
          path,
          id: textOf(operation["operationId"]),
          isDeprecated: operation["deprecated"] === true,
          sunset: dayOf(operation["x-sunset"]),
          summary: textOf(operation["summary"]) ?? "",
          requests: this.#contentsOf([operation["requestBody"]]),
          responses: this.#contentsOf(successes.map(([, response]) => response)),
          security: listOf(operation["security"] ?? security).flatMap((one) => Object.keys(objectOf(one))),
        },
      ];
    });
  }

  #contentsOf(bodies: readonly (Json | undefined)[]): Map<string, Content> {
    const contents = new Map<string, Content>();
    for (const body of bodies)
      for (const [type, content] of Object.entries(objectOf(this.resolve(body)["content"]))) {
        const { schema, ["x-sunset"]: sunset } = objectOf(content);
        // The first successful response tells most; `default` is mostly an error.
        if (!contents.has(type)) contents.set(type, { schema, sunset: dayOf(sunset) });
      }
    return contents;
  }
}

const MAX_REFERENCES = 50;

function serverUrl(server: Json): string {
  const { url, variables } = objectOf(server);
  return (textOf(url) ?? "").replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const value = textOf(objectOf(own(objectOf(variables), name))["default"]);
    return value ?? whole;
  });
}

function dayOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] : undefined;
}

export function objectOf(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
