import type * as Ripgrep from "@vscode/ripgrep";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import type { Problem } from "../core/problem.js";
import { type FileSystem, join, UNDECODABLE_NAME, withSlashes } from "./file-system.js";
import { directoriesLeftOut, fileLeftOut, LEFT_OUT_FILE_GLOBS, type LeftOut } from "./left-out.js";
import { isInRepository } from "./repository.js";
import { type IgnoredPath, type RipgrepLog, runRipgrep, runRipgrepNow } from "./ripgrep-process.js";
import { PATIENCE, refuse, type Watching } from "./ripgrep-watch.js";
import { isAboveWorkingDirectory, type Root } from "./roots.js";
import { findRefused, foldersWithRules, isRule, refusedIn } from "./rule-files.js";
import { type RootResult, type ScanRules, showPath } from "./scan.js";
import { searchFiles } from "./search-files.js";
import { compilePatterns, inWideText } from "./search-pattern.js";
import { VendoredFolders } from "./vendored.js";

/**
 * Returns the binary of `@vscode/ripgrep`. Undefined if it is not installed, because the platform has none or optional
 * dependencies were left out. The package throws on import then. It is a module, which takes several milliseconds to
 * load, and looks for a file of a package that it depends on. So this file is looked for first.
 */
export function findRipgrep(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    const { resolve } = createRequire(require.resolve("@vscode/ripgrep"));
    const name = process.platform === "win32" ? "rg.exe" : "rg";
    return resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    return askPackage(require);
  }
}

