import { groupBy } from "../../core/group-by.js";
import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";
import type { EndpointData, GoneEndpointData } from "../model.js";

/** The endpoints that a call may mean. */
export interface EndpointMatch {
  /** The best matches; several if the method or a part of the path is unknown. */
  readonly endpoints: readonly EndpointData[];
  /** Set if the versioned API does not have the path, and no endpoint fits as well. */
  readonly gone?: GoneEndpointData;
  /** True if enough of the path is known to exclude other endpoints. */
  readonly certain: boolean;
}

const NO_MATCH: EndpointMatch = { endpoints: [], certain: false };

/**
 * Finds the endpoints of a path after the base path.
 *
 * @param methods upper case; empty if unknown
 * @param path after the base, without query; holes are `HOLE_MARK`, and in text other placeholders may replace them
 */
export function matchEndpoint(
  vocabulary: Vocabulary,
  methods: readonly string[],
  path: string,
): EndpointMatch {
  const segments = pathSegments(path).map(({ text }) => text);
  const asWritten = matchSegments(vocabulary, methods, segments);
  // `/groups//clusters` lacks an identifier; `/groups/1//clusters` has one slash too many.
  const others = segments.includes("") ? [segments.filter((segment) => segment !== "")] : [];
  // `DELETE /groups/1/clusters/` lacks one at its end.
  if (asWritten.score < 0 && /[^/\\]\/$/.test(path)) others.push([...segments, ""]);
  let best = asWritten;
  for (const other of others) {
    const match = matchSegments(vocabulary, methods, other);
    if (match.score > best.score) best = match;
  }
  return best.match;
}

function matchSegments(
  vocabulary: Vocabulary,
  methods: readonly string[],
  segments: readonly string[],
): { readonly match: EndpointMatch; readonly score: number } {
  // A hole at the end may be any number of segments, unless a slash before it makes it one.
  const open = segments.at(-1)?.endsWith(HOLE_MARK) === true && segments.at(-1) !== HOLE_MARK;
  let best = -1;
  let endpoints: EndpointData[] = [];
  for (const endpoint of endpointsOfLength(vocabulary, segments.length)) {
    if (methods.length > 0 && !methods.includes(endpoint.method)) continue;
    const score = scoreOf(segments, segmentsOf(endpoint.path));
    if (score < 0 || score < best) continue;
    if (score > best) endpoints = [];
    best = score;
    endpoints.push(endpoint);
  }
  let gone: GoneEndpointData | undefined;
  let goneScore = -1;
  for (const one of vocabulary.goneEndpoints) {
    if (one.methods && methods.length > 0 && !one.methods.some((method) => methods.includes(method)))
      continue;
    const score = scoreOf(segments, segmentsOf(one.path));
    if (score > goneScore) [gone, goneScore] = [one, score];
  }
  const certain = !open && !segments.includes(HOLE_MARK + HOLE_MARK);
  if (gone && goneScore > best) return { match: { endpoints: [], gone, certain }, score: goneScore };
  return { match: best < 0 ? NO_MATCH : { endpoints, certain }, score: best };
}

/** A segment of a path and its offset in it. */
export interface PathSegment {
  readonly text: string;
  readonly start: number;
}

/**
 * Returns the segments of a path up to its query, in source text or in a flattened value. A slash may be escaped
 * (`\/groups`), and a placeholder may contain anything (`${id ?? "a/b"}`, `#{id}`). An empty segment between two
 * slashes is an identifier that is not filled in.
 */
export function pathSegments(path: string): PathSegment[] {
  const segments: PathSegment[] = [];
  let depth = 0;
  let start = 0;
  const close = (end: number): void => {
    segments.push({ text: path.slice(start, end), start });
    start = end + 1;
  };
  let end = 0;
  for (; end < path.length; end++) {
    const character = path[end]!;
    if (character === "{") depth++;
    else if (character === "}") depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    if (character === "?" || (character === "#" && path[end + 1] !== "{")) break;
    if (character !== "/" && character !== "\\") continue;
    close(end);
    if (character === "\\" && path[end + 1] === "/") start = ++end + 1;
  }
  close(end);
  const isNamed = ({ text }: PathSegment): boolean => text !== "";
  return segments.slice(Math.max(0, segments.findIndex(isNamed)), segments.findLastIndex(isNamed) + 1);
}

