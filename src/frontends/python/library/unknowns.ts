import { isGuardedRemoval, isUnused } from "../../../analysis/evaluation/removals.js";
import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { computed } from "../../../analysis/builtins/native.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownStrings } from "../../../analysis/evaluation/coerce.js";
import { pushSomeElement } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey } from "../../../analysis/evaluation/members.js";
import {
  memberOfUnknown,
  objectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";
import { entryOf, siteOfKey } from "../../lowered/records.js";
import { withDefault } from "./dicts.js";
import { inExecutor } from "./tasks.js";
import type { Methods } from "../../lowered/methods.js";

/** The receiver, where it is not known. */
function receiverOf(value: Value): UnknownValue | undefined {
  return value.kind === "unknown" ? value : undefined;
}

/** The call as one of something that is not known at all. */
const asUnknown =
  (name: string): NativeFunction =>
  (run, call) => {
    const receiver = receiverOf(call.this);
    return receiver ? callValue(run, memberOfUnknown(receiver, name), call) : computed(call, name);
  };

/** A key of a dictionary, and neither a URL nor the path of one. */
function isKey(keys: readonly string[] | undefined): boolean {
  return keys?.every((key) => /^[\w.$@ -]+$/.test(key)) ?? false;
}

/** `x.get("key")` reads a member; with a URL, a session that is not known sends a request. */
function reading(name: string): NativeFunction {
  return (run, call) => {
    const keys = knownStrings(run, call.args.at(0));
    const hasOptions = call.args.keywords !== undefined || call.args.length > 2 || call.args.length === 0;
    if (hasOptions || !isKey(keys)) return asUnknown(name)(run, call);
    // Nothing depends on a key that is taken out, whether it is there or not.
    const takesOut =
      name === "pop" && isUnused(call.node) && (call.args.has(1) || isGuardedRemoval(call.node));
    if (takesOut) return asUnknown(name)(run, call);
    const found = getMemberByKey(run, call.this, knownStrings(run, call.args.at(0)), siteOfKey(run, call));
    return withDefault(run, call, found);
  };
}

/** Values that are equal for every use: copies, texts of bytes. */
const same =
  (name: string): NativeFunction =>
  (run, call) =>
    receiverOf(call.this)?.source.reason === "response" || name === "copy"
      ? call.this
      : asUnknown(name)(run, call);

/** Methods of something unknown that mean the same on most of what it may be. */
export const UNKNOWN_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    get: reading("get"),
    pop: reading("pop"),
    setdefault: reading("setdefault"),
    items: (run, call) => {
      const receiver = receiverOf(call.this);
      if (!receiver || call.args.length > 0) return asUnknown("items")(run, call);
      const list = run.make("Array", call.environment.locate(call.node));
      pushSomeElement(run.store, list, entryOf(run, receiver, call));
      return objectValue(list);
    },
    values: same("values"),
    copy: same("copy"),
    decode: same("decode"),
    encode: same("encode"),
    strip: same("strip"),
    read: same("read"),
    /** Of an event loop that is a parameter. */
    run_in_executor: inExecutor,
    /** Of a module of Ansible. */
    jsonify: (run, call) =>
      receiverOf(call.this) ? makeJsonText(run, call.args.at(0), call) : computed(call, "jsonify"),
  } satisfies Readonly<Record<string, NativeFunction>>),
);
