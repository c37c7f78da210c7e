import type { Confidence, Finding } from "../../core/finding.js";
import { isSamePlace, type Location } from "../../core/span.js";
import { isOfKnownClient, type ApiRequest } from "../api-request.js";
import type { FileAnalysis } from "../analyze-file.js";
import { readClusterField, type ClusterField } from "../cluster-fields.js";
import { nameOfRequest } from "../request-names.js";

/** Properties beside one that are named. */
const SIBLINGS_NAMED = 4;

/** The reason for the confidence of a finding, and the place that decided. */
export interface Certainty {
  readonly text: string;
  readonly place?: Location;
}

/**
 * Returns the evidence for a finding: the request that a property belongs to, its type or its neighbours, the URL of a
 * request, or the text alone.
 *
 * @param requests those that the finding is about
 */
export function certaintyOf(
  finding: Finding,
  requests: readonly ApiRequest[],
  analyses: readonly FileAnalysis[],
): Certainty {
  const field = fieldAt(finding, analyses);
  if (field) return ofField(field);
  const [first] = requests;
  if (first?.likely.length)
    return {
      text: "the base of the URL is not known, but the path and the credentials fit only this API",
      place: first.fact.site,
    };
  if (first) {
    const isKnown = first.administration.length > 0 || first.discovery.length > 0;
    return { text: `the URL of the request is ${isKnown ? "" : "not "}known`, place: first.fact.site };
  }
  const file = analyses.find(({ source }) => source.path === finding.place.path);
  if (file?.context.facts.reading === "text")
    return { text: "found by a text search, because this language is not parsed" };
  return { text: OF_TEXT[finding.confidence] };
}

const OF_TEXT: Readonly<Record<Confidence, string>> = {
  high: "the text can mean nothing else",
  medium: "the text is specific, and its context fits",
  low: "the name is common, so it may mean something else",
};

function fieldAt(
  { place, property, confidence }: Finding,
  analyses: readonly FileAnalysis[],
): ClusterField | undefined {
  for (const { context } of analyses)
    for (const field of context.facts.fields) {
      if (!isSamePlace(field.place, place)) continue;
      const readings = readClusterField(field, context);
      const isMeant = (one: ClusterField): boolean => one.properties.some(({ path }) => path === property);
      const found = readings.find(isMeant) ?? readings.find((one) => one.confidence === confidence);
      if (found) return found;
    }
  return undefined;
}

function ofField({ field, requests, declared, siblings, role, passedOnBy }: ClusterField): Certainty {
  const [request] = requests;
  if (request) {
    const isOf = field.isPerhaps ? "an unknown function may read it" : "it is";
    const part =
      role === "request" ? "in the body of" : `${field.isPerhaps ? "" : "read "}from the response of`;
    const { client, site } = request.fact;
    const by = isOfKnownClient(request.fact) ? "" : `, but ${client} is not a known client`;
    return { text: `${isOf} ${part} ${nameOfRequest(request)}${by}`, place: site };
  }
  if (passedOnBy)
    return { text: "a route of this repository answers with what the service answers", place: passedOnBy };
  if (declared) return { text: "the type that declares it describes a cluster", place: declared };
  const others = siblings.filter((name) => name !== field.name);
  const named = others.slice(0, SIBLINGS_NAMED).join(", ");
  return others.length > 0
    ? {
        text: `v2ready found no request that it belongs to; its name and the properties beside it decide (${named})`,
      }
    : { text: "v2ready found no request that it belongs to; only its name decides" };
}
