import { basename, dirname, join, resolve } from "node:path";
import { addAll } from "../core/add-all.js";
import { repositoryRoot } from "./repository.js";
import { stampOf } from "./stamp.js";

/** Returns whether a file may say where specifiers lead: manifests, configurations of compilers, lists of packages. */
export function isModuleSettings(path: string): boolean {
  const mayBe = path.endsWith(".json") || path.endsWith(".yaml");
  return mayBe && /^(?:package\.json|[jt]sconfig\b.*\.json|pnpm-workspace\.yaml)$/.test(basename(path));
}

/** Those that count in all folders below theirs. */
const ABOVE = ["package.json", "tsconfig.json", "tsconfig.base.json", "jsconfig.json", "pnpm-workspace.yaml"];

/**
 * Returns a stamp of the settings that decide where specifiers lead, in a folder and in its parent folders up to the
 * repository. It differs after each change of them.
 *
 * @param cwd absolute
 *
 * @param inside the files of that kind in it, relative to it
 */
export function moduleSettingsStamp(cwd: string, inside: readonly string[]): string {
  const top = repositoryRoot(cwd) ?? cwd;
  const files = inside.map((path) => resolve(cwd, path));
  for (let folder = cwd; folder !== top && folder !== dirname(folder);) {
    folder = dirname(folder);
    addAll(
      files,
      ABOVE.map((name) => join(folder, name)),
    );
  }
  return files.map((file) => `${file} ${stampOf(file)}`).join("\n");
}
