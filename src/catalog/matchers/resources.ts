import type { Vocabulary } from "../catalog.js";
import type { Direction, EndpointData, PropertyData, ResourceData } from "../model.js";
import { pathSegments } from "./endpoints.js";
import { stepsOf } from "./properties.js";

/** A resource whose properties are in the catalog: the shape of its bodies and responses goes with the version. */
interface ShapedResource {
  readonly resource: ResourceData;
  /** Properties by their steps: data may have a hundred thousand fields. */
  readonly properties: ReadonlyMap<string, readonly PropertyData[]>;
  /** The ids of the endpoints that one of the properties is about. */
  readonly changing: ReadonlySet<string>;
  /** The names before the elements of its lists, `results`; empty for a list that is the whole response. */
  readonly prefixes: readonly (readonly string[])[];
}

type ShapedResources = Readonly<Record<"named" | "all", readonly ShapedResource[]>>;

const known = new WeakMap<Vocabulary, ShapedResources>();

/** Returns the resources whose properties can be recognised by their names, without a request. */
export function shapedResources(vocabulary: Vocabulary): readonly ShapedResource[] {
  return shapedResourcesOf(vocabulary).named;
}

function shapedResourcesOf(vocabulary: Vocabulary): ShapedResources {
  let shaped = known.get(vocabulary);
  if (!shaped) {
    const { resources, properties, provenProperties } = vocabulary;
    shaped = {
      named: shapesOf(resources, properties),
      all: shapesOf(resources, [...properties, ...provenProperties]),
    };
    known.set(vocabulary, shaped);
  }
  return shaped;
}

function shapesOf(
  resources: readonly ResourceData[],
  properties: readonly PropertyData[],
): readonly ShapedResource[] {
  return resources.flatMap((resource) => {
    // A requirement concerns bodies without the name, so the name says nothing about a shape.
    const own = properties.filter((one) => one.resource === resource.name && one.status !== "required");
    if (own.length === 0) return [];
    const changing = resource.endpoints.filter((one) => own.some((property) => concerns(property, one)));
    return [
      {
        resource,
        properties: bySteps(own),
        changing: new Set(changing.map(({ id }) => id)),
        prefixes: prefixesOf(resource),
      },
    ];
  });
}

function bySteps(properties: readonly PropertyData[]): Map<string, PropertyData[]> {
  const index = new Map<string, PropertyData[]>();
  for (const property of properties) {
    const key = stepsOf(property.path).join(".");
    index.set(key, [...(index.get(key) ?? []), property]);
  }
  return index;
}

function prefixesOf({ endpoints }: ResourceData): readonly (readonly string[])[] {
  const prefixes = new Set(endpoints.flatMap(({ listPrefix }) => listPrefix ?? []));
  return [...prefixes].map((prefix) => stepsOf(prefix).filter((step) => step !== "" && step !== "[]"));
}

/** Returns the resource of an endpoint if its properties are in the catalog or in the vocabulary. */
export function shapedResourceOf({ id }: EndpointData, vocabulary: Vocabulary): ShapedResource | undefined {
  return ofEndpoint(shapedResourcesOf(vocabulary).all, id);
}

function ofEndpoint(all: readonly ShapedResource[], id: string): ShapedResource | undefined {
  return all.find(({ changing }) => changing.has(id));
}

/** Returns whether bodies or responses of an endpoint have a shape that goes with the version. */
export function hasChangingShape(endpoint: EndpointData, vocabulary: Vocabulary): boolean {
  return !endpoint.keepsUnversionedShape && shapedResourceOf(endpoint, vocabulary) !== undefined;
}

/** Returns whether an endpoint has a shape that goes with the version, and whose properties names can show. */
export function hasNamedShape({ id, keepsUnversionedShape }: EndpointData, vocabulary: Vocabulary): boolean {
  return !keepsUnversionedShape && ofEndpoint(shapedResources(vocabulary), id) !== undefined;
}

/** Returns whether an entry is about an endpoint of its resource. */
export function concerns({ resource, endpoints }: PropertyData, { id }: EndpointData): boolean {
  return endpoints ? endpoints.includes(id) : id.startsWith(`${resource}.`);
}

/**
 * Returns every entry of the catalog for a path in a resource, in one direction or in both.
 *
 * @param path from the object of the resource on
 */
export function entriesFor(
  { properties }: ShapedResource,
  path: readonly string[],
  direction: Direction | undefined,
): PropertyData[] {
  const found = properties.get(path.join(".")) ?? [];
  return found.filter((property) => !direction || property.in.includes(direction));
}

/** Returns a path in a response from the object of the resource on: without what comes before the elements of a list. */
export function inResource({ prefixes }: ShapedResource, path: readonly string[]): readonly string[] {
  const prefix = prefixes.find((one) => one.every((step, index) => step === path[index]));
  if (!prefix) return path;
  const start = path.findIndex((step, index) => index >= prefix.length && step !== "[]");
  // The list itself is not an object of the resource.
  return prefix.length > 0 && start < 0 ? path.slice(-1) : path.slice(Math.max(start, 0));
}

/** Returns a path in a response without the names before the elements of a list of one of the endpoints. */
export function withoutListName(
  endpoints: readonly EndpointData[],
  vocabulary: Vocabulary,
  path: readonly string[],
): readonly string[] {
  const prefixes = endpoints.flatMap((one) => shapedResourceOf(one, vocabulary)?.prefixes ?? []);
  const prefix = prefixes.find((one) => one.length > 0 && one.every((step, at) => step === path[at]));
  return prefix ? path.slice(prefix.length) : path;
}

/** Returns whether a path in a response starts with the name of the list that the elements are in. */
export function startsWithList({ prefixes }: ShapedResource, path: readonly string[]): boolean {
  return prefixes.some((prefix) => prefix.length > 0 && prefix.every((step, at) => step === path[at]));
}

/** Returns the segments of the path of one object of the resource; `undefined` for a parameter. */
export function itemSegments({ endpoints }: ResourceData): readonly (string | undefined)[] | undefined {
  const collection = collectionOf(endpoints);
  if (collection === undefined) return undefined;
  const segments = pathSegments(collection).map(({ text }) => (text.startsWith("{") ? undefined : text));
  return [...segments, undefined];
}

function collectionOf(endpoints: readonly EndpointData[]): string | undefined {
  return endpoints.find(({ listPrefix }) => listPrefix !== undefined)?.path;
}

/** Returns the endpoints of a collection and its items: what else belongs to the resource has versions of its own. */
export function mainEndpoints({ endpoints }: ResourceData): readonly EndpointData[] {
  const collection = collectionOf(endpoints);
  if (collection === undefined) return [];
  return endpoints.filter(
    ({ path }) =>
      path === collection ||
      (path.startsWith(`${collection}/{`) && path.indexOf("/", collection.length + 1) < 0),
  );
}

/** The words that messages use for a resource. */
export interface Nouns {
  /** `cluster` */
  readonly noun: string;
  /** `a cluster` */
  readonly one: string;
}

export function nounsOf(vocabulary: Vocabulary, { resource }: Pick<PropertyData, "resource">): Nouns {
  const noun = vocabulary.resources.find(({ name }) => name === resource)?.noun ?? resource;
  return { noun, one: `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}` };
}
