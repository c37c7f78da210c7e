import type { CalendarDate } from "../../core/calendar-date.js";
import {
  memberOf,
  type Payload,
  type PayloadEntry,
  type PayloadLeaf,
  type PayloadMember,
  type PayloadObject,
} from "../../facts/payload.js";
import { convertBackup } from "./backup.js";
import { CONVERTER_TARGET, Log, type Conversion, type ConvertOptions } from "./conversion.js";
import { checkEffects } from "./effects.js";
import { checkEntries, member, Members } from "./members.js";
import { convertReadOnly, type Replacements } from "./read-only.js";
import { freeNames, mayBeIn } from "./free-names.js";
import { SHARD_VERSION, convertToShards } from "./shards.js";
import { Shape } from "./shape.js";
import { convertTopology } from "./topology.js";

/**
 * Converts a cluster from the shape of the unversioned API, or of a version, to that of a later version. The value is a
 * body of a request, a response, or a list of either, on its own or in `results`. Pure; a value may be an unknown
 * expression.
 *
 * A cluster with the new shape, and a value that is not a cluster, are returned unchanged. Mapping, conditions and
 * traps are those of the catalog's properties of the clusters resource and of the documents that they cite (VD1, SPEC,
 * TFG, C2A).
 */
export function convertClusterTree(tree: Payload, options: ConvertOptions): Conversion {
  const [conversion] = options.vocabularies.flatMap(({ conversions }) => conversions);
  if (!conversion) return { ok: false, blockers: ["The vocabulary has no conversion of bodies."] };
  const log = new Log(options, conversion);
  const payload = convertAny(tree, "", options, log);
  if (payload !== tree) checkEffects(tree, payload, (leaf) => pathTo(tree, leaf) ?? "A value", log);
  if (log.isBlocked) return { ok: false, blockers: log.blockers };
  return { ok: true, payload, decisions: log.decisions, doubts: log.doubts };
}

function convertAny(tree: Payload, path: string, options: ConvertOptions, log: Log): Payload {
  if (tree.kind === "list") return convertItems(tree, path, options, log);
  if (tree.kind !== "object") return tree;
  const results = memberOf(tree, "results");
  if (results?.value.kind !== "list") return convertCluster(tree, path, options, log);
  const value = convertItems(results.value, path === "" ? "results" : `${path}.results`, options, log);
  if (value === results.value) return tree;
  const entries = tree.entries.map((entry) =>
    entry === results ? { ...results, value, basis: results } : entry,
  );
  return { kind: "object", entries, basis: tree };
}

function convertItems(
  list: Extract<Payload, { kind: "list" }>,
  path: string,
  options: ConvertOptions,
  log: Log,
): Payload {
  const items = list.items.map((item, index) =>
    item.kind === "object" ? convertCluster(item, `${path}[${index}]`, options, log) : item,
  );
  return items.every((item, index) => item === list.items[index])
    ? list
    : { kind: "list", items, basis: list };
}

function convertCluster(
  cluster: PayloadObject,
  path: string,
  options: ConvertOptions,
  log: Log,
): PayloadObject {
  const { from = "", to = CONVERTER_TARGET, vocabularies, purpose = "unknown" } = options;
  const shape = new Shape(cluster, vocabularies, purpose, log);
  const free = (version: CalendarDate): ReadonlySet<string> =>
    freeNames(vocabularies, [version], (steps) => mayBeIn(cluster, steps));
  const versioned =
    from < CONVERTER_TARGET ? convertToVersioned(cluster, shape, path, free(CONVERTER_TARGET), log) : cluster;
  if (log.isBlocked) return versioned;
  const sent = shape.isRequest ? withoutServiceMembers(versioned, path, log) : versioned;
  if (to < SHARD_VERSION) return sent;
  return convertToShards(sent, { role: shape.role, path, free: free(SHARD_VERSION), log }, to);
}

