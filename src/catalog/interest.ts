import { HOLE_MARK } from "../facts/text.js";
import type { StringKind } from "../facts/string.js";
import type { Catalog, Vocabulary } from "./catalog.js";
import {
  AFTER_VERSION,
  BEFORE_PATH,
  UNKNOWN,
  administrationPrefixes,
  anyOf,
  literal,
  unversionedForms,
} from "./matchers/expressions.js";
import { lastName } from "./matchers/properties.js";

/** A string of interest in a text, as the frontends' `Interest` has it. */
export interface Match {
  readonly what: StringKind;
  readonly vocabulary: string;
  readonly start: number;
  readonly end: number;
}

/** What the frontends are told of the API: names, and a search for strings. */
export class CatalogInterest {
  readonly names: ReadonlySet<string>;
  readonly #searches: readonly { what: StringKind; vocabulary: string; expression: RegExp }[];
  readonly #possible: RegExp;

  constructor(catalog: Catalog) {
    const { vocabularies } = catalog;
    this.names = new Set([...vocabularies.flatMap(propertyNames), ...vocabularies.flatMap(labelNames)]);
    this.#searches = vocabularies.flatMap((vocabulary) =>
      Object.entries(searchesOf(vocabulary)).map(([what, source]) => ({
        what: what as StringKind,
        vocabulary: vocabulary.name,
        expression: new RegExp(source, "g"),
      })),
    );
    this.#possible = new RegExp(vocabularies.flatMap(possiblePieces).join("|"));
  }

  scan(text: string): Match[] {
    const matches: Match[] = [];
    for (const { what, vocabulary, expression } of this.#searches) {
      expression.lastIndex = 0;
      for (let found = expression.exec(text); found; found = expression.exec(text)) {
        const end = found.index + found[0].length;
        if (end === found.index) expression.lastIndex++;
        else matches.push({ what, vocabulary, start: found.index, end });
      }
    }
    return withoutNested(matches).sort((a, b) => a.start - b.start || a.end - b.end);
  }

  mayHold(text: string): boolean {
    return this.#possible.test(text);
  }
}

/** A host name inside a connection string is part of it; of two vocabularies with the same words the first one stays. */
function withoutNested(matches: readonly Match[]): Match[] {
  return matches.filter(
    (match, index) =>
      !matches.some((other, at) => {
        if (other === match || other.start > match.start || other.end < match.end) return false;
        if (other.what === match.what)
          return at < index && other.start === match.start && other.end === match.end;
        return match.what === "host-name" && other.what === "connection-string";
      }),
  );
}

/** The names of properties that change for a caller, in the words of the vocabulary. */
export function propertyNames(vocabulary: Vocabulary): string[] {
  const changing = vocabulary.properties.filter(
    (property) => property.status !== "kept" && property.status !== "added",
  );
  const outermost = changing.filter(
    (property) => !changing.some((other) => property.path.startsWith(`${other.path}.`)),
  );
  const names = new Set(outermost.map(lastName));
  // Everything has an `id`; the rules that ask about it look at whole bodies.
  names.delete("id");
  return [...names];
}

function labelNames(vocabulary: Vocabulary): string[] {
  return vocabulary.discovery.labels.filter((label) => label.values).map((label) => label.name);
}

/** Property names that nobody else uses. */
export function unmistakableNames(vocabulary: Vocabulary): string[] {
  const removed = vocabulary.properties.filter(
    (property) => property.status === "removed" && property.distinctness === "unmistakable",
  );
  return [...new Set(removed.map(lastName))];
}

function searchesOf(vocabulary: Vocabulary): Record<StringKind, string> {
  const prefixes = administrationPrefixes(vocabulary).map(
    (prefix) => `/?${BEFORE_PATH}${literal(prefix.replace(/^\//, ""))}`,
  );
  if (vocabulary.distinctivePath) prefixes.push(`/?${BEFORE_PATH}${literal(vocabulary.words.admin)}`);
  const versions = anyOf(unversionedForms(vocabulary).map(literal));
  const vendor = literal(vocabulary.mediaType.form.slice(0, vocabulary.mediaType.form.indexOf(".{date}")));
  const { schemes, domains } = vocabulary.connectionStrings;
  const scheme = anyOf(schemes.map((name) => literal(name)));
  const domain = anyOf(domains.map((name) => literal(name)));
  const label = String.raw`(?:[A-Za-z0-9_-]|${UNKNOWN})`;
  return {
    "base-path": `${anyOf(prefixes)}${literal("/")}${versions}${AFTER_VERSION}`,
    "media-type": String.raw`${vendor}(?![\w-])[^\s"'\x60,;)\]\\]*`,
    "connection-string": String.raw`(?<![\w-])${scheme}(?:\+srv)?:${literal("//")}(?:${UNKNOWN}|[^\s"'\x60<>|\\]|\\[/])+`,
    "host-name": String.raw`(?<![\w.@-])(?:${label}+[.])+${domain}(?![\w-]|[.]\w)(?::(?:\d+|${UNKNOWN}))?`,
    "discovery-url": String.raw`(?:https?:${literal("//")}(?:${UNKNOWN}|[\w.:@$-])+)?/?${BEFORE_PATH}(?:${literal(vocabulary.words.metrics)}|${anyOf(administrationPrefixes(vocabulary).map((prefix) => literal(prefix.replace(/^\//, ""))))})${literal("/")}v\d+(?:[.]\d+)?${literal("/groups/")}(?:${UNKNOWN}|[\w-])+${literal("/discovery")}(?![\w-])(?:\?[^\s"'\x60<>]*)?`,
    name: `(?<![\\w$])${anyOf(unmistakableNames(vocabulary).map(literal))}(?![\\w$])`,
  };
}

/** What at least must be in a text for `scan` to find something, and pieces of paths with an unknown version. */
function possiblePieces(vocabulary: Vocabulary): string[] {
  const { admin, metrics, vendor } = vocabulary.words;
  return [
    ...administrationPrefixes(vocabulary).map((prefix) => `${literal(prefix)}${literal("/")}`),
    `${literal(`${admin}/`)}(?:v[12]|${HOLE_MARK})`,
    literal(`${metrics}/v`),
    literal(`vnd.${vendor}`),
    ...vocabulary.connectionStrings.domains.map(literal),
    ...unmistakableNames(vocabulary).map(literal),
  ];
}
