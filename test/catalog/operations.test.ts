import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { BUILT_IN_CATALOG, loadCatalog } from "../../src/catalog/load.js";
import { matchEndpoint } from "../../src/catalog/matchers/endpoints.js";
import type { PropertyData, ResourceData, VersionData } from "../../src/catalog/model.js";
import { OpenApiDocument, type Json } from "../../src/catalog/openapi/document.js";
import { generate, type Side } from "../../src/catalog/openapi/generate.js";
import { baseOf } from "../../src/catalog/openapi/paths.js";
import { ROOT } from "../support/command.js";

const atlas = loadCatalog().vocabularies.find(({ name }) => name === "atlas")!;

/**
 * The list that the catalog is compared with was made from the documents of the service by another program. A version
 * is a date with its day of deletion (`x2027-07-01`), or with `never` if it is deprecated without such a day.
 */
const [head, ...lines] = readFileSync(`${ROOT}/fixtures/operations.txt`, "utf8").trimEnd().split("\n");
const operations = lines.map((line) => {
  const [call = "", versions = "", marks = ""] = line.split("|").map((part) => part.trim());
  return { call, versions, marks: new Set(marks.split(" ")) };
});

function written({ date, deprecated, sunset, noSunset }: VersionData): string {
  if (sunset !== undefined) return `${date} x${sunset}`;
  return noSunset === true || deprecated !== undefined ? `${date} never` : date;
}

function versionsOf(resources: readonly ResourceData[]): ReadonlyMap<string, string> {
  return new Map(
    resources.flatMap(({ endpoints }) =>
      endpoints.map(({ method, path, versions }) => [
        `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`.trim(),
        versions.map(written).join(", "),
      ]),
    ),
  );
}

const listed = versionsOf(atlas.resources);

describe("operations of the public service", () => {
  it("are compared with the list of the day of the catalog", () => {
    expect(head).toContain(`as of ${BUILT_IN_CATALOG.dataAsOf}`);
    expect(operations).toHaveLength(577);
  });

  it("have the same versions and days of deletion in the catalog", () => {
    const served = operations.filter(({ versions, marks }) => versions !== "" && !marks.has("left"));
    expect(Object.fromEntries(listed)).toEqual(
      Object.fromEntries(served.map(({ call, versions }) => [call, versions])),
    );
  });

  it("are gone in the catalog if the unversioned API had them and the versioned one has not", () => {
    const left = operations.filter(({ marks }) => marks.has("v1.0") && marks.has("left"));
    expect(left.length).toBeGreaterThan(20);
    const found = left.filter(({ call }) => {
      const [method = "", path = ""] = call.split(" ");
      return matchEndpoint(atlas, [method], path).gone === undefined;
    });
    expect(found.map(({ call }) => call)).toEqual([]);
  });

  it("were all released on a day that the catalog lists", () => {
    const dates = operations.flatMap(({ versions }) => versions.match(/(?<!x)\b\d{4}-\d\d-\d\d/g) ?? []);
    expect([...new Set(dates)].toSorted()).toEqual(atlas.lifecycle.releases);
  });
});

/**
 * The public documents of the service are not part of the project. A variable names the folder that has them:
 * `all-versions.yaml`, `v1.json` for the unversioned form, and `2023-02-01.json` for the operations on that date.
 */
const DOCUMENTS = process.env["V2READY_DOCUMENTS"];

function side(folder: string, name: string, path: string): Side {
  const document = new OpenApiDocument(name, parse(readFileSync(join(folder, name), "utf8")) as Json);
  return { document, base: baseOf(document, { path, option: "--base" }), hash: "0" };
}

if (DOCUMENTS !== undefined)
  describe("a vocabulary that is made of the public documents", () => {
    it("has the versions and days of deletion of the catalog", { timeout: 60_000 }, () => {
      const { vocabulary } = generate({
        name: "made",
        to: side(DOCUMENTS, "all-versions.yaml", "/api/atlas/v2"),
      });
      expect(Object.fromEntries(versionsOf(vocabulary.resources!))).toEqual(Object.fromEntries(listed));
    });

    it(
      "has the properties of clusters that the catalog has, as such or as part of an object",
      { timeout: 60_000 },
      () => {
        const { vocabulary } = generate({
          name: "made",
          from: side(DOCUMENTS, "v1.json", "/api/atlas/v1.0"),
          to: side(DOCUMENTS, "2023-02-01.json", "/api/atlas/v2"),
        });
        const isLost = ({ status }: PropertyData) => status === "removed" || status === "read-only";
        const entries = (properties: readonly PropertyData[]) =>
          properties
            .filter(isLost)
            .flatMap((one) => one.in.map((direction) => ({ direction, path: one.path })));
        const made = entries(vocabulary.properties!.filter(({ resource }) => resource.endsWith("clusters")));
        const wanted = entries(
          atlas.properties.filter(({ resource, since }) => resource === "clusters" && since === "2023-02-01"),
        );
        const covers = (outer: string, path: string) =>
          path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
        const missed = wanted.filter(
          ({ direction, path }) => !made.some((one) => one.direction === direction && covers(one.path, path)),
        );
        const extra = made.filter(
          ({ direction, path }) =>
            !wanted.some((one) => one.direction === direction && covers(path, one.path)),
        );
        expect({ wanted: wanted.length, missed, extra }).toEqual({ wanted: 69, missed: [], extra: [] });
      },
    );
  });
