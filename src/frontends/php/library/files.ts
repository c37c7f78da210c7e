import { workingDirectory } from "../../../analysis/builtins/file-places.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownNumber } from "../../../analysis/evaluation/coerce.js";
import {
  computedText,
  mapAlternatives,
  nullishness,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fileOfModule, joinedPath, ownFolder, parentOf } from "../../lowered/paths.js";
import { contentFor, type FileFunction } from "../../lowered/read-files.js";

/** Functions that read files, or URLs: https://www.php.net/manual/en/ref.filesystem.php */
export const FILES = {
  file_get_contents: { path: 0 },
  fopen: { path: 0, mode: 1 },
} satisfies Readonly<Record<string, FileFunction>>;

/** Reads a file of the repository; otherwise a URL. */
export const readOr =
  (row: FileFunction, otherwise: NativeFunction): NativeFunction =>
  (run, call) =>
    contentFor(run, call, row) ?? otherwise(run, call);

/** Models `dirname($path, $levels)`. */
const folderOf: NativeFunction = (run, call) => {
  const levels = call.args.has(1) ? knownNumber(call.args.at(1)) : 1;
  let path = call.args.at(0);
  for (let level = 0; level < Math.min(levels ?? 0, 8); level++)
    path = mapAlternatives(path, (single) => parentOf(run, single) ?? computed(call, "dirname"));
  return levels === undefined ? computed(call, "dirname") : path;
};

/** Models functions of Laravel that give a path in the project: https://laravel.com/docs/helpers#paths */
const inProject =
  (folder: string): NativeFunction =>
  (run, call) => {
    const given = call.args.at(0);
    const parts: Value[] = [workingDirectory(), ...(folder === "" ? [] : [computedText(folder)])];
    return joinedPath(run, nullishness(given) === true ? parts : [...parts, given]);
  };

/** Functions that give and change paths. */
export const PATHS: readonly (readonly [string, NativeFunction])[] = [
  ["php:file", fileOfModule],
  ["php:folder", ownFolder],
  ["dirname", folderOf],
  ["realpath", (_run, call) => call.args.at(0)],
  ["getcwd", () => workingDirectory()],
  ["base_path", inProject("")],
  ["resource_path", inProject("resources")],
  ["storage_path", inProject("storage")],
  ["database_path", inProject("database")],
  ["config_path", inProject("config")],
];
