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
import { listOfRegions, readRegions, type Region } from "./regions.js";
import { doubtDisk, readScaling, type Scaling } from "./scaling.js";
import type { Shape } from "./shape.js";

/** Converts everything that says where nodes are, how large they are, and how they scale. */
interface Topology {
  /** The new list of elements; its `basis` is set where the body had one. */
  readonly elements: Payload;
  /** New members of the root. */
  readonly type: PayloadLeaf | undefined;
  readonly disk: PayloadLeaf | undefined;
}

/** Returns the reason why a PATCH of a part cannot be rewritten by itself (facts 1.3, 2). */
function needsPresentTopology(what: string, { elements }: Log["names"]): string {
  return (
    `${what} inside ${elements}, which a PATCH replaces as a whole, and the body does not have ` +
    `the current topology. GET the cluster in the new version, change every region, and PATCH the whole ${elements}.`
  );
}

/**
 * Converts the topology.
 *
 * @returns undefined if a person must decide; the log has the reasons
 */
export function convertTopology(root: Members, shape: Shape, log: Log): Topology | undefined {
  const { names, old, versioned } = log;
  const specs = root.take(names.elements);
  const oldSpec = root.take(old.regionMap);
  const settings = root.nested(old.settings);
  const shards = root.leaf(names.shards);
  const nodes = root.leaf(old.nodes);
  const scales = root.nested(names.scaling);
  if (shape.hasNewTopology) {
    log.block(
      `The body has both forms, ${versioned.regions} and the properties that they replace: decide which of the two is right.`,
    );
    return undefined;
  }
  const hasRegions =
    specs !== undefined ||
    oldSpec !== undefined ||
    memberOf(settings?.object ?? EMPTY, names.region) !== undefined;
  const isPartial = shape.role === "modify" || shape.role === "either";
  if (isPartial && (!settings || !hasRegions || (!specs && !oldSpec && !nodes))) {
    const named = [old.settings, names.scaling, names.shards, old.nodes].find((key) => shape.has(key));
    const what = named ? `${named} is now` : `${old.elementRegions} becomes ${versioned.regions}`;
    log.block(needsPresentTopology(what, names));
    return undefined;
  }
  if (!settings) {
    log.block(
      `${old.settings} is not in the body: write ${names.provider} and ${versioned.size} of every region.`,
    );
    return undefined;
  }
  const provider = readProvider(settings, shape.has(names.disk), log);
  requireKnown(provider, settings, log);
  noteSharedSizes(provider, settings.pathOf(old.size), log);
  const scaling = scalingOf(scales, provider, shape, log);
  if (isPartial) doubtWhatIsLeftOut(provider, shape, log);
  const builder: Builder = { provider, scaling, shape, root, log, shards, nodes };
  const elements = specs
    ? fromList(specs, oldSpec, builder)
    : oldSpec
      ? fromMap(oldSpec, builder)
      : fromSettings(settings, builder);
  if (!elements) return undefined;
  return { elements, type: typeOf(elements, shape, log), disk: provider.disk };
}

const EMPTY: PayloadObject = { kind: "object", entries: [] };

interface Builder {
  readonly provider: Provider;
  readonly scaling: Scaling | undefined;
  readonly shape: Shape;
  readonly root: Members;
  readonly log: Log;
  readonly shards: PayloadLeaf | undefined;
  readonly nodes: PayloadLeaf | undefined;
}

function requireKnown(provider: Provider, settings: Members, log: Log): void {
  for (const [key, leaf] of [
    [log.names.provider, provider.name],
    [log.old.size, provider.size],
  ] as const) {
    if (!leaf) log.block(`${settings.pathOf(key)} is left out, and every region needs it: write it.`);
  }
  if (provider.isTenant && !provider.backing)
    log.block(`${settings.pathOf(log.names.backing)} is left out, and a tenant cluster needs it: write it.`);
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
    const missing = missingIn(scaling, log);
    if (missing)
      log.block(
        `${missing} is left out, so a PATCH did not change it, but a PATCH of the whole ${log.names.elements} does: write how it should scale.`,
      );
  }
  return scaling;
}

