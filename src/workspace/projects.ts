import { basename, dirname, relative, resolve } from "node:path";
import { type FileSystem, isAbsence, join, nodeFileSystem, withSlashes } from "./file-system.js";
import { isInside, isTooWide, projectRoot } from "./project-root.js";
import { missingPaths } from "./roots.js";

/** A root with the paths in it that a run is asked about. */
export interface Project {
  /** Absolute, without symbolic links, with `/`. Everything of the project is named relative to it. */
  readonly root: string;
  /** The named paths, relative to the root with `/`; `.` for the root itself. */
  readonly paths: readonly string[];
  /** True if files around the paths are looked for; not where the root holds far more than one project. */
  readonly isSearched: boolean;
  /**
   * The prefix of the names of its files if there are several projects: the path from the folder that contains all of
   * them, with `/`. Empty for one project.
   */
  readonly prefix: string;
}

/**
 * Returns the projects of paths, in the order of their roots. The root of a path is the repository, workspace or
 * package around it. Outside of any it is the path itself, or its folder if it is a file. A root inside another one
 * belongs to that. The result depends neither on the working directory, except for relative paths, nor on links in the
 * paths.
 *
 * @param cwd absolute
 * @param paths as the user gave them
 * @throws {InputError} naming every missing path
 */
export function projectsOf(
  cwd: string,
  paths: readonly string[],
  fileSystem: FileSystem = nodeFileSystem,
): Project[] {
  const found = paths.map((path) => placeOf(cwd, path, fileSystem));
  const missing = paths.filter((_, index) => found[index] === undefined);
  if (missing.length > 0) throw missingPaths(missing, cwd);
  const places = found.filter((place) => place !== undefined);
  const roots = [...new Set(places.map(({ root }) => root))].sort();
  const outer = roots.filter((root) => !roots.some((other) => other !== root && isInside(root, other)));
  const shared = sharedFolder(outer);
  return outer.map((root) => {
    const own = places.filter(({ path }) => isInside(path, root));
    const isSearched = own.some(({ isReadable }) => isReadable) && !isTooWide(root, fileSystem);
    const names = [...new Set(own.map(({ path }) => nameIn(root, path)))];
    return { root, paths: names, isSearched, prefix: withSlashes(relative(shared, root)) };
  });
}

/** The innermost folder that holds all of some; one of them where it holds the others. */
function sharedFolder(folders: readonly string[]): string {
  let shared = folders[0] ?? "";
  while (!folders.every((one) => isInside(one, shared))) shared = withSlashes(dirname(shared));
  return shared;
}

/**
 * Returns the project of a file that may not exist, such as the name of a text on standard input.
 *
 * @returns the project, with the file as its only path
 */
export function projectOfName(cwd: string, name: string, fileSystem: FileSystem = nodeFileSystem): Project {
  const absolute = resolve(cwd, name);
  const missing: string[] = [];
  for (let at = absolute; ; at = dirname(at)) {
    const real = realOf(at, fileSystem);
    if (real === undefined && at !== dirname(at)) {
      missing.unshift(basename(at));
      continue;
    }
    const path = [real ?? withSlashes(at), ...missing].reduce(join);
    const folder = missing.length > 0 ? (real ?? withSlashes(at)) : withSlashes(dirname(path));
    const root = projectRoot(folder, fileSystem) ?? folder;
    return { root, paths: [nameIn(root, path)], isSearched: !isTooWide(root, fileSystem), prefix: "" };
  }
}

interface Place {
  readonly root: string;
  /** Absolute, without symbolic links as far as that is known, with `/`. */
  readonly path: string;
  /** True if it is a file or a folder, and nothing keeps it from being read. */
  readonly isReadable: boolean;
}

/** Returns the place of a path. Undefined if it does not exist. */
function placeOf(cwd: string, path: string, fileSystem: FileSystem): Place | undefined {
  // resolve() takes an empty path for the working directory.
  if (path === "") return undefined;
  const absolute = resolve(cwd, path);
  try {
    const stats = fileSystem.statSync(absolute);
    if (stats.isFile() || stats.isDirectory()) {
      const real = withSlashes(fileSystem.realpathSync.native(absolute));
      const folder = stats.isFile() ? withSlashes(dirname(real)) : real;
      return { path: real, root: projectRoot(folder, fileSystem) ?? folder, isReadable: true };
    }
  } catch (error) {
    if (isAbsence(error)) return undefined;
  }
  // The search says why it cannot be read.
  const folder = withSlashes(dirname(absolute));
  return {
    path: withSlashes(absolute),
    root: projectRoot(folder, fileSystem) ?? folder,
    isReadable: false,
  };
}

function realOf(path: string, fileSystem: FileSystem): string | undefined {
  try {
    return withSlashes(fileSystem.realpathSync.native(path));
  } catch {
    return undefined;
  }
}

function nameIn(root: string, path: string): string {
  return withSlashes(relative(root, path)) || ".";
}
