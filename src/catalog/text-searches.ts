import type { StringKind } from "../facts/string.js";
import type { Vocabulary } from "./catalog.js";
import {
  BEFORE_PATH,
  UNKNOWN,
  administrationPrefixes,
  anyOf,
  literal,
  unversionedForms,
} from "./matchers/expressions.js";
import { lastName } from "./matchers/properties.js";
import { mainEndpoints } from "./matchers/resources.js";

/** A string of interest in a text, in the form of the frontends' `Interest`. */
export interface Match {
  readonly what: StringKind;
  readonly vocabulary: string;
  readonly start: number;
  readonly end: number;
}

/** The greatest distance between a name and its members, in UTF-16 code units. */
const BESIDE = 600;

/** The number of different unmistakable names near a key that shows that the key belongs to the same cluster. */
const COMPANY = 2;

/**
 * Returns names of removed properties that other products use as well. They are near the name of one of their members,
 * or are keys near unmistakable names or in one block with them. Or they are read near a call of their resource. Returns an empty list if the text calls
 * an endpoint that keeps the old shape.
 *
 * @param bases the base paths in the text
 */
export function heldNames(
  text: string,
  vocabularies: readonly Vocabulary[],
  bases: readonly Match[],
): Match[] {
  // One program may use the names of one vocabulary and call the endpoints of another.
  if (vocabularies.some((vocabulary) => keepsShape(text, vocabulary))) return [];
  return vocabularies.flatMap((vocabulary) => {
    const called = bases.filter((base) => base.vocabulary === vocabulary.name);
    const held = heldNamesOf(text, vocabulary);
    const found = [
      ...held,
      ...accompaniedKeys(text, vocabulary),
      ...keysOfBlocks(text, vocabulary, held),
      ...readNames(text, vocabulary, called),
    ];
    return [...new Map(found.map((match) => [match.start, match])).values()];
  });
}

/** Returns names of removed properties that only responses have, where they are read near a call of their resource. */
function readNames(text: string, vocabulary: Vocabulary, bases: readonly Match[]): Match[] {
  const removed = vocabulary.properties.filter(
    (one) =>
      one.status === "removed" &&
      one.distinctness !== "unmistakable" &&
      !one.in.includes("request") &&
      !one.path.includes(".") &&
      text.includes(one.path),
  );
  return removed.flatMap(({ path, resource, replacement }) => {
    // A text that reads the new property may call something of its own by the old name.
    if (replacement.some((one) => text.includes(one.slice(one.lastIndexOf(".") + 1)))) return [];
    const calls = bases.filter(({ end }) =>
      callsResource(text.slice(end, end + LONGEST_PATH), resource, vocabulary),
    );
    const reads = text.matchAll(
      new RegExp(`(?<=${READ})(?<!${OF_SETTINGS})${literal(path)}(?![\\w$(])(?!\\s{0,10}=(?![=~]))`, "g"),
    );
    return [...reads]
      .filter(({ index }) => calls.some(({ start }) => Math.abs(start - index) <= NEAR))
      .map(({ index }) => matchAt("held-name", vocabulary, index, index + path.length));
  });
}

/** The text before a name that is read: `cluster.`, `cluster["`, `cluster.getString("`, `lookup(cluster, "`. */
const READ = String.raw`[.]|\[["']|\blookup\([^;\n]{0,200},\s{0,10}["']|\b(?:[Gg]et|opt|at|path|dig|fetch|value|find)[A-Za-z]{0,20}\(["']`;
/** The same of what the user of a program gives: the connection string in it is the program's own. */
const OF_SETTINGS = String.raw`\b(?:[Ee]nv|var|vars|params?|locals?|config|conf|cfg|settings?|options|opts|props|properties|this|self)(?:[.]|\[["']|[.]get[A-Za-z]{0,20}\(["'])`;

