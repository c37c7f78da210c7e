import { addAll } from "../../core/add-all.js";
import { addToGroup } from "../../core/group-by.js";
import type { Edit } from "../../core/finding.js";
import { keyOf, type Location } from "../../core/span.js";
import type { HeaderReading } from "../../engine/headers.js";
import { isUnreleased, statedDates, upgradeOf } from "../../engine/requested-versions.js";
import { versionAt } from "../../catalog/matchers/versions.js";
import type { CalendarDate } from "../../core/calendar-date.js";
import { partsBetween } from "../../facts/text.js";
import { isRefusal } from "../../frontends/editor.js";
import { Doubts, NO_EDITOR } from "./doubts.js";
import { isConcernOf } from "./doubles.js";
import { nameOf } from "./header-slots.js";
import { sharedDate } from "./media-types.js";
import type { Move } from "./move.js";
import { ProgramDoubts } from "./program-doubts.js";
import type { Programs } from "./programs.js";
import type { Around, ReadChanges } from "./reads.js";
import type { AllRequests, FiledRequest } from "./requests.js";
import type { Succession } from "./succession.js";

/** The places where a request states dates that are older than the wanted one. */
interface StatedDates {
  readonly places: readonly Location[];
  /** The reasons why a date cannot be changed, one sentence each. */
  readonly stops: Doubts;
  /** The reasons why another date is probably right but not certain, one sentence each. */
  readonly reasons: Doubts;
}

/**
 * Returns the dates that have to change, so that a request asks for the version of the target. Undefined if it has no
 * date, or one of that version.
 *
 * @param succession the move to another endpoint, if there is one
 */
export function datesOf(
  one: FiledRequest,
  requests: AllRequests,
  target: CalendarDate,
  succession: Succession | undefined,
): StatedDates | undefined {
  const { request } = one;
  const readings = requests.sourcesOf(one).flatMap(({ request: source }) => source.administration);
  if (upgradeOf(request, target, readings) === undefined && !succession?.isBehind) return undefined;
  const stops = new Doubts();
  const reasons = new Doubts();
  for (const { match, endpoint } of readings) {
    const dates = statedDates(request, match.vocabulary);
    const versions = dates.map((date) => versionAt(match.vocabulary, endpoint.endpoints[0], date)?.date);
    if (new Set(versions).size > 1)
      stops.add(`the request asks for different versions: ${[...dates].sort().join(" and ")}`);
    for (const date of dates)
      if (isUnreleased(match.vocabulary, date))
        reasons.add(`${date} was never released, so it is not known which version the code is written for`);
  }
  if (request.accept.values.some(({ kind }) => kind === "unknown-version" || kind === "unknown"))
    stops.add("cannot tell which version the request asks for on every way through the code");
  const places = new Map<string, Location>();
  for (const header of [request.accept, request.contentType]) {
    for (const place of placesIn(header, stops)) places.set(keyOf(place), place);
  }
  return { places: [...places.values()], stops, reasons };
}

/** Writes the new date where requests that move together state the old one; each place once. */
export function changeDates(
  moves: readonly Move[],
  { requests, editors }: Pick<Around, "requests" | "editors">,
  target: CalendarDate,
): ReadChanges {
  const edits: Edit[] = [];
  const stops = new Doubts();
  const byPlace = new Map<string, { readonly place: Location; readonly own: Map<FiledRequest, Move> }>();
  for (const move of moves)
    for (const place of move.dates) {
      const key = keyOf(place);
      const found = byPlace.get(key) ?? { place, own: new Map() };
      byPlace.set(key, found);
      found.own.set(move.of, move);
    }
  for (const { place, own } of byPlace.values()) {
    const users = new Set([...own.keys(), ...requests.withHeaderOf(place)]);
    for (const user of users) {
      const { fact } = user.request;
      if (fact.setting !== "code" || requests.mayBelong(user)) continue;
      stops.add(`${nameOf(user)}, which cannot be moved, sends the same media type`, requests.callOf(user));
    }
    if (requests.withUrlAt(place).length > 0)
      stops.add("a URL contains the same date, which would change with it", place);
    for (const { to, place: at } of requests.escapesAt(place))
      stops.add(`the media type is also passed to ${to}, which v2ready cannot follow`, at);
    const sources = [...users]
      .flatMap((user) => own.get(user)?.standsFor?.map(({ of }) => of) ?? [user])
      .flatMap((one) => requests.sourcesOf(one).map(({ request }) => request));
    const shared = sharedDate(sources, target);
    if ("stop" in shared) {
      stops.add(shared.stop, place);
      continue;
    }
    const result = editors(place.path)?.replaceText(place, shared.date);
    if (!result) stops.add(NO_EDITOR, place);
    else if (isRefusal(result)) stops.add(result.refused, place);
    else addAll(edits, result);
  }
  return { edits, findings: [], stops: stops.all, reasons: [], reasonPlaces: stops.places };
}

/** Places where the same program, or a test of it, names an old version outside of requests. */
export class LooseDates {
  readonly #doubts: ProgramDoubts;

  constructor(requests: AllRequests, programs: Programs) {
    this.#doubts = new ProgramDoubts(programs, (move, date) =>
      requests.looseMediaTypes.flatMap(({ value, place }) =>
        value.includes(date) && isConcernOf(place.path, move, programs)
          ? [
              {
                reason: `${place.path} also names ${value}, which v2ready cannot connect to a request`,
                place,
                endsWithEdit: true,
              },
            ]
          : [],
      ),
    );
  }

  /** Returns a reason for each place that names the version of one of the moves and is not changed. */
  left(moves: readonly Move[], isChanged: (place: Location) => boolean): Doubts {
    const left = new Doubts();
    const byDate = new Map<string, Move[]>();
    for (const move of moves)
      if (move.dates.length > 0 && !move.standsFor)
        for (const one of move.of.request.accept.values)
          if (one.kind === "versioned") addToGroup(byDate, one.date, move);
    for (const [date, asking] of byDate) this.#doubts.addTo(left, asking, isChanged, date);
    return left;
  }
}

/** Returns the places of the dates in a header. */
export function placesIn({ types, entry }: HeaderReading, stops?: Doubts): Location[] {
  return types.flatMap(({ match, text, start }) => {
    if (match.kind !== "versioned" || match.upcoming) return [];
    const from = start + match.versionStart;
    const parts = partsBetween(text, from, from + match.date.length);
    const [only] = parts;
    const written = only?.part.kind === "segment" ? only.part.written : undefined;
    if (parts.length === 1 && written?.exact)
      return [{ path: written.path, start: written.start + only!.from, end: written.start + only!.to }];
    stops?.add(
      parts.length > 1
        ? `the date in the media type is joined from ${parts.length} parts`
        : "cannot find where the date of the media type is written",
      entry?.place,
    );
    return [];
  });
}
