/**
 * A cluster as the double keeps it, apart from the shapes in which the two forms of the API show it. It holds what a
 * cluster *is*, with every default filled in, so that two bodies ask for the same cluster exactly when their clusters
 * are deeply equal. Identifiers are the store's.
 */
export interface Cluster {
  readonly name: string;
  readonly clusterType: ClusterType;
  readonly diskSizeGB: number;
  /** Cloud backup: `providerBackupEnabled` in the legacy shape, `backupEnabled` in the others. */
  readonly backupEnabled: boolean;
  readonly pitEnabled: boolean;
  readonly paused: boolean;
  readonly majorVersion: string;
  readonly versionReleaseSystem: string;
  readonly encryptionAtRestProvider: string;
  readonly rootCertType: string;
  readonly terminationProtectionEnabled: boolean;
  readonly biConnector: { readonly enabled: boolean; readonly readPreference: string };
  readonly labels: readonly Label[];
  readonly tags: readonly Label[];
  /** The other members of newer versions, as they were sent. */
  readonly newer: Readonly<Record<string, unknown>>;
  /** One element a shard; shards of one zone stand together. */
  readonly shards: readonly Shard[];
}

type ClusterType = (typeof CLUSTER_TYPES)[number];
export const CLUSTER_TYPES = ["REPLICASET", "SHARDED", "GEOSHARDED"] as const;

export interface Label {
  readonly key: string;
  readonly value: string;
}

export interface Shard {
  readonly zoneName: string;
  /** By priority, high first; equal ones by region name, last first, as the service orders them. */
  readonly regions: readonly Region[];
}

export interface Region {
  readonly provider: Provider;
  /** The backing provider of a tenant cluster. */
  readonly backingProvider: string | null;
  readonly region: string;
  readonly priority: number;
  readonly electable: Nodes | null;
  readonly readOnly: Nodes | null;
  readonly analytics: Nodes | null;
  readonly autoScaling: AutoScaling;
  /** `null` in a region without analytics nodes. */
  readonly analyticsAutoScaling: AutoScaling | null;
}

export type Provider = (typeof PROVIDERS)[number];
export const PROVIDERS = ["AWS", "AZURE", "GCP", "TENANT"] as const;
export const BACKING_PROVIDERS = ["AWS", "AZURE", "GCP"] as const;
export const VOLUME_TYPES = ["STANDARD", "PROVISIONED", "HIGH_PERFORMANCE"] as const;

export interface Nodes {
  /** At least 1. */
  readonly count: number;
  readonly size: string;
  readonly diskIOPS: number | null;
  /** The volume type on AWS. */
  readonly volumeType: string | null;
}

export interface AutoScaling {
  /**
   * `null` if it is not set: the documents contradict each other on what that means in either form, so it is the same
   * as neither yes nor no.
   */
  readonly diskGB: boolean | null;
  readonly compute: boolean;
  readonly scaleDown: boolean;
  readonly min: string | null;
  readonly max: string | null;
}

/** The defaults. */
export const NO_AUTO_SCALING: AutoScaling = {
  diskGB: null,
  compute: false,
  scaleDown: false,
  min: null,
  max: null,
};

const GENERAL: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    ...{ M10: 10, M20: 20, M30: 40, M40: 80, M50: 160, M60: 320, M80: 750, M90: 750, M100: 1000 },
    ...{ M140: 1000, M200: 1500, M250: 1500, M300: 2000, M400: 3000, M700: 4000 },
  }),
);
const LOW_CPU: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    ...{ R40: 80, R50: 160, R60: 320, R80: 750, R200: 1500, R300: 2000, R400: 3000, R600: 3000 },
    ...{ R700: 4000 },
  }),
);
const LOCAL_DISK: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    ...{ M40_NVME: 380, M50_NVME: 760, M60_NVME: 1600, M80_NVME: 1600, M200_NVME: 3100, M300_NVME: 3100 },
    ...{ M400_NVME: 4000, M600_NVME: 4000 },
  }),
);
const TENANT: ReadonlyMap<string, number> = new Map(Object.entries<number>({ M0: 0.5, M2: 2, M5: 5 }));

/**
 * Classes of instance sizes, each from small to large, with the disk in GB that a cluster gets unless it asks. The
 * documents name M90, M250, R600, M300_NVME and M600_NVME without a disk: here they have that of the next smaller size.
 */
const CLASSES = [GENERAL, LOW_CPU, LOCAL_DISK, TENANT];

export const INSTANCE_SIZES: readonly string[] = CLASSES.flatMap((sizes) => [...sizes.keys()]);
export const TENANT_SIZES: readonly string[] = [...TENANT.keys()];

/** Returns the default disk of a size in GB; 10 for an unknown size. */
export function defaultDiskSize(size: string): number {
  return CLASSES.find((sizes) => sizes.has(size))?.get(size) ?? 10;
}

/** Compares sizes: negative if `left` is smaller, `undefined` if they are of different classes. */
export function compareSizes(left: string, right: string): number | undefined {
  const sizes = CLASSES.find((one) => one.has(left) && one.has(right));
  if (!sizes) return undefined;
  const names = [...sizes.keys()];
  return names.indexOf(left) - names.indexOf(right);
}

/** Returns the operations per second of a disk of standard volume. */
export function defaultDiskIOPS(size: string): number {
  return size === "M10" ? 1000 : size === "M20" ? 2000 : 3000;
}

export function isTenant(cluster: Pick<Cluster, "shards">): boolean {
  return cluster.shards.some(({ regions }) => regions.some(({ provider }) => provider === "TENANT"));
}

/** Sorts regions as the service does. */
export function inOrder(regions: readonly Region[]): Region[] {
  return [...regions].sort(
    (left, right) =>
      right.priority - left.priority ||
      (left.region < right.region ? 1 : left.region > right.region ? -1 : 0) ||
      (left.provider < right.provider ? 1 : -1),
  );
}

const paths = new WeakMap<Region, string>();

/** Remembers where in the body a region was. The region does not hold it, so that equal regions stay equal. */
export function placedAt(region: Region, path: string): Region {
  paths.set(region, path);
  return region;
}

/** Returns the path of a region in the body that asked for it. */
export function pathOf(region: Region): string {
  return paths.get(region) ?? "replicationSpecs[0]";
}

/** A zone of a cluster that has only equal shards in each, as versions before 2024-08-05 see it. */
interface Zone {
  readonly zoneName: string;
  readonly numShards: number;
  readonly regions: readonly Region[];
}

/** Returns the zones in order. If the shards of a zone differ, it shows the first: check `isAsymmetric` before. */
export function zonesOf(cluster: Pick<Cluster, "shards">): Zone[] {
  const byName = new Map<string, Zone>();
  for (const { zoneName, regions } of cluster.shards) {
    const zone = byName.get(zoneName);
    byName.set(zoneName, { regions, ...zone, zoneName, numShards: (zone?.numShards ?? 0) + 1 });
  }
  return [...byName.values()];
}

/**
 * Returns whether shards of one zone differ, or sizes of different zones: older versions cannot show such a cluster.
 */
export function isAsymmetric(cluster: Pick<Cluster, "shards">): boolean {
  const zones = new Map<string, string>();
  const sizes = new Set<string>();
  for (const { zoneName, regions } of cluster.shards) {
    const text = JSON.stringify(regions);
    if ((zones.get(zoneName) ?? text) !== text) return true;
    zones.set(zoneName, text);
    for (const { electable } of regions) if (electable) sizes.add(electable.size);
  }
  return sizes.size > 1;
}
