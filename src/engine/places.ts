import type { RelatedPlace, Severity } from "../core/finding.js";
import type { Location } from "../core/span.js";
import type { Hop } from "../facts/text.js";
import type { StringSetting } from "../facts/string.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/**
 * Where a header of a request would be written: in the headers of the instance that the request goes out from, if
 * that is what leads to the service, in the headers object of the call, or else at the call.
 */
export function headerPlace({ fact }: ApiRequest): Location {
  const { instance, headers, site } = fact;
  if (instance?.givesUrl && instance.site.path === site.path) return instance.headersPlace ?? instance.site;
  return headers.place && headers.atSite ? headers.place : site;
}

/** The calls that lead to a request through a wrapper, nearest first, as places that explain a finding. */
export function callerPlaces({ fact }: ApiRequest): RelatedPlace[] {
  return fact.callers
    .filter((place) => place.start > 0 || place.end < Number.MAX_SAFE_INTEGER)
    .slice(-MAX_CALLERS)
    .map((place) => ({ place, message: "called from here" }));
}

const MAX_CALLERS = 3;

/** The way of a value, from where it is written on. */
export function tracePlaces(trace: readonly Hop[]): RelatedPlace[] {
  return trace.map(({ kind, name, place }) => ({ place, message: HOP_MESSAGES[kind].replace("{}", name) }));
}

const HOP_MESSAGES: Readonly<Record<Hop["kind"], string>> = {
  variable: "kept in {}",
  property: "kept under {}",
  parameter: "passed as {}",
  return: "returned by {}",
  import: "imported as {}",
  export: "exported as {}",
  default: "the {} value",
  environment: "read from {}",
};

/** A place in a comment or in documentation breaks nothing by itself. */
export function severityAt(setting: StringSetting, context: FileContext, severity: Severity): Severity {
  return setting === "comment" || context.fileClass === "documentation" ? "info" : severity;
}
