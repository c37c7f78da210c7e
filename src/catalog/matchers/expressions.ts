import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";

/**
 * Regular expressions for the strings of a vocabulary. Those that the search uses (`source`) only use syntax that
 * JavaScript and ripgrep share. They also match the escapes of strings and regular expressions: `\/api\/atlas\/v1\.0`.
 */
const ESCAPE = String.raw`\\{0,2}`;

/** Returns a literal as a part of a regular expression, with an optional backslash before `/` and `.`. */
export function literal(text: string): string {
  return text
    .replace(/[$()*+?[\]^{|}\\]/g, String.raw`\$&`)
    .replace(/[/.]/g, (mark) => `${ESCAPE}${mark === "." ? "[.]" : mark}`);
}

/** Matches nothing. */
export const NOTHING = "(?!)";

/** Returns the path before the version, with its aliases: `/api/atlas`. */
export function administrationPrefixes(vocabulary: Vocabulary): string[] {
  const own = vocabulary.administration.base.replace(/\/\{version\}$/, "");
  return [own, ...vocabulary.pathAliases];
}

export function unversionedForms(vocabulary: Vocabulary): string[] {
  return vocabulary.administration.unversioned.map(({ version }) => version);
}

/** Returns common misspellings of existing versions: with a missing or an additional `.0`. */
export function misspelledVersions({ administration }: Pick<Vocabulary, "administration">): string[] {
  const known = [...administration.unversioned.map(({ version }) => version), administration.versioned];
  return known.map(misspelled).filter((version) => !known.includes(version));
}

/**
 * Returns a version in the style of the other kind, as people misspell it; the version itself if there is no such
 * spelling.
 */
export function misspelled(version: string): string {
  return version.endsWith(".0") ? version.slice(0, -2) : version.includes(".") ? version : `${version}.0`;
}

/** Returns patterns for an unversioned form, and for common misspellings of it after the word before it: `atlas/v1`. */
export function versionNames(vocabulary: Vocabulary): string[] {
  const words = administrationPrefixes(vocabulary).map((prefix) => literal(`${prefix.split("/").at(-1)}/`));
  return unversionedForms(vocabulary).flatMap((version) => [
    `(?<![\\w.])${literal(version)}`,
    `${anyOf(words)}${literal(misspelled(version))}`,
  ]);
}

/** Returns an expression that matches one of several. Of an empty list it matches nothing. */
export function anyOf(sources: readonly string[]): string {
  return sources.length === 0 ? NOTHING : `(?:${sources.join("|")})`;
}

/** Refuses a character before a path that makes it the end of another name. */
export const BEFORE_PATH = String.raw`(?<![\w-])`;
/** Refuses a character after a version: `v1.01` and `v1.0-beta` are other versions. */
export const AFTER_VERSION = String.raw`(?![\w-]|[.]\d)`;

/**
 * A part of a URL that is filled in, in source text or in a flattened value. It is bounded, so that text full of
 * opening braces is not searched to its end from each of them.
 */
export const FILLED_IN = String.raw`(?:${HOLE_MARK}|\$\{[^}]{0,80}\}|\{\{[^}]{0,80}\}\}|\{[^}/]{0,60}\}|%[sv@]|<[^>]{0,60}>)`;
/** The same, or the name of a parameter, as one unit, so that a run of them matches in one way only. */
export const UNKNOWN = String.raw`(?:${FILLED_IN}|:[A-Za-z]\w{0,60}(?!\w))`;
