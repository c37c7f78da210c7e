import type { Dirent } from "node:fs";
import { relative } from "node:path";
import type { Problem } from "../core/problem.js";
import { type FileSystem, failureOf, join, withSlashes } from "./file-system.js";
import { IgnoreScope, readRules, RuleSet } from "./ignore-rules.js";
import { directoriesLeftOut, fileLeftOut, type LeftOut, type LeftOutReason } from "./left-out.js";
import { isInRepository, REPOSITORY_MARKS } from "./repository.js";
import { refuse } from "./ripgrep-watch.js";
import type { Root } from "./roots.js";
import { RuleFiles } from "./rule-files.js";
import { type ScanRules, showPath } from "./scan.js";
import { VendoredFolders } from "./vendored.js";

/** The files and folders that a walk found; every path is relative to its root. */
export interface Listing {
  readonly files: string[];
  readonly leftOut: LeftOut[];
  readonly problems: Problem[];
}

/**
 * Lists a directory tree, level by level and in the order of names: the limits of rules are used up in the same order on
 * every machine.
 */
export async function walk(root: Root, rules: ScanRules, fileSystem: FileSystem): Promise<Listing> {
  const listing: Listing = { files: [], leftOut: [], problems: [] };
  const filter = new EntryFilter(root, rules, fileSystem);

  /** Takes the files of a directory into the listing and returns the directories to walk. */
  const take = (inside: string, entries: readonly Dirent[]): string[] => {
    const directories: string[] = [];
    filter.enter(inside, entries);
    for (const entry of entries) {
      const path = join(inside, entry.name);
      const reason = filter.reasonToLeaveOut(inside, path, entry);
      if (reason === "symlink" && leadsToDirectory(fileSystem, join(root.absolute, path))) continue;
      if (reason !== undefined) listing.leftOut.push({ path, reason });
      else (entry.isDirectory() ? directories : listing.files).push(path);
    }
    return directories;
  };

  const entriesOf = (inside: string): Promise<Dirent[]> =>
    new Promise((resolve) => {
      const directory = join(root.absolute, inside);
      fileSystem.readdir(directory, { withFileTypes: true }, (failure, entries) => {
        if (failure) listing.problems.push({ path: inside, ...failureOf(failure, directory) });
        resolve(failure ? [] : entries);
      });
    });

  for (let level = [""]; level.length > 0;) {
    const listed = await Promise.all(level.map(entriesOf));
    level = level.flatMap((inside, index) => take(inside, listed[index]!)).sort();
  }
  const refused = filter.refused();
  // Searches that cannot wait come later, with ripgrep.
  if (refused.length > 0) refuse(rules.cwd, `${refused[0]!.path} ${refused[0]!.message}`);
  return { ...listing, problems: [...listing.problems, ...refused] };
}

/** Decides for each entry of one walk, in the order in which ripgrep does. */
class EntryFilter {
  readonly #root: Root;
  readonly #rules: ScanRules;
  readonly #files: RuleFiles;
  readonly #directories: ReadonlyMap<string, LeftOutReason>;
  readonly #vendored: VendoredFolders;
  readonly #ignorePatterns: RuleSet | undefined;
  readonly #inRepository: boolean;
  readonly #scopes = new Map<string, IgnoreScope>();

  constructor(root: Root, rules: ScanRules, fileSystem: FileSystem) {
    this.#root = root;
    this.#rules = rules;
    this.#files = new RuleFiles(fileSystem);
    this.#directories = directoriesLeftOut(rules.noIgnore);
    this.#vendored = new VendoredFolders(root, fileSystem, rules.noIgnore);
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
      this.#scopes.set("", IgnoreScope.forRoot(this.#root.real, this.#files));
      return;
    }
    const above = this.#scopes.get(inside.slice(0, Math.max(0, inside.lastIndexOf("/"))))!;
    const real = join(this.#root.real, inside);
    const rules = entries.some((entry) => entry.name === ".gitignore")
      ? readRules(real, this.#files)
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
      (isDirectory && this.#vendored.isMarked(path) ? "vendored" : undefined) ??
      (entry.isSymbolicLink() ? "symlink" : undefined) ??
      (isDirectory || entry.isFile() ? undefined : "special") ??
      (isDirectory || this.#rules.noIgnore ? undefined : fileLeftOut(path))
    );
  }

  /** The `.gitignore` files that were not read. */
  refused(): Problem[] {
    return [...this.#files.refused].map(([file, reason]) => ({
      path: withSlashes(relative(this.#root.real, file)),
      kind: "unreadable",
      message: `${reason}, and its rules were not read`,
    }));
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
