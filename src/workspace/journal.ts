import { createHash } from "node:crypto";
import type * as fs from "node:fs";
import { isAbsolute, join, resolve, sep } from "node:path";
import type { FileSystem } from "./file-system.js";
import { isAbsence } from "./file-system.js";

/**
 * What a transaction is going to do, written down before it touches a file. It holds both contents of every file, so
 * that whoever finds it can finish the transaction or undo it without anything else.
 */
export interface Journal {
  readonly version: 1;
  readonly files: readonly JournalEntry[];
}

/** A file of a transaction. */
export interface JournalEntry {
  /** Relative to the root, with `/`, without symbolic links on the way. */
  readonly path: string;
  /** The new content until it gets its name; in the same folder. */
  readonly temporary: string;
  /** Permission bits. */
  readonly mode: number;
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
    | "readdirSync"
    | "renameSync"
    | "unlinkSync"
    | "writeFileSync"
    | "writeSync"
  >;

const NAME = /^\.?v2ready-journal-(\d+)\.json$/;

/**
 * Where the journals of a tree are: inside of `.git`, where nothing else looks and nothing is committed; at the root
 * where there is no git. In a linked work tree `.git` is a file that names the folder.
 */
function journalFolder(root: string, fileSystem: FileSystem): { folder: string; prefix: string } {
  const git = join(root, ".git");
  try {
    if (fileSystem.statSync(git).isDirectory()) return { folder: git, prefix: "" };
    const [, named] = /^gitdir:\s*(.*?)\s*$/m.exec(fileSystem.readFileSync(git, "utf8")) ?? [];
    if (named !== undefined) {
      const folder = resolve(root, named);
      if (fileSystem.statSync(folder).isDirectory()) return { folder, prefix: "" };
    }
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  return { folder: root, prefix: "." };
}

export function journalPath(root: string, process: number, fileSystem: FileSystem): string {
  const { folder, prefix } = journalFolder(root, fileSystem);
  return join(folder, `${prefix}v2ready-journal-${process}.json`);
}

/** The journals of a tree, with the number of the process that wrote them. */
export function findJournals(
  root: string,
  fileSystem: WritableFileSystem,
): { readonly path: string; readonly process: number }[] {
  try {
    const { folder } = journalFolder(root, fileSystem);
    return fileSystem.readdirSync(folder).flatMap((name) => {
      const process = NAME.exec(name)?.[1];
      return process === undefined ? [] : [{ path: join(folder, name), process: Number(process) }];
    });
  } catch {
    // What cannot be listed could not be written either.
    return [];
  }
}

/** The journal as text. Its last line tells whether all of it was written. */
export function writtenJournal(journal: Journal): string {
  const body = JSON.stringify(journal);
  return `${body}\n${sum(body)}\n`;
}

/** The journal that a text holds; nothing for one that was not written to its end, so that nothing followed it. */
export function readJournal(text: string): Journal | undefined {
  const [body = "", checksum] = text.split("\n");
  if (checksum !== sum(body)) return undefined;
  const journal = JSON.parse(body) as Journal;
  return journal.version === 1 && journal.files.every(isInside) ? journal : undefined;
}

/** A journal leads to nothing outside of its root. */
function isInside({ path, temporary }: JournalEntry): boolean {
  return [path, temporary].every((one) => !isAbsolute(one) && !one.split(/[/\\]/).includes(".."));
}

export function sum(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Whether an absolute path lies below a root, both without symbolic links. */
export function isBelow(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep);
}
