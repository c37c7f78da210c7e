import * as fs from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isAbsence } from "./file-system.js";
import { homeFolder, temporaryFolder } from "./home.js";
import { makeFolders } from "./make-folders.js";
import { isBelow, sum, type WritableFileSystem } from "./journal.js";

/**
 * Returns the folders in which programs keep their state, by platform: the user's own one, and a temporary one if that
 * is read-only.
 */
function stateHomes(): string[] {
  const { XDG_STATE_HOME = "", LOCALAPPDATA = "" } = process.env;
  const temporaryHome = temporaryFolder();
  const temporary =
    temporaryHome === undefined ? [] : [join(temporaryHome, `v2ready-${process.geteuid?.() ?? "state"}`)];
  if (process.platform === "win32" && isAbsolute(LOCALAPPDATA))
    return [join(LOCALAPPDATA, "v2ready"), ...temporary];
  // https://specifications.freedesktop.org/basedir-spec: a relative path is invalid and ignored.
  if (isAbsolute(XDG_STATE_HOME)) return [join(XDG_STATE_HOME, "v2ready"), ...temporary];
  const home = homeFolder();
  const below = process.platform === "darwin" ? "Library/Application Support" : ".local/state";
  return home === undefined ? temporary : [join(home, below, "v2ready"), ...temporary];
}

/**
 * Returns the folders that may contain the lock and the journal of a tree, best first. All are outside the tree: the
 * content of a repository is not trusted, so no committed or unpacked file can be mistaken for our state.
 *
 * @param root absolute, without symbolic links
 */
export function stateFoldersOf(root: string, fileSystem: WritableFileSystem = fs): string[] {
  return stateHomes()
    .map((home) => join(home, "trees", sum(root).slice(0, 32)))
    .filter((folder) => !isBelow(root, folder) && !isBelow(root, realFolder(folder, fileSystem)));
}

/** Returns the folder without symbolic links, as far as it exists. The rest cannot contain a link. */
function realFolder(folder: string, fileSystem: WritableFileSystem): string {
  try {
    return fileSystem.realpathSync(folder);
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : join(realFolder(above, fileSystem), basename(folder));
  }
}

/**
 * Makes a folder for the state of a tree.
 *
 * @throws the error of the last folder that was tried
 */
export function makeStateFolder(root: string, fileSystem: WritableFileSystem): string {
  let failure: unknown = new Error("cannot find a state folder of this user outside of the repository");
  for (const folder of stateFoldersOf(root, fileSystem)) {
    try {
      makeFolders(folder, fileSystem, 0o700);
      fileSystem.accessSync(folder, fs.constants.W_OK);
      if (isTrusted(folder, fileSystem)) return folder;
      failure = new Error(`${folder} belongs to another user, or others can write to it`);
    } catch (error) {
      // A folder that is read-only has the temporary one in its place; one that cannot exist is a mistake of its name.
      const isMistake = process.env["XDG_STATE_HOME"] && isAbsence(error);
      if (isMistake) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Returns the folders that exist and that no other user can write to. */
export function findStateFolders(root: string, fileSystem: WritableFileSystem): string[] {
  return stateFoldersOf(root, fileSystem).filter((folder) => isTrusted(folder, fileSystem));
}

/** Removes the folder of a tree when nothing is left in it. */
export function dropStateFolder(folder: string, fileSystem: WritableFileSystem): void {
  try {
    fileSystem.rmdirSync(folder);
  } catch {
    // It still holds something, or another run has removed it.
  }
}

/** Returns whether only this user can write to a state folder and to the two above it that are ours as well. */
function isTrusted(folder: string, fileSystem: WritableFileSystem): boolean {
  const own = process.geteuid?.();
  try {
    return [folder, dirname(folder), dirname(dirname(folder))].every((one) => {
      const stats = fileSystem.lstatSync(one);
      return stats.isDirectory() && (own === undefined || (stats.uid === own && (stats.mode & 0o022) === 0));
    });
  } catch {
    // It is not there, or not ours to look at.
    return false;
  }
}
