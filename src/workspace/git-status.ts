import { spawnSync } from "node:child_process";
import { dirname, relative, resolve } from "node:path";
import { InputError } from "../core/errors.js";
import { join, nodeFileSystem, withSlashes, type FileSystem } from "./file-system.js";
import { repositoryRoot } from "./repository.js";

/** What git would not bring back after a change: edits that are not committed, or all of a file that git does not know. */
type Uncommitted = "has uncommitted changes" | "is not in git" | "is ignored by git";

/** Names that a call of git gets; a command line has an end. */
const NAMES_AT_ONCE = 500;

/**
 * Of some files those that are not as git has them, each with what they are. Files outside of any repository are not
 * among them: there is nothing to compare them with.
 *
 * @param cwd absolute
 * @param paths relative to it
 * @throws {InputError} git is not there or fails
 */
export function uncommittedFiles(
  cwd: string,
  paths: readonly string[],
  fileSystem: FileSystem = nodeFileSystem,
): Map<string, Uncommitted> {
  const found = new Map<string, Uncommitted>();
  const byRoot = new Map<string, Map<string, string>>();
  for (const path of paths) {
    const real = withSlashes(fileSystem.realpathSync(resolve(cwd, path)));
    const root = repositoryRoot(withSlashes(dirname(real)), fileSystem);
    if (root === undefined || !isGit(root, fileSystem)) continue;
    const names = byRoot.get(root) ?? new Map<string, string>();
    byRoot.set(root, names.set(withSlashes(relative(root, real)), path));
  }
  for (const [root, names] of byRoot) {
    const all = [...names.keys()];
    for (let start = 0; start < all.length; start += NAMES_AT_ONCE) {
      const states = statusOf(root, all.slice(start, start + NAMES_AT_ONCE));
      for (const [name, state] of states) found.set(names.get(name) ?? name, state);
    }
  }
  return found;
}

/** A repository of Jujutsu alone keeps every state of the working copy by itself. */
function isGit(root: string, fileSystem: FileSystem): boolean {
  try {
    fileSystem.statSync(join(root, ".git"));
    return true;
  } catch {
    return false;
  }
}

/** https://git-scm.com/docs/git-status#_porcelain_format_version_1, with NUL bytes between the entries. */
function statusOf(root: string, names: readonly string[]): Map<string, Uncommitted> {
  const args = [
    // A file system monitor is a program that the configuration of the repository names.
    ...["-c", "core.fsmonitor=false"],
    ...["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignored=matching"],
    "--",
    ...names,
  ];
  const { error, status, stdout, stderr } = spawnSync("git", args, {
    cwd: root,
    env: { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_LITERAL_PATHSPECS: "1", LC_ALL: "C" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    windowsHide: true,
  });
  if (error || status !== 0) {
    const reason = error?.message ?? stderr.trim().split("\n")[0] ?? "";
    throw new InputError(
      `git cannot tell which files have uncommitted changes: ${reason}`,
      "--allow-dirty changes them without asking git.",
    );
  }
  const states = new Map<string, Uncommitted>();
  for (const entry of stdout.split("\0")) {
    if (entry === "") continue;
    const state = stateOf(entry.slice(0, 2));
    const name = entry.slice(3);
    // An ignored folder stands for all that is in it.
    if (name.endsWith("/")) for (const one of names) if (one.startsWith(name)) states.set(one, state);
    if (!name.endsWith("/")) states.set(name, state);
  }
  return states;
}

function stateOf(code: string): Uncommitted {
  if (code === "??") return "is not in git";
  return code === "!!" ? "is ignored by git" : "has uncommitted changes";
}
