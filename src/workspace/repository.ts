import { type FileSystem, join, nodeFileSystem } from "./file-system.js";

/** Returns the root of the repository around a directory, both absolute; `undefined` outside of any. */
export function repositoryRoot(
  directory: string,
  fileSystem: FileSystem = nodeFileSystem,
): string | undefined {
  for (
    let candidate: string | undefined = directory;
    candidate !== undefined;
    candidate = parentOf(candidate)
  ) {
    if (isRepository(candidate, fileSystem)) return candidate;
  }
  return undefined;
}

/** Returns whether the directory, absolute and without symbolic links, is in a repository of git or Jujutsu. */
export function isInRepository(directory: string, fileSystem: FileSystem): boolean {
  return repositoryRoot(directory, fileSystem) !== undefined;
}

/** The names that mark the root of a repository; `.git` is a file in linked work trees and submodules. */
export const REPOSITORY_MARKS: readonly string[] = [".git", ".jj"];

/** Returns whether the directory is the root of a repository. */
export function isRepository(directory: string, fileSystem: FileSystem): boolean {
  return REPOSITORY_MARKS.some((mark) => {
    try {
      fileSystem.statSync(join(directory, mark));
      return true;
    } catch {
      return false;
    }
  });
}

/** Returns the directory above an absolute path with `/`. Undefined above the root of a file system. */
export function parentOf(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  if (slash < 0 || slash === path.length - 1) return undefined;
  const isTop = slash === 0 || path.indexOf("/") === slash;
  return isTop ? path.slice(0, slash + 1) : path.slice(0, slash);
}
