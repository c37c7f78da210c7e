import type { Vocabulary } from "../catalog/catalog.js";
import { matchPath } from "../catalog/matchers/base-paths.js";
import { pathSegments } from "../catalog/matchers/endpoints.js";
import { keyOf } from "../core/span.js";
import { HOLE_MARK, writtenPlaces } from "../facts/text.js";
import {
  namesPublicHost,
  startsLikeResource,
  type AdministrationReading,
  type ApiRequest,
} from "./api-request.js";

/**
 * Returns whether a path behind an unversioned base is more likely one of another application. Its first word is not a
 * resource of the service; an unknown part may be one. Besides, the base consists of everyday words (`/api/admin`), or
 * the URL names another host than those of the service.
 *
 * @param url the whole text up to the end of the path, as far as it is known
 */
export function isOwnApplication(vocabulary: Vocabulary, path: string, url: string): boolean {
  if (startsLikeResource(vocabulary, path)) return false;
  if (vocabulary.distinctivePath && !isOnOtherHost(vocabulary, url)) return false;
  const first = pathSegments(path)[0]?.text;
  if (first === ORGANIZATIONS) return false;
  return first !== undefined && /^[A-Za-z][\w.-]*$/.test(first) && !first.includes(HOLE_MARK);
}

/** Returns whether a URL names a host that is not the service's. The local machine may stand for any service. */
function isOnOtherHost(vocabulary: Vocabulary, url: string): boolean {
  return matchPath(url, [vocabulary])?.knownHost === false && namesPublicHost(url);
}

/**
 * The resource that contains the projects (`groups`) of the service. The specification lists no endpoint of it, the
 * public service does.
 */
const ORGANIZATIONS = "orgs";

/**
 * Returns the requests without the readings that lead to the application's own API. If a base that is written once
 * leads to a resource of the service in one call, it belongs to the service in every call.
 */
export function withoutOwnApplication(requests: readonly (readonly ApiRequest[])[]): ApiRequest[][] {
  const proven = new Set(
    requests.flat().flatMap(({ administration }) => administration.filter(isService).flatMap(basePlaces)),
  );
  return requests.map((ofFile) => ofFile.map((request) => withoutOwn(request, proven)));
}

function withoutOwn(request: ApiRequest, proven: ReadonlySet<string>): ApiRequest {
  const { accept, contentType, administration } = request;
  const named = [...accept.values, ...contentType.values].some((value) => "vocabulary" in value);
  const isOwn = (reading: AdministrationReading): boolean =>
    reading.match.form === "unversioned" &&
    reading.match.knownHost !== true &&
    isOwnApplication(reading.match.vocabulary, reading.match.path, reading.flat) &&
    !basePlaces(reading).some((place) => proven.has(place));
  const own = new Set<unknown>(named ? [] : administration.filter(isOwn));
  if (own.size === 0) return request;
  return {
    ...request,
    administration: administration.filter((reading) => !own.has(reading)),
    readings: request.readings.map((reading) =>
      own.has(reading) ? { text: reading.text, flat: reading.flat, surface: "other" } : reading,
    ),
    onlyService: false,
  };
}

function isService({ match }: AdministrationReading): boolean {
  return match.knownHost === true || startsLikeResource(match.vocabulary, match.path);
}

/** Returns the places at which the base path of a URL is written, as keys. */
export function basePlaces({ text, match }: Pick<AdministrationReading, "text" | "match">): string[] {
  return writtenPlaces(text, match.start, match.end).map(keyOf);
}
