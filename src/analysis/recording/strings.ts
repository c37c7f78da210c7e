import type { Comment } from "oxc-parser";
import type { SourceText } from "../../core/source-text.js";
import { insideOneOf } from "../../core/span.js";
import type { Continuation, StringFact } from "../../facts/string.js";
import {
  flatten,
  hopsToList,
  partsBetween,
  placesBetween,
  writtenPlaces,
  type Hop,
  type Text,
} from "../../facts/text.js";
import type { Interest, StringMatch } from "../../frontends/interest.js";
import { joinedString, writtenString } from "../../frontends/plain/scan.js";

/**
 * Returns strings of interest in the source, in code and in comments. Strings that code joins from parts are in
 * `joined`, and their parts are not reported again.
 */
export function writtenStrings(
  source: SourceText,
  comments: readonly Comment[],
  joined: readonly StringFact[],
  continuations: Continuations,
  interest: Interest,
): StringFact[] {
  const { path, text } = source;
  const covered = new Set(
    joined.flatMap((fact) => fact.parts.filter((part) => part.path === path).map((part) => part.start)),
  );
  const isInComment = insideOneOf(comments);
  return [...interest.scan(text), ...interest.versionedBases(text)].flatMap((match): StringFact[] => {
    // In code, property names are facts of their own, and in a comment a name alone is only talk.
    if (match.what === "name") return [];
    const inComment = isInComment(match);
    if (!inComment && covered.has(match.start)) return [];
    const fact = writtenString(source, match, inComment ? "comment" : "code");
    const [longest, ...others] = continuations.get(`${path}:${match.end}`) ?? [];
    if (!longest || longest.rest.length <= fact.rest.length) return [fact];
    return [{ ...fact, ...longest, ...(others.length > 0 ? { otherRests: others } : {}) }];
  });
}

/** Path and end of a string → what code puts behind it, the longest text first. */
export type Continuations = ReadonlyMap<string, readonly Continuation[]>;

/** So many texts behind one string are kept. */
const MAX_RESTS = 200;

/**
 * Returns the texts that code adds after a string, by the end of the string: the paths after a base that is a constant.
 */
export function restsBehind(texts: readonly Text[], interest: Interest): Continuations {
  const rests = new Map<string, Map<string, Continuation>>();
  for (const text of texts) {
    const flat = flatten(text);
    for (const match of interest.scan(flat)) {
      if (match.what !== "base-path") continue;
      const place = placesBetween(text, match.start, match.end).at(-1);
      if (!place) continue;
      const key = `${place.path}:${place.end}`;
      const rest = flat.slice(match.end);
      const known = rests.get(key) ?? new Map<string, Continuation>();
      if (!known.has(rest) && known.size < MAX_RESTS) known.set(rest, { rest, text });
      rests.set(key, known);
    }
  }
  const longestFirst = (known: ReadonlyMap<string, Continuation>): Continuation[] =>
    [...known.values()].sort((one, other) => other.rest.length - one.rest.length);
  return new Map([...rests].map(([key, known]) => [key, longestFirst(known)]));
}

/** Returns strings of interest that are in no single part of the text. */
export function joinedStrings(text: Text, interest: Interest): StringFact[] {
  const flat = flatten(text);
  return interest.scan(flat).flatMap((match): StringFact[] => {
    const places = placesBetween(text, match.start, match.end);
    if (places.length < 2) return [];
    const known = writtenPlaces(text, match.start, match.end);
    return joinedString(text, match, known, { parts: places, trace: traceOf(text, match), setting: "code" });
  });
}

function traceOf(text: Text, match: StringMatch): Hop[] {
  const hops = partsBetween(text, match.start, match.end).flatMap(({ part }) => hopsToList(part.hops));
  return hops.filter(
    (hop, index) =>
      hops.findIndex((other) => other.place.start === hop.place.start && other.name === hop.name) === index,
  );
}
