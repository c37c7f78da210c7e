import { describe, expect, it } from "vitest";
import { BUILT_IN_CATALOG, BUILT_IN_VOCABULARIES, loadCatalog } from "../../src/catalog/load.js";
import type { Vocabulary } from "../../src/catalog/catalog.js";
import type { EndpointData, PropertyData } from "../../src/catalog/model.js";

const [service, atlas] = loadCatalog().vocabularies as [Vocabulary, Vocabulary];
const { properties } = BUILT_IN_CATALOG;

/** Keys that are cited anywhere in the data. */
function cited(data: unknown): Set<string> {
  if (Array.isArray(data)) return new Set(data.flatMap((element) => [...cited(element)]));
  if (typeof data !== "object" || data === null) return new Set();
  return new Set(
    Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
      key === "sources" && Array.isArray(value) ? (value as string[]) : [...cited(value)],
    ),
  );
}

function endpoint(vocabulary: Vocabulary, call: string): EndpointData {
  const all = vocabulary.resources.flatMap(({ endpoints }) => endpoints);
  const found = all.filter(({ method, path }) => `${method} ${path}` === call);
  expect(found, call).toHaveLength(1);
  return found[0]!;
}

/** `2023-01-01 >2023-02-01 x2027-07-01`: date, day of deprecation, day of deletion or `never`. */
function versionsOf(vocabulary: Vocabulary, call: string): string[] {
  return endpoint(vocabulary, call).versions.map(({ date, deprecated, sunset, noSunset }) =>
    [date, deprecated && `>${deprecated}`, sunset && `x${sunset}`, noSunset && "never"]
      .filter(Boolean)
      .join(" "),
  );
}

describe("sources", () => {
  it("every declared one is cited", () => {
    const inCatalog = cited([BUILT_IN_CATALOG, BUILT_IN_VOCABULARIES]);
    expect(Object.keys(BUILT_IN_CATALOG.sources).filter((key) => !inCatalog.has(key))).toEqual([]);
    for (const vocabulary of BUILT_IN_VOCABULARIES) {
      const own = cited({ ...vocabulary, sources: undefined });
      expect(Object.keys(vocabulary.sources).filter((key) => !own.has(key))).toEqual([]);
    }
  });
});

