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
  /** The names in each folder; undefined where there is none. */
  const listed = new Map<string, ReadonlySet<string> | undefined>();
  /** By the ending of their names, then by their names. */
  const named = new Map<string, ReadonlyMap<string, readonly string[]>>();

  function namesIn(folder: string): ReadonlySet<string> | undefined {
    if (listed.has(folder)) return listed.get(folder);
    const end = folder.lastIndexOf("/");
    // The folders above tell that there is none: most places where languages look for a module are not there.
    const isThere = folder === "" || namesIn(folder.slice(0, Math.max(end, 0)))?.has(folder.slice(end + 1));
    const names = isThere ? new Set(entriesIn(resolve(base, folder)).map(({ name }) => name)) : undefined;
    if (names) listed.set(folder, names);
    return names;
  }

  /** Returns whether there may be a file. Only paths in their shortest form, inside of the project, are looked up. */
  function mayBeThere(path: string): boolean {
    if (!isPlain(path)) return true;
    const end = path.lastIndexOf("/");
    return namesIn(path.slice(0, Math.max(end, 0)))?.has(path.slice(end + 1)) === true;
  }

  function isFile(path: string): boolean {
    if (!mayBeThere(path)) return false;
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
        const names = entriesIn(resolve(base, folder))
          .map(({ name }) => name)
          .filter((name) => name.toLowerCase().endsWith(ending));
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

/** Returns whether a path leads down from the folder of the project, without `.`, `..` and empty parts. */
function isPlain(path: string): boolean {
  return !/(?:^|\/)(?:\.{0,2})(?:\/|$)/.test(path);
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
