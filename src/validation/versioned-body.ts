import type { CalendarDate } from "../core/calendar-date.js";
import { apiError, invalidAttribute, type ApiError } from "./api-error.js";
import type { BodyReader } from "./body-reader.js";
import {
  BACKING_PROVIDERS,
  INSTANCE_SIZES,
  NO_AUTO_SCALING,
  PROVIDERS,
  VOLUME_TYPES,
  defaultDiskSize,
  inOrder,
  placedAt,
  type AutoScaling,
  type Cluster,
  type Nodes,
  type Region,
  type Shard,
} from "./cluster.js";
import { completed, given, readCommon, type Words } from "./common-attributes.js";

/** From here on an element of `replicationSpecs` is one shard, and the disk belongs to the nodes (facts 2.2). */
const SHARD_VERSION: CalendarDate = "2024-08-05";
/** From here on each shard may scale by itself. */
const SHARD_SCALING_VERSION: CalendarDate = "2024-10-23";

/** Attributes that nothing here depends on, in every version of this shape. */
const OTHERS: readonly string[] = ["replicaSetScalingStrategy", "configServerManagementMode"];
/** The same of those that came with 2024-08-05. */
const NEWER: readonly string[] = [
  ...["redactClientLogData", "adaptiveCapacity", "retainBackups"],
  "useAwsTimeBasedSnapshotCopyForFastInitialSync",
];

/** A region with what must hold between regions, before defaults. */
interface ReadRegion extends Omit<Region, "autoScaling" | "analyticsAutoScaling"> {
  readonly autoScaling: AutoScaling | undefined;
  readonly analyticsAutoScaling: AutoScaling | undefined;
  /** With the path of each in the body. */
  readonly diskSizes: readonly DiskSize[];
  /** The object in the body. */
  readonly config: BodyReader;
}

interface DiskSize {
  readonly size: number;
  readonly path: string;
}

/**
 * Reads a body of 2023-02-01 or a later version.
 *
 * @param current the cluster that a modification starts from; absent when one is created
 * @returns `undefined` where the errors leave nothing to build
 */
export function readVersionedBody(
  body: BodyReader,
  version: CalendarDate,
  words: Words,
  current: Cluster | undefined,
): Cluster | undefined {
  const { errors } = body;
  const common = readCommon(body, words);
  const ofShards = version >= SHARD_VERSION;
  const rootDisk = body.number("diskSizeGB");
  const backupEnabled = body.boolean("backupEnabled");
  const newer = Object.fromEntries(
    (ofShards ? [...OTHERS, ...NEWER] : OTHERS)
      .filter((name) => body.has(name))
      .map((name) => [name, body.any(name)]),
  );
  const elements = body.objects("replicationSpecs");
  const read = elements?.map((element) => readElement(element, version));
  if (elements?.length === 0) errors.push(invalidAttribute("replicationSpecs", "It must not be empty."));
  if (read)
    checkScaling(
      read.map(({ regions }) => regions),
      version,
      body,
    );
  const [disk, ...otherDisks] = (read ?? []).flatMap(({ regions }) =>
    regions.flatMap((one) => one.diskSizes),
  );
  const odd = otherDisks.find(({ size }) => size !== disk!.size);
  if (odd) errors.push(unequal("diskSizeGB", "It must be the same for all nodes of a cluster.", odd.path));
  if (!ofShards && read) checkZoneNames(read, body);
  if (errors.length > 0) return undefined;

  // A modification replaces the whole list: elements that are left out are deleted.
  const shards = read
    ? read.flatMap(({ zoneName, numShards, regions }, index): Shard[] => {
        const shard = {
          zoneName: zoneName ?? `Zone ${ofShards ? 1 : index + 1}`,
          regions: finished(regions),
        };
        return Array.from({ length: numShards }, () => shard);
      })
    : current!.shards;
  const size = shards[0]?.regions[0]?.electable?.size ?? "";
  const rest = completed(common, current);
  return {
    ...rest,
    ...given("backupEnabled", backupEnabled),
    newer: { ...rest.newer, ...newer },
    name: common.name ?? current!.name,
    clusterType: common.clusterType ?? current!.clusterType,
    diskSizeGB: disk?.size ?? rootDisk ?? current?.diskSizeGB ?? defaultDiskSize(size),
    shards: sortedByZone(shards),
  };
}

