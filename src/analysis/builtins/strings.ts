import { HOLE_MARK, flatten, holesOf, knownText, sliceText, type Part, type Text } from "../../facts/text.js";
import { concat, knownNumber, knownString, toText } from "../evaluation/coerce.js";
import { Arguments, type Call } from "../evaluation/callable.js";
import { callValue } from "../evaluation/calls.js";
import { pushSomeElement, type HeapObject } from "../evaluation/heap.js";
import { iterate } from "../evaluation/iteration.js";
import { repeatPerhaps } from "../evaluation/repetition.js";
import { makeList } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  isFunction,
  mapAlternatives,
  objectValue,
  textOf,
  type TextValue,
  type Value,
} from "../evaluation/value.js";
import { COUNTING_METHODS } from "../recording/offsets.js";
import { CHARACTER_METHODS } from "./characters.js";
import { replaceByPattern } from "./patterns.js";
import {
  callBack,
  computed,
  definePrototype,
  itself,
  natives,
  nativeValue,
  truth,
  type NativeFunction,
} from "./native.js";

/** Records the text that a method with this name searches for. */
function searching(method: string, apply: NativeFunction): NativeFunction {
  return (run, call) => {
    run.recorder.searches.inText(call.this, method, call.args.list[0], call);
    return apply(run, call);
  };
}

/** A method that makes a text of a text; of several texts, one of each. */
function onText(call: Call, change: (text: Text) => Value): Value {
  return mapAlternatives(call.this, (single) =>
    single.kind === "text" ? change(single.text) : computed(call, "text"),
  );
}

function textValue(text: Text): TextValue {
  return { kind: "text", text };
}

export function defineStringPrototype(prototype: HeapObject): void {
  const methods: Record<string, NativeFunction> = {
    toString: itself,
    valueOf: itself,
    normalize: itself,
    concat: (run, call) =>
      call.args.rest ? computed(call, "concat") : concat(run, [call.this, ...call.args.list]),
    toLowerCase: (_run, call) => onText(call, (text) => changeCase(text, (known) => known.toLowerCase())),
    toUpperCase: (_run, call) => onText(call, (text) => changeCase(text, (known) => known.toUpperCase())),
    trim: (_run, call) => onText(call, (text) => textValue(trimEnd(trimStart(text)))),
    trimStart: (_run, call) => onText(call, (text) => textValue(trimStart(text))),
    trimEnd: (_run, call) => onText(call, (text) => textValue(trimEnd(text))),
    replace: searching("replace", (run, call) => onText(call, (text) => replace(run, text, call, false))),
    replaceAll: searching("replaceAll", (run, call) =>
      onText(call, (text) => replace(run, text, call, true)),
    ),
    slice: (_run, call) => onText(call, (text) => part(text, call, true)),
    substring: (_run, call) => onText(call, (text) => part(text, call, false)),
    split: searching("split", split),
    startsWith: searching("startsWith", (run, call) => test(run, call, startsWith)),
    endsWith: searching("endsWith", (run, call) => test(run, call, endsWith)),
    includes: searching("includes", (run, call) => test(run, call, includes)),
    ...CHARACTER_METHODS,
    indexOf: searching("indexOf", CHARACTER_METHODS.indexOf),
    lastIndexOf: searching("lastIndexOf", CHARACTER_METHODS.lastIndexOf),
    repeat: (run, call) => {
      const times = knownNumber(call.args.at(0));
      if (times === undefined || times < 0 || times > 50) return computed(call, "repeat");
      return concat(
        run,
        Array.from({ length: times }, () => call.this),
      );
    },
    substr: (_run, call) => computed(call, "part of a string"),
  };
  for (const name of COUNTING_METHODS) methods[name] = counting(name, methods[name]!);
  definePrototype(prototype, methods);
}

/** A method of strings that counts characters. */
function counting(name: string, method: NativeFunction): NativeFunction {
  return (run, call) => {
    run.recorder.offsets.asked(call.this, name, call);
    return method(run, call);
  };
}

function changeCase(text: Text, change: (known: string) => string): Value {
  const parts = text.parts.map((part): Part => {
    if (part.kind === "hole") return { ...part, name: part.name };
    const changed = change(part.text);
    if (changed === part.text) return part;
    return {
      ...part,
      text: changed,
      ...(part.written ? { written: { ...part.written, exact: false } } : {}),
    };
  });
  return textOf(parts);
}

function trimStart(text: Text): Text {
  const flat = flatten(text);
  return sliceText(text, flat.length - flat.trimStart().length, flat.length);
}

