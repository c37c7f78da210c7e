import { addAll } from "../../core/add-all.js";
import type { Location } from "../../core/span.js";
import type { StringFact } from "../../facts/string.js";
import {
  flatten,
  partsBetween,
  hopsToList,
  withHopBehind,
  type Hop,
  type Part,
  type Text,
} from "../../facts/text.js";
import type { Interest } from "../interest.js";
import { joinedString } from "../plain/scan.js";
import { contentOf, placeOf, type JsonString } from "./nodes.js";
import { stretchesOf } from "./placeholders.js";

/** A text that is joined from strings of a document, with the string of each part. */
export interface AssembledText {
  readonly text: Text;
  readonly origins: ReadonlyMap<Part, JsonString>;
}

/** The strings that a variable of a document may stand for. */
export interface Variable {
  /** The place of its name. */
  readonly name: JsonString;
  readonly value: JsonString;
}

/** Finds the values of a variable. Empty if it is defined elsewhere. */
export type Variables = (name: string) => readonly Variable[];

export const NO_VARIABLES: Variables = () => [];

/** Values that one string may have by its variables. */
const MAX_ALTERNATIVES = 8;
const MAX_HOPS = 4;
/** Variables that are followed for one string; those that name themselves would never come to an end. */
const MAX_FOLLOWED = 100;

/** Returns the texts that a string may mean with the values of its variables: one text for each combination. */
export function expand(string: JsonString, variables: Variables): AssembledText[] {
  return new Expansion(variables).of(string, 0).map(assemble);
}

/** Concatenates texts. Separators are given as plain strings. */
export function join(pieces: readonly (AssembledText | string)[]): AssembledText {
  const all = pieces.map((piece) =>
    typeof piece === "string" ? assemble([{ part: computed(piece) }]) : piece,
  );
  return {
    text: { kind: "text", parts: all.flatMap(({ text }) => text.parts) },
    origins: new Map(all.flatMap(({ origins }) => [...origins])),
  };
}

interface OwnedPart {
  readonly part: Part;
  readonly origin?: JsonString;
}

function assemble(parts: readonly OwnedPart[]): AssembledText {
  return {
    text: { kind: "text", parts: parts.map(({ part }) => part) },
    origins: new Map(parts.flatMap(({ part, origin }) => (origin ? [[part, origin]] : []))),
  };
}

function computed(text: string): Part {
  return { kind: "segment", text, hops: undefined };
}

class Expansion {
  #followed = 0;

  constructor(private readonly variables: Variables) {}

  /** Returns the parts of a string, once for each combination of the values of its variables. */
  of(origin: JsonString, depth: number): OwnedPart[][] {
    const content = contentOf(origin);
    let alternatives: OwnedPart[][] = [[]];
    for (const { start, end, name } of stretchesOf(content.text)) {
      if (name === undefined) {
        const known = content.segments(start, end).map((part) => ({ part, origin }));
        for (const parts of alternatives) addAll(parts, known);
        continue;
      }
      const values = depth < MAX_HOPS ? this.#valuesOf(name, depth) : [];
      if (values.length > 0) {
        alternatives = alternatives
          .flatMap((parts) => values.map((value) => [...parts, ...value]))
          .slice(0, MAX_ALTERNATIVES);
        continue;
      }
      const place = content.locate(start, end);
      const hole: Part = { kind: "hole", reason: "environment", name, place, hops: undefined };
      for (const parts of alternatives) parts.push({ part: hole, origin });
    }
    return alternatives;
  }

  #valuesOf(name: string, depth: number): OwnedPart[][] {
    return this.variables(name)
      .slice(0, MAX_ALTERNATIVES)
      .flatMap((variable) => {
        if (this.#followed >= MAX_FOLLOWED) return [];
        this.#followed++;
        const hop: Hop = { kind: "variable", name, place: placeOf(variable.name) };
        return this.of(variable.value, depth + 1).map((parts) => behind(hop, parts));
      });
  }
}

/** The parts with one more step on their way. */
function behind(hop: Hop, parts: readonly OwnedPart[]): OwnedPart[] {
  return parts.map((owned) => ({
    ...owned,
    part: { ...owned.part, hops: withHopBehind(owned.part.hops, hop) },
  }));
}

/** Finds strings of interest in a text that is not in any single string of the document. */
export function assembledStrings({ text, origins }: AssembledText, interest: Interest): StringFact[] {
  if (new Set(origins.values()).size < 2) return [];
  const flat = flatten(text);
  return interest.scan(flat).flatMap((match): StringFact[] => {
    const shares = partsBetween(text, match.start, match.end);
    const known = shares.filter(({ part }) => part.kind === "segment" && part.written !== undefined);
    const parts = placesByOrigin(
      known.map(({ part, from, to }) => ({ part, from, to })),
      origins,
    );
    if (parts.length < 2 || match.what === "name") return [];
    const trace = uniqueHops(shares.flatMap(({ part }) => hopsToList(part.hops)));
    return joinedString(text, match, parts, { parts, trace, setting: "data" });
  });
}

/** One place for neighbouring parts that come from the same string. */
function placesByOrigin(
  shares: readonly { readonly part: Part; readonly from: number; readonly to: number }[],
  origins: ReadonlyMap<Part, JsonString>,
): Location[] {
  const places: Location[] = [];
  let before: JsonString | undefined;
  for (const { part, from, to } of shares) {
    if (part.kind !== "segment" || !part.written) continue;
    const { path, start, end, exact } = part.written;
    const place = exact ? { path, start: start + from, end: start + to } : { path, start, end };
    const origin = origins.get(part);
    const last = places.at(-1);
    if (last && origin === before) places[places.length - 1] = { ...last, end: place.end };
    else places.push(place);
    before = origin;
  }
  return places;
}

function uniqueHops(hops: readonly Hop[]): Hop[] {
  return hops.filter(
    (hop, index) => hops.findIndex((other) => other.place.start === hop.place.start) === index,
  );
}
