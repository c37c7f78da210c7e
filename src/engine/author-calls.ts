import { classOfFile } from "../core/file-class.js";
import { encloses, keyOf, type Location } from "../core/span.js";
import { writtenPlaces } from "../facts/text.js";
import type { ApiRequest } from "./api-request.js";
import { nameOfRequest, serviceReadings } from "./request-names.js";

/** All requests that one call of a client sends. */
export type SameSite = readonly ApiRequest[];

/**
 * Returns the call that the author writes if a wrapper sends the request. This is the nearest call around the path of
 * the request, or else the nearest one that other requests of the wrapper do not share. Without a wrapper it is the
 * call of the client.
 */
export function callOf(request: ApiRequest, sameSite: SameSite): Location {
  const { site, callers } = request.fact;
  const paths = serviceReadings(request).flatMap(({ text, match }) =>
    writtenPlaces(text, match.end, match.end + match.path.length),
  );
  // A test that calls the program is not the place to change, unless the whole path is of the test.
  const isOfProgram = !isInTest(site) && !(paths.length > 0 && paths.every(isInTest));
  // A function that no code in the repository calls has its own declaration as its caller. The call is then the nearest one in it.
  const around = callers
    .filter((caller) => !encloses(caller, site) && !(isOfProgram && isInTest(caller)))
    .reverse();
  const nearest = around.filter((caller) => !around.some((other) => isInside(other, caller)));
  if (paths.some((path) => encloses(site, path))) return site;
  const holder = around.find((caller) => paths.some((path) => encloses(caller, path)));
  if (holder) return nearest.find((caller) => encloses(holder, caller)) ?? holder;
  const name = nameOfRequest(request);
  const others = sameSite.filter((other) => nameOfRequest(other) !== name);
  if (others.length === 0) return site;
  const shared = new Set(others.flatMap(({ fact }) => fact.callers.map(keyOf)));
  return nearest.find((caller) => !shared.has(keyOf(caller))) ?? site;
}

function isInTest({ path }: Location): boolean {
  return classOfFile(path) === "test";
}

function isInside(inner: Location, outer: Location): boolean {
  return encloses(outer, inner) && !encloses(inner, outer);
}
