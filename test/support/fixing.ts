import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tree } from "../workspace/support/tree.js";
import { TEST_DAY } from "./analyze.js";
import { v2ready, type Outcome } from "./command.js";
import { sharedTree } from "./tree.js";

export interface Fixed extends Outcome {
  readonly root: string;
  /** A line for each file that is new (`??`), gone (` D`) or another one (` M`), as `git status --porcelain` has it. */
  readonly changed: string;
}

/**
 * Runs `fix` on a tree. Most of its tests are about what changes and why, so no git keeps the tree: it would start six
 * more processes for each of them.
 */
export async function fixTree(tree: Tree, ...args: string[]): Promise<Fixed> {
  const root = sharedTree({ ".git/HEAD": "", ...tree });
  const before = contentsOf(root);
  const outcome = await v2ready(["fix", "--allow-dirty", "--as-of", TEST_DAY, ...args], { cwd: root });
  const after = contentsOf(root);
  const lines = [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === undefined) return [`?? ${path}\n`];
    if (now === undefined) return [` D ${path}\n`];
    return old.equals(now) ? [] : [` M ${path}\n`];
  });
  return { ...outcome, root, changed: lines.join("") };
}

/** Returns the contents of all files by their paths, but for those of git. */
function contentsOf(root: string): Map<string, Buffer> {
  const paths = (readdirSync(root, { recursive: true }) as string[]).filter(
    (path) => !path.startsWith(".git/"),
  );
  const files = paths.filter((path) => statSync(join(root, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(root, path))]));
}
