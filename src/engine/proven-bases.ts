import { matchEndpoint } from "../catalog/matchers/endpoints.js";
import { isAdministration, startsLikeResource, type ApiRequest, type UrlReading } from "./api-request.js";
import type { FileFacts } from "../facts/file-facts.js";
import { writtenPlaces } from "../facts/text.js";
import { basePlaces } from "./own-application.js";

/**
 * Returns the requests, with those to other resources of the service behind a base that is certainly its own. One call
 * makes a base of everyday words (`/api/admin/v2`) certain wherever it is used. Such a call goes to a resource of the
 * catalog, or sends a media type of the service. A media type of the service is enough as
 * well, because a caller may replace it by another one. It is in the file that has the base or sends the request, or in
 * one that this file imports.
 *
 * @param files the facts of the files that send the requests, in the same order
 */
export function withProvenBases(
  requests: readonly (readonly ApiRequest[])[],
  files: readonly FileFacts[],
): ApiRequest[][] {
  const own = new Map(files.map((facts) => [facts.path, vocabulariesNamedIn(facts)]));
  const naming = new Set(
    files.flatMap(({ path, imports = [] }) =>
      [path, ...imports].flatMap((one) => own.get(one) ?? []).map((name) => keyOfVocabulary(path, name)),
    ),
  );
  const proven = new Set(
    requests.flat().flatMap(({ administration }) => administration.flatMap((reading) => basePlaces(reading))),
  );
  return requests.map((ofFile) => ofFile.map((request) => withProven(request, proven, naming)));
}

/** Returns the names of the vocabularies of which code of a file has a media type. */
function vocabulariesNamedIn({ strings }: FileFacts): string[] {
  return strings.flatMap(({ what, setting, vocabulary }) =>
    what === "media-type" && setting === "code" ? [vocabulary] : [],
  );
}

function keyOfVocabulary(path: string, vocabulary: string): string {
  return `${vocabulary} ${path}`;
}

function withProven(
  request: ApiRequest,
  proven: ReadonlySet<string>,
  naming: ReadonlySet<string>,
): ApiRequest {
  const readings = request.readings.map((reading): UrlReading => {
    const { surface, match } = reading;
    if (surface === "administration" || surface === "discovery" || match?.form !== "versioned")
      return reading;
    if (!startsLikeResource(match.vocabulary, match.path)) return reading;
    const isBaseProven = basePlaces({ ...reading, match }).some((place) => proven.has(place));
    const isNamed = (path: string): boolean => naming.has(keyOfVocabulary(path, match.vocabulary.name));
    const around = [request.fact.site, ...writtenPlaces(reading.text, match.start, match.end)];
    if (!isBaseProven && !around.some(({ path }) => isNamed(path))) return reading;
    const endpoint = matchEndpoint(match.vocabulary, request.fact.methods, match.path);
    return { ...reading, surface: "administration", endpoint };
  });
  if (readings.every((reading, index) => reading === request.readings[index])) return request;
  return {
    ...request,
    readings,
    administration: readings.filter(isAdministration),
    likely: [],
    onlyService: readings.every(({ surface }) => surface !== "other"),
  };
}
