import { HOLE_MARK } from "../../facts/text.js";
import type { Vocabulary } from "../catalog.js";

/**
 * Regular expressions for the strings of a vocabulary. They stay within what JavaScript and ripgrep have in common
 * where they are used for the search (`source`), and see through the escapes of strings and regular expressions:
 * `\/api\/atlas\/v1\.0`.
 */
const ESCAPE = String.raw`\\{0,2}`;

/** A literal as a part of a regular expression, with room for a backslash before `/` and `.`. */
export function literal(text: string): string {
  return text
    .replace(/[$()*+?[\]^{|}\\]/g, String.raw`\$&`)
    .replace(/[/.]/g, (mark) => `${ESCAPE}${mark === "." ? "[.]" : mark}`);
}

/** `/api/atlas` and the aliases that stand for it. */
export function administrationPrefixes(vocabulary: Vocabulary): string[] {
  const own = vocabulary.administration.base.replace(/\/\{version\}$/, "");
  return [own, ...vocabulary.pathAliases];
}

export function unversionedForms(vocabulary: Vocabulary): string[] {
  return vocabulary.administration.unversioned.map(({ version }) => version);
}

/** Versions that people write for one there is: with a `.0` too many or too few. */
export function misspelledVersions({ administration }: Pick<Vocabulary, "administration">): string[] {
  const known = [...administration.unversioned.map(({ version }) => version), administration.versioned];
  return known.map(misspelled).filter((version) => !known.includes(version));
}

/** A version as people write it who have one of the other kind in mind; itself where there is no such way. */
export function misspelled(version: string): string {
  return version.endsWith(".0") ? version.slice(0, -2) : version.includes(".") ? version : `${version}.0`;
}

export function anyOf(sources: readonly string[]): string {
  return `(?:${sources.join("|")})`;
}

/** What may not stand before a path: it would be the end of another name. */
export const BEFORE_PATH = String.raw`(?<![\w-])`;
/** What may not follow a version: `v1.01` and `v1.0-beta` are other versions. */
export const AFTER_VERSION = String.raw`(?![\w-]|[.]\d)`;

/**
 * A part of a URL that something fills in, in source text or in a flattened value. Bounded, so that text full of opening
 * braces is not searched to its end from each of them.
 */
export const FILLED_IN = String.raw`(?:${HOLE_MARK}|\$\{[^}]{0,80}\}|\{[^}/]{0,60}\}|%[sv]|<[^>]{0,60}>)`;
/** The same, or the name of a parameter: whole, so that there is one way to match many of them. */
export const UNKNOWN = String.raw`(?:${FILLED_IN}|:[A-Za-z]\w{0,60}(?!\w))`;
