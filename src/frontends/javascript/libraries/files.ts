import { knownString } from "../../../analysis/evaluation/coerce.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import type { ModuleRecord } from "../../../analysis/evaluation/module-record.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  UNDEFINED,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  textOf,
  unknown,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { tooDeep } from "../../../analysis/depth-guard.js";
import { filePathOf } from "../../../analysis/builtins/file-places.js";
import { parseJson } from "../../../analysis/builtins/json.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makePromise, settle } from "../../../analysis/builtins/promises.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";

type Maker = (run: Run) => Value;

/** Models `fs` in its variants: functions that read a whole file of the repository. All others are unknown. */
export const fileModules = (): [string, Maker][] => [
  ["fs", () => fileModule("fs")],
  ["graceful-fs", () => fileModule("graceful-fs")],
  ["fs-extra", () => fileModule("fs-extra", readsJson(named("fs-extra")))],
  ["fs/promises", () => withDefault("fs/promises", promised(named("fs/promises")), named("fs/promises"))],
];

function named(name: string): UnknownValue {
  return unknown({ reason: "import", name, specifier: name });
}

/** @param more members beside those of `fs` */
function fileModule(name: string, more: Readonly<Record<string, Value>> = {}): Value {
  const rest = named(name);
  const promises = memberOfUnknown(rest, "promises");
  return withDefault(
    name,
    {
      ...natives({
        readFileSync: (run, call) => contentOf(run, call, memberOfUnknown(rest, "readFileSync")),
        readFile: readWithCallback(memberOfUnknown(rest, "readFile")),
      }),
      ...more,
      promises: nativeObject(`${name}.promises`, promised(promises), promises),
    },
    rest,
  );
}

/** Handles the functions that fs-extra adds: they read a file as JSON, and return promises if they get no callback. */
function readsJson(rest: UnknownValue): Record<string, Value> {
  const json = (name: string, run: Run, call: Call): Value => {
    const content = knownContent(run, call.environment.module, call.args.at(0), computedText("utf8"));
    if (!content || call.args.rest) return callUnknown(run, memberOfUnknown(rest, name), call);
    return mapAlternatives(content, (single) => parseJson(run, single, call));
  };
  const functions: Record<string, NativeFunction> = {};
  for (const name of ["readJson", "readJSON"]) {
    functions[name] = (run, call) => makePromise(run, json(name, run, call));
    functions[`${name}Sync`] = (run, call) => json(`${name}Sync`, run, call);
  }
  functions["readFile"] = (run, call) => {
    const isCallback = call.args.list.some((one) => one.kind === "object" && one.object.callable);
    if (isCallback) return readWithCallback(memberOfUnknown(rest, "readFile"))(run, call);
    return makePromise(run, contentOf(run, call, memberOfUnknown(rest, "readFile")));
  };
  return natives(functions);
}

/** Makes a library that code may import by its name, by the names of its members, or both. */
export function withDefault(
  name: string,
  members: Readonly<Record<string, Value>>,
  rest: UnknownValue,
): Value {
  return nativeObject(name, { ...members, default: nativeObject(name, members, rest) }, rest);
}

function promised(rest: UnknownValue): Record<string, Value> {
  return natives({
    readFile: (run, call) => makePromise(run, contentOf(run, call, memberOfUnknown(rest, "readFile"))),
  });
}

/** `readFile(path, encoding, (error, content) => …)` */
function readWithCallback(otherwise: UnknownValue): NativeFunction {
  return (run, call) => {
    const callback = call.args.at(call.args.length - 1);
    const isAbsent = call.args.rest !== undefined || callback.kind !== "object" || !callback.object.callable;
    const { length } = call.args;
    const encoding = length > 2 ? call.args.at(1) : UNDEFINED;
    const content = isAbsent
      ? undefined
      : knownContent(run, call.environment.module, call.args.at(0), encoding);
    if (!content) return callUnknown(run, otherwise, call);
    settle(run, callback, [choice([NULL, computed(call, "error")]), content], call);
    return UNDEFINED;
  };
}

/** Returns the content of a file; for an unknown file, the result of calling an unknown function. */
function contentOf(run: Run, call: Call, otherwise: UnknownValue): Value {
  const content = call.args.rest
    ? undefined
    : knownContent(run, call.environment.module, call.args.at(0), call.args.at(1));
  return content ?? callUnknown(run, otherwise, call);
}

/** Returns the contents of all files that a path may name. Undefined if one of them is unknown. */
function knownContent(run: Run, reader: ModuleRecord, path: Value, encoding: Value): Value | undefined {
  const isText = readsText(run, encoding);
  if (isText === undefined) return undefined;
  let isKnown = true;
  const content = mapAlternatives(path, (single) => {
    const text = textAt(run, single, reader);
    if (!text) isKnown = false;
    return text ? (isText ? text : bytesOf(text)) : UNDEFINED;
  });
  return isKnown ? content : undefined;
}

/**
 * Checks whether a text is read instead of bytes. Undefined if that is unknown, or if the encoding is not that of a
 * text.
 */
function readsText(run: Run, options: Value): boolean | undefined {
  const isOptions = options.kind === "object" && options.object.className === "Object";
  const encoding = isOptions ? peek(run, options, "encoding") : options;
  if (nullishness(encoding) === true) return false;
  return isUtf8(knownString(run, encoding)) ? true : undefined;
}

function isUtf8(encoding: string | undefined): boolean {
  return encoding !== undefined && /^utf-?8$/i.test(encoding);
}

/** Longer files are neither settings nor bodies that people wrote. */
const MAX_LENGTH = 200_000;

function textAt(run: Run, path: Single, reader: ModuleRecord): Value | undefined {
  const wanted = filePathOf(run, path);
  const source = wanted && run.modules.readText(run, wanted, reader);
  if (!source || source.text.length > MAX_LENGTH || tooDeep(source.text, false) !== undefined)
    return undefined;
  const { path: file, text } = source;
  const written = { path: file, start: 0, end: text.length, exact: true };
  return textOf([{ kind: "segment", text, written, hops: undefined }]);
}

/** Makes the bytes of a UTF-8 text, which become the text where a string is needed. */
function bytesOf(text: Value): Value {
  return nativeObject(
    "Buffer",
    {
      [TEXT]: text,
      ...natives({
        toString: (run: Run, call: Call) => {
          const encoding = call.args.at(0);
          const isPlain = nullishness(encoding) === true || isUtf8(knownString(run, encoding));
          if (isPlain && call.args.length < 2) return text;
          run.recorder.fileReads.usesText(run, text, "toString", call);
          return computed(call, "text");
        },
      }),
    },
    unknown({ reason: "computed", name: "Buffer" }),
  );
}