/** Every path of the mapping that the catalog was made from, in canonical words. */
const MAPPING: readonly [path: string, directions: string, status: PropertyData["status"], since: string][] =
  [
    ["dbURI", "response", "removed", "2023-02-01"],
    ["dbURIWithOptions", "response", "removed", "2023-02-01"],
    ["dbURIUpdated", "response", "removed", "2023-02-01"],
    ["srvAddress", "response", "removed", "2023-02-01"],
    ["providerBackupEnabled", "request response", "removed", "2023-02-01"],
    ["backupEnabled", "request response", "repurposed", "2023-02-01"],
    ["numShards", "request response", "removed", "2023-02-01"],
    ["replicationFactor", "request response", "removed", "2023-02-01"],
    ["replicationSpec", "request response", "removed", "2023-02-01"],
    ["replicationSpecs[].regionsConfig", "request response", "removed", "2023-02-01"],
    ["replicationSpecs[].regionsConfig.{region}.electableNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpecs[].regionsConfig.{region}.readOnlyNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpecs[].regionsConfig.{region}.analyticsNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpecs[].regionsConfig.{region}.priority", "request response", "removed", "2023-02-01"],
    ["replicationSpec.{region}.electableNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpec.{region}.readOnlyNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpec.{region}.analyticsNodes", "request response", "removed", "2023-02-01"],
    ["replicationSpec.{region}.priority", "request response", "removed", "2023-02-01"],
    ["autoScaling", "request response", "removed", "2023-02-01"],
    ["autoScaling.diskGBEnabled", "request response", "removed", "2023-02-01"],
    ["autoScaling.compute.enabled", "request response", "removed", "2023-02-01"],
    ["autoScaling.compute.scaleDownEnabled", "request response", "removed", "2023-02-01"],
    ["autoScaling.autoIndexingEnabled", "request response", "removed", "2023-02-01"],
    ["providerSettings", "request response", "removed", "2023-02-01"],
    ["providerSettings.providerName", "request response", "removed", "2023-02-01"],
    ["providerSettings.instanceSizeName", "request response", "removed", "2023-02-01"],
    ["providerSettings.effectiveInstanceSizeName", "response", "removed", "2023-02-01"],
    ["providerSettings.regionName", "request response", "removed", "2023-02-01"],
    ["providerSettings.backingProviderName", "request response", "removed", "2023-02-01"],
    ["providerSettings.diskIOPS", "request response", "removed", "2023-02-01"],
    ["providerSettings.volumeType", "request response", "removed", "2023-02-01"],
    ["providerSettings.encryptEBSVolume", "request response", "removed", "2023-02-01"],
    ["providerSettings.diskTypeName", "request response", "removed", "2023-02-01"],
    ["providerSettings.autoScaling", "request response", "removed", "2023-02-01"],
    ["providerSettings.autoScaling.compute.minInstanceSize", "request response", "removed", "2023-02-01"],
    ["providerSettings.autoScaling.compute.maxInstanceSize", "request response", "removed", "2023-02-01"],
    ["providerSettings.autoScaling.compute.enabled", "request response", "removed", "2023-02-01"],
    ["dbVersion", "request", "read-only", "2023-02-01"],
    ["dbVersion", "response", "kept", "2023-01-01"],
    ["replicationSpecs[].id", "request", "read-only", "2023-02-01"],
    ["replicationSpecs[].id", "response", "repurposed", "2024-08-05"],
    ["replicationSpecs[].numShards", "request response", "moved", "2024-08-05"],
    ["diskSizeGB", "request response", "moved", "2024-08-05"],
    ["links", "response", "kept", "2023-01-01"],
    ["groupId", "response", "kept", "2023-01-01"],
    ["id", "response", "kept", "2023-01-01"],
    ["name", "request response", "kept", "2023-01-01"],
    ["paused", "request response", "kept", "2023-01-01"],
    ["pitEnabled", "request response", "kept", "2023-01-01"],
    ["biConnector", "request response", "kept", "2023-01-01"],
    ["encryptionAtRestProvider", "request response", "kept", "2023-01-01"],
    ["labels", "request response", "kept", "2023-01-01"],
    ["tags", "request response", "kept", "2023-01-01"],
    ["dbMajorVersion", "request response", "kept", "2023-01-01"],
    ["versionReleaseSystem", "request response", "kept", "2023-01-01"],
    ["rootCertType", "request response", "kept", "2023-01-01"],
    ["stateName", "response", "kept", "2023-01-01"],
    ["createDate", "response", "kept", "2023-01-01"],
    ["connectionStrings", "response", "kept", "2023-01-01"],
    ["terminationProtectionEnabled", "request response", "kept", "2023-01-01"],
    ["clusterType", "request response", "kept", "2023-01-01"],
    ["acceptDataRisksAndForceReplicaSetReconfig", "request response", "kept", "2023-01-01"],
    ["replicationSpecs[].zoneName", "request response", "kept", "2023-01-01"],
    ["replicationSpecs[].regionConfigs", "request response", "added", "2023-02-01"],
    ["replicationSpecs[].zoneId", "response", "added", "2023-02-01"],
    ["replicationSpecs", "request response", "repurposed", "2024-08-05"],
    [
      "replicationSpecs[].regionConfigs[].electableSpecs.diskSizeGB",
      "request response",
      "added",
      "2024-08-05",
    ],
    [
      "replicationSpecs[].regionConfigs[].readOnlySpecs.diskSizeGB",
      "request response",
      "added",
      "2024-08-05",
    ],
    [
      "replicationSpecs[].regionConfigs[].analyticsSpecs.diskSizeGB",
      "request response",
      "added",
      "2024-08-05",
    ],
    ["redactClientLogData", "request response", "added", "2024-08-05"],
    ["adaptiveCapacity", "request response", "added", "2024-08-05"],
    ["retainBackups", "request response", "added", "2024-08-05"],
    ["useAwsTimeBasedSnapshotCopyForFastInitialSync", "request response", "added", "2024-08-05"],
    ["effectiveReplicationSpecs", "response", "added", "2024-08-05"],
    ["internalClusterRole", "response", "added", "2024-08-05"],
    ["replicationSpecs[].regionConfigs[].effectiveElectableSpecs", "response", "added", "2024-08-05"],
    ["replicationSpecs[].regionConfigs[].effectiveReadOnlySpecs", "response", "added", "2024-08-05"],
    ["replicationSpecs[].regionConfigs[].effectiveAnalyticsSpecs", "response", "added", "2024-08-05"],
    ["replicationSpecs[].regionConfigs[].autoScaling.compute", "request", "repurposed", "2024-10-23"],
    [
      "replicationSpecs[].regionConfigs[].analyticsAutoScaling.compute",
      "request",
      "repurposed",
      "2024-10-23",
    ],
  ];

