import { workingDirectory } from "../../../analysis/builtins/file-places.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { mapAlternatives, nullishness, type Value } from "../../../analysis/evaluation/value.js";
import { fileOfModule, joinPaths, joinedPath, ownFolder, parentOf } from "../../lowered/paths.js";
import { contentOf, fileFunctions, unreadFile } from "../../lowered/read-files.js";
import { argument } from "./web.js";

const pathOf = (run: Run, call: Call): Value =>
  ["literalpath", "inputobject"]
    .map((name) => argument(run, call, name))
    .find((value) => nullishness(value) !== true) ?? argument(run, call, "path", 0);

/** Models `Get-Content -Raw path`. The lines of a file count as its text. */
const getContent: NativeFunction = (run, call) => {
  const path = pathOf(run, call);
  return contentOf(run, path, call) ?? unreadFile(run, call, path);
};

const joinPath: NativeFunction = (run, call) => {
  const [path, child] = [argument(run, call, "path", 0), argument(run, call, "childpath", 1)];
  return nullishness(child) === true ? path : joinedPath(run, [path, child]);
};

const parent: NativeFunction = (run, call) =>
  nullishness(argument(run, call, "leaf")) === true
    ? mapAlternatives(pathOf(run, call), (path) => parentOf(run, path) ?? computed(call, "Split-Path"))
    : computed(call, "Split-Path");

/** https://learn.microsoft.com/dotnet/api/system.io.file */
const OF_DOTNET = fileFunctions({
  "[io.file]::readalltext": { path: 0 },
  "[io.file]::readallbytes": { path: 0 },
  "[io.file]::openread": { path: 0 },
});

/** Commands that read files, and those that give and change paths. */
export const FILE_COMMANDS: readonly (readonly [string, NativeFunction])[] = [
  ["ps:file", fileOfModule],
  ["ps:folder", ownFolder],
  ["get-content", getContent],
  ...Object.entries(OF_DOTNET),
  ["join-path", joinPath],
  ["[io.path]::combine", joinPaths],
  ["split-path", parent],
  ["resolve-path", pathOf],
  ["convert-path", pathOf],
  ["get-location", () => workingDirectory()],
];
