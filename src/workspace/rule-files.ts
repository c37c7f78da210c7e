import type { Dirent } from "node:fs";
import { MAX_SETTINGS_BYTES } from "./bounds.js";
import { type FileSystem, join, nameOfType } from "./file-system.js";
import { directoriesLeftOut } from "./left-out.js";
import { isRepository, parentOf } from "./repository.js";

const NAME = ".gitignore";

/** Folders that `findRefused` looks at, at most. */
const MAX_FOLDERS = 200_000;

/**
 * Returns the reason why ripgrep must not read a file of rules: it waits for a FIFO, and takes all memory for a file
 * that is too large. Undefined if it may read the file, or there is none.
 */
function objectionTo(file: string, fileSystem: FileSystem): string | undefined {
  try {
    const stats = fileSystem.statSync(file);
    if (stats.isDirectory()) return undefined;
    if (!stats.isFile()) return nameOfType(stats);
    return stats.size > MAX_SETTINGS_BYTES ? `is larger than ${String(MAX_SETTINGS_BYTES)} bytes` : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns what is wrong with the `.gitignore` of one of some folders, as `PATH is a FIFO`; `undefined` if all are fine.
 */
export function refusedIn(folders: Iterable<string>, fileSystem: FileSystem): string | undefined {
  for (const folder of folders) {
    const file = join(folder, NAME);
    const objection = objectionTo(file, fileSystem);
    if (objection !== undefined) return `${file} ${objection}`;
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

/** Checks a folder and the folders in it like `refusedIn`, up to a limited number of folders. */
export async function findRefused(root: string, fileSystem: FileSystem): Promise<string | undefined> {
  const leftOut = directoriesLeftOut(false);
  const waiting = [root];
  for (let count = 0; waiting.length > 0 && count < MAX_FOLDERS; count++) {
    const folder = waiting.pop()!;
    const entries = await entriesOf(folder, fileSystem);
    if (entries.some(({ name }) => name === NAME)) {
      const refused = refusedIn([folder], fileSystem);
      if (refused !== undefined) return refused;
    }
    for (const entry of entries)
      if (entry.isDirectory() && !leftOut.has(entry.name)) waiting.push(join(folder, entry.name));
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
