import { describe, expect, it } from "vitest";
import { checkCatalog, checkVocabulary } from "../../src/catalog/check.js";
import { BUILT_IN_CATALOG, BUILT_IN_VOCABULARIES } from "../../src/catalog/load.js";
import type { CatalogData } from "../../src/catalog/model.js";

type Writable<T> = T extends object ? { -readonly [Key in keyof T]: Writable<T[Key]> } : T;
type Draft = Writable<CatalogData>;

describe("the built-in data", () => {
  it("catalog: no defects", () => {
    expect(checkCatalog(BUILT_IN_CATALOG)).toEqual([]);
  });
  it.each(BUILT_IN_VOCABULARIES.map((vocabulary) => [vocabulary.name, vocabulary] as const))(
    "%s: no defects",
    (_, vocabulary) => {
      expect(checkVocabulary(vocabulary, vocabulary, BUILT_IN_CATALOG)).toEqual([]);
    },
  );
});

/** Each case breaks one thing of the built-in catalog and names the one defect that this makes. */
const BROKEN: readonly [what: string, mutate: (draft: Draft) => void, path: string, problem: string][] = [
  [
    "a source that is not declared",
    (draft) => (draft.limits[0]!.sources = ["spec:limit"]),
    "limits[0].sources[0]",
    "cites spec:limit, which is not declared in sources",
  ],
  [
    "a day that does not exist",
    (draft) => (draft.dataAsOf = "2026-02-30"),
    "dataAsOf",
    "2026-02-30 is not a day of the calendar",
  ],
  [
    "a body of an unknown resource",
    (draft) => draft.bodies[1]!.endpoints.push("peers.modify"),
    "bodies[1].endpoints",
    "peers.modify is of no known resource",
  ],
  [
    "a member of a body that occurs twice in a version",
    (draft) => draft.bodies[1]!.members.push({ path: "enabled", kind: "any", since: "2023-02-01" }),
    "bodies[1].members[1]",
    "enabled occurs twice",
  ],
  [
    "a member of a body without the object that holds it",
    (draft) => draft.bodies[1]!.members.push({ path: "limits.size", kind: "any" }),
    "bodies[1].members[1]",
    "limits, which holds limits.size, is not a member",
  ],
  [
    "a pattern that is not a regular expression",
    (draft) => Object.assign(draft.bodies[1]!.members[0]!, { pattern: "(", example: "x" }),
    "bodies[1].members[0]",
    "( is not a regular expression",
  ],
  [
    "a member of a body that ends before it starts",
    (draft) => Object.assign(draft.bodies[1]!.members[0]!, { since: "2023-02-01", until: "2023-01-01" }),
    "bodies[1].members[0]",
    "enabled ends before it starts",
  ],
  [
    "a default target that was not released",
    (draft) => (draft.lifecycle.defaultTarget = "2023-06-01"),
    "lifecycle.defaultTarget",
    "2023-06-01 is not in lifecycle.releases",
  ],
  [
    "a version of other endpoints that was not released",
    (draft) => (draft.lifecycle.otherEndpoints = [{ date: "2023-06-01", sources: ["spec:versioning"] }]),
    "lifecycle.otherEndpoints[0].date",
    "2023-06-01 is not in lifecycle.releases",
  ],
  [
    "a shape that was not released",
    (draft) => (draft.administration.unversioned[0]!.shape = "2022-01-01"),
    "administration.unversioned[0].shape",
    "2022-01-01 is not in lifecycle.releases",
  ],
  [
    "an endpoint under the name of another resource",
    (draft) => (draft.resources[1]!.endpoints[0]!.id = "peering.modify"),
    "resources[1].endpoints[0].id",
    "peering.modify must start with privateIpMode.",
  ],
  [
    "a format that the media type does not have",
    (draft) => (draft.resources[0]!.endpoints[0]!.format = "xml"),
    "resources[0].endpoints[0].format",
    "xml is not one of json, gzip, csv",
  ],
  [
    "versions that do not ascend",
    (draft) => draft.resources[0]!.endpoints[0]!.versions.reverse(),
    "resources[0].endpoints[0].versions[1].date",
    "2023-01-01 is listed after 2023-02-01; versions must ascend",
  ],
  [
    "an older version that is not deprecated",
    (draft) => delete draft.resources[0]!.endpoints[0]!.versions[0]!.deprecated,
    "resources[0].endpoints[0].versions[0].deprecated",
    "is left out, but the successor of 2023-01-01 was released on 2023-02-01",
  ],
  [
    "a deprecation before the version",
    (draft) => (draft.resources[0]!.endpoints[0]!.versions[1]!.deprecated = "2023-01-31"),
    "resources[0].endpoints[0].versions[1].deprecated",
    "2023-01-31 is before its version 2023-02-01",
  ],
  [
    "a sunset before the deprecation",
    (draft) => (draft.resources[0]!.endpoints[0]!.versions[0]!.sunset = "2023-01-15"),
    "resources[0].endpoints[0].versions[0].sunset",
    "2023-01-15 is before 2023-02-01",
  ],
  [
    "a version that was not released",
    (draft) => (draft.resources[1]!.endpoints[0]!.versions = [{ date: "2023-06-01", sources: ["SPEC"] }]),
    "resources[1].endpoints[0].versions[0].date",
    "2023-06-01 is not in lifecycle.releases",
  ],
  ...(
    [
      [
        "an endpoint that is not there",
        "cluster.list",
        "2023-02-01",
        "endpoint",
        "cluster.list is not the id of an endpoint",
      ],
      [
        "a version that it does not have",
        "clusters.get",
        "2023-03-01",
        "since",
        "2023-03-01 is not a version of clusters.get",
      ],
    ] as const
  ).map(([what, endpoint, since, member, problem]): (typeof BROKEN)[number] => [
    `a successor: ${what}`,
    (draft) => (draft.resources[0]!.endpoints[0]!.successor = { endpoint, since, sources: ["SPEC"] }),
    `resources[0].endpoints[0].successor.${member}`,
    problem,
  ]),
  [
    "a successor of an endpoint that stays",
    (draft) =>
      (draft.resources[1]!.endpoints[0]!.successor = {
        endpoint: "clusters.get",
        since: "2023-02-01",
        sources: ["SPEC"],
      }),
    "resources[1].endpoints[0].successor",
    "the endpoint is not deprecated",
  ],
  [
    "an endpoint that is gone and is not",
    (draft) =>
      draft.goneEndpoints.push({ path: "/groups/{ID}/privateIpMode", note: "Gone.", sources: ["SPEC"] }),
    "goneEndpoints[0].path",
    "PATCH /groups/{ID}/privateIpMode is gone and is the call of privateIpMode.modify",
  ],
  [
    "a surface without credentials",
    (draft) => draft.authentication.pop(),
    "authentication",
    "does not mention the surface discovery",
  ],
  [
    "a property of a resource that is not there",
    (draft) => (draft.properties[0]!.resource = "cluster"),
    "properties[0].resource",
    "cluster is not in resources",
  ],
  [
    "a property that occurs twice for a direction",
    (draft) => draft.properties.push({ ...draft.properties[0]!, status: "kept" }),
    "properties[N].path",
    "dbURI occurs twice for the response",
  ],
  [
    "a replacement of what nothing replaces",
    (draft) => (draft.properties[0]!.exactness = "none"),
    "properties[0].exactness",
    "is none, with 1 replacements",
  ],
  [
    "a kind of connection string that occurs twice",
    (draft) => (draft.connectionStrings.kinds[2]!.id = "standard.direct"),
    "connectionStrings.kinds[2].id",
    "standard.direct occurs twice in the direct form",
  ],
  [
    "an srv string with a port",
    (draft) => (draft.connectionStrings.kinds[1]!.ports = [{ from: 27017, to: 27017 }]),
    "connectionStrings.kinds[1].ports",
    "an srv string has no port",
  ],
  [
    "a port range upside down",
    (draft) => (draft.connectionStrings.kinds[0]!.ports = [{ from: 1025, to: 1024 }]),
    "connectionStrings.kinds[0].ports[0]",
    "1025 to 1024 is not a range",
  ],
  [
    "days of connection strings out of order",
    (draft) => (draft.connectionStrings.dates.legacyFormUntil = "2021-03-31"),
    "connectionStrings.dates",
    "the days are not in order",
  ],
];

