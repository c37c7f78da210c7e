import type { Stats } from "node:fs";
import { addAll } from "../core/add-all.js";
import type { Problem } from "../core/problem.js";
import { type FileSystem, join, nameOfType, withSlashes } from "./file-system.js";
import { trackedEntries } from "./git-index.js";
import { RuleSet } from "./ignore-rules.js";
import { isMinifiedCode, type LeftOutReason } from "./left-out.js";
import { isInside } from "./project-root.js";
import { startsAsBinary } from "./read.js";
import { repositoryRoot } from "./repository.js";
import type { Root } from "./roots.js";
import { type RootResult, type ScanRules, showPath } from "./scan.js";
import { searchFiles } from "./search-files.js";
import { compilePatterns } from "./search-pattern.js";

/** A file that contains a pattern, belongs to the repository, and was not searched. */
export interface NotSearched {
  /** As in results. */
  readonly path: string;
  readonly kind: "ignored" | "minified";
  /** The reason, for people. */
  readonly reason: string;
}

interface NotSearchedFiles {
  readonly notSearched: readonly NotSearched[];
  /** Entries that could hold code and cannot be read. */
  readonly problems: readonly Problem[];
  /** Returns whether git tracks a file below one of the roots; the path is as in results. */
  readonly isTracked: (path: string) => boolean;
}

/**
 * The reasons why a search leaves out a tracked file. Not among them are patterns of the user, lock files, which name
 * packages that use the API, and copies of dependencies, which are tracked on purpose.
 */
const REASONS: Readonly<Partial<Record<LeftOutReason, string>>> = {
  gitignore: "is tracked by git, but a .gitignore file names it",
  node_modules: "is tracked by git, but is in a node_modules folder",
  vcs: "is tracked by git, but is in a folder of a version control system",
  binary: "has the name of a binary file",
  minified: "is minified",
};

/** A file to look into. */
interface Open extends NotSearched {
  readonly absolute: string;
}

/**
 * Compares what git tracks below the roots with what was searched. So a file is found whatever rule left it out.
 *
 * @param mayHoldCode judges by the name
 */
