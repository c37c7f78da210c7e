import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { addToTree, type Tree } from "../workspace/support/tree.js";

/** Writes a tree into a fresh temporary directory that all tests of a file share, and returns its real path. */
export function sharedTree(tree: Tree): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-command-")));
  afterAll(() => {
    execFileSync("chmod", ["-R", "u+rwX", directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  addToTree(directory, tree);
  return directory;
}

const FIXTURES = fileURLToPath(new URL("../../fixtures", import.meta.url));

/**
 * Copies a folder of `fixtures` to a place outside of this repository, like that of a user, and returns its real path.
 */
export function copyOfFixtures(name: string): string {
  const directory = sharedTree({});
  cpSync(join(FIXTURES, name), directory, { recursive: true, verbatimSymlinks: true });
  return directory;
}
