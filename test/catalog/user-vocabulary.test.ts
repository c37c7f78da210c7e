import { describe, expect, it } from "vitest";
import { BUILT_IN_VOCABULARIES, loadCatalog } from "../../src/catalog/load.js";
import type { VocabularyData } from "../../src/catalog/model.js";
import { CatalogError } from "../../src/core/errors.js";
import { thrownBy } from "./thrown-by.js";

const origin = "v2ready/gateway.json";

const COMPLETE = {
  name: "acme",
  title: "Databases of the Acme company",
  sources: { handbook: { title: "Acme handbook", where: "Databases" } },
  words: {
    admin: "databases",
    metrics: "telemetry",
    vendor: "acme",
    properties: { dbURI: "acmeURI", dbVersion: "acmeVersion" },
  },
  distinctivePath: true,
  hosts: ["databases.acme.example"],
  connectionStrings: { schemes: ["acmedb"], domains: ["db.acme.example"] },
} satisfies VocabularyData;

const load = (...data: unknown[]): ReturnType<typeof loadCatalog> =>
  loadCatalog({ userVocabularies: data.map((one) => ({ origin, data: one })) });

describe("a complete vocabulary", () => {
  it("follows the built-in ones, with its words filled in and the catalog behind it", () => {
    const { vocabularies } = load(COMPLETE);
    expect(vocabularies.map(({ name }) => name)).toEqual(["service", "atlas", "acme"]);
    const acme = vocabularies[2]!;
    expect(acme.administration.base).toBe("/api/databases/{version}");
    expect(acme.discovery.base).toBe("/telemetry/v1.0");
    expect(acme.mediaType.form).toBe("application/vnd.acme.{date}+{format}");
    expect(acme.properties[0]?.path).toBe("acmeURI");
    expect(acme.resources).toEqual(vocabularies[0]!.resources);
    expect(acme.pathAliases).toEqual([]);
    expect(acme.hints).toEqual([]);
    expect(acme.sources["handbook"]?.where).toBe("Databases");
    expect(acme.sources["spec:versioning"]).toBeDefined();
  });

  it("can be chosen alone", () => {
    const { vocabularies } = loadCatalog({
      vocabularies: ["acme"],
      userVocabularies: [{ origin, data: COMPLETE }],
    });
    expect(vocabularies.map(({ name }) => name)).toEqual(["acme"]);
  });

  it("may have dates of its own", () => {
    const lifecycle = {
      supportMonths: 24,
      releases: ["2023-01-01", "2023-02-01", "2025-06-01"],
      defaultTarget: "2025-06-01",
      sources: ["handbook"],
    };
    const { vocabularies } = load({ ...COMPLETE, lifecycle });
    expect(vocabularies[2]!.lifecycle).toMatchObject(lifecycle);
    expect(vocabularies[2]!.lifecycle.otherEndpoints).toEqual(vocabularies[0]!.lifecycle.otherEndpoints);
  });

  it("replaces resources by name and adds others", () => {
    const resource = (name: string): object => ({
      name,
      endpoints: [
        {
          id: `${name}.list`,
          method: "GET",
          path: `/groups/{GROUP-ID}/${name}`,
          versions: [{ date: "2023-02-01", sources: ["handbook"] }],
          sources: ["handbook"],
        },
      ],
      sources: ["handbook"],
    });
    const { resources } = load({ ...COMPLETE, resources: [resource("quotas"), resource("clusters")] })
      .vocabularies[2]!;
    expect(resources.map(({ name, endpoints }) => [name, endpoints.length])).toEqual([
      ["clusters", 1],
      ["privateIpMode", 1],
      ["quotas", 1],
    ]);
  });

  it.each(BUILT_IN_VOCABULARIES.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
    "may start as a copy of %s",
    (_, vocabulary) => {
      expect(load({ ...vocabulary, name: "copy" }).vocabularies[2]!.resources).toEqual(
        loadCatalog({ vocabularies: [vocabulary.name] }).vocabularies[0]!.resources,
      );
    },
  );
});

