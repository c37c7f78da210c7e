import { describe, expect, it } from "vitest";
import { acceptClusterBody } from "../../src/validation/accept.js";
import { loadCatalog } from "../../src/catalog/load.js";
import type { Cluster } from "../../src/validation/cluster.js";

type Json = Record<string, unknown>;

const LEGACY: Json = {
  name: "orders",
  replicationFactor: 3,
  providerBackupEnabled: true,
  autoScaling: { diskGBEnabled: true, compute: { enabled: true, scaleDownEnabled: true } },
  providerSettings: {
    providerName: "AWS",
    instanceSizeName: "M30",
    regionName: "US_EAST_1",
    autoScaling: { compute: { minInstanceSize: "M20", maxInstanceSize: "M50" } },
  },
};

const SPECS = { instanceSize: "M30", nodeCount: 3 };
const SCALING = {
  diskGB: { enabled: true },
  compute: { enabled: true, scaleDownEnabled: true, minInstanceSize: "M20", maxInstanceSize: "M50" },
};
const REGION: Json = {
  providerName: "AWS",
  regionName: "US_EAST_1",
  priority: 7,
  electableSpecs: SPECS,
  autoScaling: SCALING,
};

function versioned(regions: readonly Json[] = [REGION], more: Json = {}): Json {
  return {
    name: "orders",
    clusterType: "REPLICASET",
    backupEnabled: true,
    replicationSpecs: [{ numShards: 1, regionConfigs: regions }],
    ...more,
  };
}

function accepted(version: string, body: unknown, current?: Cluster): Cluster {
  const acceptance = acceptClusterBody(version, body, current ? { current } : {});
  if (!acceptance.ok) throw new Error(JSON.stringify(acceptance.errors));
  return acceptance.cluster;
}

function refusals(version: string, body: unknown, current?: Cluster): string[] {
  const acceptance = acceptClusterBody(version, body, current ? { current } : {});
  if (acceptance.ok) throw new Error("it was accepted");
  return acceptance.errors.map(({ errorCode, parameters }) => [errorCode, ...parameters].join(" "));
}

