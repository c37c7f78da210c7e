import { keyOf, type Location } from "../../core/span.js";
import { acceptState, hasWrongContentType, lacksContentType, wrongOwnType } from "../../engine/headers.js";
import type { Editors } from "../../frontends/editor.js";
import { basePathsOf, type VersionPlace } from "./base-paths.js";
import { isOfInstance, nameOf, slotKey, type ChosenSlot, type HeaderSlots } from "./header-slots.js";
import type { InstanceTypes } from "./instance-types.js";
import type { AllRequests, FiledRequest } from "./requests.js";

export type HeaderName = "Accept" | "Content-Type";

/** What one request needs to go to the versioned API, before it is known what it shares with others. */
export interface Move {
  readonly of: FiledRequest;
  readonly bases: readonly VersionPlace[];
  /** Headers that it does not send, and where they can be written. */
  readonly missing: readonly HeaderName[];
  readonly slot?: ChosenSlot;
  /** Headers that it sends with another value. */
  readonly replaced: readonly { readonly name: HeaderName; readonly entry: Location }[];
  /** What keeps it from being moved, one sentence each. */
  readonly stops: readonly string[];
  /** What may be otherwise where the program runs, one sentence each. */
  readonly reasons: readonly string[];
  /** What it may share with others. */
  readonly keys: readonly string[];
  /** Of a test double: the moves of the requests that it stands in for. Only what it asks of them changes. */
  readonly standsFor?: readonly Move[];
}

/** What a request needs; nothing for one that is as it should be. */
export function moveOf(
  one: FiledRequest,
  requests: AllRequests,
  slots: HeaderSlots,
  types: InstanceTypes,
  editors: Editors,
): Move | undefined {
  const { request } = one;
  const { fact } = request;
  const { places: bases, stops, reasons } = basePathsOf(request, requests, editors);
  const allStops = [...stops];
  const allReasons = [...reasons];
  if (request.administration.some(({ endpoint }) => endpoint.gone && endpoint.certain))
    allStops.push("the versioned API does not have this endpoint");
  const missing: HeaderName[] = [];
  const replaced: { name: HeaderName; entry: Location }[] = [];
  const isApart = types.isApart(one);
  const take = (name: HeaderName, entry: (typeof request)["accept"]["entry"]): void => {
    if (!entry || (isApart && entry.place && isOfInstance(entry.place, one))) missing.push(name);
    else if (!entry.place) allStops.push(`cannot find where ${name} is set`);
    else if (entry.isJoined === true) allStops.push(`${name} is set more than once`);
    else if (!entry.certain) allStops.push(`${name} is only set in some branches`);
    else {
      replaced.push({ name, entry: entry.place });
      const everybody = requests.callersOfGlobalAround(entry.place);
      if (everybody !== undefined) allReasons.push(`${name}, which changes, is also sent for ${everybody}`);
      const stranger = requests.withHeaderAt(entry.place).find((other) => !requests.mayBelong(other));
      if (stranger)
        allStops.push(`${nameOf(stranger)}, which does not use this API, also sends this ${name} header`);
    }
  };
  const state = acceptState(request);
  if (state === "unknown") allStops.push("cannot tell which Accept header the request sends");
  if (state === "missing" || state === "plain") take("Accept", request.accept.entry);
  if (lacksContentType(request) || hasWrongContentType(request))
    take("Content-Type", request.contentType.entry);
  const own = wrongOwnType(request);
  if (own?.isText) take("Content-Type", undefined);
  else if (own) allStops.push(`the body is sent as ${own.type}, but the API only accepts JSON`);
  if (bases.length === 0 && missing.length === 0 && replaced.length === 0) return undefined;
  const chosen = missing.length > 0 ? slots.choose(one, isApart) : undefined;
  const slot = chosen && "places" in chosen ? chosen : undefined;
  if (chosen && "stop" in chosen) allStops.push(chosen.stop);
  return {
    of: one,
    bases,
    missing,
    replaced,
    stops: allStops,
    reasons: allReasons,
    keys: [
      ...requests.sourcesOf(one).map(({ request: source }) => `request:${source.fact.id}`),
      ...bases.map(({ place }) => `base:${keyOf(place)}`),
      ...(slot?.places.map(slotKey) ?? []),
      ...replaced.map(({ entry }) => `entry:${keyOf(entry)}`),
      // A wrapper is one thing, whoever calls it.
      `site:${keyOf(fact.site)}`,
    ],
    ...(slot ? { slot } : {}),
  };
}
