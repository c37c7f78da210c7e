import { groupBy } from "../../core/group-by.js";
import type {
  EndpointData,
  GoneEndpointData,
  PropertyData,
  ResourceData,
  VersionData,
  VocabularyData,
} from "../model.js";
import { authenticationOf } from "./authentication.js";
import type { Clause } from "./changes.js";
import type { OpenApiDocument } from "./document.js";
import { AFTER, BEFORE, historiesOf, type Histories, type History, type Shape } from "./histories.js";
import { listPrefixOf } from "./lists.js";
import { mergeOverlay, type Overlay } from "./overlay.js";
import { checkBases, hostsOf, type Base, type PlacedOperation } from "./paths.js";
import { changesIn, clauseKey, type NamedHistory, type PropertyChange } from "./properties.js";
import type { Candidate } from "./successors.js";

/** A document with the base path of the API in it. */
export interface Side {
  readonly document: OpenApiDocument;
  readonly base: Base;
  /** SHA-256 of the file. */
  readonly hash: string;
}

export interface GenerateInput {
  readonly name: string;
  readonly to: Side;
  /** Absent if one document has all versions. */
  readonly from?: Side;
  readonly overlay?: { readonly origin: string; readonly data: Overlay };
}

/** A vocabulary made of documents, and what a person should decide. */
export interface Generated {
  readonly vocabulary: VocabularyData;
  readonly undecided: readonly {
    readonly resource: string;
    readonly path: string;
    readonly directions: readonly string[];
    readonly candidates: readonly Candidate[];
  }[];
  readonly undecidedOperations: readonly { readonly method: string; readonly path: string }[];
  /** The number of operations and properties that the catalog cannot express. */
  readonly leftOut: number;
}

const PROPERTY_PATH = /^[A-Za-z_$@][\w$@-]*(\[\])*(\.([A-Za-z_$@][\w$@-]*|\{[a-z]+\})(\[\])*)*$/;

/** Makes a vocabulary of the versions that documents describe. */
export function generate({ name, to, from, overlay }: GenerateInput): Generated {
  if (from) checkBases(from.base, to.base);
  const found = historiesOf(to, from);
  const histories = named(found.all);
  const byResource = groupBy(histories, ({ of }) => of.resource);
  const compared = [...byResource.values()].map(changesIn);
  const all = compared.flatMap(({ changes }) => changes);
  const clauses = new Map(compared.flatMap((one) => [...one.clauses]));
  const changes = all.filter(({ change }) => PROPERTY_PATH.test(change.path));
  const sources = sourcesOf(to, from, overlay !== undefined);
  const own = from ? ["FROM", "TO"] : ["DOCUMENT"];
  const resources = [...byResource].map(([resource, members]): ResourceData => ({
    name: resource,
    ...nounOf(resource, members),
    endpoints: members.map((history) => endpointOf(history, clauses, overlay?.data ?? {}, own)),
    sources: own,
  }));
  const parts = {
    histories,
    resources,
    changes,
    properties: changes.flatMap((change) => propertyOf(change, found, own)),
    gone: found.gone.map((one) => goneOf(one)),
  };
  const merged = mergeOverlay(overlay?.origin ?? "overlay", overlay?.data ?? {}, parts);
  return {
    vocabulary: {
      ...headOf(name, to, from, found),
      sources,
      resources: merged.resources,
      goneEndpoints: merged.gone,
      properties: merged.properties,
      connectionStrings: { schemes: [], domains: [] },
    },
    undecided: merged.undecided.map(({ resource, change, directions, candidates }) => ({
      resource,
      path: change.path,
      directions,
      candidates,
    })),
    undecidedOperations: merged.undecidedOperations.map(({ methods, path }) => ({
      method: methods![0]!,
      path,
    })),
    leftOut: found.leftOut + all.length - changes.length,
  };
}

/** The names, the base path and the versions of the API. */
function headOf(name: string, to: Side, from: Side | undefined, found: Histories) {
  const { prefix, version } = to.base;
  const dates = found.all.flatMap(({ shapes }) => shapes.map(({ date }) => date));
  const released = [...new Set([...(from ? [BEFORE] : []), ...dates])].sort();
  const newest = released.at(-1) ?? AFTER;
  const sources = from ? ["FROM", "TO"] : ["DOCUMENT"];
  const { vendor } = found;
  const authentication = authenticationOf(to.document, [from ? "TO" : "DOCUMENT"]);
  const formats = new Set(["json", ...found.all.flatMap(({ format }) => format ?? [])]);
  const head = {
    name,
    title: to.document.title,
    standalone: true,
    words: { admin: prefix.split("/").at(-1)!, metrics: "", vendor: vendor ?? name, properties: {} },
    distinctivePath: false,
    hosts: [...new Set([...hostsOf(to.document), ...(from ? hostsOf(from.document) : [])])],
    administration: {
      base: `${prefix}/{version}`,
      unversioned: from ? [{ version: from.base.version, shape: BEFORE }] : [],
      versioned: version,
      sources,
    },
    lifecycle: {
      supportMonths: 12,
      releases: released,
      defaultTarget: newest,
      otherEndpoints: [{ date: released.find((date) => date !== BEFORE) ?? AFTER, sources }],
      sources,
    },
    ...(authentication.length > 0 ? { authentication } : {}),
  } as const;
  if (vendor === undefined) return head;
  const form = "application/vnd.{vendor}.{date}+{format}";
  return { ...head, mediaType: { form, formats: [...formats], otherVersions: [], sources } };
}

