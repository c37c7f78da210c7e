import type { Confidence, Role } from "../core/finding.js";
import type { Vocabulary } from "../catalog/catalog.js";
import { lastName, stepsOf } from "../catalog/matchers/properties.js";
import type { Direction, PropertyData } from "../catalog/model.js";
import type { FieldFact, Siblings } from "../facts/field.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/** A property that is, or may well be, one of a cluster. */
export interface ClusterField {
  readonly field: FieldFact;
  readonly vocabulary: Vocabulary;
  /** Every entry of the catalog for the path, in the directions that are possible. */
  readonly properties: readonly PropertyData[];
  readonly role: Role;
  readonly confidence: Confidence;
  /** The requests that prove it; empty where names and company are all there is. */
  readonly requests: readonly ApiRequest[];
}

const RESOURCE = "clusters";
/** Steps that lead from a response to a cluster in it. */
const LIST_PREFIX = ["results", "[]"];

/** Reads a field as a property of the clusters resource, and says how sure that is. */
export function readClusterField(field: FieldFact, context: FileContext): ClusterField[] {
  return context.catalog.vocabularies.flatMap(
    (vocabulary) => readInVocabulary(field, vocabulary, context) ?? [],
  );
}

function readInVocabulary(
  field: FieldFact,
  vocabulary: Vocabulary,
  context: FileContext,
): ClusterField | undefined {
  const { owner } = field;
  if (!("requests" in owner)) return guess(field, vocabulary, owner.siblings, 0, []);
  const requests = context.requestsOf(owner.requests);
  const proven = requests.filter((request) => isClusterCall(request, vocabulary));
  if (proven.length > 0) {
    const path = withoutPrefix(field.path);
    const properties = entriesFor(vocabulary, path, owner.kind);
    if (properties.length > 0) {
      const role = owner.kind === "request" ? "request" : "response";
      return { field, vocabulary, properties, role, confidence: "high", requests: proven };
    }
    return guess(field, vocabulary, [], 1, proven);
  }
  // What goes to another resource, or to another service, is none of ours, whatever it is called.
  if (
    requests.some(
      (request) =>
        request.administration.length > 0 || request.readings.every((reading) => reading.surface === "other"),
    )
  ) {
    return undefined;
  }
  const listed = field.path.slice(0, 2).join() === LIST_PREFIX.join() ? 1 : 0;
  const digest = requests.some((request) => request.fact.credentials === "digest") ? 1 : 0;
  return guess(field, vocabulary, [], listed + digest, []);
}

/** Whether a request is certain to be one of the clusters resource, in the shape that the unversioned form has. */
function isClusterCall(request: ApiRequest, vocabulary: Vocabulary): boolean {
  return request.administration.some(({ match, endpoint }) => {
    if (match.vocabulary !== vocabulary) return false;
    return endpoint.endpoints.some(
      (one) =>
        !one.keepsUnversionedShape &&
        vocabulary.resources.some(
          (resource) => resource.name === RESOURCE && resource.endpoints.includes(one),
        ),
    );
  });
}

function withoutPrefix(path: readonly string[]): readonly string[] {
  return path.slice(0, 2).join() === LIST_PREFIX.join() ? path.slice(2) : path;
}

function entriesFor(
  vocabulary: Vocabulary,
  path: readonly string[],
  direction: Direction | undefined,
): PropertyData[] {
  const key = path.join(".");
  return vocabulary.properties.filter(
    (property) =>
      property.resource === RESOURCE &&
      (!direction || property.in.includes(direction)) &&
      stepsOf(property.path).join(".") === key,
  );
}

/**
 * Without a request the name and the company it is in have to tell. The longest end of the path that is a path of the
 * resource counts: `numShards` inside `replicationSpecs[]` is not the one at the root.
 */
function guess(
  field: FieldFact,
  vocabulary: Vocabulary,
  siblings: Siblings,
  evidence: number,
  requests: readonly ApiRequest[],
): ClusterField | undefined {
  const direction: Direction | undefined =
    field.access === "declare" ? undefined : field.access === "read" ? "response" : "request";
  const properties = longestEnd(vocabulary, field.path, direction);
  const [property] = properties;
  if (!property || isElsewhere(field, siblings)) return undefined;
  const score = evidence + company(vocabulary, siblings, field.name) + hints(field);
  return { field, vocabulary, properties, role: roleOf(field), confidence: judge(property, score), requests };
}