interface ReadElement {
  readonly zoneName: string | undefined;
  readonly numShards: number;
  readonly regions: readonly ReadRegion[];
}

function readElement(element: BodyReader, version: CalendarDate): ReadElement {
  const ofShards = version >= SHARD_VERSION;
  // Existing zones and shards are named by their ids; which of them they are is decided by name here.
  const zoneName = element.text("zoneName");
  const numShards = element.number("numShards") ?? 1;
  const configs = element.objects("regionConfigs") ?? [];
  if (element.has("regionConfigs") && configs.length === 0)
    element.errors.push(invalidAttribute(element.path("regionConfigs"), "It must not be empty."));
  const regions = configs.map((config) => readRegion(config));
  checkOrder(regions, element);
  checkPairs(regions, element);
  checkSizes(regions, ofShards, element);
  return { zoneName, numShards, regions };
}

function readRegion(config: BodyReader): ReadRegion {
  const provider = config.oneOf("providerName", PROVIDERS) ?? "AWS";
  const diskSizes: DiskSize[] = [];
  const nodes = (name: string): Nodes | null => readNodes(config, name, provider, diskSizes);
  const read = {
    provider,
    backingProvider: config.oneOf("backingProviderName", BACKING_PROVIDERS) ?? null,
    region: config.text("regionName") ?? "",
    priority: config.number("priority") ?? (provider === "TENANT" ? 7 : 0),
    electable: nodes("electableSpecs"),
    readOnly: nodes("readOnlySpecs"),
    analytics: nodes("analyticsSpecs"),
    autoScaling: readScaling(config.object("autoScaling")),
    analyticsAutoScaling: readScaling(config.object("analyticsAutoScaling")),
    ...{ diskSizes, config },
  };
  return read;
}

function readNodes(config: BodyReader, name: string, provider: string, diskSizes: DiskSize[]): Nodes | null {
  const specs = config.object(name);
  if (!specs) return null;
  const count = specs.number("nodeCount") ?? (provider === "TENANT" ? 3 : 0);
  const size = specs.oneOf("instanceSize", INSTANCE_SIZES) ?? "";
  const diskIOPS = specs.number("diskIOPS") ?? null;
  const volumeType = specs.oneOf("ebsVolumeType", VOLUME_TYPES);
  const disk = specs.number("diskSizeGB");
  if (disk !== undefined && count > 0) diskSizes.push({ size: disk, path: specs.path("diskSizeGB") });
  if (count === 0) return null;
  return { count, size, diskIOPS, volumeType: volumeType ?? (provider === "AWS" ? "STANDARD" : null) };
}

function readScaling(scaling: BodyReader | undefined): AutoScaling | undefined {
  if (!scaling) return undefined;
  const disk = scaling.object("diskGB");
  const compute = scaling.object("compute");
  const enabled = compute?.boolean("enabled") ?? false;
  const scaleDown = compute?.boolean("scaleDownEnabled") ?? false;
  const min = compute?.oneOf("minInstanceSize", INSTANCE_SIZES) ?? null;
  const max = compute?.oneOf("maxInstanceSize", INSTANCE_SIZES) ?? null;
  // Facts: "Write it only when scaleDownEnabled is true."
  if (compute && min !== null && !scaleDown) compute.refuse("minInstanceSize", "It needs scaleDownEnabled.");
  const read: AutoScaling = {
    diskGB: disk?.boolean("enabled") ?? null,
    compute: enabled,
    scaleDown,
    min,
    max: enabled ? max : null,
  };
  return read;
}

/** Checks that regions are sorted by priority, high first. A region without electable nodes has 0 (facts 1.3, 5). */
function checkOrder(regions: readonly ReadRegion[], element: BodyReader): void {
  const late = regions.find((one, index) => index > 0 && regions[index - 1]!.priority < one.priority);
  if (late)
    element.errors.push(
      unequal(
        element.path("regionConfigs"),
        "Priorities must be in descending order.",
        late.config.path("priority"),
      ),
    );
}

