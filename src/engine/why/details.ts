import type { Location } from "../../core/span.js";
import type { HeaderEntry } from "../../facts/request.js";
import { describe, hopsToList, type Hop, type Part, type Text } from "../../facts/text.js";
import type { ApiRequest, UrlReading } from "../api-request.js";
import { acceptState, type AcceptState } from "../headers.js";
import { callerPlaces, hopMessage } from "../places.js";
import type { Detail } from "./explanation.js";

/** Of many alternatives the first few tell how it goes. */
const MAX_ALTERNATIVES = 4;

/** What is known of a request, with the way of every value. */
export function requestDetails(request: ApiRequest): Detail[] {
  const { fact, readings } = request;
  const shown = readings.slice(0, MAX_ALTERNATIVES);
  const rest = readings.length - shown.length;
  return [
    ...callerPlaces(request).map(({ place }) => at("reached by the call", place)),
    ...shown.flatMap((reading) => [
      { text: `URL ${describe(reading.text)}: ${surfaceOf(reading)}`, depth: 0 },
      ...wayOf(reading.text),
    ]),
    ...(rest > 0 ? [{ text: `and ${rest} more URLs`, depth: 0 }] : []),
    ...request.likely
      .slice(0, 1)
      .map((): Detail => ({ text: "its path and credentials can hardly mean another service", depth: 1 })),
    ...headerDetails(request),
    { text: `credentials: ${fact.credentials}`, depth: 0 },
    ...(fact.instance ? [at("sent through an instance", fact.instance.site)] : []),
  ];
}

function surfaceOf({ surface, match }: UrlReading): string {
  switch (surface) {
    case "administration":
      return `leads to the administration API, ${match!.form === "unknown" ? "version not known" : (match!.version ?? match!.form)}`;
    case "discovery":
      return "leads to the discovery endpoint";
    case "other":
      return "leads to another service";
    case "unknown":
      return "where it leads is not known";
  }
}

const ACCEPT: Readonly<Record<AcceptState, string>> = {
  versioned: "has a versioned media type",
  plain: "has no version",
  missing: "none is sent",
  unknown: "is not known",
};

function headerDetails(request: ApiRequest): Detail[] {
  const { headers, understood, client } = request.fact;
  if (!understood)
    return [{ text: `${client} is not known: what headers it sends cannot be told`, depth: 0 }];
  return [
    { text: `Accept ${ACCEPT[acceptState(request)]}`, depth: 0 },
    ...(headers.place ? [at("headers are written", headers.place)] : []),
    ...headers.entries.flatMap(entryDetails),
    ...headers.open.map((hole) =>
      hole.place
        ? at(`may also come from ${hole.name} (${hole.reason})`, hole.place, 1)
        : { text: `may also come from ${hole.name} (${hole.reason})`, depth: 1 },
    ),
  ];
}

/** Credentials are never shown. */
const SECRET = new Set(["authorization", "proxy-authorization", "cookie"]);

function entryDetails({ name, values, certain, place }: HeaderEntry): Detail[] {
  const value = SECRET.has(name) ? "…" : values.map(describe).join(" or ");
  const text = `${name}: ${value}${certain ? "" : " (perhaps)"}`;
  const detail = place ? at(text, place, 1) : { text, depth: 1 };
  return [detail, ...(SECRET.has(name) ? [] : values.flatMap((one) => wayOf(one, 2)))];
}

/** Where the parts of a text are written, and the way of each to where it is used. */
export function wayOf(text: Text, depth = 1): Detail[] {
  return text.parts.flatMap((part) => [
    ...originOf(part, depth),
    ...hopDetails(hopsToList(part.hops), depth + 1),
  ]);
}

function originOf(part: Part, depth: number): Detail[] {
  if (part.kind === "hole") {
    const text = `{${part.name}} is not known (${part.reason})`;
    return [part.place ? at(text, part.place, depth) : { text, depth }];
  }
  if (!part.written) return part.text === "" ? [] : [{ text: `${quoted(part.text)} is computed`, depth }];
  return [at(`${quoted(part.text)} is written`, part.written, depth)];
}

export function hopDetails(hops: readonly Hop[], depth: number): Detail[] {
  return hops.map((hop) => at(hopMessage(hop), hop.place, depth));
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function at(text: string, place: Location, depth = 0): Detail {
  return { text, place: { path: place.path, start: place.start, end: place.end }, depth };
}
