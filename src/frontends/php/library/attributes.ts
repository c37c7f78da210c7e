import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownStrings, knownNumber, knownString } from "../../../analysis/evaluation/coerce.js";
import { isIndex } from "../../../analysis/evaluation/heap.js";
import { getMemberByKey, type Site } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  NULL,
  computedText,
  memberOfUnknown,
  opaque,
  type ObjectValue,
  type Single,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { isList, isRecord } from "./arrays.js";
import { COLLECTION_METHODS } from "./collections.js";
import { methodIn, type Methods } from "../../lowered/methods.js";
import { siteOfArgument } from "../../lowered/records.js";

/** Methods of responses and of streams that give the response again: its text, or what it holds. */
const SAME: ReadonlySet<string> = new Set([
  ...["getBody", "getContents", "body", "json", "object", "collect", "toArray", "getContent", "throw"],
  ...["wait", "all", "toStream", "throwIf", "throwUnless", "resolve"],
]);

const same =
  (name: string): NativeFunction =>
  (run, call) => {
    const receiver = call.this as UnknownValue;
    if (receiver.source.reason !== "response") return callUnknown(run, memberOfUnknown(receiver, name), call);
    // `$response->json("a.b")` and `$response->collect("a.b")` read.
    const isRead = (name === "json" || name === "collect") && call.args.has(0);
    const path = isRead ? knownString(run, call.args.at(0)) : undefined;
    if (path === undefined) return isRead ? computed(call, name) : call.this;
    return path
      .split(".")
      .reduce<Value>(
        (value, key) => getMemberByKey(run, value, [key], siteOfArgument(run, call, 0)),
        receiver,
      );
  };

/** Gives the content of a response the methods of a collection. */
const collected =
  (name: string, method: NativeFunction): NativeFunction =>
  (run, call) => {
    const receiver = call.this as UnknownValue;
    return receiver.source.reason === "response"
      ? method(run, call)
      : callUnknown(run, memberOfUnknown(receiver, name), call);
  };

const UNKNOWN_METHODS: Methods = new Map([
  ...[...COLLECTION_METHODS].map(([name, method]) => [name, collected(name, method)] as const),
  ...[...SAME].map((name) => [name, same(name)] as const),
]);

/** Models members of values that are not objects. See `Semantics.attribute`. PHP has no members of texts and lists. */
export function attributeOf(_run: Run, value: Single, name: string, isCalled: boolean): Value | undefined {
  switch (value.kind) {
    case "text":
    case "scalar":
      return isCalled ? opaque("computed", name) : NULL;
    case "unknown":
      return isCalled ? methodIn(UNKNOWN_METHODS, name) : undefined;
    case "object":
      return ofObject(value, name, isCalled);
  }
}

/** An array has methods where `collect` made a collection of it. */
function ofObject(value: ObjectValue, name: string, isCalled: boolean): Value | undefined {
  const isArray = isList(value);
  const method = isCalled && (isArray || isRecord(value)) ? methodIn(COLLECTION_METHODS, name) : undefined;
  return method ?? (isArray ? opaque("computed", name) : undefined);
}

/** Models elements of values. See `Semantics.element`. */
export function elementOf(run: Run, value: Single, key: Value, site: Site): Value | undefined {
  const place = site.environment.locate(site.node);
  if (value.kind === "text") {
    const text = knownString(run, value);
    const index = knownNumber(key);
    // eslint-disable-next-line no-control-regex
    if (text === undefined || index === undefined || !/^[\x00-\x7f]*$/.test(text))
      return opaque("computed", "[]", place);
    const one = text.at(index);
    return one === undefined ? opaque("computed", "[]", place) : computedText(one);
  }
  if (value.kind === "scalar") return NULL;
  if (value.kind !== "object" || value.object.className !== "Array") return undefined;
  const keys = knownStrings(run, key);
  if (!keys || keys.every(isIndex)) return undefined;
  const { open, rest } = run.store.read(value.object);
  return open.length + rest.length > 0 ? opaque("computed", "[]", place) : NULL;
}
