import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { addToTree, type Tree } from "../workspace/support/tree.js";
import { removeTree } from "./test-folder.js";

/**
 * Writes a tree into a fresh temporary directory, and returns its real path. It is removed after the tests of the file,
 * or, if a test makes it, after all tests.
 */
export function sharedTree(tree: Tree): string {
  const directory = mkdtempSync(join(process.env["V2READY_TEST_FOLDER"]!, "tree-"));
  // In a test it is too late to ask for what happens after the tests of the file.
  if (expect.getState().currentTestName === undefined) afterAll(() => removeTree(directory));
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
