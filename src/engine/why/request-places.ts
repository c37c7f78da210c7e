import type { Location } from "../../core/span.js";
import { hopsToList, type Text } from "../../facts/text.js";
import type { ApiRequest } from "../api-request.js";
import { AuthorCalls } from "../author-calls.js";
import { headerPlace, hopsInside } from "../places.js";

/** Returns the requests that a place is a part of. */
export function requestsAt(
  requests: readonly ApiRequest[],
  isThere: (place: Location) => boolean,
): ApiRequest[] {
  const calls = new AuthorCalls(requests);
  return requests.filter((request) => {
    // The report prints the call of the author, which may be a call of a wrapper.
    const call = firstLine(calls.of(request));
    return [call, ...requestPlaces(request)].some((place) => place !== undefined && isThere(place));
  });
}

/** The call, its headers, and where the values of URL and headers are written and pass by. */
function requestPlaces(request: ApiRequest): (Location | undefined)[] {
  const { fact, readings } = request;
  const texts = [
    ...readings.map(({ text }) => text),
    ...fact.headers.entries.flatMap(({ values }) => values),
  ];
  return [firstLine(fact.site), headerPlace(request), ...texts.flatMap(textPlaces)];
}

/** A call may hold whole functions; it stands where it starts. */
function firstLine({ path, start }: Location): Location {
  return { path, start, end: start + 1 };
}

/** Returns the places where the parts of a text are written, and the places that they pass through. */
export function textPlaces({ parts }: Text): (Location | undefined)[] {
  return parts.flatMap((part) => [
    part.kind === "hole" ? part.place : part.written,
    ...hopsInside(hopsToList(part.hops)).map(({ place }) => firstLine(place)),
  ]);
}
