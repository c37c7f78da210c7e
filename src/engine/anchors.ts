import type { Vocabulary } from "../catalog/catalog.js";
import { misspelledVersions } from "../catalog/matchers/expressions.js";
import { TODO } from "./directives.js";
import type { Rule } from "./rule.js";

/**
 * Strings of which a file must hold all, anywhere, for a rule to have something to say in it. A strong anchor makes a
 * file a candidate; a weak one (`autoScaling`, `numShards`) only beside a strong one, or when low confidence is
 * asked for. Matching minds case and sees through `\/` and `\.`.
 */
export interface Anchor {
  readonly strength: "strong" | "weak";
  /** The first one is what the tree is searched for, so it should be the one that the fewest files hold. */
  readonly all: readonly AnchorPart[];
}

/** A string, or one of which the surroundings count. */
export type AnchorPart = string | Surrounded;

interface Surrounded {
  /** A string that is in every match of the expression; empty where there is none. */
  readonly text: string;
  /** Within the syntax of `SearchPattern` where the part is the first one. */
  readonly expression: string;
  /** Whether the path of the file may hold it instead of the text. */
  readonly inPath?: boolean;
}

export function strong(...all: readonly AnchorPart[]): Anchor {
  return { strength: "strong", all };
}

export function weak(...all: readonly AnchorPart[]): Anchor {
  return { strength: "weak", all };
}

/** The name of a property: neither a part of a longer name (`replicationSpecification`) nor that of a function. */
export function propertyNamed(text: string): AnchorPart {
  return { text, expression: `\\b${withEscapes(text)}\\b[^(]` };
}

/** A domain that may be the end of a host name: not a wildcard in a list of domains, and not what a host is tested for. */
export function hostUnder(domain: string): Anchor {
  const expression = `(?<!["'\`\\s]\\*[.]|\\b(?:ends[Ww]ith|includes|indexOf)\\(["'\`][.]?)${withEscapes(domain)}`;
  return strong(domain, { text: domain, expression });
}

/** A part of a path whose beginning or end is that of a segment or of a literal: not `admin/v2` in `firebaseadmin/v2.1`. */
export function segment(text: string): AnchorPart {
  const written = withEscapes(text);
  return { text, expression: `(?:[/"'\`]${written}\\b|\\b${written}\\\\{0,2}[/"'\`])` };
}

/** A path of which no more is written: `/admin` of `"/api/admin"` and `/admin/${version}`, not of `/admin/users`. */
function pathEnd(path: string): AnchorPart {
  return { text: path, expression: `${withEscapes(path)}(?:[^\\w/.@#?&=-]|/[^\\w.@#?&=-])` };
}

/** A segment that a literal begins with, or what follows a computed part: `"/v1.0/groups"`, `${base}/v1.0`. */
function beginning(text: string): AnchorPart {
  return { text, expression: `["'\`}]/?${withEscapes(text)}` };
}

/** A string that is a segment and nothing else. */
function lone(text: string): AnchorPart {
  return { text, expression: `["'\`]${withEscapes(text)}\\\\{0,2}/?["'\`]` };
}

type Bases = Pick<Vocabulary, "administration" | "pathAliases" | "words">;

/** Anchors of the unversioned administration base, whole or split over constants. */
export function unversionedBases({ administration, pathAliases, words }: Bases): Anchor[] {
  const bases = [words.admin, ...pathAliases.map(withoutSlash)];
  return administration.unversioned.flatMap(({ version }) => [
    ...bases.flatMap((base) => [
      strong(segment(`${base}/${version}`)),
      // `/api/admin/v${VERSION}`
      strong(pathEnd(`${base}/v`), version.slice(1)),
      strong(pathEnd(`/${base}`), version),
    ]),
    strong(beginning(version), lone(words.admin)),
  ]);
}

/** Anchors of the versioned administration base. Split over constants, it needs a path that goes on behind it. */
export function versionedBases({ administration, pathAliases, words }: Bases): Anchor[] {
  const bases = [words.admin, ...pathAliases.map(withoutSlash)];
  return bases.flatMap((base) => [
    strong(segment(`${base}/${administration.versioned}`)),
    strong(pathEnd(`/${base}`), "/groups", `/${administration.versioned}`),
  ]);
}

/** Anchors of the base with a version that is nearly one: `/api/atlas/v2.0`. */
export function misspelledBases(vocabulary: Vocabulary): Anchor[] {
  if (!vocabulary.distinctivePath) return [];
  return misspelledVersions(vocabulary).map((version) => {
    const text = vocabulary.administration.base.replace("{version}", version);
    return strong({ text, expression: `${withEscapes(text)}[^\\w.\\\\-]` });
  });
}

