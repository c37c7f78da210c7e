import { isPattern } from "../recording/searches.js";
import type { Call } from "../evaluation/callable.js";
import { Arguments } from "../evaluation/callable.js";
import { knownNumber, knownString } from "../evaluation/coerce.js";
import { inOneList, keyword } from "../evaluation/keywords.js";
import type { Run } from "../evaluation/run.js";
import { mapAlternatives, memberOfUnknown, nullishness, type Value } from "../evaluation/value.js";
import { computed, type NativeFunction } from "./native.js";
import { callUnknown } from "./unknown-calls.js";

/** The flags of patterns that a language states as a number: each bit → the letter of the flag in a literal, if it has one. */
export type PatternOptions = ReadonlyMap<number, string>;

/** Stands for a flag that changes what a pattern means and that has no letter. No pattern can be made with it. */
export const OTHER_FLAG = "?";

/** `(?s)` and `(?im)` at the start of a pattern. */
const FLAGS_WITHIN = /^\(\?([ims]+)\)/;

/**
 * Returns a compiled pattern. It is the same value as a literal `/…/flags` of the source.
 *
 * @param options the flags as a number; none if absent
 */
export function compiled(
  run: Run,
  source: Value,
  options: Value | undefined,
  letters: PatternOptions,
  call: Call,
): Value {
  return mapAlternatives(source, (single) => {
    if (isPattern(single)) return single;
    const text = knownString(run, single);
    const flags = flagsOf(options, letters);
    return computed(call, text === undefined || flags === undefined ? "RegExp" : literalOf(text, flags));
  });
}

function literalOf(source: string, flags: string): string {
  const within = FLAGS_WITHIN.exec(source);
  const rest = source.slice(within?.[0].length ?? 0).replaceAll("(?P<", "(?<");
  return `/${rest}/${[...new Set(flags + (within?.[1] ?? ""))].join("")}`;
}

function flagsOf(options: Value | undefined, letters: PatternOptions): string | undefined {
  if (options === undefined || nullishness(options) === true) return "";
  const bits = knownNumber(options);
  if (bits === undefined) return undefined;
  return [...letters].map(([bit, letter]) => ((bits & bit) === bit ? letter : "")).join("");
}

/** Models a function that compiles a pattern: `re.compile(source, flags)`. */
export function compiling(letters: PatternOptions = new Map()): NativeFunction {
  return (run, call) => compiled(run, call.args.at(0), optionsIn(run, call, 1), letters, call);
}

/**
 * Models a function that takes the pattern as one of its arguments: `re.search(pattern, text, flags)` is
 * `re.compile(pattern, flags).search(text)`.
 *
 * @param pattern the index of the pattern
 *
 * @param options the index of the flags
 */
export function searching(
  method: string,
  letters: PatternOptions = new Map(),
  pattern = 0,
  options = 2,
): NativeFunction {
  return (run, call) => {
    const made = compiled(run, call.args.at(pattern), optionsIn(run, call, options), letters, call);
    const list = call.args.list.filter((_, index) => index !== pattern && index !== options);
    const args = inOneList(run, new Arguments(list, call.args.rest, call.args.keywords));
    return mapAlternatives(made, (single) =>
      single.kind === "unknown"
        ? callUnknown(run, memberOfUnknown(single, method), { ...call, args })
        : computed(call, method),
    );
  };
}

function optionsIn(run: Run, { args }: Call, index: number): Value | undefined {
  const named = OPTIONS.map((name) => keyword(run, args.keywords, name));
  return args.list[index] ?? named.find((value) => nullishness(value) !== true);
}

/** The names of the flags, where arguments have names. */
const OPTIONS = ["flags", "options"] as const;