export async function findNotSearched(
  roots: readonly Root[],
  results: readonly RootResult[],
  rules: ScanRules,
  mayHoldCode: (path: string) => boolean,
  fileSystem: FileSystem,
): Promise<NotSearchedFiles> {
  const open = new Map<string, Open>();
  const tracked = new Set<string>();
  const problems: Problem[] = [];
  for (const [index, root] of roots.entries()) {
    if (root.kind === "file") continue;
    const scope = new Scope(root, results[index]!, rules, fileSystem);
    for (const path of scope.tracked) tracked.add(scope.shown(path));
    for (const one of [...scope.leftOutFiles(), ...scope.behindLinks(roots)])
      if (!open.has(one.path)) open.set(one.path, one);
    addAll(problems, [...scope.unreadable(mayHoldCode)]);
  }
  const files = [...open.values()];
  const patterns = compilePatterns(rules.patterns, rules.encoded);
  const found = new Set((await searchFiles(files, patterns, fileSystem)).candidates);
  const notSearched = files.filter(({ path }) => found.has(path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  return { notSearched, problems, isTracked: (path) => tracked.has(path) };
}

/** One root with what git tracks below it and what was searched there. Paths are relative to the root. */
class Scope {
  /** Regular files. */
  readonly tracked: readonly string[];
  readonly #links: readonly string[];
  /** All tracked files of the repository, relative to it. */
  readonly #all: readonly string[];
  /** The absolute path of the folder that links may not lead out of. */
  readonly #border: string;
  readonly #searched: ReadonlySet<string>;
  readonly #leftOut: ReadonlyMap<string, LeftOutReason>;
  readonly #problems: ReadonlySet<string>;
  readonly #byUser: RuleSet;

  constructor(
    private readonly root: Root,
    result: RootResult,
    private readonly rules: ScanRules,
    private readonly fileSystem: FileSystem,
  ) {
    const repository = repositoryRoot(root.real, fileSystem);
    this.#border = repository ?? root.real;
    this.#byUser = new RuleSet(rules.ignorePatterns);
    this.#leftOut = new Map(result.leftOut.map(({ path, reason }) => [path, reason]));
    this.#problems = new Set(result.problems.map(({ path }) => path));
    const entries = repository === undefined ? undefined : trackedEntries(repository, fileSystem);
    this.#all = entries?.files ?? [];
    this.tracked = this.#below(this.#all);
    this.#links = entries ? this.#below(entries.links) : this.#leftOutAs("symlink");
    this.#searched = new Set(this.tracked.length > 0 ? result.searched : []);
  }

  shown(path: string): string {
    return showPath(this.rules.cwd, this.root, path);
  }

  /** Yields the tracked files that were not searched, all minified code, and text with the name of a binary file. */
  *leftOutFiles(): Generator<Open> {
    const minified = this.#leftOutAs("minified").filter(isMinifiedCode);
    for (const path of new Set([...this.tracked, ...minified, ...this.#leftOutAs("binary")])) {
      if (this.#searched.has(path)) continue;
      const reason = this.#reasonFor(path);
      if (reason === undefined) continue;
      const kind = reason === REASONS.minified ? "minified" : "ignored";
      yield { path: this.shown(path), absolute: this.#absolute(path), kind, reason };
    }
  }

  /** Yields the files behind links that lead out of all roots, and not out of the repository. */
  *behindLinks(roots: readonly Root[]): Generator<Open> {
    for (const { path, target, stats } of this.#targets()) {
      const isApart = !roots.some(({ real }) => isInside(target, real) || isInside(real, target));
      if (!isApart || !isInside(target, this.#border)) continue;
      const [link, kind] = [this.shown(path), "ignored" as const];
      if (!stats.isDirectory()) {
        yield { path: link, absolute: target, kind, reason: "is a link, and links are not followed" };
        continue;
      }
      const reason = `is behind the link ${link}, and links are not followed`;
      const folder = `${target.slice(this.#border.length + 1)}/`;
      for (const file of this.#all) {
        if (!file.startsWith(folder)) continue;
        const inside = file.slice(folder.length);
        yield { path: join(link, inside), absolute: join(target, inside), kind, reason };
      }
    }
  }

  /** Yields links that lead out of the repository, and FIFOs, sockets and devices with the name of code. */
  *unreadable(mayHoldCode: (path: string) => boolean): Generator<Problem> {
    for (const { path, target, stats } of this.#targets()) {
      if (isInside(target, this.#border) || !(stats.isDirectory() || mayHoldCode(path))) continue;
      const message =
        stats.isDirectory() || stats.isFile()
          ? "is a link that leads out of the repository, and was not read"
          : `could not be read: ${nameOfType(stats)}`;
      yield { path: this.shown(path), kind: "unreadable", message };
    }
    for (const path of this.#leftOutAs("special").filter(mayHoldCode)) {
      const stats = this.#tried(() => this.fileSystem.statSync(this.#absolute(path)));
      const message = `could not be read: ${stats ? nameOfType(stats) : "is not a regular file"}`;
      yield { path: this.shown(path), kind: "unreadable", message };
    }
  }

  /** Yields the links that lead to a file or a folder. */
  *#targets(): Generator<{ readonly path: string; readonly target: string; readonly stats: Stats }> {
    for (const path of this.#links) {
      if (this.#isRefused(path)) continue;
      const target = this.#tried(() =>
        withSlashes(this.fileSystem.realpathSync.native(this.#absolute(path))),
      );
      const stats = target === undefined ? undefined : this.#tried(() => this.fileSystem.statSync(target));
      if (target !== undefined && stats) yield { path, target, stats };
    }
  }

  /** Returns why a tracked file was not searched. Undefined if nobody expects that it is searched. */
  #reasonFor(path: string): string | undefined {
    if (this.#isRefused(path) || this.#problems.has(path)) return undefined;
    for (const part of foldersOf(path)) {
      const leftOut = this.#leftOut.get(part);
      if (leftOut === "binary" && startsAsBinary(this.#absolute(path), this.fileSystem)) return undefined;
      if (leftOut === "minified" && !isMinifiedCode(path)) return undefined;
      if (leftOut !== undefined) return REASONS[leftOut];
    }
    const real = this.#tried(() => withSlashes(this.fileSystem.realpathSync.native(this.#absolute(path))));
    // A disk may give a name in another Unicode form.
    const isKnown = real === undefined || this.#searched.has(real.slice(this.root.real.length + 1));
    return isKnown ? undefined : "is tracked by git, but was not found by the search";
  }

  /** Returns whether the user leaves out a path, or a folder above it could not be read. */
  #isRefused(path: string): boolean {
    return foldersOf(path).some(
      (part) =>
        this.#leftOut.get(part) === "ignore-pattern" ||
        (part !== path && this.#problems.has(part)) ||
        this.#byUser.decide(this.shown(part), part !== path) === "ignored",
    );
  }

  #leftOutAs(reason: LeftOutReason): string[] {
    return [...this.#leftOut].flatMap(([path, one]) => (one === reason ? [path] : []));
  }

  /** Makes paths that are relative to the repository relative to the root, and drops those outside of it. */
  #below(paths: readonly string[]): string[] {
    const inside = this.root.real.slice(this.#border.length).replace(/^\//, "");
    const folder = inside === "" ? "" : `${inside}/`;
    return paths.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length)] : []));
  }

  #absolute(path: string): string {
    return join(this.root.real, path);
  }

  #tried<Result>(call: () => Result): Result | undefined {
    try {
      return call();
    } catch {
      return undefined;
    }
  }
}

/** Returns the folders above a path, the outermost first, and the path. */
function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
}
