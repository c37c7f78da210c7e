import type { CalendarDate } from "../../core/calendar-date.js";
import type { ReasonPlaces } from "../../core/finding.js";
import { keyOf, type Location } from "../../core/span.js";
import { aimOf } from "../../engine/requested-versions.js";
import { placeInText } from "../../engine/places.js";
import {
  acceptState,
  hasWrongContentType,
  lacksContentType,
  settingOver,
  wrongOwnType,
} from "../../engine/headers.js";
import { UNNAMED, authorLabelOf, holesOf, type Hole } from "../../facts/text.js";
import type { Editors } from "../../frontends/editor.js";
import { basePathsOf, type VersionPlace } from "./base-paths.js";
import { changesShape, shapeOf } from "./changes.js";
import { datesOf } from "./dates.js";
import { Doubts } from "./doubts.js";
import {
  isOfInstance,
  nameOf,
  strangerOf,
  slotKey,
  type ChosenSlot,
  type HeaderSlots,
} from "./header-slots.js";
import type { InstanceTypes } from "./instance-types.js";
import { doesPrint } from "./reasons.js";
import type { AllRequests, FiledRequest } from "./requests.js";
import type { Succession } from "./succession.js";

export type HeaderName = "Accept" | "Content-Type";

/** The changes that one request needs for the versioned API, before it is known what it shares with others. */
export interface Move {
  readonly of: FiledRequest;
  readonly bases: readonly VersionPlace[];
  /** Headers that it does not send, and where they can be written. */
  readonly missing: readonly HeaderName[];
  readonly slot?: ChosenSlot;
  /** True if it states a version that is older than the one which it is to ask for. */
  readonly isUpgraded: boolean;
  /** The places of the dates that change for this. */
  readonly dates: readonly Location[];
  /** Set if it goes to the endpoint that replaces its own. */
  readonly succession?: Succession;
  /** Headers that it sends with another value. */
  readonly replaced: readonly { readonly name: HeaderName; readonly entry: Location }[];
  /** One sentence for each reason why it is not moved. */
  readonly stops: readonly string[];
  /** One sentence for each fact that may differ where the program runs. */
  readonly reasons: readonly string[];
  /** The code that stops and reasons are about: the call, unless it is something else. */
  readonly reasonPlaces: ReasonPlaces;
  /** The keys of parts that it may share with others. */
  readonly keys: readonly string[];
  /** For a test double: the moves of the requests that it replaces. Only the expected request changes. */
  readonly standsFor?: readonly Move[];
}

/**
 * Returns the changes that a request needs; `undefined` if it needs none.
 *
 * @param succession the move to the endpoint that replaces its own, if it is to be made
 */
