import { dirname, resolve } from "node:path";
import { type FileSystem, join, nameOfType, statsOf, withSlashes } from "./file-system.js";
import { readBytes } from "./read.js";

const LARGEST_POINTER = 64 * 1024;

/** Returns the folder of a repository with the files of git. In linked work trees and submodules a file names it. */
export function gitFolder(root: string, fileSystem: FileSystem): string {
  const git = join(root, ".git");
  const named = contentOf(git, fileSystem)?.match(/^gitdir: ([^\r\n]+)/)?.[1];
  return named === undefined ? git : withSlashes(resolve(dirname(git), named));
}

/** The folders in it whose files git reads by their names; those of objects and logs hold too many. */
const FOLDERS = ["", "info", "objects/info", "reftable"];

/**
 * Returns which of the files of git it would wait for, or read without an end, as `.git/HEAD is a FIFO`. Undefined if
 * none is found.
 *
 * @param root of the repository, absolute
 */
export function blockedFolder(root: string, fileSystem: FileSystem): string | undefined {
  const own = gitFolder(root, fileSystem);
  const common = contentOf(join(own, "commondir"), fileSystem)?.trim();
  const folders = common === undefined ? [own] : [own, withSlashes(resolve(own, common))];
  const branch = contentOf(join(own, "HEAD"), fileSystem)?.match(/^ref: (refs\/[^\r\n]+)/)?.[1];
  const files = folders.flatMap((folder) => [
    ...FOLDERS.map((name) => join(folder, name)).flatMap((inside) =>
      namesIn(inside, fileSystem).map((name) => join(inside, name)),
    ),
    ...(branch === undefined ? [] : [join(folder, branch)]),
  ]);
  return blockedFile(root, files);
}

/** Returns the same for the rules that apply to files, whose names are relative to the root. */
export function blockedRules(root: string, names: readonly string[]): string | undefined {
  const folders = new Set([""]);
  for (const name of names)
    for (let end = name.indexOf("/"); end >= 0; end = name.indexOf("/", end + 1))
      folders.add(name.slice(0, end));
  return blockedFile(
    root,
    [...folders].map((folder) => join(root, join(folder, ".gitignore"))),
  );
}

/** A socket of a program that watches the files is in many repositories. */
function blockedFile(root: string, files: readonly string[]): string | undefined {
  for (const file of files) {
    const stats = statsOf(file);
    if (!stats || stats.isFile() || stats.isDirectory() || stats.isSocket()) continue;
    return `${file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file} ${nameOfType(stats)}`;
  }
  return undefined;
}

function contentOf(file: string, fileSystem: FileSystem): string | undefined {
  const read = readBytes("", file, { maxBytes: LARGEST_POINTER }, fileSystem);
  return read.ok ? read.bytes.toString("utf8") : undefined;
}

function namesIn(folder: string, fileSystem: FileSystem): string[] {
  try {
    return fileSystem.readdirSync(folder);
  } catch {
    return [];
  }
}
