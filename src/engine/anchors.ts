import type { Vocabulary } from "../catalog/catalog.js";
import { administrationPrefixes, misspelledVersions } from "../catalog/matchers/expressions.js";
import type { LibraryData } from "../catalog/library-data.js";
import { TODO } from "./directives.js";
import { prefilterFrom, withEscapes, type AnchorPart, type Prefilter } from "./prefilter.js";
import type { Rule } from "./rule.js";

export type { Prefilter };

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

export function strong(...all: readonly AnchorPart[]): Anchor {
  return { strength: "strong", all };
}

export function weak(...all: readonly AnchorPart[]): Anchor {
  return { strength: "weak", all };
}

/**
 * Matches the name of a property: not a part of a longer name (`replicationSpecification`), and not the name of a
 * function.
 */
export function propertyNamed(text: string): AnchorPart {
  return { text, expression: `\\b${withEscapes(text)}\\b[^(]` };
}

/** The text before and behind the name of a package in a manifest of each ecosystem. */
const IN_MANIFEST: Readonly<Record<LibraryData["ecosystem"], readonly [before: string, behind: string]>> = {
  go: ["", "[ \\t]+v[0-9]"],
  npm: ['["/>:]', '["@]'],
  pypi: ["(?:^|[\\n\"'.]|egg=)[ \\t]*", "[\"']?[ \\t]*(?:[=<>~!;#@,&\\[\\]\\r\\n]|$)"],
  terraform: ['(?:resource|data|[{,\\n])[ \\t]*"', '"'],
};

/** Matches a package in a manifest, and not where code imports it. */
export function packageNamed(name: string, ecosystem: LibraryData["ecosystem"]): Anchor {
  const [before, behind] = IN_MANIFEST[ecosystem];
  return strong(name, { text: name, expression: before + withEscapes(name) + behind });
}

/** The text before and behind what code imports; in Go it is in quotes. */
const IN_CODE: Readonly<Record<"npm" | "pypi", readonly [before: string, behind: string]>> = {
  npm: ["(?:from|import|require)[ \\t]*[(]?[ \\t]*[\"'`]", "[\"'`/]"],
  pypi: ["(?:from|import)[ \\t]+", "(?:[^\\w-]|$)"],
};

/** Matches where code imports a package. */
export function packageImported(specifier: string, ecosystem: LibraryData["ecosystem"]): Anchor {
  if (ecosystem === "go") return strong(`"${specifier}"`);
  if (ecosystem === "terraform") {
    // Other files that name it, such as tests of the provider, are not read as Terraform.
    const inTerraform = { text: "", expression: "[.](?:tf|tofu)(?:[.]json)?$", inPath: true };
    const expression = `\\b${withEscapes(specifier)}[.]\\w`;
    return strong({ text: specifier, expression }, inTerraform);
  }
  const [before, behind] = IN_CODE[ecosystem];
  return strong(specifier, { text: specifier, expression: before + withEscapes(specifier) + behind });
}

/**
 * Matches a domain that may be the end of a host name: not a wildcard in a list of domains, and not in a test of a
 * host.
 */
export function hostUnder(domain: string): Anchor {
  const expression = `(?<!["'\`\\s]\\*[.]|\\b(?:ends[Ww]ith|includes|indexOf)\\(["'\`][.]?)${withEscapes(domain)}`;
  return strong(domain, { text: domain, expression });
}

/**
 * Matches a part of a path that begins or ends with a segment or a literal: not `admin/v2` in `firebaseadmin/v2.1`.
 */
export function segment(text: string): AnchorPart {
  const written = withEscapes(text);
  return { text, expression: `(?:[/"'\`]${written}\\b|\\b${written}\\\\{0,2}[/"'\`])` };
}

/** A path of which no more is written: `/admin` of `"/api/admin"` and `/admin/${version}`, not of `/admin/users`. */
function pathEnd(path: string): AnchorPart {
  return { text: path, expression: `${withEscapes(path)}(?:[^\\w/.@#?&=-]|/[^\\w.@#?&=-])` };
}

/** A segment that a literal begins with, or what follows a computed part: `"/v1.0/groups"`, `${base}/v1.0`, `$base/v1.0`. */
function beginning(text: string): AnchorPart {
  return { text, expression: `(?:["'\`}%]/?|%[sv@]/|\\$(?:env:)?\\w{1,60}/)${withEscapes(text)}` };
}

/** The same, where the segment does not go on: not `"v2.1` or `"v2beta`. */
function wholeBeginning(text: string): AnchorPart {
  return { text, expression: `(?:["'\`}%]/?|%[sv@]/|\\$(?:env:)?\\w{1,60}/)${withEscapes(text)}["'\`/\\\\]` };
}

