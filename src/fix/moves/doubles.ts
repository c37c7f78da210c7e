import { keyOf } from "../../core/span.js";
import { acceptState } from "../../engine/headers.js";
import type { Question } from "../../engine/file-context.js";
import type { Editors } from "../../frontends/editor.js";
import { basePathsOf } from "./base-paths.js";
import { changingKeys, changingNames } from "./bodies.js";
import { placesIn } from "./dates.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import type { Programs } from "./programs.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** The facts that decide which requests a test double replaces. */
interface AroundDoubles {
  readonly requests: AllRequests;
  readonly editors: Editors;
  readonly programs: Programs;
}

/**
 * Returns the move of a test double, together with the requests that it replaces; `undefined` if there are none. A
 * double that answers unknown paths may replace all requests that its file concerns.
 */
export function moveOfDouble(
  one: FiledRequest,
  moves: readonly Move[],
  { requests, editors, programs }: AroundDoubles,
): Move | undefined {
  const { request, context } = one;
  const { path } = context.facts;
  if (!isDouble(one) || request.administration.length === 0) return undefined;
  const { site } = request.fact;
  const own = endpointsOf(one);
  const vocabularies = new Set(request.administration.map(({ match }) => match.vocabulary.name));
  const standsFor = moves.filter((move) =>
    own.length > 0
      ? endpointsOf(move.of).some((endpoint) => own.includes(endpoint))
      : isConcernOf(path, move, programs) &&
        move.of.request.administration.some(({ match }) => vocabularies.has(match.vocabulary.name)),
  );
  const succession = standsFor.find((move) => move.succession)?.succession;
  const { places: bases, stops, reasons, reasonPlaces } = basePathsOf(request, requests, editors, succession);
  const dates = standsFor.some((move) => move.dates.length > 0) ? placesIn(request.accept) : [];
  if ((bases.length === 0 && dates.length === 0) || standsFor.length === 0) return undefined;
  const allReasons = [...reasons];
  if (own.length === 0) allReasons.push(`cannot tell which paths a test double in ${path} answers`);
  const replaced: { name: "Accept"; entry: NonNullable<Move["replaced"][number]>["entry"] }[] = [];
  const state = acceptState(request);
  const { entry } = request.accept;
  if (request.fact.isLookedAt === true)
    allReasons.push(`a test double in ${path} checks the request headers, and Accept changes`);
  else if (state === "plain" && entry?.place && entry.isJoined !== true)
    replaced.push({ name: "Accept", entry: entry.place });
  else if (entry && state !== "versioned")
    allReasons.push(`a test double in ${path} checks Accept, which changes`);
  return {
    of: one,
    bases,
    missing: [],
    isUpgraded: dates.length > 0,
    dates,
    replaced,
    stops,
    reasons: allReasons,
    reasonPlaces: new Map([...stops, ...allReasons].map((one) => [one, reasonPlaces.get(one) ?? site])),
    standsFor,
    ...(succession ? { succession } : {}),
    keys: [
      ...bases.map(({ place }) => `base:${keyOf(place)}`),
      ...replaced.map(({ entry: place }) => `entry:${keyOf(place)}`),
      ...dates.map((place) => `date:${keyOf(place)}`),
      ...standsFor.map(({ of }) => `request:${of.request.fact.id}`),
    ],
  };
}

/** Returns whether a request is one that a test expects, and answers itself. */
function isDouble({ request: { fact } }: FiledRequest): boolean {
  return fact.setting === "mock";
}

function endpointsOf({ request }: FiledRequest): string[] {
  return request.administration.flatMap(({ match, endpoint }) =>
    endpoint.endpoints.map(({ id }) => `${match.vocabulary.name}:${id}`),
  );
}

/** Returns whether what a file says may be about a request: it is of the same program, or a test of it. */
export function isConcernOf(path: string, move: Move, programs: Programs): boolean {
  return programs.mayBeInProgramOf(move, path) || programs.isTestOf(move, path);
}

/**
 * Returns why tests may depend on the shape of the bodies that moves send, one sentence each. A file with a test
 * double, or a test of the program, reads properties that are removed from an unknown object, as predicates and
 * answering functions do.
 */
export function bodiesLookedAt(
  moves: readonly Move[],
  requests: AllRequests,
  programs: Programs,
  { target }: Question,
): Doubts {
  const changing = moves.filter((move) => !move.standsFor && changingKeys(move, target).length > 0);
  const reasons = new Doubts();
  if (changing.length === 0) return reasons;
  const names = new Set(changing.flatMap((move) => changingNames(move, target)));
  for (const { name, place } of requests.looseReads.inTests(names))
    if (changing.some((move) => isConcernOf(place.path, move, programs)))
      reasons.add(
        `${place.path} reads ${name} of an object that may be the request body, which changes`,
        place,
      );
  return reasons;
}
