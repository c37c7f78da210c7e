import { computed, itself, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownNumber, knownString } from "../../../analysis/evaluation/coerce.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  computedText,
  mapAlternatives,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Methods } from "../../lowered/methods.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { strip } from "../../lowered/strip.js";

const HOLE = /\{\{|\}\}|\{(\d+)(,[^{}:]*)?(:[^{}]*)?\}/g;

/** Models `string.Format("{0}/{1}", …)`. Values with their own format are unknown. */
export function format(run: Run, template: Value, values: readonly Value[], call: Call): Value {
  return mapAlternatives(template, (single) => {
    if (single.kind !== "text") return computed(call, "Format");
    const pieces = filledPieces(single.text, HOLE, ([all, position, width, form]) => {
      if (position === undefined) return computedText(all.charAt(0));
      const value = values[Number(position)];
      return value && !width && !form ? value : computed(call, "Format");
    });
    return concat(run, pieces);
  });
}

/** Models `string.Join("/", values)`. */
export const join: NativeFunction = (run, call) => {
  const [separator, ...rest] = call.args.list;
  const [first] = rest;
  const { known } =
    rest.length === 1 && first?.kind !== "text" ? iterate(run, first!) : { known: rest as readonly Value[] };
  if (!separator || !known) return computed(call, "Join");
  return concat(
    run,
    known.flatMap((one, index) => (index === 0 ? [one] : [separator, one])),
  );
};

const substring: NativeFunction = (run, call) => {
  const [start, length] = [knownNumber(call.args.at(0)), knownNumber(call.args.at(1))];
  if (start === undefined || (call.args.length > 1 && length === undefined))
    return computed(call, "Substring");
  const known = knownString(run, call.this);
  if (known === undefined) return computed(call, "Substring");
  return computedText(known.slice(start, length === undefined ? undefined : start + length));
};

/** A dollar sign in the new text means itself. */
const replace: NativeFunction = (run, call) =>
  knownString(run, call.args.at(1))?.includes("$")
    ? computed(call, "Replace")
    : asInJavaScript("String", "replaceAll", 2)(run, call);

/** Models comparisons that ignore case. The result is unknown. */
export const compared: NativeFunction = (_run, call) => computed(call, "comparison");

export const TEXT_METHODS: Methods = new Map<string, NativeFunction>(
  Object.entries({
    Trim: strip(true, true),
    TrimStart: strip(true, false),
    TrimEnd: strip(false, true),
    ToLower: asInJavaScript("String", "toLowerCase", 0),
    ToLowerInvariant: asInJavaScript("String", "toLowerCase", 0),
    ToUpper: asInJavaScript("String", "toUpperCase", 0),
    ToUpperInvariant: asInJavaScript("String", "toUpperCase", 0),
    StartsWith: asInJavaScript("String", "startsWith", 1),
    EndsWith: asInJavaScript("String", "endsWith", 1),
    Contains: asInJavaScript("String", "includes", 1),
    IndexOf: asInJavaScript("String", "indexOf", 1),
    Split: asInJavaScript("String", "split", 1),
    Substring: substring,
    Replace: replace,
    ToString: itself,
    ToCharArray: itself,
    GetString: itself,
    Clone: itself,
    GetLeftPart: (_run, call) => computed(call, "GetLeftPart"),
  } satisfies Readonly<Record<string, NativeFunction>>),
);

/** Members of an address, an HTTP method or a setting that return the same text. */
export const SAME_TEXT: ReadonlySet<string> = new Set([
  ...["Value", "AbsoluteUri", "OriginalString", "Uri", "Method", "Result", "RootElement", "CurrentValue"],
]);

/** Models `string.Concat(a, b)`. */
export const concatenated: NativeFunction = (run, call) =>
  call.args.list.every((one) => alternatives(one).every(({ kind }) => kind !== "object"))
    ? concat(run, call.args.list)
    : computed(call, "Concat");