/** Makes the error for an attribute that does not fit another one, and names the place of one of the two. */
function unequal(attribute: string, why: string, at: string): ApiError {
  return { ...invalidAttribute(attribute, why), at: [at] };
}

function checkPairs(regions: readonly ReadRegion[], element: BodyReader): void {
  const twice = regions.find((one, index) =>
    regions
      .slice(0, index)
      .some(({ provider, region }) => provider === one.provider && region === one.region),
  );
  const why = "A region of a provider may occur once.";
  if (twice)
    element.errors.push(unequal(element.path("regionConfigs"), why, twice.config.path("regionName")));
}

/** Facts 1.3, 4: equal for electable and read-only nodes; before 2024-08-05 for analytics nodes as well. */
function checkSizes(regions: readonly ReadRegion[], ofShards: boolean, element: BodyReader): void {
  const nodes = regions.flatMap(({ electable, readOnly, analytics, config }) =>
    Object.entries({ electable, readOnly, ...(!ofShards && { analytics }) }).flatMap(([kind, one]) =>
      one ? [{ size: one.size, path: config.path(`${kind}Specs.instanceSize`) }] : [],
    ),
  );
  const odd = nodes.find(({ size }) => size !== nodes[0]!.size);
  if (!odd) return;
  const detail = "The instance size must match in all region configs.";
  const path = element.path("regionConfigs");
  element.errors.push({
    ...apiError(400, "INSTANCE_SIZE_MUST_MATCH_IN_REGION_CONFIGS", detail, path),
    at: [odd.path],
  });
}

/** Facts 1.3, 3: where one region has auto-scaling all have it, with equal values; from 2024-10-23 on in each shard. */
function checkScaling(
  elements: readonly (readonly ReadRegion[])[],
  version: CalendarDate,
  body: BodyReader,
): void {
  const groups = version >= SHARD_SCALING_VERSION ? elements : [elements.flat()];
  for (const regions of groups) {
    for (const name of ["autoScaling", "analyticsAutoScaling"] as const) {
      const values = regions.map((region): string | undefined => JSON.stringify(region[name]));
      const given = values.filter((one) => one !== undefined);
      const odd = values.findIndex((one) => one !== given[0]);
      if (given.length === 0 || odd < 0) continue;
      const missing = values.indexOf(undefined);
      const at = { at: [regions[missing < 0 ? odd : missing]!.config.path(name)] };
      const detail = `If ${name} is specified in one region config, it must be in every region config.`;
      const error =
        missing < 0
          ? invalidAttribute(name, "It must be the same in every region config.")
          : apiError(400, "AUTO_SCALINGS_MUST_BE_IN_EVERY_REGION_CONFIG", detail, name);
      body.errors.push({ ...error, ...at });
    }
  }
}

function checkZoneNames(elements: readonly ReadElement[], body: BodyReader): void {
  const names = elements.map(({ zoneName }, index) => zoneName ?? `Zone ${index + 1}`);
  const twice = names.findIndex((name, index) => names.indexOf(name) < index);
  const at = `replicationSpecs[${twice}].zoneName`;
  if (twice >= 0) body.errors.push(unequal("replicationSpecs", "Two zones have the same name.", at));
}

function finished(regions: readonly ReadRegion[]): Region[] {
  const complete = regions.map(
    ({ diskSizes: _, config, autoScaling, analyticsAutoScaling, ...region }): Region =>
      placedAt(
        {
          ...region,
          autoScaling: autoScaling ?? NO_AUTO_SCALING,
          analyticsAutoScaling: region.analytics ? (analyticsAutoScaling ?? NO_AUTO_SCALING) : null,
        },
        config.path("").slice(0, -1),
      ),
  );
  return inOrder(complete);
}

/** Shards of one zone together, zones in the order in which they first appear. */
function sortedByZone(shards: readonly Shard[]): Shard[] {
  const names = [...new Set(shards.map(({ zoneName }) => zoneName))];
  return names.flatMap((name) => shards.filter(({ zoneName }) => zoneName === name));
}
