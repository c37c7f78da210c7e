import { knownText, sliceText, type Text } from "../../facts/text.js";
import { concat, knownString } from "../evaluation/coerce.js";
import type { Call } from "../evaluation/callable.js";
import type { Run } from "../evaluation/run.js";
import { computedText, isFunction, scalar, type Value } from "../evaluation/value.js";
import { callBack } from "./native.js";

/** Texts and patterns that are longer are not tried: a pattern may take its time. */
const MAX_TEXT = 200;
const MAX_PATTERN = 40;
const MAX_QUANTIFIERS = 2;

/**
 * The pattern that a value is, if it is a regular expression of the source that is sure to be quick: no group is
 * repeated, and few characters are. A literal is an unknown of its own text.
 */
function patternOf(value: Value): RegExp | undefined {
  if (value.kind !== "unknown" || value.path.length > 0 || value.source.reason !== "computed")
    return undefined;
  const written = /^\/(.+)\/([a-z]*)$/s.exec(value.source.name);
  if (!written) return undefined;
  const [, pattern = "", flags = ""] = written;
  const repeats = pattern.match(/[*+{]/g)?.length ?? 0;
  if (pattern.length > MAX_PATTERN || repeats > MAX_QUANTIFIERS || /\)[*+{]|\\\d/.test(pattern))
    return undefined;
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** The text where it is wholly known and short enough to be matched. */
function subject(text: Text): string | undefined {
  const known = knownText(text);
  return known !== undefined && known.length <= MAX_TEXT ? known : undefined;
}

/** Evaluates `text.replace(/…/g, replacement)` of a known text. Undefined if the result is unknown. */
export function replaceByPattern(run: Run, text: Text, call: Call): Value | undefined {
  const pattern = patternOf(call.args.at(0));
  const known = subject(text);
  if (!pattern || known === undefined || pattern.sticky) return undefined;
  const replacement = call.args.at(1);
  const isCalled = isFunction(replacement);
  const fixed = isCalled ? undefined : knownString(run, replacement);
  if (!isCalled && fixed === undefined) return undefined;
  if (fixed?.includes("$")) return computedText(known.replace(pattern, fixed));
  const matches = pattern.global
    ? [...known.matchAll(pattern)]
    : [pattern.exec(known)].filter((one) => one !== null);
  const pieces: Value[] = [];
  let from = 0;
  for (const match of matches) {
    const groups = match
      .slice(1)
      .map((group) => (group === undefined ? scalar(undefined) : computedText(group)));
    const args = [computedText(match[0]), ...groups, scalar(match.index), computedText(known)];
    pieces.push({ kind: "text", text: sliceText(text, from, match.index) });
    pieces.push(isCalled ? callBack(run, replacement, args, call) : replacement);
    from = match.index + match[0].length;
  }
  pieces.push({ kind: "text", text: sliceText(text, from, known.length) });
  return concat(run, pieces);
}
