import type { CalendarDate } from "../../core/calendar-date.js";
import type { EndpointMatch } from "../../catalog/matchers/endpoints.js";
import { mediaTypeOf } from "../../catalog/matchers/media-types.js";
import { targetFor, targetVersion, versionAt } from "../../catalog/matchers/versions.js";
import type { Vocabulary } from "../../catalog/catalog.js";
import type { EndpointData } from "../../catalog/model.js";
import type { ApiRequest } from "../../engine/api-request.js";
import { describe } from "../../facts/text.js";

/**
 * Returns the media type that all of the requests can use, because they send the same header.
 *
 * @param target the resource version that the user migrates to
 */
export function sharedMediaType(
  requests: readonly ApiRequest[],
  target: CalendarDate,
): { readonly type: string } | { readonly stop: string } {
  const date = commonDate(requests, target);
  const types = new Set<string>();
  for (const request of requests) {
    for (const { match, endpoint } of request.administration) {
      for (const one of candidatesOf(endpoint)) {
        const format = one ? one.format : downloadFormat(request, match.vocabulary.mediaType.formats);
        if (!one && format === undefined && FILE.test(match.path)) return { stop: UNKNOWN_FORMAT };
        types.add(mediaTypeOf(match.vocabulary, date ?? dateFor(match.vocabulary, one, target), format));
      }
    }
  }
  const [type] = types;
  if (type === undefined) return { stop: "cannot tell which media type the request needs" };
  if (types.size > 1)
    return {
      stop: `the calls share one header but need different media types: ${[...types].sort().join(" and ")}`,
    };
  return { type };
}

/**
 * Returns the date that all of the requests can use in the media types of all formats, because they take it from one
 * place.
 */
export function sharedDate(
  requests: readonly ApiRequest[],
  target: CalendarDate,
): { readonly date: CalendarDate } | { readonly stop: string } {
  const common = commonDate(requests, target);
  if (common !== undefined) return { date: common };
  const dates = new Set(needsOf(requests, target).map((need) => need.date));
  const [date] = dates;
  if (date === undefined) return { stop: "cannot tell which version the request needs" };
  if (dates.size > 1)
    return {
      stop: `the calls share one date but need different ones: ${[...dates].sort().join(" and ")}`,
    };
  return { date };
}

/** Returns the endpoints that a request may mean. An unknown rest of the path may lead to any other one. */
function candidatesOf({ endpoints, certain }: EndpointMatch): readonly (EndpointData | undefined)[] {
  return certain && endpoints.length > 0 ? endpoints : [undefined];
}

/** A date that one of the requests needs for one of its endpoints. */
interface Need {
  readonly vocabulary: Vocabulary;
  readonly endpoint: EndpointData | undefined;
  readonly date: CalendarDate;
}

function needsOf(requests: readonly ApiRequest[], target: CalendarDate): Need[] {
  return requests.flatMap((request) =>
    request.administration.flatMap(({ match: { vocabulary }, endpoint }) => {
      return candidatesOf(endpoint).map((one) => ({
        ...{ vocabulary, endpoint: one },
        date: dateFor(vocabulary, one, target),
      }));
    }),
  );
}

/** Returns the latest of the dates that requests need, if it leads each of them to the version that it needs. */
function commonDate(requests: readonly ApiRequest[], target: CalendarDate): CalendarDate | undefined {
  const needs = needsOf(requests, target);
  const latest = needs
    .map(({ date }) => date)
    .sort()
    .at(-1);
  const isEnough = ({ vocabulary, endpoint, date }: Need): boolean =>
    date === latest ||
    (endpoint !== undefined &&
      !endpoint.keepsUnversionedShape &&
      versionAt(vocabulary, endpoint, latest!) === versionAt(vocabulary, endpoint, date));
  return needs.every(isEnough) ? latest : undefined;
}

/**
 * The version to ask for. What keeps the unversioned shape is asked for by its own date: with later ones such an
 * endpoint was seen to take less (a tenant upgrade in one step, MCP).
 */
function dateFor(
  vocabulary: Vocabulary,
  endpoint: EndpointData | undefined,
  target: CalendarDate,
): CalendarDate {
  const own = endpoint?.keepsUnversionedShape
    ? endpoint.versions.findLast(({ date }) => date <= targetFor(vocabulary, endpoint, target))?.date
    : undefined;
  return own ?? targetVersion(vocabulary, endpoint, target);
}

/** The path of a file that is not JSON. */
const FILE = /\.(?:gz|tgz|tar|zip|bz2|csv|tsv|log|txt|pdf|bin)$/i;
const UNKNOWN_FORMAT = "v2ready does not know this download, so it cannot tell which media type it has";

/** A download of an endpoint that is not listed says by its old header what it is. */
function downloadFormat({ accept }: ApiRequest, formats: readonly string[]): string | undefined {
  const values = accept.entry?.values.map(describe) ?? [];
  return formats.find((format) => values.some((value) => value.endsWith(`/${format}`)));
}
