import {
  inOrder,
  NO_AUTO_SCALING,
  placedAt,
  zonesOf,
  type AutoScaling,
  type Cluster,
  type Nodes,
  type Provider,
  type Region,
  type Shard,
} from "./cluster.js";

/** Switches of the legacy `autoScaling`: one for all nodes of the cluster. */
export interface LegacyScaling {
  readonly diskGB: boolean | null;
  readonly compute: boolean;
  readonly scaleDown: boolean;
}

/** The settings that the legacy shape has once for the whole cluster. */
export interface Settings extends LegacyScaling {
  readonly provider: Provider;
  readonly backingProvider: string | null;
  readonly size: string;
  /** Counts where there is no map of regions. */
  readonly region?: string;
  readonly diskIOPS: number | null;
  readonly volumeType: string | null;
  readonly min: string | null;
  readonly max: string | null;
}

interface LegacyRegion {
  /** The path of the region in the body; absent if the root says it. */
  readonly path?: string;
  readonly region: string;
  readonly electable: number;
  readonly readOnly: number;
  readonly analytics: number;
  readonly priority: number;
}

export interface LegacyZone {
  readonly zoneName: string;
  readonly numShards: number;
  readonly regions: readonly LegacyRegion[];
}

/** Makes the shards that zones and settings of the legacy shape describe together. */
export function clusterOf(zones: readonly LegacyZone[], settings: Settings): Shard[] {
  return zones.flatMap(({ zoneName, numShards, regions }) => {
    const shard: Shard = { zoneName, regions: inOrder(regions.map((one) => regionOf(one, settings))) };
    return Array.from({ length: numShards }, () => shard);
  });
}

function regionOf(legacy: LegacyRegion, settings: Settings): Region {
  const nodes = (count: number): Nodes | null =>
    count === 0
      ? null
      : { count, size: settings.size, diskIOPS: settings.diskIOPS, volumeType: volumeTypeOf(settings) };
  const autoScaling = scalingOf(settings);
  const region: Region = {
    provider: settings.provider,
    backingProvider: settings.backingProvider,
    region: legacy.region,
    priority: legacy.priority,
    electable: nodes(legacy.electable),
    readOnly: nodes(legacy.readOnly),
    analytics: nodes(legacy.analytics),
    autoScaling,
    // One setting for all nodes in this form.
    analyticsAutoScaling: legacy.analytics > 0 ? autoScaling : null,
  };
  return placedAt(region, legacy.path ?? "providerSettings");
}

function volumeTypeOf({ provider, volumeType }: Settings): string | null {
  return volumeType ?? (provider === "AWS" ? "STANDARD" : null);
}

/** Limits without the switch that they belong to say nothing in this form. */
function scalingOf({ diskGB, compute, scaleDown, min, max }: Settings): AutoScaling {
  return {
    ...NO_AUTO_SCALING,
    ...{ diskGB, compute, scaleDown },
    min: scaleDown ? min : null,
    max: compute ? max : null,
  };
}

/** Converts a cluster to the legacy shape. It must have one provider, and all its shards must be equal. */
export function topologyOf(cluster: Cluster): { readonly zones: LegacyZone[]; readonly settings: Settings } {
  const zones = zonesOf(cluster).map(({ zoneName, numShards, regions }): LegacyZone => ({
    zoneName,
    numShards,
    regions: regions.map(({ region, priority, electable, readOnly, analytics }) => ({
      region,
      priority,
      electable: electable?.count ?? 0,
      readOnly: readOnly?.count ?? 0,
      analytics: analytics?.count ?? 0,
    })),
  }));
  const first = cluster.shards[0]!.regions[0]!;
  const { size, diskIOPS, volumeType } = (first.electable ?? first.readOnly ?? first.analytics)!;
  const { diskGB, compute, scaleDown, min, max } = first.autoScaling;
  return {
    zones,
    settings: {
      provider: first.provider,
      backingProvider: first.backingProvider,
      region: first.region,
      ...{ size, diskIOPS, volumeType, diskGB, compute, scaleDown, min, max },
    },
  };
}
