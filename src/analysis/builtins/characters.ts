import { flatten, holesOf, knownText, sliceText, type Text } from "../../facts/text.js";
import type { Call } from "../evaluation/callable.js";
import { knownNumber, knownString } from "../evaluation/coerce.js";
import type { Run } from "../evaluation/run.js";
import { EMPTY, UNDEFINED, computedText, mapAlternatives, scalar, type Value } from "../evaluation/value.js";
import { computed, type NativeFunction } from "./native.js";

/** A method of a text that is wholly known, called with numbers and strings that are known; else an unknown. */
function onKnown(
  apply: (text: Text, known: string, args: readonly (string | number | undefined)[]) => Value,
): NativeFunction {
  return (run, call) => {
    const args = call.args.list.map((value) => argument(run, value));
    const isKnown = !call.args.rest && args.every((one) => one !== undefined);
    return mapAlternatives(call.this, (single) => {
      const known = single.kind === "text" ? knownText(single.text) : undefined;
      if (single.kind !== "text" || known === undefined || !isKnown)
        return computed(call, "part of a string");
      return apply(
        single.text,
        known,
        args.map((one) => one!.value),
      );
    });
  };
}

function argument(run: Run, value: Value): { readonly value: string | number | undefined } | undefined {
  if (value.kind === "scalar" && value.value === undefined) return { value: undefined };
  const number = knownNumber(value);
  if (number !== undefined) return { value: number };
  const text = value.kind === "text" ? knownString(run, value) : undefined;
  return text === undefined ? undefined : { value: text };
}

/** Returns one character with its place. Undefined if it is unknown. */
export function characterAt(text: Text, index: number): Value | undefined {
  const length = flatten(text).length;
  if (holesOf(text).length > 0 || !Number.isInteger(index) || index < 0 || index >= length) return undefined;
  return { kind: "text", text: sliceText(text, index, index + 1) };
}

const whole = (value: string | number | undefined): number => Math.trunc(Number(value ?? 0)) || 0;

/** Longer results are not made. */
const MAX_LENGTH = 1000;

function padded(atStart: boolean): NativeFunction {
  return onKnown((text, known, [length, filler]) => {
    const wanted = whole(length);
    if (wanted > MAX_LENGTH) return { kind: "text", text };
    const made = atStart
      ? known.padStart(wanted, filler === undefined ? " " : String(filler))
      : known.padEnd(wanted, filler === undefined ? " " : String(filler));
    return made === known ? { kind: "text", text } : computedText(made);
  });
}

/** The methods of strings that look at single characters and positions. */
export const CHARACTER_METHODS = {
  at: onKnown((text, known, [index]) => {
    const at = whole(index);
    return characterAt(text, at < 0 ? known.length + at : at) ?? UNDEFINED;
  }),
  charAt: onKnown((text, _known, [index]) => characterAt(text, whole(index)) ?? EMPTY),
  charCodeAt: onKnown((_text, known, [index]) => scalar(known.charCodeAt(whole(index)))),
  codePointAt: onKnown((_text, known, [index]) => scalar(known.codePointAt(whole(index)))),
  indexOf: onKnown((_text, known, [sought, from]) => scalar(known.indexOf(String(sought), whole(from)))),
  lastIndexOf: onKnown((_text, known, [sought, from]) =>
    scalar(
      from === undefined ? known.lastIndexOf(String(sought)) : known.lastIndexOf(String(sought), whole(from)),
    ),
  ),
  padStart: padded(true),
  padEnd: padded(false),
  localeCompare: (_run: Run, call: Call) => computed(call, "order"),
} satisfies Readonly<Record<string, NativeFunction>>;