/** Returns the member of scaling that a modification must state so that it does not depend on the state before. */
function missingIn(scaling: Scaling | undefined, { names, old }: Log): string | undefined {
  const compute = `${names.scaling}.${names.compute}`;
  if (!scaling) return names.scaling;
  if (!scaling.disk) return `${names.scaling}.${old.diskScaling}`;
  if (!scaling.enabled) return `${compute}.${names.scales}`;
  return scaling.scaleDown || is(scaling.enabled, false) ? undefined : `${compute}.${names.scalesDown}`;
}

function doubtWhatIsLeftOut(provider: Provider, { role }: Shape, log: Log): void {
  if (role === "either")
    log.doubt(
      `If a PATCH sends the body, properties that it leaves out did not change, but properties that ${log.names.elements} leaves out do.`,
    );
  const isFast = !provider.isTenant && !is(provider.name, "GCP");
  if (role === "modify" && isFast && (!provider.iops || !provider.volume))
    log.doubt(
      `${log.old.settings} leaves out ${log.names.iops} or ${log.old.volume}; a cluster that has its own value loses it when ${log.names.elements} is replaced.`,
    );
}

function fromList(
  specs: PayloadMember,
  oldSpec: PayloadMember | undefined,
  builder: Builder,
): PayloadList | undefined {
  const { log, root, shape } = builder;
  const { names, old } = log;
  if (oldSpec) {
    if (shape.role !== "response") {
      log.block(
        `The body has ${old.regionMap} and ${names.elements}, which the service refuses: remove one of them.`,
      );
      return undefined;
    }
    log.dropped(root.pathOf(old.regionMap), `${names.elements} has the same value.`);
  }
  const path = root.pathOf(names.elements);
  const list = specs.value;
  if (list.kind !== "list") {
    log.block(notVisible(path, list));
    return undefined;
  }
  ignoreNodes(builder, path);
  if (list.items.length === 0) log.block(`${path} is empty: write where the nodes are.`);
  if (builder.shards && list.items.length > 1)
    log.dropped(root.pathOf(names.shards), `Each element of ${names.elements} has its own.`);
  const read = list.items.map((item, index) => readElement(item, `${path}[${index}]`, log));
  const all = read.flatMap((element) => element?.regions ?? []);
  const items = read.map((element) => element && convertElement(element, all, list.items.length, builder));
  return { kind: "list", items: items.filter((item) => item !== undefined), basis: list };
}

/** An element with what it says of regions. */
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
  const { elementRegions } = log.old;
  const map = memberOf(item, elementRegions);
  if (!map) {
    log.block(`${path} has no ${elementRegions}, so its regions are unknown: write where the nodes are.`);
    return undefined;
  }
  const regions = readRegions(map.value, `${path}.${elementRegions}`, log);
  return regions && { element: item, path, map, regions };
}

function ignoreNodes({ nodes, provider, log, root }: Builder, path: string): void {
  const { names, old } = log;
  if (nodes) log.dropped(root.pathOf(old.nodes), `${old.electable} of the regions in ${path} are used.`);
  if (provider.region)
    log.dropped(`${root.pathOf(old.settings)}.${names.region}`, `The regions in ${path} are used.`);
}

