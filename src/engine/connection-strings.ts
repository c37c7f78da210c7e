import { haveSameStart, type Location, type Span } from "../core/span.js";
import { classifyHost, classifyParsed, type Classification } from "../catalog/connection-strings/classify.js";
import { parseConnectionString, type ParsedConnectionString } from "../catalog/connection-strings/parse.js";
import { blankPlaceholders } from "../catalog/connection-strings/placeholders.js";
import {
  HOLE_MARK,
  describe,
  flatten,
  hopsToList,
  partsBetween,
  sliceText,
  writtenPlaces,
  type Hop,
  type Part,
  type Text,
} from "../facts/text.js";
import type { StringFact } from "../facts/string.js";
import type { FileContext } from "./rule.js";

/** A connection string, or a host name that stands alone, as the catalog reads it. Offsets are those of `value`. */
export interface ConnectionReading {
  readonly fact: StringFact;
  /** Without the backslashes of `\/`; holes are `HOLE_MARK`. */
  readonly value: string;
  readonly found: Classification;
  /** Absent for a host name. */
  readonly parsed?: ParsedConnectionString;
  /** In the order of `found.hosts`. */
  readonly hosts: readonly NamedHost[];
  /** Returns the place where the characters of a span are written; the first of several places. */
  placeOf(span: Span): Location;
  /** The characters of a span as a person reads them: `{clusterName}` for what is not known. */
  describe(span: Span): string;
  /** Returns the inserted piece that a span starts with; `undefined` if the span starts with its own characters. */
  pieceAt(span: Span): Piece | undefined;
}

/** A host without its port. */
interface NamedHost extends Span {
  readonly name: string;
}

/** A stretch of a string that is put in from elsewhere. */
export interface Piece extends Span {
  /** The names that the code has for it, nearest first; empty if it has none (`%s`). */
  readonly names: readonly string[];
  /** `value`: followed to where it comes from. `placeholder`: `${name}` and its kin in a text that is not evaluated. */
  readonly kind: "value" | "placeholder";
  readonly isKnown: boolean;
  /** The place where its first part is written, or else the place that it comes from. */
  readonly origin?: Location;
}

/** Returns the connection strings of a file that lead, or may lead, to a host of the service. */
export function readConnections(context: FileContext): ConnectionReading[] {
  return context.facts.strings.flatMap((fact) => {
    const reading = readConnection(fact, context);
    return reading?.found.hosts.some(({ domain }) => domain !== undefined) ? [reading] : [];
  });
}

function readConnection(fact: StringFact, context: FileContext): ConnectionReading | undefined {
  if (fact.what !== "connection-string" && fact.what !== "host-name") return undefined;
  const { connectionStrings } = context.vocabulary(fact.vocabulary);
  const words = { ...connectionStrings, data: connectionStrings };
  const { value, offsets } = withoutEscapes(fact.value);
  const isHost = fact.what === "host-name";
  const prefix = isHost ? `${words.schemes[0]}://` : "";
  const parsed = parseConnectionString(prefix + value, words.schemes);
  if (!parsed.ok) return undefined;
  const base = fact.text ? Math.max(0, flatten(fact.text).indexOf(fact.value)) : 0;
  return {
    fact,
    value,
    found: isHost ? classifyHost(value, words) : classifyParsed(parsed, words),
    ...(isHost ? {} : { parsed }),
    hosts: parsed.hosts.map(({ name, start }) => {
      const from = start - prefix.length;
      return { name, start: from, end: from + name.length };
    }),
    describe: ({ start, end }) =>
      fact.text
        ? describe(sliceText(fact.text, base + start, base + end))
        : value
            .slice(start, end)
            .replace(/[$#]?\{+\s*/g, "{")
            .replace(/\s*\}+/g, "}"),
    placeOf: ({ start, end }) => placeOf(fact, base, offsets[start] ?? start, endIn(offsets, end)),
    pieceAt: (span) => (fact.text ? valueAt(fact.text, base, span) : placeholderAt(value, span)),
  };
}

/** A string literal or a JSON document may have `\/` for `/`; `offsets` lead back to the text as it is written. */
function withoutEscapes(written: string): { value: string; offsets: readonly number[] } {
  const offsets: number[] = [];
  let value = "";
  for (let at = 0; at < written.length; at++) {
    if (written[at] === "\\") continue;
    offsets.push(at);
    value += written[at]!;
  }
  return { value, offsets: [...offsets, written.length] };
}

/** The end of what is written, without a backslash that belongs to the character behind it. */
function endIn(offsets: readonly number[], end: number): number {
  return end === 0 ? 0 : offsets[end - 1]! + 1;
}

function placeOf(fact: StringFact, base: number, start: number, end: number): Location {
  const { place, text } = fact;
  if (text) return writtenPlaces(text, base + start, base + end)[0] ?? place;
  const isExact = place.end - place.start === fact.value.length;
  return isExact ? { path: place.path, start: place.start + start, end: place.start + end } : place;
}

/**
 * The parts at the start of a span that came in together: under a name that the end of the span did not come under.
 * A hole is a piece by itself, whatever its name.
 */
function valueAt(text: Text, base: number, { start, end }: Span): Piece | undefined {
  const parts = partsBetween(text, base + start, base + end);
  const [first, ...more] = parts;
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  const own = nearestFirst(first.part).filter((hop) => first === last || !has(last.part, hop));
  const [hop] = own;
  if (first.part.kind === "segment" && (!hop || first === last)) return undefined;
  const others = more.findIndex(({ part }) => !hop || !has(part, hop));
  const together = [first, ...(others < 0 ? more : more.slice(0, others))];
  const holes = together.flatMap(({ part }) => (part.kind === "hole" ? [part.name] : []));
  const names = [...(together.length === 1 ? holes : []), ...own.map(({ name }) => name)];
  const origin = first.part.kind === "hole" ? first.part.place : first.part.written;
  return {
    start,
    end: together.reduce((at, { from, to }) => at + to - from, start),
    kind: "value",
    names,
    isKnown: holes.length === 0,
    ...(origin ? { origin } : {}),
  };
}

function nearestFirst({ hops }: Part): Hop[] {
  return hopsToList(hops).reverse();
}

function has({ hops }: Part, { name, place }: Hop): boolean {
  return hopsToList(hops).some((hop) => hop.name === name && haveSameStart(hop.place, place));
}

/**
 * `${name}`, `{name}`, `#{name}`, `$NAME`, `%(name)s`, `%s`: what code puts in, in a text that is not evaluated.
 * `<name>` and stars tell a reader to fill something in.
 */
function placeholderAt(value: string, { start, end }: Span): Piece | undefined {
  const written = value.slice(start, end);
  if (!/^[$%#{]/.test(written)) return undefined;
  const length = blankPlaceholders(written).search(new RegExp(`[^${HOLE_MARK}]|$`));
  if (length === 0) return undefined;
  const name = /^(?:%\(|[$#]?[{(]|\$)\W*([\w.]*\w)/.exec(written.slice(0, length))?.[1];
  return {
    start,
    end: start + length,
    kind: "placeholder",
    names: name === undefined ? [] : [name],
    isKnown: false,
  };
}
