import { apiError, invalidAttribute, type ApiError } from "./api-error.js";
import {
  INSTANCE_SIZES,
  TENANT_SIZES,
  compareSizes,
  defaultDiskIOPS,
  defaultDiskSize,
  isTenant,
  pathOf,
  zonesOf,
  type AutoScaling,
  type Cluster,
  type Nodes,
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
    ...say(clusterType === "REPLICASET" && shards.length > 1, "numShards", "A replica set has one shard.", [
      "clusterType",
      "replicationSpecs",
    ]),
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

/** @param at paths of attributes in the body, in the names of either shape; the first that the body has counts */
function say(wrong: boolean, attribute: string, why: string, at = [attribute]): ApiError[] {
  return wrong ? [{ ...invalidAttribute(attribute, why), at }] : [];
}

/** Returns where a body can have a setting of a region: there, or once for the whole cluster in the legacy shape. */
function settingOf(region: Region, path: string, legacy = path): string[] {
  return [`${pathOf(region)}.${path}`, `providerSettings.${legacy}`];
}

function preferred(regions: readonly Region[]): string {
  const { provider, region } = regions[0]!;
  return `${provider} ${region}`;
}

/** Facts 1.3, 5, and the total of electable nodes: 3, 5 or 7 in a shard. */
function checkPriorities(regions: readonly Region[]): ApiError[] {
  const electable = regions.filter((region) => region.electable);
  const unordered = electable.find(({ priority }, index) => priority !== 7 - index);
  const passive = regions.find((region) => !region.electable && region.priority !== 0);
  const total = electable.reduce((sum, region) => sum + region.electable!.count, 0);
  return [
    ...say(![3, 5, 7].includes(total), "electableNodes", "A shard has 3, 5 or 7 electable nodes.", [
      ...["electableSpecs.nodeCount", "electableNodes"].map(
        (name) => `${pathOf(electable[0] ?? regions[0]!)}.${name}`,
      ),
      "replicationFactor",
    ]),
    ...say(
      unordered !== undefined,
      "priority",
      "Priorities start at 7 and go down by one with every electable region.",
      [`${pathOf(unordered ?? regions[0]!)}.priority`],
    ),
    ...say(passive !== undefined, "priority", "A region without electable nodes has priority 0.", [
      `${pathOf(passive ?? regions[0]!)}.priority`,
    ]),
  ];
}

function checkRegion(region: Region): ApiError[] {
  const { provider, electable, readOnly, analytics, autoScaling, analyticsAutoScaling } = region;
  const isTenantRegion = provider === "TENANT";
  const sizes = isTenantRegion ? TENANT_SIZES : INSTANCE_SIZES.filter((one) => !TENANT_SIZES.includes(one));
  const own = pathOf(region);
  return [
    ...say(!REGION_NAME.test(region.region), "regionName", `${region.region} is not a region.`, [
      ...settingOf(region, "regionName"),
      own,
    ]),
    ...say(!electable && !readOnly && !analytics, "regionConfigs", "A region needs nodes.", [own]),
    ...say(
      isTenantRegion !== (region.backingProvider !== null),
      "backingProviderName",
      "TENANT needs it, and only TENANT can have it.",
      [...settingOf(region, "backingProviderName"), ...settingOf(region, "providerName")],
    ),
    ...Object.entries({ electable, readOnly, analytics }).flatMap(([kind, nodes]) => {
      if (!nodes) return [];
      const { size, diskIOPS, volumeType } = nodes;
      const at = (name: string, legacy = name): string[] => settingOf(region, `${kind}Specs.${name}`, legacy);
      const sizeAt = at("instanceSize", "instanceSizeName");
      const volumeAt = at("ebsVolumeType", "volumeType");
      return [
        ...say(!sizes.includes(size), "instanceSize", `${size} is not a size of ${provider}.`, sizeAt),
        ...say(volumeType !== null && provider !== "AWS", "volumeType", "Only AWS has it.", volumeAt),
        ...say(diskIOPS !== null && provider !== "AWS", "diskIOPS", "Only AWS has it.", at("diskIOPS")),
        ...say(
          volumeType === "PROVISIONED" && ["M10", "M20"].includes(size),
          "volumeType",
          "Provisioned volumes need M30 or larger.",
          volumeAt,
        ),
        ...checkSpeed(nodes, at("diskIOPS")),
      ];
    }),
    ...checkScaling(autoScaling, electable?.size, [
      `${own}.autoScaling`,
      "providerSettings.autoScaling",
      "autoScaling",
    ]),
    ...(analyticsAutoScaling
      ? checkScaling(analyticsAutoScaling, analytics?.size, [`${own}.analyticsAutoScaling`])
      : []),
  ];
}

/** Facts 7, 11. */
function checkSpeed({ size, diskIOPS, volumeType }: Nodes, at: readonly string[]): ApiError[] {
  if (diskIOPS === null || volumeType !== "STANDARD" || diskIOPS === defaultDiskIOPS(size)) return [];
  const detail = "The disk IOPS of a standard volume cannot be chosen.";
  return [{ ...apiError(400, "CLUSTER_DISK_IOPS_INVALID", detail, "diskIOPS"), at }];
}

/**
 * Facts 7, 3.
 *
 * @param at where the body can have the auto-scaling
 */
function checkScaling(
  { compute, scaleDown, min, max }: AutoScaling,
  size: string | undefined,
  at: readonly string[],
): ApiError[] {
  const within = (...names: readonly string[]): string[] =>
    names.flatMap((name) => at.map((path) => `${path}.compute.${name}`));
  const errors = say(
    scaleDown && !compute,
    "scaleDownEnabled",
    "It needs compute auto-scaling.",
    within("scaleDownEnabled"),
  );
  for (const [name, needed, limit, side] of [
    ["MAX", compute, max, 1],
    ["MIN", scaleDown, min, -1],
  ] as const) {
    const attribute = `${name.toLowerCase()}InstanceSize`;
    if (needed && limit === null) {
      const detail = `Compute auto-scaling needs a ${name.toLowerCase()}imum instance size.`;
      const error = apiError(400, `COMPUTE_AUTO_SCALING_${name}_INSTANCE_SIZE_REQUIRED`, detail);
      errors.push({ ...error, at: within(name === "MAX" ? "enabled" : "scaleDownEnabled") });
    } else if (limit !== null && size !== undefined) {
      const difference = compareSizes(limit, size);
      const fits = difference !== undefined && difference * side >= 0;
      errors.push(...say(!fits, attribute, `${limit} does not fit the size ${size}.`, within(attribute)));
    }
  }
  return errors;
}

function checkTenant(cluster: Cluster): ApiError[] {
  const { shards } = cluster;
  const [region, ...others] = shards[0]!.regions;
  const { diskGB, compute } = region!.autoScaling;
  const own = pathOf(region!);
  return [
    ...say(cluster.clusterType !== "REPLICASET", "clusterType", "A tenant cluster is a replica set."),
    ...say(others.length > 0, "regionConfigs", "A tenant cluster has one region.", [own]),
    ...say(
      region!.electable?.count !== 3 || region!.readOnly !== null || region!.analytics !== null,
      "nodeCount",
      "A tenant cluster has three electable nodes.",
      [`${own}.electableSpecs.nodeCount`, `${own}.electableNodes`, "replicationFactor"],
    ),
    ...say(diskGB === true || compute, "autoScaling", "A tenant cluster does not scale.", [
      `${own}.autoScaling`,
      "autoScaling",
    ]),
    ...say(cluster.backupEnabled, "backupEnabled", "A tenant cluster has no cloud backup."),
    ...say(
      cluster.diskSizeGB !== defaultDiskSize(region!.electable?.size ?? ""),
      "diskSizeGB",
      "The size of a tenant cluster decides its disk.",
      diskAt(region!),
    ),
  ];
}

function checkDisk({ diskSizeGB, shards }: Cluster): ApiError[] {
  const [region] = shards[0]!.regions;
  // A size that the cluster cannot have may have another disk by default. The body does not ask for that.
  const isDefault = diskSizeGB === defaultDiskSize(region!.electable?.size ?? "");
  const isWrong = !isDefault && (diskSizeGB < 10 || diskSizeGB > LARGEST_DISK);
  return say(isWrong, "diskSizeGB", "It must be from 10 to 4096.", diskAt(region!));
}

function diskAt(region: Region): string[] {
  const nodes = ["electable", "readOnly", "analytics"].map((kind) => `${kind}Specs.diskSizeGB`);
  return ["diskSizeGB", ...nodes.map((name) => `${pathOf(region)}.${name}`), "providerSettings.diskTypeName"];
}
