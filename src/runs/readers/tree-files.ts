import type { DiscoverOptions } from "../../workspace/discover.js";
import { candidatesSync } from "../../workspace/discover-sync.js";
import { readSource } from "../../workspace/read.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";

/**
 * All files below a folder, as a search takes them.
 *
 * @param cwd absolute
 */
export function wholeTree(cwd: string): Omit<DiscoverOptions, "patterns"> {
  return { cwd, paths: ["."], ignorePatterns: [], noIgnore: false };
}

/** The files of a tree that hold one of the patterns, sorted. */
export function filesWith(cwd: string, patterns: readonly SearchPattern[]): readonly string[] {
  return candidatesSync({ ...wholeTree(cwd), patterns });
}

/** The text of a file, with its byte-order mark; nothing where it cannot be read. */
export function textOf(cwd: string, path: string): string | undefined {
  const result = readSource(cwd, path);
  return result.ok ? result.raw : undefined;
}
