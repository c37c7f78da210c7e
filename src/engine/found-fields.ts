import type { RelatedPlace } from "../core/finding.js";
import type { Vocabulary } from "../catalog/catalog.js";
import { lastName } from "../catalog/matchers/properties.js";
import type { ApiRequest } from "./api-request.js";
import type { ClusterField } from "./cluster-fields.js";
import { tracePlaces } from "./places.js";
import type { FileContext } from "./rule.js";

/**
 * Returns the requests that a property goes into or comes from. If none is certain to be about clusters, returns all
 * that may be.
 */
export function requestsOfField(
  { field: { owner }, requests }: ClusterField,
  context: FileContext,
): readonly ApiRequest[] {
  if (requests.length > 0) return requests;
  return "requests" in owner ? context.requestsOf(owner.requests) : [];
}

/** Returns the first few requests that a property goes into or comes from, and the trace of its value. */
export function relatedPlaces({ field, requests, role, declared, passedOnBy }: ClusterField): RelatedPlace[] {
  const message = role === "response" ? "response received here" : "sent here";
  const calls = requests.slice(0, MAX_REQUESTS).map(({ fact }) => ({ place: fact.site, message }));
  const types = declared ? [{ place: declared, message: "declared here" }] : [];
  const routes = passedOnBy ? [{ place: passedOnBy, message: "passed on here" }] : [];
  return [...calls, ...routes, ...types, ...tracePlaces(field.trace)];
}

const MAX_REQUESTS = 3;

/** Returns whether the property stands inside another one that goes: then the outer one is reported. */
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

/** Returns whether answers go through a schema that refuses those without the property. */
export function isRequiredOfAnswers({ field: { owner }, requests }: ClusterField): boolean {
  return requests.length > 0 && owner.kind === "type" && owner.parses?.isRequired === true;
}
