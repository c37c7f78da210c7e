import { constants } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { isBelow, sum, type WritableFileSystem } from "./journal.js";

/** Where programs keep their state, by platform: the user's own folder, and a temporary one where that is read-only. */
function stateHomes(): string[] {
  const { XDG_STATE_HOME = "", LOCALAPPDATA = "" } = process.env;
  const temporary = join(tmpdir(), `v2ready-${process.geteuid?.() ?? "state"}`);
  if (process.platform === "win32" && isAbsolute(LOCALAPPDATA))
    return [join(LOCALAPPDATA, "v2ready"), temporary];
  // https://specifications.freedesktop.org/basedir-spec: a relative path is invalid and ignored.
  if (isAbsolute(XDG_STATE_HOME)) return [join(XDG_STATE_HOME, "v2ready"), temporary];
  const home = process.platform === "darwin" ? "Library/Application Support" : ".local/state";
  return [join(homedir(), home, "v2ready"), temporary];
}

/**
 * The folders that may hold the lock and the journal of a tree, best first. None lies inside the tree: the content of a
 * repository is not trusted, so nothing that is committed or unpacked there can pass for state of ours.
 *
 * @param root absolute, without symbolic links
 */
export function stateFoldersOf(root: string): string[] {
  return stateHomes()
    .map((home) => join(home, "trees", sum(root).slice(0, 32)))
    .filter((folder) => !isBelow(root, folder));
}

/**
 * Makes a folder for the state of a tree.
 *
 * @throws the error of the last folder that was tried
 */
export function makeStateFolder(root: string, fileSystem: WritableFileSystem): string {
  let failure: unknown = new Error("cannot find a state folder of this user outside of the repository");
  for (const folder of stateFoldersOf(root)) {
    try {
      fileSystem.mkdirSync(folder, { recursive: true, mode: 0o700 });
      fileSystem.accessSync(folder, constants.W_OK);
      if (isTrusted(folder, fileSystem)) return folder;
      failure = new Error(`${folder} belongs to another user, or others can write to it`);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The folders that are there and that nobody else can write to. */
export function findStateFolders(root: string, fileSystem: WritableFileSystem): string[] {
  return stateFoldersOf(root).filter((folder) => isTrusted(folder, fileSystem));
}

/** Removes the folder of a tree when nothing is left in it. */
export function dropStateFolder(folder: string, fileSystem: WritableFileSystem): void {
  try {
    fileSystem.rmdirSync(folder);
  } catch {
    // It still holds something, or another run has removed it.
  }
}

/** Whether only this user can write to a state folder and to the two above it that are ours as well. */
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
