import { describe, expect, it } from "vitest";
import { OpenApiDocument, type Json } from "../../../src/catalog/openapi/document.js";
import { membersOf } from "../../../src/catalog/openapi/members.js";
import type { Direction } from "../../../src/catalog/model.js";

/** The paths of a schema; `!` marks required ones, `-` read-only ones. */
function pathsOf(schema: Json, schemas: Json = {}, direction: Direction = "response"): string[] {
  const document = new OpenApiDocument("api.json", { openapi: "3.0.3", info: {}, components: { schemas } });
  return [...membersOf(document, schema, direction).values()].map(
    ({ path, type, isRequired, isReadOnly }) =>
      `${path}${isRequired ? "!" : ""}${isReadOnly ? "-" : ""} ${type}`,
  );
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const text: Json = { type: "string" };
const object = (properties: Json, more: object = {}): Json => ({ type: "object", properties, ...more });

describe("the properties of a schema", () => {
  it("have the paths of objects, lists and maps", () => {
    const schema = object({
      a: text,
      list: { type: "array", items: object({ b: text }) },
      map: { type: "object", additionalProperties: object({ c: { type: ["integer", "null"] } }) },
    });
    expect(pathsOf(schema)).toEqual([
      "a string",
      "list array of object",
      "list[].b string",
      "map object",
      "map.{key}.c integer",
    ]);
  });

  it("are refused if schemas refer to each other in too many ways", () => {
    const names = Array.from({ length: 40 }, (_, index) => `S${index}`);
    const all = Object.fromEntries(names.map((name) => [`p${name}`, ref(name)]));
    const schemas = Object.fromEntries(names.map((name) => [name, object(all)]));
    expect(() => pathsOf(ref("S0"), schemas)).toThrow("api.json: a body has more than 20000 properties");
  });

  it("are merged from all parts of allOf", () => {
    const schema: Json = { allOf: [ref("Base"), object({ own: text }, { required: ["own"] })] };
    expect(pathsOf(schema, { Base: object({ id: text }) })).toEqual(["id string", "own! string"]);
  });

  it("are united from the variants of oneOf and anyOf, none of them required", () => {
    const schema: Json = {
      oneOf: [
        object({ a: text, kind: text }, { required: ["a"] }),
        object({ b: text, kind: { type: "integer" } }),
      ],
    };
    expect(pathsOf(schema)).toEqual(["a string", "kind string or integer", "b string"]);
  });

  it("are those of the variants that a discriminator names without oneOf", () => {
    const schemas: Json = {
      Pet: object(
        { kind: text },
        { discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "Dog" } } },
      ),
      Cat: { allOf: [ref("Pet"), object({ claws: text })] },
      Dog: { allOf: [ref("Pet"), object({ tail: text })] },
    };
    expect(pathsOf(ref("Pet"), schemas)).toEqual(["claws string", "tail string", "kind string"]);
    expect(pathsOf(ref("Cat"), schemas)).toEqual(["kind string", "claws string"]);
  });

  it("are read-only by the property itself, not by a shared component", () => {
    const schemas: Json = { Size: object({ length: text }, { readOnly: true }) };
    const schema = object({ id: { type: "string", readOnly: true }, size: ref("Size") });
    expect(pathsOf(schema, schemas, "request")).toEqual(["id- string", "size object", "size.length string"]);
  });

  it("are not in responses if they are write-only", () => {
    const schema = object({ code: { type: "string", writeOnly: true }, name: text });
    expect(pathsOf(schema)).toEqual(["name string"]);
    expect(pathsOf(schema, {}, "request")).toEqual(["code string", "name string"]);
  });

  it("end where a schema contains itself", () => {
    const schemas: Json = { Node: object({ name: text, next: ref("Node") }) };
    expect(pathsOf(ref("Node"), schemas)).toEqual(["name string", "next object"]);
  });
});

describe("a document", () => {
  it.each([
    ["of version 2", { swagger: "2.0" }, "api.json is not an OpenAPI document of version 3"],
    ["that is a list", [], "api.json is not an OpenAPI document of version 3"],
  ])("%s is refused", (_, data, message) => {
    expect(() => new OpenApiDocument("api.json", data as Json)).toThrow(message);
  });

  it("that refers to another file is refused", () => {
    expect(() => pathsOf(object({ a: { $ref: "other.json#/a" } }))).toThrow(
      "api.json refers to other.json#/a, which is in another file",
    );
  });
});
