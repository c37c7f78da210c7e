import { readdirSync } from "node:fs";
import { basename, dirname, join, parse } from "node:path";

/** The files of a folder `config` that node-config reads: the first always, the others by where the program runs. */
const NAMES = ["default", "production", "prod", "staging", "development", "dev", "test", "local"];
const ENDINGS = [".json", ".yaml", ".yml", ".js", ".cjs", ".mjs", ".ts"];

/** Under this specifier a program gets at the settings in a folder of the same name. */
export const SETTINGS = "config";

/** Returns whether a file, absolute, is one of such a folder. */
export function isSettingsFile(file: string): boolean {
  const { dir, name, ext } = parse(file);
  return basename(dir) === SETTINGS && NAMES.includes(name) && ENDINGS.includes(ext);
}

/**
 * Returns the settings of a program: those in the nearest folder of that name.
 *
 * @param file of the program, absolute
 *
 * @param root of the repository, absolute
 */
export function settingsFilesOf(file: string, root: string): string[] {
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder)) {
    const found = settingsIn(join(folder, SETTINGS));
    if (found.length > 0) return found;
    if (folder === root || folder === dirname(folder)) break;
  }
  return [];
}

function settingsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .sort((a, b) => NAMES.indexOf(parse(a).name) - NAMES.indexOf(parse(b).name))
      .map((name) => join(folder, name))
      .filter(isSettingsFile);
  } catch {
    return [];
  }
}
