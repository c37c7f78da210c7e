import { apiError, invalidAttribute, missingAttribute, type ApiError } from "./api-error.js";
import type { BodyReader } from "./body-reader.js";
import { BACKING_PROVIDERS, PROVIDERS, VOLUME_TYPES, defaultDiskSize, type Cluster } from "./cluster.js";
import { completed, given, readCommon, type Words } from "./common-attributes.js";
import {
  clusterOf,
  topologyOf,
  type LegacyScaling,
  type LegacyZone,
  type Settings,
} from "./legacy-topology.js";

/** Sizes in GB of Azure's disk types (facts, `providerSettings.diskTypeName`; P2 and P3 from Azure's own table). */
const DISK_TYPES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    ...{ P2: 8, P3: 16, P4: 32, P6: 64, P10: 128, P15: 256, P20: 512, P30: 1024, P40: 2048, P50: 4095 },
  }),
);

/**
 * Reads a body of the legacy shape (v1.0, and v2 at 2023-01-01).
 *
 * @param current the cluster that a modification starts from; absent when one is created
 * @returns `undefined` where the errors leave nothing to build
 */
export function readLegacyBody(
  body: BodyReader,
  words: Words,
  current: Cluster | undefined,
): Cluster | undefined {
  const { errors } = body;
  const common = readCommon(body, words);
  const diskSizeGB = body.number("diskSizeGB");
  const backup = readBackup(body, current);
  const settings = readSettings(body);
  const scaling = readAutoScaling(body);
  const numShards = body.number("numShards");
  const factor = readFactor(body);
  const zones = readZones(body, numShards);
  checkTwiceEnabled(settings.nested, scaling, errors);
  if (!current && !zones && settings.own.region === undefined)
    errors.push(missingAttribute("providerSettings.regionName"));
  if (errors.length > 0) return undefined;

  const before = current && topologyOf(current);
  const merged: Settings = {
    ...(before?.settings ?? { provider: "AWS", size: "", ...UNSET }),
    ...dropped(settings.own.size, before?.settings),
    ...settings.own,
    ...scaling,
  };
  const changed =
    zones ??
    withCounts(before?.zones ?? [single(merged.region ?? "")], {
      numShards,
      factor,
      region: settings.own.region,
    });
  const rest = completed(common, current);
  const untouched = !settings.given && Object.keys(scaling).length === 0 && changed === before?.zones;
  // Not by way of this shape: it cannot tell everything of a cluster that a newer version made.
  const shards = current && untouched ? current.shards : clusterOf(changed, merged);
  const sharded = shards.length > 1;
  return {
    ...rest,
    ...backup,
    name: common.name ?? current?.name ?? "",
    clusterType: common.clusterType ?? current?.clusterType ?? (sharded ? "SHARDED" : "REPLICASET"),
    diskSizeGB: diskSizeGB ?? settings.diskOfType ?? current?.diskSizeGB ?? defaultDiskSize(merged.size),
    shards,
  };
}

const UNSET = {
  ...{ backingProvider: null, diskIOPS: null, volumeType: null, min: null, max: null },
  ...{ diskGB: null, compute: false, scaleDown: false },
};

/** A change of size takes the disk speed of the old one back unless the body states one. */
function dropped(size: string | undefined, before: Settings | undefined): Partial<Settings> {
  return before && size !== undefined && size !== before.size ? { diskIOPS: null } : {};
}

/** Two flags in this form: legacy backup and cloud backup (facts 1.3, 1). */
function readBackup(body: BodyReader, current: Cluster | undefined): Partial<Pick<Cluster, "backupEnabled">> {
  const legacy = body.boolean("backupEnabled");
  const cloud = body.boolean("providerBackupEnabled");
  if (legacy === true && (cloud ?? current?.backupEnabled) === true) {
    const detail = "Continuous backup and cloud backup cannot both be enabled.";
    body.errors.push(apiError(409, "ATLAS_BACKUP_CONFLICTING_OPTIONS", detail));
  } else if (legacy === true) {
    const detail = "Continuous backup is not supported on new clusters.";
    body.errors.push(apiError(400, "CONTINUOUS_BACKUP_NOT_SUPPORTED_ON_NEW_CLUSTERS", detail));
  }
  return given("backupEnabled", cloud);
}

interface ReadSettings {
  readonly given: boolean;
  readonly own: Partial<Settings>;
  readonly diskOfType?: number;
  /** Flags that one official client repeats here. */
  readonly nested: { readonly enabled?: boolean; readonly scaleDown?: boolean };
}

function readSettings(body: BodyReader): ReadSettings {
  const settings = body.object("providerSettings");
  if (!settings) return { given: false, own: {}, nested: {} };
  const provider = settings.oneOf("providerName", PROVIDERS);
  const compute = settings.object("autoScaling");
  const limits = compute?.object("compute");
  const nested = {
    ...given("enabled", limits?.boolean("enabled")),
    ...given("scaleDown", limits?.boolean("scaleDownEnabled")),
  };
  const diskType = settings.oneOf("diskTypeName", [...DISK_TYPES.keys()]);
  if (diskType !== undefined && provider !== "AZURE") settings.refuse("diskTypeName", "Only Azure has it.");
  const own: Partial<Settings> = {
    ...given("provider", provider),
    ...given("backingProvider", settings.oneOf("backingProviderName", BACKING_PROVIDERS)),
    ...given("size", settings.text("instanceSizeName")),
    ...given("region", settings.text("regionName")),
    ...given("diskIOPS", settings.number("diskIOPS")),
    ...given("volumeType", settings.oneOf("volumeType", VOLUME_TYPES)),
    ...given("min", limits?.text("minInstanceSize")),
    ...given("max", limits?.text("maxInstanceSize")),
  };
  return { given: true, own, nested, ...given("diskOfType", DISK_TYPES.get(diskType ?? "")) };
}

