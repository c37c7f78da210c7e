import type { Comment } from "oxc-parser";
import type { Location } from "../../../core/span.js";
import type { StringFact } from "../../../facts/string.js";
import {
  flatten,
  hopsToList,
  partsBetween,
  placesBetween,
  type Hop,
  type Text,
} from "../../../facts/text.js";
import type { Interest, StringMatch } from "../../interest.js";
import { restAfter } from "../../plain/scan.js";

/**
 * Strings of interest: those that stand in the source as they are, in code and in comments, and those that code puts
 * together from parts. What is put together and stands whole in one of its parts is the former.
 */
export function stringFacts(
  source: string,
  path: string,
  comments: readonly Comment[],
  texts: readonly Text[],
  interest: Interest,
): StringFact[] {
  const glued = texts.flatMap((text) => gluedStrings(text, interest));
  const covered = new Set(glued.flatMap((fact) => fact.parts.map((part) => part.start)));
  const written = writtenStrings(source, path, comments, interest).filter(
    (fact) => fact.setting === "comment" || !overlapsPart(fact, covered),
  );
  return unique([...written, ...glued]);
}

function writtenStrings(
  source: string,
  path: string,
  comments: readonly Comment[],
  interest: Interest,
): StringFact[] {
  return interest.scan(source).flatMap((match): StringFact[] => {
    const inComment = comments.some((comment) => comment.start <= match.start && match.end <= comment.end);
    // In code, property names are facts of their own, and in a comment a name alone is only talk.
    if (match.what === "name") return [];
    const place = { path, start: match.start, end: match.end };
    return [
      {
        kind: "string",
        what: match.what,
        vocabulary: match.vocabulary,
        value: source.slice(match.start, match.end),
        rest: restAfter(source, match.end),
        place,
        parts: [],
        trace: [],
        setting: inComment ? "comment" : "code",
      },
    ];
  });
}

/** Matches that no single part of the text holds. */
function gluedStrings(text: Text, interest: Interest): StringFact[] {
  const flat = flatten(text);
  return interest.scan(flat).flatMap((match): StringFact[] => {
    const places = placesBetween(text, match.start, match.end);
    if (places.length < 2) return [];
    const place = decisivePlace(text, match);
    if (!place) return [];
    return [
      {
        kind: "string",
        what: match.what,
        vocabulary: match.vocabulary,
        value: flat.slice(match.start, match.end),
        rest: flat.slice(match.end),
        text,
        place,
        parts: places,
        trace: traceOf(text, match),
        setting: "code",
      },
    ];
  });
}

/** Where a reader has to look: the version of a base path, the first known piece of anything else. */
function decisivePlace(text: Text, match: StringMatch): Location | undefined {
  const places = partsBetween(text, match.start, match.end).flatMap(({ part, from, to }) => {
    if (part.kind !== "segment" || !part.written) return [];
    const { written } = part;
    const inside = written.exact ? { start: written.start + from, end: written.start + to } : written;
    return [{ path: written.path, start: inside.start, end: inside.end }];
  });
  return match.what === "base-path" ? places.at(-1) : places[0];
}

function traceOf(text: Text, match: StringMatch): Hop[] {
  const hops = partsBetween(text, match.start, match.end).flatMap(({ part }) => hopsToList(part.hops));
  return hops.filter(
    (hop, index) =>
      hops.findIndex((other) => other.place.start === hop.place.start && other.name === hop.name) === index,
  );
}

function overlapsPart(fact: StringFact, covered: ReadonlySet<number>): boolean {
  return covered.has(fact.place.start);
}

function unique(facts: readonly StringFact[]): StringFact[] {
  const seen = new Set<string>();
  return facts.filter((fact) => {
    const identity = `${fact.what}:${fact.place.path}:${fact.place.start}`;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
