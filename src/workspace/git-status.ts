import { dirname, relative, resolve } from "node:path";
import { join, nodeFileSystem, withSlashes, type FileSystem } from "./file-system.js";
import { isHeldByBlob } from "./git-blob.js";
import { blockedFolder, blockedRules } from "./git-folder.js";
import { git, GIT_PATIENCE, unknownState } from "./git-process.js";
import { DEFAULT_READ_LIMITS, readBytes } from "./read.js";
import { repositoryRoot } from "./repository.js";

/**
 * The reason why git could not restore a file after a change: its edits are not committed, or git does not know the
 * file.
 */
type Uncommitted = "has uncommitted changes" | "is not in git" | "is ignored by git";

/** Names that a call of git gets; a command line has an end. */
const NAMES_AT_ONCE = 500;

/**
 * Returns those files that differ from the last commit, each with its state. Files outside of any repository are left
 * out, because there is nothing to compare them with.
 *
 * @param cwd absolute
 *
 * @param paths relative to it
 *
 * @param patience see `GIT_PATIENCE`
 *
 * @throws {InputError} git is missing, fails, takes too long, or would wait for one of its files
 */
export function uncommittedFiles(
  cwd: string,
  paths: readonly string[],
  fileSystem: FileSystem = nodeFileSystem,
  patience = GIT_PATIENCE,
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
    const block = blockedFolder(root, fileSystem);
    if (block !== undefined) throw unknownState(block);
    const all = [...names.keys()];
    for (let start = 0; start < all.length; start += NAMES_AT_ONCE) {
      const states = statesOf(root, all.slice(start, start + NAMES_AT_ONCE), fileSystem, patience);
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

/**
 * Compares names in the index, in the last commit and on disk. `git status` would tell the same, and run the filters
 * that the configuration of the repository names.
 */
function statesOf(
  root: string,
  names: readonly string[],
  fileSystem: FileSystem,
  patience: number,
): Map<string, Uncommitted> {
  const states = new Map<string, Uncommitted>();
  const literal = names.map((name) => `:(literal)${name}`);
  const index = blobsOf(
    git(root, ["ls-files", "-z", "--stage", "--", ...literal], { patience }).parts,
    INDEX_ENTRY,
  );
  const committed = blobsOf(committedEntries(root, names, patience), TREE_ENTRY);
  for (const name of names) {
    const blob = index.get(name);
    if (blob === undefined) continue;
    const file = readBytes(root, name, DEFAULT_READ_LIMITS, fileSystem);
    if (blob !== committed.get(name) || !file.ok || !isHeldByBlob(file.bytes, blob))
      states.set(name, "has uncommitted changes");
  }
  const unknown = names.filter((name) => !index.has(name));
  if (unknown.length === 0) return states;
  const block = blockedRules(root, unknown);
  if (block !== undefined) throw unknownState(block);
  const ignored = git(root, ["check-ignore", "-z", "--stdin"], {
    // A name that begins with a colon would be taken for a pattern.
    input: unknown.map((name) => `./${name}`),
    statuses: [0, 1],
    patience,
  });
  for (const name of unknown) states.set(name, "is not in git");
  for (const part of ignored.parts) states.set(part.slice("./".length), "is ignored by git");
  return states;
}

/** The status of git for a commit that does not exist, and for other failures. */
const FATAL = 128;

/** Returns the entries of names in the last commit; none if there is no commit yet. */
function committedEntries(root: string, names: readonly string[], patience: number): readonly string[] {
  const list = ["ls-tree", "-z", "--full-tree", "HEAD", "--", ...names] as const;
  const tree = git(root, list, { statuses: [0, FATAL], patience });
  if (tree.status === 0) return tree.parts;
  const head = git(root, ["rev-parse", "--verify", "--quiet", "HEAD"], { statuses: [0, 1], patience });
  return head.status === 0 ? git(root, list, { patience }).parts : [];
}

/** https://git-scm.com/docs/git-ls-files#_output: mode, object, stage; of a conflict the last one. */
const INDEX_ENTRY = /^\d+ (?<object>[0-9a-f]+) [0-3]\t(?<name>.*)$/s;
/** https://git-scm.com/docs/git-ls-tree#_output_format */
const TREE_ENTRY = /^\d+ blob (?<object>[0-9a-f]+)\t(?<name>.*)$/s;

function blobsOf(entries: readonly string[], form: RegExp): Map<string, string> {
  return new Map(
    entries.flatMap((entry): [string, string][] => {
      const { name, object } = form.exec(entry)?.groups ?? {};
      return name === undefined || object === undefined ? [] : [[name, object]];
    }),
  );
}
