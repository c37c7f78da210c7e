import { someList } from "../../../analysis/evaluation/literals.js";
import { isUnused } from "../../../analysis/evaluation/removals.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { computed, siteOf, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownStrings } from "../../../analysis/evaluation/coerce.js";
import { inOneList } from "../../../analysis/evaluation/keywords.js";
import { setMemberByKey } from "../../../analysis/evaluation/member-writes.js";
import { copyMembers, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { keyOfUnknown, recordOf } from "../../../analysis/evaluation/record-keys.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  choice,
  memberOfUnknown,
  nullishness,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { siteOfArgument } from "../../lowered/records.js";
import { blockOf, countOf, namedArguments, yieldTo, takesPair } from "./blocks.js";
import { readElement } from "./fetch.js";
import { responseText } from "./response-texts.js";

const receiverOf = (call: Call): UnknownValue => call.this as UnknownValue;

/** The call as one of something that is not known at all. */
function asUnknown(run: Run, name: string, call: Call): Value {
  return callUnknown(run, memberOfUnknown(receiverOf(call), name), {
    ...call,
    args: inOneList(run, call.args),
  });
}

/** Any element that a block gets: of a hash, the key and the value, where the block takes them apart. */
function elementFor(run: Run, block: Value, index: number, call: Call): Value {
  const receiver = receiverOf(call);
  const element = memberOfUnknown(receiver, "[]");
  return takesPair(block, index) ? makeList(run, [keyOfUnknown(receiver, call), element]) : element;
}

/** Calls the block twice for any element, since the second call may find what the first one left behind. */
function forElements(run: Run, call: Call, others: readonly Value[] = []): Value | undefined {
  const block = blockOf(run, call);
  if (!block) return undefined;
  const receiver = receiverOf(call);
  const element = elementFor(run, block, 0, call);
  // A block with two parameters gets the keys and values of a hash.
  const isOfHash = others.length === 0 && countOf(block) === 2;
  const given = isOfHash ? [keyOfUnknown(receiver, call), element] : [element, ...others];
  return choice([0, 1].map(() => yieldTo(run, block, given, call, false)));
}

const sameList =
  (name: string): NativeFunction =>
  (run, call) => {
    if (call.args.length > 0) return asUnknown(run, name, call);
    forElements(run, call);
    return call.this;
  };

const element =
  (name: string): NativeFunction =>
  (run, call) => {
    if (call.args.length > 1) return asUnknown(run, name, call);
    forElements(run, call);
    return memberOfUnknown(receiverOf(call), "[]");
  };

const results =
  (name: string): NativeFunction =>
  (run, call) => {
    const result = call.args.length === 0 ? forElements(run, call) : undefined;
    return result ? someList(run, [result], call) : asUnknown(run, name, call);
  };

const asked =
  (name: string): NativeFunction =>
  (run, call) =>
    forElements(run, call) ? computed(call, name) : asUnknown(run, name, call);

/** Values that are equal for every use: bodies of responses, copies, texts of bytes. */
const same =
  (name: string): NativeFunction =>
  (run, call) => {
    const receiver = receiverOf(call);
    const text = responseText(run, receiver, name);
    if (text) return text;
    return receiver.source.reason === "response" || IS_SAME_OF_ALL.has(name)
      ? receiver
      : asUnknown(run, name, call);
  };

const IS_SAME_OF_ALL: ReadonlySet<string> = new Set([
  ...[
    "dup",
    "clone",
    "freeze",
    "to_s",
    "to_str",
    "to_sym",
    "strip",
    "to_h",
    "to_hash",
    "to_a",
    "itself",
    "chomp",
  ],
  ...[
    "symbolize_keys",
    "deep_symbolize_keys",
    "stringify_keys",
    "with_indifferent_access",
    "compact",
    "presence",
  ],
]);

/** Models a method whose block makes other keys. Keys that become symbols, or texts again, are the same keys. */
const withKeys =
  (name: string, isSame: (run: Run, key: UnknownValue, changed: Value) => boolean): NativeFunction =>
  (run, call) => {
    const receiver = receiverOf(call);
    const block = blockOf(run, call);
    const key = keyOfUnknown(receiver, call);
    const given = block && countOf(block) === 2 ? [key, memberOfUnknown(receiver, "[]")] : [key];
    if (block && isSame(run, key, yieldTo(run, block, given, call, false))) return call.this;
    run.recorder.escapes.listed(run, receiver, name, call);
    return asUnknown(run, name, call);
  };

const withOtherKeys = (name: string): NativeFunction =>
  withKeys(
    name,
    (_run, key, changed) =>
      changed.kind === "unknown" && changed.source === key.source && changed.path.length === 0,
  );

const withOtherPairs = withKeys(
  "to_h",
  (run, _key, pair) => recordOf(peek(run, pair, "0"), peek(run, pair, "1")) !== undefined,
);

/** A key, and neither a URL nor the path of one. */
function isKey(keys: readonly string[] | undefined): boolean {
  return keys?.every((key) => /^[\w.$@ -]+$/.test(key)) ?? false;
}

/** `x.fetch("key", default)` */
const fetch: NativeFunction = (run, call) => {
  const keys = knownStrings(run, call.args.at(0));
  const isNumber = call.args.at(0).kind === "scalar";
  if (!isNumber && keys && !isKey(keys)) return asUnknown(run, "fetch", call);
  const found = readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
  const block = blockOf(run, call);
  const standby = block ? yieldTo(run, block, [call.args.at(0)], call, false) : call.args.at(1);
  return nullishness(standby) === true ? found : choice([found, standby]);
};

const dig: NativeFunction = (run, call) =>
  call.args.rest
    ? asUnknown(run, "dig", call)
    : call.args.list.reduce<Value>(
        (value, key, index) => readElement(run, value, key, siteOfArgument(run, call, index)),
        call.this,
      );

/** `h.values_at("a", "b")`: the values under keys, in a list. */
function readAll(run: Run, call: Call): Value | undefined {
  if (call.args.rest) return undefined;
  const values = call.args.list.map((key, index) =>
    readElement(run, call.this, key, siteOfArgument(run, call, index)),
  );
  return makeList(run, values);
}

const SAME = [
  ...[
    "body",
    "read",
    "read_body",
    "to_s",
    "to_str",
    "string",
    "parsed_response",
    "parse",
    "json",
    "to_h",
    "to_hash",
  ],
  ...["dup", "clone", "freeze", "strip", "chomp", "force_encoding", "encode", "symbolize_keys", "presence"],
  ...[
    "deep_symbolize_keys",
    "stringify_keys",
    "with_indifferent_access",
    "compact",
    "raise_for_status",
    "flush",
  ],
  ...["value!", "wait", "scrub", "unicode_normalize", "to_sym", "result", "entity", "as_json", "raw_body"],
];

export const UNKNOWN_METHODS: Methods = methodsOf({
  ...Object.fromEntries(SAME.map((name) => [name, same(name)])),
  ...Object.fromEntries(
    [
      "each",
      "each_entry",
      "each_pair",
      "select",
      "filter",
      "reject",
      "sort_by",
      "sort",
      "uniq",
      "reverse",
      "flatten",
      "each_value",
    ].map((name) => [name, sameList(name)]),
  ),
  ...Object.fromEntries(
    ["find", "detect", "first", "last", "min_by", "max_by", "sample", "shift", "pop"].map((name) => [
      name,
      element(name),
    ]),
  ),
  ...Object.fromEntries(["map", "collect", "flat_map", "filter_map"].map((name) => [name, results(name)])),
  ...Object.fromEntries(
    [
      "any?",
      "all?",
      "none?",
      "count",
      "sum",
      "group_by",
      "partition",
      "index",
      "find_index",
      "each_slice",
    ].map((name) => [name, asked(name)]),
  ),
  each_with_index: (run, call) => {
    if (!forElements(run, call, [computed(call, "index")])) return call.this;
    return call.this;
  },
  each_with_object: (run, call) => {
    forElements(run, call, [call.args.at(0)]);
    return call.args.at(0);
  },
  inject: (run, call) => {
    const block = blockOf(run, call);
    if (!block) return asUnknown(run, "inject", call);
    let all: Value = call.args.length > 0 ? call.args.at(0) : memberOfUnknown(receiverOf(call), "[]");
    for (let round = 0; round < 2; round++)
      all = choice([all, yieldTo(run, block, [all, elementFor(run, block, 1, call)], call, false)]);
    return all;
  },
  values_at: (run, call) => readAll(run, call) ?? asUnknown(run, "values_at", call),
  fetch_values: (run, call) => readAll(run, call) ?? asUnknown(run, "fetch_values", call),
  slice: (run, call) => {
    const isOfHash = knownStrings(run, call.args.at(0)) !== undefined;
    if (isOfHash) readAll(run, call);
    return asUnknown(run, "slice", call);
  },
  delete: (run, call) => {
    if (knownStrings(run, call.args.at(0)) === undefined || isUnused(call.node))
      return asUnknown(run, "delete", call);
    return readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
  },
  keys: (run, call) => {
    const receiver = receiverOf(call);
    if (receiver.source.request === undefined || call.args.length > 0) return asUnknown(run, "keys", call);
    run.recorder.escapes.listed(run, receiver, "keys", call);
    return someList(run, [keyOfUnknown(receiver, call)], call);
  },
  to_a: (run, call) => {
    if (receiverOf(call).source.request !== undefined)
      run.recorder.escapes.listed(run, call.this, "to_a", call);
    return call.this;
  },
  ...Object.fromEntries(["transform_keys", "deep_transform_keys"].map((name) => [name, withOtherKeys(name)])),
  to_h: (run, call) => (blockOf(run, call) ? withOtherPairs(run, call) : same("to_h")(run, call)),
  values: (run, call) => (call.args.length === 0 ? call.this : asUnknown(run, "values", call)),
  fetch,
  dig,
  store: (run, call) => {
    setMemberByKey(
      run,
      call.this,
      knownStrings(run, call.args.at(0)),
      call.args.at(1),
      siteOfArgument(run, call, 0),
    );
    return call.args.at(1);
  },
  "key?": (run, call) => {
    // Asking for a key is reading it.
    readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
    return computed(call, "key?");
  },
  "has_key?": (run, call) => {
    readElement(run, call.this, call.args.at(0), siteOfArgument(run, call, 0));
    return computed(call, "key?");
  },
  merge: (run, call) => {
    const named = namedArguments(run, call);
    const others = [...call.args.list, ...(named ? [named] : [])];
    if (!others.some((one) => alternatives(one).some(({ kind }) => kind === "object")))
      return asUnknown(run, "merge", call);
    const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
    for (const one of [call.this, ...others]) copyMembers(run, made.object, one, siteOf(call));
    return made;
  },
  // An unknown value may be a text, to which another is appended.
  concat: (run, call) => concat(run, [call.this, ...call.args.list]),
});
