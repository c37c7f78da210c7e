import { HOLE_MARK, flatten, sliceText, type Text } from "../../facts/text.js";
import { computed, type NativeFunction } from "../../analysis/builtins/native.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { knownString } from "../../analysis/evaluation/coerce.js";
import { mapAlternatives, type Value } from "../../analysis/evaluation/value.js";

export function onText(call: Call, change: (text: Text) => Value): Value {
  return mapAlternatives(call.this, (single) =>
    single.kind === "text" ? change(single.text) : computed(call, "text"),
  );
}

export const slice = (text: Text, from: number, to: number): Value => ({
  kind: "text",
  text: sliceText(text, from, to),
});

/** Models `strip` at one end or both: removes white space, or the characters in its argument. */
export function strip(atStart: boolean, atEnd: boolean): NativeFunction {
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

/** Takes a text off the beginning or the end of another one, where it is there: `removesuffix("/")`, `chomp("/")`. */
export function affix(isPrefix: boolean): NativeFunction {
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
