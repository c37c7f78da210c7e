import * as fs from "node:fs";
import { join } from "node:path";
import { remove, writeDurably } from "./atomic-write.js";
import type { WritableFileSystem } from "./journal.js";
import { isRunning, ownIdentity, type ProcessIdentity } from "./process-identity.js";
import { dropStateFolder, findStateFolders, makeStateFolder } from "./state-folder.js";

const LOCK_NAME = "lock.json";
/** A lock of another host, or one that cannot be read, is believed for this long, in milliseconds. */
const TRUSTED_FOR = 15 * 60_000;
/** Longer than it takes to write a lock or to remove a dead one, in milliseconds. */
const LONGEST_STEP = 5_000;

/** The answer to a request to change the files of a tree. */
export type LockAttempt =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly holder: ProcessIdentity | undefined };

/**
 * Takes the lock of a tree, or tells who has it. It is held from before the files are read until they are written: a run
 * that plans on texts that another one is changing would undo its work.
 *
 * @param root absolute, without symbolic links
 * @throws the state folder cannot be written to
 */
export function lockTree(root: string, fileSystem: WritableFileSystem = fs): LockAttempt {
  const folder = makeStateFolder(root, fileSystem);
  const path = join(folder, LOCK_NAME);
  const release = (): void => {
    remove(fileSystem, path);
    dropStateFolder(folder, fileSystem);
  };
  if (created(path, fileSystem)) return { ok: true, release };
  const holder = holderOf(path, fileSystem);
  if (holder !== "dead") return { ok: false, holder: holder.identity };
  // Only one process at a time may take a dead lock away, or the second would take the new lock of the first.
  const guard = `${path}.taking`;
  if (ageOf(guard, fileSystem) > LONGEST_STEP) remove(fileSystem, guard);
  if (!created(guard, fileSystem)) return { ok: false, holder: undefined };
  try {
    const now = holderOf(path, fileSystem);
    if (now !== "dead") return { ok: false, holder: now.identity };
    remove(fileSystem, path);
    return created(path, fileSystem) ? { ok: true, release } : { ok: false, holder: undefined };
  } finally {
    remove(fileSystem, guard);
  }
}

/** Returns whether a living process holds the lock of a tree. */
export function isLocked(root: string, fileSystem: WritableFileSystem = fs): boolean {
  return findStateFolders(root, fileSystem).some((folder) => {
    const path = join(folder, LOCK_NAME);
    return fileSystem.existsSync(path) && holderOf(path, fileSystem) !== "dead";
  });
}

function created(path: string, fileSystem: WritableFileSystem): boolean {
  try {
    writeDurably(fileSystem, path, JSON.stringify(ownIdentity()), 0o600);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(
  path: string,
  fileSystem: WritableFileSystem,
): "dead" | { readonly identity: ProcessIdentity | undefined } {
  const age = ageOf(path, fileSystem);
  let identity: ProcessIdentity;
  try {
    identity = JSON.parse(fileSystem.readFileSync(path, "utf8")) as ProcessIdentity;
  } catch {
    // It is just being written or removed, or its writer was killed meanwhile.
    return age > LONGEST_STEP ? "dead" : { identity: undefined };
  }
  const state = isRunning(identity);
  return state === false || (state === "unknown" && age > TRUSTED_FOR) ? "dead" : { identity };
}

/** Milliseconds since a file was written; `Infinity` where there is none. */
function ageOf(path: string, fileSystem: WritableFileSystem): number {
  try {
    return Date.now() - fileSystem.statSync(path).mtimeMs;
  } catch {
    return Infinity;
  }
}
