import type { Dirent } from "node:fs";
import { type FileSystem, join, nameOfType } from "./file-system.js";
import { directoriesLeftOut } from "./left-out.js";
import { readBytes } from "./read.js";
import { isRepository, parentOf } from "./repository.js";

const NAME = ".gitignore";

/** The largest file, in bytes: ripgrep takes up to 600 bytes of memory for each. Real files have up to 30 KB. */
const MAX_BYTES = 128 * 1024;
/** The rules of a file: each is tried on each path. */
const MAX_RULES = 2000;
/** The bytes and rules of all files that apply to one folder. */
const MAX_BYTES_TOGETHER = 2 * MAX_BYTES;
const MAX_RULES_TOGETHER = 2 * MAX_RULES;
/** The bytes and rules of all files in a tree, without the first ones of each, which are not more work than code of that size. */
const MAX_BYTES_IN_ALL = 2 * 1024 * 1024;
const FREE_BYTES = 8 * 1024;
const MAX_RULES_IN_ALL = 20_000;
const FREE_RULES = 250;

/** Folders that `findRefused` looks at, at most. */
const MAX_FOLDERS = 200_000;

/** The cost of the files that apply to a folder. */
interface Cost {
  readonly bytes: number;
  readonly rules: number;
}

/**
 * Reads the `.gitignore` files of a tree within limits. What it refuses depends on the files alone, so that every search
 * ignores the same files on every machine.
 */
export class RuleFiles {
  /** The files that are not read, with the reasons. */
  readonly refused = new Map<string, string>();
  readonly #costs = new Map<string, Cost>();
  #bytesLeft = MAX_BYTES_IN_ALL;
  #rulesLeft = MAX_RULES_IN_ALL;

  constructor(readonly fileSystem: FileSystem) {}

  /**
   * Returns the rules of the `.gitignore` in a folder. Undefined if there is none, or it cannot be read: then it ignores
   * nothing, so that more is scanned. Files that apply to this folder must have been read before.
   *
   * @param folder absolute, with `/`
   */
  read(folder: string): readonly string[] | undefined {
    const file = join(folder, NAME);
    const rules = this.#rulesOf(file, folder);
    if (typeof rules !== "string") return rules;
    this.refused.set(file, rules);
    return undefined;
  }

  /** Returns the rules of a file, or the reason why it is refused. */
  #rulesOf(file: string, folder: string): readonly string[] | string | undefined {
    const objection = this.#objectionTo(file);
    if (objection !== undefined) return objection;
    const result = readBytes("", file, { maxBytes: MAX_BYTES }, this.fileSystem);
    if (!result.ok) return undefined;
    const rules = result.bytes.toString("utf8").split(/\r?\n/).filter(isRule);
    if (rules.length > MAX_RULES) return `has more than ${String(MAX_RULES)} rules`;
    const above = this.#costAbove(folder);
    const cost = { bytes: above.bytes + result.bytes.length, rules: above.rules + rules.length };
    if (cost.bytes > MAX_BYTES_TOGETHER || cost.rules > MAX_RULES_TOGETHER)
      return "adds to too many rules of the folders above it";
    this.#bytesLeft -= Math.max(0, result.bytes.length - FREE_BYTES);
    this.#rulesLeft -= Math.max(0, rules.length - FREE_RULES);
    if (this.#bytesLeft < 0 || this.#rulesLeft < 0) return "adds to too many rules of other folders";
    this.#costs.set(folder, cost);
    return rules;
  }

  /** A FIFO would be waited for, and a device read without end. A folder of that name means nothing. */
  #objectionTo(file: string): string | undefined {
    try {
      const stats = this.fileSystem.statSync(file);
      if (!stats.isFile()) return stats.isDirectory() ? undefined : nameOfType(stats);
      return stats.size > MAX_BYTES ? `is larger than ${String(MAX_BYTES)} bytes` : undefined;
    } catch {
      return undefined;
    }
  }

  #costAbove(folder: string): Cost {
    for (let at = parentOf(folder); at !== undefined; at = parentOf(at)) {
      const cost = this.#costs.get(at);
      if (cost) return cost;
    }
    return { bytes: 0, rules: 0 };
  }
}

/** Returns whether a line is a rule: blank lines and comments are not. */
export function isRule(pattern: string): boolean {
  return pattern.trim() !== "" && !pattern.startsWith("#");
}

/**
 * Returns which `.gitignore` of some folders is refused and why, as `PATH is a FIFO`; `undefined` if all are fine.
 */
export function refusedIn(folders: Iterable<string>, fileSystem: FileSystem): string | undefined {
  const files = new RuleFiles(fileSystem);
  const outermostFirst = [...new Set(folders)].sort((a, b) => a.length - b.length);
  return firstRefused(files, outermostFirst);
}

function firstRefused(files: RuleFiles, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    files.read(folder);
    for (const [file, reason] of files.refused) return `${file} ${reason}`;
  }
  return undefined;
}

/**
 * Yields the folder and its parent folders whose rules apply in it: up to the root of the repository, or of the disk.
 */
export function* foldersWithRules(folder: string, fileSystem: FileSystem): Generator<string> {
  for (let at: string | undefined = folder; at !== undefined; at = parentOf(at)) {
    yield at;
    if (isRepository(at, fileSystem)) return;
  }
}

/**
 * Checks a folder and the folders in it like `refusedIn`, up to a limited number of folders. Ignored folders are looked
 * at as well, because ripgrep reads their rules where it has one thread.
 */
export async function findRefused(
  root: string,
  fileSystem: FileSystem,
  signal: AbortSignal,
): Promise<string | undefined> {
  const leftOut = directoriesLeftOut(false);
  const files = new RuleFiles(fileSystem);
  const waiting = [root];
  for (let count = 0; waiting.length > 0 && count < MAX_FOLDERS && !signal.aborted; count++) {
    const folder = waiting.pop()!;
    const entries = await entriesOf(folder, fileSystem);
    const closed: string[] = entries.some(({ name }) => name === NAME) ? [folder] : [];
    for (const entry of entries)
      if (entry.isDirectory()) (leftOut.has(entry.name) ? closed : waiting).push(join(folder, entry.name));
    const refused = firstRefused(files, closed);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

function entriesOf(folder: string, fileSystem: FileSystem): Promise<Dirent[]> {
  return new Promise((resolve) => {
    fileSystem.readdir(folder, { withFileTypes: true }, (failure, entries) => {
      resolve(failure ? [] : entries);
    });
  });
}
