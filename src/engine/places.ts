import type { RelatedPlace, Severity } from "../core/finding.js";
import { contains, encloses, type Location } from "../core/span.js";
import { flatten, placesBetween, type Hop, type Text } from "../facts/text.js";
import type { StringFact, StringSetting } from "../facts/string.js";
import type { ApiRequest } from "./api-request.js";
import type { FileContext } from "./rule.js";

/**
 * Returns where a header of a request would be written. This is in the headers of its instance if that leads to the
 * service, otherwise in the headers object of the call, otherwise at the call.
 */
export function headerPlace({ fact }: ApiRequest): Location {
  const { instance, headers, site } = fact;
  if (instance?.givesUrl) return instance.headersPlace ?? instance.site;
  return headers.place && headers.atSite ? headers.place : site;
}

/** Returns the call, if the report is about another place. */
export function sentFrom({ fact: { site } }: ApiRequest, place: Location): RelatedPlace[] {
  return encloses(site, place) ? [] : [{ place: site, message: "sent here" }];
}

/**
 * Returns the calls that lead to a request through a wrapper, nearest first, as places that explain a finding. The
 * caller of a function without calls is its file, which explains nothing.
 */
export function callerPlaces({ fact }: ApiRequest): RelatedPlace[] {
  const { callers, site } = fact;
  const inner = [...callers, site];
  return callers
    .filter((place) => !inner.some((other) => other !== place && encloses(place, other)))
    .slice(-MAX_CALLERS)
    .map((place) => ({ place, message: "called from here" }));
}

const MAX_CALLERS = 3;

/** Returns the trace of a value as places, from the place where it is written. */
export function tracePlaces(trace: readonly Hop[]): RelatedPlace[] {
  return hopsInside(trace).map((hop) => ({ place: hop.place, message: hopMessage(hop) }));
}

/** Removes the steps from a file into its own functions without callers, and variables that a lowering adds. */
export function hopsInside(trace: readonly Hop[]): Hop[] {
  return trace.filter(
    (hop) =>
      (hop.kind !== "parameter" || !isAround(hop.place, trace)) &&
      !(hop.kind === "variable" && hop.name.includes(":")),
  );
}

/** Describes one step of a trace: `kept in BASE`. */
export function hopMessage({ kind, name }: Hop): string {
  return HOP_MESSAGES[kind].replace("{}", name);
}

/** Returns whether a "call" contains the function that it calls, as the file does for functions without callers. */
function isAround(place: Location, trace: readonly Hop[]): boolean {
  return trace.some(({ place: { path, start, end } }) => {
    const isSame = start === place.start && end === place.end;
    return path === place.path && !isSame && contains(place, { start, end });
  });
}

const HOP_MESSAGES: Readonly<Record<Hop["kind"], string>> = {
  variable: "stored in {}",
  property: "stored as {}",
  parameter: "passed as {}",
  return: "returned by {}",
  import: "imported as {}",
  export: "exported as {}",
  default: "the {} value",
  environment: "read from {}",
};

/**
 * Returns the place where the characters from `start` to `end` of the flattened text are written; the first of several
 * places.
 */
export function placeInText(text: Text, start: number, end: number): Location | undefined {
  return placesBetween(text, start, end)[0];
}

/**
 * Returns the place where characters of `StringFact.rest` are written: in the parts of a built text, or in the source.
 */
export function placeInRest(fact: StringFact, start: number, end: number): Location {
  const { text, rest, place } = fact;
  if (text && flatten(text).endsWith(rest)) {
    const offset = flatten(text).length - rest.length;
    return placeInText(text, offset + start, offset + end) ?? place;
  }
  return { path: place.path, start: place.end + start, end: place.end + end };
}

/** Returns whether a place is in text that was not parsed, where nothing is sure. */
export function isUnparsed(setting: StringSetting, { facts }: FileContext): boolean {
  return setting === "text" || facts.reading === "text";
}

/**
 * Lowers the severity of a string that is only shown to people, is asserted to be absent, or is in a recorded
 * response: it breaks nothing by itself.
 */
export function severityAt(setting: StringSetting, context: FileContext, severity: Severity): Severity {
  return HARMLESS.has(setting) || context.fileClass === "documentation" ? "info" : severity;
}

const HARMLESS: ReadonlySet<StringSetting> = new Set(["comment", "message", "absent", "answer"]);
