import type { Payload, PayloadEntry, PayloadLeaf, PayloadList, PayloadObject } from "../../facts/payload.js";
import type { Log } from "./conversion.js";
import { checkEntries, is, isNull, Members, member, notVisible, text } from "./members.js";
import { specsObject, type Provider } from "./provider.js";
import { scalingObject, type Scaling } from "./scaling.js";

/** A region with its nodes, as a map of regions or the number of nodes says it. */
export interface Region {
  readonly name: PayloadLeaf;
  readonly electable: PayloadLeaf | undefined;
  readonly readOnly: PayloadLeaf | undefined;
  readonly analytics: PayloadLeaf | undefined;
  readonly priority: PayloadLeaf | undefined;
  /** The entry of the region in the text. */
  readonly entry?: PayloadEntry;
  /** For sentences. */
  readonly path: string;
}

/** Reads a map from region names to nodes. Undefined if it cannot be read. */
export function readRegions(map: Payload, path: string, log: Log): Region[] | undefined {
  if (map.kind !== "object") {
    log.block(notVisible(path, map));
    return undefined;
  }
  const [only, ...others] = map.entries;
  // A single region may have a computed name. With several, their order would be unknown.
  const isComputed = only?.kind === "unread" && only.key !== undefined && others.length === 0;
  if (!isComputed) checkEntries(map, path, log);
  const regions = map.entries.flatMap((entry): Region[] => {
    const name = entry.kind === "member" ? text(entry.key) : isComputed ? only.key! : undefined;
    if (!name || !entry.value || isNull(entry.value)) return [];
    const at = entry.kind === "member" ? `${path}.${entry.key}` : `${path}.{region}`;
    return readRegion(name, entry.value, entry, at, log);
  });
  if (regions.length === 0 && !log.isBlocked)
    log.block(`${path} has no region with nodes: write where they are.`);
  return regions;
}

function readRegion(
  name: PayloadLeaf,
  value: Payload,
  entry: PayloadEntry,
  path: string,
  log: Log,
): Region[] {
  if (value.kind !== "object") {
    log.block(notVisible(path, value));
    return [];
  }
  const nodes = new Members(value, path, log);
  const region = {
    name,
    electable: nodes.leaf(log.old.electable),
    readOnly: nodes.leaf(log.old.readOnly),
    analytics: nodes.leaf(log.old.analytics),
    priority: nodes.leaf(log.names.priority),
    entry,
    path,
  };
  nodes.refuseRest();
  if ([region.electable, region.readOnly, region.analytics].every(isNone)) {
    log.dropped(path, "A region without nodes is left out.");
    return [];
  }
  return [region];
}

function isNone(count: PayloadLeaf | undefined): boolean {
  return count === undefined || is(count, 0);
}

/** The values that are the same in every region. */
interface RegionContext {
  readonly provider: Provider;
  readonly scaling: Scaling | undefined;
  /** The regions of all elements. */
  readonly all: readonly Region[];
}

/** Makes the list of regions in the order that the service requires. */
export function listOfRegions(regions: readonly Region[], context: RegionContext, log: Log): PayloadList {
  const ordered = inOrder(regions, log);
  return {
    kind: "list",
    items: ordered.map((region) => regionOf(region, regions, context, log)),
  };
}

interface Ranked extends Region {
  readonly priority: PayloadLeaf;
}

function inOrder(regions: readonly Region[], log: Log): readonly Ranked[] {
  const ranked = regions.map((region) => ({ ...region, priority: priorityOf(region, regions, log) }));
  if (ranked.length < 2) return ranked;
  for (const { priority, path } of ranked) {
    if (typeof numberOf(priority) !== "number")
      log.block(
        `${path}.${log.names.priority} is unknown here, and regions must be in the order of their priority.`,
      );
  }
  return ranked.sort(
    (a, b) => (numberOf(b.priority) ?? 0) - (numberOf(a.priority) ?? 0) || compareNames(b.name, a.name),
  );
}

function numberOf(leaf: PayloadLeaf): number | undefined {
  return leaf.kind === "scalar" && typeof leaf.value === "number" ? leaf.value : undefined;
}

function compareNames(a: PayloadLeaf, b: PayloadLeaf): number {
  const [one, other] = [a, b].map((leaf) => (leaf.kind === "text" ? leaf.value : ""));
  return one! < other! ? -1 : one! > other! ? 1 : 0;
}

function priorityOf({ electable, priority, path }: Region, all: readonly Region[], log: Log): PayloadLeaf {
  const { priority: name } = log.names;
  if (priority) {
    log.moved(`${path}.${name}`, `${log.region}.${name}`, "The number stays the same.");
    return priority;
  }
  const isElectable = !isNone(electable);
  if (isElectable && all.filter((one) => !isNone(one.electable)).length > 1)
    log.block(
      `${path}.${name} is left out, and there are other regions with electable nodes: write the order of preference.`,
    );
  return log.added(
    `${log.region}.${name}`,
    isElectable ? "priority of the electable region" : "priority of other regions",
  );
}

function regionOf(
  region: Ranked,
  siblings: readonly Region[],
  { provider, scaling, all }: RegionContext,
  log: Log,
): PayloadObject {
  const { name, priority, entry, path } = region;
  const { names, old, versioned } = log;
  const specs = (kind: "electable" | "readOnly" | "analytics"): PayloadObject | undefined => {
    const count = region[kind];
    const from = `${path}.${old[kind]}`;
    const to = versioned[kind];
    if (count === undefined) return undefined;
    if (isNone(count)) {
      log.dropped(from, `Without nodes there is no ${to}.`);
      return undefined;
    }
    if (entry) log.moved(from, `${log.region}.${to}.${versioned.nodes}`, "The number stays the same.");
    if (count.kind === "opaque" && (kind !== "electable" || siblings.length > 1))
      log.doubt(`${from} is unknown here; if it is 0, ${to} should be left out.`);
    return specsObject(provider, count, kind === "electable", log);
  };
  // One object said it for all nodes; analytics nodes have their own now, and where one region has it, all must
  // (facts 1.3, 3).
  const hasAnalytics = all.some(({ analytics }) => !isNone(analytics));
  const members: Readonly<Record<string, Payload | undefined>> = {
    [names.region]: name,
    [names.provider]: provider.name,
    [names.backing]: provider.backing,
    [names.priority]: priority,
    [versioned.electable]: specs("electable"),
    [versioned.readOnly]: specs("readOnly"),
    [versioned.analytics]: specs("analytics"),
    [names.scaling]: scaling && scalingObject(scaling, log),
    [versioned.analyticsScaling]: hasAnalytics && scaling ? scalingObject(scaling, log) : undefined,
  };
  if (scaling && hasAnalytics)
    log.copied(
      `${log.region}.${versioned.analyticsScaling}`,
      `${names.scaling} also applied to analytics nodes.`,
    );
  return {
    kind: "object",
    entries: Object.entries(members).flatMap(([key, value]) => (value ? [member(key, value)] : [])),
    ...(entry ? { standsFor: [entry] } : {}),
  };
}
