import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { removeTree } from "../../support/test-folder.js";

/** Path → content; a path that ends in `/` is an empty directory, `{ link }` a symbolic link to that target. */
export type Tree = Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;

/** Writes a tree into a fresh temporary directory, which is removed after the test, and returns its real path. */
export function writeTree(tree: Tree): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "v2ready-workspace-")));
  onTestFinished(() => removeTree(directory));
  addToTree(directory, tree);
  return directory;
}

export function addToTree(directory: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    const absolute = join(directory, path);
    if (path.endsWith("/")) {
      mkdirSync(absolute, { recursive: true });
      continue;
    }
    mkdirSync(dirname(absolute), { recursive: true });
    if (typeof content === "string" || content instanceof Uint8Array) writeFileSync(absolute, content);
    else symlinkSync(content.link, absolute);
  }
}
