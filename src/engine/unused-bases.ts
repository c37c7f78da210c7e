import { matchPath } from "../catalog/matchers/base-paths.js";
import { isKnownResource, pathSegments } from "../catalog/matchers/endpoints.js";
import { PlaceIndex } from "../core/place-index.js";
import type { Location } from "../core/span.js";
import { writtenPlaces } from "../facts/text.js";
import type { StringFact } from "../facts/string.js";
import type { ApiRequest } from "./api-request.js";
import { oncePerProgram } from "./once-per-program.js";
import type { FileContext } from "./rule.js";

/** Returns the base paths in code of one form of the API that no request of the program has in its URL. */
export function unusedBases(context: FileContext, what: "base-path" | "versioned-base"): StringFact[] {
  if (context.fileClass !== "source") return [];
  const bases = context.facts.strings.filter((fact) => fact.what === what && isBaseOfRequests(fact, context));
  return unusedBy(context.embeddedRequests, unusedBy(context.programRequests, bases));
}

function unusedBy(requests: readonly ApiRequest[], bases: readonly StringFact[]): StringFact[] {
  if (bases.length === 0) return [];
  const used = usedPlaces(requests);
  // A client may join a base and a path without the slash between them.
  return bases.filter(({ place }) => used.overlapping(place).length === 0);
}

/**
 * A path of everyday words may be that of another API. An unversioned base with the path of a resource behind it is an
 * error by itself.
 */
function isBaseOfRequests(fact: StringFact, context: FileContext): boolean {
  const { setting, rest } = fact;
  if (setting !== "code" || (fact.what === "base-path" && pathSegments(rest).length > 0)) return false;
  return isOfApi(fact, context);
}

function isOfApi(
  { what, value, rest, origin = "", vocabulary: name }: StringFact,
  context: FileContext,
): boolean {
  const vocabulary = context.vocabulary(name);
  return (
    vocabulary.distinctivePath ||
    (what === "versioned-base" && isKnownResource(vocabulary, rest)) ||
    matchPath(origin + value, [vocabulary])?.knownHost === true
  );
}

/** Languages of settings, which hold values. */
export const OF_VALUES: ReadonlySet<string> = new Set(["env", "ini", "properties", "toml", "yaml"]);

/** A file with more of them describes an API. */
const MAX_BASES = 3;

/**
 * Returns the base paths in a file of settings that no request of any program has in its URL, if some code of the
 * repository may read them.
 *
 * @param requests those of all files
 */
export function unusedSettings(context: FileContext, requests: readonly ApiRequest[]): StringFact[] {
  const { facts, fileClass } = context;
  if (fileClass !== "source" || facts.requests.length > 0) return [];
  if (facts.language !== "json" && !OF_VALUES.has(facts.language)) return [];
  // People copy it, and no program reads it.
  if (/[.-](?:dist|example|sample|template)(?:\.\w+)?$/.test(facts.path)) return [];
  const bases = facts.strings.filter(({ what }) => what === "base-path" || what === "versioned-base");
  const isSetting = bases.length <= MAX_BASES && bases.every(({ rest }) => pathSegments(rest).length === 0);
  if (!isSetting) return [];
  const settings = bases.filter(
    (fact) => (fact.setting === "text" || fact.setting === "data") && isOfApi(fact, context),
  );
  return unusedBy(requests, settings);
}

/**
 * Returns the places of the text in the URLs of some requests, and the calls that lead to the API. A client may put the
 * URL together of what it is handed.
 */
const usedPlaces = oncePerProgram((requests): PlaceIndex<Location> => {
  const index = new PlaceIndex<Location>();
  for (const { readings, fact, administration } of requests) {
    const urls = readings.flatMap(({ text, flat }) => writtenPlaces(text, 0, flat.length));
    const calls = administration.length > 0 ? [fact.site, ...fact.callers] : [];
    for (const place of [...urls, ...calls]) index.add(place, place);
  }
  return index;
});
