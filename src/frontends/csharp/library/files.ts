import { workingDirectory } from "../../../analysis/builtins/file-places.js";
import { fileWrittenIn } from "../../../analysis/builtins/json.js";
import {
  itself,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { unknown } from "../../../analysis/evaluation/value.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { joinPaths } from "../../lowered/paths.js";
import { contentOrUnknown, fileFunctions } from "../../lowered/read-files.js";

/** https://learn.microsoft.com/dotnet/api/system.io.file */
const FILES = fileFunctions({
  ...Object.fromEntries(
    ["ReadAllText", "ReadAllBytes", "OpenRead", "OpenText"].flatMap((name) => [
      [name, { path: 0 }],
      [`${name}Async`, { path: 0 }],
    ]),
  ),
  Open: { path: 0, mode: 1 },
});

/** `new StreamReader(path)`, or a reader of a stream, which is the stream. */
const reader: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  const isStream = given.kind !== "text" || fileWrittenIn(run, given.text) !== undefined;
  return isStream ? given : contentOrUnknown(run, call, { path: 0 });
};

const stream: NativeFunction = (run, call) => contentOrUnknown(run, call, { path: 0, mode: 1 });

/** The folder of the program is that of the project, where the files are that a build copies beside it. */
const folder: NativeFunction = () => workingDirectory();

const rest = (name: string) => unknown({ reason: "import", name, specifier: name, born: 0 });

const base = { BaseDirectory: workingDirectory() };

/** Classes of files and folders, by their names. An open file is its text. */
export const FILE_CLASSES: readonly (readonly [string, Maker])[] = [
  ["File", () => nativeValue("File", stream, natives(FILES), "Function", rest("File"))],
  ["FileStream", () => nativeValue("FileStream", stream)],
  ["StreamReader", () => nativeValue("StreamReader", reader)],
  [
    "Path",
    () =>
      nativeObject(
        "Path",
        natives({ Combine: joinPaths, Join: joinPaths, GetFullPath: (_run, call) => call.args.at(0) }),
        rest("Path"),
      ),
  ],
  ["Directory", () => nativeObject("Directory", natives({ GetCurrentDirectory: folder }))],
  ["AppContext", () => nativeObject("AppContext", base)],
  [
    "AppDomain",
    () => nativeObject("AppDomain", { CurrentDomain: nativeObject("AppDomain", base, rest("AppDomain")) }),
  ],
];

/** Methods of open files. */
export const FILE_METHODS: Methods = methodsOf({ ReadToEnd: itself, ReadToEndAsync: itself });
