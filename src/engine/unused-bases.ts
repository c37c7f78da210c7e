import { matchPath } from "../catalog/matchers/base-paths.js";
import { isKnownResource, pathSegments } from "../catalog/matchers/endpoints.js";
import { firstFrom } from "../core/ordered.js";
import { contains, insideOneOf, type Location } from "../core/span.js";
import { writtenPlaces } from "../facts/text.js";
import type { StringFact } from "../facts/string.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/** Returns the base paths in code of one form of the API that no request of the program has in its URL. */
export function unusedBases(context: FileContext, what: "base-path" | "versioned-base"): StringFact[] {
  if (context.fileClass !== "source") return [];
  const bases = context.facts.strings.filter((fact) => fact.what === what && isBaseOfRequests(fact, context));
  const used = bases.length > 0 ? [...placesOfUrls(context.programRequests), ...calls(context)] : [];
  return without(bases, used);
}

/** Returns the bases of a file, which do not overlap, that have no place in them and are in no place. */
function without(bases: readonly StringFact[], places: readonly Location[]): StringFact[] {
  const inFile = places.filter(({ path }) => path === bases[0]?.place.path);
  const isInside = insideOneOf(inFile);
  const ordered = [...bases].sort((a, b) => a.place.start - b.place.start);
  const around = new Set<StringFact>();
  for (const place of inFile) {
    const base = ordered[firstFrom(ordered, (one) => one.place.start <= place.start) - 1];
    if (base && contains(base.place, place)) around.add(base);
  }
  return bases.filter((base) => !around.has(base) && !isInside(base.place));
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

/** Languages of files with settings: what they hold is read elsewhere. */
const OF_SETTINGS: ReadonlySet<string> = new Set(["env", "ini", "json", "properties", "toml", "yaml"]);

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
  if (fileClass !== "source" || !OF_SETTINGS.has(facts.language) || facts.requests.length > 0) return [];
  // People copy it, and no program reads it.
  if (/[.-](?:dist|example|sample|template)(?:\.\w+)?$/.test(facts.path)) return [];
  const bases = facts.strings.filter(({ what }) => what === "base-path" || what === "versioned-base");
  const isSetting = bases.length <= MAX_BASES && bases.every(({ rest }) => pathSegments(rest).length === 0);
  if (!isSetting) return [];
  const settings = bases.filter(
    (fact) => (fact.setting === "text" || fact.setting === "data") && isOfApi(fact, context),
  );
  return settings.length > 0 ? without(settings, placesOfUrls(requests)) : [];
}

/** Returns the calls that lead to requests to the API: a client may put the URL together of what it is handed. */
function calls({ programRequests }: FileContext): Location[] {
  return programRequests.flatMap(({ fact, administration }) =>
    administration.length > 0 ? [fact.site, ...fact.callers] : [],
  );
}

/** Returns the places of the text in the URLs of all requests. */
function placesOfUrls(requests: readonly ApiRequest[]): Location[] {
  return requests.flatMap(({ readings }) =>
    readings.flatMap(({ text, flat }) => writtenPlaces(text, 0, flat.length)),
  );
}
