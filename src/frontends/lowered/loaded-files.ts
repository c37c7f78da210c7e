import type { ModuleHost } from "../module-host.js";

/** More files are not looked into for a name. */
export const MAX_LOADED = 200;

/** The files that each file loads itself, by the function that finds them. */
const known = new WeakMap<ModuleHost, Map<FindsFile, Map<string, readonly string[]>>>();

type FindsFile = (name: string, from: string, host: ModuleHost) => string | undefined;

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
  fileOf: FindsFile,
): string[] {
  const byFinder = known.get(host) ?? new Map<FindsFile, Map<string, readonly string[]>>();
  known.set(host, byFinder);
  const direct = byFinder.get(fileOf) ?? new Map<string, readonly string[]>();
  byFinder.set(fileOf, direct);
  const all = new Set([from]);
  for (const path of all) {
    if (all.size > MAX_LOADED) break;
    let loads = direct.get(path);
    if (!loads) {
      const names = [...namesIn(host.read(path)?.text ?? "")];
      direct.set(path, (loads = names.flatMap((name) => fileOf(name, path, host) ?? [])));
    }
    for (const file of loads) all.add(file);
  }
  all.delete(from);
  return [...all];
}
