import type { Vocabulary } from "../catalog/catalog.js";
import { acceptClusterBody } from "./accept.js";
import type { ApiError } from "./api-error.js";
import { defaultDiskSize, NO_AUTO_SCALING, type AutoScaling, type Cluster, type Region } from "./cluster.js";
import { completed } from "./common-attributes.js";
import { becomesFlex, withRegion } from "./tenant-upgrade.js";

const CREATES = "clusters.create";
const MODIFIES = "clusters.modify";
const UPGRADES = "clusters.tenantUpgrade";

/**
 * Returns why the service refuses a body by what its values mean together. A body that modifies a cluster is refused if
 * no cluster can be modified so: which one it is cannot be known.
 *
 * @param endpoint its id; bodies of other endpoints than those of clusters have no such errors
 */
export function refusalsOf(
  endpoint: string,
  version: string,
  body: unknown,
  vocabulary: Vocabulary,
): readonly ApiError[] {
  if (endpoint === UPGRADES) {
    if (becomesFlex(body)) return [];
    body = withRegion("US_EAST_1", body);
  }
  const isWhole = endpoint === CREATES || endpoint === UPGRADES;
  if (!isWhole && endpoint !== MODIFIES) return [];
  const { name } = body as { readonly name?: unknown };
  const named = typeof name === "string" ? { name } : {};
  const currents = isWhole
    ? [undefined]
    : (anyClusters ??= makeClusters()).map((one) => ({ ...one, ...named }));
  const refused: (readonly ApiError[])[] = [];
  for (const current of currents) {
    const acceptance = acceptClusterBody(version, body, { vocabulary, ...(current && { current }) });
    if (acceptance.ok) return [];
    refused.push(acceptance.errors);
  }
  const [first = [], ...others] = refused;
  const common = first.filter(({ detail }) =>
    others.every((errors) => errors.some((one) => one.detail === detail)),
  );
  return common.length > 0 ? common : first;
}

let anyClusters: readonly Cluster[] | undefined;

const PROVIDERS = ["AWS", "AZURE", "GCP"] as const;

/** Auto-scaling with the widest limits of each class of sizes, beside a size of it. */
const SCALINGS: readonly (readonly [size: string, scaling: AutoScaling])[] = [
  ["M30", NO_AUTO_SCALING],
  ...(
    [
      ["M30", "M10", "M700"],
      ["R50", "R40", "R700"],
      ["M50_NVME", "M40_NVME", "M600_NVME"],
    ] as const
  ).map(([size, min, max]) => [size, { diskGB: true, compute: true, scaleDown: true, min, max }] as const),
];

/** Clusters of each kind that differs in what a modification may say. They are made for the first such body. */
const makeClusters = (): readonly Cluster[] => [
  ...PROVIDERS.flatMap((provider) =>
    SCALINGS.flatMap(([size, scaling]) => {
      const [east, west] = ["US_EAST_1", "US_WEST_1"].map((name) => regionOf(name, provider, size, scaling));
      return [
        clusterOf("REPLICASET", [east!]),
        clusterOf("SHARDED", [east!, east!]),
        clusterOf("GEOSHARDED", [east!, west!]),
      ];
    }),
  ),
  ...["M0", "M2", "M5"].map((size) =>
    clusterOf("REPLICASET", [regionOf("US_EAST_1", "TENANT", size, NO_AUTO_SCALING)]),
  ),
];

function regionOf(
  region: string,
  provider: Region["provider"],
  size: string,
  autoScaling: AutoScaling,
): Region {
  const isTenant = provider === "TENANT";
  const volumeType = provider === "AWS" ? "STANDARD" : null;
  return {
    ...{ provider, region, autoScaling, priority: 7, backingProvider: isTenant ? "AWS" : null },
    electable: { count: 3, size, diskIOPS: null, volumeType },
    ...{ readOnly: null, analytics: null, analyticsAutoScaling: null },
  };
}

/** Makes a cluster with a shard for each region, in a zone for each region that differs. */
function clusterOf(clusterType: Cluster["clusterType"], regions: readonly Region[]): Cluster {
  const [{ provider, electable }] = regions as readonly [Region];
  return {
    ...completed({}, undefined),
    ...{ name: "", clusterType, backupEnabled: provider !== "TENANT" },
    diskSizeGB: defaultDiskSize(electable!.size),
    shards: regions.map((region) => ({ zoneName: `Zone ${regions.indexOf(region) + 1}`, regions: [region] })),
  };
}