describe("properties of the clusters resource", () => {
  it.each(MAPPING)("%s in the %s: %s, %s", (path, directions, status, since) => {
    const found = properties.filter((entry) => entry.path === path && entry.in.join(" ") === directions);
    expect(found).toEqual([expect.objectContaining({ resource: "clusters", status, since })]);
  });

  it("has no other change, and none after 2024-10-23", () => {
    const listed = new Set(MAPPING.map((row) => row.join(" ")));
    const all = properties.map(({ path, in: directions, status, since }) =>
      [path, directions.join(" "), status, since].join(" "),
    );
    expect(all.filter((one) => !listed.has(one))).toEqual([]);
    expect(properties.filter(({ since }) => since > "2024-10-23")).toEqual([]);
  });

  it("removes from 2023-02-01 exactly what the change file of the service lists", () => {
    const roots = (direction: "request" | "response"): string[] =>
      properties
        .filter(({ status, in: directions }) => status === "removed" && directions.includes(direction))
        .map(({ path }) => path)
        .filter((path) => !path.includes(".") || path === "replicationSpecs[].regionsConfig")
        .toSorted();
    const request = [
      "autoScaling",
      "numShards",
      "providerBackupEnabled",
      "providerSettings",
      "replicationFactor",
      "replicationSpec",
      "replicationSpecs[].regionsConfig",
    ];
    expect(roots("request")).toEqual(request);
    expect(roots("response")).toEqual(
      [...request, "dbURI", "dbURIUpdated", "dbURIWithOptions", "srvAddress"].toSorted(),
    );
  });

  it("leads every removed property to one that the versioned form has", () => {
    const homes = properties.filter(({ status }) => status !== "removed").map(({ path }) => path);
    const isHome = (path: string): boolean =>
      homes.some((home) => path === home || path.startsWith(`${home}.`) || path.startsWith(`${home}[]`));
    const replacements = properties.flatMap(({ status, replacement }) =>
      status === "removed" ? replacement : [],
    );
    expect(replacements.length).toBeGreaterThan(30);
    expect(replacements.filter((path) => !isHome(path))).toEqual([]);
  });

  it.each([
    [
      "unmistakable",
      ["dbURIWithOptions", "dbURIUpdated", "providerBackupEnabled", "replicationSpecs[].regionsConfig"],
    ],
    ["specific", ["srvAddress", "providerSettings", "replicationSpec", "providerSettings.instanceSizeName"]],
    ["ambiguous", ["autoScaling", "numShards", "replicationFactor", "dbURI", "backupEnabled"]],
  ] as const)("calls %s: %j", (distinctness, paths) => {
    for (const path of paths)
      expect(properties.find((property) => property.path === path)).toMatchObject({ distinctness });
  });
});

describe("versions of the service vocabulary", () => {
  it.each([
    "GET /groups/{GROUP-ID}/clusters",
    "POST /groups/{GROUP-ID}/clusters",
    "GET /groups/{GROUP-ID}/clusters/{CLUSTER-NAME}",
    "PATCH /groups/{GROUP-ID}/clusters/{CLUSTER-NAME}",
    "DELETE /groups/{GROUP-ID}/clusters/{CLUSTER-NAME}",
    "PATCH /groups/{GROUP-ID}/privateIpMode",
  ])("%s", (call) => {
    expect(versionsOf(service, call)).toEqual(["2023-01-01 >2023-02-01", "2023-02-01"]);
  });

  it("has nothing but what the specification states", () => {
    expect(service.resources.flatMap(({ endpoints }) => endpoints)).toHaveLength(6);
    expect(service.goneEndpoints).toEqual([]);
  });
});

const END = "x2027-07-01";
const OLD_CLUSTERS = [`2023-01-01 >2023-02-01 ${END}`, `2023-02-01 >2024-08-05 ${END}`];

