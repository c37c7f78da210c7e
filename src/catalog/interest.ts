import { HOLE_MARK } from "../facts/text.js";
import type { StringKind } from "../facts/string.js";
import type { Catalog, Vocabulary } from "./catalog.js";
import {
  AFTER_VERSION,
  BEFORE_PATH,
  FILLED_IN,
  NOTHING,
  UNKNOWN,
  administrationPrefixes,
  anyOf,
  literal,
  misspelledVersions,
  unversionedForms,
  versionNames,
} from "./matchers/expressions.js";
import { isKnownResource, pathBehindUnknownBase, pathSegments } from "./matchers/endpoints.js";
import { lastName, namesGone, replacementsIn } from "./matchers/properties.js";
import { everydayMembers, hintNames, namesOfInterest } from "./names-of-interest.js";
import { mentionsService } from "./service-mentions.js";
import { heldNames, openBases, plainAccepts, type Match } from "./text-searches.js";

/** The start of most resource paths. */
const COMMON_RESOURCE = "/groups/";

/** The same, and the list of all of them: `/api/admin/v2/groups`. */
const NAMES_GROUPS = /\/groups(?![\w-])/;

/** Parts of the paths of most resources, and names of credentials of the API. */
const REQUEST_WORDS = ["/groups", "/clusters", "digest"];

