import { createHash } from "node:crypto";
import type * as fs from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import type { FileSystem } from "./file-system.js";

/**
 * The plan of a transaction, written before it touches a file. It contains both contents of every file, so that a later
 * process can finish the transaction or undo it without other data.
 */
export interface Journal {
  readonly version: 3;
  /** The tree that it is about: absolute, without symbolic links. */
  readonly root: string;
  /** Random; the names of the temporary files follow from it, so nothing in the tree can have one of them by accident or intent. */
  readonly token: string;
  readonly files: readonly JournalEntry[];
}

/** A file of a transaction. */
export interface JournalEntry {
  /** Relative to the root, with `/`, without symbolic links on the way. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** The calls of `node:fs` that writing takes; tests replace single ones to stage a failure. */
export type WritableFileSystem = FileSystem &
  Pick<
    typeof fs,
    | "accessSync"
    | "chownSync"
    | "existsSync"
    | "fchmodSync"
    | "fsyncSync"
    | "lstatSync"
    | "mkdirSync"
    | "renameSync"
    | "rmdirSync"
    | "unlinkSync"
    | "writeSync"
  >;

export const JOURNAL_NAME = "journal.json";

/** Writes the journal as text. Its last line shows whether all of it was written. */
export function writtenJournal(journal: Journal): string {
  const body = JSON.stringify(journal);
  return `${body}\n${sum(body)}\n`;
}

/**
 * Reads a journal. Undefined if it was not written to its end, in which case no file was changed. Undefined also for a
 * journal of another tree, or of files outside of the tree.
 */
export function readJournal(text: string, root: string): Journal | undefined {
  const [body = "", checksum] = text.split("\n");
  if (checksum !== sum(body)) return undefined;
  const journal = JSON.parse(body) as Journal;
  const isOurs = journal.version === 3 && journal.root === root && /^[0-9a-f]{32}$/.test(journal.token);
  return isOurs && journal.files.every(({ path }) => isInside(path)) ? journal : undefined;
}

function isInside(path: string): boolean {
  const parts = path.split("/");
  return (
    !posix.isAbsolute(path) &&
    posix.normalize(path) === path &&
    !parts.includes("..") &&
    !parts.includes(".git") &&
    !path.includes("\\")
  );
}

/**
 * Returns the temporary name of the new content of a file, in the same folder. Only the journal knows it and no file of
 * the user has it, so recovery may remove the file.
 */
export function temporaryOf({ path }: JournalEntry, { token }: Pick<Journal, "token">): string {
  const name = `.v2ready-${sum(`${token} ${path}`).slice(0, 32)}.tmp`;
  const folder = posix.dirname(path);
  return folder === "." ? name : `${folder}/${name}`;
}

/**
 * Returns whether a path below the root, and every folder on the way, is there under that name and not behind a link.
 */
export function isReal(root: string, path: string, fileSystem: FileSystem): boolean {
  try {
    const folder = dirname(join(root, path));
    return fileSystem.realpathSync(folder) === folder;
  } catch {
    return false;
  }
}

export function sum(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Returns whether an absolute path is below a root, both without symbolic links. */
export function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
