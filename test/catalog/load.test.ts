import { describe, expect, it } from "vitest";
import type { Vocabulary } from "../../src/catalog/catalog.js";
import { BUILT_IN_CATALOG, loadCatalog } from "../../src/catalog/load.js";
import { nearestName } from "../../src/core/nearest-name.js";
import { CatalogError } from "../../src/core/errors.js";
import { thrownBy } from "./thrown-by.js";

const names = (vocabularies: readonly Vocabulary[]): string[] => vocabularies.map(({ name }) => name);

describe("loadCatalog", () => {
  it("uses all built-in vocabularies unless told otherwise", () => {
    const catalog = loadCatalog();
    expect(catalog.data).toBe(BUILT_IN_CATALOG);
    expect(names(catalog.vocabularies)).toEqual(["service", "atlas"]);
  });

  it.each([
    [["atlas"], ["atlas"]],
    [
      ["atlas", "service"],
      ["atlas", "service"],
    ],
    [["service", "service"], ["service"]],
  ])("%j chooses %j", (vocabularies, chosen) => {
    expect(names(loadCatalog({ vocabularies }).vocabularies)).toEqual(chosen);
  });

  it.each([
    ["atlsa", "there is no vocabulary atlsa", "Did you mean atlas?"],
    ["Service", "there is no vocabulary Service", "Did you mean service?"],
    ["elsewhere", "there is no vocabulary elsewhere", "There are service, atlas."],
    ["__proto__", "there is no vocabulary __proto__", "There are service, atlas."],
  ])("refuses the unknown name %s", (name, message, hint) => {
    const error = thrownBy(() => loadCatalog({ vocabularies: [name] }));
    expect(error).toBeInstanceOf(CatalogError);
    expect(error).toMatchObject({ message, hint });
  });

  it("refuses to run without any", () => {
    expect(thrownBy(() => loadCatalog({ vocabularies: [] }))).toMatchObject({
      message: "no vocabulary is chosen",
      hint: "Choose from service, atlas.",
    });
  });
});

describe.each([
  {
    name: "service",
    base: "/api/admin/{version}",
    unversioned: ["v1.0"],
    discovery: "/metrics/v1.0",
    mediaType: "application/vnd.service.{date}+{format}",
    distinctivePath: false,
    schemes: ["db"],
    domains: ["clusters.example.net"],
    properties: ["dbURI", "dbURIWithOptions", "dbURIUpdated", "dbVersion", "dbMajorVersion"],
  },
  {
    name: "atlas",
    base: "/api/atlas/{version}",
    unversioned: ["v1.0", "v1.5"],
    discovery: "/prometheus/v1.0",
    mediaType: "application/vnd.atlas.{date}+{format}",
    distinctivePath: true,
    schemes: ["mongodb"],
    domains: ["mongodb.net", "mongodb-dev.net", "mongodb-qa.net", "mongodbgov.net"],
    properties: [
      "mongoURI",
      "mongoURIWithOptions",
      "mongoURIUpdated",
      "mongoDBVersion",
      "mongoDBMajorVersion",
    ],
  },
])("the words of $name", (expected) => {
  const vocabulary = loadCatalog({ vocabularies: [expected.name] }).vocabularies[0]!;

  it("fill base paths and media type", () => {
    expect(vocabulary.administration.base).toBe(expected.base);
    expect(vocabulary.administration.unversioned.map(({ version }) => version)).toEqual(expected.unversioned);
    expect(vocabulary.administration.versioned).toBe("v2");
    expect(vocabulary.discovery.base).toBe(expected.discovery);
    expect(vocabulary.mediaType.form).toBe(expected.mediaType);
    expect(vocabulary.mediaType.formats).toEqual(["json", "gzip", "csv"]);
    expect(vocabulary.distinctivePath).toBe(expected.distinctivePath);
  });

  it("join the shapes of connection strings", () => {
    const { schemes, domains, kinds } = vocabulary.connectionStrings;
    expect({ schemes, domains }).toEqual({ schemes: expected.schemes, domains: expected.domains });
    expect(kinds).toBe(BUILT_IN_CATALOG.connectionStrings.kinds);
  });

  it("name the properties", () => {
    const paths = vocabulary.properties.map(({ path }) => path);
    expect(expected.properties.filter((name) => !paths.includes(name))).toEqual([]);
  });

  it("leave no other vocabulary's name in any sentence", () => {
    const others =
      expected.name === "service"
        ? /\bmongo(URI|DBVersion|DBMajorVersion)/
        : /\bdb(URI|URIWithOptions|URIUpdated|Version|MajorVersion)\b/;
    const { properties } = vocabulary;
    expect(properties.filter((property) => others.test(JSON.stringify(property)))).toEqual([]);
  });

  it("leave in braces only what varies from call to call", () => {
    const { administration, discovery, mediaType } = vocabulary;
    const text = [administration.base, discovery.base, mediaType.form].join(" ");
    expect(text.match(/\{\w+\}/g)).toEqual(["{version}", "{date}", "{format}"]);
  });
});

describe("translated properties", () => {
  const properties = (name: string): Vocabulary["properties"] =>
    loadCatalog({ vocabularies: [name] }).vocabularies[0]!.properties;

  it("keep their order and everything but their names", () => {
    const untouched = properties("atlas").map(({ type, status, since, exactness }) => [
      type,
      status,
      since,
      exactness,
    ]);
    expect(untouched).toEqual(
      BUILT_IN_CATALOG.properties.map(({ type, status, since, exactness }) => [
        type,
        status,
        since,
        exactness,
      ]),
    );
    expect(properties("service")).toEqual(BUILT_IN_CATALOG.properties);
  });

  it("have translated replacements", () => {
    const version = properties("atlas").find(
      ({ path, in: into }) => path === "mongoDBVersion" && into.includes("request"),
    );
    expect(version?.replacement).toEqual(["mongoDBMajorVersion"]);
    expect(version?.transform).toContain("send mongoDBMajorVersion to select a version");
  });
});

describe("nearestName", () => {
  it.each([
    ["atlsa", ["service", "atlas"], "atlas"],
    ["ATLAS", ["service", "atlas"], "atlas"],
    ["a", ["service", "atlas"], undefined],
    ["servcie", ["service", "atlas"], "service"],
    ["kafka", ["service", "atlas"], undefined],
    ["atlas", [], undefined],
    ["ab", ["ac", "ad"], "ac"],
  ])("%s among %j: %s", (name, candidates, nearest) => {
    expect(nearestName(name, candidates)).toBe(nearest);
  });
});
