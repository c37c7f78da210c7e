import {
  memberOf,
  type Payload,
  type PayloadEntry,
  type PayloadLeaf,
  type PayloadList,
  type PayloadMember,
  type PayloadObject,
} from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import type { Members } from "./members.js";
import { checkEntries, is, isNull, member, notVisible, object } from "./members.js";
import { readProvider, noteSharedSizes, type Provider } from "./provider.js";
import { readRegions, regionConfigs, type Region } from "./regions.js";
import { doubtDisk, readScaling, type Scaling } from "./scaling.js";
import type { Shape } from "./shape.js";

/** Converts everything that says where nodes are, how large they are, and how they scale. */
interface Topology {
  /** The new `replicationSpecs`; its `basis` is set where the body had one. */
  readonly replicationSpecs: Payload;
  /** New members of the root. */
  readonly clusterType: PayloadLeaf | undefined;
  readonly diskSizeGB: PayloadLeaf | undefined;
}

/** Returns the reason why a PATCH of a part cannot be rewritten by itself (facts 1.3, 2). */
function needsPresentTopology(what: string): string {
  return (
    `${what} is now inside replicationSpecs, which a PATCH replaces as a whole, and the body does not have ` +
    "the current topology. GET the cluster in the new version, change every region, and PATCH the whole replicationSpecs."
  );
}

/**
 * Converts the topology.
 *
 * @returns undefined if a person must decide; the log has the reasons
 */
export function convertTopology(root: Members, shape: Shape, log: Log): Topology | undefined {
  const specs = root.take("replicationSpecs");
  const oldSpec = root.take("replicationSpec");
  const settings = root.nested("providerSettings");
  const numShards = root.leaf("numShards");
  const replicationFactor = root.leaf("replicationFactor");
  const scales = root.nested("autoScaling");
  if (shape.hasNewTopology) {
    log.block(
      "The body has both forms, regionConfigs and the properties that they replace: decide which of the two is right.",
    );
    return undefined;
  }
  const hasRegions =
    specs !== undefined ||
    oldSpec !== undefined ||
    memberOf(settings?.object ?? EMPTY, "regionName") !== undefined;
  const isPartial = shape.role === "modify" || shape.role === "either";
  if (isPartial && (!settings || !hasRegions || (!specs && !oldSpec && !replicationFactor))) {
    const named = ["providerSettings", "autoScaling", "numShards", "replicationFactor"].find((key) =>
      shape.has(key),
    );
    log.block(needsPresentTopology(named ?? "What regionsConfig says"));
    return undefined;
  }
  if (!settings) {
    log.block("providerSettings is not in the body: write providerName and instanceSize of every region.");
    return undefined;
  }
  const provider = readProvider(settings, shape.has("diskSizeGB"), log);
  requireKnown(provider, settings, log);
  noteSharedSizes(provider, settings.pathOf("instanceSizeName"), log);
  const scaling = scalingOf(scales, provider, shape, log);
  if (isPartial) doubtWhatIsLeftOut(provider, shape, log);
  const builder: Builder = { provider, scaling, shape, root, log, numShards, replicationFactor };
  const replicationSpecs = specs
    ? fromList(specs, oldSpec, builder)
    : oldSpec
      ? fromMap(oldSpec, builder)
      : fromSettings(settings, builder);
  if (!replicationSpecs) return undefined;
  return {
    replicationSpecs,
    clusterType: clusterTypeOf(replicationSpecs, shape, log),
    diskSizeGB: provider.diskSizeGB,
  };
}

const EMPTY: PayloadObject = { kind: "object", entries: [] };

interface Builder {
  readonly provider: Provider;
  readonly scaling: Scaling | undefined;
  readonly shape: Shape;
  readonly root: Members;
  readonly log: Log;
  readonly numShards: PayloadLeaf | undefined;
  readonly replicationFactor: PayloadLeaf | undefined;
}

function requireKnown(provider: Provider, settings: Members, log: Log): void {
  for (const [key, leaf] of [
    ["providerName", provider.providerName],
    ["instanceSizeName", provider.instanceSize],
  ] as const) {
    if (!leaf) log.block(`${settings.pathOf(key)} is left out, and every region needs it: write it.`);
  }
  if (provider.isTenant && !provider.backingProviderName)
    log.block(
      `${settings.pathOf("backingProviderName")} is left out, and a tenant cluster needs it: write it.`,
    );
}

function scalingOf(
  scales: Members | undefined,
  provider: Provider,
  shape: Shape,
  log: Log,
): Scaling | undefined {
  const scaling = readScaling(scales, provider.scaling, log);
  const { role } = shape;
  if (!provider.isTenant && (role === "create" || role === "either")) doubtDisk(scaling, log);
  if (!provider.isTenant && role === "modify") {
    const missing = missingIn(scaling);
    if (missing)
      log.block(
        `${missing} is left out, so a PATCH did not change it, but a PATCH of the whole replicationSpecs does: write how it should scale.`,
      );
  }
  return scaling;
}

