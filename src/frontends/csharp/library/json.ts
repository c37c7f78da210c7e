import { Arguments } from "../../../analysis/evaluation/callable.js";
import {
  computed,
  nativeObject,
  natives,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { elementsOf } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { getMember, makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { nullishness, truthiness, type ObjectValue, type Value } from "../../../analysis/evaluation/value.js";
import { leaveOutNothing, printedRecord, printedValue } from "../../lowered/left-out.js";
import { parsedText } from "../../lowered/read-files.js";
import { camelCase } from "../json-names.js";
import { argument } from "./arguments.js";

/** Converts a value to the form that is printed as JSON, with the JSON names of its class. */
export function toJson(run: Run, value: Value, depth = 0): Value {
  const list = (before: ObjectValue, elements: readonly Value[], at: number): Value => {
    const made = elements.map((one) => toJson(run, one, at + 1));
    return made.every((one, index) => one === elements[index])
      ? before
      : makeList(run, made, before.object.place);
  };
  return printedValue(run, value, { list, record: (record, at) => recordToJson(run, record, at) }, depth);
}

function recordToJson(run: Run, value: ObjectValue, depth: number): Value {
  const { members } = run.store.read(value.object);
  const names = value.object.prototype
    ? namesOf(run, peek(run, peek(run, value, "constructor"), "cs:json"))
    : undefined;
  const changed = new Map(
    [...members].map(([key, slot]) => [
      key,
      [names?.get(key) ?? camelCase(key), toJson(run, slot.value, depth + 1)] as const,
    ]),
  );
  const isSame = [...members].every(([key, slot]) => {
    const [name, inner] = changed.get(key)!;
    return name === key && inner === slot.value;
  });
  return !value.object.prototype && isSame ? value : printedRecord(run, value, (key) => changed.get(key)!);
}

/** Returns the names in JSON by the names of the properties. */
function namesOf(run: Run, list: Value): ReadonlyMap<string, string> {
  const all = list.kind === "object" ? (elementsOf(run.store.read(list.object)) ?? []) : [];
  const names = all.map((one) => knownString(run, one) ?? "");
  return new Map(names.flatMap((one, index) => (index % 2 === 0 ? [[one, names[index + 1] ?? one]] : [])));
}

/** Converts a value as a printer does with options, which may leave out members without a value. */
export function printedWith(run: Run, value: Value, options: Value): Value {
  const made = toJson(run, value);
  return leavesOutNothing(run, options) ? leaveOutNothing(run, made) : made;
}

function leavesOutNothing(run: Run, options: Value): boolean {
  if (options.kind !== "object") return false;
  const condition = knownString(run, peek(run, options, "DefaultIgnoreCondition")) ?? "";
  return (
    condition.startsWith("WhenWriting") ||
    truthiness(peek(run, options, "IgnoreNullValues")) === true ||
    knownString(run, peek(run, options, "NullValueHandling")) === "Ignore"
  );
}

export const serialize: NativeFunction = (run, call) => {
  const { list } = call.args;
  // `Serialize(stream, value)`
  if (list.length > 1) run.recorder.escapes.madeJson(run, { ...call, args: new Arguments(list.slice(1)) });
  const settings = list.slice(1).find(({ kind }) => kind === "object");
  const options = settings ?? argument(run, call, list.length, "options", "settings");
  return printedWith(run, argument(run, call, 0, "value", "obj"), options);
};

/** Models the readers of JSON: the result is what was printed, or an answer, whose members can be read. */
export const deserialize: NativeFunction = (run, call) =>
  parsedText(run, argument(run, call, 0, "json", "utf8Json", "value"), call);

export const functionsOfJson: Maker = () =>
  nativeObject(
    "JSON",
    natives({
      Serialize: serialize,
      SerializeToUtf8Bytes: serialize,
      SerializeToNode: serialize,
      SerializeToElement: serialize,
      SerializeObject: serialize,
      FromObject: serialize,
      Deserialize: deserialize,
      DeserializeAsync: deserialize,
      DeserializeObject: deserialize,
      Parse: deserialize,
      ParseAsync: deserialize,
      LoadAsync: deserialize,
    }),
  );

/** Models `new JObject { … }` and `new JArray()` without braces: records and lists. */
export const jsonClass = (name: string, make: NativeFunction): Maker => {
  const functions = natives({ Parse: deserialize, FromObject: serialize, LoadAsync: deserialize });
  return () => nativeValue(name, make, functions);
};

/** Reads the value under a path of keys. The place of the read is the place of the path. */
export function readPath(run: Run, value: Value, key: Value, call: Call, separator: RegExp): Value {
  const path = knownString(run, key);
  if (path === undefined) return computed(call, "path");
  const { node, environment } = call;
  const first = node.type === "CallExpression" ? node.arguments[0] : undefined;
  return path
    .split(separator)
    .filter((step) => step !== "" && step !== "$")
    .reduce<Value>(
      (object, step) =>
        nullishness(object) === true
          ? object
          : getMember(run, object, step, { node, key: first ?? node, environment }),
      value,
    );
}
