import { relative, resolve } from "node:path";
import { candidatesSync } from "./discover-sync.js";
import { withSlashes } from "./file-system.js";
import { repositoryRoot } from "./repository.js";
import type { SearchPattern } from "./search-pattern.js";

/** Returns whether a folder, absolute, is a part of a repository and not all of it. */
export function isPartOfRepository(cwd: string): boolean {
  const root = repositoryRoot(cwd);
  return root !== undefined && relative(root, cwd) !== "";
}

/**
 * Returns the files of the repository outside of one of its folders that contain one of the patterns. Paths are
 * relative to the folder, with `/`: `../other/src/client.js`.
 *
 * @param cwd absolute
 */
export function filesAround(cwd: string, patterns: readonly SearchPattern[]): readonly string[] {
  const root = repositoryRoot(cwd) ?? cwd;
  const question = { cwd, paths: [relative(cwd, root)], patterns, ignorePatterns: [], noIgnore: false };
  return candidatesSync(question)
    .map((path) => withSlashes(relative(cwd, resolve(cwd, path))))
    .filter((path) => path.startsWith("../"));
}