describe("the same cluster", () => {
  it("comes of a legacy body and of its counterpart at 2023-02-01", () => {
    expect(accepted("2023-02-01", versioned())).toEqual(accepted("v1.0", LEGACY));
  });

  it("has as many shards as are asked for, in every shape", () => {
    const legacy = accepted("v1.0", { ...LEGACY, numShards: 2, clusterType: "SHARDED" });
    const zone = { numShards: 2, regionConfigs: [REGION] };
    const sharded = { clusterType: "SHARDED", replicationSpecs: [zone] };
    expect(accepted("2023-02-01", versioned([], sharded))).toEqual(legacy);
    const shard = { zoneName: "Zone 1", regionConfigs: [REGION] };
    const byShard = { clusterType: "SHARDED", replicationSpecs: [shard, shard] };
    expect(accepted("2024-10-23", versioned([], byShard))).toEqual(legacy);
  });

  it("keeps apart what is said of the disk and what is left out, whose meaning no document settles", () => {
    const { autoScaling: _, ...legacy } = LEGACY;
    const { autoScaling: __, ...region } = REGION;
    const settings = { providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" };
    const before = accepted("v1.0", { ...legacy, providerSettings: settings });
    expect(accepted("2023-02-01", versioned([region]))).toEqual(before);
    for (const enabled of [true, false]) {
      const autoScaling = { diskGB: { enabled }, compute: { enabled: false, scaleDownEnabled: false } };
      expect(accepted("2023-02-01", versioned([{ ...region, autoScaling }]))).not.toEqual(before);
    }
  });

  it("needs auto-scaling of analytics nodes written out: it was one setting before", () => {
    const counts = { electableNodes: 3, priority: 7, analyticsNodes: 1 };
    const replicationSpecs = [{ numShards: 1, regionsConfig: { US_EAST_1: counts } }];
    const before = accepted("v1.0", { ...LEGACY, replicationSpecs });
    const region = { ...REGION, analyticsSpecs: { instanceSize: "M30", nodeCount: 1 } };
    expect(accepted("2023-02-01", versioned([region]))).not.toEqual(before);
    expect(accepted("2023-02-01", versioned([{ ...region, analyticsAutoScaling: SCALING }]))).toEqual(before);
  });

  it("comes of a tenant's body, whose size decides everything", () => {
    const settings = {
      ...{ providerName: "TENANT", backingProviderName: "AWS" },
      ...{ instanceSizeName: "M0", regionName: "EU_WEST_1" },
    };
    const region = {
      ...{ providerName: "TENANT", backingProviderName: "AWS", regionName: "EU_WEST_1", priority: 7 },
      electableSpecs: { instanceSize: "M0" },
    };
    const { priority: ___, ...withoutPriority } = region;
    const { backupEnabled: _, ...body } = versioned([region]);
    const legacy = accepted("v1.0", { name: "orders", providerSettings: settings });
    expect(accepted("2023-02-01", body)).toEqual(legacy);
    const { backupEnabled: __, ...shorter } = versioned([withoutPriority]);
    expect(accepted("2023-02-01", shorter)).toEqual(legacy);
    expect(refusals("2023-02-01", { ...body, backupEnabled: false })).toEqual([
      "INVALID_ATTRIBUTE backupEnabled",
    ]);
  });
});

describe("the legacy shape", () => {
  const map = { US_EAST_1: { electableNodes: 3, priority: 7 } };

  it.each<[string, Json, string]>([
    [
      "both replication maps",
      { replicationSpec: map, replicationSpecs: [{ regionsConfig: map }] },
      "DUAL_REPLICATION_SPEC_SPECIFIED",
    ],
    ["both backups", { backupEnabled: true }, "ATLAS_BACKUP_CONFLICTING_OPTIONS"],
    [
      "legacy backup",
      { backupEnabled: true, providerBackupEnabled: false },
      "CONTINUOUS_BACKUP_NOT_SUPPORTED_ON_NEW_CLUSTERS",
    ],
    ["an unknown attribute", { colour: "red" }, "INVALID_ATTRIBUTE colour"],
    ["a factor of 4", { replicationFactor: 4 }, "INVALID_ATTRIBUTE replicationFactor"],
    [
      "limits beside the switches",
      { autoScaling: { compute: { enabled: true, maxInstanceSize: "M50" } } },
      "INVALID_ATTRIBUTE autoScaling.compute.maxInstanceSize",
    ],
    [
      "scaling without a maximum",
      {
        autoScaling: { compute: { enabled: true } },
        providerSettings: { providerName: "AWS", instanceSizeName: "M30", regionName: "US_EAST_1" },
      },
      "COMPUTE_AUTO_SCALING_MAX_INSTANCE_SIZE_REQUIRED",
    ],
    [
      "a map as a list",
      { replicationSpecs: [{ regionsConfig: [map] }] },
      "INVALID_ATTRIBUTE replicationSpecs[0].regionsConfig",
    ],
  ])("refuses %s", (_, change, error) => {
    expect(refusals("v1.0", { ...LEGACY, ...change })).toContain(error);
  });

  it("needs the provider in settings, even in those of a change", () => {
    const current = accepted("v1.0", LEGACY);
    expect(refusals("v1.0", { providerSettings: { instanceSizeName: "M40" } }, current)).toEqual([
      "MISSING_ATTRIBUTE providerSettings.providerName",
    ]);
    const change = { providerSettings: { providerName: "AWS", instanceSizeName: "M40" } };
    const changed = accepted("v1.0", change, current);
    expect(changed.shards[0]!.regions[0]!.electable!.size).toBe("M40");
    expect(changed.shards[0]!.regions[0]!.autoScaling.max).toBe("M50");
  });

  it("leaves alone what a change does not name", () => {
    const region = { ...REGION, analyticsSpecs: { instanceSize: "M30", nodeCount: 1 } };
    const current = accepted("2023-02-01", versioned([region]));
    expect(accepted("v1.0", { paused: true }, current)).toEqual({ ...current, paused: true });
  });

  it("knows the names of the vocabulary and no others", () => {
    const vocabulary = loadCatalog({ vocabularies: ["atlas"] }).vocabularies[0]!;
    const body = { ...LEGACY, mongoDBMajorVersion: "7.0" };
    expect(acceptClusterBody("v1.0", body, { vocabulary })).toMatchObject({
      cluster: { majorVersion: "7.0" },
    });
    expect(refusals("v1.0", body)).toEqual(["INVALID_ATTRIBUTE mongoDBMajorVersion"]);
  });
});

describe("the shape of 2023-02-01", () => {
  const west: Json = {
    ...REGION,
    regionName: "US_WEST_2",
    priority: 6,
    electableSpecs: { ...SPECS, nodeCount: 2 },
  };
  const { autoScaling: _, ...unscaled } = west;

  it.each(["autoScaling", "numShards", "providerBackupEnabled", "providerSettings", "replicationFactor"])(
    "no longer has %s",
    (name) => {
      const value = { ...LEGACY, numShards: 1 }[name];
      expect(refusals("2023-02-01", versioned([REGION], { [name]: value }))).toEqual([
        `INVALID_ATTRIBUTE ${name}`,
      ]);
    },
  );

  it.each<[string, Json, string]>([
    [
      "auto-scaling in one region only",
      versioned([REGION, unscaled]),
      "AUTO_SCALINGS_MUST_BE_IN_EVERY_REGION_CONFIG autoScaling",
    ],
    [
      "auto-scaling that differs",
      versioned([REGION, { ...west, autoScaling: { ...SCALING, diskGB: { enabled: false } } }]),
      "INVALID_ATTRIBUTE autoScaling",
    ],
    [
      "sizes that differ",
      versioned([REGION, { ...west, electableSpecs: { instanceSize: "M40", nodeCount: 2 } }]),
      "INSTANCE_SIZE_MUST_MATCH_IN_REGION_CONFIGS replicationSpecs[0].regionConfigs",
    ],
    [
      "nodes without a size",
      versioned([{ ...REGION, electableSpecs: { nodeCount: 3 } }]),
      "MISSING_ATTRIBUTE replicationSpecs[0].regionConfigs[0].electableSpecs.instanceSize",
    ],
    [
      "regions out of order",
      versioned([west, REGION]),
      "INVALID_ATTRIBUTE replicationSpecs[0].regionConfigs",
    ],
    [
      "a gap between priorities",
      versioned([
        { ...REGION, electableSpecs: { ...SPECS, nodeCount: 1 } },
        { ...west, priority: 5 },
      ]),
      "INVALID_ATTRIBUTE priority",
    ],
    [
      "a region twice",
      versioned([REGION, { ...west, regionName: "US_EAST_1" }]),
      "INVALID_ATTRIBUTE replicationSpecs[0].regionConfigs",
    ],
    [
      "four electable nodes",
      versioned([{ ...REGION, electableSpecs: { ...SPECS, nodeCount: 4 } }]),
      "INVALID_ATTRIBUTE electableNodes",
    ],
    [
      "a minimum without scaling down",
      versioned([
        {
          ...REGION,
          autoScaling: { compute: { enabled: true, minInstanceSize: "M20", maxInstanceSize: "M50" } },
        },
      ]),
      "INVALID_ATTRIBUTE replicationSpecs[0].regionConfigs[0].autoScaling.compute.minInstanceSize",
    ],
    [
      "an element without shards",
      versioned([], { replicationSpecs: [{ regionConfigs: [REGION] }] }),
      "MISSING_ATTRIBUTE replicationSpecs[0].numShards",
    ],
    [
      "no shards",
      versioned([], { replicationSpecs: [{ numShards: 0, regionConfigs: [REGION] }] }),
      "INVALID_ATTRIBUTE replicationSpecs[0].numShards",
    ],
    [
      "the legacy map",
      versioned([], { replicationSpecs: [{ numShards: 1, regionsConfig: {} }] }),
      "INVALID_ATTRIBUTE replicationSpecs[0].regionsConfig",
    ],
    ["a read-only version", versioned([REGION], { dbVersion: "8.0.4" }), "INVALID_ATTRIBUTE dbVersion"],
    [
      "a disk speed of standard volumes",
      versioned([{ ...REGION, electableSpecs: { ...SPECS, diskIOPS: 5000 } }]),
      "CLUSTER_DISK_IOPS_INVALID diskIOPS",
    ],
  ])("refuses %s", (_, body, error) => {
    expect(refusals("2023-02-01", body)).toContain(error);
  });

  it("replaces the list of replicationSpecs by that of a change", () => {
    const zones = [
      { zoneName: "A", numShards: 1, regionConfigs: [REGION] },
      { zoneName: "B", numShards: 1, regionConfigs: [{ ...REGION, regionName: "EU_WEST_1" }] },
    ];
    const current = accepted(
      "2023-02-01",
      versioned([], { clusterType: "GEOSHARDED", replicationSpecs: zones }),
    );
    const changed = accepted("2023-02-01", { replicationSpecs: [zones[1]] }, current);
    expect(changed.shards.map(({ zoneName }) => zoneName)).toEqual(["B"]);
  });
});

describe("shards that differ", () => {
  const big = { ...REGION, electableSpecs: { ...SPECS, instanceSize: "M40" } };
  const shards = {
    clusterType: "SHARDED",
    replicationSpecs: [{ regionConfigs: [REGION] }, { regionConfigs: [big] }],
  };

  it("are possible from 2024-08-05 on, and close the way back", () => {
    const current = accepted("2024-10-23", versioned([], shards));
    expect(refusals("2023-02-01", { paused: true }, current)).toEqual([
      "ASYMMETRIC_SHARD_UNSUPPORTED orders",
    ]);
    expect(refusals("v1.0", { paused: true }, current)).toEqual(["ASYMMETRIC_SHARD_UNSUPPORTED orders"]);
    expect(accepted("2024-10-23", { paused: true }, current).paused).toBe(true);
  });

  it("have the disk at their nodes, not at the root", () => {
    expect(refusals("2024-08-05", versioned([], { ...shards, diskSizeGB: 40 }))).toEqual([
      "INVALID_ATTRIBUTE diskSizeGB",
    ]);
  });
});
