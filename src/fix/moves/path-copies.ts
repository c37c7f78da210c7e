import { connectedGroups } from "../../core/connected-groups.js";
import { groupBy } from "../../core/group-by.js";
import { keyOf, type Location } from "../../core/span.js";
import type { AdministrationReading } from "../../engine/api-request.js";
import type { StringFact } from "../../facts/string.js";
import { flatten, partsBetween } from "../../facts/text.js";
import { Doubts } from "./doubts.js";
import type { Move } from "./move.js";
import type { VersionPlace } from "./base-paths.js";
import { PathIndex } from "./path-index.js";
import type { AllRequests, FiledRequest } from "./requests.js";

/** A base path that changes together with those of requests, and its place for findings. */
type PathCopy = VersionPlace & { readonly base: Location };

/** A base path that may be a copy, with who gets it. */
interface Candidate {
  readonly fact: StringFact;
  readonly to: readonly string[];
  /** True if it is looked for in other texts. */
  readonly isSearched: boolean;
}

/** The changes of copies of a base path that no request is sent to. */
export interface CopyChanges {
  readonly places: readonly PathCopy[];
  readonly reasons: Doubts;
}

/** Methods of strings that look for a text in another. */
export const SEARCHES = new Set(["includes", "startsWith", "indexOf", "split", "replace", "replaceAll"]);

/** Functions of the usual libraries for tests that compare what they are given. */
export const ASSERTIONS =
  /^(?:t|assert|chai|expect|should)\b|(?:^|\.)(?:deepEqual|deepStrictEqual|equal|equals|strictEqual|is|toBe|toEqual|toStrictEqual|toContain|toHaveBeenCalledWith)$/;

/**
 * Base paths that mean the same requests as those of requests. Examples are the path that a digest of the login
 * repeats, the text that links in responses are searched for, and the path that a test or its server expects.
 */
export class PathCopies {
  readonly #facts: readonly Candidate[];
  readonly #searched: readonly number[];
  readonly #byPath = new PathIndex();
  readonly #known = new Map<string, CopyChanges>();
  /** The files that send movable requests: a search in another file is about other requests. */
  readonly #senders: ReadonlySet<string>;