describe("checkCatalog", () => {
  it.each(BROKEN)("refuses %s", (_, mutate, path, problem) => {
    const draft = structuredClone(BUILT_IN_CATALOG) as Draft;
    mutate(draft);
    const at = path.replace("[N]", `[${draft.properties.length - 1}]`);
    expect(checkCatalog(draft)).toEqual([expect.objectContaining({ path: at, problem })]);
  });

  it("refuses a resource and an endpoint that are there twice", () => {
    const draft = structuredClone(BUILT_IN_CATALOG) as Draft;
    draft.resources.push(structuredClone(draft.resources[1]!));
    const problems = checkCatalog(draft).map(({ path, problem }) => `${path} ${problem}`);
    expect(problems).toContain("resources[2].name privateIpMode occurs twice");
    expect(problems).toContain("resources[2].endpoints[0].id privateIpMode.modify occurs twice");
  });

  it("refuses two endpoints of one call, whatever their parameters are called", () => {
    const draft = structuredClone(BUILT_IN_CATALOG) as Draft;
    Object.assign(draft.resources[0]!.endpoints[4]!, { method: "PATCH", path: "/groups/{G}/clusters/{C}" });
    expect(checkCatalog(draft)).toEqual([
      {
        path: "resources[0].endpoints[3].path",
        problem: "PATCH /groups/{GROUP-ID}/clusters/{CLUSTER-NAME} is the call of clusters.delete too",
      },
      {
        path: "resources[0].endpoints[4].path",
        problem: "PATCH /groups/{G}/clusters/{C} is the call of clusters.modify too",
      },
    ]);
  });

  it("refuses releases that do not ascend", () => {
    const draft = structuredClone(BUILT_IN_CATALOG) as Draft;
    draft.lifecycle.releases.reverse();
    expect(checkCatalog(draft)).toEqual([
      {
        path: "lifecycle.releases[1]",
        problem: "2023-01-01 is listed after 2023-02-01; releases must ascend",
      },
    ]);
  });

  it("offers the source that is most likely meant", () => {
    const draft = structuredClone(BUILT_IN_CATALOG) as Draft;
    draft.limits[0]!.sources = ["spec:limit"];
    expect(checkCatalog(draft)[0]!.hint).toBe("Did you mean spec:limits?");
  });
});
