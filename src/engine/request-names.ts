import { isResourceWord, pathSegments } from "../catalog/matchers/endpoints.js";
import type { AdministrationReading, ApiRequest, UrlReading } from "./api-request.js";
import type { RequestFact } from "../facts/request.js";
import type { PathMatch } from "../catalog/matchers/base-paths.js";
import {
  HOLE_MARK,
  flatten,
  partsBetween,
  authorLabelOf,
  sliceText,
  type Part,
  type Text,
} from "../facts/text.js";

/** A URL of one of the service's APIs. */
export type ServiceReading = UrlReading & { readonly match: PathMatch };

/** Returns the readings of a request that lead to the service, or would if their base were known. */
export function serviceReadings({
  administration,
  likely,
  discovery,
}: ApiRequest): readonly ServiceReading[] {
  return administration.length > 0 ? administration : likely.length > 0 ? likely : discovery;
}

/** Returns the most specific alternative: one whose version is known, else the first. */
export function mostSpecificReading<Reading extends ServiceReading>(
  readings: readonly Reading[],
): Reading | undefined {
  return readings.find(({ match }) => match.form !== "unknown") ?? readings[0];
}

/**
 * Returns the name of a request: `PATCH /groups/{projectId}/clusters/{name}`. It is only the path if the method is
 * unknown.
 */
export function nameOfRequest(request: ApiRequest): string {
  let name = names.get(request);
  if (name === undefined) {
    const path = pathOfRequest(request);
    const method = methodOf(request);
    names.set(request, (name = method === undefined ? path : `${method} ${path}`));
  }
  return name;
}

/** Each request of a shared client is compared with all others of it. */
const names = new WeakMap<ApiRequest, string>();

/** Returns the method of a request. Undefined if it is unknown or one of several. */
export function methodOf({ fact: { methods } }: ApiRequest): string | undefined {
  return methods.length === 1 ? methods[0] : undefined;
}

/**
 * Returns the path of a request after its base, with the author's names of values: `/groups/{projectId}/clusters`.
 * Returns the base if the path is empty, and the URL without its query if the API is unknown.
 */
export function pathOfRequest(request: ApiRequest): string {
  const reading = mostSpecificReading(serviceReadings(request));
  if (!reading) return namedUrl(request.readings[0]!).replace(/[?#].*$/s, "");
  const { match, text } = reading;
  const base = plain(text, match.start, match.end);
  if (match.path === "") return base;
  const path = namedText(pathIn(reading), reading);
  // A path without any written word tells a reader too little.
  return hasWrittenPath(request) ? path : base + path;
}

/** Returns whether a word of the path of a request, after its base, is written in the code. */
export function hasWrittenPath(request: ApiRequest): boolean {
  const reading = mostSpecificReading(serviceReadings(request));
  const parts = reading ? pathIn(reading).parts : [];
  return parts.some((part) => part.kind === "segment" && part.text !== "/");
}

function pathIn({ match, text }: ServiceReading): Text {
  return sliceText(text, match.end, match.end + match.path.length);
}

/** Returns a URL with the author's names of values in it. */
export function namedUrl({ text }: UrlReading): string {
  return text.parts.map(nameOfPart).join("");
}

/** Returns the name of the client of a request: `api` for `api.get` and `api.post`, the package if that is all. */
export function nameOfClient({ client }: RequestFact): string {
  const [owner, ...functions] = client.split("#");
  return (functions.length > 0 ? owner! : client.replace(/(?<=.)[.:]+[^.:]*$/, "")).replace(/\.default$/, "");
}

/** Returns the segments of the path with the names of the documents, if one endpoint is meant. */
function patternOf(reading: ServiceReading): readonly string[] {
  const { match } = reading;
  const path =
    match.surface === "discovery"
      ? match.vocabulary.discovery.path
      : endpointPath(reading as AdministrationReading);
  return path === undefined ? [] : pathSegments(path).map(({ text }) => text);
}

/** Returns the path of a request's endpoint as in the API documents. Undefined if it may be one of several. */
export function endpointPath({ endpoint }: AdministrationReading): string | undefined {
  const paths = new Set([
    ...endpoint.endpoints.map(({ path }) => path),
    ...(endpoint.gone ? [endpoint.gone.path] : []),
  ]);
  return paths.size === 1 ? [...paths][0] : undefined;
}

/**
 * Returns a text with names instead of unknown parts, and instead of values that are parameters of the endpoint: the
 * name of a test constant says more than its value. An empty value, such as `const groupId = ""`, and the text of a
 * missing one have the name of the code, or else that of the documents.
 *
 * If the endpoint is unknown, a value is a parameter unless it is a word of the paths of the API.
 */
function namedText(text: Text, reading: ServiceReading): string {
  const pattern = patternOf(reading);
  const { vocabulary } = reading.match;
  const flat = flatten(text);
  let named = "";
  let end = 0;
  for (const [index, segment] of pathSegments(flat).entries()) {
    named += plain(text, end, segment.start);
    end = segment.start + segment.text.length;
    const parameter = pattern[index]?.startsWith("{") ? pattern[index] : undefined;
    const isValue =
      parameter !== undefined || (pattern.length === 0 && !isResourceWord(vocabulary, segment.text));
    const whole = isValue ? nameOfWhole(text, segment.start, end) : undefined;
    const own = segment.text === "" ? nameOfEmpty(reading, segment.start) : undefined;
    const missing = isMissing(segment.text) ? parameter : undefined;
    named += whole ?? own ?? missing ?? plain(text, segment.start, end);
  }
  const last = flat.endsWith("/") ? nameOfEmpty(reading, flat.length) : undefined;
  return named + plain(text, end, flat.length) + (last ?? "");
}

/** Returns the name that the code has for an empty value, at a place of the path. */
function nameOfEmpty({ match, text }: ServiceReading, at: number): string | undefined {
  let start = 0;
  for (const part of text.parts) {
    const length = part.kind === "segment" ? part.text.length : HOLE_MARK.length;
    if (length === 0 && start === match.end + at && part.knownAs !== undefined) return `{${part.knownAs}}`;
    start += length;
  }
  return undefined;
}

/** Texts of values that are empty or missing. */
const MISSING: ReadonlySet<string> = new Set(["", "undefined", "null", "None", "nil", "<nil>"]);

/** Returns whether a segment, or one side of `host:port`, is the text of an empty or a missing value. */
function isMissing(segment: string): boolean {
  return segment.split(":").some((part) => MISSING.has(part));
}

/** Returns the name that the code has for a value that is a whole segment. */
function nameOfWhole(text: Text, from: number, to: number): string | undefined {
  const [only, ...others] = partsBetween(text, from, to);
  if (!only || others.length > 0 || only.part.kind !== "segment") return undefined;
  const { part } = only;
  const isWhole = only.from === 0 && only.to === part.text.length;
  return isWhole && part.knownAs !== undefined ? `{${part.knownAs}}` : undefined;
}

function plain(text: Text, from: number, to: number): string {
  return partsBetween(text, from, to)
    .map(({ part, from: start, to: end }) =>
      part.kind === "hole" ? nameOfPart(part) : part.text.slice(start, end),
    )
    .join("");
}

function nameOfPart(part: Part): string {
  return part.kind === "hole" ? `{${authorLabelOf(part)}}` : part.text;
}
