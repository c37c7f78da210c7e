import type { JudgedUnit } from "../fix/judged-unit.js";
import type { Texts, Verifier } from "../fix/verify.js";
import { repositoryRoot } from "../workspace/repository.js";
import { TransactionError, changeFiles, type FileChange } from "../workspace/transaction.js";
import { rawOf } from "./own-changes.js";

/** Returns the files whose text differs from that on disk. */
export function changesOf(texts: Texts, verifier: Pick<Verifier, "read">): FileChange[] {
  return [...texts.values()]
    .flatMap((after): FileChange[] => {
      const before = verifier.read(after.path);
      return before && before.text !== after.text
        ? [{ path: after.path, before: rawOf(before), after: rawOf(after) }]
        : [];
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The reasons why files could not be written, by path. */
export type Failures = ReadonlyMap<string, string>;

/**
 * Writes changes in as many transactions as there are groups of files that no unit ties together: what fails in one
 * leaves the others alone.
 */
export function writeChanges(
  changes: readonly FileChange[],
  applied: readonly JudgedUnit[],
  root: string,
): Failures {
  const failures = new Map<string, string>();
  for (const group of groupsOf(changes, applied)) {
    try {
      changeFiles(group, { cwd: root, root: repositoryRoot(root) ?? root });
    } catch (error) {
      if (!(error instanceof TransactionError)) throw error;
      for (const { path } of group) failures.set(path, error.message);
    }
  }
  return failures;
}

function groupsOf(changes: readonly FileChange[], applied: readonly JudgedUnit[]): FileChange[][] {
  const groups = new Map<string, Set<string>>(changes.map(({ path }) => [path, new Set([path])]));
  for (const { unit } of applied) {
    const [first, ...others] = unit.edits.flatMap(({ path }) => groups.get(path) ?? []);
    for (const other of others) {
      if (!first || other === first) continue;
      for (const path of other) {
        first.add(path);
        groups.set(path, first);
      }
    }
  }
  return [...new Set(groups.values())].map((paths) => changes.filter(({ path }) => paths.has(path)));
}
