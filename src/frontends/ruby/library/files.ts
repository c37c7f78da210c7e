import { FILE_OF_URL, folderOfModule, workingDirectory } from "../../../analysis/builtins/file-places.js";
import {
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import {
  mapAlternatives,
  opaque,
  unknown,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { sliceText, flatten } from "../../../facts/text.js";
import { dirname, joinedPath } from "../../lowered/paths.js";
import { contentFor, fileFunctions } from "../../lowered/read-files.js";
import { blockOf, yieldTo } from "./blocks.js";
import { parseText } from "./json.js";
import { railsApplication } from "./yaml.js";

/** https://docs.ruby-lang.org/en/master/IO.html, https://docs.ruby-lang.org/en/master/File.html */
export const READS = fileFunctions({ read: { path: 0 }, binread: { path: 0 } });

/** An open file is its text, which a block is given. */
const OPENS = fileFunctions(
  { open: { path: 0, mode: 1 }, new: { path: 0, mode: 1 } },
  (run, content, call) => {
    const block = blockOf(run, call);
    return block ? yieldTo(run, block, [content], call) : content;
  },
);

/** Models `open(path)`, which also opens URLs. */
export const openOr =
  (otherwise: NativeFunction): NativeFunction =>
  (run, call) =>
    (contentFor(run, call, { path: 0, mode: 1 }) ? OPENS["open"]! : otherwise)(run, call);

/** Models `JSON.load_file(path)`. */
export const loadJsonFile: NativeFunction = (run, call) => {
  const content = contentFor(run, call, { path: 0 }) ?? opaque("computed", "load_file");
  return parseText(run, { ...call, args: new Arguments([content]) });
};

/** Models `File.expand_path("../x", __FILE__)`: the file counts as a folder that `..` leaves. */
const expandPath: NativeFunction = (run, call) => {
  const [path, base] = [call.args.at(0), call.args.list[1]];
  if (!base) return path;
  return mapAlternatives(base, (from) => {
    const folder =
      from.kind === "unknown" && from.source.name === "__filename" ? folderOfModule(from) : undefined;
    if (!folder) return joinedPath(run, [from, path]);
    return mapAlternatives(path, (single): Value => {
      const text = single.kind === "text" ? flatten(single.text) : "";
      if (single.kind !== "text" || !text.startsWith("..")) return joinedPath(run, [from, single]);
      const rest = sliceText(single.text, Math.min(3, text.length), text.length);
      return text.length > 3 ? joinedPath(run, [folder, { kind: "text", text: rest }]) : folder;
    });
  });
};

const OF_PATHNAME = fileFunctions({ read: {}, binread: {} });

/** Makes an object for a path: https://docs.ruby-lang.org/en/master/Pathname.html */
function pathname(path: Value): Value {
  const text = (): Value => path;
  const join: NativeFunction = (run, call) => pathname(joinedPath(run, [path, ...call.args.list]));
  return nativeObject(
    "Pathname",
    { [FILE_OF_URL]: path, ...natives({ ...OF_PATHNAME, join, "+": join, to_s: text, to_path: text }) },
    rest("Pathname"),
  );
}

const newPathname: NativeFunction = (_run, call) => pathname(call.args.at(0));

const rest = (name: string): UnknownValue => unknown({ reason: "global", name, born: 0 });

const moduleOf =
  (name: string, functions: Readonly<Record<string, NativeFunction>>): Maker =>
  () =>
    nativeObject("Module", natives(functions), rest(name));

/** Classes of files and paths. A path is a text. */
export const fileClasses = (join: NativeFunction): readonly (readonly [string, Maker])[] => [
  [
    "File",
    moduleOf("File", {
      ...READS,
      ...OPENS,
      join,
      dirname,
      expand_path: expandPath,
      absolute_path: expandPath,
    }),
  ],
  ["Pathname", () => nativeValue("Pathname", newPathname, natives({ new: newPathname }))],
  [
    "Rails",
    () =>
      nativeObject(
        "Rails",
        { root: pathname(workingDirectory()), application: railsApplication() },
        rest("Rails"),
      ),
  ],
];
