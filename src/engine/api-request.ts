import type { Vocabulary } from "../catalog/catalog.js";
import { matchPath, type PathMatch } from "../catalog/matchers/base-paths.js";
import {
  isKnownResource,
  matchEndpoint,
  pathSegments,
  segmentsOf,
  type EndpointMatch,
} from "../catalog/matchers/endpoints.js";
import { openBases } from "../catalog/text-searches.js";
import type { RequestFact } from "../facts/request.js";
import { HOLE_MARK, flatten, holesOf, sliceText, type Text } from "../facts/text.js";
import { readHeader, type HeaderReading } from "./headers.js";

/** One alternative of a request's URL as the catalog reads it. */
export interface UrlReading {
  readonly text: Text;
  readonly flat: string;
  /** `other`: leads somewhere else. `unknown`: may lead anywhere. */
  readonly surface: "administration" | "discovery" | "other" | "unknown";
  readonly match?: PathMatch;
  /** The endpoint of the administration API. */
  readonly endpoint?: EndpointMatch;
}

/** A URL of the administration API; of a likely one the form and the version are not known. */
export type AdministrationReading = UrlReading & {
  readonly match: PathMatch;
  readonly endpoint: EndpointMatch;
};

/** A request with what the catalog says of it. */
export interface ApiRequest {
  readonly fact: RequestFact;
  readonly readings: readonly UrlReading[];
  /** The readings that lead to the administration API. */
  readonly administration: readonly AdministrationReading[];
  /**
   * If no reading has a known base: the readings that can hardly mean another service. Their path is one of its
   * resources behind digest credentials, or behind a base that is named after the service.
   */
  readonly likely: readonly AdministrationReading[];
  readonly discovery: readonly (UrlReading & { readonly match: PathMatch })[];
  /** True if every alternative that is known leads to one of the service's APIs. */
  readonly onlyService: boolean;
  readonly accept: HeaderReading;
  readonly contentType: HeaderReading;
}

/** Tells a request from all others of a run. */
export function keyOfRequest({ fact: { id, site } }: ApiRequest): string {
  return `${site.path}#${id}`;
}

/** Reads a request's URL and headers with the names of the vocabularies. */
export function readRequest(fact: RequestFact, vocabularies: readonly Vocabulary[]): ApiRequest {
  const accept = readHeader(fact, "accept", vocabularies);
  const contentType = readHeader(fact, "content-type", vocabularies);
  const vendors = new Set(
    [...accept.values, ...contentType.values].flatMap((value) =>
      "vocabulary" in value ? [value.vocabulary.name] : [],
    ),
  );
  const readings = fact.urls.map((url) => readUrl(url, fact, vocabularies, vendors));
  const administration = readings.filter(isAdministration);
  const discovery = readings.filter(
    (reading): reading is UrlReading & { match: PathMatch } => reading.surface === "discovery",
  );
  return {
    fact,
    readings,
    administration,
    discovery,
    likely:
      administration.length + discovery.length > 0 || readings.some(namesStranger)
        ? []
        : likelyReadings(readings, fact, vocabularies),
    onlyService: readings.every((reading) => reading.surface !== "other"),
    accept,
    contentType,
  };
}

/**
 * Returns whether a URL of a request belongs to another service: an alternative of it, mostly a setting, shows the host
 * of that service in other environments. A host on the local machine proves nothing.
 */
export function namesStranger({ surface, flat }: UrlReading): boolean {
  return surface === "other" && namesPublicHost(flat);
}

/** Returns whether a URL states a host that is not the local machine, and that others may reach. */
export function namesPublicHost(flat: string): boolean {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(flat)?.[1];
  return (
    host !== undefined &&
    host.includes(".") &&
    !/^(?:127\.|0\.0\.0\.0$)|\.(?:test|local|internal)$/i.test(host)
  );
}

/** Returns whether a URL leads to the administration API. */
export function isAdministration(reading: UrlReading): reading is AdministrationReading {
  return reading.surface === "administration";
}

