import { availableParallelism } from "node:os";
import { UsageError } from "../core/errors.js";
import type { Problem } from "../core/problem.js";
import { type FileSystem, join, nodeFileSystem } from "./file-system.js";
import { canExpress, findRipgrep, searchWithRipgrep, searchWithRipgrepNow } from "./ripgrep.js";
import { RipgrepUnusable } from "./ripgrep-watch.js";
import { isModuleSettings } from "./module-settings.js";
import { findNotSearched, type NotSearched } from "./not-searched.js";
import { type Root, resolveRoots } from "./roots.js";
import { type RootResult, type ScanRules, showPath } from "./scan.js";
import { searchFiles } from "./search-files.js";
import { isSmallTree } from "./small-tree.js";
import { checkPatterns, compilePatterns, type Matcher, type SearchPattern } from "./search-pattern.js";
import { type Listing, walk } from "./walk.js";

export interface DiscoverOptions {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** Files and directories as the user gave them. What is named is scanned, whatever rule speaks against it. */
  readonly paths: readonly string[];
  /** A file is a candidate when one of them occurs in it. */
  readonly patterns: readonly SearchPattern[];
  /** Strings of ASCII that make a file a candidate as well where it holds them in UTF-16 without a mark, or in UTF-32. */
  readonly encoded?: readonly string[];
  /**
   * Patterns of files to leave out as well, in gitignore syntax, relative to `cwd`; they count with `noIgnore`, too.
   */
  readonly ignorePatterns: readonly string[];
  /** Read everything but the internals of version control: ignored files, packages, minified and lock files. */
  readonly noIgnore: boolean;
  /** Judges by the name of a file. With it, files that belong to the repository and are left out are looked for. */
  readonly mayHoldCode?: (path: string) => boolean;
  /**
   * Called for files that match a pattern while the search still runs, in any order, so that work on them can begin. It
   * may not be called for all of them, and the result may leave out some.
   *
   * @param path as in `candidates`
   */
  readonly onCandidate?: (path: string) => void;
  /** Called when processes search, and this one has nothing to do but to wait for them. */
  readonly onWait?: (() => void) | undefined;
  /**
   * False where only candidates are wanted: then `seen`, `leftOut` and `moduleSettings` say nothing, and the search takes
   * about half of the processor time.
   */
  readonly isListed?: boolean;
  /** The default, `auto`, takes ripgrep where it can. Both give the same result. */
  readonly engine?: "ripgrep" | "in-process" | "auto";
}

export interface Discovery {
  /** Files that were searched. */
  readonly seen: number;
  /** Relative to `cwd` with `/`, sorted by code units, unique; outside of `cwd` they start with `../`. */
  readonly candidates: readonly string[];
  /** Those of the searched files that say where specifiers lead, as in `candidates`; not sorted. */
  readonly moduleSettings: readonly string[];
  /** With `mayHoldCode`: files that contain a pattern, belong to the repository, and were not searched. */
  readonly notSearched?: readonly NotSearched[];
  /** With `mayHoldCode`: returns whether git tracks a file; its path is as in `candidates`. */
  readonly isTracked?: (path: string) => boolean;
  /** Reason → directories and files at which the walk stopped; see `LeftOutReason`. Only reasons that occurred. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** The files and folders that could not be listed or searched, sorted by path. */
  readonly problems: readonly Problem[];
  readonly engine: "ripgrep" | "in-process";
}

/** The parts that a test may replace. */
export interface DiscoverEnvironment {
  /** Path of the ripgrep binary, `null` for none; looked up where it is not given. */
  readonly ripgrep?: string | null;
  /** The time after which a silent ripgrep process is given up, in milliseconds. */
  readonly patience?: number;
  readonly fileSystem?: FileSystem;
}

/**
 * Finds the files that may have something to say to a rule, at the speed of a text search. A directory or file that
 * cannot be read becomes a problem. A file that is reached through two of the paths is listed once, under the first.
 *
 * @throws {InputError} A path that does not exist.
 * @throws {UsageError} `engine` is `ripgrep`, and it is not there or cannot do what is asked for.
 */
