import type { Vocabulary } from "../catalog/catalog.js";
import { matchPath, type PathMatch } from "../catalog/matchers/base-paths.js";
import { isKnownResource, matchEndpoint, type EndpointMatch } from "../catalog/matchers/endpoints.js";
import { matchMediaType, type MediaTypeMatch } from "../catalog/matchers/media-types.js";
import type { HeaderEntry, RequestFact } from "../facts/request.js";
import { HOLE_MARK, flatten, type Text } from "../facts/text.js";

/** One alternative of a request's URL as the catalog reads it. */
export interface UrlReading {
  readonly text: Text;
  readonly flat: string;
  /** `other`: leads somewhere else. `unknown`: may lead anywhere. */
  readonly surface: "administration" | "discovery" | "other" | "unknown";
  readonly match?: PathMatch;
  /** Of the administration API. */
  readonly endpoint?: EndpointMatch;
}

/** A request with what the catalog says of it. */
export interface ApiRequest {
  readonly fact: RequestFact;
  readonly readings: readonly UrlReading[];
  /** The readings that lead to the administration API. */
  readonly administration: readonly (UrlReading & {
    readonly match: PathMatch;
    readonly endpoint: EndpointMatch;
  })[];
  readonly discovery: readonly (UrlReading & { readonly match: PathMatch })[];
  /** Whether every alternative that is known leads to one of the service's APIs. */
  readonly onlyService: boolean;
  readonly accept: HeaderReading;
  readonly contentType: HeaderReading;
}

export interface HeaderReading {
  readonly entry?: HeaderEntry;
  readonly values: readonly MediaTypeMatch[];
}

/** Reads a request's URL and headers in the words of the vocabularies. */
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
    onlyService: readings.every((reading) => reading.surface !== "other"),
    accept,
    contentType,
  };
}

function isAdministration(
  reading: UrlReading,
): reading is UrlReading & { match: PathMatch; endpoint: EndpointMatch } {
  return reading.surface === "administration";
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
  if (!belongsToService(match, vendors))
    return { text, flat, surface: match.version === undefined ? "unknown" : "other", match };
  const endpoint = matchEndpoint(match.vocabulary, fact.methods, match.path);
  return { text, flat, surface: "administration", match, endpoint };
}

/**
 * `/api/admin/v2` is everyone's path: it is taken for this service's only with one of its hosts or resources, or
 * beside its media type. The unversioned form and a distinctive path speak for themselves.
 */
function belongsToService(match: PathMatch, vendors: ReadonlySet<string>): boolean {
  const { vocabulary } = match;
  if (vocabulary.distinctivePath || match.knownHost || vendors.has(vocabulary.name))
    return match.version !== undefined || match.knownHost === true;
  if (match.form === "unversioned") return true;
  return match.form === "versioned" && isKnownResource(vocabulary, match.path);
}

/**
 * Whether what is not known of a URL could make it one of the service's: its start or host is not known, the host is
 * the service's and the path is not known, or it is a path of the service's resources that some base is put before.
 */
function mayLeadToService(flat: string, vocabularies: readonly Vocabulary[]): boolean {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(flat);
  if (!authority) {
    return (
      flat.startsWith(HOLE_MARK) ||
      vocabularies.some((vocabulary) => isKnownResource(vocabulary, flat.replace(/[?#].*$/, "")))
    );
  }
  const host = authority[1]!.toLowerCase();
  if (host.includes(HOLE_MARK)) return true;
  const [first = ""] = flat.slice(authority[0].length + 1).split("/");
  return first.includes(HOLE_MARK) && vocabularies.some((vocabulary) => vocabulary.hosts.includes(host));
}

function readHeader(fact: RequestFact, name: string, vocabularies: readonly Vocabulary[]): HeaderReading {
  const entry = fact.headers.entries.find((one) => one.name === name);
  if (!entry) return { values: [] };
  return {
    entry,
    values: entry.values.flatMap((value) =>
      flatten(value)
        .split(",")
        .map((one) => matchMediaType(one, vocabularies)),
    ),
  };
}