function readAutoScaling(body: BodyReader): Partial<LegacyScaling> {
  const scaling = body.object("autoScaling");
  const compute = scaling?.object("compute");
  const read = {
    ...given("diskGB", scaling?.boolean("diskGBEnabled")),
    ...given("compute", compute?.boolean("enabled")),
    ...given("scaleDown", compute?.boolean("scaleDownEnabled")),
  };
  return read;
}

/**
 * The documents do not say which flag counts if the nested flags contradict those of the root. The double refuses such
 * a body and never guesses.
 */
function checkTwiceEnabled(
  nested: ReadSettings["nested"],
  root: Partial<LegacyScaling>,
  errors: ApiError[],
): void {
  const path = "providerSettings.autoScaling.compute";
  if (nested.enabled !== undefined && nested.enabled !== root.compute)
    errors.push(invalidAttribute(`${path}.enabled`, "It belongs to autoScaling.compute."));
  if (nested.scaleDown !== undefined && nested.scaleDown !== root.scaleDown)
    errors.push(invalidAttribute(`${path}.scaleDownEnabled`, "It belongs to autoScaling.compute."));
}

function readFactor(body: BodyReader): number | undefined {
  const factor = body.number("replicationFactor");
  if (factor === undefined || factor % 2 === 1) return factor;
  body.errors.push(invalidAttribute("replicationFactor", "It must be 3, 5 or 7."));
  return undefined;
}

function readZones(body: BodyReader, rootShards: number | undefined): LegacyZone[] | undefined {
  const map = body.object("replicationSpec");
  const elements = body.objects("replicationSpecs");
  if (map && elements) {
    const detail = "Only one of replicationSpec and replicationSpecs may be specified.";
    body.errors.push(apiError(400, "DUAL_REPLICATION_SPEC_SPECIFIED", detail));
    return undefined;
  }
  if (map) {
    const regions = readRegions(map, "replicationSpec");
    return [{ zoneName: "Zone 1", numShards: rootShards ?? 1, regions }];
  }
  if (!elements) return undefined;
  if (elements.length === 0) body.errors.push(invalidAttribute("replicationSpecs", "It must not be empty."));
  const own = elements.map((element) => element.number("numShards"));
  // Which zone a root value would mean is nowhere said.
  if (elements.length > 1 && (rootShards ?? 1) > 1 && own.includes(undefined))
    body.errors.push(invalidAttribute("numShards", "Every zone must state its own number of shards."));
  return elements.map((element, index) => {
    const zoneName = element.text("zoneName") ?? `Zone ${index + 1}`;
    const regions = element.object("regionsConfig");
    const numShards = own[index] ?? (elements.length === 1 ? rootShards : undefined) ?? 1;
    const path = element.path("regionsConfig");
    return { zoneName, numShards, regions: regions ? readRegions(regions, path) : [] };
  });
}

function readRegions(map: BodyReader, path: string): LegacyZone["regions"] {
  const read = map.keys().flatMap((region) => {
    const counts = map.object(region);
    if (!counts) return [];
    const electable = counts.number("electableNodes") ?? 0;
    const priority = counts.number("priority");
    // The documents do not say what the service does with an electable region without a priority.
    if (electable > 0) counts.needs("priority");
    const one = {
      region,
      path: map.path(region),
      electable,
      readOnly: counts.number("readOnlyNodes") ?? 0,
      analytics: counts.number("analyticsNodes") ?? 0,
      priority: priority ?? 0,
    };
    return [one];
  });
  if (read.length === 0) map.errors.push(invalidAttribute(path, "It must not be empty."));
  return read;
}

function single(region: string): LegacyZone {
  const only = { region, electable: 3, readOnly: 0, analytics: 0, priority: 7 };
  return { zoneName: "Zone 1", numShards: 1, regions: [only] };
}

/** Root values say something of clusters of one zone, and of one region, only; elsewhere they are passed over. */
function withCounts(
  zones: readonly LegacyZone[],
  change: {
    readonly numShards: number | undefined;
    readonly factor: number | undefined;
    readonly region: string | undefined;
  },
): readonly LegacyZone[] {
  const [zone, ...others] = zones;
  if (!zone || others.length > 0) return zones;
  const { factor, region } = change;
  if (change.numShards === undefined && factor === undefined && region === undefined) return zones;
  const { numShards = zone.numShards } = change;
  const [only, ...rest] = zone.regions;
  if (!only || rest.length > 0) return [{ ...zone, numShards }];
  const changed = { ...only, region: region ?? only.region, electable: factor ?? only.electable };
  return [{ ...zone, numShards, regions: [changed] }];
}
