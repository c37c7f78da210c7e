import type { ModuleHost } from "../module-host.js";

/** More files are not looked into for a name. */
export const MAX_LOADED = 200;

/**
 * Returns the files that a file loads, and those that they load, the nearest first.
 *
 * @param namesIn the names that a text loads files by
 * @param fileOf the file that a name leads to from a file; `undefined` if there is none
 */
export function loadedFiles(
  from: string,
  host: ModuleHost,
  namesIn: (text: string) => Iterable<string>,
  fileOf: (name: string, from: string, host: ModuleHost) => string | undefined,
): string[] {
  const all = new Set([from]);
  for (const path of all) {
    if (all.size > MAX_LOADED) break;
    for (const name of namesIn(host.read(path)?.text ?? "")) {
      const file = fileOf(name, path, host);
      if (file !== undefined) all.add(file);
    }
  }
  all.delete(from);
  return [...all];
}
