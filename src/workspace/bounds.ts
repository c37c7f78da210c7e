import { realpathSync } from "node:fs";
import { type FileSystem, nodeFileSystem, withSlashes } from "./file-system.js";
import { isInside } from "./project-root.js";
import { repositoryRoot } from "./repository.js";

/** The largest manifest, configuration or list of rules that is read; real ones have some kilobytes. */
export const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/**
 * Returns whether an existing file is in a folder, after links are resolved; the folder is absolute and has no links.
 */
export function isWithin(root: string, file: string, fileSystem: FileSystem = nodeFileSystem): boolean {
  try {
    return isInside(withSlashes(fileSystem.realpathSync.native(file)), withSlashes(root));
  } catch {
    return false;
  }
}

/**
 * Returns the folder in which values are followed: the repository around a folder, or the folder itself, without
 * symbolic links.
 */
export function boundsOf(cwd: string): string {
  try {
    return realpathSync(repositoryRoot(cwd) ?? cwd);
  } catch {
    return cwd;
  }
}
