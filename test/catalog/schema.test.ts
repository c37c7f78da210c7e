import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import catalog from "../../src/catalog/data/catalog.json" with { type: "json" };
import atlas from "../../src/catalog/data/vocabularies/atlas.json" with { type: "json" };
import service from "../../src/catalog/data/vocabularies/service.json" with { type: "json" };
import catalogSchema from "../../src/catalog/schema/catalog.schema.json" with { type: "json" };
import vocabularySchema from "../../src/catalog/schema/vocabulary.schema.json" with { type: "json" };
import { fitSchema } from "../../src/catalog/validate.js";

type Json = Readonly<Record<string, unknown>>;

describe("the built-in data fit the published schemas", () => {
  it("catalog.json", () => {
    expect(fitSchema(catalog, "catalog")).toEqual([]);
  });
  it.each([
    ["service.json", service],
    ["atlas.json", atlas],
  ])("%s", (_, vocabulary) => {
    expect(fitSchema(vocabulary, "vocabulary")).toEqual([]);
  });
  it("a catalog is not a vocabulary, and a vocabulary is not a catalog", () => {
    expect(fitSchema(catalog, "vocabulary")).not.toEqual([]);
    expect(fitSchema(atlas, "catalog")).not.toEqual([]);
  });
});

describe.each([
  ["catalog.schema.json", catalogSchema as Json],
  ["vocabulary.schema.json", vocabularySchema as Json],
])("%s", (name, schema) => {
  it("is a draft 2020-12 schema under its file name", () => {
    expect(new Ajv2020().validateSchema(schema)).toBe(true);
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(schema["$id"]).toBe(name);
  });

  it("describes every property, itself or where it points to", () => {
    const silent = membersOf(schema)
      .filter(({ member }) => descriptionOf(member, schema) === undefined)
      .map(({ path }) => path);
    expect(silent).toEqual([]);
  });

  it("lets no object have members that it does not name", () => {
    const open = objectsOf(schema)
      .filter(({ node }) => node["properties"] !== undefined && node["additionalProperties"] !== false)
      .map(({ path }) => path);
    expect(open).toEqual([]);
  });
});

/** Every schema under `properties` that the data are validated with; those in `then` only add to them. */
function membersOf(schema: Json): { path: string; member: Json }[] {
  return objectsOf(schema).flatMap(({ node, path }) =>
    Object.entries((node["properties"] ?? {}) as Record<string, Json>).map(([name, member]) => ({
      path: `${path}/${name}`,
      member,
    })),
  );
}

function objectsOf(node: unknown, path = ""): { path: string; node: Json }[] {
  if (Array.isArray(node)) return node.flatMap((element, index) => objectsOf(element, `${path}/${index}`));
  if (typeof node !== "object" || node === null) return [];
  const children = Object.entries(node)
    .filter(([key]) => key !== "then")
    .flatMap(([key, child]) => objectsOf(child, `${path}/${key}`));
  const isSchema = "type" in node && node.type === "object";
  return isSchema ? [{ path, node: node as Json }, ...children] : children;
}

function descriptionOf(member: Json, root: Json): unknown {
  if (member["description"] !== undefined || typeof member["$ref"] !== "string") return member["description"];
  const [file, pointer = ""] = member["$ref"].split("#");
  const start = file === "catalog.schema.json" ? (catalogSchema as Json) : root;
  const target = pointer
    .split("/")
    .slice(1)
    .reduce<Json>((node, key) => node[key] as Json, start);
  return descriptionOf(target, start);
}