function sourcesOf(to: Side, from: Side | undefined, hasOverlay: boolean): VocabularyData["sources"] {
  const source = ({ document, hash }: Side) => ({
    title: `${document.title} ${document.version}`.trim(),
    where: `${document.name}, SHA-256 ${hash}`,
  });
  return {
    ...(from ? { FROM: source(from), TO: source(to) } : { DOCUMENT: source(to) }),
    ...(hasOverlay ? { OVERLAY: { title: "Decisions of a person", where: "the overlay file" } } : {}),
  };
}

/** Gives every operation an id that no other one has. */
function named(all: readonly History[]): NamedHistory[] {
  const taken = new Set<string>();
  return all.map((history) => {
    const { resource, name } = history.of;
    const stem = `${resource}.${name}`;
    let id = stem;
    for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
    taken.add(id);
    return { ...history, id, listPrefix: listPrefixOf(history, all) };
  });
}

function endpointOf(
  history: NamedHistory,
  clauses: ReadonlyMap<string, readonly Clause[]>,
  overlay: Overlay,
  sources: readonly string[],
): EndpointData {
  const { of, id, shapes, listPrefix, format } = history;
  const { operation, path } = of;
  return {
    id,
    method: operation.method,
    path,
    ...(operation.id === undefined ? {} : { operations: [operation.id] }),
    ...(listPrefix === undefined ? {} : { listPrefix }),
    ...(format === undefined ? {} : { format }),
    versions: shapes.map((shape, index) => ({
      ...versionOf(shape, shapes[index + 1], of),
      ...changeOf(clauses.get(clauseKey(id, shape.date)) ?? [], of, overlay),
      sources,
    })),
    sources,
  };
}

/** Returns the other changes as one clause. A property that only got another name is not a new requirement. */
function changeOf(
  clauses: readonly Clause[],
  { resource }: PlacedOperation,
  { properties = [] }: Overlay,
): { change?: string } {
  const isNewName = (path: string): boolean =>
    properties.some((one) => one.resource === resource && one.is === "renamed" && one.to?.includes(path));
  const texts = clauses.flatMap(({ kind, path, text }) =>
    kind === "required" && isNewName(path) ? [] : [text],
  );
  return texts.length === 0 ? {} : { change: [...new Set(texts)].join("; ") };
}

function versionOf(
  { date, sunset }: Shape,
  next: Shape | undefined,
  { operation }: PlacedOperation,
): Omit<VersionData, "sources" | "change"> {
  const end = sunset ?? (next ? undefined : operation.sunset);
  const isOver = next !== undefined || operation.isDeprecated;
  return {
    date,
    ...(next ? { deprecated: next.date } : {}),
    ...(end === undefined ? (isOver ? { noSunset: true } : {}) : { sunset: end }),
  };
}

/** The name of the schema of one item, where the name of the collection is its plural. */
function nounOf(resource: string, members: readonly NamedHistory[]): { noun?: string } {
  const plural = members[0]!.of.path.split("/").findLast((segment) => /^[A-Za-z]/.test(segment));
  const singular = plural && singularOf(plural);
  return singular === undefined || singular === resource ? {} : { noun: singular };
}

function singularOf(plural: string): string {
  const words = plural
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();
  if (words.endsWith("ies")) return `${words.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(words)) return words.slice(0, -2);
  return /[^s]s$/.test(words) ? words.slice(0, -1) : words;
}

function goneOf({ operation, path }: PlacedOperation): GoneEndpointData {
  return {
    methods: [operation.method],
    path,
    note: "The new document does not have it.",
    sources: ["FROM", "TO"],
  };
}

function propertyOf(
  { resource, endpoints, directions, since, change, candidates }: PropertyChange,
  { vendor }: Histories,
  sources: readonly string[],
): PropertyData[] {
  const { path, kind, member, type } = change;
  // Without dated media types nobody asks for the old version at the new base path.
  if (kind === "added" && vendor === undefined) return [];
  const common = {
    resource,
    ...(endpoints ? { endpoints } : {}),
    path,
    in: directions,
    type: member.type,
    since,
    distinctness: "ambiguous",
    sources,
  } as const;
  switch (kind) {
    case "removed": {
      const [first] = candidates;
      const transform =
        first === undefined
          ? "The documents do not say what replaces it; a person must decide."
          : `Perhaps ${first.path} replaces it; a person must decide.`;
      return [{ ...common, status: "removed", replacement: [], transform, exactness: "none" }];
    }
    case "read-only":
      return [
        { ...common, status: "read-only", replacement: [], transform: "Do not send it.", exactness: "none" },
      ];
    case "required":
      return [
        { ...common, status: "required", replacement: [], transform: `Send ${path}.`, exactness: "none" },
      ];
    case "retyped": {
      const transform = `Its type is ${type} now; it was ${member.type}.`;
      return [{ ...common, status: "repurposed", replacement: [path], transform, exactness: "manual" }];
    }
    default:
      return [{ ...common, status: "added", replacement: [], transform: "It is new.", exactness: "none" }];
  }
}
