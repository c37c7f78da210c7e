import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { remove, syncFolder, writeDurably } from "./atomic-write.js";
import { reasonOf, withSlashes } from "./file-system.js";
import {
  isBelow,
  JOURNAL_NAME,
  sum,
  temporaryOf,
  writtenJournal,
  type Journal,
  type JournalEntry,
  type WritableFileSystem,
} from "./journal.js";
import { undo } from "./recovery.js";
import { dropStateFolder, makeStateFolder } from "./state-folder.js";

/** The new text of a file. Both are given with the byte-order mark, if there is one. */
export interface FileChange {
  /** As it is named in reports: relative to the working directory, with `/`. */
  readonly path: string;
  /** The text that the analysis read: a file that has another text by now is not written. */
  readonly before: string;
  readonly after: string;
}

interface TransactionPlace {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The absolute path of the tree. No file outside of it is written, and its lock is held. */
  readonly root: string;
  readonly fileSystem?: WritableFileSystem;
}

/** The reason why a transaction did not take place. No file was changed. */
export class TransactionError extends Error {
  override readonly name = "TransactionError";
}

/**
 * Changes all files or none: writes a journal, then every new content under a temporary name beside its file, then
 * renames one after the other, then removes the journal. What keeps it from doing so is undone at once; after a kill
 * the journal lets the next start finish it. Symbolic links are followed, permission bits and owner are kept.
 *
 * @throws {TransactionError} naming the file and the reason
 */
export function changeFiles(changes: readonly FileChange[], place: TransactionPlace): void {
  const { root, fileSystem = fs } = place;
  const top = fileSystem.realpathSync(root);
  const entries = changes.map((change) => prepared(change, place, top, fileSystem));
  const twice = entries.find((entry, index) => entries.findIndex(({ path }) => path === entry.path) < index);
  if (twice) throw new TransactionError(`${twice.path} is reached through two names`);
  const journal: Journal = { version: 3, root: top, token: randomBytes(16).toString("hex"), files: entries };
  const path = keepJournal(journal, fileSystem);
  try {
    for (const entry of entries) writeTemporary(entry, journal, fileSystem);
    for (const entry of entries) putInPlace(entry, journal, fileSystem);
    for (const folder of new Set(entries.map((entry) => dirname(join(top, entry.path)))))
      syncFolder(fileSystem, folder);
  } catch (error) {
    const left = undo(journal, fileSystem);
    if (left.length === 0) forgetJournal(path, fileSystem);
    const consequence = left.length === 0 ? "" : `; ${left.join("; ")}`;
    throw new TransactionError(`${(error as Error).message}${consequence}`);
  }
  forgetJournal(path, fileSystem);
}

function keepJournal(journal: Journal, fileSystem: WritableFileSystem): string {
  try {
    const folder = makeStateFolder(journal.root, fileSystem);
    const path = join(folder, JOURNAL_NAME);
    writeDurably(fileSystem, path, writtenJournal(journal), 0o600);
    syncFolder(fileSystem, folder);
    return path;
  } catch (error) {
    throw new TransactionError(`the journal cannot be written: ${reasonOf(error)}`);
  }
}

function forgetJournal(path: string, fileSystem: WritableFileSystem): void {
  remove(fileSystem, path);
  dropStateFolder(dirname(path), fileSystem);
}

function prepared(
  { path, before, after }: FileChange,
  { cwd }: TransactionPlace,
  top: string,
  fileSystem: WritableFileSystem,
): JournalEntry {
  try {
    const target = fileSystem.realpathSync(resolve(cwd, path));
    const stats = fileSystem.statSync(target);
    if (!stats.isFile()) throw new TransactionError(`${path} is not a regular file`);
    if (!isBelow(top, target)) throw new TransactionError(`${path} is outside of ${top}`);
    fileSystem.accessSync(target, fs.constants.W_OK);
    if (sum(fileSystem.readFileSync(target)) !== sum(before))
      throw new TransactionError(`${path} has changed since it was read`);
    const name = withSlashes(relative(top, target));
    return { path: name, before, after };
  } catch (error) {
    if (error instanceof TransactionError) throw error;
    throw new TransactionError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}

function writeTemporary(entry: JournalEntry, journal: Journal, fileSystem: WritableFileSystem): void {
  const { path, after } = entry;
  const top = journal.root;
  const absolute = join(top, temporaryOf(entry, journal));
  try {
    const mode = fileSystem.statSync(join(top, path)).mode & 0o7777;
    writeDurably(fileSystem, absolute, after, mode);
    keepOwner(join(top, path), absolute, mode, fileSystem);
  } catch (error) {
    throw new TransactionError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}

/** Keeps the owner of a file, so that a run as root does not take the files of others. */
function keepOwner(from: string, to: string, mode: number, fileSystem: WritableFileSystem): void {
  const { uid, gid } = fileSystem.statSync(from);
  const own = fileSystem.statSync(to);
  if (own.uid === uid && own.gid === gid) return;
  try {
    fileSystem.chownSync(to, uid, gid);
    // A change of the owner removes the permission bits that give rights to the person who runs the file.
    const descriptor = fileSystem.openSync(to, "r");
    fileSystem.fchmodSync(descriptor, mode);
    fileSystem.closeSync(descriptor);
  } catch {
    // Only root may give files away; for other users the group of the folder is enough.
  }
}

function putInPlace(entry: JournalEntry, journal: Journal, fileSystem: WritableFileSystem): void {
  const { path, before } = entry;
  const top = journal.root;
  const target = join(top, path);
  try {
    if (sum(fileSystem.readFileSync(target)) !== sum(before))
      throw new TransactionError(`${path} has changed since it was read`);
    fileSystem.renameSync(join(top, temporaryOf(entry, journal)), target);
  } catch (error) {
    if (error instanceof TransactionError) throw error;
    throw new TransactionError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}