describe("versions of the atlas vocabulary, with published dates", () => {
  const cluster = "/groups/{GROUP-ID}/clusters/{CLUSTER-NAME}";
  it.each<[call: string, versions: readonly string[]]>([
    ["GET /groups/{GROUP-ID}/clusters", [...OLD_CLUSTERS, "2024-08-05"]],
    [`GET ${cluster}`, [...OLD_CLUSTERS, "2024-08-05"]],
    [
      "POST /groups/{GROUP-ID}/clusters",
      [...OLD_CLUSTERS, "2024-08-05 >2024-10-23 x2027-03-01", "2024-10-23"],
    ],
    [`PATCH ${cluster}`, [...OLD_CLUSTERS, "2024-08-05 >2024-10-23 x2027-03-01", "2024-10-23"]],
    [`DELETE ${cluster}`, [`2023-01-01 >2023-02-01 ${END}`, "2023-02-01"]],
    [`GET ${cluster}/processArgs`, [`2023-01-01 >2024-08-05 ${END}`, "2024-08-05"]],
    [`PATCH ${cluster}/backup/schedule`, [`2023-01-01 >2024-08-05 ${END}`, "2024-08-05"]],
    [`GET ${cluster}/globalWrites`, [...OLD_CLUSTERS, "2024-08-05"]],
    [
      `GET ${cluster}/search/deployment`,
      [`2023-01-01 >2024-05-30 ${END}`, `2024-05-30 >2025-03-12 ${END}`, "2025-03-12"],
    ],
    [`POST ${cluster}/fts/indexes`, [`2023-01-01 >2024-05-30 ${END}`]],
    [`GET ${cluster}/search/indexes`, ["2024-05-30"]],
    ["GET /groups/{GROUP-ID}/backupCompliancePolicy", [`2023-01-01 >2023-10-01 ${END}`, "2023-10-01"]],
    ["PATCH /groups/{GROUP-ID}/alerts/{ALERT-ID}", [`2023-01-01 >2024-05-30 ${END}`, "2024-05-30"]],
    ["GET /orgs/{ORG-ID}/users", [`2023-01-01 >2025-02-19 ${END}`, "2025-02-19"]],
    ["GET /groups/{GROUP-ID}/invites", [`2023-01-01 >2023-10-04 ${END}`]],
    ["POST /groups/{GROUP-ID}/liveMigrations", [`2023-01-01 >2024-05-30 ${END}`, "2024-05-30"]],
    [
      "GET /federationSettings/{FEDERATION-SETTINGS-ID}/identityProviders/{IDENTITY-PROVIDER-ID}",
      ["2023-01-01 >2023-11-15 x2025-01-01", "2023-11-15"],
    ],
    ["GET /groups/{GROUP-ID}/serverless", ["2023-01-01 x2027-01-18"]],
    ["GET /groups/{GROUP-ID}/serverless/{INSTANCE-NAME}/backup/snapshots", ["2023-01-01 x2026-01-22"]],
    ["GET /groups/{GROUP-ID}/pushBasedLogExport", ["2023-01-01 x2027-02-04"]],
    ["PATCH /groups/{GROUP-ID}/privateIpMode", ["2023-01-01 never"]],
    ["GET /groups", ["2023-01-01"]],
    ["POST /groups/{GROUP-ID}/databaseUsers", ["2023-01-01"]],
    ["GET /groups/{GROUP-ID}/flexClusters", ["2024-11-13"]],
    ["GET /groups/{GROUP-ID}/streams", ["2023-02-01"]],
  ])("%s", (call, versions) => {
    expect(versionsOf(atlas, call)).toEqual(versions);
  });

  it("has the stable dates of the service", () => {
    expect(atlas.lifecycle.releases).toEqual(
      "2023-01-01 2023-02-01 2023-10-01 2023-11-15 2024-05-30 2024-08-05 2024-10-23 2024-11-13 2025-02-19 2025-03-12".split(
        " ",
      ),
    );
    expect(atlas.lifecycle.otherEndpoints.map(({ date }) => date)).toEqual(["2023-01-01"]);
    expect([service, atlas].map(({ lifecycle }) => lifecycle.defaultTarget)).toEqual([
      "2023-02-01",
      "2023-02-01",
    ]);
  });

  it("knows downloads by their suffix", () => {
    const suffixes = atlas.resources
      .flatMap(({ endpoints }) => endpoints)
      .filter(({ format }) => format !== undefined)
      .map(({ id, format }) => `${id} ${format}`);
    expect(suffixes.toSorted()).toEqual([
      "dataFederation.getQueryLogs gzip",
      "invoices.getCsv csv",
      "logs.get gzip",
      "onlineArchives.getQueryLogs gzip",
      "streams.getAuditLogs gzip",
      "streams.getOperationalLogs gzip",
    ]);
  });

  it("keeps the unversioned shape for tenant upgrades alone", () => {
    const keeping = atlas.resources.flatMap(({ endpoints }) =>
      endpoints.filter((e) => e.keepsUnversionedShape),
    );
    expect(keeping.map(({ id }) => id)).toEqual([
      "clusters.tenantUpgrade",
      "clusters.tenantUpgradeToServerless",
    ]);
  });

  it.each(["service", "atlas"])("says where the elements of a list stand: %s", (name) => {
    const vocabulary = name === "service" ? service : atlas;
    const lists = vocabulary.resources.flatMap(({ endpoints }) => endpoints.filter((e) => e.listPrefix));
    const ids = lists.map(({ id, listPrefix }) => [id, listPrefix]);
    const users = ["groupUsers.list", "orgTeams.listUsers", "orgUsers.list"];
    const all = name === "service" ? ["clusters.list"] : ["clusters.list", ...users];
    expect(ids).toEqual(all.map((id) => [id, "results[]"]));
  });
});