  constructor(requests: AllRequests) {
    this.#facts = requests.contexts.flatMap(({ facts: { strings } }) =>
      strings
        .filter(
          ({ what, setting, place }) =>
            what === "base-path" && setting === "code" && requests.withUrlAt(place).every(isUnsent),
        )
        .map((fact): Candidate => {
          const to = requests.escapesAt(fact.place).map((one) => one.to);
          const isSearched =
            fact.rest.replace("/", "") === "" && to.some((name) => SEARCHES.has(name.split(".").at(-1)!));
          return { fact, to, isSearched };
        }),
    );
    this.#searched = [...this.#facts.keys()].filter((index) => this.#facts[index]!.isSearched);
    for (const [index, { fact, to, isSearched }] of this.#facts.entries())
      if (!isSearched && to.every((name) => ASSERTIONS.test(name)))
        this.#byPath.add(fact.value + fact.rest, index);
    this.#senders = new Set(
      requests.all.filter((one) => requests.isMovable(one)).map(({ context }) => context.facts.path),
    );
  }

  /** Returns the copies that change together with moves. Many groups of moves have the same path, and so the same. */
  of(moves: readonly Move[]): CopyChanges {
    const sent = new Map(moves.flatMap((move) => sentBy(move).map((one) => [one.key, one] as const)));
    const files = new Set(this.#searched.length > 0 ? moves.map(fileOf) : []);
    const key = [...files, ...sent.keys()].join("\n");
    let known = this.#known.get(key);
    if (!known) this.#known.set(key, (known = this.#of([...sent.values()], files)));
    return known;
  }

  /** Returns the keys of the moves with copies. Moves that share a copy have the same one. */
  keysOf(moves: readonly Move[]): ReadonlyMap<Move, readonly string[]> {
    const alike = [...groupBy(moves, (move) => this.of([move]))].filter(([{ places }]) => places.length > 0);
    const groups = connectedGroups(alike, ([{ places }]) => places.map(({ place }) => keyOf(place)));
    return new Map(
      groups.flatMap((group, number) =>
        group.flatMap(([, same]) => same.map((move) => [move, [`copy:${number}`]] as const)),
      ),
    );
  }

  #of(sent: readonly Sent[], files: ReadonlySet<string>): CopyChanges {
    const places = new Map<string, PathCopy>();
    const reasons = new Doubts();
    if (this.#facts.length === 0 || sent.length === 0) return { places: [], reasons };
    const copied = new Map<number, AdministrationMatch>();
    for (const { match, path } of sent)
      for (const index of this.#byPath.like(path)) if (!copied.has(index)) copied.set(index, match);
    for (const index of this.#searched) {
      const { path } = this.#facts[index]!.fact.place;
      if (!files.has(path) && this.#senders.has(path)) continue;
      const own = sent.find(({ match }) => match.vocabulary.name === this.#facts[index]!.fact.vocabulary);
      if (own) copied.set(index, own.match);
    }
    for (const [index, match] of [...copied].sort(([a], [b]) => a - b)) {
      const { fact, to, isSearched } = this.#facts[index]!;
      const mayHaveHost = to.length > 0 || !this.#senders.has(fact.place.path);
      const place = versionIn(fact, match.version ?? "", mayHaveHost);
      if (place) {
        const text = match.vocabulary.administration.versioned;
        places.set(keyOf(place), { place, base: fact.place, text });
      }
      // Only assertions get a copy that is not searched for and that something gets.
      const use = isSearched ? "search" : to.length > 0 ? "assertion" : "copy";
      reasons.add(REASONS[use][place ? 0 : 1], fact.place);
    }
    return { places: [...places.values()], reasons };
  }
}

type AdministrationMatch = AdministrationReading["match"];

/** The path that a move sends a request to. Paths with the same key have the same copies. */
interface Sent {
  readonly key: string;
  readonly path: string;
  readonly match: AdministrationMatch;
}

function fileOf({ of }: Move): string {
  return of.context.facts.path;
}

function sentBy({ of, bases, standsFor }: Move): Sent[] {
  if (standsFor || bases.length === 0) return [];
  return of.request.administration.map(({ flat, match }) => {
    const path = flat.slice(match.start).replace(/[?#].*$/, "");
    return { key: `${match.vocabulary.name} ${match.version ?? ""} ${path}`, path, match };
  });
}

/** Returns the moves without those that only repeat the path of a request, and change together with it. */
export function withoutCopies(moves: readonly Move[], copies: PathCopies): readonly Move[] {
  const sent = moves.filter(({ of }) => !isUnsent(of));
  if (sent.length === moves.length) return moves;
  const copied = new Set(copies.of(sent).places.map(({ place }) => keyOf(place)));
  return moves.filter(
    ({ of, bases }) => !isUnsent(of) || !bases.some(({ place }) => copied.has(keyOf(place))),
  );
}

/** Returns whether an object only looks like a request: it has a URL, and nothing that headers could be written in. */
function isUnsent({ request: { fact } }: FiledRequest): boolean {
  return fact.form === "template" && fact.headers.slots.length === 0;
}

/** The uses of a copy of the path, each with the reasons why it changes and why it does not. */
const REASONS = {
  search: [
    "a search for the base path, for example in links of responses, changes to the new base path",
    "links in responses are searched for the base path, which changes",
  ],
  assertion: [
    "an assertion expects this path, so it changes with the request",
    "an assertion expects this path, and has to change with the request",
  ],
  copy: [
    "a copy of the path changes too, and v2ready cannot see what it is used for",
    "a copy of the path does not change, and v2ready cannot see what it is used for",
  ],
} as const;

/**
 * Returns the place of the version in a base path. With a host before it the path is a URL, which other code may send.
 */
function versionIn(
  { text, value, rest, place }: StringFact,
  version: string,
  mayHaveHost: boolean,
): Location | undefined {
  if (!value.endsWith(version)) return undefined;
  // The base path alone, as it is written.
  if (!text)
    return mayHaveHost && place.end - place.start === value.length
      ? { ...place, start: place.end - version.length }
      : undefined;
  const flat = flatten(text);
  const start = flat.indexOf(value + rest);
  if (start < 0 || (!mayHaveHost && /[^\s"'=:,;]$/.test(flat.slice(0, start)))) return undefined;
  const end = start + value.length;
  const [only, ...others] = partsBetween(text, end - version.length, end);
  if (only?.part.kind !== "segment" || others.length > 0) return undefined;
  const { written } = only.part;
  if (!written?.exact) return undefined;
  return { path: written.path, start: written.start + only.from, end: written.start + only.to };
}
