import { EMPTY_TEXT, concatTexts, flatten, knownText, sliceText, type Text } from "../../facts/text.js";
import { concat, toText } from "../../analysis/evaluation/coerce.js";
import { elementsToRead } from "../../analysis/evaluation/heap.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  EMPTY,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  nullishness,
  textOf,
  heldBy,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";

/** Returns the text that a command gets for a value: a variable that is not set is empty. */
export function textIn(run: Run, value: Single): Text {
  if (nullishness(value) === true) return EMPTY_TEXT;
  if (value.kind === "object" && value.object.className === "Array") {
    const [first] = elementsToRead(run.store.read(value.object)) ?? [];
    return first && first.kind !== "choice" ? textIn(run, first) : EMPTY_TEXT;
  }
  return toText(run, value);
}

/** Returns the value of a text: a text that consists of one unknown, or of JSON that a program prints, is that. */
export function valueOf(text: Text): Value {
  const [only, ...others] = text.parts;
  const known = others.length === 0 && only?.kind === "hole" ? heldBy(only) : undefined;
  return known ?? textOf(text.parts);
}

/** Joins the outputs of two commands. */
export function joinOutputs(run: Run, first: Value, second: Value): Value {
  if (isEmpty(first)) return second;
  if (isEmpty(second)) return first;
  return concat(run, [first, second]);
}

export function isEmpty(value: Value): boolean {
  return nullishness(value) === true || (value.kind === "text" && value.text.parts.every(isEmptyPart));
}

function isEmptyPart(part: Text["parts"][number]): boolean {
  return part.kind === "segment" && part.text === "";
}

/** Adds a line break, as most commands print one. An unknown value may end in one already. */
export function asLine(value: Value): Value {
  return mapAlternatives(value, (single) => {
    if (nullishness(single) === true) return computedText("\n");
    if (single.kind === "scalar") return computedText(`${String(single.value)}\n`);
    if (single.kind !== "text") return single;
    return textOf(concatTexts([single.text, NEWLINE]).parts);
  });
}

const NEWLINE = computedText("\n").text;

/** Removes the line breaks at the end, as `$(…)` does. */
export function withoutLastBreaks(value: Value): Value {
  return mapAlternatives(value, (single) => {
    if (nullishness(single) === true) return EMPTY;
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    const end = flat.replace(/\n+$/, "").length;
    return end === flat.length ? single : valueOf(sliceText(single.text, 0, end));
  });
}

/** Splits an unquoted value into words as the shell does. Undefined if it is unknown. */
export function wordsOf(value: Value): readonly Value[] | undefined {
  if (value.kind === "choice") {
    const all = value.of.map((single) => wordsOf(single));
    return all.every((words) => words?.length === 1) ? [value] : undefined;
  }
  if (nullishness(value) === true) return [];
  if (value.kind !== "text") return [value];
  const flat = flatten(value.text);
  if (!/\s/.test(flat)) return flat === "" ? [] : [value];
  return [...flat.matchAll(/\S+/g)].map(({ index, 0: word }) =>
    valueOf(sliceText(value.text, index, index + word.length)),
  );
}

/** Returns the texts that a value may be as an argument of a command. */
export function textsIn(run: Run, value: Value): Text[] {
  return alternatives(value).map((single) => textIn(run, single));
}

export { concat, choice, knownText };