describe("gone endpoints of the atlas vocabulary", () => {
  it("lead to endpoints that are there", () => {
    const plain = (path: string): string => path.replaceAll(/\{[^}]*\}/g, "{}");
    const paths = new Set(
      atlas.resources.flatMap(({ endpoints }) => endpoints.map(({ path }) => plain(path))),
    );
    const lost = atlas.goneEndpoints.filter(
      ({ replacement }) => replacement && !paths.has(plain(replacement)),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ["/groups/{GROUP-ID}/whitelist", "/groups/{GROUP-ID}/accessList"],
    [
      "/orgs/{ORG-ID}/apiKeys/{API-USER-ID}/whitelist/{IP-ADDRESS}",
      "/orgs/{ORG-ID}/apiKeys/{API-USER-ID}/accessList/{IP-ADDRESS}",
    ],
    ["/users/{USER-ID}/whitelist", undefined],
    ["/groups/{GROUP-ID}/dataLakes/{TENANT-NAME}", "/groups/{GROUP-ID}/dataFederation/{TENANT-NAME}"],
    ["/groups/{GROUP-ID}/clusters/{CLUSTER-NAME}/fts/analyzers", undefined],
    ["/groups/{GROUP-ID}/pipelines", undefined],
    [
      "/groups/{GROUP-ID}/clusters/{CLUSTER-NAME}/backup/tenant/snapshots",
      "/groups/{GROUP-ID}/flexClusters/{CLUSTER-NAME}/backup/snapshots",
    ],
    ["/groups/{GROUP-ID}/serverless", "/groups/{GROUP-ID}/flexClusters"],
  ])("%s to %s", (path, replacement) => {
    expect(atlas.goneEndpoints.filter((gone) => gone.path === path).map((gone) => gone.replacement)).toEqual([
      replacement,
    ]);
  });
});

describe("the rest of the specification", () => {
  it("discovery", () => {
    const { method, path, accept, parameters, labels } = BUILT_IN_CATALOG.discovery;
    expect({ method, path, accept }).toEqual({
      method: "GET",
      path: "/groups/{GROUP-ID}/discovery",
      accept: "application/json",
    });
    expect(parameters).toMatchObject([
      { name: "targetScheme", default: "PUBLIC", values: ["PUBLIC", "PRIVATE"] },
    ]);
    expect(labels.map(({ name, values }) => [name, values?.join()])).toEqual([
      ["availability_zone", undefined],
      ["cl_name", undefined],
      ["group_id", undefined],
      ["group_name", undefined],
      ["node_type", "ELECTABLE,READ_ONLY,ANALYTICS"],
      ["org_id", undefined],
      ["provider", "AWS,GCP,AZURE"],
      ["region", undefined],
      ["replica_set_name", undefined],
    ]);
  });

  it("ports of connection strings", () => {
    const ports = (id: string): unknown =>
      BUILT_IN_CATALOG.connectionStrings.kinds.find((kind) => kind.id === id && kind.form === "direct")
        ?.ports;
    const standard = { from: 27017, to: 27017 };
    expect(ports("standard.direct")).toEqual([standard]);
    expect(ports("standard.direct.sharded")).toEqual([standard, { from: 27015, to: 27016 }]);
    expect(ports("peering.direct")).toEqual([standard]);
    for (const id of ["aws", "aws.regionalized", "azure", "azure.regionalized", "gcp"])
      expect(ports(`private-endpoint.${id}.direct`)).toEqual([{ from: 1024, to: 65535 }]);
  });

  it("days of connection strings", () => {
    expect(BUILT_IN_CATALOG.connectionStrings.dates).toEqual({
      legacyFormUntil: "2020-03-31",
      stableOnProviderChangeAfter: "2020-11-02",
      multiCloudIntroduction: "2020-11-03",
    });
  });

  it("limits", () => {
    const limits = BUILT_IN_CATALOG.limits.filter(({ sources }) => sources.includes("spec:limits"));
    expect(limits.map(({ value }) => value)).toEqual([12, 1024, 27017, "5.0"]);
  });

  it("credentials, for each surface", () => {
    const schemes = ({ authentication }: Vocabulary): unknown =>
      authentication.map((entry) => `${entry.surface}: ${entry.schemes.join(" ")}`);
    expect(schemes(service)).toEqual(["administration: digest", "discovery: basic"]);
    expect(schemes(atlas)).toEqual(["administration: digest bearer", "discovery: basic"]);
  });
});
