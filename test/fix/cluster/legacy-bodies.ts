import fc from "fast-check";
import type { JsonData } from "../../../src/convert/value.js";

export type Body = { readonly [key: string]: JsonData };

/** Members that may be left out, in any order. */
function members(all: Readonly<Record<string, fc.Arbitrary<JsonData | undefined>>>): fc.Arbitrary<Body> {
  return fc
    .tuple(fc.record(all), fc.shuffledSubarray(Object.keys(all), { minLength: Object.keys(all).length }))
    .map(([values, order]) =>
      Object.fromEntries(
        order.flatMap((key): [string, JsonData][] => {
          const value = values[key];
          return value === undefined ? [] : [[key, value]];
        }),
      ),
    );
}

function maybe<T extends JsonData>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined });
}

/** Left out, or `null`, which means the same. */
const nothing = fc.constantFrom(undefined, undefined, undefined, null);

const NAMES: Readonly<Record<string, readonly string[]>> = {
  AWS: ["US_EAST_1", "US_WEST_2", "EU_WEST_1", "AP_SOUTH_1", "CA_CENTRAL_1"],
  AZURE: ["US_EAST_2", "EUROPE_NORTH", "ASIA_EAST", "UK_SOUTH"],
  GCP: ["CENTRAL_US", "WESTERN_EUROPE", "EASTERN_US"],
  TENANT: ["US_EAST_1", "EU_WEST_1"],
};
const SIZES = ["M10", "M20", "M30", "M40", "M50", "M60"];
const SPLITS = [[3], [5], [7], [2, 1], [1, 2], [3, 2], [2, 2, 1], [3, 3, 1], [3, 2, 2]];