/**
 * Returns the segment by which a reader recognises the path of a gone endpoint: the last word that its successor does
 * not have, as an index into `pathSegments`.
 */
export function distinctiveSegment(gone: GoneEndpointData): number {
  const own = segmentsOf(gone.path);
  const kept = new Set(gone.replacement === undefined ? [] : segmentsOf(gone.replacement));
  const isWord = (segment: string): boolean => !isParameter(segment);
  const found = own.findLastIndex((segment) => isWord(segment) && !kept.has(segment));
  return found < 0 ? own.findLastIndex(isWord) : found;
}

/**
 * Returns whether a path belongs to a resource of the vocabulary: it is an endpoint's, or starts like one of three
 * segments.
 */
export function isKnownResource(vocabulary: Vocabulary, path: string): boolean {
  const segments = pathSegments(path).map(({ text }) => text);
  if (segments.length === 0) return false;
  const { endpoints, gone } = matchEndpoint(vocabulary, [], path);
  if (endpoints.length > 0 || gone) return true;
  if (segments.length < 3) return false;
  const [first, , third] = segments;
  return vocabulary.resources.some((resource) =>
    resource.endpoints.some((endpoint) => {
      const own = segmentsOf(endpoint.path);
      return own[0] === first && own[2] === third && isParameter(own[1] ?? "");
    }),
  );
}

/**
 * Returns whether a method and a path are certainly no endpoint that the vocabulary lists. Unknown parts may be any.
 *
 * @param methods upper case; empty if unknown
 */
export function isUnlisted(vocabulary: Vocabulary, methods: readonly string[], path: string): boolean {
  if (!vocabulary.listsAllEndpoints) return false;
  const segments = pathSegments(path).map(({ text }) => text);
  // A slash at the end may be the start of what is filled in.
  if (segments.length === 0 || segments.includes("") || path.endsWith("/")) return false;
  const patterns = listedIn(vocabulary);
  const identifiers = new Set(
    segments.flatMap((segment, index) => {
      const isStart = ({ own }: Listed): boolean =>
        isParameter(own[index] ?? "") && segments.slice(0, index).every((one, at) => mayBe(one, own[at]!));
      return isUnknown(segment) && patterns.some(isStart) ? [index] : [];
    }),
  );
  return !patterns.some(({ own, allowed }) => {
    const isAllowed = !allowed || methods.length === 0 || methods.some((method) => allowed.includes(method));
    return isAllowed && mayMean(segments, own, identifiers);
  });
}

/** Returns whether a segment of a path is a word in the path of an endpoint, and not an identifier. */
export function isResourceWord(vocabulary: Vocabulary, segment: string): boolean {
  let known = words.get(vocabulary);
  if (!known) {
    const all = listedIn(vocabulary).flatMap(({ own }) => own);
    words.set(vocabulary, (known = new Set(all.filter((one) => !isParameter(one)))));
  }
  return known.has(segment);
}

const words = new WeakMap<Vocabulary, ReadonlySet<string>>();

/** A path that a vocabulary lists. */
interface Listed {
  readonly own: readonly string[];
  /** Absent for all methods. */
  readonly allowed?: readonly string[] | undefined;
}

const listed = new WeakMap<Vocabulary, readonly Listed[]>();

/** Returns the paths of all endpoints, also of those that are gone. */
function listedIn(vocabulary: Vocabulary): readonly Listed[] {
  let known = listed.get(vocabulary);
  if (!known) {
    known = [
      ...vocabulary.goneEndpoints.map((gone) => ({ own: segmentsOf(gone.path), allowed: gone.methods })),
      ...vocabulary.resources.flatMap(({ endpoints }) =>
        endpoints.map(({ path, method }) => ({ own: segmentsOf(path), allowed: [method] })),
      ),
    ];
    listed.set(vocabulary, known);
  }
  return known;
}