function longestEnd(
  vocabulary: Vocabulary,
  path: readonly string[],
  direction: Direction | undefined,
): PropertyData[] {
  for (let start = 0; start < path.length; start++) {
    const end = path.slice(start);
    if (end[0] === "[]") continue;
    const found = entriesFor(vocabulary, end, direction);
    if (found.length > 0) return found;
  }
  return [];
}

/** Marks of objects that have a property of the same name and are no cluster of the unversioned form. */
const OTHER_SHAPES = new Set([
  "electableSpecs",
  "readOnlySpecs",
  "analyticsSpecs",
  "analyticsAutoScaling",
  "regionConfigs",
  "regionsConfig",
  "zoneName",
  "zoneId",
  "serverlessBackupOptions",
  "backupSettings",
]);
const OTHER_PRODUCTS = /serverless|flex|tenantUpgrade|kafka|solr|topic|milvus|qdrant|cassandra|keyspace/i;

function isElsewhere(field: FieldFact, siblings: Siblings): boolean {
  const { owner, path, name } = field;
  const parent = path.findLast((step, index) => index < path.length - 1 && step !== "[]");
  if (parent === "regionConfigs" || parent === "analyticsAutoScaling") return true;
  const isPart = name === "regionsConfig" || name === "replicationSpecs";
  if (!isPart && siblings.some((sibling) => sibling !== name && OTHER_SHAPES.has(sibling))) return true;
  const names = [
    ...path,
    "name" in owner ? (owner.name ?? "") : "",
    "typeName" in owner ? (owner.typeName ?? "") : "",
  ];
  if (names.some((one) => OTHER_PRODUCTS.test(one))) return true;
  return Object.values(field.contents ?? {}).some((value) => value === "SERVERLESS" || value === "FLEX");
}

const WEIGHT = { unmistakable: 3, specific: 2, ambiguous: 1 } as const;
/** Names that every resource of every API has. */
const EVERYDAY = new Set(["id", "name", "labels", "tags", "links", "groupId", "paused", "createDate"]);

/** How telling the other keys of the same object are. */
function company(vocabulary: Vocabulary, siblings: Siblings, name: string): number {
  let score = 0;
  for (const sibling of new Set(siblings)) {
    if (sibling === name || EVERYDAY.has(sibling)) continue;
    if (sibling === "replicationSpecs") score += 2;
    const property = vocabulary.properties.find(({ path }) => path === sibling);
    if (property) score += WEIGHT[property.distinctness];
  }
  return score;
}

/** What the names around say: `cluster.providerSettings`, `AtlasCluster`. */
function hints(field: FieldFact): number {
  const { owner } = field;
  const names = [
    ...field.path.slice(0, -1),
    "name" in owner ? (owner.name ?? "") : "",
    "typeName" in owner ? (owner.typeName ?? "") : "",
  ].join(" ");
  return (/cluster/i.test(names) ? 1 : 0) + (/atlas/i.test(names) ? 2 : 0);
}

function judge(property: PropertyData, score: number): Confidence {
  switch (property.distinctness) {
    case "unmistakable":
      return score >= 2 ? "high" : "medium";
    case "specific":
      return score >= 1 ? "medium" : "low";
    case "ambiguous":
      return score >= 3 ? "medium" : "low";
  }
}

function roleOf(field: FieldFact): Role {
  if (field.access === "declare") return "type";
  if (field.setting === "data") return "payload";
  return field.access === "read" ? "response" : "request";
}

/** Whether the property stands inside another one that goes: then the outer one is reported. */
export function isNested(cluster: ClusterField, vocabulary: Vocabulary): boolean {
  const [property] = cluster.properties;
  if (!property) return false;
  return vocabulary.properties.some(
    (other) =>
      other.status === "removed" &&
      other !== property &&
      property.path.startsWith(`${other.path}.`) &&
      lastName(other) !== cluster.field.name,
  );
}