/** Returns the member of scaling that a modification must state so that it does not depend on the state before. */
function missingIn(scaling: Scaling | undefined): string | undefined {
  if (!scaling) return "autoScaling";
  if (!scaling.diskGB) return "autoScaling.diskGBEnabled";
  if (!scaling.enabled) return "autoScaling.compute.enabled";
  return scaling.scaleDown || is(scaling.enabled, false) ? undefined : "autoScaling.compute.scaleDownEnabled";
}

function doubtWhatIsLeftOut(provider: Provider, { role }: Shape, log: Log): void {
  if (role === "either")
    log.doubt(
      "If a PATCH sends the body, properties that it leaves out did not change, but properties that replicationSpecs leaves out do.",
    );
  const isFast = !provider.isTenant && !is(provider.providerName, "GCP");
  if (role === "modify" && isFast && (!provider.diskIOPS || !provider.ebsVolumeType))
    log.doubt(
      "providerSettings leaves out diskIOPS or volumeType; a cluster that has its own value loses it when replicationSpecs is replaced.",
    );
}

function fromList(
  specs: PayloadMember,
  oldSpec: PayloadMember | undefined,
  builder: Builder,
): PayloadList | undefined {
  const { log, root, shape } = builder;
  if (oldSpec) {
    if (shape.role !== "response") {
      log.block(
        "The body has replicationSpec and replicationSpecs, which the service refuses: remove one of them.",
      );
      return undefined;
    }
    log.dropped(root.pathOf("replicationSpec"), "replicationSpecs has the same value.");
  }
  const path = root.pathOf("replicationSpecs");
  const list = specs.value;
  if (list.kind !== "list") {
    log.block(notVisible(path, list));
    return undefined;
  }
  ignoreFactor(builder, path);
  if (list.items.length === 0) log.block(`${path} is empty: write where the nodes are.`);
  if (builder.numShards && list.items.length > 1)
    log.dropped(root.pathOf("numShards"), "Each element of replicationSpecs has its own.");
  const read = list.items.map((item, index) => readElement(item, `${path}[${index}]`, log));
  const all = read.flatMap((element) => element?.regions ?? []);
  const items = read.map((element) => element && convertElement(element, all, list.items.length, builder));
  return { kind: "list", items: items.filter((item) => item !== undefined), basis: list };
}

/** An element of `replicationSpecs` with what it says of regions. */
interface ReadElement {
  readonly element: PayloadObject;
  readonly path: string;
  readonly map: PayloadMember;
  readonly regions: readonly Region[];
}

function readElement(item: Payload, path: string, log: Log): ReadElement | undefined {
  if (item.kind !== "object") {
    log.block(notVisible(path, item));
    return undefined;
  }
  checkEntries(item, path, log);
  const map = memberOf(item, "regionsConfig");
  if (!map) {
    log.block(`${path} has no regionsConfig, so its regions are unknown: write where the nodes are.`);
    return undefined;
  }
  const regions = readRegions(map.value, `${path}.regionsConfig`, log);
  return regions && { element: item, path, map, regions };
}

function ignoreFactor({ replicationFactor, provider, log, root }: Builder, path: string): void {
  if (replicationFactor)
    log.dropped(root.pathOf("replicationFactor"), `electableNodes of the regions in ${path} are used.`);
  if (provider.regionName)
    log.dropped(`${root.pathOf("providerSettings")}.regionName`, `The regions in ${path} are used.`);
}

/** An element of `replicationSpecs`, edited in place. @param all regions of all elements */
function convertElement(
  { element, path, map, regions }: ReadElement,
  all: readonly Region[],
  siblings: number,
  builder: Builder,
): PayloadObject {
  const { log, provider, scaling, shape, root } = builder;
  log.renamed(
    `${path}.regionsConfig`,
    `${path}.regionConfigs`,
    "The map is now a list, in the order of priority.",
  );
  const configs: PayloadMember = {
    ...member("regionConfigs", regionConfigs(regions, { provider, scaling, all }, log)),
    basis: map,
  };
  const written = memberOf(element, "numShards");
  const own = isNull(written?.value) ? undefined : written;
  const shards = own ? undefined : shardsOf(builder, path, siblings);
  if (own && siblings === 1 && builder.numShards)
    log.dropped(root.pathOf("numShards"), `${path}.numShards is used.`);
  const entries = element.entries.flatMap((entry): PayloadEntry[] => {
    if (entry === map) return shards ? [member("numShards", shards), configs] : [configs];
    if (entry.kind !== "member" || (entry === written && !own)) return [];
    if (entry.key === "id" && shape.role === "create") {
      log.dropped(`${path}.id`, "It is read-only; the service sets it.");
      return [];
    }
    if (entry.key === "id") log.kept(`${path}.id`, "It names an existing zone.");
    return [entry];
  });
  return { kind: "object", entries, basis: element };
}

