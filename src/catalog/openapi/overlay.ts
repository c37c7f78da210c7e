import { nearestName } from "../../core/nearest-name.js";
import { refuse, step, type Defect } from "../defect.js";
import type { GoneEndpointData, PropertyData, ResourceData } from "../model.js";
import { fitSchema } from "../validate.js";
import type { Members } from "./members.js";
import type { NamedHistory, PropertyChange } from "./properties.js";

/** The decisions of a person about changes that no document states. */
export interface Overlay {
  readonly $schema?: string;
  /** Name of a resource to what messages call one of them. */
  readonly nouns?: Readonly<Record<string, string>>;
  readonly properties?: readonly PropertyEntry[];
  readonly operations?: readonly OperationEntry[];
}

interface PropertyEntry {
  readonly resource: string;
  readonly path: string;
  /**
   * `renamed`: the same value has another name in the same object. `moved`: it is in `to` now. `gone`: nothing replaces
   * it. `repurposed`: it keeps its name and means something else. `undecided`: nobody has decided yet.
   */
  readonly is: "renamed" | "moved" | "gone" | "repurposed" | "undecided";
  readonly to?: readonly string[];
  /** Of `moved` with one place: it has the very same value there. */
  readonly exact?: boolean;
  /** A sentence that tells people what to write. */
  readonly note?: string;
}

interface OperationEntry {
  readonly method: string;
  /** As the vocabulary has it: `/berths/{BERTH-ID}`. */
  readonly path: string;
  readonly is: "moved" | "gone" | "undecided";
  readonly to?: string;
  readonly note?: string;
}

const SOURCES = ["OVERLAY"];

/**
 * Returns an overlay that fits its schema.
 *
 * @throws {CatalogError} it does not
 */
export function readOverlay(origin: string, data: unknown): Overlay {
  refuse(origin, fitSchema(data, "overlay"));
  return data as Overlay;
}

/** The parts of a vocabulary that an overlay speaks about. */
export interface Overlaid {
  readonly histories: readonly NamedHistory[];
  readonly resources: readonly ResourceData[];
  readonly changes: readonly PropertyChange[];
  readonly properties: readonly PropertyData[];
  readonly gone: readonly GoneEndpointData[];
}

/** The same with the overlay merged in. */
export interface Merged {
  readonly resources: readonly ResourceData[];
  readonly properties: readonly PropertyData[];
  readonly gone: readonly GoneEndpointData[];
  /** Removed properties that nobody has decided about. */
  readonly undecided: readonly PropertyChange[];
  readonly undecidedOperations: readonly GoneEndpointData[];
}

/**
 * Merges an overlay into the parts of a vocabulary.
 *
 * @throws {CatalogError} an entry names something that the documents do not have, or contradicts them
 */
export function mergeOverlay(origin: string, overlay: Overlay, parts: Overlaid): Merged {
  const { nouns = {}, properties: entries = [], operations = [] } = overlay;
  const defects: Defect[] = [];
  for (const name of Object.keys(nouns))
    if (!parts.resources.some((resource) => resource.name === name))
      defects.push(
        unknown(
          step("nouns", name),
          name,
          "a resource",
          parts.resources.map((one) => one.name),
        ),
      );
  for (const [index, entry] of entries.entries())
    defects.push(...defectsOf(entry, step("properties", index), parts));
  for (const [index, { method, path, is, to }] of operations.entries()) {
    const at = step("operations", index);
    const calls = parts.gone.map((one) => `${one.methods?.join()} ${one.path}`);
    if (!calls.includes(`${method} ${path}`))
      defects.push(unknown(step(at, "path"), `${method} ${path}`, "an operation that is gone", calls));
    const paths = parts.resources.flatMap(({ endpoints }) => endpoints.map((one) => one.path));
    if (is === "moved" && (to === undefined || !paths.includes(to)))
      defects.push(unknown(step(at, "to"), to ?? "nothing", "a path of the new document", paths));
  }
  refuse(origin, defects);
  const entryFor = ({ resource, path }: PropertyData): PropertyEntry | undefined =>
    entries.find((entry) => entry.resource === resource && entry.path === path && entry.is !== "undecided");
  return {
    resources: parts.resources.map((resource) =>
      Object.hasOwn(nouns, resource.name) ? { ...resource, noun: nouns[resource.name]! } : resource,
    ),
    properties: [
      ...parts.properties.map((property) => {
        const entry = property.status === "removed" ? entryFor(property) : undefined;
        return entry ? withEntry(property, entry) : property;
      }),
      ...entries.flatMap((entry) => (entry.is === "repurposed" ? [repurposed(entry, parts)] : [])),
    ],
    gone: parts.gone.map((one) => {
      const entry = operations.find(({ method, path }) => one.methods?.includes(method) && path === one.path);
      if (!entry || entry.is === "undecided") return one;
      const note = entry.note ?? (entry.is === "moved" ? `${entry.to} replaces it.` : "Nothing replaces it.");
      return {
        ...one,
        ...(entry.is === "moved" ? { replacement: entry.to! } : {}),
        note,
        sources: [...one.sources, ...SOURCES],
      };
    }),
    undecided: parts.changes.filter(
      ({ change, resource }) =>
        change.kind === "removed" &&
        !entries.some(
          (entry) => entry.resource === resource && entry.path === change.path && entry.is !== "undecided",
        ),
    ),
    undecidedOperations: parts.gone.filter(
      (one) =>
        !operations.some(
          ({ method, path, is }) => one.methods?.includes(method) && path === one.path && is !== "undecided",
        ),
    ),
  };
}