function trimEnd(text: Text): Text {
  return sliceText(text, 0, flatten(text).trimEnd().length);
}

/** `slice` and `substring`, where everything they count is known. */
function part(text: Text, call: Call, negative: boolean): Value {
  const flat = flatten(text);
  const start = call.args.has(0) ? position(call.args.at(0)) : 0;
  const end = call.args.has(1) ? position(call.args.at(1)) : Infinity;
  if (start === undefined || end === undefined || call.args.rest) return computed(call, "part of a string");
  const hole = flat.indexOf(HOLE_MARK);
  if (hole >= 0 && (start < 0 || end < 0 || start > hole)) return computed(call, "part of a string");
  const length = flat.length;
  const at = (index: number) => Math.min(length, Math.max(0, negative && index < 0 ? length + index : index));
  const [from, to] = [at(start), at(end)];
  if (hole >= 0 && to > hole && end !== Infinity) return computed(call, "part of a string");
  return textValue(
    sliceText(text, negative ? from : Math.min(from, to), negative ? Math.max(from, to) : Math.max(from, to)),
  );
}

function position(value: Value): number | undefined {
  const number = knownNumber(value);
  return number === undefined ? undefined : Math.trunc(number) || 0;
}

function replace(run: Run, text: Text, call: Call, all: boolean): Value {
  const pattern = call.args.at(0);
  const known = knownString(run, pattern);
  if (known === undefined) {
    const replaced = replaceByPattern(run, text, call) ?? stripByPattern(run, text, pattern, call);
    if (!replaced && isFunction(call.args.at(1))) callForMatches(run, call);
    return replaced ?? computed(call, "replace");
  }
  const flat = flatten(text);
  if (mayStraddle(flat, known)) return computed(call, "replace");
  const pieces: Value[] = [];
  let from = 0;
  for (let at = flat.indexOf(known); at >= 0 && known !== ""; at = flat.indexOf(known, from)) {
    pieces.push(textValue(sliceText(text, from, at)), replacementOf(run, call, known));
    from = at + known.length;
    if (!all) break;
  }
  if (known === "")
    return all ? computed(call, "replace") : concat(run, [replacementOf(run, call, ""), textValue(text)]);
  pieces.push(textValue(sliceText(text, from, flat.length)));
  const replaced = concat(run, pieces);
  // The replaced text may be in the unknown part before, and then the known text stays.
  const hole = flat.indexOf(HOLE_MARK);
  return !all && hole >= 0 && hole < flat.indexOf(known) ? choice([replaced, textValue(text)]) : replaced;
}

/** A function is called for each match of a pattern that is not tried, with what it and its groups are. */
function callForMatches(run: Run, call: Call): void {
  const [match, group] = [computed(call, "match"), computed(call, "group")];
  const args = new Arguments([match], group);
  repeatPerhaps(run, () => void callValue(run, call.args.at(1), { ...call, this: UNDEFINED, args }));
}

/** Returns whether a part of what is sought may be in a hole and the rest beside it. */
function mayStraddle(flat: string, sought: string): boolean {
  for (let at = flat.indexOf(HOLE_MARK); at >= 0; at = flat.indexOf(HOLE_MARK, at + 1)) {
    for (let length = 1; length < sought.length; length++) {
      if (flat.startsWith(sought.slice(length), at + 1)) return true;
      if (flat.slice(0, at).endsWith(sought.slice(0, length))) return true;
    }
  }
  return false;
}

function replacementOf(run: Run, call: Call, match: string): Value {
  const replacement = call.args.at(1);
  const isCalled = isFunction(replacement);
  const value = isCalled ? callBack(run, replacement, [computedText(match)], call) : replacement;
  // `$1` and the like mean something else than themselves.
  const mayRefer =
    !isCalled &&
    alternatives(value).some((single) => single.kind === "text" && flatten(single.text).includes("$"));
  return mayRefer ? computed(call, "replacement") : value;
}

