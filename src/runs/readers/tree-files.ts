import type { DiscoverOptions } from "../../workspace/discover.js";
import { candidatesSync } from "../../workspace/discover-sync.js";
import { readSource } from "../../workspace/read.js";
import type { SearchPattern } from "../../workspace/search-pattern.js";

/**
 * Returns the options of a search in all files below a folder.
 *
 * @param cwd absolute
 */
export function wholeTree(cwd: string): Omit<DiscoverOptions, "patterns"> {
  return { cwd, paths: ["."], ignorePatterns: [], noIgnore: false };
}

/** Returns the files of a tree that contain one of the patterns, sorted. */
export function filesWith(cwd: string, patterns: readonly SearchPattern[]): readonly string[] {
  return candidatesSync({ ...wholeTree(cwd), patterns });
}

/** Returns the text of a file, with its byte-order mark. Undefined if it cannot be read. */
export function textOf(cwd: string, path: string): string | undefined {
  const result = readSource(cwd, path);
  return result.ok ? result.raw : undefined;
}
