import { dirname } from "node:path";
import { candidatesSync, discoverSync } from "../../workspace/discover-sync.js";
import { filesAround } from "../../workspace/files-around.js";
import { homeFolder } from "../../workspace/home.js";
import { moduleSettingsStamp } from "../../workspace/module-settings.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";

/** Milliseconds that a search of the tree is believed at least. */
const LEAST_AGE = 1000;
/**
 * The result of a search stays valid for this multiple of its duration, so searching takes at most a twentieth of the
 * time.
 */
const AGE_FACTOR = 20;
/** Milliseconds without a lint that are enough to save a file, to move one, or to change to another branch. */
const PAUSE = 500;
const AGE_WITHOUT_PAUSE = 10;

/** The files below a root, searched as the command searches them. */
export class Tree {
  #candidates: readonly string[] = [];
  /** The number of files; unknown until the first use. */
  #count: number | undefined;
  /** Identifies the state of the files that say where specifiers lead. */
  #settings = "";
  #searchedAt = -Infinity;
  #age = 0;
  #state = 0;
  readonly #found = new Map<string, readonly string[]>();
  readonly #around = new Map<string, readonly string[]>();

  /**
   * @param root absolute
   * @param patterns what a candidate holds one of
   */
  constructor(
    private readonly root: string,
    private readonly patterns: readonly SearchPattern[],
  ) {}

  /** Files that hold one of the patterns, sorted; the same list until a search finds another one. */
  get candidates(): readonly string[] {
    return this.#candidates;
  }

  /**
   * Another number whenever a search has found that files came, went, or began or ceased to hold a pattern, or that what
   * says where specifiers lead has changed.
   */
  get state(): number {
    return this.#state;
  }

  /**
   * Has files counted, now and with every search: what is followed from file to file changes with files that hold no
   * pattern, too. Until then nothing is followed, and listing the files would take as long as searching them.
   */
  countFiles(): void {
    if (this.#count !== undefined) return;
    const { seen, settings } = this.#discover([], true);
    this.#count = seen;
    this.#settings = settings;
    this.#state++;
  }

  /**
   * Returns whether the last search is too old.
   *
   * @param pause milliseconds without a question: as long as questions continue, an older search is used
   */
  isOld(pause: number): boolean {
    const age = performance.now() - this.#searchedAt;
    return age > this.#age * (pause < PAUSE ? AGE_WITHOUT_PAUSE : 1);
  }

  search(): void {
    const started = performance.now();
    const isCounted = this.#count !== undefined;
    const { candidates, seen, settings } = this.#discover(this.patterns, isCounted);
    this.#searchedAt = performance.now();
    this.#age = Math.max(LEAST_AGE, AGE_FACTOR * (this.#searchedAt - started));
    this.#found.clear();
    this.#around.clear();
    const isOther = candidates.join("\n") !== this.#candidates.join("\n");
    if (isOther) this.#candidates = candidates;
    // If files are not counted, there may be new ones.
    if (isOther || !isCounted || seen !== this.#count || settings !== this.#settings) this.#state++;
    if (isCounted) this.#count = seen;
    this.#settings = settings;
  }

  /** Returns files that contain one of the patterns. The result is cached as long as the candidates. */
  find(patterns: readonly SearchPattern[]): readonly string[] {
    return remembered(this.#found, patterns, () => this.#discover(patterns, false).candidates);
  }

  /**
   * Returns files that contain one of the patterns in the repository around the tree. The result is cached as long as
   * the candidates.
   */
  findAround(patterns: readonly SearchPattern[]): readonly string[] {
    return remembered(this.#around, patterns, () => filesAround(this.root, patterns));
  }

  /** Searches the tree. If a file outside of any project is edited, the whole disk must not be searched. */
  #discover(patterns: readonly SearchPattern[], isCounted: boolean): Found {
    if (this.root === homeFolder() || this.root === dirname(this.root)) return NOTHING_FOUND;
    const question = { cwd: this.root, paths: ["."], patterns, ignorePatterns: [], noIgnore: false };
    if (!isCounted) return { ...NOTHING_FOUND, candidates: candidatesSync(question) };
    const { moduleSettings, ...found } = discoverSync(question);
    return { ...found, settings: moduleSettingsStamp(this.root, moduleSettings) };
  }
}

/** Returns the result of an earlier search with the same patterns, or searches now. */
function remembered(
  known: Map<string, readonly string[]>,
  patterns: readonly SearchPattern[],
  search: () => readonly string[],
): readonly string[] {
  const key = patterns.map(({ source }) => source).join("\n");
  let found = known.get(key);
  if (!found) known.set(key, (found = search()));
  return found;
}

interface Found {
  readonly candidates: readonly string[];
  readonly seen: number;
  readonly settings: string;
}

const NOTHING_FOUND: Found = { candidates: [], seen: 0, settings: "" };
