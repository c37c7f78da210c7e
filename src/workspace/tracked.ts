import { type FileSystem, join } from "./file-system.js";
import { trackedFiles } from "./git-index.js";
import { RuleSet } from "./ignore-rules.js";
import { directoriesLeftOut, fileLeftOut } from "./left-out.js";
import { repositoryRoot } from "./repository.js";
import type { Root } from "./roots.js";
import { type RootResult, type ScanRules, showPath } from "./scan.js";
import { searchFiles } from "./search-files.js";
import { compilePatterns } from "./search-pattern.js";

/**
 * Returns the files that match a pattern and are ignored by a `.gitignore` file although git tracks them. For git such
 * rules are about untracked files, so tracked ones are a part of the repository like all others.
 *
 * @returns paths as in results
 */
export async function trackedCandidates(
  roots: readonly Root[],
  results: readonly RootResult[],
  rules: ScanRules,
  fileSystem: FileSystem,
): Promise<string[]> {
  const found = new Set<string>();
  for (const [index, root] of roots.entries()) {
    const ignored = results[index]!.leftOut.filter(({ reason }) => reason === "gitignore");
    if (ignored.length === 0) continue;
    const paths = trackedBelow(root, new Set(ignored.map(({ path }) => path)), rules, fileSystem);
    const files = paths.map((path) => ({ absolute: join(root.absolute, path), path }));
    const { candidates } = await searchFiles(
      files,
      compilePatterns(rules.patterns, rules.encoded),
      fileSystem,
    );
    for (const path of candidates) found.add(showPath(rules.cwd, root, path));
  }
  return [...found].sort();
}

/** Tracked files among those at which a walk stopped, and below them; relative to the root of the walk. */
function trackedBelow(
  root: Root,
  ignored: ReadonlySet<string>,
  rules: ScanRules,
  fileSystem: FileSystem,
): string[] {
  const repository = repositoryRoot(root.real, fileSystem);
  if (repository === undefined) return [];
  const inside = root.real === repository ? "" : `${root.real.slice(repository.length).replace(/^\//, "")}/`;
  const directories = directoriesLeftOut(rules.noIgnore);
  const byUser = new RuleSet(rules.ignorePatterns);
  return (trackedFiles(repository, fileSystem) ?? []).flatMap((file) => {
    if (!file.startsWith(inside)) return [];
    const path = file.slice(inside.length);
    const parts = path.split("/");
    const isIgnored = parts.some((_part, index) => ignored.has(parts.slice(0, index + 1).join("/")));
    if (!isIgnored || parts.some((part) => directories.has(part)) || fileLeftOut(path) !== undefined)
      return [];
    return byUser.decide(showPath(rules.cwd, root, path), false) === "ignored" ? [] : [path];
  });
}
