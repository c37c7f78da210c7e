import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BUILT_IN_CATALOG, loadCatalog } from "../../src/catalog/load.js";
import { matchEndpoint } from "../../src/catalog/matchers/endpoints.js";
import type { VersionData } from "../../src/catalog/model.js";
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

const listed = new Map(
  atlas.resources.flatMap(({ endpoints }) =>
    endpoints.map(({ method, path, versions }) => [
      `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`.trim(),
      versions.map(written).join(", "),
    ]),
  ),
);

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
