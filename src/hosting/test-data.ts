import type { Catalog } from "../catalog/catalog.js";
import { classOfFile, isAmongTests } from "../core/file-class.js";
import type { Edit, Finding } from "../core/finding.js";
import { fixerOf } from "../core/fixer.js";
import { hasWord } from "../core/words.js";
import type { FileAnalysis } from "../engine/analyze-file.js";
import { escaped, type SearchPattern } from "../workspace/search-pattern.js";
import { reachesInto } from "../workspace/workspace-packages.js";

/** The changes of fixes that belong together. */
interface Change {
  readonly edits: readonly Edit[];
  /** The findings that they fix. */
  readonly findings: readonly Finding[];
  /** See `Fix`. */
  readonly programs: readonly string[];
}

/** The files of a tree. */
interface TestFiles {
  /** Returns the files in which one of the patterns matches. */
  search(patterns: readonly SearchPattern[]): readonly string[];
  /** Returns the text of a file; `undefined` if it cannot be read. */
  read(path: string): string | undefined;
  packageOf(path: string): string;
}

/**
 * Finds test data that is not followed: responses and expected requests in data files, and tests that reach the code in
 * unknown ways. They still mention what a fix would change, so a text search finds them.
 */
export class TestData {
  readonly #holding = new Map<string, readonly string[]>();
  readonly #left = new WeakMap<readonly Finding[], readonly Finding[]>();

  constructor(
    private readonly files: TestFiles,
    private readonly catalog: Catalog,
  ) {}

  /**
   * Returns why a change is not safe, one sentence without a full stop; `undefined` if no test contradicts it.
   *
   * @param all findings of the run with their fixes, among them those of the change
   * @param isFollowed whether the values of a file were followed
   */
  reasonAgainst(
    change: Change,
    all: readonly Finding[],
    isFollowed: (path: string) => boolean,
  ): string | undefined {
    const changed = new Set(change.edits.map(({ path }) => path));
    const owners = [...changed].map((path) => this.files.packageOf(path));
    const reaches = (path: string): boolean =>
      owners.some((owner) => reachesInto(this.files.packageOf(path), owner));
    const open = this.#leftIn(all).find(
      (one) => !change.findings.includes(one) && isLeftOf(one, change) && reaches(one.place.path),
    );
    if (open)
      return `${open.place.path} also contains ${open.property ?? "the base path"} and does not change`;
    const minds = (path: string): boolean => !changed.has(path) && !isFollowed(path) && reaches(path);
    const words = this.#wordsOf(change);
    this.#lookFor(words);
    for (const word of words) {
      const path = this.#holding.get(word)!.find(minds);
      if (path !== undefined) return `${path} contains ${word}, and a test may depend on it`;
    }
    return undefined;
  }

  /** Returns the findings in tests that safe fixes leave, collected once for a run. */
  #leftIn(all: readonly Finding[]): readonly Finding[] {
    let left = this.#left.get(all);
    if (!left) {
      left = all.filter((finding) => isOfTests(finding.place.path) && fixerOf(finding) !== "safe");
      this.#left.set(all, left);
    }
    return left;
  }

  /** Returns the texts that change: base paths, and properties that move or are removed. */
  #wordsOf({ findings, programs }: Change): ReadonlySet<string> {
    const properties = findings.flatMap(({ property }) => property?.split(".").at(-1) ?? []);
    const bases = this.catalog.vocabularies.flatMap(({ administration: { base, unversioned } }) =>
      unversioned.map(({ version }) => base.replace("{version}", version)),
    );
    return new Set([...(programs.length > 0 ? bases : []), ...properties]);
  }

  /** Searches once for all words that were not searched for yet. */
  #lookFor(words: Iterable<string>): void {
    const fresh = [...words].filter((word) => !this.#holding.has(word));
    if (fresh.length === 0) return;
    const found = this.files.search(fresh.map((word) => ({ source: escaped(word) })));
    const tests = found.filter(isOfTests).sort();
    for (const word of fresh)
      this.#holding.set(
        word,
        tests.filter((path) => this.#holds(path, word)),
      );
  }

  #holds(path: string, word: string): boolean {
    const text = this.files.read(path) ?? "";
    // A host may precede a path.
    return word.startsWith("/") ? text.includes(word) : hasWord(text, word);
  }
}

const followedIn = new WeakMap<readonly FileAnalysis[], ReadonlySet<string>>();

/** Returns the files of which all values were followed, including data files that code reads. */
export function followedFiles(analyses: readonly FileAnalysis[]): ReadonlySet<string> {
  let known = followedIn.get(analyses);
  if (known) return known;
  const followed = analyses.filter(
    ({ context, problems }) =>
      context.facts.fileReads !== undefined &&
      !problems.some(({ kind }) => kind === "limit" || kind === "too-deep"),
  );
  known = new Set(followed.map(({ source }) => source.path));
  followedIn.set(analyses, known);
  return known;
}

/** Returns whether a finding that is left is about something that a change changes elsewhere. */
function isLeftOf({ concern, property }: Finding, change: Change): boolean {
  if (concern === "base path") return change.programs.length > 0;
  return property !== undefined && change.findings.some((one) => one.property === property);
}

/** A text file among tests is expected output; a page of documentation there is not. */
function isOfTests(path: string): boolean {
  return classOfFile(path) === "test" || (isAmongTests(path) && /[.](?:txt|html?)$/.test(path));
}
