import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { remove, syncFolder, writeDurably } from "./atomic-write.js";
import { openRegularFile, reasonOf } from "./file-system.js";
import {
  isReal,
  JOURNAL_NAME,
  readJournal,
  sum,
  temporaryOf,
  type Journal,
  type JournalEntry,
  type WritableFileSystem,
} from "./journal.js";
import { parentOf, repositoryRoot } from "./repository.js";
import { dropStateFolder, findStateFolders } from "./state-folder.js";

/** The result of recovering an interrupted transaction. */
export interface Recovery {
  readonly outcome: "finished" | "undone" | "stuck";
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
  /** Reasons why it is neither finished nor undone, for people. */
  readonly reasons: readonly string[];
  readonly journal: string;
}

/** An interrupted transaction that is neither finished nor undone yet. */
export interface Interrupted {
  readonly root: string;
  readonly journal: string;
}

/**
 * Returns the tree whose files a run in a directory changes together: the repository, or, outside of any, the directory
 * itself.
 *
 * @param cwd absolute
 */
export function treeOf(cwd: string, fileSystem: WritableFileSystem = fs): string {
  return fileSystem.realpathSync(repositoryRoot(cwd, fileSystem) ?? cwd);
}

/**
 * Returns the interrupted transactions in the tree of a directory, or, outside of any repository, in a tree above it.
 * Changes nothing.
 *
 * @param cwd absolute
 */
export function findInterrupted(cwd: string, fileSystem: WritableFileSystem = fs): Interrupted[] {
  const roots = [treeOf(cwd, fileSystem)];
  if (repositoryRoot(cwd, fileSystem) === undefined) {
    for (let at = parentOf(roots[0]!); at !== undefined; at = parentOf(at)) roots.push(at);
  }
  return roots.flatMap((root) =>
    findStateFolders(root, fileSystem)
      .map((folder) => join(folder, JOURNAL_NAME))
      .filter((journal) => isOwn(journal, fileSystem))
      .map((journal) => ({ root, journal })),
  );
}

/**
 * Finishes or undoes what a kill, a full disk or a loss of power has interrupted. Call it with the lock of the tree held:
 * then no living process is writing.
 *
 * @param cwd absolute
 */
export function recover(cwd: string, fileSystem: WritableFileSystem = fs): Recovery[] {
  return findInterrupted(cwd, fileSystem).map(({ root, journal }) => {
    try {
      const recovery = recoverFrom(root, journal, fileSystem);
      if (recovery.outcome !== "stuck") {
        remove(fileSystem, journal);
        dropStateFolder(dirname(journal), fileSystem);
      }
      return recovery;
    } catch (error) {
      return { outcome: "stuck", files: [], reasons: [reasonOf(error)], journal };
    }
  });
}

function isOwn(path: string, fileSystem: WritableFileSystem): boolean {
  const own = process.geteuid?.();
  try {
    const stats = fileSystem.lstatSync(path);
    return stats.isFile() && (own === undefined || stats.uid === own);
  } catch {
    return false;
  }
}

function recoverFrom(root: string, path: string, fileSystem: WritableFileSystem): Recovery {
  const journal = readJournal(fileSystem.readFileSync(path, "utf8"), root);
  // If the journal was not written to its end, no file was changed.
  if (!journal) return { outcome: "undone", files: [], reasons: [], journal: path };
  const files = journal.files.map((entry) => entry.path);
  const stopped = finish(journal, fileSystem);
  if (stopped === undefined) return { outcome: "finished", files, reasons: [], journal: path };
  const left = undo(journal, fileSystem);
  return left.length > 0
    ? { outcome: "stuck", files, reasons: left, journal: path }
    : { outcome: "undone", files, reasons: stopped === NOT_STARTED ? [] : [stopped], journal: path };
}

const NOT_STARTED = "no file was changed yet";

/** Takes every file to its new content; what keeps it from that. */
function finish(journal: Journal, fileSystem: WritableFileSystem): string | undefined {
  const { root, files } = journal;
  const states = files.map((entry) => stateOf(entry, root, fileSystem));
  const foreign = states.indexOf("other");
  if (foreign >= 0) return `${files[foreign]!.path} was changed by another program or person`;
  // The journal may be old, and the tree a fresh checkout: a change that has not begun is no longer wanted.
  if (states.every((state) => state === "before")) return NOT_STARTED;
  for (const [index, entry] of files.entries()) {
    try {
      if (states[index] === "before") replace(entry, entry.after, journal, fileSystem);
      removeTemporary(entry, journal, fileSystem);
    } catch (error) {
      return `${entry.path} cannot be written: ${reasonOf(error)}`;
    }
  }
  return undefined;
}

/**
 * Restores the old content of every file of a transaction, and removes its temporary files. Files that have changed
 * since are left alone.
 *
 * @returns why a file could not be restored; empty if all were
 */
export function undo(journal: Journal, fileSystem: WritableFileSystem): string[] {
  const { root, files } = journal;
  // First of all: it makes room where the disk is full.
  for (const entry of files) removeTemporary(entry, journal, fileSystem);
  return files.flatMap((entry) => {
    try {
      if (stateOf(entry, root, fileSystem) === "after") replace(entry, entry.before, journal, fileSystem);
    } catch (error) {
      return [`${entry.path} could not be restored: ${reasonOf(error)}`];
    }
    const temporary = temporaryOf(entry, journal);
    return isReal(root, temporary, fileSystem) && fileSystem.existsSync(join(root, temporary))
      ? [`${temporary} could not be removed`]
      : [];
  });
}

function stateOf(
  { path, before, after }: JournalEntry,
  root: string,
  fileSystem: WritableFileSystem,
): "before" | "after" | "other" {
  try {
    const target = join(root, path);
    // A link on the way would lead to what no journal is about.
    if (fileSystem.realpathSync(target) !== target) return "other";
    const file = openRegularFile(fileSystem, target);
    if (!file.ok) return "other";
    const now = sum(readFrom(file.descriptor, fileSystem));
    return now === sum(before) ? "before" : now === sum(after) ? "after" : "other";
  } catch {
    return "other";
  }
}

function readFrom(descriptor: number, fileSystem: WritableFileSystem): Uint8Array {
  try {
    return fileSystem.readFileSync(descriptor);
  } finally {
    fileSystem.closeSync(descriptor);
  }
}

function replace(
  entry: JournalEntry,
  content: string,
  journal: Journal,
  fileSystem: WritableFileSystem,
): void {
  const { root } = journal;
  const target = join(root, entry.path);
  const beside = join(root, temporaryOf(entry, journal));
  removeTemporary(entry, journal, fileSystem);
  writeDurably(fileSystem, beside, content, fileSystem.statSync(target).mode & 0o7777);
  fileSystem.renameSync(beside, target);
  syncFolder(fileSystem, dirname(target));
}

function removeTemporary(entry: JournalEntry, journal: Journal, fileSystem: WritableFileSystem): void {
  const { root } = journal;
  const temporary = temporaryOf(entry, journal);
  if (isReal(root, temporary, fileSystem)) remove(fileSystem, join(root, temporary));
}
