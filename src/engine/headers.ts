import type { Vocabulary } from "../catalog/catalog.js";
import { matchMediaType, type MediaTypeMatch } from "../catalog/matchers/media-types.js";
import type { Fix } from "../core/finding.js";
import { encloses, haveSameStart, type Location } from "../core/span.js";
import type { HeaderEntry, OwnContentType, RequestFact } from "../facts/request.js";
import {
  describe,
  flatten,
  partsBetween,
  writtenPlaces,
  type Hole,
  type HoleReason,
  type Text,
} from "../facts/text.js";
import type { ApiRequest } from "./api-request.js";

/** A media type in a header's value, and where in it. */
interface HeaderType {
  readonly match: MediaTypeMatch;
  readonly text: Text;
  readonly start: number;
  readonly end: number;
}

export interface HeaderReading {
  readonly entry?: HeaderEntry;
  /** All types that the alternatives of the value list. */
  readonly types: readonly HeaderType[];
  /** The same without their places. */
  readonly values: readonly MediaTypeMatch[];
}

export function readHeader(
  fact: RequestFact,
  name: string,
  vocabularies: readonly Vocabulary[],
): HeaderReading {
  const entry = fact.headers.entries.find((one) => one.name === name);
  if (!entry) return { types: [], values: [] };
  const types = entry.values.flatMap((value) => typesIn(value, vocabularies));
  return { entry, types, values: types.map(({ match }) => match) };
}

function typesIn(text: Text, vocabularies: readonly Vocabulary[]): HeaderType[] {
  const types: HeaderType[] = [];
  let offset = 0;
  for (const one of flatten(text).split(",")) {
    const start = offset + one.length - one.trimStart().length;
    const match = matchMediaType(one, vocabularies);
    const length = "type" in match ? match.type.length : one.trim().length;
    types.push({ match, text, start, end: start + length });
    offset += one.length + 1;
  }
  return types;
}

/**
 * Returns the place where a media type is written: all of it if one place has it, or else its version, or its known
 * part. Returns `undefined` if it is computed.
 *
 * @param start of the type in the flattened text
 */
export function mediaTypePlace(match: MediaTypeMatch, text: Text, start: number): Location | undefined {
  if (!("type" in match)) return undefined;
  const whole = writtenPlaces(text, start, start + match.type.length);
  if (whole.length < 2) return whole[0];
  const versionStart = start + match.versionStart;
  const version = writtenPlaces(text, versionStart, versionStart + (match.version ?? "").length);
  return version.length === 1 ? version[0] : whole[0];
}

/**
 * Returns the place of a media type that is one literal text, so that a text can replace it there; `undefined` if it is
 * joined or computed.
 *
 * @param start of the type in the flattened text
 */
export function literalTypePlace(match: MediaTypeMatch, text: Text, start: number): Location | undefined {
  if (!("type" in match)) return undefined;
  const [only, ...more] = partsBetween(text, start, start + match.type.length);
  if (!only || more.length > 0 || only.part.kind !== "segment") return undefined;
  const { written } = only.part;
  if (!written?.exact) return undefined;
  return { path: written.path, start: written.start + only.from, end: written.start + only.to };
}

/** The state of a request's `Accept` header. */
export type AcceptState =
  /** It has, at least in one branch, a media type of the vendor, or of another vendor with a date. */
  | "versioned"
  /** It has one, without a version. */
  | "plain"
  /** It has none. */
  | "missing"
  /** Code that is not seen may set it, or gives its value. */
  | "unknown";

/** Headers that are set where v2ready does not look. In all other cases it is known that no header is added. */
const UNSEEN: ReadonlySet<HoleReason> = new Set(["import", "call", "limit"]);

/**
 * Returns the state of the `Accept` header. Callers of v1.0 have no reason to send it, so values that they pass count
 * as absent. Callers of the versioned API have every reason.
 */
export function acceptState(request: ApiRequest): AcceptState {
  const { fact, accept, administration } = request;
  if (needsNoHeader(request)) return "versioned";
  const isMoved =
    administration.length > 0 && administration.every(({ match }) => match.form === "versioned");
  const unseen = fact.headers.open.some(({ reason }) => isMoved || UNSEEN.has(reason));
  const { entry, values } = accept;
  if (values.length === 0) return unseen ? "unknown" : "missing";
  if (values.some((value) => "vocabulary" in value || value.kind === "other-vendor")) return "versioned";
  const decided = settingOver(accept) === undefined ? values : valuesInCode(accept);
  if (decided.some(({ kind }) => kind === "unknown") || (unseen && entry?.certain === false))
    return "unknown";
  return "plain";
}

/**
 * Returns the environment variable that may replace a header's value. Undefined if there is none, or if the code and
 * its environment files have no other value.
 */