function likelyReadings(
  readings: readonly UrlReading[],
  fact: RequestFact,
  vocabularies: readonly Vocabulary[],
): AdministrationReading[] {
  return readings.flatMap((reading) => {
    const { text, flat, surface, match } = reading;
    const start = unknownBase(flat);
    if (surface !== "unknown" || match || start === 0) return [];
    const path = flat.slice(start).replace(/[?#].*$/, "");
    const named = vocabularies.filter((vocabulary) => isNamedAfter(sliceText(text, 0, start), vocabulary));
    // If two services have the same resources, the one with the more distinctive names is more likely.
    const others = fact.credentials === "digest" ? [...vocabularies].sort(byDistinctiveness) : [];
    const candidates = [...named, ...others];
    const vocabulary = candidates.find((one) => isKnownResource(one, path));
    if (!vocabulary) return [];
    const endpoint = matchEndpoint(vocabulary, fact.methods, path);
    return [
      {
        ...reading,
        match: {
          vocabulary,
          surface: "administration",
          form: "unknown",
          start: 0,
          end: start,
          path,
          query: flat.slice(start + path.length),
        },
        endpoint,
      },
    ];
  });
}

const UNKNOWN_BASE = new RegExp(`^(?:https?://)?(?:${HOLE_MARK}/?)+`);

/** Returns the length of an unknown base: holes, perhaps after a scheme. */
function unknownBase(flat: string): number {
  const base = UNKNOWN_BASE.exec(flat);
  if (!base) return 0;
  return base[0].endsWith("/") ? base[0].length - 1 : base[0].length;
}

function byDistinctiveness(a: Vocabulary, b: Vocabulary): number {
  return Number(b.distinctivePath) - Number(a.distinctivePath);
}

/** Returns whether the names that code has for a base are those of the service. */
function isNamedAfter(base: Text, { distinctivePath, words }: Vocabulary): boolean {
  return distinctivePath && holesOf(base).some(({ name }) => name.toLowerCase().includes(words.admin));
}

function readUrl(
  text: Text,
  fact: RequestFact,
  vocabularies: readonly Vocabulary[],
  vendors: ReadonlySet<string>,
): UrlReading {
  const flat = flatten(text);
  const match = matchPath(flat, vocabularies);
  if (!match) return { text, flat, surface: mayLeadToService(flat, vocabularies) ? "unknown" : "other" };
  if (match.surface === "discovery") return { text, flat, surface: "discovery", match };
  const surface = surfaceOf(match, vendors);
  if (surface !== "administration") return { text, flat, surface, match };
  const endpoint = matchEndpoint(match.vocabulary, fact.methods, match.path);
  return { text, flat, surface, match, endpoint };
}

/**
 * Returns whether a path in the form of the administration API is this service's. `/api/admin/v2` is common, and so is
 * `/api/atlas/v2` (Apache Atlas): it needs one of the service's hosts or resources, or its media type. The unversioned
 * form is distinctive by itself. If the resource is unknown, only a distinctive path proves it, and not on the host of
 * another service. A path behind a host that only starts like those of the service may be one of another API. Without a
 * host it is one of the application itself.
 */
function surfaceOf(match: PathMatch, vendors: ReadonlySet<string>): "administration" | "unknown" | "other" {
  const { vocabulary, form, knownHost, path } = match;
  if (knownHost === true) return "administration";
  const isOurs =
    vendors.has(vocabulary.name) ||
    isKnownResource(vocabulary, path) ||
    (vocabulary.distinctivePath && startsLikeResource(vocabulary, path));
  const mayBe = isOurs || mayBecomeResource(vocabulary, path);
  if (match.version === undefined) return mayBe ? "unknown" : "other";
  if (form === "unversioned" || isOurs) return form === "unknown" ? "other" : "administration";
  if (form === "unknown") return "other";
  if (!mayBe) return match.start > 0 && startsLikeResource(vocabulary, path) ? "unknown" : "other";
  return vocabulary.distinctivePath && knownHost !== false ? "administration" : "unknown";
}

/**
 * Returns whether a path starts as one of the resources does; for the unversioned form, or a distinctive word, enough.
 */
export function startsLikeResource(vocabulary: Vocabulary, path: string): boolean {
  const first = pathSegments(path)[0]?.text;
  return vocabulary.resources.some(({ endpoints }) =>
    endpoints.some((endpoint) => first !== undefined && segmentsOf(endpoint.path)[0] === first),
  );
}

/** Returns whether a request may go to another API, because its path only starts like those of the service. */
export function onlyStartsLikeResource({ surface, match }: UrlReading): boolean {
  return (
    surface === "unknown" &&
    match?.version !== undefined &&
    !isKnownResource(match.vocabulary, match.path) &&
    !mayBecomeResource(match.vocabulary, match.path)
  );
}

/** Returns whether what is known of a path is the start of a resource's, and a hole may stand for the rest. */
function mayBecomeResource(vocabulary: Vocabulary, path: string): boolean {
  const own = pathSegments(path).map(({ text }) => text);
  return vocabulary.resources.some(({ endpoints }) =>
    endpoints.some((endpoint) => isOpenStart(own, segmentsOf(endpoint.path))),
  );
}

function isOpenStart(own: readonly string[], pattern: readonly string[]): boolean {
  for (const [index, segment] of own.entries()) {
    const expected = pattern[index];
    if (expected === undefined) return false;
    const isParameter = expected.startsWith("{");
    const hole = segment.indexOf(HOLE_MARK);
    // Between slashes a hole counts as one segment, elsewhere as any number.
    if (hole >= 0 && (index === own.length - 1 || segment !== HOLE_MARK))
      return isParameter || expected.startsWith(segment.slice(0, hole));
    if (hole < 0 && !isParameter && segment !== expected) return false;
  }
  return own.length === 0;
}

/** Returns whether a URL has a partly unknown base path, `/api/…/v1.0`, before a resource. */
export function hasOpenBase(flat: string, vocabularies: readonly Vocabulary[]): boolean {
  return vocabularies.some((vocabulary) =>
    openBases(flat, vocabulary).some(({ end }) =>
      isKnownResource(vocabulary, flat.slice(end).replace(/[?#].*$/, "")),
    ),
  );
}

/**
 * Returns whether the unknown parts of a URL could make it one of the service's. Its start or host is unknown, or the
 * host is the service's and the path is unknown, or some base precedes a path of the service's resources.
 */
function mayLeadToService(flat: string, vocabularies: readonly Vocabulary[]): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(flat);
  if (!authority) {
    return (
      flat.startsWith(HOLE_MARK) ||
      hasOpenBase(flat, vocabularies) ||
      vocabularies.some((vocabulary) => isKnownResource(vocabulary, flat.replace(/[?#].*$/, "")))
    );
  }
  const host = authority[1]!.toLowerCase();
  if (host.includes(HOLE_MARK)) return true;
  const isTheirs = vocabularies.some(({ hosts }) => hosts.includes(host));
  if (hasOpenBase(flat, vocabularies) && (isTheirs || !namesPublicHost(flat))) return true;
  const [first = ""] = flat.slice(authority[0].length + 1).split("/");
  return first.includes(HOLE_MARK) && isTheirs;
}

/** Returns whether the client of a request is known, so that it surely sends what is written and gives the response. */
export function isOfKnownClient({ understood, setting }: RequestFact): boolean {
  return understood || setting === "mock";
}