/** Removes what only the service writes from a body, which may be a response that is sent back. */
function withoutServiceMembers(cluster: PayloadObject, path: string, log: Log): PayloadObject {
  const { setByService: names } = log;
  const entries = cluster.entries.filter((entry) => entry.kind !== "member" || !names.has(entry.key));
  if (entries.length === cluster.entries.length) return cluster;
  for (const entry of cluster.entries)
    if (entry.kind === "member" && names.has(entry.key))
      log.dropped(path === "" ? entry.key : `${path}.${entry.key}`, "Only the service writes it.");
  return { kind: "object", entries, basis: cluster.basis ?? cluster };
}

/** To the shape of 2023-02-01. */
function convertToVersioned(
  cluster: PayloadObject,
  shape: Shape,
  path: string,
  free: ReadonlySet<string>,
  log: Log,
): PayloadObject {
  const replacements: Replacements = new Map();
  checkEntries(cluster, path, log, free);
  convertBackup(shape, path, replacements, log);
  convertReadOnly(shape, path, replacements, log);
  const leading: PayloadMember[] = [];
  if (shape.hasLegacyTopology) {
    const root = new Members(cluster, path, log, free);
    const topology = convertTopology(root, shape, log);
    if (!topology || log.isBlocked) return cluster;
    placeElements(shape, topology.elements, replacements, log);
    if (topology.type) leading.push(member(log.names.type, topology.type));
    if (topology.disk) leading.push(member(log.names.disk, topology.disk));
  } else {
    for (const key of shape.topology) {
      const idle = memberOf(cluster, key);
      if (idle) drop(idle, path, replacements, log);
    }
  }
  if (replacements.size === 0) return cluster;
  const entries = cluster.entries.flatMap((entry): PayloadEntry[] => {
    const replacement = replacements.has(entry) ? replacements.get(entry) : entry;
    if (!replacement) return [];
    return replacement.kind === "member" && replacement.key === log.names.elements
      ? [...leading, replacement]
      : [replacement];
  });
  return { kind: "object", entries, basis: cluster };
}

function drop(idle: PayloadMember, path: string, replacements: Replacements, log: Log): void {
  replacements.set(idle, undefined);
  log.dropped(path === "" ? idle.key : `${path}.${idle.key}`, "null has no meaning here.");
}

/** Puts the new list of elements where the old one stood, or what it is made of most of all. */
function placeElements(
  { cluster, topology }: Shape,
  elements: Payload,
  replacements: Replacements,
  log: Log,
): void {
  const { names, old } = log;
  const dissolved = topology.map((key) => memberOf(cluster, key)).filter((entry) => entry !== undefined);
  for (const entry of dissolved) replacements.set(entry, undefined);
  const taken = dissolved.flatMap((entry) => containersIn(entry, log));
  const present = memberOf(cluster, names.elements);
  if (present) {
    replacements.set(present, { ...present, value: elements, basis: present, standsFor: taken });
    return;
  }
  const home = memberOf(cluster, old.regionMap) ?? memberOf(cluster, old.settings);
  replacements.set(home!, member(names.elements, elements, taken));
}

/** A member and what it holds, as far as that is dissolved, too; regions live on as elements of a list. */
function containersIn(entry: PayloadMember, log: Log): PayloadMember[] {
  if (entry.value.kind !== "object" || entry.key === log.old.regionMap) return [entry];
  const inner = entry.value.entries.filter((one) => one.kind === "member" && one.value.kind === "object");
  return [entry, ...inner.flatMap((one) => (one.kind === "member" ? containersIn(one, log) : []))];
}

/** Returns the path of a leaf, for sentences. */
function pathTo(payload: Payload, leaf: PayloadLeaf, path = ""): string | undefined {
  if (payload === leaf) return path;
  if (payload.kind === "list") {
    for (const [index, item] of payload.items.entries()) {
      const found = pathTo(item, leaf, `${path}[${index}]`);
      if (found !== undefined) return found;
    }
  } else if (payload.kind === "object") {
    for (const entry of payload.entries) {
      const key = entry.kind === "member" ? entry.key : "{key}";
      const at = path === "" ? key : `${path}.${key}`;
      if (entry.kind === "unread" && entry.key === leaf) return `The key of ${path}`;
      const found = entry.value && pathTo(entry.value, leaf, at);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
