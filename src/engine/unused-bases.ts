import { matchPath } from "../catalog/matchers/base-paths.js";
import { pathSegments } from "../catalog/matchers/endpoints.js";
import { encloses, type Location } from "../core/span.js";
import { writtenPlaces } from "../facts/text.js";
import type { StringFact } from "../facts/string.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/** Returns the base paths in code of one form of the API that no request of the program has in its URL. */
export function unusedBases(context: FileContext, what: "base-path" | "versioned-base"): StringFact[] {
  if (context.fileClass !== "source") return [];
  const bases = context.facts.strings.filter((fact) => fact.what === what && isBaseOfRequests(fact, context));
  const used = bases.length > 0 ? placesOfUrls(context.programRequests) : [];
  return bases.filter(({ place }) => !used.some((one) => encloses(one, place) || encloses(place, one)));
}

/** A path of everyday words may be that of another API. With the path of a resource behind it, it is a whole URL. */
function isBaseOfRequests(fact: StringFact, context: FileContext): boolean {
  const { setting, origin = "", value, rest } = fact;
  if (setting !== "code" || pathSegments(rest).length > 0) return false;
  const vocabulary = context.vocabulary(fact.vocabulary);
  return vocabulary.distinctivePath || matchPath(origin + value, [vocabulary])?.knownHost === true;
}

/** Returns the places of the text in the URLs of all requests. */
function placesOfUrls(requests: readonly ApiRequest[]): Location[] {
  return requests.flatMap(({ readings }) =>
    readings.flatMap(({ text, flat }) => writtenPlaces(text, 0, flat.length)),
  );
}
