import { formatPatch, structuredPatch } from "diff";
import type { Style } from "./style.js";
import { visible } from "../core/visible.js";

/** The lines around a change that git shows. */
const CONTEXT = 3;

/**
 * Writes the change of one file for `git apply`. Empty if there is none. Lines end at a line feed, as they do for git,
 * so that a carriage return is part of its line.
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

/** Writes a patch for people: coloured, and safe for a terminal. `git apply` does not accept it. */
export function shownPatch(patch: string, { strong, hunk, added, removed }: Style): string {
  let isHeader = true;
  const shown = patch.split("\n").map((line) => {
    const text = visible(line.replace(/\r$/, ""));
    if (line.startsWith("@@")) isHeader = false;
    else if (line.startsWith("diff --git ")) isHeader = true;
    if (text === "") return text;
    if (isHeader) return strong(text);
    if (line.startsWith("@@")) return hunk(text);
    if (line.startsWith("+")) return added(text);
    return line.startsWith("-") ? removed(text) : text;
  });
  return shown.join("\n");
}
