import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sharedTree } from "./tree.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A copy of this project, without what tests do not need, that its tools may change. */
export class ProjectCopy {
  readonly root = sharedTree({});

  constructor() {
    const names = [
      "src",
      "rules",
      "test",
      "tools",
      "package.json",
      "docs",
      "tsconfig.json",
      "vitest.config.ts",
    ];
    const settings = readdirSync(ROOT).filter(
      (name) => name.startsWith(".ox") || name.startsWith("eslint.config"),
    );
    for (const name of [...names, ...settings])
      cpSync(join(ROOT, name), join(this.root, name), { recursive: true });
    // A folder of its own, as the tools write to it, with links to what is in the real one.
    mkdirSync(join(this.root, "node_modules"));
    for (const name of readdirSync(join(ROOT, "node_modules")))
      symlinkSync(join(ROOT, "node_modules", name), join(this.root, "node_modules", name));
  }

  /** Runs Node.js in the copy, and returns its exit status and all that it prints. */
  node(...args: readonly string[]): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.root,
      encoding: "utf8",
    });
    return { status, output: stdout + stderr };
  }
}