/**
 * Returns whether a path may be one of a pattern. What is behind an unknown part may be anything, unless the part is
 * where endpoints have an identifier.
 */
function mayMean(
  path: readonly string[],
  pattern: readonly string[],
  identifiers: ReadonlySet<number>,
): boolean {
  for (const [index, segment] of path.entries()) {
    const own = pattern[index];
    if (!identifiers.has(index) && (isUnknown(segment) || segment.includes(HOLE_MARK))) return true;
    if (own === undefined || (identifiers.has(index) ? !isParameter(own) : !mayBe(segment, own)))
      return false;
  }
  return path.length === pattern.length;
}

function mayBe(segment: string, own: string): boolean {
  if (!isParameter(own)) return segment === own;
  return isUnknown(segment) || segment.endsWith(own.slice(own.indexOf("}") + 1));
}

const byLength = new WeakMap<Vocabulary, ReadonlyMap<number, readonly EndpointData[]>>();

/** Returns the endpoints whose paths have as many segments, in the order of the catalog. */
function endpointsOfLength(vocabulary: Vocabulary, length: number): readonly EndpointData[] {
  let known = byLength.get(vocabulary);
  if (!known) {
    const all = vocabulary.resources.flatMap(({ endpoints }) => endpoints);
    byLength.set(vocabulary, (known = groupBy(all, ({ path }) => segmentsOf(path).length)));
  }
  return known.get(length) ?? [];
}

const splits = new Map<string, readonly string[]>();

/**
 * Returns the segments of a path of the catalog. Each path is split once, because every request is compared with it.
 */
export function segmentsOf(path: string): readonly string[] {
  let segments = splits.get(path);
  if (!segments) splits.set(path, (segments = path.split("/").filter((segment) => segment !== "")));
  return segments;
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

/**
 * Checks whether a segment may have any value: it is empty, or a placeholder of a template, a format string or a page.
 */
function isUnknown(segment: string): boolean {
  return (
    segment === "" ||
    segment === HOLE_MARK ||
    /^(?:\$?\{[^}]*\}|%[sdv]|<[^>]*>|:[A-Za-z]\w*|\$\w+)$/.test(segment)
  );
}

/** Returns how well a path fits a pattern: the number of literal segments that agree; below zero if it does not fit. */
function scoreOf(path: readonly string[], pattern: readonly string[]): number {
  if (path.length !== pattern.length) return -1;
  let score = 0;
  for (let index = 0; index < pattern.length; index++) {
    const own = pattern[index]!;
    const segment = path[index]!;
    if (!isParameter(own)) {
      if (segment !== own) return -1;
      score += 100;
      continue;
    }
    const ending = own.slice(own.indexOf("}") + 1);
    if (ending.startsWith(".") && isUnknown(segment)) continue;
    if (ending !== "") {
      if (!segment.endsWith(ending)) return -1;
      score += 10;
    } else if (!isUnknown(segment)) {
      score += 1;
    }
  }
  return score;
}

const UNKNOWN_BASE = new RegExp(
  `^(?:https?://)?${HOLE_MARK}+(?:/(?:${HOLE_MARK}+|api|v\\d+(?:[.]\\d+)?)(?=[/?#]|$))*(?=[/?#]|$)`,
);

/**
 * Returns the path behind an unknown base, without the query. The base is unknown if it begins with holes; behind them
 * it may have more holes, `api` and a version as segments. Undefined if the URL does not begin like this.
 */
export function pathBehindUnknownBase(url: string): string | undefined {
  const base = UNKNOWN_BASE.exec(url)?.[0];
  return base === undefined ? undefined : url.slice(base.length).replace(/[?#].*$/, "");
}
