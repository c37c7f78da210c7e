import { beforeAll, describe, expect, it } from "vitest";
import { loadCatalog } from "../../src/catalog/load.js";
import { stepsOf } from "../../src/catalog/matchers/properties.js";
import { GROUP_ID, ORG_ID, startServiceDouble, type ServiceDouble } from "../../src/service-double/index.js";
import { plain } from "../support/digest-client.js";
import { report } from "../support/command.js";
import { sharedTree } from "../support/tree.js";

type Json = Record<string, unknown>;

/** A day on which both deployments still answer for all of their versions. */
const DAY = "2023-06-01";
const TOKEN = "a-token";

const REGION = "replicationSpecs[].regionConfigs[]";
const SPECS = `${REGION}.electableSpecs`;

/** A body that a version takes for a new cluster. */
function bodyAt(date: string): Json {
  if (date < "2023-02-01")
    return {
      name: "orders",
      clusterType: "REPLICASET",
      providerSettings: { providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" },
      replicationSpecs: [{ numShards: 1, regionsConfig: { US_EAST_1: { electableNodes: 3, priority: 7 } } }],
    };
  const region = {
    ...{ providerName: "AWS", regionName: "US_EAST_1", priority: 7 },
    electableSpecs: { instanceSize: "M30", nodeCount: 3 },
    autoScaling: { diskGB: { enabled: true }, compute: { enabled: false } },
  };
  return {
    ...{ name: "orders", clusterType: "REPLICASET" },
    replicationSpecs: [{ ...(date < "2024-08-05" && { numShards: 1 }), regionConfigs: [region] }],
  };
}

/** Sets a property of the body, or takes it out; in the first element of each list on the way. */
function change(body: Json, path: string, value: unknown): void {
  const steps = stepsOf(path);
  let holder: Json = body;
  for (const step of steps.slice(0, -1)) holder = (holder[step === "[]" ? "0" : step] ??= {}) as Json;
  if (value === undefined) Reflect.deleteProperty(holder, steps.at(-1)!);
  else holder[steps.at(-1)!] = value;
}

function regionOf(regionName: string, electable = 3, priority = 7, more: Json = {}): Json {
  const electableSpecs = { instanceSize: "M30", nodeCount: electable };
  return { ...{ providerName: "AWS", regionName, priority, electableSpecs }, ...more };
}

function zoneOf(regionConfigs: readonly Json[], zoneName?: string): Json {
  return { numShards: 1, regionConfigs, zoneName };
}

function shardOf(regionConfigs: readonly Json[], zoneName?: string): Json {
  return { regionConfigs, zoneName };
}

const SCALING = { diskGB: { enabled: true }, compute: { enabled: false } };

/** Lists of regions of one shard. */
const REGIONS: readonly (readonly Json[])[] = [
  [regionOf("US_EAST_1", 2, 7), regionOf("US_WEST_1", 1, 6)],
  [regionOf("US_EAST_1", 1, 6), regionOf("US_WEST_1", 2, 7)],
  [regionOf("US_EAST_1", 2, 7), regionOf("US_WEST_1", 1, 5)],
  [regionOf("US_EAST_1", 2, 7), regionOf("US_WEST_1", 2, 6)],
  [regionOf("US_EAST_1", 2, 7), regionOf("US_EAST_1", 1, 6)],
  [regionOf("US_EAST_1", 3, 7), regionOf("US_WEST_1", 0, 6)],
  [regionOf("US_EAST_1", 2, 7, { autoScaling: SCALING }), regionOf("US_WEST_1", 1, 6)],
  [
    regionOf("US_EAST_1", 2, 7, { autoScaling: SCALING }),
    regionOf("US_WEST_1", 1, 6, { autoScaling: { ...SCALING, diskGB: { enabled: false } } }),
  ],
  [
    regionOf("US_EAST_1", 2),
    regionOf("US_WEST_1", 0, 6, { electableSpecs: { instanceSize: "M40", nodeCount: 1 } }),
  ],
  [
    regionOf("US_EAST_1", 0, 7, { electableSpecs: { instanceSize: "M30", nodeCount: 2, diskSizeGB: 40 } }),
    regionOf("US_WEST_1", 0, 6, { electableSpecs: { instanceSize: "M30", nodeCount: 1, diskSizeGB: 50 } }),
  ],
];

const VALUES_OF_SETTINGS: ReadonlyMap<string, unknown> = new Map(
  Object.entries<unknown>({
    ...{ diskIOPS: 100, volumeType: "PROVISIONED", backingProviderName: "AWS", diskTypeName: "P4" },
  }),
);

/** Mistakes in the body of a cluster; `undefined` takes the property out. */
const CHANGES: readonly (readonly [path: string, value: unknown])[] = [
  // Right in some versions.
  ["paused", false],
  ["tags", [{ key: "team", value: "shop" }]],
  ["labels", [{ key: "team", value: "shop" }]],
  ["diskSizeGB", 40],
  [`${SPECS}.diskSizeGB`, 40],
  ["replicationSpecs[].numShards", 1],
  ["redactClientLogData", true],
  ["advancedConfiguration", { minimumEnabledTlsProtocol: "TLS1_2" }],
  ["biConnector", { enabled: false }],
  // Only responses have them, or no version.
  ...["srvAddress", "dbURI", "dbURIWithOptions", "connectionStrings", "id", "groupId", "links"].map(
    (name) => [name, name === "links" ? [] : name === "connectionStrings" ? {} : "x"] as const,
  ),
  ...["stateName", "createDate", "dbVersion", "nothingThatExists"].map((name) => [name, "x"] as const),
  // Left over from the old form, at the root and further in.
  ["providerSettings", { providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" }],
  ["replicationFactor", 3],
  ["numShards", 1],
  ["autoScaling", { diskGBEnabled: true }],
  ["providerBackupEnabled", true],
  ["replicationSpecs[].regionsConfig", { US_EAST_1: { electableNodes: 3, priority: 7 } }],
  [`${REGION}.electableNodes`, 3],
  [`${REGION}.readOnlyNodes`, 0],
  [`${REGION}.instanceSizeName`, "M30"],
  [`${REGION}.autoScaling.diskGBEnabled`, true],
  [`${SPECS}.instanceSizeName`, "M30"],
  [`${SPECS}.volumeType`, "STANDARD"],
  // An object where a list is expected, and the other way round.
  ["replicationSpecs[].regionConfigs", { US_EAST_1: { electableNodes: 3, priority: 7 } }],
  ["replicationSpecs", { numShards: 1 }],
  [SPECS, [{ instanceSize: "M30", nodeCount: 3 }]],
  [`${REGION}.autoScaling.diskGB`, true],
  ["tags", { team: "shop" }],
  ["biConnector", true],
  // Numbers and flags as strings, and strings as numbers.
  ["diskSizeGB", "40"],
  [`${SPECS}.diskSizeGB`, "40"],
  [`${SPECS}.nodeCount`, "3"],
  [`${REGION}.priority`, "7"],
  [`${REGION}.priority`, 8],
  ["paused", "false"],
  ["dbMajorVersion", 7],
  // One or several.
  ["replicationSpec", [{ numShards: 1 }]],
  ["replicationSpecs[].regionConfig", []],
  ["tag", []],
  ["label", []],
  [`${REGION}.electableSpec`, { instanceSize: "M30", nodeCount: 3 }],
  // Values that are near to right.
  ["clusterType", "REPLICA_SET"],
  [`${REGION}.providerName`, "aws"],
  [`${REGION}.provider`, "AWS"],
  [`${REGION}.regionName`, "us-east-1"],
  [`${SPECS}.instanceSize`, "m30"],
  [`${REGION}.autoScaling.compute.maxInstanceSize`, "30"],
  ["providerSettings.instanceSizeName", "m30"],
  ["providerSettings.regionName", "us-east-1"],
  ["name", "my orders"],
  ["name", "my_orders"],
  ["dbMajorVersion", "7"],
  ["biConnector", { readPreference: "nearest" }],
  // Values that do not fit each other.
  ["replicationSpecs[].numShards", 2],
  ["clusterType", "SHARDED"],
  ["clusterType", "GEOSHARDED"],
  ["numShards", 2],
  ["replicationFactor", 4],
  ["replicationFactor", 5],
  ["replicationSpecs[].regionsConfig", { US_EAST_1: { electableNodes: 4, priority: 7 } }],
  ["replicationSpecs[].regionsConfig", { US_EAST_1: { electableNodes: 3 } }],
  ["replicationSpecs[].regionsConfig", { US_EAST_1: { electableNodes: 3, priority: 5 } }],
  ["replicationSpecs[].regionsConfig", {}],
  [
    "replicationSpecs[].regionsConfig",
    { US_EAST_1: { electableNodes: 3, priority: 7 }, US_WEST_1: { readOnlyNodes: 1, priority: 6 } },
  ],
  [`${REGION}.priority`, 6],
  [`${REGION}.priority`, 0],
  ...[4, 5, 0].map((count) => [`${SPECS}.nodeCount`, count] as const),
  ...["M35", "M0", "M90", "M10", "R40"].flatMap((size) =>
    [`${SPECS}.instanceSize`, "providerSettings.instanceSizeName"].map((path) => [path, size] as const),
  ),
  ...["diskIOPS", "volumeType", "backingProviderName", "diskTypeName"].map(
    (name) => [`providerSettings.${name}`, VALUES_OF_SETTINGS.get(name)] as const,
  ),
  ["providerSettings.providerName", "TENANT"],
  [`${REGION}.providerName`, "AZURE"],
  [`${REGION}.providerName`, "TENANT"],
  [`${REGION}.backingProviderName`, "AWS"],
  [`${SPECS}.diskIOPS`, 100],
  [`${SPECS}.diskIOPS`, 3000],
  [`${SPECS}.ebsVolumeType`, "PROVISIONED"],
  [`${REGION}.readOnlySpecs`, { instanceSize: "M40", nodeCount: 1 }],
  [`${REGION}.readOnlySpecs`, { instanceSize: "M30", nodeCount: 1 }],
  [`${REGION}.analyticsSpecs`, { instanceSize: "M40", nodeCount: 1 }],
  [`${REGION}.analyticsSpecs`, { instanceSize: "M30", nodeCount: 1, diskSizeGB: 60 }],
  ...[
    ...[
      { enabled: true },
      { enabled: true, maxInstanceSize: "M50" },
      { enabled: false, scaleDownEnabled: true },
    ],
    ...[
      { enabled: true, maxInstanceSize: "M20" },
      { enabled: true, maxInstanceSize: "M50", minInstanceSize: "M20" },
      { enabled: true, maxInstanceSize: "M50", scaleDownEnabled: true },
      { enabled: true, maxInstanceSize: "M50", scaleDownEnabled: true, minInstanceSize: "M20" },
      { enabled: true, maxInstanceSize: "M50", scaleDownEnabled: true, minInstanceSize: "M40" },
    ],
  ].map((compute) => [`${REGION}.autoScaling.compute`, compute] as const),
  ["autoScaling", { compute: { enabled: true } }],
  ["autoScaling", { compute: { enabled: false, scaleDownEnabled: true } }],
  ["diskSizeGB", 5],
  ["diskSizeGB", 4097],
  ["pitEnabled", true],
  ["backupEnabled", true],
  ["replicationSpecs", ["US_EAST_1", "US_WEST_1"].map((name) => zoneOf([regionOf(name)]))],
  ["replicationSpecs", ["US_EAST_1", "US_WEST_1"].map((name) => shardOf([regionOf(name)]))],
  ["replicationSpecs", ["One", "One"].map((zoneName) => zoneOf([regionOf("US_EAST_1")], zoneName))],
  ["replicationSpecs", ["One", "Two"].map((zoneName) => shardOf([regionOf("US_EAST_1")], zoneName))],
  ["replicationSpecs", ["One", "One"].map((zoneName) => shardOf([regionOf("US_EAST_1")], zoneName))],
  ...REGIONS.flatMap((regions) => [
    ["replicationSpecs", [zoneOf(regions)]] as const,
    ["replicationSpecs", [shardOf(regions)]] as const,
  ]),
  // Empty lists.
  ["replicationSpecs", []],
  ["replicationSpecs[].regionConfigs", []],
  // Left out.
  ["name", null],
  ...[
    ...["name", "clusterType", "replicationSpecs", "replicationSpecs[].numShards", "providerSettings"],
    ...["replicationSpecs[].regionConfigs", "replicationSpecs[].regionsConfig", `${REGION}.providerName`],
    ...[`${REGION}.regionName`, `${REGION}.priority`, `${SPECS}.instanceSize`, `${SPECS}.nodeCount`],
    ...["providerSettings.providerName", "providerSettings.instanceSizeName"],
  ].map((path) => [path, undefined] as const),
];

interface Sent {
  readonly title: string;
  readonly method: string;
  /** Behind the base path. */
  readonly path: string;
  readonly date: string;
  readonly body: unknown;
}

const CLUSTERS = `/groups/${GROUP_ID}/clusters`;

function clusterBodies(dates: readonly string[], named: (path: string) => string): Sent[] {
  return dates.flatMap((date) => [
    { title: `POST ${date}`, method: "POST", path: CLUSTERS, date, body: bodyAt(date) },
    ...["x", [bodyAt(date)], 7].map((body) => ({
      title: `POST ${date} ${typeof body} for an object`,
      ...{ method: "POST", path: CLUSTERS, date, body },
    })),
    ...CHANGES.filter(([path]) => isReachable(bodyAt(date), stepsOf(path))).flatMap(([path, value]) => {
      const changed = structuredClone(bodyAt(date));
      change(changed, named(path), value);
      const title = `${date} ${path} ${JSON.stringify(value) ?? "left out"}`;
      const isRoot = !path.includes("[]") && !path.includes(".");
      const patch = { [named(path)]: value };
      return [
        { title: `POST ${title}`, method: "POST", path: CLUSTERS, date, body: changed },
        ...(isRoot && value !== undefined
          ? [{ title: `PATCH ${title}`, method: "PATCH", path: `${CLUSTERS}/orders`, date, body: patch }]
          : []),
      ];
    }),
  ]);
}

/** Returns whether the objects on the way to a property are in the body. */
function isReachable(body: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined || rest.length === 0) return true;
  const own = (body as Json)[step === "[]" ? "0" : step];
  return own !== undefined && isReachable(own, rest);
}

const OTHERS: readonly Sent[] = [
  ...["2023-01-01", "2024-08-05"].flatMap((date) =>
    [
      ...[{ javascriptEnabled: true }, { javascriptEnabled: "true" }, { noTableScans: true }],
      ...[{ defaultReadConcern: "available" }, { oplogSizeMB: "990" }, { chunkMigrationConcurrency: 2 }],
    ].map((body): Sent => ({
      title: `processArgs ${date} ${JSON.stringify(body)}`,
      ...{ method: "PATCH", path: `${CLUSTERS}/orders/processArgs`, date, body },
    })),
  ),
  ...[{ restoreWindowDays: 2 }, { restoreWindowDays: "2" }, { policy: [] }, { policies: {} }].map(
    (body): Sent => ({
      title: `backup schedule ${JSON.stringify(body)}`,
      ...{ method: "PATCH", path: `${CLUSTERS}/orders/backup/schedule`, date: "2024-08-05", body },
    }),
  ),
  ...[
    { providerName: "AWS", regionName: "US_EAST_1", instanceSizeName: "M10" },
    { providerName: "AWS", regionName: "US_EAST_1", instanceSizeName: "M35" },
    { providerName: "AWS", instanceSizeName: "M10" },
    { instanceSizeName: "M10" },
    { providerName: "FLEX", instanceSizeName: "FLEX" },
  ].map((providerSettings): Sent => ({
    title: `tenant upgrade ${JSON.stringify(providerSettings)}`,
    ...{ method: "POST", path: `${CLUSTERS}/tenantUpgrade`, date: "2023-01-01" },
    body: { name: "sandbox", providerSettings },
  })),
  ...[{ name: "g", orgId: ORG_ID }, { name: "h" }, { name: "i", orgId: 1 }].map((body): Sent => ({
    title: `project ${JSON.stringify(body)}`,
    ...{ method: "POST", path: "/groups", date: "2023-01-01", body },
  })),
  ...[
    { collectionName: "c", database: "d", name: "n", definition: {} },
    { collectionName: "c", database: "d", name: "m", mappings: { dynamic: true } },
  ].map((body): Sent => ({
    title: `search index ${JSON.stringify(body)}`,
    ...{ method: "POST", path: `${CLUSTERS}/orders/search/indexes`, date: "2024-05-30", body },
  })),
];

const PEERING: readonly Sent[] = [{ enabled: true }, { enabled: "true" }, {}, { on: true }].map((body) => ({
  title: `peering-only mode ${JSON.stringify(body)}`,
  ...{ method: "PATCH", path: `/groups/${GROUP_ID}/privateIpMode`, date: "2023-01-01", body },
}));

/**
 * Bodies that the cluster of the double refuses, a replica set of M30, and others take: `check` does not know which
 * cluster it is.
 */
const ONLY_BY_THIS_CLUSTER: ReadonlySet<string> = new Set([
  "PATCH 2023-01-01 numShards 2",
  "PATCH 2023-01-01 diskSizeGB 5",
  "PATCH 2023-02-01 diskSizeGB 5",
  ...["2023-02-01", "2024-08-05", "2024-10-23"].flatMap((date) => {
    const listOf = date < "2024-08-05" ? zoneOf : shardOf;
    const zones = ["US_EAST_1", "US_WEST_1"].map((name) => listOf([regionOf(name)]));
    const shards = ["One", "One"].map((zoneName) => listOf([regionOf("US_EAST_1")], zoneName));
    return (date < "2024-08-05" ? [zones] : [zones, shards]).map(
      (specs) => `PATCH ${date} replicationSpecs ${JSON.stringify(specs)}`,
    );
  }),
]);

/** The rules that are about bodies; others are about the end of a version, or about the mode itself. */
const RULES = ["valid-request-body", "require-body-property", "no-removed-property", "no-newer-property"];

/** The double and the rules read what a body may be from the same data of the catalog. */
describe.each(loadCatalog().vocabularies)("bodies with the names of $name", (vocabulary) => {
  const { words, lifecycle } = vocabulary;
  const base = `/api/${words.admin}/v2`;
  const named = (path: string): string => words.properties[path] ?? path;
  const versions = ["2023-01-01", "2023-02-01", "2024-08-05", "2024-10-23"];
  const dates = versions.filter((date) => lifecycle.releases.includes(date));
  const sent = [...clusterBodies(dates, named), ...PEERING, ...(vocabulary.name === "atlas" ? OTHERS : [])];
  const headersAt = (date: string) => ({
    Accept: `application/vnd.${words.vendor}.${date}+json`,
    "content-type": "application/json",
  });
  const catalog = loadCatalog({ vocabularies: [vocabulary.name] });
  const statuses = new Map<string, number>();
  const errors = new Map<string, string[]>();

  beforeAll(async () => {
    for (const one of sent) statuses.set(one.title, await answerTo(one));
    const programs = sent.map(({ method, path, date, body }, index) => {
      const options = `{ method: "${method}", headers: ${JSON.stringify(headersAt(date))}, body: JSON.stringify(${JSON.stringify(body)}) }`;
      const code = `await fetch("https://admin.example.com${base}${path}", ${options});\n`;
      return [`p${index}.mjs`, code] as const;
    });
    const cwd = sharedTree(Object.fromEntries(programs));
    const { findings } = await report([".", "--as-of", DAY, "--vocabulary", vocabulary.name], { cwd });
    for (const { path, ruleId, severity, message } of findings) {
      const { title } = sent[Number(/\d+/.exec(path)![0])]!;
      const isUnfitting = severity === "warning" && message.includes(" is refused in ");
      if ((severity === "error" || isUnfitting) && RULES.includes(ruleId))
        errors.set(title, [...(errors.get(title) ?? []), ruleId]);
    }
  }, 120_000);

  /** Returns the answer of a double of its own, so that each request finds the same clusters. */
  async function answerTo({ method, path, date, body }: Sent): Promise<number> {
    const double = await startDouble();
    const headers = { ...headersAt(date), Authorization: `Bearer ${TOKEN}` };
    try {
      // The clusters that are there at the start are asked for by the same name.
      if (method === "POST" && path === CLUSTERS)
        await plain(double, `${base}${CLUSTERS}/orders`, { method: "DELETE", headers });
      return (await plain(double, `${base}${path}`, { method, headers, body: JSON.stringify(body) })).status;
    } finally {
      await double.close();
    }
  }

  function startDouble(): Promise<ServiceDouble> {
    const credentials = {
      ...{ publicKey: "public", privateKey: "private", token: TOKEN },
      discovery: { user: "scraper", password: "metrics" },
    };
    return startServiceDouble({ catalog, ...{ asOf: DAY, credentials } });
  }

  it("are taken and refused", () => {
    expect(new Set(statuses.values())).toEqual(
      new Set(vocabulary.name === "atlas" ? [200, 201, 202, 400, 409] : [200, 201, 400, 409]),
    );
    expect(sent.length).toBeGreaterThan(100);
  });

  it.each(sent.map(({ title }) => title))("%s", (title) => {
    expect({ refused: statuses.get(title)! >= 400 }).toEqual({
      refused: errors.has(title) || ONLY_BY_THIS_CLUSTER.has(title),
    });
  });
});

it("a body in a file that a command sends is reported in the file", async () => {
  const cwd = sharedTree({
    "create.sh": `curl --digest -u a:b -H "Accept: application/vnd.atlas.2023-02-01+json" -H "Content-Type: application/json" "https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters" -d @body.json\n`,
    "body.json": `{ "name": "c0", "srvAddress": "x" }`,
  });
  const { findings } = await report(["."], { cwd });
  expect(findings.map(({ path, ruleId, severity }) => `${path} ${ruleId} ${severity}`)).toEqual([
    "body.json valid-request-body error",
  ]);
});
