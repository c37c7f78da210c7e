import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** The working directory as seen from the root of its repository, with `/`; empty at the root and outside of any. */
export function repositoryPrefix(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return relative(folder, cwd).split(sep).join("/");
    if (folder === dirname(folder)) return "";
  }
}
