import * as fs from "node:fs";
import { randomBytes } from "node:crypto";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../core/errors.js";
import { remove, writeDurably } from "./atomic-write.js";
import { nameOfType, reasonOf } from "./file-system.js";
import { isBelow, type WritableFileSystem } from "./journal.js";
import { makeFolders } from "./make-folders.js";
import { treeOf } from "./recovery.js";

/**
 * Writes what a user asked to have in a file. The file is replaced as a whole: a full disk or a kill leaves the old one.
 * Folders are made. A symbolic link is refused: the content of a repository is not trusted, and a link in it may lead
 * anywhere. Pipes and devices outside of the tree, such as `/dev/stdout`, are written to as they are.
 *
 * @param file as the user gave it, relative to `cwd`
 * @throws {UsageError} it cannot be written
 */
export function writeOutput(
  file: string,
  text: string,
  cwd: string,
  fileSystem: WritableFileSystem = fs,
): void {
  const path = resolve(cwd, file);
  try {
    const target = targetOf(file, cwd, fileSystem);
    if (target.isStream) fs.writeFileSync(path, text);
    else {
      makeFolders(dirname(path), fileSystem);
      replaceFile(path, text, target.mode ?? 0o666 & ~process.umask(), fileSystem);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(file, reasonOf(error));
  }
}

/**
 * Checks a file before the work for it begins: a fix must not change a tree and then fail.
 *
 * @throws {UsageError} it cannot be written
 */
export function checkOutput(file: string | undefined, cwd: string): void {
  if (file === undefined) return;
  try {
    targetOf(file, cwd, fs);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuse(file, reasonOf(error));
  }
}

function refuse(file: string, reason: string): never {
  throw new UsageError(`${file} cannot be written: ${reason}`);
}

/** Returns what is at the place of an output now: a pipe or a device, or a file with its mode. */
function targetOf(
  file: string,
  cwd: string,
  fileSystem: WritableFileSystem,
): { readonly isStream: boolean; readonly mode?: number } {
  const path = resolve(cwd, file);
  const link = linkOnTheWay(path, cwd, fileSystem);
  if (isStream(path, fileSystem)) return { isStream: true };
  if (link !== undefined) refuse(file, `${link} is a symbolic link; name its target instead`);
  const old = fileSystem.lstatSync(path, { throwIfNoEntry: false });
  if (old && !old.isFile()) refuse(file, nameOfType(old));
  return { isStream: false, ...(old ? { mode: old.mode & 0o777 } : {}) };
}

function replaceFile(path: string, text: string, mode: number, fileSystem: WritableFileSystem): void {
  const beside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  writeDurably(fileSystem, beside, text, mode);
  try {
    fileSystem.renameSync(beside, path);
  } catch (error) {
    remove(fileSystem, beside);
    throw error;
  }
}

/**
 * Returns the file itself if it is a link, otherwise the first folder in its path that is a link and is in the tree.
 */
function linkOnTheWay(path: string, cwd: string, fileSystem: WritableFileSystem): string | undefined {
  const isLink = (one: string): boolean =>
    fileSystem.lstatSync(one, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink(path)) return path;
  for (const tree of new Set([treeOf(cwd, fileSystem), cwd])) {
    if (!isBelow(tree, path)) continue;
    let at = tree;
    for (const part of relative(tree, dirname(path)).split(sep)) {
      at = join(at, part);
      if (isLink(at)) return at;
    }
  }
  return undefined;
}

/** `/dev/stdout`, `/dev/null`, `/dev/fd/63`: what the system provides there is the user's choice, link or not. */
function isStream(path: string, fileSystem: WritableFileSystem): boolean {
  if (!/^\/(?:dev|proc)\//.test(path)) return false;
  return fileSystem.existsSync(path) && !fileSystem.statSync(path).isDirectory();
}
