import type { Vocabulary } from "../../catalog/catalog.js";
import { stepsOf } from "../../catalog/matchers/properties.js";
import type { Direction, PropertyData } from "../../catalog/model.js";
import type { SchemaFact, SchemaKey } from "../../facts/file-facts.js";
import type { Tree } from "../../facts/tree.js";
import type { AdministrationReading } from "../../engine/api-request.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** Holds the clusters in the response of a list. */
const LIST = "results";

const CHANGES: ReadonlySet<string> = new Set(["removed", "moved", "repurposed"]);

/** Why it is not known that an answer gets through a schema in the new shape, one sentence. */
export function answerSchemaReason(
  one: FiledRequest,
  requests: AllRequests,
  target: string,
): string | undefined {
  const schemas = requests.schemasOfAnswer(one.request.fact.id);
  if (schemas.length === 0) return undefined;
  for (const reading of requests.sourcesOf(one).flatMap(({ request }) => request.administration)) {
    const changing = changingProperties(reading, target, "response");
    const isList = reading.endpoint.endpoints.some(({ id }) => id === "clusters.list");
    for (const schema of schemas) {
      const path = schema.of.kind === "response" ? inCluster(schema.of.path, isList) : undefined;
      const reason = path && answerReason(schema, path, changing);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/** The same for the objects that a body is made of, which are converted. */
export function bodySchemaReason(
  { request }: FiledRequest,
  body: Tree,
  requests: AllRequests,
  target: string,
): string | undefined {
  for (const reading of request.administration) {
    const changing = changingProperties(reading, target, "request");
    for (const { schema, path } of schemasIn(body, [], requests)) {
      const reason = bodyReason(schema, path, body, changing);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

function answerReason(
  schema: SchemaFact,
  path: readonly string[],
  changing: readonly PropertyData[],
): string | undefined {
  const { keys, others, at } = schema;
  const going = waysThrough(
    changing.map((property) => property.path),
    path,
  );
  const named = keys.find(({ name }) => going.get(name) === "ends");
  const what = `the schema in ${named?.place?.path ?? at.path} that its answer goes through`;
  if (named) return `${what} names ${named.name}, which changes`;
  if (others === "unknown" && going.size > 0) return `${what} is not known in full`;
  const missing = others === "refused" && firstMissing(schema, comingThrough(path, changing));
  return missing ? `${what} takes no properties that it does not name, and ${missing} comes` : undefined;
}

function bodyReason(
  schema: SchemaFact,
  path: readonly string[],
  body: Tree,
  changing: readonly PropertyData[],
): string | undefined {
  const { keys, others, at } = schema;
  const going = waysThrough(
    changing.map((property) => property.path),
    path,
  );
  const coming = comingThrough(path, changing);
  const stated = keysAt(body, path);
  // What is new under a key has not gone through what the schema says of it.
  const isNew = ({ name, takesAll }: SchemaKey): boolean =>
    coming.has(name) && !takesAll && !stated.has(name);
  const named = keys.find((key) => going.get(key.name) === "ends" || isNew(key));
  const what = `the schema in ${named?.place?.path ?? at.path} that its body goes through`;
  if (named) return `${what} names ${named.name}, which changes`;
  if (others === "unknown" && going.size + coming.size > 0) return `${what} is not known in full`;
  const missing = others !== "kept" && firstMissing(schema, coming);
  return missing ? `${what} takes no properties that it does not name, and ${missing} comes` : undefined;
}

function firstMissing({ keys }: SchemaFact, coming: Ways): string | undefined {
  return [...coming.keys()].find((step) => !keys.some(({ name }) => name === step));
}

const known = new WeakMap<Vocabulary, Map<string, readonly PropertyData[]>>();

/** The properties of clusters that are others in the target than in the form of a request; none for other resources. */
function changingProperties(
  { match, endpoint }: AdministrationReading,
  target: string,
  direction: Direction,
): readonly PropertyData[] {
  const isOfClusters = endpoint.endpoints.some(
    ({ id, keepsUnversionedShape }) => id.startsWith("clusters.") && !keepsUnversionedShape,
  );
  if (!isOfClusters) return [];
  const { vocabulary, version } = match;
  const shape = vocabulary.administration.unversioned.find((one) => one.version === version)?.shape ?? "";
  const byKey = known.get(vocabulary) ?? new Map<string, readonly PropertyData[]>();
  known.set(vocabulary, byKey);
  const key = `${shape} ${target} ${direction}`;
  let changing = byKey.get(key);
  if (!changing) {
    changing = vocabulary.properties.filter(
      ({ since, status, in: directions }) =>
        since <= target && since > shape && CHANGES.has(status) && directions.includes(direction),
    );
    byKey.set(key, changing);
  }
  return changing;
}

/** The names that come next on ways through an object, and whether one of the ways ends there. */
type Ways = ReadonlyMap<string, "ends" | "goes on">;

function waysThrough(patterns: readonly string[], path: readonly string[]): Ways {
  const ways = new Map<string, "ends" | "goes on">();
  for (const steps of patterns.map(stepsOf)) {
    const next = steps[path.length];
    if (next === undefined || path.some((step, index) => step !== steps[index])) continue;
    if (steps.length === path.length + 1) ways.set(next, "ends");
    else if (!ways.has(next)) ways.set(next, "goes on");
  }
  return ways;
}

function comingThrough(path: readonly string[], changing: readonly PropertyData[]): Ways {
  return waysThrough(
    changing.flatMap(({ replacement }) => replacement),
    path,
  );
}

/** The way from the cluster; nothing for the list that clusters come in, which stays the same. */
function inCluster(path: readonly string[], isList: boolean): readonly string[] | undefined {
  const own = path[0] === LIST ? path.slice(1) : path;
  if (isList && own[0] !== "[]") return undefined;
  return own[0] === "[]" ? own.slice(1) : own;
}

interface PlacedSchema {
  readonly schema: SchemaFact;
  readonly path: readonly string[];
}

function schemasIn(tree: Tree, path: readonly string[], requests: AllRequests): PlacedSchema[] {
  if (tree.kind === "choice") return tree.of.flatMap((one) => schemasIn(one, path, requests));
  if (tree.kind !== "object" && tree.kind !== "list") return [];
  const own = (tree.place ? requests.schemasOfLiteral(tree.place) : []).map((schema) => ({ schema, path }));
  const parts =
    tree.kind === "list"
      ? tree.items.map((value) => ({ key: "[]", value }))
      : tree.members.map(({ key, value }) => ({ key, value }));
  return [...own, ...parts.flatMap(({ key, value }) => schemasIn(value, [...path, key], requests))];
}

/** The keys that a body states in the objects under a path. */
function keysAt(tree: Tree, path: readonly string[]): ReadonlySet<string> {
  const [step, ...rest] = path;
  if (tree.kind === "choice") return union(tree.of.map((one) => keysAt(one, path)));
  if (tree.kind === "list")
    return step === "[]" ? union(tree.items.map((one) => keysAt(one, rest))) : new Set();
  if (tree.kind !== "object") return new Set();
  if (step === undefined) return new Set(tree.members.map(({ key }) => key));
  return union(tree.members.filter(({ key }) => key === step).map(({ value }) => keysAt(value, rest)));
}

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((set) => [...set]));
}
