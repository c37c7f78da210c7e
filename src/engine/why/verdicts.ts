import type { Finding } from "../../core/finding.js";
import { nounsOf } from "../../catalog/matchers/resources.js";
import { describe } from "../../facts/text.js";
import type { FieldFact } from "../../facts/field.js";
import type { ApiRequest } from "../api-request.js";
import { worstChange } from "../requested-versions.js";
import { isResourceCall, readClusterField } from "../cluster-fields.js";
import { acceptState, needsNoHeader } from "../headers.js";
import type { FileContext } from "../rule.js";
import type { Verdict } from "./explanation.js";

export function findingVerdict({ ruleId, severity, confidence, message }: Finding): Verdict {
  return { ruleId, isFinding: true, text: `${severity}, ${confidence} confidence: ${message}` };
}

/** Returns the reasons why the rules about requests report nothing for a request. */
export function requestVerdicts(request: ApiRequest, found: ReadonlySet<string>): Verdict[] {
  const verdicts = [...baseVerdicts(request), ...headerVerdicts(request)];
  return verdicts.filter(({ ruleId }) => !found.has(ruleId));
}

function baseVerdicts({ administration, discovery, readings, likely }: ApiRequest): Verdict[] {
  if (administration.length > 0) {
    const versioned = administration.every(({ match }) => match.form === "versioned");
    return [
      versioned
        ? none("no-unversioned-base-path", "the base path is already the versioned one")
        : none(
            "no-unversioned-base-path",
            "the base path is reported where it is written, or its version is not known",
          ),
    ];
  }
  if (discovery.length > 0)
    return [none("no-unversioned-base-path", "this is the discovery endpoint, which has no versioned form")];
  if (readings.every(({ surface }) => surface === "other"))
    return [none("no-unversioned-base-path", "this request goes to another service")];
  if (likely.length > 0) return [none("no-unversioned-base-path", "the base of the URL is not known")];
  return [
    none(
      "undetermined-request",
      "it is not known where this request goes, and its path, credentials and headers do not point to this API",
    ),
  ];
}

function headerVerdicts(request: ApiRequest): Verdict[] {
  if (request.administration.length === 0) return [];
  const id = "require-version-media-type";
  if (needsNoHeader(request)) return [none(id, "the base path alone states the version")];
  switch (acceptState(request)) {
    case "versioned":
      return [
        none(
          id,
          `Accept already has a date: ${request.accept.entry?.values.map(describe).join(" or ") ?? "a dated media type"}`,
        ),
      ];
    case "unknown":
      return [
        none(
          id,
          "the Accept header may be set by code that is not followed, so it is not certain that it is missing",
        ),
      ];
    default:
      return request.fact.understood
        ? [
            none(
              id,
              "the missing Accept header is reported once, where the wrapper, the client or the headers are set up",
            ),
          ]
        : [none(id, `${request.fact.client} is not a known client, so its headers are not known`)];
  }
}

/** Returns the reasons why a property is not a finding. */
export function fieldVerdicts(field: FieldFact, context: FileContext, found: ReadonlySet<string>): Verdict[] {
  const id = "no-removed-property";
  if ([id, "no-repurposed-property", "no-newer-property"].some((one) => found.has(one))) return [];
  const readings = readClusterField(field, context);
  const [reading] = readings;
  if (!reading) return [none(id, notOfClusters(field, context))];
  const [property] = reading.properties;
  const { vocabulary } = reading;
  const { one } = nounsOf(vocabulary, property!);
  const going = reading.properties.filter(({ status }) => status === "removed" || status === "moved");
  if (going.length === 0)
    return [none(id, `${property!.path} of ${one} is still there in the versioned API`)];
  const { requests } = reading;
  if (going.every((one) => worstChange(requests, one, vocabulary, context.target).kind === "unaffected"))
    return [none(id, `${going[0]!.path} of ${one} is still there in the version that the request asks for`)];
  return [none(id, `it may be ${property!.path} of ${one} (${reading.confidence} confidence)`)];
}

function notOfClusters({ owner }: FieldFact, context: FileContext): string {
  if (!("requests" in owner)) return "nothing around this property says that it belongs to a cluster";
  const requests = context.requestsOf(owner.requests);
  const role = owner.kind === "request" ? "the body of a request" : "the response of a request";
  const own = requests.filter((one) =>
    context.catalog.vocabularies.some((vocabulary) => isResourceCall(one, vocabulary)),
  );
  if (own.length > 0) return `no version changes this property in ${role} to ${urlsOf(own).join(", ")}`;
  const urls = urlsOf(requests).filter((url) => url !== "");
  return urls.length > 0
    ? `this property belongs to ${role} to ${urls.join(", ")}, which is not about clusters`
    : `this property belongs to ${role} that is not about clusters`;
}

/** The URLs of a few requests, as far as they are known. */
function urlsOf(requests: readonly ApiRequest[]): string[] {
  return requests
    .flatMap(({ readings }) => readings.slice(0, 1).map(({ text }) => describe(text)))
    .slice(0, 3);
}

function none(ruleId: string, text: string): Verdict {
  return { ruleId, isFinding: false, text };
}
