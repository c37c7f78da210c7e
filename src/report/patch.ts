import { formatPatch, structuredPatch } from "diff";

/** The lines around a change that git shows. */
const CONTEXT = 3;

/**
 * The change of one file as `git apply` takes it; empty where there is none. Lines end at a line feed, as they do for
 * git, so that a carriage return is part of its line.
 *
 * @param path from the root of the repository, with `/`
 */
export function patchOf(path: string, before: string, after: string): string {
  if (before === after) return "";
  const patch = structuredPatch(`a/${path}`, `b/${path}`, before, after, undefined, undefined, {
    context: CONTEXT,
  });
  return formatPatch({ ...patch, isGit: true });
}
