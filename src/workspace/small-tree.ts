import type { Dirent } from "node:fs";
import { type FileSystem, join } from "./file-system.js";
import { directoriesLeftOut } from "./left-out.js";
import type { Root } from "./roots.js";

/** Reading up to so many entries and bytes costs less than starting two processes that do it. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 1024 * 1024;

/**
 * Returns whether a directory is so small that this process searches it faster than ripgrep, which has to be started.
 * Looks at no more than 100 entries. False where something cannot be read.
 */
export function isSmallTree(root: Root, noIgnore: boolean, fileSystem: FileSystem): boolean {
  const leftOut = directoriesLeftOut(noIgnore);
  const directories = [root.absolute];
  let entries = 0;
  let bytes = 0;
  try {
    for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
      const names: Dirent[] = fileSystem.readdirSync(directory, { withFileTypes: true });
      entries += names.length;
      if (entries > MAX_ENTRIES) return false;
      for (const entry of names) {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) {
          if (!leftOut.has(entry.name)) directories.push(path);
        } else if (entry.isFile()) bytes += fileSystem.statSync(path).size;
      }
      if (bytes > MAX_BYTES) return false;
    }
  } catch {
    return false;
  }
  return true;
}
