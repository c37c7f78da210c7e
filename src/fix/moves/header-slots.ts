import { encloses, haveSameStart, isSamePlace, keyOf, type Location } from "../../core/span.js";
import type { EscapeFact } from "../../facts/file-facts.js";
import type { HeaderSlot } from "../../facts/request.js";
import { isRefusal, type Editors, type SlotPlace } from "../../frontends/editor.js";
import { namedUrl } from "../../engine/request-names.js";
import { NO_EDITOR } from "./doubts.js";
import { doesPrint } from "./reasons.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** A slot that every request which sends what is written there may have a dated header in. */
export interface ChosenSlot {
  readonly places: readonly SlotPlace[];
  /** Why the header may change more than the requests. */
  readonly doubt?: { readonly reason: string; readonly place: Location };
}

/** The place is the code that the stop is about. */
type Choice = ChosenSlot | { readonly stop: string; readonly place?: Location };

/** Chooses where requests get their headers; what many of them share is looked at once. */
export class HeaderSlots {
  readonly #known = new Map<string, Choice>();

  constructor(
    private readonly requests: AllRequests,
    private readonly editors: Editors,
  ) {}

  /**
   * Returns the best slot for headers of a request: in the instance that leads to the service, else in the call.
   *
   * @param names of the headers
   *
   * @param isApart whether the header must not affect the other requests of the instance
   */
  choose(one: FiledRequest, names: readonly string[], isApart = false): Choice {
    const { headers, instance } = one.request.fact;
    const own = instance?.slot ? [{ slot: instance.slot, site: instance.site }] : [];
    const inCall = headers.slots.map((slot) => ({ slot, site: undefined }));
    const all = instance?.givesUrl ? [...own, ...inCall] : [...inCall, ...own];
    const candidates = isApart ? inCall.filter(({ slot }) => !isSlotOfInstance(slot, one)) : all;
    const others: Choice[] = [];
    for (const { slot, site } of candidates) {
      const places = placesOf(slot);
      const key = [...places.map(slotKey), ...(site ? [keyOf(site)] : []), ...names].join(" ");
      const choice = this.#known.get(key) ?? this.#judge(places, site, names);
      this.#known.set(key, choice);
      if ("places" in choice && !choice.doubt) return choice;
      others.push(choice);
    }
    // The reason against the best place says more than that another one is taken.
    const other = others.find((one) => "places" in one) ?? others[0];
    if (other) return other;
    const { site, client } = one.request.fact;
    if (this.editors(site.path) === undefined) return { stop: NO_EDITOR };
    return {
      stop:
        client === "curl"
          ? "cannot add an option to this curl command, because its words are in a list or computed"
          : "cannot find where this client's headers are set",
    };
  }

  #judge(given: readonly SlotPlace[], instance: Location | undefined, names: readonly string[]): Choice {
    const { requests, editors } = this;
    const users = instance
      ? requests.ofInstance(instance)
      : given.flatMap((place) => usersOf(place, requests));
    const over = !instance && users.every(mayBeSpread);
    const places = given.map((place) =>
      place.kind === "argument" || place.kind === "options" ? { ...place, over } : place,
    );
    const stranger = users.find((user) => !requests.mayBelong(user));
    if (stranger) {
      const stop = `${strangerOf(stranger)} sends the same headers`;
      return { stop, place: requests.callOf(stranger) };
    }
    const escapes = places.flatMap((place) =>
      "place" in place
        ? requests
            .escapesAt(place.place)
            .filter(({ what }) => what.kind === "written" && isSamePlace(what.place, place.place))
        : [],
    );
    for (const place of places) {
      const at = locationOf(place);
      const everybody = requests.callersOfGlobalAround(at);
      if (everybody !== undefined)
        return { stop: `the same headers are also sent for ${everybody}`, place: at };
    }
    const all = [...escapes, ...this.#enumerationsOf(places, users)];
    const by = all.find((one) => !doesPrint(one));
    if (by) return { stop: `the headers are also passed to ${by.to}`, place: by.place };
    for (const place of places) {
      const at = locationOf(place);
      const result = editors(at.path)?.addHeaders(
        place,
        names.map((name) => ({ name, value: "x" })),
      );
      if (!result) return { stop: NO_EDITOR, place: at };
      if (isRefusal(result)) return { stop: result.refused, place: at };
    }
    const [printed] = all;
    if (!printed) return { places };
    const reason = `${printed.to} prints the headers, so the output changes`;
    return { places, doubt: { reason, place: printed.place } };
  }

