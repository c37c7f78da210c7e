import type { Location } from "../../core/span.js";
import type { HeaderEntry } from "../../facts/request.js";
import { describe, hopsToList, type Hop, type Part, type Text } from "../../facts/text.js";
import type { ApiRequest, UrlReading } from "../api-request.js";
import { acceptState, type AcceptState } from "../headers.js";
import { reasonOfHole } from "../hole-reasons.js";
import { callerPlaces, hopMessage } from "../places.js";
import type { Detail } from "./explanation.js";

/** URLs of a request that are listed; the rest is counted. */
const MAX_ALTERNATIVES = 4;

/** Returns all details of a request, with the trace of each value. */
export function requestDetails(request: ApiRequest): Detail[] {
  const { fact, readings } = request;
  const shown = readings.slice(0, MAX_ALTERNATIVES);
  const rest = readings.length - shown.length;
  return [
    ...callerPlaces(request).map(({ place }) => at("called from", place)),
    ...shown.flatMap((reading) => [
      { text: `URL ${describe(reading.text)}: ${surfaceOf(reading)}`, depth: 0 },
      ...wayOf(reading.text),
    ]),
    ...(rest > 0 ? [{ text: `and ${rest} more URLs`, depth: 0 }] : []),
    ...request.likely
      .slice(0, 1)
      .map((): Detail => ({ text: "its path and credentials fit only this API", depth: 1 })),
    ...headerDetails(request),
    { text: `credentials: ${fact.credentials}`, depth: 0 },
    ...(fact.instance ? [at("sent through an instance", fact.instance.site)] : []),
  ];
}

function surfaceOf({ surface, match }: UrlReading): string {
  switch (surface) {
    case "administration":
      return `goes to the administration API, ${match!.form === "unknown" ? "version not known" : (match!.version ?? match!.form)}`;
    case "discovery":
      return "goes to the discovery endpoint";
    case "other":
      return "goes to another service";
    case "unknown":
      return "its destination is not known";
  }
}

const ACCEPT: Readonly<Record<AcceptState, string>> = {
  versioned: "has a media type with a date",
  plain: "has no date",
  missing: "is not sent",
  unknown: "is not known",
};

function headerDetails(request: ApiRequest): Detail[] {
  const { headers, understood, client } = request.fact;
  if (!understood)
    return [{ text: `${client} is not a known client, so its headers are not known`, depth: 0 }];
  return [
    { text: `Accept ${ACCEPT[acceptState(request)]}`, depth: 0 },
    ...(headers.place ? [at("headers are set", headers.place)] : []),
    ...headers.entries.flatMap(entryDetails),
    ...headers.open.map((hole) =>
      hole.place
        ? at(`headers may also come from ${reasonOfHole(hole, ", ")}`, hole.place, 1)
        : { text: `headers may also come from ${reasonOfHole(hole, ", ")}`, depth: 1 },
    ),
  ];
}

/** Headers that may hold credentials, which are never shown: `authorization`, `cookie`, `x-api-key`. */
const SECRET = /(?:^|[-_])(?:auth|authorization|cookie|key|password|secret|token)(?:$|[-_])/;

function entryDetails({ name, values, certain, place }: HeaderEntry): Detail[] {
  const value = SECRET.test(name) ? "…" : values.map(describe).join(" or ");
  const text = `${name}: ${value}${certain ? "" : " (not always)"}`;
  const detail = place ? at(text, place, 1) : { text, depth: 1 };
  return [detail, ...(SECRET.test(name) ? [] : values.flatMap((one) => wayOf(one, 2)))];
}

/** Returns the places where the parts of a text are written, and the trace from each to its use. */
export function wayOf(text: Text, depth = 1): Detail[] {
  return text.parts.flatMap((part) => [
    ...originOf(part, depth),
    ...hopDetails(hopsToList(part.hops), depth + 1),
  ]);
}

function originOf(part: Part, depth: number): Detail[] {
  if (part.kind === "hole") {
    const text = `{${part.name}} is not known: ${reasonOfHole(part)}`;
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
