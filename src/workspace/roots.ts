import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import { InputError } from "../core/errors.js";
import type { Problem } from "../core/problem.js";
import {
  type FileSystem,
  nodeFileSystem,
  isAbsence,
  nameOfType,
  reasonOf,
  statsOf,
  withSlashes,
} from "./file-system.js";

/** A path that the user named, found on disk. */
export interface Root {
  readonly kind: "directory" | "file";
  /** As in results: relative to the working directory, with `/`; empty for that directory itself. */
  readonly shown: string;
  readonly absolute: string;
  /** The absolute path without symbolic links, with `/`. */
  readonly real: string;
}

/**
 * Checks the working directory, which a path of the user may name.
 *
 * @throws {InputError} it is not a folder
 */
export function checkWorkingDirectory(cwd: string, fileSystem: FileSystem = nodeFileSystem): void {
  let isDirectory = false;
  try {
    isDirectory = fileSystem.statSync(cwd).isDirectory();
  } catch (error) {
    if (!isAbsence(error)) throw new InputError(`cwd "${cwd}" could not be read: ${reasonOf(error)}`);
  }
  if (!isDirectory) throw new InputError(`cwd "${cwd}" is not a folder`);
}

/**
 * Finds what the user named. A link that is named is followed, whatever it points to.
 *
 * @throws {InputError} Naming every path that is not there.
 */
export function resolveRoots(
  cwd: string,
  paths: readonly string[],
  fileSystem: FileSystem,
): { roots: Root[]; problems: Problem[] } {
  const roots: Root[] = [];
  const problems: Problem[] = [];
  const missing: string[] = [];
  for (const path of paths) {
    const absolute = resolve(cwd, path);
    const shown = withSlashes(relative(cwd, absolute));
    try {
      // resolve() takes an empty path for the working directory.
      if (path === "") {
        missing.push(path);
        continue;
      }
      const stats = fileSystem.statSync(absolute);
      if (stats.isDirectory() || stats.isFile()) {
        const real = withSlashes(fileSystem.realpathSync.native(absolute));
        roots.push({ kind: stats.isFile() ? "file" : "directory", shown, absolute, real });
      } else {
        problems.push({
          path: shown,
          kind: "unreadable",
          message: `could not be read: ${nameOfType(stats)}`,
        });
      }
    } catch (error) {
      if (isAbsence(error)) missing.push(path);
      else
        problems.push({ path: shown, kind: "unreadable", message: `could not be read: ${reasonOf(error)}` });
    }
  }
  if (missing.length > 0) throw missingPaths(missing, cwd);
  return { roots, problems };
}

/** Makes the error for paths that do not exist. */
export function missingPaths(missing: readonly string[], cwd: string): InputError {
  const names = missing.map((path) => `"${path}"`).join(", ");
  return new InputError(
    missing.length === 1 ? `path ${names} does not exist` : `paths ${names} do not exist`,
    hintAt(missing, cwd),
  );
}

function hintAt(missing: readonly string[], cwd: string): string {
  for (const path of missing) {
    const other = inOtherForm(path, cwd);
    if (other !== undefined)
      return `There is "${other}", whose name looks the same and is written in another Unicode form.`;
  }
  return "Paths are taken relative to the current directory.";
}

/** The path that is there and is the same text, with its letters and accents put together in another way. */
function inOtherForm(path: string, cwd: string): string | undefined {
  const found: string[] = [];
  for (const part of withSlashes(path).split("/")) {
    const folder = resolve(cwd, found.join("/"));
    const names = statsOf(resolve(folder, part)) ? [part] : namesIn(folder);
    const name = names.find((one) => one.normalize() === part.normalize());
    if (name === undefined) return undefined;
    found.push(name);
  }
  return found.join("/");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns whether a path shown relative to the working directory leads to a directory above it: `..`, `../..`. */
export function isAboveWorkingDirectory(shown: string): boolean {
  return shown !== "" && shown.split("/").every((part) => part === "..");
}
