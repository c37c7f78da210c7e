import type { Finding } from "../../core/finding.js";
import { describe } from "../../facts/text.js";
import type { FieldFact } from "../../facts/field.js";
import type { ApiRequest } from "../api-request.js";
import { worstChange } from "../asked-versions.js";
import { readClusterField } from "../cluster-fields.js";
import { acceptState } from "../headers.js";
import type { FileContext } from "../rule.js";
import type { Verdict } from "./explanation.js";

export function findingVerdict({ ruleId, severity, confidence, message }: Finding): Verdict {
  return { ruleId, isFinding: true, text: `${severity}, ${confidence} confidence: ${message}` };
}

/** Why rules about requests have nothing to say of one. */
export function requestVerdicts(request: ApiRequest, found: ReadonlySet<string>): Verdict[] {
  const verdicts = [...baseVerdicts(request), ...headerVerdicts(request)];
  return verdicts.filter(({ ruleId }) => !found.has(ruleId));
}

function baseVerdicts({ administration, discovery, readings, likely }: ApiRequest): Verdict[] {
  if (administration.length > 0) {
    const versioned = administration.every(({ match }) => match.form === "versioned");
    return [
      versioned
        ? none("no-unversioned-base-path", "the base path is the versioned one")
        : none(
            "no-unversioned-base-path",
            "reported where the base path is written, or its version is not known",
          ),
    ];
  }
  if (discovery.length > 0)
    return [none("no-unversioned-base-path", "the discovery endpoint has no versioned form")];
  if (readings.every(({ surface }) => surface === "other"))
    return [
      none(
        "no-unversioned-base-path",
        "it leads to another service, so no rule about requests looks further",
      ),
    ];
  if (likely.length > 0) return [none("no-unversioned-base-path", "its base is not known")];
  return [
    none(
      "undetermined-request",
      "where it leads is not known, and neither its path nor its credentials or headers speak for this service",
    ),
  ];
}

function headerVerdicts(request: ApiRequest): Verdict[] {
  if (request.administration.length === 0) return [];
  const id = "require-version-media-type";
  switch (acceptState(request)) {
    case "versioned":
      return [
        none(id, `Accept is ${request.accept.entry?.values.map(describe).join(" or ") ?? "versioned"}`),
      ];
    case "unknown":
      return [none(id, "who sets the Accept header was not seen, so its absence is not certain")];
    default:
      return request.fact.understood
        ? [none(id, "reported once for the wrapper, instance or headers object that it shares with others")]
        : [none(id, `how ${request.fact.client} sends headers is not known`)];
  }
}

/** Why a property is no finding, or with what confidence it is taken for one of a cluster. */
export function fieldVerdicts(field: FieldFact, context: FileContext, found: ReadonlySet<string>): Verdict[] {
  const id = "no-removed-property";
  if ([id, "no-repurposed-property", "no-newer-property"].some((one) => found.has(one))) return [];
  const readings = readClusterField(field, context);
  const [reading] = readings;
  if (!reading) return [none(id, notOfClusters(field, context))];
  const [property] = reading.properties;
  const going = reading.properties.filter(({ status }) => status === "removed" || status === "moved");
  if (going.length === 0)
    return [none(id, `${property!.path} of a cluster is still there on the versioned API`)];
  const { requests, vocabulary } = reading;
  if (going.every((one) => worstChange(requests, one, vocabulary, context.target).kind === "unaffected"))
    return [none(id, `${going[0]!.path} of a cluster is still there in the version that it is held against`)];
  return [none(id, `taken for ${property!.path} of a cluster with ${reading.confidence} confidence`)];
}

function notOfClusters({ owner }: FieldFact, context: FileContext): string {
  if (!("requests" in owner)) return "nothing around it says that it is one of a cluster";
  const urls = context
    .requestsOf(owner.requests)
    .flatMap(({ readings }) => readings.slice(0, 1).map(({ text }) => describe(text)));
  const role = owner.kind === "request" ? "the body of a request" : "the response of a request";
  return urls.length > 0
    ? `it belongs to ${role} to ${urls.slice(0, 3).join(", ")}, which has no such property of a cluster`
    : `it belongs to ${role} that is not one of the clusters resource`;
}

function none(ruleId: string, text: string): Verdict {
  return { ruleId, isFinding: false, text };
}