describe("a vocabulary that extends another one", () => {
  it("puts a gateway before a built-in vocabulary, under its name", () => {
    const { vocabularies } = load({ name: "atlas", extends: "atlas", pathAliases: ["/internal/db-admin"] });
    expect(vocabularies.map(({ name }) => name)).toEqual(["service", "atlas"]);
    const [plain] = loadCatalog({ vocabularies: ["atlas"] }).vocabularies;
    expect(vocabularies[1]).toEqual({ ...plain, pathAliases: ["/internal/db-admin"] });
  });

  it("takes members one by one and adds to lists of entries", () => {
    const { vocabularies } = load({
      name: "acme",
      extends: "atlas",
      title: "Acme",
      sources: { handbook: { title: "Acme handbook", where: "Databases" } },
      words: { vendor: "acme", properties: { srvAddress: "acmeAddress" } },
      hosts: ["gateway.acme.example"],
      administration: { base: "/db/{version}", sources: ["handbook"] },
      lifecycle: { supportMonths: 36, sources: ["handbook"] },
      goneEndpoints: [{ path: "/groups/{GROUP-ID}/quotas", note: "Closed.", sources: ["handbook"] }],
      connectionStrings: { domains: ["db.acme.example"] },
    });
    const [, atlas, acme] = vocabularies;
    expect(acme).toMatchObject({
      name: "acme",
      title: "Acme",
      words: { admin: "atlas", vendor: "acme", properties: { dbURI: "mongoURI", srvAddress: "acmeAddress" } },
      hosts: ["gateway.acme.example"],
      distinctivePath: true,
      connectionStrings: { schemes: ["mongodb"], domains: ["db.acme.example"] },
    });
    expect(acme!.administration).toMatchObject({
      base: "/db/{version}",
      unversioned: [{}, { version: "v1.5" }],
    });
    expect(acme!.lifecycle).toMatchObject({ supportMonths: 36, releases: atlas!.lifecycle.releases });
    expect(acme!.goneEndpoints).toHaveLength(atlas!.goneEndpoints.length + 1);
    expect(acme!.resources).toEqual(atlas!.resources);
  });

  it("may extend one that was given before it", () => {
    const { vocabularies } = load(COMPLETE, {
      name: "acme-test",
      extends: "acme",
      hosts: ["test.acme.example"],
    });
    expect(vocabularies[3]).toEqual({ ...vocabularies[2], name: "acme-test", hosts: ["test.acme.example"] });
  });
});

const without = (key: keyof typeof COMPLETE): object =>
  Object.fromEntries(Object.entries(COMPLETE).filter(([name]) => name !== key));
const withQuotas = (endpoint: object): object => ({
  ...COMPLETE,
  resources: [
    {
      name: "quotas",
      endpoints: [
        {
          id: "quotas.list",
          method: "GET",
          path: "/groups/{GROUP-ID}/quotas",
          versions: [{ date: "2023-02-01", sources: ["handbook"] }],
          sources: ["handbook"],
          ...endpoint,
        },
      ],
      sources: ["handbook"],
    },
  ],
});
const quota = "resources[0].endpoints[0]";
const version = (members: object): object => ({ date: "2023-02-01", sources: ["handbook"], ...members });