function withoutSlash(path: string): string {
  return path.replace(/^\//, "");
}

/** What the anchors of some rules come to. */
export interface Prefilter {
  /**
   * Regular expressions, in the syntax that ripgrep and JavaScript share, such that every candidate holds one of
   * them: one of each conjunction, the text itself decides the rest.
   */
  readonly patterns: readonly string[];
  /**
   * @param text Characters above ASCII may stand for single bytes of them: anchors are ASCII.
   * @param path of the file
   */
  isCandidate(text: string, path: string): boolean;
}

/**
 * @param withWeak whether weak anchors make a candidate by themselves
 */
export function prefilterOf(
  rules: readonly Rule[],
  vocabularies: readonly Vocabulary[],
  withWeak: boolean,
): Prefilter {
  const anchors = rules.flatMap((rule) =>
    vocabularies.flatMap((vocabulary) => rule.meta.anchors(vocabulary)),
  );
  const searches = new SearchTree();
  // Markers are reported as long as they are there, also in files that are done.
  searches.add([TODO]);
  for (const { strength, all } of anchors) {
    if (withWeak || strength === "strong") searches.add(all);
  }
  const firsts = new FirstParts(searches);
  const { patterns } = firsts;
  return {
    patterns: patterns.filter((one) => !patterns.some((other) => other !== one && one.startsWith(other))),
    isCandidate: (text, path) => firsts.matches(text, path),
  };
}

/**
 * The first parts of conjunctions, all looked for in one pass: a file that was found for one of them hardly holds
 * another, and looking for each of dozens by itself takes many times as long.
 */
class FirstParts {
  readonly patterns: readonly string[];
  readonly #steps: readonly { readonly atIndex: RegExp; readonly rest: SearchTree }[];
  readonly #any: RegExp;

  constructor(tree: SearchTree) {
    this.patterns = [...tree.steps.keys()];
    this.#steps = [...tree.steps].map(([source, { rest }]) => ({ atIndex: new RegExp(source, "y"), rest }));
    this.#any = new RegExp(this.patterns.map((source) => `(?:${source})`).join("|"), "g");
  }

  matches(text: string, path: string): boolean {
    const unseen = new Set(this.#steps);
    const known = new Map<string, boolean>();
    for (let from = 0; unseen.size > 0;) {
      this.#any.lastIndex = from;
      const found = this.#any.exec(text);
      if (!found) return false;
      // Several may begin at the same place.
      for (const step of unseen) {
        step.atIndex.lastIndex = found.index;
        if (!step.atIndex.test(text)) continue;
        unseen.delete(step);
        if (step.rest.matches(text, path, known)) return true;
      }
      from = found.index + 1;
    }
    return false;
  }
}

/** Conjunctions of expressions by what they begin with, so that none is looked for twice where many begin alike. */
class SearchTree {
  readonly #next = new Map<string, Step>();
  #ends = false;

  add([first, ...rest]: readonly AnchorPart[]): void {
    if (first === undefined) {
      this.#ends = true;
      return;
    }
    const source = expressionOf(first);
    const step = this.#next.get(source) ?? {
      core: coreOf(first),
      expression: new RegExp(source),
      inPath: typeof first !== "string" && first.inPath === true,
      rest: new SearchTree(),
    };
    this.#next.set(source, step);
    step.rest.add(rest);
  }

  /** By the source of their expression. */
  get steps(): ReadonlyMap<string, Step> {
    return this.#next;
  }

  /** @param known which cores the text is known to hold, or not to; added to */
  matches(text: string, path: string, known: Map<string, boolean>): boolean {
    if (this.#ends) return true;
    for (const { core, expression, inPath, rest } of this.#next.values()) {
      let isThere = known.get(core);
      if (isThere === undefined) known.set(core, (isThere = text.includes(core)));
      if (!isThere || !(expression.test(text) || (inPath && expression.test(path)))) continue;
      if (rest.matches(text, path, known)) return true;
    }
    return false;
  }
}

interface Step {
  /** A string that every match of the expression holds: many expressions have the same, and it is faster to find. */
  readonly core: string;
  readonly expression: RegExp;
  readonly inPath: boolean;
  readonly rest: SearchTree;
}

/** The longest string of a part that is never written with an escape in it. */
function coreOf(part: AnchorPart): string {
  const text = typeof part === "string" ? part : part.text;
  return text.split(/[/.]/).reduce((longest, one) => (one.length > longest.length ? one : longest));
}

function expressionOf(part: AnchorPart): string {
  return typeof part === "string" ? withEscapes(part) : part.expression;
}

/** The text as a regular expression that allows for the escapes of string and regular expression literals. */
export function withEscapes(text: string): string {
  return text.replace(/[$()*+?[\]^{|}\\]/g, String.raw`\$&`).replace(/[/.]/g, (mark, offset: number) => {
    const escapes = offset === 0 ? "" : String.raw`\\{0,2}`;
    return `${escapes}${mark === "." ? "[.]" : "/"}`;
  });
}
