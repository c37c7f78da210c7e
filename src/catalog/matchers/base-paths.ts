import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";
import {
  AFTER_VERSION,
  BEFORE_PATH,
  NOTHING,
  administrationPrefixes,
  anyOf,
  literal,
} from "./expressions.js";

/** The target of a URL or path. */
export interface PathMatch {
  readonly vocabulary: Vocabulary;
  readonly surface: "administration" | "discovery";
  /** `v1.0`, `v2`; absent if the version is unknown. */
  readonly version?: string;
  /** The form of the administration API. */
  readonly form: "unversioned" | "versioned" | "unknown";
  /** The base path in the text, from its first slash to the end of the version. */
  readonly start: number;
  readonly end: number;
  /** After the base, without the query; empty or with a leading slash. */
  readonly path: string;
  readonly query: string;
  /** True if the host belongs to the service; absent if there is no host or the vocabulary lists none. */
  readonly knownHost?: boolean;
}

const VERSION = String.raw`(v\d+(?:\.\d+)?|${HOLE_MARK})`;

const DISCOVERY = /\/groups\/[^/]+\/discovery(?![\w-]|\/\w)/;

const expressions = new WeakMap<Vocabulary, { administration: RegExp; discovery: RegExp }>();

function expressionsOf(vocabulary: Vocabulary) {
  let found = expressions.get(vocabulary);
  if (!found) {
    const prefixes = administrationPrefixes(vocabulary).map((prefix) => literal(prefix.replace(/^\//, "")));
    // A distinctive word needs no `/api` before it: code elsewhere may join the two.
    if (vocabulary.distinctivePath) prefixes.push(literal(vocabulary.words.admin));
    const metrics = literal(vocabulary.words.metrics);
    const discovery =
      vocabulary.discovery.base !== "" ? `/?${BEFORE_PATH}${metrics}/${VERSION}${AFTER_VERSION}` : NOTHING;
    found = {
      administration: new RegExp(`/?${BEFORE_PATH}${anyOf(prefixes)}/${VERSION}${AFTER_VERSION}`),
      discovery: new RegExp(discovery),
    };
    expressions.set(vocabulary, found);
  }
  return found;
}

/**
 * Reads a URL, or the known part of one, as a path into one of the service's APIs. Holes are `HOLE_MARK`. A match
 * describes the form of the path and does not prove that it is this service's: see `PathMatch.knownHost` and
 * `isKnownResource`.
 */
export function matchPath(url: string, vocabularies: readonly Vocabulary[]): PathMatch | undefined {
  for (const vocabulary of vocabularies) {
    const { administration, discovery } = expressionsOf(vocabulary);
    const found = administration.exec(url);
    if (found) return toMatch(url, found, vocabulary, "administration");
    const metrics = discovery.exec(url);
    // `metrics/v1` is common; the path after it decides.
    if (metrics && DISCOVERY.test(url.slice(metrics.index)))
      return toMatch(url, metrics, vocabulary, "discovery");
  }
  return undefined;
}

function toMatch(
  url: string,
  found: RegExpExecArray,
  vocabulary: Vocabulary,
  surface: PathMatch["surface"],
): PathMatch {
  const version = found[1] === HOLE_MARK ? undefined : found[1];
  const end = found.index + found[0].length;
  const rest = url.slice(end);
  const query = rest.search(/[?#]/);
  const { administration, hosts } = vocabulary;
  const form =
    version === undefined
      ? "unknown"
      : version === administration.versioned
        ? "versioned"
        : administration.unversioned.some((one) => one.version === version)
          ? "unversioned"
          : "unknown";
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase();
  const known =
    host === undefined || hosts.length === 0 || host.includes(HOLE_MARK) ? undefined : hosts.includes(host);
  return {
    vocabulary,
    surface,
    form,
    start: found.index,
    end,
    path: query < 0 ? rest : rest.slice(0, query),
    query: query < 0 ? "" : rest.slice(query),
    ...(version === undefined ? {} : { version }),
    ...(known === undefined ? {} : { knownHost: known }),
  };
}

/** Returns a base path for messages: without the slash before a host that is a part of it. */
export function shownBase({ hosts }: Vocabulary, base: string): string {
  return hosts.some((host) => base.startsWith(`/${host}/`)) ? base.slice(1) : base;
}
