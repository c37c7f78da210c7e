import type { SourceText } from "../../core/source-text.js";
import { HOLE_MARK, UNNAMED, flatten } from "../../facts/text.js";
import { filePathOf, nameOfFile } from "../../analysis/builtins/file-places.js";
import { parseJson } from "../../analysis/builtins/json.js";
import type { NativeFunction } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  mapAlternatives,
  nullishness,
  opaque,
  textOf,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";

/** Longer files are neither settings nor bodies that people wrote. */
const MAX_LENGTH = 200_000;

/** A longer text is not a path. */
const MAX_PATH = 500;

/** A function of a library that reads a file of the repository, as data. An open file is its text. */
export interface FileFunction {
  /** The index of the argument with the path; the function is a method of a path without it. */
  readonly path?: number;
  /** The index of the argument that says whether the file is only read. */
  readonly mode?: number;
  /** The folders of a project that it looks into, instead of the working directory. */
  readonly folders?: readonly string[];
}

/** Returns a function for each row. What it gives for a file that is not there or not known is unknown. */
export function fileFunctions(
  rows: Readonly<Record<string, FileFunction>>,
  give: (run: Run, content: Value, call: Call) => Value = (_run, content) => content,
): Record<string, NativeFunction> {
  const functions: Record<string, NativeFunction> = {};
  for (const [name, row] of Object.entries(rows))
    functions[name] = (run, call) => give(run, contentOrUnknown(run, call, row), call);
  return functions;
}

/** Returns the content of the files that a call of a function reads, or an unknown value. */
export function contentOrUnknown(run: Run, call: Call, row: FileFunction): Value {
  const path = row.path === undefined ? call.this : call.args.at(row.path);
  return contentFor(run, call, row) ?? unreadFile(run, call, path);
}

/** Returns the content of a file that is not known. */
export function unreadFile(run: Run, { environment, node }: Call, path: Value): Value {
  const named = alternatives(path).flatMap((single) => nameOfFile(run, single) ?? []);
  const name = named.length === 1 && !named[0]!.name.includes(HOLE_MARK) ? named[0]!.name : UNNAMED;
  return opaque("file", name, environment.locate(node));
}

/** Returns the content of the files that a call of a function reads. Undefined if one of them is unknown. */
export function contentFor(run: Run, call: Call, { path, mode, folders }: FileFunction): Value | undefined {
  if (call.args.rest || (mode !== undefined && !isReading(run, call.args.at(mode)))) return undefined;
  return contentOf(run, path === undefined ? call.this : call.args.at(path), call, folders);
}

/** Returns the contents of the files that a path may name. Undefined if one of them is unknown. */
export function contentOf(run: Run, path: Value, call: Call, folders?: readonly string[]): Value | undefined {
  let isKnown = true;
  const content = mapAlternatives(path, (single) => {
    const text = folders ? textIn(run, call, single, folders) : textAt(run, call, single);
    if (!text) isKnown = false;
    return text ?? UNDEFINED;
  });
  return isKnown ? content : undefined;
}

/** `r`, `rb`, `rt`, `r:UTF-8`, and `FileMode.Open`. */
const READS = /^(?:r?[bt]?(?::[\w:|-]*)?|Open(?:OrCreate)?)$/;

function isReading(run: Run, mode: Value): boolean {
  if (nullishness(mode) === true) return true;
  const named = mode.kind === "unknown" ? mode.path.at(-1) : knownString(run, mode);
  return named !== undefined && READS.test(named);
}

/** Returns the text of a file beside the program, or in a folder around it. Undefined if there is none. */
export function textNear(run: Run, call: Call, name: string): Value | undefined {
  return wholeText(readNear(run, call, name));
}

/** Returns the text of the file that a path names, by itself or from the place of the program. */
export function textAt(run: Run, call: Call, path: Single): Value | undefined {
  const wanted = filePathOf(run, path);
  if (!wanted || wanted.specifier.length > MAX_PATH) return undefined;
  if (wanted.from === undefined) return textNear(run, call, wanted.specifier);
  return wholeText(run.modules.readText(run, wanted, call.environment.module));
}

/** Returns the text of a file that a path names inside of one of some folders of a project. */
function textIn(run: Run, call: Call, path: Single, folders: readonly string[]): Value | undefined {
  const name = knownString(run, path)?.replace(/^(?:classpath:)?\/?/, "");
  if (name === undefined || name === "") return undefined;
  for (const folder of folders) {
    const text = textNear(run, call, `${folder}/${name}`);
    if (text) return text;
  }
  return undefined;
}

function wholeText(source: SourceText | undefined): Value | undefined {
  if (!source || source.text.length > MAX_LENGTH) return undefined;
  const { path, text } = source;
  const written = { path, start: 0, end: text.length, exact: true };
  return textOf([{ kind: "segment", text, written, hops: undefined }]);
}

/** Reads a file beside the program, or in a folder around it, since programs are started from any of them. */
function readNear(run: Run, { environment: { module } }: Call, name: string): SourceText | undefined {
  if (name.startsWith("/")) return undefined;
  const specifier = name.startsWith(".") ? name : `./${name}`;
  const folders = module.path.split("/").slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const from = [...folders.slice(0, depth), "script"].join("/");
    const source = run.modules.readText(run, { specifier, from }, module);
    if (source) return source;
  }
  return undefined;
}

/** Parses a text that is JSON, such as that of a file. Other values are what a reader of JSON gives otherwise. */
export function parsedText(run: Run, value: Value, call: Call): Value {
  return mapAlternatives(value, (single) => {
    const isJson = single.kind === "text" && /^\s*[[{]/.test(flatten(single.text));
    return isJson ? parseJson(run, single, call) : single;
  });
}