function askPackage(require: NodeJS.Require): string | undefined {
  try {
    return (require("@vscode/ripgrep") as typeof Ripgrep).rgPath;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether ripgrep can express what to leave out. A later `--glob` cannot cancel an earlier one without making
 * all of them mean "only these". It also matches them with paths that start with `../` if a root is above.
 */
export function canExpress(ignorePatterns: readonly string[], roots: readonly Root[]): boolean {
  if (ignorePatterns.some((pattern) => pattern.startsWith("!"))) return false;
  return ignorePatterns.length === 0 || !roots.some((root) => isAboveWorkingDirectory(root.shown));
}

/**
 * Searches one directory with two processes side by side: one searches, the other lists the files and says what it
 * leaves out and why. The first could tell, too, but each line of its log costs it about 40 µs, and packages are full of
 * source maps that are left out one by one.
 *
 * One root a time, as ripgrep 15.0 matches the `.gitignore` files above a second root against the wrong paths
 * (its issues 3320, 3376 and 3419).
 *
 * @throws {RipgrepUnusable}
 */
export async function searchWithRipgrep(
  binary: string,
  root: Root,
  rules: ScanRules,
  fileSystem: FileSystem,
  patience = PATIENCE,
): Promise<RootResult> {
  const search = new RipgrepSearch(root, rules, fileSystem);
  const above = [...foldersWithRules(root.real, fileSystem)];
  refuseRules(rules, refusedIn(above, fileSystem));
  const both = new AbortController();
  const over = new AbortController();
  const look = async (): Promise<string | undefined> => {
    const refused = await findRefused(root.real, fileSystem, over.signal);
    return refused && fromCwd(rules, refused);
  };
  // Only a listing prints all the time. It reads the same rules as the search, and is silent only if it hangs.
  const run = (
    args: readonly string[],
    onName: (name: string) => void,
    isLook: boolean,
  ): Promise<RipgrepLog> => {
    const watching: Watching = { patience, ...(isLook && !rules.noIgnore ? { look } : {}) };
    return runRipgrep(binary, args, rules.cwd, onName, watching, both);
  };
  const list = async (): Promise<RipgrepLog> => {
    const listed = await run(search.listing, search.onFile, true);
    // It has read them without trouble, but whether it does must not depend on the machine.
    try {
      refuseRules(rules, refusedIn([...above, ...search.foldersWithRulesIn(listed)], fileSystem));
    } catch (error) {
      both.abort(error);
      throw error;
    }
    return listed;
  };
  const processes = Promise.all([
    search.searching && run(search.searching, search.onCandidate, rules.isListed === false),
    rules.isListed === false ? NOTHING_LISTED : list(),
  ]);
  rules.onWait?.();
  try {
    const [searched, listed] = await processes;
    const result = search.resultOf(searched, listed);
    return await withOversized(result, search.oversizedIn(listed), root, rules, fileSystem);
  } finally {
    over.abort();
  }
}

/** @throws {RipgrepUnusable} where a `.gitignore` is refused */
function refuseRules(rules: ScanRules, refused: string | undefined): void {
  if (refused !== undefined && !rules.noIgnore) throw refuse(rules.cwd, fromCwd(rules, refused));
}

/** A message that begins with an absolute path, with the path relative to the working directory. */
function fromCwd({ cwd }: ScanRules, message: string): string {
  return withSlashes(relative(cwd, message));
}

/** Large files are searched piece by piece, since ripgrep holds a line in memory as a whole. */
async function withOversized(
  result: RootResult,
  oversized: readonly string[],
  root: Root,
  rules: ScanRules,
  fileSystem: FileSystem,
): Promise<RootResult> {
  if (oversized.length === 0 || rules.patterns.length === 0) return result;
  const files = oversized.map((path) => ({ absolute: join(root.absolute, path), path }));
  const found = await searchFiles(files, compilePatterns(rules.patterns, rules.encoded), fileSystem);
  const unread = new Set(found.problems.map(({ path }) => path));
  return {
    ...result,
    searched: result.searched.filter((path) => !unread.has(path)),
    candidates: [...result.candidates, ...found.candidates],
    problems: [...result.problems, ...found.problems],
  };
}

/**
 * Searches for callers that cannot wait for a promise: one process after the other. Large files are never candidates.
 *
 * @throws {RipgrepUnusable}
 */
export function searchWithRipgrepNow(
  binary: string,
  root: Root,
  rules: ScanRules,
  fileSystem: FileSystem,
  patience?: number,
): RootResult {
  const search = new RipgrepSearch(root, rules, fileSystem);
  const above = [...foldersWithRules(root.real, fileSystem)];
  refuseRules(rules, refusedIn(above, fileSystem));
  const searched =
    search.searching && runRipgrepNow(binary, search.searching, rules.cwd, search.onCandidate, patience);
  const listed =
    rules.isListed === false
      ? NOTHING_LISTED
      : runRipgrepNow(binary, search.listing, rules.cwd, search.onFile, patience);
  refuseRules(rules, refusedIn([...above, ...search.foldersWithRulesIn(listed)], fileSystem));
  return search.resultOf(searched, listed);
}

const NOTHING_LISTED: RipgrepLog = { problems: [], ignored: [], oversized: [] };

/** A search with its two processes, and their answers. */
class RipgrepSearch {
  /** Arguments of the process that searches. Undefined if there is nothing to search for. */
  readonly searching: readonly string[] | undefined;
  /** Arguments of the process that lists. */
  readonly listing: readonly string[];
  readonly #argument: string;
  readonly #candidates: string[] = [];
  readonly #files: string[] = [];
  readonly #misnamed: string[] = [];
  readonly #leftOut: LeftOut[] = [];
  readonly #vendored: VendoredFolders;
  /** Those that were met. */
  readonly #vendoredFolders = new Set<string>();

  constructor(
    private readonly root: Root,
    private readonly rules: ScanRules,
    private readonly fileSystem: FileSystem,
  ) {
    this.#argument = argumentFor(root);
    this.#vendored = new VendoredFolders(root, fileSystem, rules.noIgnore);
    const common = [...commonArguments(rules, isInRepository(root.real, fileSystem))];
    if (rules.patterns.length > 0)
      this.searching = [...common, ...searchArguments(rules), "--", this.#argument];
    this.listing = [...common, ...LIST_ARGUMENTS, "--", this.#argument];
  }

  readonly onCandidate = (name: string): void => {
    const { root, rules } = this;
    const path = insideRoot(this.#argument, name);
    if (this.#isVendored(path)) return;
    this.#candidates.push(path);
    rules.onCandidate?.(showPath(rules.cwd, root, path));
  };

  readonly onFile = (name: string): void => {
    const path = insideRoot(this.#argument, name);
    if (this.#isVendored(path)) return;
    const reason = this.rules.noIgnore ? undefined : fileLeftOut(path);
    if (reason !== undefined) this.#leftOut.push({ path, reason });
    else (name.includes("\ufffd") ? this.#misnamed : this.#files).push(path);
  };

  /** ripgrep goes into folders that a file inside marks, so what it says of them is dropped. */
  #isVendored(path: string): boolean {
    const folder = this.#vendored.around(path);
    if (folder !== undefined) this.#vendoredFolders.add(folder);
    return folder !== undefined;
  }

  /** Returns the absolute paths of the folders in which the listing process has found a `.gitignore`. */
  foldersWithRulesIn({ ignored, oversized }: RipgrepLog): string[] {
    const own = [...ignored.map(({ path }) => path), ...oversized].map((path) =>
      insideRoot(this.#argument, path),
    );
    return [...this.#files, ...own]
      .filter((path) => path === ".gitignore" || path.endsWith("/.gitignore"))
      .map((path) => join(this.root.real, path.slice(0, -"/.gitignore".length)));
  }

  /** Returns the files that were listed but not searched because of their size. */
  oversizedIn({ oversized }: RipgrepLog): string[] {
    return oversized
      .map((path) => insideRoot(this.#argument, path))
      .filter((path) => this.rules.noIgnore || (fileLeftOut(path) === undefined && !this.#isVendored(path)));
  }

  resultOf(searched: RipgrepLog | undefined, listed: RipgrepLog): RootResult {
    const { root, rules, fileSystem } = this;
    const inside = (path: string): string => insideRoot(this.#argument, path);
    listed.oversized.forEach(this.onFile);
    const files = this.#files;
    const leftOut = this.#leftOut;
    for (const entry of leftOutOf(listed.ignored, rules)) {
      const path = inside(entry.path);
      if (!this.#isVendored(path)) leftOut.push({ path, reason: entry.reason });
    }
    const problems = new Map<string, Problem>();
    for (const problem of (searched ?? listed).problems) {
      const path = inside(problem.path);
      if (this.#isVendored(path)) continue;
      problems.set(path, { ...problem, path });
    }
    for (const path of this.#misnamed) {
      if (exists(fileSystem, root, path)) files.push(path);
      else problems.set(path, { path, ...UNDECODABLE_NAME });
    }
    for (const path of this.#vendoredFolders) leftOut.push({ path, reason: "vendored" });
    const fine = (paths: string[]): string[] =>
      problems.size === 0 ? paths : paths.filter((path) => !problems.has(path));
    return {
      searched: fine(files),
      candidates: fine(this.#candidates),
      leftOut,
      problems: [...problems.values()],
    };
  }
}

const MAX_SIZE = "--max-filesize=16M";

// Listing takes a fifth of the processor time of searching, and would only take it from the search.
const LIST_ARGUMENTS = [
  "--files",
  "--debug",
  MAX_SIZE,
  `--threads=${String(Math.max(1, availableParallelism() >> 2))}`,
];

/** `./` keeps a leading dash from being an option, and a lone dash from being standard input. */
function argumentFor(root: Root): string {
  if (root.shown === "") return "./";
  return /^(?:\.\.(?:\/|$)|\/|[A-Za-z]:\/)/.test(root.shown) ? root.shown : `./${root.shown}`;
}

function insideRoot(argument: string, path: string): string {
  const rest = path.startsWith(argument) ? path.slice(argument.length) : path;
  return rest.startsWith("/") ? rest.slice(1) : rest;
}

function* commonArguments(rules: ScanRules, inRepository: boolean): Generator<string> {
  yield* ["--no-config", "--color=never", "--null", "--path-separator=/", "--hidden"];
  // Only .gitignore counts, so that every machine scans the same files.
  if (rules.noIgnore) yield "--no-ignore";
  else yield* ["--no-ignore-dot", "--no-ignore-exclude", "--no-ignore-global", "--no-ignore-messages"];
  // In a repository the rules of other ones above it must not count; with this flag ripgrep does not look for the border.
  if (!inRepository) yield "--no-require-git";
  // If several globs match, the last one decides.
  for (const pattern of rules.ignorePatterns) if (isRule(pattern)) yield `--glob=${globFor(pattern)}`;
  for (const name of directoriesLeftOut(rules.noIgnore).keys()) yield `--glob=${globFor(name)}`;
}

function* searchArguments(rules: ScanRules): Generator<string> {
  // --text: a NUL byte is a character as any other, so that UTF-16 is found. A file of zeros is one line, and held in
  // memory as a whole, so the size has a limit.
  // --no-unicode: classes as in JavaScript without the u flag.
  yield* ["--files-with-matches", "--text", MAX_SIZE, "--no-unicode"];
  // Types, unlike globs, apply to files only, and ask for the name only.
  if (!rules.noIgnore) {
    // As one glob: ripgrep takes 4 ms to put a hundred of them together, longer than to search a small tree.
    yield `--type-add=leftout:{${LEFT_OUT_FILE_GLOBS.join(",")}}`;
    yield "--type-not=leftout";
  }
  for (const pattern of rules.patterns) yield `--regexp=${pattern.source}`;
  for (const source of (rules.encoded ?? []).flatMap(inWideText)) yield `--regexp=${source}`;
}

/** The glob that leaves out what a gitignore pattern matches. Braces have no meaning in gitignore, but in globs. */
function globFor(pattern: string): string {
  let glob = "!";
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]!;
    if (character === "\\" && !inClass) glob += character + (pattern[++index] ?? "");
    else if (!inClass && (character === "{" || character === "}")) glob += `\\${character}`;
    else glob += character;
    if (character === "[" && pattern.includes("]", index)) inClass = true;
    else if (character === "]") inClass = false;
  }
  return glob;
}

function leftOutOf(ignored: readonly IgnoredPath[], rules: ScanRules): LeftOut[] {
  const names = directoriesLeftOut(rules.noIgnore);
  return ignored.map((entry) => {
    if (entry.by !== "glob") return { path: entry.path, reason: entry.by };
    return { path: entry.path, reason: names.get(entry.glob.slice(1)) ?? "ignore-pattern" };
  });
}

function exists(fileSystem: FileSystem, root: Root, path: string): boolean {
  try {
    fileSystem.statSync(join(root.absolute, path));
    return true;
  } catch {
    return false;
  }
}