/** Returns whether a text starts with the rest of the URL of a resource. */
function callsResource(text: string, name: string, { resources }: Vocabulary): boolean {
  const [url = ""] = /^[^\s"'`]*/.exec(text) ?? [];
  const resource = resources.find((one) => one.name === name);
  return resource !== undefined && mainEndpoints(resource).some(({ path }) => url.includes(lastWord(path)));
}

/** Returns the last segment of a path that is not a parameter, with its slash. */
function lastWord(path: string): string {
  return `/${path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? ""}`;
}

/** The longest path that is searched for a resource, in UTF-16 code units. */
const LONGEST_PATH = 300;

/** Returns keys with the names of removed properties near several unmistakable names: the rest of a cluster in a sample. */
function accompaniedKeys(text: string, vocabulary: Vocabulary): Match[] {
  const removed = vocabulary.properties.filter(
    ({ path, status }) => status === "removed" && !path.includes(".") && text.includes(path),
  );
  const pathsOf = (isUnmistakable: boolean): string[] =>
    removed
      .filter(({ distinctness }) => (distinctness === "unmistakable") === isUnmistakable)
      .map(({ path }) => literal(path));
  const [certain, others] = [pathsOf(true), pathsOf(false)];
  if (certain.length < COMPANY || others.length === 0) return [];
  const company = [...text.matchAll(new RegExp(`(?<![\\w$])${anyOf(certain)}(?![\\w$])`, "g"))];
  const keys = text.matchAll(new RegExp(`(?<![\\w$.])${anyOf(others)}(?=["']?\\s{0,10}:)`, "g"));
  return [...keys]
    .filter(({ index }) => {
      const near = company.filter((one) => Math.abs(one.index - index) <= BESIDE);
      return new Set(near.map(([name]) => name)).size >= COMPANY;
    })
    .map(({ index, 0: name }) => matchAt("held-name", vocabulary, index, index + name.length));
}

/** A line with a key, and the mark of an item of a list: `  numShards: 1`, `- "numShards":`. */
const KEY_LINE = /^([ \t]*(?:-[ \t]+)?)["']?([A-Za-z]\w*)["']?:(?:\s|$)/;

/**
 * Returns keys with the names of removed properties in blocks that also have several names of a cluster, however far
 * from each other. A block has the keys of one indent: the description of the options of a module.
 *
 * @param held names that are near one of their members
 */
function keysOfBlocks(text: string, vocabulary: Vocabulary, held: readonly Match[]): Match[] {
  const removed = vocabulary.properties.filter(
    ({ path, status }) => status === "removed" && !path.includes(".") && text.includes(path),
  );
  const certain = new Set(
    removed.filter(({ distinctness }) => distinctness === "unmistakable").map(({ path }) => path),
  );
  const names = new Set(removed.map(({ path }) => path));
  if (certain.size === 0 || names.size <= COMPANY) return [];
  const isHeld = new Set(held.map(({ start }) => start));
  const found: Match[] = [];
  const open: Block[] = [];
  const close = (indent: number): void => {
    while (open.length > 0 && open.at(-1)!.indent > indent) {
      const { company, keys, isSchema } = open.pop()!;
      if (company.size >= COMPANY && !isSchema)
        for (const [name, start] of keys)
          found.push(matchAt("held-name", vocabulary, start, start + name.length));
    }
  };
  let [start, above] = [0, ""];
  for (const line of text.split("\n")) {
    const [, before = /^[ \t]*/.exec(line)![0], name] = KEY_LINE.exec(line) ?? [];
    if (line.trim() !== "") {
      // An item of a list begins a block of its own.
      close(before.length - (before.includes("-") ? 1 : 0));
      if (name !== undefined && open.at(-1)?.indent !== before.length)
        open.push({ indent: before.length, isSchema: SCHEMA.test(above), company: new Set(), keys: [] });
      above = line;
    }
    if (name !== undefined && names.has(name)) {
      const at = start + line.indexOf(name, before.length);
      const { company, keys } = open.at(-1)!;
      if (certain.has(name) || isHeld.has(at)) company.add(name);
      else keys.push([name, at]);
    }
    start += line.length + 1;
  }
  close(-1);
  return found;
}

/** The line above the members of a type in a document of an API. */
const SCHEMA = /^\s*["']?properties["']?:\s*\{?\s*$/;

/** Keys with the same indent. */
interface Block {
  readonly indent: number;
  /** It declares a type, as documents of the versioned API do for operations that keep it. */
  readonly isSchema: boolean;
  /** The names that only a cluster has, and those near one of their members. */
  readonly company: Set<string>;
  /** The other names of removed properties, with their places. */
  readonly keys: (readonly [name: string, start: number])[];
}

function heldNamesOf(text: string, vocabulary: Vocabulary): Match[] {
  const shared = vocabulary.recognition.flatMap((one) => one.shared);
  const outer = vocabulary.properties.filter(
    ({ path, status, distinctness }) =>
      status === "removed" && distinctness === "specific" && !path.includes(".") && text.includes(path),
  );
  return outer.flatMap(({ path }) => {
    const members = vocabulary.properties.filter(
      (one) =>
        one.path.startsWith(`${path}.`) && one.distinctness === "specific" && !shared.includes(lastName(one)),
    );
    if (members.length === 0) return [];
    const member = new RegExp(`\\b${anyOf([...new Set(members.map(lastName))].map(literal))}\\b`);
    const found = text.matchAll(new RegExp(`(?<![\\w$])${literal(path)}(?![\\w$(])`, "g"));
    return [...found]
      .filter(({ index }) => member.test(text.slice(Math.max(0, index - BESIDE), index + BESIDE)))
      .map(({ index }) => matchAt("held-name", vocabulary, index, index + path.length));
  });
}

function keepsShape(text: string, { resources }: Vocabulary): boolean {
  const kept = resources.flatMap(({ endpoints }) => endpoints.filter((one) => one.keepsUnversionedShape));
  return kept.some(({ path }) => text.includes(lastWord(path).slice(1)));
}

/**
 * `"Accept": "application/json"`, `-H "Accept: application/json"`, `Set("Accept", "application/json")`,
 * `header(ACCEPT, "application/json")`; `{"Accept" "application/json"}` and `:accept :json` of Clojure; and Swift's
 * `setValue("application/json", forHTTPHeaderField: "Accept")`.
 */
const PLAIN_ACCEPTS: readonly RegExp[] = [
  /(?<![\w-])(?:[Aa]ccept|ACCEPT)["'`]?\s{0,20}\]?\s{0,20}(?:=>|[:=,])\s{0,20}["'`]?(?<type>application\/json)(?![\w.+-])/g,
  /(?<![\w-])["':][Aa]ccept"?\s{1,20}(?:"(?<type>application\/json)(?![\w.+-])|(?=:json\b))/g,
  /(?<type>application\/json)"\s{0,20},\s{0,20}forHTTPHeaderField:\s{0,20}"[Aa]ccept"/g,
];

/** The greatest distance between the base path and what belongs to a call, in UTF-16 code units. */
const NEAR = 4000;

/**
 * Returns media types without a date in an Accept header near a versioned base. Returns an empty list if the text
 * contains a dated one.
 */
export function plainAccepts(text: string, found: readonly Match[]): Match[] {
  if (found.some(({ what }) => what === "media-type")) return [];
  const bases = found.filter(({ what }) => what === "versioned-base");
  const matches = PLAIN_ACCEPTS.flatMap((one) => [...text.matchAll(one)]);
  return matches.flatMap(({ index, 0: whole, groups }): Match[] => {
    const type = groups?.["type"] ?? "";
    const start = index + (type === "" ? 0 : whole.indexOf(type));
    const base = bases.find(({ start }) => Math.abs(start - index) <= NEAR);
    const { vocabulary } = base ?? {};
    if (vocabulary === undefined) return [];
    return [
      {
        what: "plain-accept",
        vocabulary,
        start,
        end: type === "" ? index + whole.length : start + type.length,
      },
    ];
  });
}

/** The placeholder of a computed part in the middle of a literal. */
const COMPUTED = String.raw`(?:${UNKNOWN}|\$(?:env:)?\w{1,60}|%\w{1,60}%|#\{[^}]{0,80}\})`;

/** Yields base paths with a computed part: `"/api/" + type + "/v1.0"`, `f"/api/atlas/{version}"`. */
export function openBases(text: string, vocabulary: Vocabulary): Match[] {
  const { base } = vocabulary.administration;
  const before = base.slice(0, base.lastIndexOf("/", base.indexOf("/{version}") - 1) + 1);
  if (!text.includes(before.replace(/^\//, ""))) return [];
  const start = literal(before.replace(/^\//, ""));
  const versions = anyOf(unversionedForms(vocabulary).map(literal));
  const prefixes = anyOf(administrationPrefixes(vocabulary).map((one) => literal(one.replace(/^\//, ""))));
  const expression = new RegExp(
    [
      // "/api/" + type + "/v1.0"
      `/?${BEFORE_PATH}${start}["'\`][^\\n"'\`]{1,80}["'\`]/${versions}(?![\\w-]|[.]\\d)`,
      // f"/api/{type}/v1.0"
      `/?${BEFORE_PATH}${start}${COMPUTED}/${versions}(?![\\w-]|[.]\\d)`,
      // f"/api/atlas/{version}", "/api/atlas/v" + version
      `/?${BEFORE_PATH}${prefixes}/v?(?:${COMPUTED}|["'\`]\\s{0,10}[+.,%])`,
    ].join("|"),
    "g",
  );
  return [...text.matchAll(expression)].map(({ index, 0: whole }) =>
    matchAt("open-base", vocabulary, index, index + whole.length),
  );
}

function matchAt(what: StringKind, { name }: Vocabulary, start: number, end: number): Match {
  return { what, vocabulary: name, start, end };
}
