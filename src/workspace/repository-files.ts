import { readdirSync, realpathSync } from "node:fs";
import { resolve, sep } from "node:path";
import { statsOf } from "./file-system.js";

/** What is there in a repository, for languages that find their modules by themselves. Nothing outside of it is seen. */
export interface RepositoryFiles {
  /** Whether a path, relative with `/`, is a regular file. */
  isFile(path: string): boolean;
  /** Returns the names of the regular files in a folder, sorted; empty if it is not a folder. */
  filesIn(folder: string): readonly string[];
}

/**
 * @param root absolute, without links: what is outside of it is not there
 * @param base absolute: paths are relative to it
 */
export function repositoryFiles(root: string, base: string): RepositoryFiles {
  const files = new Map<string, boolean>();
  const folders = new Map<string, readonly string[]>();

  function isFile(path: string): boolean {
    let known = files.get(path);
    if (known === undefined) files.set(path, (known = isFileInside(resolve(base, path), root)));
    return known;
  }

  return {
    isFile,
    filesIn(folder) {
      let known = folders.get(folder);
      if (!known) {
        const names = namesIn(resolve(base, folder)).filter((name) =>
          isFile(folder === "" ? name : `${folder}/${name}`),
        );
        folders.set(folder, (known = names.sort()));
      }
      return known;
    },
  };
}

function isFileInside(path: string, root: string): boolean {
  if (!statsOf(path)?.isFile()) return false;
  const real = realpathSync(path);
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
