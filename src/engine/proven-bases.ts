import { matchEndpoint } from "../catalog/matchers/endpoints.js";
import { isAdministration, startsLikeResource, type ApiRequest, type UrlReading } from "./api-request.js";
import { basePlaces } from "./own-application.js";

/**
 * Returns the requests, with those to other resources of the service behind a base that is certainly its own. One call
 * makes a base of everyday words (`/api/admin/v2`) certain wherever it is used. Such a call goes to a resource of the
 * catalog, or sends a media type of the service.
 */
export function withProvenBases(requests: readonly (readonly ApiRequest[])[]): ApiRequest[][] {
  const proven = new Set(
    requests.flat().flatMap(({ administration }) => administration.flatMap((reading) => basePlaces(reading))),
  );
  return requests.map((ofFile) => ofFile.map((request) => withProven(request, proven)));
}

function withProven(request: ApiRequest, proven: ReadonlySet<string>): ApiRequest {
  const readings = request.readings.map((reading): UrlReading => {
    const { surface, match } = reading;
    if (surface === "administration" || match?.form !== "versioned") return reading;
    const isOurs =
      startsLikeResource(match.vocabulary, match.path) &&
      basePlaces({ ...reading, match }).some((place) => proven.has(place));
    if (!isOurs) return reading;
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
