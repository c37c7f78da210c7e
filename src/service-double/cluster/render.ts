import type { Vocabulary } from "../../catalog/catalog.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import { identifierOf } from "../identifiers.js";
import { CREATED } from "../store.js";
import {
  zonesOf,
  type AutoScaling,
  type Cluster,
  type Nodes,
  type Region,
} from "../../validation/cluster.js";
import { nameIn } from "../../validation/common-attributes.js";
import { addressesOf } from "./connection-strings.js";
import { topologyOf } from "../../validation/legacy-topology.js";

interface RenderContext {
  readonly groupId: string;
  readonly vocabulary: Vocabulary;
  /** The version of the clusters resource. It must be able to represent the cluster. */
  readonly version: CalendarDate;
  /** The URL of the project's clusters in the called form. Links start with it. */
  readonly clustersUrl: string;
}

type Json = Record<string, unknown>;

/** Converts a cluster to its form in the responses of one version. */
export function renderCluster(cluster: Cluster, context: RenderContext): Json {
  const common = renderCommon(cluster, context);
  if (context.version < "2023-02-01") return { ...common, ...renderLegacy(cluster, context) };
  if (context.version < "2024-08-05") return { ...common, ...renderZones(cluster, context) };
  return { ...common, ...cluster.newer, ...renderShards(cluster, context) };
}

function renderCommon(cluster: Cluster, { groupId, vocabulary, clustersUrl }: RenderContext): Json {
  const { standard, standardSrv } = addressesOf(groupId, cluster, vocabulary);
  return {
    id: identifierOf(groupId, cluster.name),
    groupId,
    name: cluster.name,
    clusterType: cluster.clusterType,
    stateName: "IDLE",
    createDate: CREATED,
    paused: cluster.paused,
    pitEnabled: cluster.pitEnabled,
    [nameIn(vocabulary.words, "dbMajorVersion")]: cluster.majorVersion,
    [nameIn(vocabulary.words, "dbVersion")]: `${cluster.majorVersion}.4`,
    versionReleaseSystem: cluster.versionReleaseSystem,
    encryptionAtRestProvider: cluster.encryptionAtRestProvider,
    rootCertType: cluster.rootCertType,
    terminationProtectionEnabled: cluster.terminationProtectionEnabled,
    biConnector: cluster.biConnector,
    labels: cluster.labels,
    tags: cluster.tags,
    connectionStrings: { standard, standardSrv },
    links: [{ rel: "self", href: `${clustersUrl}/${encodeURIComponent(cluster.name)}` }],
  };
}

function renderLegacy(cluster: Cluster, { groupId, vocabulary }: RenderContext): Json {
  const { zones, settings } = topologyOf(cluster);
  const addresses = addressesOf(groupId, cluster, vocabulary);
  const { words } = vocabulary;
  const { provider, size, region, backingProvider, diskIOPS, volumeType, min, max } = settings;
  const [zone, ...otherZones] = zones;
  const one = otherZones.length === 0 ? zone : undefined;
  const isShared = size === "M2" || size === "M5";
  const counts = (from: typeof zones): Json[] =>
    from.map(({ zoneName, numShards, regions }) => ({
      id: identifierOf(groupId, cluster.name, "zone", zoneName),
      ...{ zoneName, numShards },
      regionsConfig: Object.fromEntries(
        regions.map(({ region: name, electable, readOnly, analytics, priority }) => [
          name,
          { electableNodes: electable, readOnlyNodes: readOnly, analyticsNodes: analytics, priority },
        ]),
      ),
    }));
  const replicationSpecs = counts(zones);
  return {
    backupEnabled: false,
    providerBackupEnabled: cluster.backupEnabled,
    diskSizeGB: cluster.diskSizeGB,
    autoScaling: {
      diskGBEnabled: settings.diskGB ?? provider !== "TENANT",
      compute: { enabled: settings.compute, scaleDownEnabled: settings.scaleDown },
    },
    providerSettings: {
      ...{ providerName: provider, instanceSizeName: size },
      ...(one?.regions.length === 1 ? { regionName: region } : {}),
      ...(backingProvider === null ? {} : { backingProviderName: backingProvider }),
      ...(isShared ? { effectiveInstanceSizeName: "FLEX" } : {}),
      ...(provider === "AWS" ? { encryptEBSVolume: true, volumeType } : {}),
      ...(diskIOPS === null ? {} : { diskIOPS }),
      ...(provider === "TENANT" ? {} : { autoScaling: { compute: withoutNulls({ min, max }) } }),
    },
    numShards: zones.reduce((sum, { numShards }) => sum + numShards, 0),
    replicationFactor: (one ?? zones[0]!).regions.reduce((sum, { electable }) => sum + electable, 0),
    ...(one ? { replicationSpec: replicationSpecs[0]!["regionsConfig"] } : {}),
    replicationSpecs,
    [nameIn(words, "dbURI")]: addresses.bare,
    [nameIn(words, "dbURIWithOptions")]: addresses.standard,
    [nameIn(words, "dbURIUpdated")]: CREATED,
    srvAddress: addresses.standardSrv,
  };
}