export function settingOver(header: HeaderReading): string | undefined {
  const settings = header.types.flatMap(({ text }) => settingOf(text)?.name ?? []);
  return valuesInCode(header).length > 0 ? settings[0] : undefined;
}

function valuesInCode({ types }: HeaderReading): MediaTypeMatch[] {
  return types.flatMap(({ text, match }) => (settingOf(text) ? [] : [match]));
}

/** Returns the environment variable that is all of a text. */
function settingOf({ parts: [only, ...more] }: Text): Hole | undefined {
  return only?.kind === "hole" && only.reason === "environment" && more.length === 0 ? only : undefined;
}

/** Returns whether the base path alone selects the version of the API that a request goes to. */
export function needsNoHeader({ administration }: ApiRequest): boolean {
  return (
    administration.length > 0 &&
    administration.every(({ match: { vocabulary } }) => vocabulary.versionedBy === "path")
  );
}

/** The header that a request sends in one branch while it sends a dated media type in another. */
interface OtherWay {
  /** The value without a version; absent where there is no header on that way. */
  readonly plain?: Text;
}

/**
 * Returns the value without a version that the `Accept` header has in some branches, or an empty object if some
 * branches do not set it. Undefined if unknown code may set the header or its value, or if the URL has several targets,
 * which may belong to the branches.
 */
export function otherWay({ fact, accept: { entry, types }, readings }: ApiRequest): OtherWay | undefined {
  if (!entry || fact.headers.open.length > 0) return undefined;
  // Its values are sent together.
  if (fact.client === "context.http") return undefined;
  const [first] = readings;
  const isOnePlace = readings.every(
    ({ surface, match }) => surface === "administration" && match?.version === first?.match?.version,
  );
  if (!isOnePlace) return undefined;
  const isVersioned = (value: Text) =>
    types.some(
      ({ text, match }) => text === value && ("vocabulary" in match || match.kind === "other-vendor"),
    );
  const isUnknown = types.some(({ match }) => match.kind === "unknown");
  if (isUnknown || !entry.values.some(isVersioned)) return undefined;
  const plain = entry.values.find((value) => !isVersioned(value));
  if (plain) return { plain };
  return entry.certain ? undefined : {};
}

const SENDS_BODY: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH"]);

/** Without `open` headers, which may hold a Content-Type, and with a body and no method that has none. */
function maySendBody({ fact }: ApiRequest): boolean {
  return (
    fact.headers.open.length === 0 &&
    fact.methods.length > 0 &&
    fact.methods.every((method) => SENDS_BODY.has(method))
  );
}

/** Returns whether it sends a body and neither the code nor the client says of what type. */
export function lacksContentType(request: ApiRequest): boolean {
  const { fact, contentType } = request;
  if (needsNoHeader(request)) return false;
  if (!fact.body || fact.setsContentType || fact.ownContentType || contentType.entry) return false;
  const isUnknown = fact.body.kind === "hole" || (fact.body.kind === "object" && fact.body.isDeclared);
  return maySendBody(request) && isUnknown !== true;
}

/** Returns the type that the client sets for a body by itself, if the API refuses it. */
export function wrongOwnType(request: ApiRequest): OwnContentType | undefined {
  const { fact, contentType } = request;
  return needsNoHeader(request) || contentType.entry || !maySendBody(request)
    ? undefined
    : fact.ownContentType;
}

/** Checks whether the type is known and wrong. `json` alone is a short form that some clients accept. */
export function hasWrongContentType(request: ApiRequest): boolean {
  const { entry, types } = request.contentType;
  if (needsNoHeader(request) || !entry || types.length === 0 || !maySendBody(request)) return false;
  return (
    types.every(({ match }) => match.kind === "other") &&
    entry.values.some((value) => describe(value).includes("/"))
  );
}

/**
 * Returns the fix of a discovery request that asks for a version, which discovery does not have. There is none if the
 * type is not written in the call itself, or if the call also has other targets.
 *
 * @param written the media type, if all of it is in one place
 */
export function plainTypeFixes(
  { discovery, fact: { site } }: ApiRequest,
  written: Location | undefined,
  requests: readonly ApiRequest[],
): Fix[] {
  const accept = discovery[0]?.match.vocabulary.discovery.accept;
  if (accept === undefined || !written || !encloses(site, written)) return [];
  const isShared = requests.some(
    (other) =>
      haveSameStart(other.fact.site, site) &&
      (other.discovery.length === 0 || other.administration.length > 0),
  );
  if (isShared) return [];
  return [
    { applicability: "safe", description: `send Accept: ${accept}`, edits: [{ ...written, text: accept }] },
  ];
}