/** Slashes at the ends of a URL are what regular expressions are most often used for beside one: `url.replace(/\/+$/, "")`. */
function stripByPattern(run: Run, text: Text, pattern: Value, call: Call): Value | undefined {
  if (pattern.kind !== "unknown" || knownString(run, call.args.at(1)) !== "") return undefined;
  const { name } = pattern.source;
  const flat = flatten(text);
  const end = /^\/\\\/([+*]?)\$\/g?$/.exec(name);
  if (end) {
    if (flat.endsWith(HOLE_MARK)) return undefined;
    const stripped = end[1] ? flat.replace(/\/+$/, "") : flat.replace(/\/$/, "");
    return textValue(sliceText(text, 0, stripped.length));
  }
  const start = /^\/\^\\\/([+*]?)\/g?$/.exec(name);
  if (!start || flat.startsWith(HOLE_MARK)) return undefined;
  const stripped = start[1] ? flat.replace(/^\/+/, "") : flat.replace(/^\//, "");
  return textValue(sliceText(text, flat.length - stripped.length, flat.length));
}

function split(run: Run, call: Call): Value {
  const { this: value } = call;
  const separator = knownString(run, call.args.at(0));
  if (value.kind !== "text" || separator === undefined || call.args.length !== 1) {
    const list = makeList(run, []);
    pushSomeElement(run.store, list.object, computed(call, "part of a string"));
    return list;
  }
  const { text } = value;
  const flat = flatten(text);
  if (separator === "" && knownText(text) !== undefined && flat.length <= 1000)
    return makeList(
      run,
      Array.from({ length: flat.length }, (_, index) => textValue(sliceText(text, index, index + 1))),
    );
  if (flat.includes(HOLE_MARK) || separator === "") {
    const list = run.make("Array", call.environment.locate(call.node));
    pushSomeElement(run.store, list, computed(call, "part of a string"));
    return objectValue(list);
  }
  const pieces: Value[] = [];
  let from = 0;
  for (let at = flat.indexOf(separator); at >= 0; at = flat.indexOf(separator, from)) {
    pieces.push(textValue(sliceText(text, from, at)));
    from = at + separator.length;
  }
  pieces.push(textValue(sliceText(text, from, flat.length)));
  return makeList(run, pieces);
}

function test(run: Run, call: Call, holds: (text: Text, sought: string) => boolean | undefined): Value {
  const sought = knownString(run, call.args.at(0));
  if (sought === undefined || call.args.length > 1) return computed(call, "test of a string");
  return onText(call, (text) => {
    return truth(call, holds(text, sought), "test of a string");
  });
}

function startsWith(text: Text, sought: string): boolean | undefined {
  const flat = flatten(text);
  const hole = flat.indexOf(HOLE_MARK);
  if (hole < 0 || hole >= sought.length) return flat.startsWith(sought);
  return sought.startsWith(flat.slice(0, hole)) ? undefined : false;
}

function endsWith(text: Text, sought: string): boolean | undefined {
  const flat = flatten(text);
  const tail = flat.slice(flat.lastIndexOf(HOLE_MARK) + 1);
  if (tail.length === flat.length || tail.length >= sought.length) return flat.endsWith(sought);
  return sought.endsWith(tail) ? undefined : false;
}

function includes(text: Text, sought: string): boolean | undefined {
  if (flatten(text).includes(sought)) return true;
  return holesOf(text).length > 0 ? undefined : false;
}

/** Models `String(value)` and its static members. */
export function stringFunction(): Value {
  return nativeValue(
    "String",
    (run, call) =>
      call.args.length === 0
        ? computedText("")
        : mapAlternatives(call.args.at(0), (single) => textValue(toText(run, single))),
    natives({ raw: (run, call) => raw(run, call) }),
  );
}

/** `String.raw` as a tag: the strings, with the values between them. */
function raw(run: Run, call: Call): Value {
  const strings = iterate(run, call.args.at(0)).known;
  if (!strings || call.args.rest) return computed(call, "String.raw");
  return concat(
    run,
    strings.flatMap((string, index) => {
      const value = index < strings.length - 1 ? call.args.list[index + 1] : undefined;
      return value ? [string, value] : [string];
    }),
  );
}

/** Models `encodeURIComponent` and similar functions. They encode known characters, and keep holes. */
export function encoder(name: string, encode: (text: string) => string): Value {
  return nativeValue(name, (run, call) =>
    mapAlternatives(call.args.at(0), (single) => {
      const text = toText(run, single);
      const parts = text.parts.map((piece): Part => {
        if (piece.kind === "hole") return piece;
        const encoded = attempt(() => encode(piece.text));
        if (encoded === piece.text) return piece;
        if (encoded === undefined) return { kind: "hole", reason: "computed", name, hops: piece.hops };
        return {
          ...piece,
          text: encoded,
          ...(piece.written ? { written: { ...piece.written, exact: false } } : {}),
        };
      });
      return textOf(parts);
    }),
  );
}

function attempt(encode: () => string): string | undefined {
  try {
    return encode();
  } catch {
    return undefined;
  }
}
