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
 * Strings of interest that stand in the source as they are, in code and in comments. What code puts together from
 * parts is told by `glued`, and its parts are not told again.
 */
export function writtenStrings(
  source: string,
  path: string,
  comments: readonly Comment[],
  glued: readonly StringFact[],
  texts: readonly Text[],
  interest: Interest,
): StringFact[] {
  const rests = restsBehind(texts, interest);
  const covered = new Set(
    glued.flatMap((fact) => fact.parts.filter((part) => part.path === path).map((part) => part.start)),
  );
  return interest.scan(source).flatMap((match): StringFact[] => {
    // In code, property names are facts of their own, and in a comment a name alone is only talk.
    if (match.what === "name") return [];
    const inComment = comments.some((comment) => comment.start <= match.start && match.end <= comment.end);
    if (!inComment && covered.has(match.start)) return [];
    const continued = rests.get(`${path}:${match.end}`);
    const rest = restAfter(source, match.end);
    return [
      {
        kind: "string",
        what: match.what,
        vocabulary: match.vocabulary,
        value: source.slice(match.start, match.end),
        ...(continued && continued.rest.length > rest.length ? continued : { rest }),
        place: { path, start: match.start, end: match.end },
        parts: [],
        trace: [],
        setting: inComment ? "comment" : "code",
      },
    ];
  });
}

/**
 * What follows a string where code puts more behind it, by the place where it ends: the path behind a base that is a
 * constant. Of several continuations the longest speaks.
 */
function restsBehind(texts: readonly Text[], interest: Interest): Map<string, Continuation> {
  const rests = new Map<string, Continuation>();
  for (const text of texts) {
    const flat = flatten(text);
    for (const match of interest.scan(flat)) {
      if (match.what !== "base-path") continue;
      const place = placesBetween(text, match.start, match.end).at(-1);
      if (!place) continue;
      const key = `${place.path}:${place.end}`;
      const rest = flat.slice(match.end);
      if (rest.length > (rests.get(key)?.rest.length ?? -1)) rests.set(key, { rest, text });
    }
  }
  return rests;
}

type Continuation = Required<Pick<StringFact, "rest" | "text">>;

/** Strings of interest that no single part of the text holds. */
export function gluedStrings(text: Text, interest: Interest): StringFact[] {
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