export async function discover(
  options: DiscoverOptions,
  environment: DiscoverEnvironment = {},
): Promise<Discovery> {
  const { rules, roots, problems, fileSystem, ripgrep } = begin(options, environment);
  const withNotSearched = async (results: readonly RootResult[], engine: Discovery["engine"]) => {
    const discovery = combine(options.cwd, roots, results, problems, engine);
    const { mayHoldCode } = options;
    if (!mayHoldCode) return discovery;
    const found = await findNotSearched(roots, results, rules, mayHoldCode, fileSystem);
    return { ...discovery, ...found, problems: [...discovery.problems, ...found.problems].sort(byPath) };
  };
  if (ripgrep !== undefined && !(isFree(options, environment) && areSmall(roots, rules, fileSystem))) {
    try {
      const results = await searchRoots(roots, rules, fileSystem, ripgrep, environment.patience);
      return await withNotSearched(results, "ripgrep");
    } catch (error) {
      if (!(error instanceof RipgrepUnusable)) throw error;
      if (options.engine === "ripgrep")
        throw new UsageError(error.message, "The in-process engine needs no ripgrep.");
      if (!error.isTold) {
        const message = `${error.message}; the files were searched without it, which takes longer`;
        problems.push({ path: "", kind: "search", message });
      }
    }
  }
  const results = await searchRoots(roots, rules, fileSystem, undefined);
  return withNotSearched(results, "in-process");
}

/** Returns whether no one has asked for an engine. */
function isFree({ engine = "auto" }: DiscoverOptions, { ripgrep }: DiscoverEnvironment): boolean {
  return engine === "auto" && ripgrep === undefined;
}

function areSmall(roots: readonly Root[], { noIgnore }: ScanRules, fileSystem: FileSystem): boolean {
  return roots.every((root) => root.kind === "file" || isSmallTree(root, noIgnore, fileSystem));
}

/**
 * Runs `discover` with ripgrep alone, for callers that cannot wait for a promise. Undefined if ripgrep is missing or
 * cannot be used, and for paths of single files.
 *
 * @throws {InputError} as `discover`
 */
export function discoverNow(
  options: DiscoverOptions,
  environment: DiscoverEnvironment = {},
): Discovery | undefined {
  return searchNow(options, environment);
}

/**
 * Returns only the `candidates` of `discoverNow`, in about half of the time, because files without a pattern are not
 * even listed.
 *
 * @throws {InputError} as `discover`
 */
export function candidatesNow(
  options: DiscoverOptions,
  environment: DiscoverEnvironment = {},
): readonly string[] | undefined {
  return searchNow({ ...options, isListed: false }, environment)?.candidates;
}

function searchNow(options: DiscoverOptions, environment: DiscoverEnvironment): Discovery | undefined {
  const { rules, roots, problems, fileSystem, ripgrep } = begin(options, environment);
  if (ripgrep === undefined || roots.some(({ kind }) => kind !== "directory")) return undefined;
  try {
    const { patience } = environment;
    const results = roots.map((root) => searchWithRipgrepNow(ripgrep, root, rules, fileSystem, patience));
    return combine(options.cwd, roots, results, problems, "ripgrep");
  } catch (error) {
    if (error instanceof RipgrepUnusable) return undefined;
    throw error;
  }
}

/** The first results of a search. */
interface Beginning {
  readonly rules: ScanRules;
  readonly roots: readonly Root[];
  readonly problems: Problem[];
  readonly fileSystem: FileSystem;
  /** The binary, where it is there and can do what is asked for. */
  readonly ripgrep: string | undefined;
}

/** @throws {InputError} @throws {UsageError} as `discover` */
function begin(options: DiscoverOptions, environment: DiscoverEnvironment): Beginning {
  const fileSystem = environment.fileSystem ?? nodeFileSystem;
  checkPatterns(options.patterns);
  const { roots, problems } = resolveRoots(options.cwd, options.paths, fileSystem);
  return { rules: options, roots, problems, fileSystem, ripgrep: chooseRipgrep(options, roots, environment) };
}