export function moveOf(
  one: FiledRequest,
  requests: AllRequests,
  slots: HeaderSlots,
  types: InstanceTypes,
  editors: Editors,
  target: CalendarDate,
  succession: Succession | undefined,
): Move | undefined {
  const { request } = one;
  const { fact } = request;
  const { places: bases, stops, reasons, reasonPlaces } = basePathsOf(request, requests, editors, succession);
  const allStops = new Doubts();
  const allReasons = new Doubts();
  const isAbout = (reason: string): Location => reasonPlaces.get(reason) ?? requests.callOf(one);
  for (const stop of stops) allStops.add(stop, isAbout(stop));
  for (const reason of reasons) allReasons.add(reason, isAbout(reason));
  const gone = request.administration.find(
    ({ endpoint }) => endpoint.gone && !endpoint.gone.renamed && endpoint.certain,
  );
  if (gone) {
    const place = placeInText(gone.text, gone.match.end, gone.match.end + gone.match.path.length);
    allStops.add("the versioned API does not have this endpoint", place ?? requests.callOf(one));
  }
  const missing: HeaderName[] = [];
  const replaced: { name: HeaderName; entry: Location }[] = [];
  const isApart = types.isApart(one);
  const take = (name: HeaderName, entry: (typeof request)["accept"]["entry"]): void => {
    if (!entry || (isApart && entry.place && isOfInstance(entry.place, one))) missing.push(name);
    else if (!entry.place) allStops.add(`cannot find where ${name} is set`, fact.site);
    else if (entry.isJoined === true) allStops.add(`${name} is set more than once`, entry.place);
    else if (!entry.certain) {
      const [hole] = fact.headers.open;
      if (hole) allStops.add(cannotTell(name, hole), hole.place ?? fact.site);
      else allStops.add(`${name} is only set in some branches`, entry.place);
    } else {
      replaced.push({ name, entry: entry.place });
      const everybody = requests.callersOfGlobalAround(entry.place);
      if (everybody !== undefined)
        allReasons.add(`${name}, which changes, is also sent for ${everybody}`, entry.place);
      const other = requests.escapesOfHeader(entry.place).find((escape) => !doesPrint(escape));
      if (other) allReasons.add(`${name}, which changes, is also passed to ${other.to}`, other.place);
      const stranger = requests.strangerWithHeaderAt(entry.place);
      if (stranger)
        allStops.add(`${strangerOf(stranger)} also sends this ${name} header`, requests.callOf(stranger));
      const dated = name === "Accept" ? requests.datedWithHeaderAt(entry.place) : undefined;
      if (dated)
        allStops.add(`${nameOf(dated)} also sends this header, with a version`, requests.callOf(dated));
    }
  };
  const state = acceptState(request);
  if (state === "unknown") {
    const [hole] = [...(request.accept.entry?.values.flatMap(holesOf) ?? []), ...fact.headers.open];
    allStops.add(cannotTell("Accept", hole), request.accept.entry?.place ?? hole?.place ?? fact.site);
  }
  if (state === "missing" || state === "plain") take("Accept", request.accept.entry);
  const setting = state === "plain" ? settingOver(request.accept) : undefined;
  if (setting !== undefined)
    allReasons.add(
      `the fix writes the dated media type into the call, which then no longer reads ${setting}`,
      request.accept.entry?.place ?? requests.callOf(one),
    );
  if (lacksContentType(request) || hasWrongContentType(request))
    take("Content-Type", request.contentType.entry);
  const own = wrongOwnType(request);
  if (own?.isText) take("Content-Type", undefined);
  else if (own) allStops.add(`the body is sent as ${own.type}, but the API only accepts JSON`, fact.site);
  for (const reading of request.administration) {
    const shape = reading.match.form === "unversioned" ? shapeOf(request, reading) : undefined;
    if (shape !== undefined && changesShape(reading) && shape > aimOf(request, target))
      allStops.add(
        `${reading.match.version!} has the shape of ${shape}, which is later than the target`,
        requests.callOf(one),
      );
  }
  if (succession) allReasons.add(succession.doubt, requests.callOf(one));
  const stated = datesOf(one, requests, target, succession);
  const dates = stated?.places ?? [];
  for (const [from, to] of [
    [stated?.stops, allStops],
    [stated?.reasons, allReasons],
  ] as const)
    for (const reason of from?.all ?? []) to.add(reason, from!.placeOf(reason) ?? fact.site);
  if (bases.length === 0 && missing.length === 0 && replaced.length === 0 && !stated) return undefined;
  const chosen = missing.length > 0 ? slots.choose(one, missing, isApart) : undefined;
  const slot = chosen && "places" in chosen ? chosen : undefined;
  if (slot?.doubt) allReasons.add(slot.doubt.reason, slot.doubt.place);
  if (chosen && "stop" in chosen) allStops.add(chosen.stop, chosen.place ?? fact.site);
  return {
    of: one,
    bases,
    missing,
    isUpgraded: stated !== undefined,
    dates,
    ...(succession ? { succession } : {}),
    replaced,
    stops: allStops.all,
    reasons: allReasons.all,
    reasonPlaces: new Map([...allReasons.places, ...allStops.places]),
    keys: [
      ...requests.sourcesOf(one).map(({ request: source }) => `request:${source.fact.id}`),
      ...bases.map(({ place }) => `base:${keyOf(place)}`),
      ...(slot?.places.map(slotKey) ?? []),
      ...replaced.map(({ entry }) => `entry:${keyOf(entry)}`),
      ...dates.map((place) => `date:${keyOf(place)}`),
      // A wrapper is one unit for all its callers.
      `site:${keyOf(fact.site)}`,
    ],
    ...(slot ? { slot } : {}),
  };
}

/** Says that the headers of a call are not all known. */
function cannotTell(name: HeaderName, hole: Hole | undefined): string {
  const label = hole ? authorLabelOf(hole) : UNNAMED;
  const source = label === UNNAMED ? "" : `: it depends on ${label}`;
  return `cannot tell which ${name} header the request sends${source}`;
}
