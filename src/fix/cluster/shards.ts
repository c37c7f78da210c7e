import type { CalendarDate } from "../../core/calendar-date.js";
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
import { checkEntries, is, isNull, isOneOf, member, notVisible } from "./members.js";
import { TENANTS, type Role } from "./shape.js";

/** From here on an element is one shard, and the disk belongs to the nodes (facts, 2.1). */
export const SHARD_VERSION: CalendarDate = "2024-08-05";
/** From here on each shard scales by itself (facts, 2.2). */
export const SHARD_SCALING_VERSION: CalendarDate = "2024-10-23";

/** The values that the steps of one cluster share. */
interface Context {
  readonly cluster: PayloadObject;
  readonly role: Role;
  /** The path of the cluster, for sentences. */
  readonly path: string;
  /** Names that may come from a spread. */
  readonly free: ReadonlySet<string>;
  readonly log: Log;
}

/**
 * Converts a cluster from the shape of 2023-02-01 to that of 2024-08-05 or 2024-10-23. A number of shards becomes that
 * many equal elements, the size of the disk moves into the specs of every region, ids of zones are removed. A cluster with
 * the new shape is returned unchanged.
 */
export function convertToShards(
  cluster: PayloadObject,
  { role, path, free, log }: Omit<Context, "cluster">,
  version: CalendarDate,
): PayloadObject {
  const context: Context = { cluster, role, path, free, log };
  const { names } = log;
  const disk = memberOf(cluster, names.disk);
  const specs = memberOf(cluster, names.elements);
  checkEntries(cluster, path, log, free);
  if (!specs) {
    if (!disk) return cluster;
    if (isNull(disk.value)) return withoutDisk(disk, context);
    refuseLoneDisk(context);
    return cluster;
  }
  const list = specs.value;
  if (list.kind !== "list") {
    log.block(notVisible(pathIn(context, names.elements), list));
    return cluster;
  }
  if (version >= SHARD_SCALING_VERSION && role !== "response") checkScaling(list, context);
  const hasOldShape = disk !== undefined || list.items.some((item) => mayBeZone(item, context));
  if (!hasOldShape) return cluster;
  checkZoneNames(list, context);
  const items = list.items.flatMap((item, index) => shardsOf(item, index, disk, context));
  if (log.isBlocked) return cluster;
  noteDisk(disk, list, context);
  const value: PayloadList =
    items.length === list.items.length ? { kind: "list", items, ...basisOf(list) } : { kind: "list", items };
  const entries = cluster.entries.flatMap((entry): PayloadEntry[] => {
    if (entry === disk) return [];
    return entry === specs ? [{ ...specs, value, ...basisOf(specs) }] : [entry];
  });
  return changed(cluster, entries);
}