/** Returns what is wrong with an entry about a property. */
function defectsOf(entry: PropertyEntry, at: string, parts: Overlaid): Defect[] {
  const { resource, path, is, to = [], exact } = entry;
  const own = parts.histories.filter(({ of }) => of.resource === resource);
  const resources = [...new Set(parts.histories.map(({ of }) => of.resource))];
  if (own.length === 0) return [unknown(step(at, "resource"), resource, "a resource", resources)];
  const removed = parts.changes.filter(
    ({ resource: name, change }) => name === resource && change.kind === "removed",
  );
  const isRemoved = removed.some(({ change }) => change.path === path);
  const current = pathsAfter(own);
  if (is === "repurposed" && !current.has(path))
    return [unknown(step(at, "path"), path, `a property of ${resource} in the new document`, current)];
  if (is !== "repurposed" && !isRemoved) {
    const names = removed.map(({ change }) => change.path);
    return [unknown(step(at, "path"), path, `a removed property of ${resource}`, names)];
  }
  const defects: Defect[] = [];
  const needed = is === "renamed" ? 1 : is === "moved" ? to.length || 1 : 0;
  if (to.length !== needed)
    defects.push({ path: step(at, "to"), problem: `has ${to.length} paths, and ${is} needs ${needed}` });
  for (const [index, target] of to.entries())
    if (!current.has(target))
      defects.push(
        unknown(
          step(step(at, "to"), index),
          target,
          `a property of ${resource} in the new document`,
          current,
        ),
      );
  if (is === "renamed" && holderOf(path) !== holderOf(to[0] ?? ""))
    defects.push({ path: step(at, "is"), problem: `${to[0]} is in another object`, hint: "Write moved." });
  if (exact && (is !== "moved" || to.length !== 1))
    defects.push({ path: step(at, "exact"), problem: "is for moved with one path only" });
  return defects;
}

function pathsAfter(histories: readonly NamedHistory[]): ReadonlySet<string> {
  const paths = (members: Members): string[] => [...members.keys()];
  return new Set(
    histories.flatMap(({ shapes, listPrefix }) => {
      const last = shapes.at(-1)!;
      const cut = (path: string): string =>
        listPrefix !== undefined && path.startsWith(`${listPrefix}.`)
          ? path.slice(listPrefix.length + 1)
          : path;
      return [...paths(last.request), ...paths(last.response).map(cut)];
    }),
  );
}

function withEntry(property: PropertyData, { is, to = [], exact, note }: PropertyEntry): PropertyData {
  const common = { ...property, replacement: to, sources: [...property.sources, ...SOURCES] };
  const where = to.join(", ");
  switch (is) {
    case "renamed":
      return {
        ...common,
        exactness: "exact",
        sameValue: true,
        transform: note ?? `Write ${where}; the value is the same.`,
      };
    case "moved":
      return {
        ...common,
        exactness: exact ? "exact" : "manual",
        transform: note ?? `It is in ${where} now.`,
      };
    default:
      return { ...common, exactness: "none", transform: note ?? "Nothing replaces it." };
  }
}

function repurposed({ resource, path, note }: PropertyEntry, { histories }: Overlaid): PropertyData {
  const own = histories.filter(({ of }) => of.resource === resource);
  const since = own
    .map(({ shapes }) => shapes.at(-1)!.date)
    .sort()
    .at(-1)!;
  return {
    resource,
    path,
    in: ["request", "response"],
    type: "any value",
    status: "repurposed",
    since,
    replacement: [path],
    transform: note ?? "It has another meaning.",
    exactness: "manual",
    distinctness: "ambiguous",
    sources: SOURCES,
  };
}

function holderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf(".")));
}

function unknown(path: string, name: string, what: string, known: Iterable<string>): Defect {
  const nearest = nearestName(name, known);
  return {
    path,
    problem: `${name} is not ${what}`,
    ...(nearest === undefined ? {} : { hint: `Did you mean ${nearest}?` }),
  };
}
