import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { remove, syncFolder, writeDurably } from "./atomic-write.js";
import { reasonOf } from "./file-system.js";
import {
  findJournals,
  readJournal,
  sum,
  type Journal,
  type JournalEntry,
  type WritableFileSystem,
} from "./journal.js";
import { parentOf, repositoryRoot } from "./repository.js";

/** What became of a transaction that had been interrupted. */
export interface Recovery {
  readonly outcome: "finished" | "undone" | "stuck" | "running";
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
  /** What a person has to know, where it is neither finished nor undone. */
  readonly reasons: readonly string[];
  readonly journal: string;
}

/** Longer than any transaction takes; a process that lives longer with the same number is another one. */
const LONGEST_TRANSACTION = 60_000;

/**
 * Finishes or undoes what a kill, a full disk or a loss of power has interrupted in the repository of a directory, or,
 * outside of any, in the directory itself or one above it. Costs the listing of a folder where there is nothing to do.
 *
 * @param cwd absolute, without symbolic links
 */
export function recover(
  cwd: string,
  fileSystem: WritableFileSystem = fs,
  isAlive: (process: number) => boolean = isRunning,
): Recovery[] {
  return journalsFor(cwd, fileSystem).map(({ root, path, process }) => {
    try {
      const age = Date.now() - fileSystem.statSync(path).mtimeMs;
      if (age < LONGEST_TRANSACTION && isAlive(process))
        return { outcome: "running", files: [], reasons: [], journal: path };
      return recoverFrom(root, path, fileSystem);
    } catch (error) {
      return { outcome: "stuck", files: [], reasons: [reasonOf(error)], journal: path };
    }
  });
}

function journalsFor(
  cwd: string,
  fileSystem: WritableFileSystem,
): { root: string; path: string; process: number }[] {
  const repository = repositoryRoot(cwd, fileSystem);
  const roots: string[] = [];
  if (repository !== undefined) roots.push(fileSystem.realpathSync(repository));
  else for (let at: string | undefined = cwd; at !== undefined; at = parentOf(at)) roots.push(at);
  return roots.flatMap((root) =>
    findJournals(root, fileSystem)
      .filter(({ path }) => isOwn(path, fileSystem))
      .map((found) => ({ root, ...found })),
  );
}

/** In a folder that others can write to, a journal of theirs must not move our files. */
function isOwn(path: string, fileSystem: WritableFileSystem): boolean {
  const own = process.getuid?.();
  try {
    const { uid } = fileSystem.statSync(path);
    return own === undefined || uid === own;
  } catch {
    return false;
  }
}

function recoverFrom(root: string, path: string, fileSystem: WritableFileSystem): Recovery {
  const journal = readJournal(fileSystem.readFileSync(path, "utf8"));
  if (!journal) {
    // Nothing follows a journal that was not written to its end.
    remove(fileSystem, path);
    return { outcome: "undone", files: [], reasons: [], journal: path };
  }
  const files = journal.files.map((entry) => entry.path);
  const stopped = finish(journal, root, fileSystem);
  if (stopped === undefined) {
    remove(fileSystem, path);
    return { outcome: "finished", files, reasons: [], journal: path };
  }
  const left = undo(journal, root, fileSystem);
  if (left.length > 0) return { outcome: "stuck", files, reasons: left, journal: path };
  remove(fileSystem, path);
  return { outcome: "undone", files, reasons: [stopped], journal: path };
}

/** Takes every file to its new content; what keeps it from that. */
function finish({ files }: Journal, root: string, fileSystem: WritableFileSystem): string | undefined {
  const states = files.map((entry) => stateOf(entry, root, fileSystem));
  const foreign = states.indexOf("other");
  if (foreign >= 0) return `${files[foreign]!.path} was changed by somebody else`;
  for (const [index, entry] of files.entries()) {
    try {
      if (states[index] === "before") replace(entry, entry.after, root, fileSystem);
      remove(fileSystem, join(root, entry.temporary));
    } catch (error) {
      return `${entry.path} cannot be written: ${reasonOf(error)}`;
    }
  }
  return undefined;
}

/**
 * Takes every file of a transaction back to its old content, and removes what it left beside them. What somebody else
 * has written since is left alone.
 *
 * @returns why a file could not be taken back; empty where all were
 */
export function undo({ files }: Journal, root: string, fileSystem: WritableFileSystem): string[] {
  // First of all: it makes room where the disk is full.
  for (const { temporary } of files) remove(fileSystem, join(root, temporary));
  return files.flatMap((entry) => {
    try {
      if (stateOf(entry, root, fileSystem) === "after") replace(entry, entry.before, root, fileSystem);
    } catch (error) {
      return [`${entry.path} could not be taken back: ${reasonOf(error)}`];
    }
    return fileSystem.existsSync(join(root, entry.temporary))
      ? [`${entry.temporary} could not be removed`]
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
    const now = sum(fileSystem.readFileSync(target));
    return now === sum(before) ? "before" : now === sum(after) ? "after" : "other";
  } catch {
    return "other";
  }
}

function replace(
  { path, temporary, mode }: JournalEntry,
  content: string,
  root: string,
  fileSystem: WritableFileSystem,
): void {
  const beside = join(root, temporary);
  remove(fileSystem, beside);
  writeDurably(fileSystem, beside, content, mode);
  fileSystem.renameSync(beside, join(root, path));
  syncFolder(fileSystem, dirname(join(root, path)));
}

/** Whether there is a process of that number, of whomever. */
function isRunning(number: number): boolean {
  if (number === process.pid) return false;
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