/** Returns how the paths of an API of its own start; those of the built-in vocabularies are in `REQUEST_WORDS`. */
function ownStarts({ isStandalone, resources }: Vocabulary): string[] {
  if (!isStandalone) return [];
  const paths = resources.flatMap(({ endpoints }) => endpoints.map(({ path }) => path));
  return [...new Set(paths.flatMap((path) => /^\/[^/{]+/.exec(path)?.[0] ?? []))];
}

const interests = new WeakMap<Catalog, CatalogInterest>();

/** A name of several words is not an everyday word. */
const OF_SEVERAL_WORDS = /[a-z\d](?:[A-Z]|_[a-z])/;

/** Everything that the frontends know about the API: names, and a search for strings. */
export class CatalogInterest {
  readonly names: ReadonlySet<string>;
  readonly membersOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly replacements: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly #searches: readonly Search[];
  readonly #hosts: readonly HostSearch[];
  readonly #vocabularies: readonly Vocabulary[];
  readonly #versionedBases: readonly Search[];
  readonly #serviceHosts: readonly string[];
  /** Property names that are not everyday words. */
  readonly #distinctive: ReadonlySet<string>;
  /** Names of properties of the main resource: rules judge them by the properties beside them, too. */
  readonly #hints: ReadonlySet<string>;
  /** Names that the new shape does not have at another place, with the outermost property that goes with them. */
  readonly #gone: ReadonlyMap<string, string>;
  readonly #possible: RegExp;
  readonly #versions: RegExp;
  readonly #requests: RegExp;
  /** Starts of paths of resources. */
  readonly #starts: readonly string[];
  readonly #libraries: ReadonlySet<string>;
  /** Fixed segments of the paths of all endpoints. */
  readonly #segments: ReadonlySet<string>;

  /** Returns the interest of a catalog. It is made once, because a process may begin many runs with the same catalog. */
  static of(catalog: Catalog): CatalogInterest {
    const known = interests.get(catalog) ?? new CatalogInterest(catalog);
    interests.set(catalog, known);
    return known;
  }

  private constructor({ vocabularies }: Catalog) {
    const endpoints = vocabularies.flatMap(({ resources }) =>
      resources.flatMap(({ endpoints }) => endpoints),
    );
    this.#segments = new Set(endpoints.flatMap(({ path }) => wordsOf(path)));
    this.names = new Set(vocabularies.flatMap(namesOfInterest));
    this.membersOf = everydayMembers(vocabularies);
    this.replacements = replacementsIn(vocabularies);
    this.#searches = vocabularies.flatMap((vocabulary) =>
      Object.entries(searchesOf(vocabulary)).map(([what, source]) => ({
        what: what as StringKind,
        vocabulary: vocabulary.name,
        expression: new RegExp(source, "g"),
      })),
    );
    this.#vocabularies = vocabularies;
    this.#versionedBases = vocabularies.map((vocabulary) => ({
      what: "versioned-base",
      vocabulary: vocabulary.name,
      expression: new RegExp(versionedBase(vocabulary), "g"),
    }));
    this.#serviceHosts = vocabularies.flatMap(({ hosts }) => hosts);
    this.#distinctive = new Set(
      vocabularies.flatMap(({ properties }) =>
        properties.filter(({ distinctness }) => distinctness !== "ambiguous").map(lastName),
      ),
    );
    this.#hints = new Set(vocabularies.flatMap(hintNames));
    this.#gone = new Map(vocabularies.flatMap((one) => [...namesGone(one)]));
    this.#hosts = vocabularies.map(({ name, connectionStrings }) => ({
      vocabulary: name,
      domain: new RegExp(
        String.raw`[.]${anyOf(connectionStrings.domains.map(literal))}(?![\w-]|[.]\w)(?::(?:\d+|${UNKNOWN}))?`,
        "g",
      ),
    }));
    this.#libraries = new Set(vocabularies.flatMap(({ libraries }) => libraries.map((one) => one.import)));
    this.#possible = new RegExp(vocabularies.flatMap(possiblePieces).join("|"));
    const paths = vocabularies
      .flatMap(administrationPrefixes)
      .map((prefix) => `${literal(prefix)}(?![\\w-])`);
    const own = vocabularies.flatMap(ownStarts);
    this.#starts = [COMMON_RESOURCE, ...own.map((start) => `${start}/`)];
    this.#requests = new RegExp([...paths, ...REQUEST_WORDS, ...own.map(literal)].join("|"), "i");
    this.#versions = new RegExp(`${anyOf(vocabularies.flatMap(versionNames))}${AFTER_VERSION}`);
  }

  scan(text: string): Match[] {
    return withoutNested([
      ...this.#hosts.flatMap((search) => hostNames(text, search)),
      ...this.#searches.flatMap((search) => matchesOf(text, search)),
    ]);
  }

  versionedBases(text: string): Match[] {
    return withoutNested(this.#versionedBases.flatMap((search) => matchesOf(text, search)));
  }

  scanText(text: string): Match[] {
    const found = [...this.scan(text), ...this.versionedBases(text)];
    const bases = found.filter(({ what }) => what === "base-path" || what === "versioned-base");
    const held = heldNames(text, this.#vocabularies, bases);
    const isVersioned = found.some((match) => match.what === "versioned-base" && this.#isOfApi(match, text));
    const isOfApi =
      held.length > 0 ||
      this.#namesHost(text) ||
      text.includes(COMMON_RESOURCE.slice(0, -1)) ||
      found.some((match) => this.#isOfApi(match, text));
    return withoutNested([
      ...found,
      ...held,
      ...(isVersioned ? plainAccepts(text, found) : []),
      ...(isOfApi ? this.#vocabularies.flatMap((vocabulary) => openBases(text, vocabulary)) : []),
    ]);
  }

  mentionsApi(text: string, matches: readonly Match[]): boolean {
    return matches.some((match) => this.#isOfApi(match, text)) || this.describesCluster(text);
  }

  /**
   * Checks whether a match shows that a text uses the API. Every program that uses a database contains a host or a
   * connection string, and a versioned path may belong to another API. A base with unknown parts is searched for only
   * where something else shows it.
   */
  #isOfApi({ what }: Match, text: string): boolean {
    if (what === "host-name" || what === "connection-string") return false;
    if (what !== "versioned-base") return true;
    return NAMES_GROUPS.test(text) || this.namesResource(text) || this.#namesHost(text);
  }

  mentionsService(text: string): boolean {
    return mentionsService(text, this, this.#vocabularies);
  }

  #namesHost(text: string): boolean {
    return this.#serviceHosts.some((host) => text.includes(host));
  }

  describesCluster(text: string): boolean {
    const held = new Set<string>();
    for (const [word] of text.matchAll(/\w+/g)) if (this.names.has(word)) held.add(word);
    return held.size > 1 && [...held].some((name) => this.#distinctive.has(name));
  }

  isHint(name: string): boolean {
    return this.#hints.has(name);
  }

  isDistinctive(name: string): boolean {
    return this.#distinctive.has(name) || OF_SEVERAL_WORDS.test(name);
  }

  goneWith(name: string): string | undefined {
    return this.#gone.get(name);
  }

  mayHold(text: string): boolean {
    return this.#possible.test(text);
  }

  namesVersion(text: string): boolean {
    return this.#versions.test(text);
  }

  isVersion(text: string): boolean {
    const name = text.replace(/^\/|\/$/g, "");
    return this.#vocabularies.some(({ administration }) => administration.versioned === name);
  }

  isVersioned(text: string): boolean {
    return this.versionedBases(text).length > 0 && !this.scan(text).some(({ what }) => what === "base-path");
  }

  mayBeOfRequest(text: string): boolean {
    return this.#requests.test(text);
  }

  mayBePath(text: string): boolean {
    return /^\/\w/.test(text) && wordsOf(text).some((word) => this.#segments.has(word));
  }

  isLibrary(specifier: string): boolean {
    return this.#libraries.has(specifier);
  }

  libraryOf(specifier: string): string | undefined {
    if (this.#libraries.has(specifier)) return specifier;
    for (const library of this.#libraries)
      if (specifier.startsWith(`${library}/`) || specifier.startsWith(`${library}.`)) return library;
    return undefined;
  }

  namesResource(text: string): boolean {
    return this.#starts.some((start) => text.includes(start));
  }

  namesOperation(url: string): boolean {
    const path = pathBehindUnknownBase(url);
    // `/users/{id}` is common; a resource of a project is not.
    return (
      path !== undefined &&
      pathSegments(path).length > 2 &&
      this.#vocabularies.some((vocabulary) => isKnownResource(vocabulary, path))
    );
  }
}

/** Returns the segments of a path, without placeholders and actions after a colon. */
function wordsOf(path: string): string[] {
  return path.split(/[/:?#]/).filter((word) => /^\w+$/.test(word));
}

interface Search {
  readonly what: StringKind;
  readonly vocabulary: string;
  /** Global. */
  readonly expression: RegExp;
}

function matchesOf(text: string, { what, vocabulary, expression }: Search): Match[] {
  const matches: Match[] = [];
  expression.lastIndex = 0;
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    const end = found.index + (what === "connection-string" ? ownLength(found[0]) : found[0].length);
    if (end === found.index) expression.lastIndex++;
    else matches.push({ what, vocabulary, start: found.index, end });
  }
  return matches;
}

interface HostSearch {
  readonly vocabulary: string;
  /** The domain with the period before it and the port after it. */
  readonly domain: RegExp;
}

const LABELS_BEFORE = new RegExp(
  String.raw`(?:(?:[A-Za-z0-9_-]|${UNKNOWN})+[.])*(?:[A-Za-z0-9_-]|${UNKNOWN})+$`,
);
const LONGEST_HOST = 260;
const WEB = new RegExp(`https?:${literal("//")}$`);

/** The search for host names starts at their end: the domain is rare, and the text before it is not. */
function hostNames(text: string, { vocabulary, domain }: HostSearch): Match[] {
  const matches: Match[] = [];
  domain.lastIndex = 0;
  for (let found = domain.exec(text); found; found = domain.exec(text)) {
    const from = Math.max(0, found.index - LONGEST_HOST);
    const labels = LABELS_BEFORE.exec(text.slice(from, found.index));
    const start = labels ? from + labels.index : -1;
    // A mail address and a web address contain a domain, too.
    if (start < 0 || text[start - 1] === "@" || WEB.test(text.slice(Math.max(0, start - 12), start)))
      continue;
    matches.push({ what: "host-name", vocabulary, start, end: found.index + found[0].length });
  }
  return matches;
}

/** Without a period that ends the sentence or a bracket that closes around the connection string. */
function ownLength(found: string): number {
  const surplus = Object.fromEntries(
    ["()", "[]", "{}"].map(([open, close]) => [
      close,
      found.split(close!).length - found.split(open!).length,
    ]),
  );
  let length = found.length;
  for (; length > 0; length--) {
    const last = found[length - 1]!;
    if (last in surplus && surplus[last]! > 0) surplus[last]!--;
    else if (!".,;:!?".includes(last)) break;
  }
  return length;
}

/**
 * In order, without duplicates: a host name inside a connection string is part of it, and of two vocabularies with the
 * same words the first counts.
 */
function withoutNested(matches: readonly Match[]): Match[] {
  const ordered = [...matches].sort((a, b) => a.start - b.start || b.end - a.end);
  let connectionEnd = -1;
  const seen = new Set<string>();
  return ordered.filter(({ what, start, end }) => {
    if (what === "host-name" && end <= connectionEnd) return false;
    if (what === "connection-string") connectionEnd = Math.max(connectionEnd, end);
    const identity = `${what}:${start}:${end}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Returns the names of properties that no other product uses. */
export function unmistakableNames(vocabulary: Vocabulary): string[] {
  const removed = vocabulary.properties.filter(
    (property) => property.status === "removed" && property.distinctness === "unmistakable",
  );
  return [...new Set(removed.map(lastName))];
}

/** Kinds that one regular expression finds in every text. */
type SearchedKind = Exclude<
  StringKind,
  "host-name" | "versioned-base" | "held-name" | "plain-accept" | "open-base"
>;

function searchesOf(vocabulary: Vocabulary): Record<SearchedKind, string> {
  const prefixes = administrationPrefixes(vocabulary).map(
    (prefix) => `/?${BEFORE_PATH}${literal(prefix.replace(/^\//, ""))}`,
  );
  if (vocabulary.distinctivePath) prefixes.push(`/?${BEFORE_PATH}${literal(vocabulary.words.admin)}`);
  const versions = anyOf(unversionedForms(vocabulary).map(literal));
  const { form } = vocabulary.mediaType;
  const vendor = form === "" ? NOTHING : literal(form.slice(0, form.indexOf(".{date}")));
  const { schemes } = vocabulary.connectionStrings;
  const scheme = anyOf(schemes.map((name) => literal(name)));
  return {
    "base-path": `${anyOf(prefixes)}${literal("/")}${versions}${AFTER_VERSION}`,
    "other-base": vocabulary.distinctivePath ? otherBase(vocabulary) : NOTHING,
    "media-type": String.raw`${vendor}(?![\w-])[^\s"'\x60,;)\]\\]*`,
    "connection-string": String.raw`(?<![\w-])${scheme}(?:\+srv)?:${literal("//")}(?:${UNKNOWN}|[^\s"'\x60<>|\\]|\\[/])+`,
    "discovery-url":
      vocabulary.discovery.base === ""
        ? NOTHING
        : String.raw`(?:https?:${literal("//")}(?:${FILLED_IN}|[\w.:@$-])+)?/?${BEFORE_PATH}(?:${literal(vocabulary.words.metrics)}|${anyOf(administrationPrefixes(vocabulary).map((prefix) => literal(prefix.replace(/^\//, ""))))})${literal("/")}v\d+(?:[.]\d+)?${literal("/groups/")}(?:${UNKNOWN}|[\w-])+${literal("/discovery")}(?![\w-])(?:\?[^\s"'\x60<>]*)?`,
    name: `(?<![\\w$])${anyOf(unmistakableNames(vocabulary).map(literal))}(?![\\w$])`,
  };
}

function versionedBase(vocabulary: Vocabulary): string {
  const prefixes = administrationPrefixes(vocabulary).map((prefix) => literal(prefix.replace(/^\//, "")));
  return `/?${BEFORE_PATH}${anyOf(prefixes)}${literal(`/${vocabulary.administration.versioned}`)}${AFTER_VERSION}`;
}

/** `v1\\.0` in a regular expression is the whole version. */
const NO_ESCAPED_DOT = String.raw`(?!\\{1,2}[.])`;

/** The base path with a version that nearly exists: `/api/atlas/v2.0`, `/api/atlas/v1`. */
function otherBase(vocabulary: Vocabulary): string {
  const prefixes = administrationPrefixes(vocabulary).map((prefix) => literal(prefix.replace(/^\//, "")));
  const versions = misspelledVersions(vocabulary).map(literal);
  return `/?${BEFORE_PATH}${anyOf(prefixes)}${literal("/")}${anyOf(versions)}${AFTER_VERSION}${NO_ESCAPED_DOT}`;
}

/**
 * Returns strings of which a text must contain one so that `scan` can find something, and parts of paths with an
 * unknown version.
 */
function possiblePieces(vocabulary: Vocabulary): string[] {
  const { admin, metrics, vendor } = vocabulary.words;
  const ofMetrics = vocabulary.discovery.base === "" ? [] : [literal(`${metrics}/v`)];
  return [
    ...administrationPrefixes(vocabulary).map((prefix) => `${literal(prefix)}${literal("/")}`),
    `${literal(`${admin}/`)}(?:v[12]|${HOLE_MARK})`,
    ...ofMetrics,
    literal(`vnd.${vendor}`),
    ...vocabulary.connectionStrings.domains.map(literal),
    ...unmistakableNames(vocabulary).map(literal),
  ];
}