/** A map of regions: electable ones from priority 7 down, others with priority 0 or none. */
function regions(names: readonly string[]): fc.Arbitrary<Body> {
  const few = (largest: number) => fc.constantFrom(undefined, 0, 0, 1, 2, largest);
  return fc
    .tuple(
      fc.constantFrom(...SPLITS.filter((split) => split.length <= names.length)),
      fc.shuffledSubarray([...names], { minLength: names.length }),
      fc.array(fc.record({ readOnlyNodes: few(5), analyticsNodes: few(3) }), { minLength: 5, maxLength: 5 }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(0, undefined),
      fc.constantFrom(0, undefined, null),
    )
    .chain(([split, order, others, extra, priority, electable]) => {
      const map = order.slice(0, split.length + extra).flatMap((name, index): [string, JsonData][] => {
        const other = others[index]!;
        const isElectable = index < split.length;
        const nodes = isElectable
          ? { electableNodes: split[index]!, priority: 7 - index }
          : { electableNodes: electable, priority };
        const without = !isElectable && !other.readOnlyNodes && !other.analyticsNodes;
        return without ? [] : [[name, compact({ ...other, ...nodes })]];
      });
      return fc.shuffledSubarray(map, { minLength: map.length }).map((some) => Object.fromEntries(some));
    });
}

function compact(value: Readonly<Record<string, JsonData | undefined>>): Body {
  return Object.fromEntries(
    Object.entries(value).filter((one): one is [string, JsonData] => one[1] !== undefined),
  );
}

interface Topology {
  readonly root: Body;
  /** `providerSettings.regionName` */
  readonly regionName: string | undefined;
}

function topology(provider: string): fc.Arbitrary<Topology> {
  const names = NAMES[provider]!;
  const idle = maybe(fc.constantFrom(...names));
  const single = fc
    .tuple(
      members({
        replicationFactor:
          provider === "TENANT"
            ? fc.constantFrom(3, undefined, null)
            : fc.constantFrom(3, 5, 7, undefined, null),
        numShards:
          provider === "TENANT" ? fc.constantFrom(1, undefined) : fc.constantFrom(1, 2, 5, undefined, null),
        replicationSpec: nothing,
      }),
      fc.constantFrom(...names),
    )
    .map(([root, regionName]) => ({ root, regionName }));
  if (provider === "TENANT") return single;
  const map = fc
    .tuple(
      members({
        replicationSpec: regions(names),
        numShards: fc.constantFrom(1, 3, undefined),
        replicationFactor: fc.constantFrom(3, undefined),
      }),
      idle,
    )
    .map(([root, regionName]) => ({ root, regionName }));
  const zone = (name: string) =>
    members({
      zoneName: maybe(fc.constant(name)),
      numShards: fc.constantFrom(1, 2, 3, undefined, null),
      regionsConfig: regions(names),
      id: maybe(fc.constant("5f0c5a0e1b7c4d0012345678")),
    });
  const list = fc
    .tuple(
      fc
        .integer({ min: 1, max: 3 })
        .chain((count) => fc.tuple(...["Zone A", "Zone B", "Zone C"].slice(0, count).map(zone))),
      fc.constantFrom(1, 2, undefined),
      fc.constantFrom(3, undefined),
      idle,
    )
    .map(([replicationSpecs, numShards, replicationFactor, regionName]) => ({
      root: compact({ replicationSpecs, numShards, replicationFactor }),
      regionName,
    }));
  return fc.oneof(single, map, list);
}

function autoScaling(provider: string): fc.Arbitrary<readonly [Body | undefined, Body | undefined]> {
  if (provider === "TENANT")
    return fc.constantFrom([undefined, undefined] as const, [{ diskGBEnabled: false }, undefined] as const);
  return fc
    .record({
      disk: fc.constantFrom(true, false, undefined),
      enabled: fc.constantFrom(true, true, false, undefined),
      down: fc.boolean(),
      sizes: fc.constantFrom(0, 1, 2, 3),
      twin: fc.boolean(),
      indexing: fc.constantFrom(false, undefined, undefined),
      whole: fc.constantFrom(true, true, true, false),
    })
    .map(({ disk, enabled, down, sizes, twin, indexing, whole }) => {
      if (!whole) return [undefined, undefined] as const;
      const scaleDown = enabled === undefined ? undefined : enabled && down;
      const compute = enabled === undefined ? undefined : compact({ enabled, scaleDownEnabled: scaleDown });
      const root = compact({ diskGBEnabled: disk, compute, autoIndexingEnabled: indexing });
      // A size that is needed, and sometimes one that is not.
      const min = scaleDown || sizes & 1 ? "M10" : undefined;
      const max = enabled || sizes & 2 ? "M60" : undefined;
      const limits = compact({
        minInstanceSize: min,
        maxInstanceSize: max,
        ...(twin && enabled !== undefined ? { enabled } : {}),
      });
      return [root, Object.keys(limits).length === 0 ? undefined : { compute: limits }] as const;
    });
}

function providerSettings(
  provider: string,
  regionName: string | undefined,
  scaling: Body | undefined,
): fc.Arbitrary<Body> {
  const isTenant = provider === "TENANT";
  const isAws = provider === "AWS";
  return members({
    providerName: fc.constant(provider),
    instanceSizeName: isTenant ? fc.constantFrom("M0", "M2", "M5") : fc.constantFrom(...SIZES),
    regionName: fc.constant(regionName),
    backingProviderName: isTenant ? fc.constantFrom("AWS", "GCP", "AZURE") : nothing,
    volumeType: isAws ? fc.constantFrom("STANDARD", "PROVISIONED", undefined) : nothing,
    diskIOPS: isAws ? fc.constantFrom(1500, 3000, undefined, undefined) : nothing,
    encryptEBSVolume: isAws ? fc.constantFrom(true, false, undefined) : nothing,
    diskTypeName:
      provider === "AZURE" ? fc.constantFrom("P4", "P6", "P10", "P20", "P40", undefined) : nothing,
    autoScaling: fc.constant(scaling),
  });
}

/**
 * Makes bodies of whole clusters. Most are valid, and the service decides which.
 *
 * @param version the name of `dbVersion` in the vocabulary
 */
export function legacyBodies(version: string, uri: string): fc.Arbitrary<Body> {
  return fc.constantFrom("AWS", "AWS", "AZURE", "GCP", "TENANT").chain((provider) =>
    fc.tuple(topology(provider), autoScaling(provider)).chain(([{ root, regionName }, [scaling, sizes]]) =>
      fc
        .tuple(
          providerSettings(provider, regionName, sizes),
          fc.constantFrom(...typesFor(root)),
          provider === "TENANT" ? fc.constant(undefined) : fc.constantFrom(true, false, undefined, null),
          fc.constantFrom(false, undefined, undefined),
          rest(provider, version, uri),
        )
        .chain(([settings, clusterType, cloud, legacy, others]) => {
          const body = compact({
            ...others,
            ...root,
            clusterType,
            providerSettings: settings,
            autoScaling: scaling,
            providerBackupEnabled: cloud,
            backupEnabled: legacy,
            pitEnabled: cloud === true ? others["pitEnabled"] : undefined,
          });
          const entries = Object.entries(body);
          return fc
            .shuffledSubarray(entries, { minLength: entries.length })
            .map((shuffled): Body => Object.fromEntries(shuffled));
        }),
    ),
  );
}

function rest(provider: string, version: string, uri: string): fc.Arbitrary<Body> {
  return members({
    name: fc.constantFrom("prod", "Cluster0", "a-b-c"),
    diskSizeGB: provider === "TENANT" ? nothing : fc.constantFrom(40, 100, undefined, undefined),
    pitEnabled: fc.constantFrom(true, false, undefined),
    paused: fc.constantFrom(true, false, undefined),
    labels: maybe(fc.constant([{ key: "team", value: "ünï 😀" }])),
    biConnector: maybe(fc.constant({ enabled: true, readPreference: "primary" })),
    [version]: maybe(fc.constant("4.4.1")),
    [uri]: maybe(fc.constant("db://a.example:27017")),
    srvAddress: nothing,
    links: maybe(fc.constant([])),
    id: maybe(fc.constant("5f0c5a0e1b7c4d0012345678")),
  });
}

/** The types that go with a number of zones and shards, and none at all where it has one shard or zone. */
function typesFor(root: Body): readonly (string | undefined)[] {
  const { replicationSpecs: list, numShards } = root;
  const zones = Array.isArray(list) ? (list as Body[]) : [];
  if (zones.length > 1) return ["GEOSHARDED"];
  const own = zones[0]?.["numShards"] ?? numShards;
  return typeof own === "number" && own > 1
    ? ["SHARDED", "GEOSHARDED", undefined]
    : ["REPLICASET", "SHARDED", "GEOSHARDED", undefined];
}

/** Makes bodies of PATCH: some members of a whole one, and those that carry everything. */
export function changes(bodies: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  const part = (body: Body): fc.Arbitrary<Body> =>
    fc
      .subarray(Object.keys(body).filter((key) => key !== "name"))
      .map((keys): Body => Object.fromEntries(keys.map((key) => [key, body[key]!])));
  const whole = ({ name: _name, ...others }: Body): Body => others;
  return bodies.chain((body) => fc.oneof(part(body), fc.constant(whole(body))));
}
