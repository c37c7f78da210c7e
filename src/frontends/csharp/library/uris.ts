import { nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { concat, toText } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { namedAfter } from "../../../analysis/evaluation/result-names.js";
import {
  EMPTY,
  UNDEFINED,
  computedText,
  mapAlternatives,
  nullishness,
  objectValue,
  opaque,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten, sliceText } from "../../../facts/text.js";
import { ORIGIN, relativeUrl } from "../../lowered/relative-url.js";

/** An address stands for its text; `new Uri(base, relative)` puts them together. */
const uri: NativeFunction = (run, call) => {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  const isRelative =
    second.kind === "text" || (second.kind === "unknown" && second.source.reason !== "computed");
  return isRelative ? relativeUrl(run, first, second) : first;
};

export const uriClass: Maker = () =>
  nativeValue(
    "Uri",
    uri,
    natives({
      EscapeDataString: (_run, call) => escaped(call.args.at(0)),
      EscapeUriString: (_run, call) => call.args.at(0),
    }),
  );

/** Escapes a text for an address. A text that has characters to escape becomes unknown. */
export function escaped(value: Value): Value {
  return value.kind === "text" && /^[\w.~-]*$/.test(flatten(value.text))
    ? value
    : namedAfter(opaque("computed", "escaped"), value);
}

const BASE = internalSlot("base");

/** Models `new UriBuilder(text)` and `new UriBuilder(scheme, host)`. Its parts may be set later. */
export const uriBuilder: NativeFunction = (run, call) => {
  const object = new HeapObject("UriBuilder", call.environment.locate(call.node));
  const [first, second] = [call.args.at(0), call.args.at(1)];
  const isWhole = call.args.length === 1;
  const set = (key: MemberKey, value: Value): void =>
    setMember(run.store, object, key, { value, maybeAbsent: false });
  set(BASE, isWhole ? first : UNDEFINED);
  set("Scheme", isWhole || call.args.length === 0 ? UNDEFINED : first);
  set("Host", isWhole ? UNDEFINED : second);
  set("Path", call.args.length > 3 ? call.args.at(3) : UNDEFINED);
  set("Query", UNDEFINED);
  return objectValue(object);
};

/** Returns the address that a builder makes of its parts. */
export function uriOfBuilder(run: Run, builder: ObjectValue): Value {
  const part = (key: MemberKey): Value => peek(run, builder, key);
  const [base, path, query] = [part(BASE), part("Path"), part("Query")];
  const scheme = nullishness(part("Scheme")) === true ? computedText("https") : part("Scheme");
  const isSet = nullishness(base) !== true && nullishness(part("Host")) === true;
  const whole = isSet ? base : concat(run, [scheme, computedText("://"), part("Host")]);
  const isPathSet = nullishness(path) !== true;
  const origin = isPathSet
    ? mapAlternatives(whole, (one) => (one.kind === "text" ? originOf(run, one) : one))
    : whole;
  const end = nullishness(query) === true ? EMPTY : concat(run, [computedText("?"), withoutMark(query)]);
  return concat(run, [origin, ...(isPathSet ? [computedText("/"), withoutSlash(path)] : []), end]);
}

function originOf(run: Run, value: Parameters<typeof toText>[1]): Value {
  const text = toText(run, value);
  const found = ORIGIN.exec(flatten(text));
  return found ? { kind: "text", text: sliceText(text, 0, found[0].length) } : { kind: "text", text };
}

function withoutSlash(path: Value): Value {
  return mapAlternatives(path, (single) => {
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    return { kind: "text", text: sliceText(single.text, flat.startsWith("/") ? 1 : 0, flat.length) };
  });
}

function withoutMark(query: Value): Value {
  return mapAlternatives(query, (single) => {
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    return { kind: "text", text: sliceText(single.text, flat.startsWith("?") ? 1 : 0, flat.length) };
  });
}