/** An element, edited in place. @param all regions of all elements */
function convertElement(
  { element, path, map, regions }: ReadElement,
  all: readonly Region[],
  siblings: number,
  builder: Builder,
): PayloadObject {
  const { log, provider, scaling, shape, root } = builder;
  const { names, old, versioned } = log;
  log.renamed(
    `${path}.${old.elementRegions}`,
    `${path}.${versioned.regions}`,
    "The map is now a list, in the order of priority.",
  );
  const configs: PayloadMember = {
    ...member(versioned.regions, listOfRegions(regions, { provider, scaling, all }, log)),
    basis: map,
  };
  const written = memberOf(element, names.shards);
  const own = isNull(written?.value) ? undefined : written;
  const shards = own ? undefined : shardsOf(builder, path, siblings);
  if (own && siblings === 1 && builder.shards)
    log.dropped(root.pathOf(names.shards), `${path}.${names.shards} is used.`);
  const entries = element.entries.flatMap((entry): PayloadEntry[] => {
    if (entry === map) return shards ? [member(names.shards, shards), configs] : [configs];
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
  const { shards, shape, root, log } = builder;
  const { names } = log;
  const from = root.pathOf(names.shards);
  const to = `${path}.${names.shards}`;
  if (shards && siblings > 1 && !is(shards, 1)) {
    log.block(
      `${to} is left out, there are other elements, and ${from} cannot be divided: write it for each element.`,
    );
    return undefined;
  }
  if (shards && siblings === 1) {
    log.moved(from, to, "The number stays the same.");
    log.doubtPresence(from, shards, "shards");
    return shards;
  }
  if (is(memberOf(shape.cluster, names.type)?.value, "REPLICASET"))
    return log.added(to, "shards of a replica set");
  if (shape.role !== "create" && shape.role !== "response") {
    log.block(
      `${to} is left out, so it did not change, and it no longer has a default: write how many shards there are.`,
    );
    return undefined;
  }
  doubtAnswer(to, builder);
  return log.added(to, "shards");
}

/** A member that a response omits does not have the default of a new cluster. */
function doubtAnswer(path: string, { shape, log }: Builder): void {
  if (shape.role === "response")
    log.doubt(
      `${path} is written with the default of a new cluster, and this looks like a response: check it.`,
    );
}

function fromMap(oldSpec: PayloadMember, builder: Builder): PayloadList | undefined {
  const { log, root } = builder;
  const path = root.pathOf(log.old.regionMap);
  const regions = readRegions(oldSpec.value, path, log);
  if (!regions) return undefined;
  ignoreNodes(builder, path);
  log.moved(
    path,
    `${log.names.elements}[0].${log.versioned.regions}`,
    "The map is now a list, in the order of priority.",
  );
  return oneElement(regions, builder);
}

/** The one region that the settings of the provider and the number of nodes describe. */
function fromSettings(settings: Members, builder: Builder): PayloadList | undefined {
  const { provider, nodes, root, log, shape } = builder;
  const { names, old, versioned } = log;
  const path = settings.pathOf(names.region);
  if (!provider.region) {
    log.block(`${path} is left out, so the region is unknown: write where the nodes are.`);
    return undefined;
  }
  const home = `${names.elements}[0].${versioned.regions}[0]`;
  log.moved(path, `${home}.${names.region}`, "It is the only region.");
  const to = `${home}.${versioned.electable}.${versioned.nodes}`;
  if (nodes) {
    log.moved(root.pathOf(old.nodes), to, "All nodes are electable.");
    log.doubtPresence(root.pathOf(old.nodes), nodes, "nodes");
  } else doubtAnswer(to, builder);
  if (shape.role === "modify" || shape.role === "either")
    log.doubt(
      `The body has one region; a cluster with more regions loses the others when ${names.elements} is replaced.`,
    );
  const region: Region = {
    name: provider.region,
    electable: nodes ?? log.added(to, "nodes"),
    readOnly: undefined,
    analytics: undefined,
    priority: undefined,
    path: settings.path,
  };
  return oneElement([region], builder);
}

function oneElement(regions: readonly Region[], builder: Builder): PayloadList {
  const { provider, scaling, log } = builder;
  const configs = listOfRegions(regions, { provider, scaling, all: regions }, log);
  const { names, versioned } = log;
  const shards = shardsOf(builder, `${names.elements}[0]`, 1);
  return { kind: "list", items: [object({ [names.shards]: shards, [versioned.regions]: configs })] };
}

/** The type of a new cluster that did not say it (facts 1.3, 8). */
function typeOf(specs: PayloadList, shape: Shape, log: Log): PayloadLeaf | undefined {
  const { type } = log.names;
  if (shape.has(type) || shape.role !== "create") return undefined;
  const [only, ...others] = specs.items;
  const shards = only?.kind === "object" ? memberOf(only, log.names.shards)?.value : undefined;
  if (others.length > 0) {
    log.block(`${type} is left out, and there are several zones: write GEOSHARDED if this is right.`);
    return undefined;
  }
  if (shards?.kind !== "scalar") {
    log.block(`${type} is left out, and the number of shards is unknown here: write REPLICASET or SHARDED.`);
    return undefined;
  }
  const count = Number(shards.value) > 1 ? "several shards" : "one shard";
  return log.added(type, `type of ${count}`);
}