function pathIn({ path }: Context, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Returns the written form of a value that may have changed several times. */
function basisOf<One extends PayloadObject | PayloadList | PayloadMember>(
  one: One,
): { readonly basis?: NonNullable<One["basis"]> } {
  const basis = one.basis ?? (one.span ? one : undefined);
  return basis ? { basis: basis as NonNullable<One["basis"]> } : {};
}

function changed(object: PayloadObject, entries: readonly PayloadEntry[]): PayloadObject {
  const { standsFor } = object;
  return { kind: "object", entries, ...basisOf(object), ...(standsFor ? { standsFor } : {}) };
}

/** `null` stated nothing before, and the name is refused now. */
function withoutDisk(disk: PayloadMember, context: Context): PayloadObject {
  context.log.dropped(pathIn(context, context.log.names.disk), "null says nothing about the disk.");
  const { cluster } = context;
  return changed(
    cluster,
    cluster.entries.filter((entry) => entry !== disk),
  );
}

function refuseLoneDisk(context: Context): void {
  const { disk, elements } = context.log.names;
  context.log.block(
    `${pathIn(context, disk)} is now in the specs of every region, and the body does not have ${elements}. ` +
      `GET the cluster in the new version, change every region, and send the whole ${elements}.`,
  );
}

/** Returns whether an element is one zone with a number of shards, as before, or may be: it is not known. */
function mayBeZone(item: Payload, { log }: Context): boolean {
  return item.kind !== "object" || memberOf(item, log.names.shards) !== undefined;
}

/**
 * Checks the names of zones. Zones without names were identified by their positions, and shards without names belong to
 * one zone.
 */
function checkZoneNames(list: PayloadList, context: Context): void {
  if (list.items.length < 2) return;
  const { elements, zone } = context.log.names;
  for (const [index, item] of list.items.entries()) {
    if (item.kind === "object" && !memberOf(item, zone))
      context.log.block(
        `${pathIn(context, `${elements}[${index}]`)}.${zone} is left out, and elements without it are shards of one zone now: write the name of each zone.`,
      );
  }
}

/** One element for each shard of a zone. */
function shardsOf(
  item: Payload,
  index: number,
  disk: PayloadMember | undefined,
  context: Context,
): Payload[] {
  const { log } = context;
  const { names, versioned } = log;
  const path = pathIn(context, `${names.elements}[${index}]`);
  if (item.kind !== "object") {
    log.block(notVisible(path, item));
    return [];
  }
  checkEntries(item, path, log);
  const shards = memberOf(item, names.shards);
  const count = countOf(shards, path, context);
  const id = memberOf(item, "id");
  if (id)
    log.dropped(`${path}.id`, `It named a zone, and names a shard now; ${versioned.zoneKey} names the zone.`);
  if (shards) {
    const reason =
      count === 1
        ? "The element is the one shard."
        : `The element is repeated: each of the ${count} shards has its own.`;
    log.moved(`${path}.${names.shards}`, `${pathIn(context, names.elements)}[]`, reason);
  }
  const entries = item.entries.flatMap((entry): PayloadEntry[] => {
    if (entry === shards || entry === id) return [];
    if (!disk || entry.kind !== "member" || entry.key !== versioned.regions) return [entry];
    return [withDisks(entry, disk, path, log)];
  });
  if (disk && !memberOf(item, versioned.regions))
    log.block(`${path} has no ${versioned.regions}, so the specs that take ${names.disk} are unknown.`);
  if (count > 1 && hasUnread(item))
    log.block(`${path} is needed ${count} times, and a part of it is unknown here: write it out.`);
  const shard = changed(item, entries);
  return Array.from({ length: count }, (_, number) => (number === 0 ? shard : copyOf(shard)));
}

/** Returns the number of shards that an element stands for. */
function countOf(shards: PayloadMember | undefined, path: string, context: Context): number {
  const { cluster, role, log } = context;
  const at = `${path}.${log.names.shards}`;
  const value = shards && !isNull(shards.value) ? shards.value : undefined;
  if (!value || is(value, 1)) return 1;
  if (is(memberOf(cluster, log.names.type)?.value, "REPLICASET") && value.kind === "opaque") {
    log.doubt(`${at} is unknown here; a replica set has one shard.`);
    return 1;
  }
  if (value.kind !== "scalar" || typeof value.value !== "number" || !isCount(value.value)) {
    log.block(`${at} is unknown here: repeat the element in the code, once for each shard.`);
    return 1;
  }
  if (role === "modify" || role === "either") {
    log.block(
      `${at} is ${value.value}, and a PATCH names each shard now: GET the cluster in the new version, and change every shard.`,
    );
    return 1;
  }
  return value.value;
}

/** The service takes at most 50 shards. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 50;
}

function withDisks(configs: PayloadMember, disk: PayloadMember, path: string, log: Log): PayloadMember {
  const list = configs.value;
  const { names, versioned } = log;
  const kinds = [versioned.electable, versioned.readOnly, versioned.analytics];
  if (isNull(disk.value)) return configs;
  if (list.kind !== "list") {
    log.block(notVisible(`${path}.${versioned.regions}`, list));
    return configs;
  }
  const items = list.items.map((region, index) =>
    regionWithDisk(region, `${path}.${versioned.regions}[${index}]`),
  );
  return { ...configs, value: { kind: "list", items, ...basisOf(list) }, ...basisOf(configs) };

  function regionWithDisk(region: Payload, at: string): Payload {
    if (region.kind !== "object") {
      log.block(notVisible(at, region));
      return region;
    }
    checkEntries(region, at, log);
    const provider = memberOf(region, names.provider)?.value;
    if (isOneOf(provider, TENANTS)) return region;
    if (provider?.kind === "opaque")
      log.doubt(
        `${at}.${names.provider} is unknown here; if it is TENANT, its specs must not have ${names.disk}.`,
      );
    const entries = region.entries.map((entry): PayloadEntry => {
      if (entry.kind !== "member" || !kinds.includes(entry.key) || isNull(entry.value)) return entry;
      return specsWithDisk(entry, `${at}.${entry.key}`);
    });
    return changed(region, entries);
  }

  function specsWithDisk(specs: PayloadMember, at: string): PayloadMember {
    if (specs.value.kind !== "object") {
      log.block(notVisible(at, specs.value));
      return specs;
    }
    checkEntries(specs.value, at, log);
    if (memberOf(specs.value, names.disk)) {
      log.block(
        `${at}.${names.disk} and ${names.disk} of the cluster are both in the body: remove one of them.`,
      );
      return specs;
    }
    const added = member(names.disk, disk.value as PayloadLeaf, [disk]);
    return { ...specs, value: changed(specs.value, [...specs.value.entries, added]), ...basisOf(specs) };
  }
}

function noteDisk(disk: PayloadMember | undefined, list: PayloadList, context: Context): void {
  if (!disk) return;
  const { log } = context;
  const { names } = log;
  const from = pathIn(context, names.disk);
  const isTenant = regionsOf(list, context).every((region) =>
    isOneOf(memberOf(region, names.provider)?.value, TENANTS),
  );
  if (isNull(disk.value)) log.dropped(from, "null has no meaning here.");
  else if (isTenant) log.dropped(from, "A cluster on shared hardware has a fixed disk.");
  else log.moved(from, pathIn(context, `${log.specs}.${names.disk}`), "It is the same number everywhere.");
}

/** Compute auto-scaling changes its meaning for clusters with several shards. */
function checkScaling(list: PayloadList, context: Context): void {
  const { cluster, log } = context;
  if (is(memberOf(cluster, log.names.type)?.value, "REPLICASET")) return;
  const { names, versioned } = log;
  const scales = regionsOf(list, context).some((region) =>
    [names.scaling, versioned.analyticsScaling].some((key) =>
      mayScale(memberOf(region, key)?.value, context),
    ),
  );
  if (scales)
    log.block(
      `Compute auto-scaling works for each shard from ${SHARD_SCALING_VERSION} on, and the cluster may have several shards. Write ${names.type} REPLICASET if it has one, or decide how shards should scale.`,
    );
}

/** Returns whether a value may turn compute auto-scaling on. */
function mayScale(scaling: Payload | undefined, { log: { names } }: Context): boolean {
  if (!scaling || isNull(scaling)) return false;
  if (scaling.kind !== "object") return true;
  if (scaling.entries.some(({ kind }) => kind === "unread")) return true;
  const compute = memberOf(scaling, names.compute)?.value;
  if (!compute || isNull(compute)) return false;
  return compute.kind !== "object" || !is(memberOf(compute, names.scales)?.value, false);
}

function regionsOf(list: PayloadList, { log }: Context): readonly PayloadObject[] {
  return list.items.flatMap((item) => {
    const configs = item.kind === "object" ? memberOf(item, log.versioned.regions)?.value : undefined;
    return configs?.kind === "list" ? configs.items.filter((one) => one.kind === "object") : [];
  });
}

function hasUnread(payload: Payload): boolean {
  if (payload.kind === "list") return payload.items.some(hasUnread);
  if (payload.kind !== "object") return false;
  return payload.entries.some((entry) => entry.kind === "unread" || hasUnread(entry.value));
}

/** The same written once more: what is taken over from the text stays, and nothing is edited in place. */
function copyOf(payload: Payload): Payload {
  if (payload.kind === "list") return { kind: "list", items: payload.items.map(copyOf) };
  if (payload.kind !== "object") return payload;
  const entries = payload.entries.map((entry): PayloadEntry => {
    if (entry.kind !== "member") return entry;
    return { kind: "member", key: entry.key, value: copyOf(entry.value) };
  });
  return { kind: "object", entries };
}