/** The number of shards of an element that does not say it. Its default is gone (facts 1.1). */
function shardsOf(builder: Builder, path: string, siblings: number): PayloadLeaf | undefined {
  const { numShards, shape, root, log } = builder;
  const to = `${path}.numShards`;
  if (numShards && siblings > 1 && !is(numShards, 1)) {
    log.block(
      `${to} is left out, there are other elements, and ${root.pathOf("numShards")} cannot be divided: write it for each element.`,
    );
    return undefined;
  }
  if (numShards && siblings === 1) {
    log.moved(root.pathOf("numShards"), to, "The number stays the same.");
    log.doubtPresence(root.pathOf("numShards"), numShards, "numShards");
    return numShards;
  }
  if (is(memberOf(shape.cluster, "clusterType")?.value, "REPLICASET"))
    return log.added(to, "numShards of a replica set");
  if (shape.role !== "create" && shape.role !== "response") {
    log.block(
      `${to} is left out, so it did not change, and it no longer has a default: write how many shards there are.`,
    );
    return undefined;
  }
  doubtAnswer(to, builder);
  return log.added(to, "numShards");
}

/** A member that a response omits does not have the default of a new cluster. */
function doubtAnswer(path: string, { shape, log }: Builder): void {
  if (shape.role === "response")
    log.doubt(
      `${path} is written with the default of a new cluster, and this looks like a response: check it.`,
    );
}

function fromMap(oldSpec: PayloadMember, builder: Builder): PayloadList | undefined {
  const path = builder.root.pathOf("replicationSpec");
  const regions = readRegions(oldSpec.value, path, builder.log);
  if (!regions) return undefined;
  ignoreFactor(builder, path);
  builder.log.moved(
    path,
    "replicationSpecs[0].regionConfigs",
    "The map is now a list, in the order of priority.",
  );
  return oneElement(regions, builder);
}

/** The one region that `providerSettings.regionName` and `replicationFactor` describe. */
function fromSettings(settings: Members, builder: Builder): PayloadList | undefined {
  const { provider, replicationFactor, root, log, shape } = builder;
  const path = settings.pathOf("regionName");
  if (!provider.regionName) {
    log.block(`${path} is left out, so the region is unknown: write where the nodes are.`);
    return undefined;
  }
  log.moved(path, "replicationSpecs[0].regionConfigs[0].regionName", "It is the only region.");
  const to = "replicationSpecs[0].regionConfigs[0].electableSpecs.nodeCount";
  if (replicationFactor) {
    log.moved(root.pathOf("replicationFactor"), to, "All nodes are electable.");
    log.doubtPresence(root.pathOf("replicationFactor"), replicationFactor, "nodeCount");
  } else doubtAnswer(to, builder);
  if (shape.role === "modify" || shape.role === "either")
    log.doubt(
      "The body has one region; a cluster with more regions loses the others when replicationSpecs is replaced.",
    );
  const region: Region = {
    name: provider.regionName,
    electable: replicationFactor ?? log.added(to, "nodeCount"),
    readOnly: undefined,
    analytics: undefined,
    priority: undefined,
    path: settings.path,
  };
  return oneElement([region], builder);
}

function oneElement(regions: readonly Region[], builder: Builder): PayloadList {
  const { provider, scaling, log } = builder;
  const configs = regionConfigs(regions, { provider, scaling, all: regions }, log);
  const numShards = shardsOf(builder, "replicationSpecs[0]", 1);
  return { kind: "list", items: [object({ numShards, regionConfigs: configs })] };
}

/** The type of a new cluster that did not say it (facts 1.3, 8). */
function clusterTypeOf(specs: PayloadList, shape: Shape, log: Log): PayloadLeaf | undefined {
  if (shape.has("clusterType") || shape.role !== "create") return undefined;
  const [only, ...others] = specs.items;
  const shards = only?.kind === "object" ? memberOf(only, "numShards")?.value : undefined;
  if (others.length > 0) {
    log.block("clusterType is left out, and there are several zones: write GEOSHARDED if this is right.");
    return undefined;
  }
  if (shards?.kind !== "scalar") {
    log.block(
      "clusterType is left out, and the number of shards is unknown here: write REPLICASET or SHARDED.",
    );
    return undefined;
  }
  const count = Number(shards.value) > 1 ? "several shards" : "one shard";
  return log.added("clusterType", `clusterType of ${count}`);
}