function chooseRipgrep(
  options: DiscoverOptions,
  roots: readonly Root[],
  environment: DiscoverEnvironment,
): string | undefined {
  const { engine = "auto", ignorePatterns } = options;
  if (engine === "in-process") return undefined;
  const able = canExpress(ignorePatterns, roots);
  const binary = able
    ? (environment.ripgrep ?? (environment.ripgrep === null ? undefined : findRipgrep()))
    : undefined;
  if (engine === "ripgrep" && binary === undefined) {
    const why = able ? "it is not installed" : "it cannot express these ignore patterns";
    throw new UsageError(`ripgrep was asked for, but ${why}`, "Do not choose an engine.");
  }
  return binary;
}

/** The results in the order of the roots, of which as many are searched at a time as there are processors. */
async function searchRoots(
  roots: readonly Root[],
  rules: ScanRules,
  fileSystem: FileSystem,
  ripgrep: string | undefined,
  patience?: number,
): Promise<RootResult[]> {
  const results: RootResult[] = [];
  const waiting = roots.entries();
  let matches: Matcher | undefined;
  const work = async (): Promise<void> => {
    for (const [index, root] of waiting) {
      results[index] =
        ripgrep !== undefined && root.kind === "directory"
          ? await searchWithRipgrep(ripgrep, root, rules, fileSystem, patience)
          : await searchInProcess(
              root,
              rules,
              (matches ??= compilePatterns(rules.patterns, rules.encoded)),
              fileSystem,
            );
    }
  };
  await Promise.all(Array.from({ length: Math.min(roots.length, availableParallelism()) }, work));
  return results;
}

const ONE_FILE: Listing = { files: [""], leftOut: [], problems: [] };

async function searchInProcess(
  root: Root,
  rules: ScanRules,
  matches: Matcher,
  fileSystem: FileSystem,
): Promise<RootResult> {
  const listing = root.kind === "file" ? ONE_FILE : await walk(root, rules, fileSystem);
  if (root.kind === "directory" && rules.patterns.length === 0) {
    return { ...listing, searched: listing.files, candidates: [] };
  }
  const files = listing.files.map((path) => ({ absolute: join(root.absolute, path), path }));
  const { searched, candidates, problems } = await searchFiles(files, matches, fileSystem);
  return { searched, candidates, leftOut: listing.leftOut, problems: [...listing.problems, ...problems] };
}

/** Puts the results together; what was reached through an earlier root is not counted again. */
function combine(
  cwd: string,
  roots: readonly Root[],
  results: readonly RootResult[],
  rootProblems: readonly Problem[],
  engine: Discovery["engine"],
): Discovery {
  const overlapping = doOverlap(roots);
  const known = new Set<string>();
  const candidates: string[] = [];
  const moduleSettings: string[] = [];
  const problems = [...rootProblems];
  const leftOut = new Map<string, number>();
  const told = new Set<string>();
  let seen = 0;
  roots.forEach((root, index) => {
    const result = results[index]!;
    const isNew = (role: string, path: string): boolean => {
      if (!overlapping) return true;
      const count = known.size;
      return known.add(`${role} ${join(root.real, path)}`).size > count;
    };
    seen += overlapping
      ? result.searched.filter((path) => isNew("searched", path)).length
      : result.searched.length;
    for (const path of result.searched)
      if (isModuleSettings(path)) moduleSettings.push(showPath(cwd, root, path));
    for (const path of result.candidates)
      if (isNew("candidate", path)) candidates.push(showPath(cwd, root, path));
    for (const { path, reason } of result.leftOut) {
      if (!isNew("left out", path)) continue;
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    }
    for (const problem of result.problems) {
      const path = showPath(cwd, root, problem.path);
      if (told.has(`${problem.kind} ${path}`)) continue;
      told.add(`${problem.kind} ${path}`);
      problems.push({ ...problem, path });
    }
  });
  return {
    seen,
    candidates: candidates.sort(),
    moduleSettings,
    leftOut: Object.fromEntries([...leftOut].sort()),
    problems: problems.sort(byPath),
    engine,
  };
}

function byPath(a: Problem, b: Problem): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** Returns whether a root is in another one, or is the same. A path sorts directly before those that start with it. */
function doOverlap(roots: readonly Root[]): boolean {
  const paths = roots.map(({ real }) => (real.endsWith("/") ? real : `${real}/`)).sort();
  return paths.some((path, index) => index > 0 && path.startsWith(paths[index - 1]!));
}
