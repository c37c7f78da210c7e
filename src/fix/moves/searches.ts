import { lastName } from "../../catalog/matchers/properties.js";
import type { PropertyData } from "../../catalog/model.js";
import type { SearchFact } from "../../facts/file-facts.js";
import { Doubts } from "./doubts.js";

/** A word that is shorter is a part of too many names. */
const MIN_PART = 4;
/** Patterns that may take their time are not tried. */
const MAX_PATTERN = 200;
const MAX_QUANTIFIERS = 4;

/**
 * Returns the reasons why a move is not safe for code that searches the text of a response.
 *
 * @param searches the searches in the response of the request
 *
 * @param changes the properties that change with the move
 */
export function searchReasons(
  searches: readonly SearchFact[],
  changes: readonly PropertyData[],
  noun: string,
): Doubts {
  const names = [...new Set(changes.filter(({ status }) => status !== "read-only").map(lastName))];
  const reasons = new Doubts();
  for (const { by, place, sought } of searches) {
    const found = sought && names.find((name) => mayFind(sought, name));
    if (sought && found === undefined) continue;
    const what = sought && (sought.flags === undefined ? sought.text : `/${sought.text}/${sought.flags}`);
    const whatFor = what === undefined ? "an unknown text" : `${what}, but ${found!} changes`;
    reasons.add(`${by} in ${place.path} searches the text of the ${noun} for ${whatFor}`, place);
  }
  return reasons;
}

/** Returns whether a search may find a property by its name, or by a part of it that is long enough to tell it. */
function mayFind({ text, flags }: NonNullable<SearchFact["sought"]>, name: string): boolean {
  const words = wordsIn(flags === undefined ? text : text.replace(/\\[A-Za-z]/g, " "));
  const lower = name.toLowerCase();
  const isNamed = words.some((word) => word === lower || (word.length >= MIN_PART && lower.startsWith(word)));
  if (isNamed) return true;
  if (flags !== undefined) return distinguishes(text, flags, name);
  return words.some(({ length }) => length >= MIN_PART) && isIn(text, name) && !isIn(text, otherThan(name));
}

/** Returns whether a string contains a property with any value. */
function isIn(sought: string, name: string): boolean {
  return VALUES.some((value) => textWith(name, value).includes(sought));
}

/** The characters that a property may begin with in JSON. */
const VALUES = ['"a"', "1", "{", "["];

function textWith(name: string, value: string): string {
  return `{"id":"a","${name}":${value}`;
}

/** A name that looks the same and is not that of a property. */
function otherThan(name: string): string {
  return name.replace(/[a-z]/g, "q").replace(/[A-Z]/g, "Q");
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\w$]+/g) ?? [];
}

/**
 * Returns whether a pattern finds something else in a text with a property than in the same text with another one in
 * its place, or finds the name by itself. One that cannot be tried may.
 */
function distinguishes(source: string, flags: string, name: string): boolean {
  const pattern = patternOf(source, flags);
  if (!pattern) return true;
  const other = otherThan(name);
  return VALUES.some((value) => {
    const finds = (key: string): string[] =>
      [...textWith(key, value).matchAll(pattern)].flatMap((match) => [
        String(match.index),
        ...match.map((one) => (one as string | undefined)?.replaceAll(key, other) ?? ""),
      ]);
    return finds(name).join("\n") !== finds(other).join("\n") || findsAlone(pattern, name, value);
  });
}

/** `/"(\w+)":/g` finds every name. */
function findsAlone(pattern: RegExp, name: string, value: string): boolean {
  return [...textWith(name, value).matchAll(pattern)].some((match) =>
    match.some((one) => (one as string | undefined)?.replace(/^\W+|\W+$/g, "") === name),
  );
}

/** The pattern, to be looked for everywhere, if it is sure to be quick on a short text: no group of it is repeated. */
function patternOf(source: string, flags: string): RegExp | undefined {
  const repeats = source.match(/[*+{]/g)?.length ?? 0;
  if (source.length > MAX_PATTERN || repeats > MAX_QUANTIFIERS || /\)[*+{]|\\\d/.test(source))
    return undefined;
  try {
    return new RegExp(source, `${flags.replace(/[gy]/g, "")}g`);
  } catch {
    return undefined;
  }
}