  /**
   * Returns the code that enumerates all headers that are written at one of the places, or that reach their request
   * through it.
   */
  #enumerationsOf(places: readonly SlotPlace[], users: readonly FiledRequest[]): EscapeFact[] {
    return places.flatMap((slot) => {
      const given = users.flatMap(({ request: { fact } }) => fact.headers.sources);
      const others = given.flatMap((source) => this.requests.enumeratedBy(source));
      const own = "place" in slot ? this.requests.enumeratedBy(slot.place) : [];
      return [...own, ...others.filter((one) => isEnumeratedBy(slot, one, users))];
    });
  }
}

/**
 * Returns whether code that enumerates headers gets them together with what is written at a place. Either the literal
 * is in a call that passes them, or, beyond the request's own call, in a call that leads to the request.
 */
function isEnumeratedBy(slot: SlotPlace, { what }: EscapeFact, users: readonly FiledRequest[]): boolean {
  const calls = what.kind === "written" ? (what.enumeratedBy ?? []) : [];
  const at = locationOf(slot);
  if (calls.some((call) => encloses(call, at))) return true;
  return users.some(
    ({ request: { fact } }) =>
      !encloses(fact.site, at) &&
      fact.callers.some((caller) => calls.some((call) => haveSameStart(call, caller))),
  );
}

/**
 * Returns whether what is written at a place is sent with all requests of the instance that a request goes out with.
 */
export function isOfInstance(place: Location, { request: { fact } }: FiledRequest): boolean {
  const { headersPlace, slot, site } = fact.instance ?? {};
  const own = [headersPlace, site, ...(slot && "places" in slot ? slot.places : [])];
  return own.some((literal) => literal && encloses(literal, place));
}

function isSlotOfInstance(slot: HeaderSlot, one: FiledRequest): boolean {
  return "places" in slot && slot.places.some((place) => isOfInstance(place, one));
}

/** Returns whether what a call is given can be spread behind an Accept: it is plain, and has none in whatever case. */
function mayBeSpread({ request: { fact, accept } }: FiledRequest): boolean {
  return fact.headers.plain === true && accept.entry === undefined;
}

function placesOf(slot: HeaderSlot): SlotPlace[] {
  if (!("places" in slot)) return [slot];
  const { places, ...rest } = slot;
  return places.map((place) => ({ ...rest, place }) as SlotPlace);
}

/** Returns the headers, or the call that they are passed to. */
export function locationOf(slot: SlotPlace): Location {
  return "place" in slot ? slot.place : slot.call;
}

/** Identifies the place among all that headers may be written at. */
export function slotKey(slot: SlotPlace): string {
  return `${slot.kind}:${keyOf(locationOf(slot))}`;
}

function usersOf(slot: SlotPlace, requests: AllRequests): readonly FiledRequest[] {
  return "place" in slot ? requests.withHeadersFrom(slot.place) : requests.sentAt(slot.call);
}

export function nameOf({ request }: FiledRequest): string {
  return `the ${request.fact.client} call`;
}

/** Returns what messages call a request that cannot move, with the reason. */
export function strangerOf(one: FiledRequest): string {
  const { readings } = one.request;
  if (readings.some(({ surface }) => surface === "unknown")) return `${nameOf(one)}, whose URL is not known,`;
  const url = readings[0] ? namedUrl(readings[0]).replace(/[?#].*$/s, "") : "";
  const to = url === "" || url.length > MAX_URL ? "" : ` to ${url}`;
  return `${nameOf(one)}${to}, which does not use this API,`;
}

/** Longer URLs do not help to tell calls apart. */
const MAX_URL = 60;
