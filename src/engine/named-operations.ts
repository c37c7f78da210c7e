import type { Vocabulary } from "../catalog/catalog.js";
import { pathSegments } from "../catalog/matchers/endpoints.js";
import { hasNamedShape, itemSegments, shapedResources } from "../catalog/matchers/resources.js";
import type { EndpointData } from "../catalog/model.js";

/**
 * Returns whether a name indicates another resource or product. It contains a word for one, or generated clients use it
 * for an operation without a cluster of a changing shape (`api.upgradeSharedCluster`).
 */
export function isOfOthers(name: string, vocabulary: Vocabulary): boolean {
  const lower = name.toLowerCase();
  const isNamed = vocabulary.recognition.some(
    ({ otherNames, otherModules }) =>
      otherNames.some((word) => lower.includes(word)) ||
      otherModules.some((module) => lower.startsWith(`${module}.`)),
  );
  return isNamed || isOfOtherOperation(name, vocabulary);
}

function isOfOtherOperation(name: string, vocabulary: Vocabulary): boolean {
  const operations = operationsOf(vocabulary);
  const named = wordsOf(name).flatMap((word) => operations.get(word) ?? []);
  return named.length > 0 && !named.some((endpoint) => hasNamedShape(endpoint, vocabulary));
}

/**
 * The operation, the version and the part of it that a type of a generated client names:
 * `operations["createCluster"]["requestBody"]["content"]["application/vnd.service.2023-01-01+json"]`,
 * `paths["/api/admin/v2/groups/{groupId}/flexClusters"]["post"]`.
 */
export interface StatedOperation {
  /** The operation has no cluster of a changing shape. */
  readonly isOther: boolean;
  /** The version whose shape the type has. */
  readonly version?: string;
}

/**
 * Reads the operation and version in the name of a type.
 *
 * @param name of a type, its parts joined by periods
 */
export function statedOperation(name: string, vocabulary: Vocabulary): StatedOperation {
  const date = /application\/vnd\.[\w.-]+\.(\d{4}-\d{2}-\d{2})\+/.exec(name)?.[1];
  const version = date === undefined ? {} : { version: date };
  const path = name.replace(/\.(?:get|put|post|delete|options|head|patch|trace)\b.*$/, "");
  return { isOther: isOtherPath(path, vocabulary) || isOfOthers(name, vocabulary), ...version };
}

/**
 * Returns whether a URL, or what is known of one, goes to an operation that has no cluster of a changing shape,
 * whatever its base is: `{base}/groups/{id}/flexClusters`, `{base}/clusters/tenantUpgrade`.
 */
export function isOtherPath(url: string, vocabulary: Vocabulary): boolean {
  const segments = pathSegments(url).map(({ text }) => text);
  const marks = marksOf(vocabulary);
  const collections = shapedResources(vocabulary).map(({ resource }) => itemSegments(resource)?.at(-2));
  return segments.some((segment, index) => {
    const before = marks.get(segment);
    // Behind the name of a collection stands the name of an item, which may be any word.
    return (
      before &&
      (before.has(segments[index - 1]) || (before.has("") && !collections.includes(segments[index - 1])))
    );
  });
}

const markings = new WeakMap<Vocabulary, ReadonlyMap<string, ReadonlySet<string | undefined>>>();

/** The words of paths that indicate such an operation, each with the words before it; an empty word is a parameter. */
function marksOf(vocabulary: Vocabulary): ReadonlyMap<string, ReadonlySet<string | undefined>> {
  let marks = markings.get(vocabulary);
  if (marks) return marks;
  const made = new Map<string, Set<string | undefined>>();
  const all = vocabulary.resources.flatMap(({ endpoints }) => endpoints).filter((one) => one.operations);
  const segmentsOf = ({ path }: EndpointData): string[] => path.split("/").slice(1);
  const changing = all.filter((one) => hasNamedShape(one, vocabulary));
  const shared = new Set(changing.flatMap(segmentsOf));
  for (const endpoint of all.filter((one) => !changing.includes(one))) {
    const segments = segmentsOf(endpoint);
    const index = segments.findIndex((segment) => !segment.startsWith("{") && !shared.has(segment));
    if (index < 0) continue;
    const before = segments[index - 1]?.startsWith("{") ? "" : segments[index - 1];
    made.set(segments[index]!, (made.get(segments[index]!) ?? new Set()).add(before));
  }
  markings.set(vocabulary, (marks = made));
  return marks;
}

const known = new WeakMap<Vocabulary, ReadonlyMap<string, readonly EndpointData[]>>();

/** The endpoints by the names of their operations, in the form that `wordsOf` gives. */
function operationsOf(vocabulary: Vocabulary): ReadonlyMap<string, readonly EndpointData[]> {
  let operations = known.get(vocabulary);
  if (!operations) {
    const all = vocabulary.resources.flatMap(({ endpoints }) => endpoints);
    const byName = new Map<string, EndpointData[]>();
    for (const endpoint of all)
      for (const name of endpoint.operations ?? [])
        for (const word of wordsOf(name)) byName.set(word, [...(byName.get(word) ?? []), endpoint]);
    known.set(vocabulary, (operations = byName));
  }
  return operations;
}

/** The identifiers in a name, whatever the case that a language writes them in. */
function wordsOf(name: string): string[] {
  return (name.match(/\w+/g) ?? []).map((word) => word.replaceAll("_", "").toLowerCase());
}