const WRONG: readonly [what: string, data: unknown, message: string | RegExp, hint?: string][] = [
  ["no object", [], "the file: must be object"],
  ["null", null, "the file: must be object"],
  ["no name", without("name"), "the file: lacks the member name"],
  ["a missing member", without("hosts"), "the file: lacks the member hosts"],
  ["a missing word", { ...COMPLETE, words: { admin: "a" } }, "words: lacks the member metrics (and 2 more)"],
  [
    "a member that is not known",
    { ...COMPLETE, host: [] },
    "host: is not a known member",
    "Did you mean hosts?",
  ],
  [
    "a member that is like no other",
    { ...COMPLETE, words: { ...COMPLETE.words, unrelated: "x" } },
    "words.unrelated: is not a known member",
    "Known members: admin, metrics, vendor, properties.",
  ],
  [
    "a host with a scheme",
    { ...COMPLETE, hosts: ["https://databases.acme.example"] },
    'hosts[0]: "https://databases.acme.example" does not fit',
    "A host name in lower case, without scheme, port or path.",
  ],
  [
    "a host that occurs twice",
    { ...COMPLETE, hosts: ["a.b", "a.b"] },
    /^hosts: must NOT have duplicate items/,
  ],
  [
    "an alias that ends in a slash",
    { ...COMPLETE, pathAliases: ["/gateway/"] },
    /^pathAliases\[0\]: "\/gateway\/" does not/,
  ],
  [
    "a method that is none",
    withQuotas({ method: "FETCH" }),
    `${quota}.method: is "FETCH", and must be one of GET, POST, PUT, PATCH, DELETE`,
  ],
  [
    "a method in lower case",
    withQuotas({ method: "get" }),
    /^resources\[0\]\.endpoints\[0\]\.method: is "get"/,
    "Did you mean GET?",
  ],
  ["a path without a slash", withQuotas({ path: "groups" }), `${quota}.path: "groups" does not fit`],
  [
    "a date of another form",
    withQuotas({ versions: [version({ date: "2023-2-1" })] }),
    `${quota}.versions[0].date: "2023-2-1" does not fit`,
    "A day, yyyy-mm-dd.",
  ],
  [
    "a day that does not exist",
    withQuotas({ versions: [version({ sunset: "2027-02-30" })] }),
    `${quota}.versions[0].sunset: 2027-02-30 is not a day of the calendar`,
  ],
  [
    "a sunset before its deprecation",
    withQuotas({ versions: [version({ deprecated: "2024-02-01", sunset: "2024-01-01" })] }),
    `${quota}.versions[0].sunset: 2024-01-01 is before 2024-02-01`,
  ],
  [
    "a sunset beside noSunset",
    withQuotas({ versions: [version({ sunset: "2027-01-01", noSunset: true })] }),
    `${quota}.versions[0]: has both sunset and noSunset, which contradict each other`,
  ],
  [
    "versions that do not ascend",
    withQuotas({ versions: [version({}), version({ date: "2023-01-01" })] }),
    `${quota}.versions[1].date: 2023-01-01 is listed after 2023-02-01; versions must ascend`,
  ],
  [
    "a version that was not released",
    withQuotas({ versions: [version({ date: "2024-08-05" })] }),
    `${quota}.versions[0].date: 2024-08-05 is not in lifecycle.releases`,
  ],
  [
    "releases that lack a version of the catalog",
    {
      ...COMPLETE,
      lifecycle: { releases: ["2023-02-01"], otherEndpoints: [version({})], sources: ["handbook"] },
    },
    "lifecycle.releases: lacks 2023-01-01, the shape of v1.0",
  ],
  [
    "releases that lack the default target of the catalog",
    { ...COMPLETE, lifecycle: { releases: ["2023-01-01"], sources: ["handbook"] } },
    "lifecycle.releases: lacks 2023-02-01, the default target",
  ],
  [
    "releases of its own that lack a version of the vocabulary that it extends",
    {
      name: "acme",
      extends: "atlas",
      sources: COMPLETE.sources,
      lifecycle: { releases: ["2023-01-01", "2023-02-01", "2024-08-05"], sources: ["handbook"] },
    },
    "lifecycle.releases: lacks 2024-10-23, a version of clusters.create (and 6 more)",
  ],
  [
    "an entry without a source",
    withQuotas({ sources: [] }),
    `${quota}.sources: must NOT have fewer than 1 items`,
  ],
  [
    "a source that is not declared",
    withQuotas({ sources: ["handbok"] }),
    `${quota}.sources[0]: cites handbok, which is not declared in sources`,
    "Did you mean handbook?",
  ],
  [
    "a source of the catalog under another document",
    { ...COMPLETE, sources: { ...COMPLETE.sources, SPEC: { title: "Ours", where: "Wiki" } } },
    "sources.SPEC: is already a source of the catalog",
  ],
  [
    "a call that is an endpoint of the catalog",
    withQuotas({ path: "/groups/{ID}/clusters" }),
    `${quota}.path: GET /groups/{ID}/clusters is the call of clusters.list too`,
  ],
  [
    "a gone endpoint that is not gone",
    {
      ...COMPLETE,
      goneEndpoints: [{ methods: ["GET"], path: "/groups/{ID}/clusters", note: "?", sources: ["handbook"] }],
    },
    "goneEndpoints[0].path: GET /groups/{ID}/clusters is gone and is the call of clusters.list",
  ],
  [
    "credentials of one surface only",
    {
      ...COMPLETE,
      authentication: [
        { surface: "administration", schemes: ["bearer"], credentials: "A token.", sources: ["handbook"] },
      ],
    },
    "authentication: does not mention the surface discovery",
  ],
  [
    "a word for a property that is not there",
    { ...COMPLETE, words: { ...COMPLETE.words, properties: { dbUri: "acmeURI" } } },
    "words.properties.dbUri: is not the name of a property in the catalog",
    "Did you mean dbURI?",
  ],
  [
    "one word for two properties",
    { ...COMPLETE, words: { ...COMPLETE.words, properties: { dbURI: "acme", dbVersion: "acme" } } },
    "words.properties.dbURI: acme is already the word for dbVersion (and 1 more)",
  ],
  [
    "the name of another property as a word",
    { ...COMPLETE, words: { ...COMPLETE.words, properties: { dbURI: "srvAddress" } } },
    "words.properties.dbURI: srvAddress is the name of another property",
  ],
  [
    "a property name that is none",
    { ...COMPLETE, words: { ...COMPLETE.words, properties: { "db-uri": "acmeURI" } } },
    /^words\.properties\["db-uri"\]: /,
  ],
  [
    "an unknown vocabulary to extend",
    { name: "acme", extends: "atlsa" },
    "extends: there is no vocabulary atlsa",
    "Did you mean atlas?",
  ],
  [
    "itself to extend",
    { name: "acme", extends: "acme" },
    "extends: there is no vocabulary acme",
    "There are service, atlas.",
  ],
];

describe("is refused with its origin, the path and what is wrong", () => {
  it.each(WRONG)("%s", (_, data, message, hint) => {
    const error = thrownBy(() => load(data));
    expect(error).toBeInstanceOf(CatalogError);
    const text = (error as CatalogError).message;
    expect(text.slice(0, origin.length + 2)).toBe(`${origin}: `);
    if (typeof message === "string") expect(text.slice(origin.length + 2)).toBe(message);
    else expect(text.slice(origin.length + 2)).toMatch(message);
    if (hint !== undefined) expect((error as CatalogError).hint).toBe(hint);
  });

  it("a name that two files give", () => {
    const error = thrownBy(() =>
      loadCatalog({
        userVocabularies: [
          { origin: "a.json", data: COMPLETE },
          { origin: "b.json", data: COMPLETE },
        ],
      }),
    );
    expect((error as CatalogError).message).toBe(
      "b.json: name: acme is already the name of the vocabulary in a.json",
    );
  });

  it("even where it is not chosen", () => {
    const options = { vocabularies: ["service"], userVocabularies: [{ origin, data: {} }] };
    expect(thrownBy(() => loadCatalog(options))).toBeInstanceOf(CatalogError);
  });
});
