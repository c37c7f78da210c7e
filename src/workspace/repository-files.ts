import { lstatSync, readdirSync, type Dirent } from "node:fs";
import { extname, resolve } from "node:path";
import { addToGroup } from "../core/group-by.js";
import type { ProjectFiles } from "./project-files.js";

/** The files of a repository, for languages that find their modules themselves. Files outside of it are never found. */
export interface RepositoryFiles {
  /** Returns whether a path, relative with `/`, is a regular file. */
  isFile(path: string): boolean;
  /** Returns the names of the regular files in a folder that end so in any case, sorted; empty if it is not a folder. */
  filesIn(folder: string, ending: string): readonly string[];
  /**
   * All regular files of a name, or whose name ends with what is behind a star, sorted. Links, hidden folders and
   * `node_modules` are left out.
   */
  filesNamed(name: string): readonly string[];
}

/** So many files of one ending are known by their names. */
const MAX_NAMED = 200_000;

/**
 * Makes the index of the files of a repository.
 *
 * @param project reports what is not a regular file of the repository
 *
 * @param base absolute: paths are relative to it
 */
export function repositoryFiles(project: ProjectFiles, base: string): RepositoryFiles {
  const files = new Map<string, boolean>();
  const folders = new Map<string, readonly string[]>();
  /** By the ending of their names, then by their names. */
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();

  function isFile(path: string): boolean {
    let known = files.get(path);
    if (known === undefined) files.set(path, (known = project.isFile(resolve(base, path))));
    return known;
  }

  return {
    isFile,
    filesIn(folder, ending) {
      const key = `${ending} ${folder}`;
      let known = folders.get(key);
      if (!known) {
        const names = namesIn(resolve(base, folder)).filter((name) => name.toLowerCase().endsWith(ending));
        const own = names.filter((name) => isFile(folder === "" ? name : `${folder}/${name}`));
        folders.set(key, (known = own.sort()));
      }
      return known;
    },
    filesNamed(name) {
      const ending = extname(name);
      let known = named.get(ending);
      if (!known) named.set(ending, (known = filesByName(base, ending)));
      const paths = name.startsWith("*")
        ? [...known].flatMap(([one, all]) => (one.endsWith(name.slice(1)) ? all : [])).sort()
        : (known.get(name) ?? []);
      return paths.filter((path) => isFile(path) && !isLink(resolve(base, path)));
    },
  };
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** All but the folders below a folder whose names end so, by their names. */
function filesByName(base: string, ending: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const open = [""];
  let count = 0;
  for (let folder = open.pop(); folder !== undefined && count < MAX_NAMED; folder = open.pop()) {
    for (const entry of entriesIn(resolve(base, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) open.push(path);
      if (entry.isDirectory() || !entry.name.endsWith(ending)) continue;
      count++;
      addToGroup(found, entry.name, path);
    }
  }
  for (const paths of found.values()) paths.sort();
  return found;
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
