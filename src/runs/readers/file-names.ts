import { posix } from "node:path";
import type { FileReadFact } from "../../facts/file-facts.js";
import { HOLE_MARK } from "../../facts/text.js";

/**
 * Returns whether a read may be one of a file, as far as the names tell.
 *
 * @param path of the file, relative with `/`
 * @param isCode as for `mayLeadTo`
 */
export function mayRead({ file }: FileReadFact, path: string, isCode = false): boolean {
  return "path" in file ? file.path === path : mayLeadTo(file.name, path, file.from, isCode);
}

/** Returns whether a read is one of a file that its name tells, and no other. */
export function isOfKnownFile({ file }: FileReadFact): boolean {
  return "path" in file || !/[\uFFFE*?]/.test(file.name);
}

/** Folders of a machine in which no repository lies. */
const SYSTEM = /^\/(?:dev|etc|proc|run|sys|usr)\//;

/**
 * Returns whether a partly known name may mean a file: its known parts must match, from its first folder to its
 * extension.
 *
 * @param name with `HOLE_MARK`, or stars as in a shell, for unknown parts
 * @param path of the file, relative with `/`
 * @param from the file that the name is relative to; without it, the name may start in any folder
 * @param isCode whether it is the name of a module: code that loads code stays in its folder and below
 */
export function mayLeadTo(name: string, path: string, from?: string, isCode = false): boolean {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(name) || SYSTEM.test(name)) return false;
  const marked = name.replaceAll("\\", "/").replace(/\*\*\/|[*?]+/g, HOLE_MARK);
  const [head = "", ...others] = marked.split(HOLE_MARK);
  const isAbsolute = head.startsWith("/");
  const way = posix.normalize(`./${head}`);
  const isOpen = others.length > 0 && (isAbsolute || /^(?:\.{0,2}\/)*\.?$/.test(way));
  // A placeholder may mean any path if no folder precedes it, and roots may be those of a container.
  if (isOpen && !(isCode && from !== undefined)) return fits(["", ...others], `/${path}`);
  if (isAbsolute) return head.endsWith(`/${path}`);
  if (from !== undefined) return fits([posix.join(posix.dirname(from), head), ...others], path);
  const start = way.replace(/^(?:\.\.\/)+/, "");
  return foldersAbove(path).some((inner) => fits([start, ...others], inner));
}

/** A path as it is named from each of the folders above it. */
function foldersAbove(path: string): string[] {
  const steps = path.split("/");
  return steps.map((_, index) => steps.slice(index).join("/"));
}

/** Returns whether a text consists of pieces in their order, with anything between them. */
function fits(pieces: readonly string[], text: string): boolean {
  const [first = "", ...others] = pieces;
  if (others.length === 0) return text === first;
  const last = others.pop()!;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/**
 * Returns whether a read may reach the package of a file: its name leads to a certain place, or the package of the read
 * or of a caller reaches there.
 *
 * @param reaches whether code of a path does
 */
export function mayGetThere(read: FileReadFact, reaches: (path: string) => boolean): boolean {
  return isFarName(read) || [read.place.path, ...read.callers].some(reaches);
}

/** Returns whether a read leads to a place of its own, in whatever package that is. */
function isFarName({ file }: FileReadFact): boolean {
  return "path" in file || (file.name.startsWith("..") && /[\w-]/.test(file.name.split(HOLE_MARK)[0]!));
}
