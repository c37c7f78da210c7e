import { apiError, invalidAttribute, type ApiError } from "../api-error.js";
import {
  INSTANCE_SIZES,
  TENANT_SIZES,
  compareSizes,
  defaultDiskIOPS,
  defaultDiskSize,
  isTenant,
  zonesOf,
  type AutoScaling,
  type Cluster,
  type Region,
} from "./cluster.js";

const REGION_NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const LARGEST_DISK = 4096;

/** Checks the rules for every cluster, whatever shape it was sent in. Returns one error for each broken rule. */
export function checkCluster(cluster: Cluster): ApiError[] {
  const { shards, clusterType } = cluster;
  const zones = zonesOf(cluster);
  const regions = shards.flatMap((shard) => shard.regions);
  return [
    ...say(clusterType === "REPLICASET" && shards.length > 1, "numShards", "A replica set has one shard."),
    ...say(
      clusterType !== "GEOSHARDED" && zones.length > 1,
      "clusterType",
      "Several zones need the cluster type GEOSHARDED.",
    ),
    ...say(
      new Set(zones.map((zone) => preferred(zone.regions))).size < zones.length,
      "replicationSpecs",
      "Zones must differ in their region of highest priority.",
    ),
    ...say(
      cluster.pitEnabled && !cluster.backupEnabled,
      "pitEnabled",
      "Continuous recovery needs cloud backup.",
    ),
    ...shards.flatMap((shard) => checkPriorities(shard.regions)),
    ...regions.flatMap((region) => checkRegion(region)),
    ...(isTenant(cluster) ? checkTenant(cluster) : checkDisk(cluster)),
  ].filter(isFirst);
}

/** The rules are checked for every shard and region; a client gets one message. */
function isFirst(error: ApiError, index: number, all: readonly ApiError[]): boolean {
  return all.findIndex((other) => other.detail === error.detail) === index;
}

function say(wrong: boolean, path: string, why: string): ApiError[] {
  return wrong ? [invalidAttribute(path, why)] : [];
}

function preferred(regions: readonly Region[]): string {
  const { provider, region } = regions[0]!;
  return `${provider} ${region}`;
}

/** Facts 1.3, 5, and the total of electable nodes: 3, 5 or 7 in a shard. */
function checkPriorities(regions: readonly Region[]): ApiError[] {
  const electable = regions.filter((region) => region.electable);
  const others = regions.filter((region) => !region.electable);
  const total = electable.reduce((sum, region) => sum + region.electable!.count, 0);
  return [
    ...say(![3, 5, 7].includes(total), "electableNodes", "A shard has 3, 5 or 7 electable nodes."),
    ...say(
      electable.some(({ priority }, index) => priority !== 7 - index),
      "priority",
      "Priorities start at 7 and go down by one with every electable region.",
    ),
    ...say(
      others.some(({ priority }) => priority !== 0),
      "priority",
      "A region without electable nodes has priority 0.",
    ),
  ];
}

function checkRegion(region: Region): ApiError[] {
  const { provider, electable, readOnly, analytics, autoScaling, analyticsAutoScaling } = region;
  const nodes = [electable, readOnly, analytics].filter((one) => one !== null);
  const sizes =
    provider === "TENANT" ? TENANT_SIZES : INSTANCE_SIZES.filter((one) => !TENANT_SIZES.includes(one));
  return [
    ...say(!REGION_NAME.test(region.region), "regionName", `${region.region} is not a region.`),
    ...say(nodes.length === 0, "regionConfigs", "A region needs nodes."),
    ...say(
      (provider === "TENANT") !== (region.backingProvider !== null),
      "backingProviderName",
      "TENANT needs it, and only TENANT can have it.",
    ),
    ...nodes.flatMap(({ size, diskIOPS, volumeType }) => [
      ...say(!sizes.includes(size), "instanceSize", `${size} is not a size of ${provider}.`),
      ...say(volumeType !== null && provider !== "AWS", "volumeType", "Only AWS has it."),
      ...say(diskIOPS !== null && provider !== "AWS", "diskIOPS", "Only AWS has it."),
      ...say(
        volumeType === "PROVISIONED" && ["M10", "M20"].includes(size),
        "volumeType",
        "Provisioned volumes need M30 or larger.",
      ),
      ...checkSpeed(size, diskIOPS, volumeType),
    ]),
    ...checkScaling(autoScaling, electable?.size),
    ...(analyticsAutoScaling ? checkScaling(analyticsAutoScaling, analytics?.size) : []),
  ];
}

/** Facts 7, 11. */
function checkSpeed(size: string, diskIOPS: number | null, volumeType: string | null): ApiError[] {
  if (diskIOPS === null || volumeType !== "STANDARD" || diskIOPS === defaultDiskIOPS(size)) return [];
  const detail = "The disk IOPS of a standard volume cannot be chosen.";
  return [apiError(400, "CLUSTER_DISK_IOPS_INVALID", detail, "diskIOPS")];
}

/** Facts 7, 3. */
function checkScaling({ compute, scaleDown, min, max }: AutoScaling, size: string | undefined): ApiError[] {
  const errors = say(scaleDown && !compute, "scaleDownEnabled", "It needs compute auto-scaling.");
  for (const [name, needed, limit, side] of [
    ["MAX", compute, max, 1],
    ["MIN", scaleDown, min, -1],
  ] as const) {
    if (needed && limit === null) {
      const detail = `Compute auto-scaling needs a ${name.toLowerCase()}imum instance size.`;
      errors.push(apiError(400, `COMPUTE_AUTO_SCALING_${name}_INSTANCE_SIZE_REQUIRED`, detail));
    } else if (limit !== null && size !== undefined) {
      const difference = compareSizes(limit, size);
      const attribute = `${name.toLowerCase()}InstanceSize`;
      errors.push(
        ...say(
          difference === undefined || difference * side < 0,
          attribute,
          `${limit} does not fit the size ${size}.`,
        ),
      );
    }
  }
  return errors;
}

function checkTenant(cluster: Cluster): ApiError[] {
  const { shards } = cluster;
  const [region, ...others] = shards[0]!.regions;
  const { diskGB, compute } = region!.autoScaling;
  return [
    ...say(cluster.clusterType !== "REPLICASET", "clusterType", "A tenant cluster is a replica set."),
    ...say(others.length > 0, "regionConfigs", "A tenant cluster has one region."),
    ...say(
      region!.electable?.count !== 3 || region!.readOnly !== null || region!.analytics !== null,
      "nodeCount",
      "A tenant cluster has three electable nodes.",
    ),
    ...say(diskGB === true || compute, "autoScaling", "A tenant cluster does not scale."),
    ...say(cluster.backupEnabled, "backupEnabled", "A tenant cluster has no cloud backup."),
    ...say(
      cluster.diskSizeGB !== defaultDiskSize(region!.electable?.size ?? ""),
      "diskSizeGB",
      "The size of a tenant cluster decides its disk.",
    ),
  ];
}

function checkDisk({ diskSizeGB }: Cluster): ApiError[] {
  return say(diskSizeGB < 10 || diskSizeGB > LARGEST_DISK, "diskSizeGB", "It must be from 10 to 4096.");
}
