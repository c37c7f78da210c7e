import { HOLE_MARK, flatten, knownText, sliceText, type Text } from "../../../facts/text.js";
import { computed, itself, type NativeFunction } from "../../javascript/builtins/native.js";
import { concat, knownString } from "../../javascript/evaluation/coerce.js";
import type { Call } from "../../javascript/evaluation/callable.js";
import { iterate } from "../../javascript/evaluation/iteration.js";
import { makeList } from "../../javascript/evaluation/members.js";
import type { Run } from "../../javascript/evaluation/run.js";
import { EMPTY, alternatives, mapAlternatives, type Value } from "../../javascript/evaluation/value.js";
import { formatBraces } from "./format.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import type { Methods } from "../../lowered/methods.js";

function onText(call: Call, change: (text: Text) => Value): Value {
  return mapAlternatives(call.this, (single) =>
    single.kind === "text" ? change(single.text) : computed(call, "text"),
  );
}

const slice = (text: Text, from: number, to: number): Value => ({
  kind: "text",
  text: sliceText(text, from, to),
});

/** `strip`, at one end or both: without an argument white space, else any of its characters. */
function strip(atStart: boolean, atEnd: boolean): NativeFunction {
  return (run, call) => {
    const isGiven = call.args.has(0) && call.args.at(0).kind === "text";
    const characters = isGiven ? knownString(run, call.args.at(0)) : undefined;
    if (call.args.length > 0 && characters === undefined) return computed(call, "strip");
    const isStripped = (one: string): boolean =>
      one !== HOLE_MARK && (characters === undefined ? /\s/.test(one) : characters.includes(one));
    return onText(call, (text) => {
      const flat = flatten(text);
      let [from, to] = [0, flat.length];
      while (atStart && from < to && isStripped(flat[from]!)) from++;
      while (atEnd && to > from && isStripped(flat[to - 1]!)) to--;
      const isOpen = (atStart && flat[from] === HOLE_MARK) || (atEnd && flat[to - 1] === HOLE_MARK);
      // An unknown value may begin or end with them: white space beside it does not matter, other characters may.
      return isOpen && characters !== undefined && !/^[/\s]*$/.test(characters)
        ? computed(call, "strip")
        : slice(text, from, to);
    });
  };
}

function affix(isPrefix: boolean): NativeFunction {
  return (run, call) => {
    const known = knownString(run, call.args.at(0));
    if (known === undefined) return computed(call, "affix");
    return onText(call, (text) => {
      const flat = flatten(text);
      const end = isPrefix
        ? flat.slice(0, known.length)
        : flat.slice(Math.max(0, flat.length - known.length));
      if (end.includes(HOLE_MARK)) return computed(call, "affix");
      if (end !== known) return { kind: "text", text };
      return isPrefix ? slice(text, known.length, flat.length) : slice(text, 0, flat.length - known.length);
    });
  };
}

/** `",".join(list)` */
function join(run: Run, call: Call): Value {
  const { known } = iterate(run, call.args.at(0));
  if (!known) return computed(call, "join");
  if (known.some((one) => alternatives(one).some(({ kind }) => kind === "scalar" || kind === "object")))
    return computed(call, "join");
  return concat(
    run,
    known.flatMap((one, index) => (index > 0 ? [call.this, one] : [one])),
  );
}

/** Without a separator, pieces between white space. */
function split(run: Run, call: Call): Value {
  if (call.args.length > 0) return asInJavaScript("String", "split", 1)(run, call);
  return onText(call, (text) => {
    const known = knownText(text);
    if (known === undefined) return computed(call, "split");
    const pieces = [...known.matchAll(/\S+/g)].map(({ 0: one, index }) =>
      slice(text, index, index + one.length),
    );
    return makeList(run, pieces);
  });
}

/** All are replaced; a dollar sign means itself. */
const replace: NativeFunction = (run, call) => {
  const by = call.args.at(1);
  const plain = knownString(run, by);
  return plain?.includes("$")
    ? computed(call, "replace")
    : asInJavaScript("String", "replaceAll", 2)(run, call);
};

export const TEXT_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    format: (run, call) => onText(call, (text) => formatBraces(run, text, call)),
    join,
    strip: strip(true, true),
    lstrip: strip(true, false),
    rstrip: strip(false, true),
    removeprefix: affix(true),
    removesuffix: affix(false),
    replace,
    split,
    lower: asInJavaScript("String", "toLowerCase", 0),
    upper: asInJavaScript("String", "toUpperCase", 0),
    startswith: asInJavaScript("String", "startsWith", 1),
    endswith: asInJavaScript("String", "endsWith", 1),
    find: asInJavaScript("String", "indexOf", 1),
    encode: itself,
    decode: itself,
    read: itself,
    close: () => EMPTY,
  } satisfies Readonly<Record<string, NativeFunction>>),
);