function renderZones(cluster: Cluster, { groupId }: RenderContext): Json {
  return {
    backupEnabled: cluster.backupEnabled,
    diskSizeGB: cluster.diskSizeGB,
    replicationSpecs: zonesOf(cluster).map(({ zoneName, numShards, regions }) => ({
      id: identifierOf(groupId, cluster.name, "zone", zoneName),
      zoneId: zoneIdOf(cluster, zoneName, groupId),
      ...{ zoneName, numShards },
      regionConfigs: renderRegions(regions, undefined),
    })),
  };
}

function renderShards(cluster: Cluster, { groupId }: RenderContext): Json {
  const shards = cluster.shards.map(({ zoneName, regions }, index) => ({
    // Names a shard, not the zone as the id of an older version does.
    id: identifierOf(groupId, cluster.name, "shard", String(index)),
    zoneId: zoneIdOf(cluster, zoneName, groupId),
    zoneName,
    regionConfigs: renderRegions(regions, cluster.diskSizeGB),
  }));
  return {
    backupEnabled: cluster.backupEnabled,
    featureCompatibilityVersion: cluster.majorVersion,
    internalClusterRole: "NONE",
    replicationSpecs: shards.map((shard) => ({
      ...shard,
      regionConfigs: shard.regionConfigs.map((region) => ({ ...region, ...effectiveSpecsOf(region) })),
    })),
    effectiveReplicationSpecs: shards,
  };
}

/** The double scales nothing by itself, so the nodes of a region are those that were asked for. */
function effectiveSpecsOf({ electableSpecs, readOnlySpecs, analyticsSpecs }: Json): Json {
  return {
    effectiveElectableSpecs: electableSpecs,
    ...(readOnlySpecs === undefined ? {} : { effectiveReadOnlySpecs: readOnlySpecs }),
    ...(analyticsSpecs === undefined ? {} : { effectiveAnalyticsSpecs: analyticsSpecs }),
  };
}

function zoneIdOf({ name }: Cluster, zoneName: string, groupId: string): string {
  return identifierOf(groupId, name, "zone", zoneName);
}

/** @param diskSizeGB where the version has it at the nodes */
function renderRegions(regions: readonly Region[], diskSizeGB: number | undefined): Json[] {
  // Every region shows it, also those without such nodes.
  const analytics = regions.find((region) => region.analyticsAutoScaling)?.analyticsAutoScaling;
  return regions.map((region) => renderRegion(region, analytics ?? region.autoScaling, diskSizeGB));
}

function renderRegion(region: Region, analyticsScaling: AutoScaling, diskSizeGB: number | undefined): Json {
  const { provider, backingProvider, electable, readOnly, analytics } = region;
  const size = (electable ?? readOnly ?? analytics)!.size;
  const tenant = provider === "TENANT";
  const nodes = (specs: Nodes | null): Json => ({
    instanceSize: specs?.size ?? size,
    ...(tenant ? {} : { nodeCount: specs?.count ?? 0 }),
    ...(specs?.diskIOPS ? { diskIOPS: specs.diskIOPS } : {}),
    ...(specs?.volumeType ? { ebsVolumeType: specs.volumeType } : {}),
    ...(diskSizeGB === undefined ? {} : { diskSizeGB }),
    ...(size === "M2" || size === "M5" ? { effectiveInstanceSize: "FLEX" } : {}),
  });
  return {
    providerName: provider,
    ...(backingProvider === null ? {} : { backingProviderName: backingProvider }),
    regionName: region.region,
    priority: region.priority,
    electableSpecs: nodes(electable),
    ...(tenant ? {} : { readOnlySpecs: nodes(readOnly), analyticsSpecs: nodes(analytics) }),
    ...(tenant
      ? {}
      : {
          autoScaling: renderScaling(region.autoScaling),
          analyticsAutoScaling: renderScaling(analyticsScaling),
        }),
  };
}

function renderScaling({ diskGB, compute, scaleDown, min, max }: AutoScaling): Json {
  return {
    // The pages on creating a cluster say so of either form.
    diskGB: { enabled: diskGB ?? true },
    compute: { enabled: compute, scaleDownEnabled: scaleDown, ...withoutNulls({ min, max }) },
  };
}

function withoutNulls({ min, max }: Pick<AutoScaling, "min" | "max">): Json {
  return {
    ...(min === null ? {} : { minInstanceSize: min }),
    ...(max === null ? {} : { maxInstanceSize: max }),
  };
}