/** A version that is not a part of a longer word or number: not `v2` of `apiv2` and `v2.1`. */
function word(text: string): AnchorPart {
  return { text, expression: `(?<![\\w.])${withEscapes(text)}(?![\\w-]|[.]\\d)` };
}

/** A segment of a path, or a string of its own. */
function bounded(text: string): AnchorPart {
  return { text, expression: `["'\`/]${withEscapes(text)}\\\\{0,2}["'\`/]` };
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

/** Anchors of a base path that is joined from a computed part and the version: `"/api/" + type + "/v1.0"`. */
export function joinedBases({ administration, hosts }: Bases & Pick<Vocabulary, "hosts">): Anchor[] {
  const [first = ""] = administration.base.split("/").filter((part) => part !== "");
  return administration.unversioned.flatMap(({ version }) =>
    ["/groups", ...hosts].map((evidence) => strong(beginning(version), `/${first}/`, evidence)),
  );
}

/** Anchors of the versioned administration base, whole or split over constants. */
export function versionedBases(vocabulary: Bases & Pick<Vocabulary, "distinctivePath">): Anchor[] {
  const { administration, pathAliases, words } = vocabulary;
  const bases = [words.admin, ...pathAliases.map(withoutSlash)];
  return [
    ...bases.flatMap((base) => [
      strong(segment(`${base}/${administration.versioned}`)),
      strong(pathEnd(`/${base}`), "/groups", `/${administration.versioned}`),
    ]),
    ...versionedPieces(vocabulary),
  ];
}

/** Other APIs have a version of this name, too: a path that is not distinctive needs that of a resource beside it. */
function versionedPieces({
  administration: { base, versioned },
  distinctivePath,
  pathAliases,
  words,
}: Bases & Pick<Vocabulary, "distinctivePath">): Anchor[] {
  const evidence = distinctivePath ? [] : ["groups"];
  const own = withoutSlash(base.replace("/{version}", ""));
  const outer = own.split("/").filter((part) => part !== words.admin);
  return [
    ...[own, ...pathAliases.map(withoutSlash)].flatMap((path) => [
      strong(pathEnd(path), word(versioned), ...evidence),
      // `/api/atlas/v${VERSION}`
      strong(pathEnd(`${path}/v`), word(versioned.slice(1)), ...evidence),
    ]),
    // `["api", "atlas", "v2"]`, `/api/${ADMIN}/v2`
    strong(wholeBeginning(versioned), lone(words.admin), ...outer.map(bounded), ...evidence),
  ];
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

/** Strings that indicate the API anywhere, for texts in encodings that are searched and not read. */
function plainTraces(vocabularies: readonly Vocabulary[]): string[] {
  const traces = vocabularies.flatMap((vocabulary) => [
    ...administrationPrefixes(vocabulary).map((prefix) => `${withoutSlash(prefix)}/`),
    `vnd.${vocabulary.words.vendor}`,
  ]);
  return [...new Set(traces)];
}

/**
 * Makes the prefilter of some rules.
 *
 * @param withWeak whether weak anchors make a candidate by themselves
 */
export function prefilterOf(
  rules: readonly Rule[],
  vocabularies: readonly Vocabulary[],
  withWeak: boolean,
): Prefilter {
  const { strong: always, weak: besides } = conjunctionsOf(rules, vocabularies);
  const prefilter = prefilterFrom(withWeak ? [...always, ...besides] : always);
  return { ...prefilter, encoded: plainTraces(vocabularies) };
}

/** The anchors of rules in some vocabularies, as lists of strings that a file must all contain. */
interface Conjunctions {
  readonly strong: readonly (readonly AnchorPart[])[];
  /** Those that make a candidate when low confidence is asked for. */
  readonly weak: readonly (readonly AnchorPart[])[];
}

export function conjunctionsOf(rules: readonly Rule[], vocabularies: readonly Vocabulary[]): Conjunctions {
  const anchors = rules.flatMap((rule) => vocabularies.flatMap((vocabulary) => anchorsOf(rule, vocabulary)));
  const partsOf = (wanted: Anchor["strength"]): (readonly AnchorPart[])[] =>
    anchors.filter(({ strength }) => strength === wanted).map(({ all }) => all);
  // Markers are reported as long as they are there, also in files that are done.
  return { strong: [[TODO], ...partsOf("strong")], weak: partsOf("weak") };
}

/** Anchors that are made once: an editor, for example, asks for those of the same rules again and again. */
const ANCHORS = new WeakMap<Vocabulary, WeakMap<Rule, readonly Anchor[]>>();

function anchorsOf(rule: Rule, vocabulary: Vocabulary): readonly Anchor[] {
  const ofRules = ANCHORS.get(vocabulary) ?? new WeakMap<Rule, readonly Anchor[]>();
  const anchors = ofRules.get(rule) ?? rule.meta.anchors(vocabulary);
  ANCHORS.set(vocabulary, ofRules.set(rule, anchors));
  return anchors;
}
