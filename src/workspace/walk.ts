import type { Dirent } from "node:fs";
import fastGlob from "fast-glob";
import type { Problem } from "../core/problem.js";
import { type FileSystem, failureOf, join, withSlashes } from "./file-system.js";
import { IgnoreScope, readRules, RuleSet } from "./ignore-rules.js";
import { directoriesLeftOut, fileLeftOut, type LeftOut, type LeftOutReason } from "./left-out.js";
import { isInRepository, REPOSITORY_MARKS } from "./repository.js";
import type { Root } from "./roots.js";
import { type ScanRules, showPath } from "./scan.js";

/** The files and folders that a walk found; every path is relative to its root. */
export interface Listing {
  readonly files: string[];
  readonly leftOut: LeftOut[];
  readonly problems: Problem[];
}

/**
 * Lists a directory tree with fast-glob and its own `readdir`. That hides the entries to leave out from the walk, and
 * collects the files itself, because the patterns of fast-glob do not match names with a line break in them.
 */
export async function walk(root: Root, rules: ScanRules, fileSystem: FileSystem): Promise<Listing> {
  const listing: Listing = { files: [], leftOut: [], problems: [] };
  const filter = new EntryFilter(root, rules, fileSystem);

  /** Takes the files of a directory into the listing and returns the directories to walk. */
  const take = (directory: string, inside: string, entries: readonly Dirent[]): Dirent[] => {
    filter.enter(inside, entries);
    return entries.filter((entry) => {
      const path = join(inside, entry.name);
      const reason = filter.reasonToLeaveOut(inside, path, entry);
      if (reason === "symlink" && leadsToDirectory(fileSystem, join(directory, entry.name))) return false;
      if (reason !== undefined) listing.leftOut.push({ path, reason });
      else if (!entry.isDirectory()) listing.files.push(path);
      return reason === undefined && entry.isDirectory();
    });
  };

  const readdir = (
    directory: string,
    options: { withFileTypes: true },
    done: (error: Error | null, entries: Dirent[]) => void,
  ): void => {
    const inside = withSlashes(directory.slice(root.absolute.length)).replace(/^\//, "");
    fileSystem.readdir(directory, options, (failure, entries) => {
      if (failure) {
        listing.problems.push({ path: inside, ...failureOf(failure, directory) });
        done(null, []);
        return;
      }
      let directories: Dirent[] = [];
      let defect: Error | null = null;
      try {
        directories = take(directory, inside, entries);
      } catch (error) {
        // Thrown from here, it would end the process.
        defect = error as Error;
      }
      done(defect, directories);
    });
  };

  // It receives directories only, so it finds nothing; what counts is that it has been everywhere.
  await fastGlob("**", {
    cwd: root.absolute,
    dot: true,
    followSymbolicLinks: false,
    // The type that fast-glob takes from @types/node has every overload of readdir; it calls this one only.
    fs: { readdir: readdir as unknown as FileSystem["readdir"] },
  });
  return listing;
}

/** Decides for each entry of one walk, in the order in which ripgrep does. */
class EntryFilter {
  readonly #root: Root;
  readonly #rules: ScanRules;
  readonly #fileSystem: FileSystem;
  readonly #directories: ReadonlyMap<string, LeftOutReason>;
  readonly #ignorePatterns: RuleSet | undefined;
  readonly #inRepository: boolean;
  readonly #scopes = new Map<string, IgnoreScope>();

  constructor(root: Root, rules: ScanRules, fileSystem: FileSystem) {
    this.#root = root;
    this.#rules = rules;
    this.#fileSystem = fileSystem;
    this.#directories = directoriesLeftOut(rules.noIgnore);
    this.#inRepository = isInRepository(root.real, fileSystem);
    if (rules.ignorePatterns.length > 0) {
      this.#ignorePatterns = new RuleSet(rules.ignorePatterns);
      this.#ignorePatterns.admit(root.shown);
    }
  }

  /** Reads the rules of a directory whose entries are going to be asked for. */
  enter(inside: string, entries: readonly Dirent[]): void {
    if (this.#rules.noIgnore) return;
    if (inside === "") {
      this.#scopes.set("", IgnoreScope.forRoot(this.#root.real, this.#fileSystem));
      return;
    }
    const above = this.#scopes.get(inside.slice(0, Math.max(0, inside.lastIndexOf("/"))))!;
    const real = join(this.#root.real, inside);
    const rules = entries.some((entry) => entry.name === ".gitignore")
      ? readRules(real, this.#fileSystem)
      : undefined;
    const startsRepository =
      this.#inRepository && entries.some((entry) => REPOSITORY_MARKS.includes(entry.name));
    this.#scopes.set(inside, above.enter(real, rules, startsRepository));
  }

  reasonToLeaveOut(inside: string, path: string, entry: Dirent): LeftOutReason | undefined {
    const isDirectory = entry.isDirectory();
    return (
      this.#directories.get(entry.name) ??
      (this.#isIgnoredByUser(path, isDirectory) ? "ignore-pattern" : undefined) ??
      (this.#scopes.get(inside)?.ignores(join(this.#root.real, path), isDirectory)
        ? "gitignore"
        : undefined) ??
      (entry.isSymbolicLink() ? "symlink" : undefined) ??
      (isDirectory || entry.isFile() ? undefined : "special") ??
      (isDirectory || this.#rules.noIgnore ? undefined : fileLeftOut(path))
    );
  }

  #isIgnoredByUser(path: string, isDirectory: boolean): boolean {
    if (this.#ignorePatterns === undefined) return false;
    const shown = showPath(this.#rules.cwd, this.#root, path);
    return shown !== "" && this.#ignorePatterns.decide(shown, isDirectory) === "ignored";
  }
}

function leadsToDirectory(fileSystem: FileSystem, link: string): boolean {
  try {
    return fileSystem.statSync(link).isDirectory();
  } catch {
    return false;
  }
}
