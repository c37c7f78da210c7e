import { readdirSync, realpathSync, type Dirent } from "node:fs";
import { extname, resolve, sep } from "node:path";
import { addToGroup } from "../core/group-by.js";
import { statsOf } from "./file-system.js";

/** The files of a repository, for languages that find their modules themselves. Files outside of it are never found. */
export interface RepositoryFiles {
  /** Returns whether a path, relative with `/`, is a regular file. */
  isFile(path: string): boolean;
  /** Returns the names of the regular files in a folder, sorted; empty if it is not a folder. */
  filesIn(folder: string): readonly string[];
  /** All regular files of a name, sorted; those in hidden folders and in `node_modules` are left out. */
  filesNamed(name: string): readonly string[];
}

/** So many files of one ending are known by their names. */
const MAX_NAMED = 200_000;

/**
 * @param root absolute, without links: what is outside of it is not there
 * @param base absolute: paths are relative to it
 */
export function repositoryFiles(root: string, base: string): RepositoryFiles {
  const files = new Map<string, boolean>();
  const folders = new Map<string, readonly string[]>();
  /** By the ending of their names, then by their names. */
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();

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
    filesNamed(name) {
      const ending = extname(name);
      let known = named.get(ending);
      if (!known) named.set(ending, (known = filesByName(base, ending)));
      return (known.get(name) ?? []).filter(isFile);
    },
  };
}

/** The files below a folder whose names end so, by their names. No link is followed. */
function filesByName(base: string, ending: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const open = [""];
  let count = 0;
  for (let folder = open.pop(); folder !== undefined && count < MAX_NAMED; folder = open.pop()) {
    for (const entry of entriesIn(resolve(base, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) open.push(path);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      count++;
      addToGroup(found, entry.name, path);
    }
  }
  for (const paths of found.values()) paths.sort();
  return found;
}

function isFileInside(path: string, root: string): boolean {
  if (!statsOf(path)?.isFile()) return false;
  const real = realpathSync(path);
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function namesIn(folder: string): string[] {
  return entriesIn(folder).map(({ name }) => name);
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
