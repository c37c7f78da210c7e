import * as fs from "node:fs";
import { sep } from "node:path";
import { getSystemErrorMap } from "node:util";

/** The calls of `node:fs` that the workspace makes; tests replace single ones to stage a failure. */
export type FileSystem = Pick<
  typeof fs,
  | "closeSync"
  | "fstatSync"
  | "openSync"
  | "readdir"
  | "readdirSync"
  | "readFileSync"
  | "readSync"
  | "realpathSync"
  | "statSync"
>;

export const nodeFileSystem: FileSystem = fs;

/** The reason why a file could not be read, without its path. */
interface Failure {
  readonly kind: "vanished" | "unreadable";
  readonly message: string;
}

/** An open regular file; the code that opens it must close `descriptor`. */
interface OpenFile {
  readonly ok: true;
  readonly descriptor: number;
  /** Bytes at the time of opening; 0 for the made-up files of procfs, which have content all the same. */
  readonly size: number;
}

// O_NONBLOCK: opening a FIFO without a writer would wait for ever. O_NOCTTY: a terminal must not become ours. Neither
// has an effect on regular files, and Windows has neither.
const OPEN_FLAGS = fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0) | (fs.constants.O_NOCTTY ?? 0);

/** Opens a regular file without ever waiting; directories, FIFOs, sockets and devices are failures. */
export function openRegularFile(
  fileSystem: FileSystem,
  absolute: string,
): OpenFile | ({ ok: false } & Failure) {
  let descriptor: number;
  try {
    descriptor = fileSystem.openSync(absolute, OPEN_FLAGS);
  } catch (error) {
    return { ok: false, ...failureOf(error, absolute) };
  }
  let failure: Failure;
  try {
    const stats = fileSystem.fstatSync(descriptor);
    if (stats.isFile()) return { ok: true, descriptor, size: stats.size };
    failure = { kind: "unreadable", message: `could not be read: ${nameOfType(stats)}` };
  } catch (error) {
    failure = failureOf(error, absolute);
  }
  fileSystem.closeSync(descriptor);
  return { ok: false, ...failure };
}

/** Returns the meaning of an exception of a file system call for the path of that call. */
export function failureOf(error: unknown, path: string): Failure {
  if (isAbsence(error)) {
    // A name that is not valid UTF-8 reaches us with U+FFFD in it and can no longer be opened.
    return path.includes("\ufffd") ? UNDECODABLE_NAME : VANISHED;
  }
  return { kind: "unreadable", message: `could not be read: ${reasonOf(error)}` };
}

export const VANISHED: Failure = {
  kind: "vanished",
  message: "was deleted after the files were listed",
};

export const UNDECODABLE_NAME: Failure = {
  kind: "unreadable",
  message: "could not be read: its name is not valid UTF-8",
};

/** Returns whether an exception of a file system call means that there is nothing under that path. */
export function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Returns the reason of a failed call in words, without the path: `permission denied`. */
export function reasonOf(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException;
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? message;
}

/** Returns the name of a type of file that is not a regular file: `a FIFO`. */
export function nameOfType(stats: fs.Stats): string {
  if (stats.isDirectory()) return "is a directory";
  if (stats.isFIFO()) return "is a FIFO";
  if (stats.isSocket()) return "is a socket";
  return "is a device";
}

/** Returns the status of a path, with links followed; `undefined` if it does not exist or cannot be read. */
export function statsOf(path: string): fs.Stats | undefined {
  try {
    return fs.statSync(path, { throwIfNoEntry: false });
  } catch {
    // A link to itself, a name that is too long, or one that no file can have.
    return undefined;
  }
}

/** Returns a path with `/` between its parts on every platform. */
export function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Joins `directory` and `rest`. Either may be empty, and a root such as `/` keeps its only slash. */
export function join(directory: string, rest: string): string {
  if (directory === "" || rest === "") return directory + rest;
  return directory.endsWith("/") ? directory + rest : `${directory}/${rest}`;
}
