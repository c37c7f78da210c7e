import { HOLE_MARK, flatten, knownText } from "../../../facts/text.js";
import { computed, itself, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { FALSE, TRUE, mapAlternatives, scalar, type Value } from "../../../analysis/evaluation/value.js";
import { asInJavaScript } from "../../lowered/as-in-javascript.js";
import { methodsOf, type Methods } from "../../lowered/methods.js";
import { affix, onText, slice } from "../../lowered/strip.js";
import { elementOf } from "./elements.js";

/** White space at the ends; beside a part that is not known it matters to nobody. */
function strip(atStart: boolean, atEnd: boolean): NativeFunction {
  return (_run, call) =>
    onText(call, (text) => {
      const flat = flatten(text);
      let [from, to] = [0, flat.length];
      while (atStart && from < to && /[\s\0]/.test(flat[from]!)) from++;
      while (atEnd && to > from && /[\s\0]/.test(flat[to - 1]!)) to--;
      return slice(text, from, to);
    });
}

/** Without an argument, one end of a line. */
const chomp: NativeFunction = (run, call) => {
  if (call.args.length > 0) return affix(false)(run, call);
  return onText(call, (text) => {
    const flat = flatten(text);
    return slice(text, 0, flat.length - (/(?:\r\n|\n|\r)$/.exec(flat)?.[0].length ?? 0));
  });
};

/** Texts are replaced by texts: what a pattern finds is not known, but for slashes and blanks at the ends. */
function substitute(isAll: boolean): NativeFunction {
  return (run, call) => {
    const [from, to] = [knownString(run, call.args.at(0)), knownString(run, call.args.at(1))];
    if (
      from === undefined ||
      to === undefined ||
      to.includes("\\") ||
      to.includes("$") ||
      call.args.length !== 2
    )
      return computed(call, "gsub");
    return asInJavaScript("String", isAll ? "replaceAll" : "replace", 2)(run, call);
  };
}

function split(run: Run, call: Call): Value {
  if (call.args.length === 1 && knownString(run, call.args.at(0)) !== " ") {
    if (knownString(run, call.args.at(0)) === undefined) return computed(call, "split");
    return onText(call, (text) => {
      const flat = knownText(text);
      // Empty pieces at the end are left out.
      if (flat === undefined || flat.endsWith(knownString(run, call.args.at(0))!) || flat === "")
        return computed(call, "split");
      return asInJavaScript("String", "split", 1)(run, { ...call, this: { kind: "text", text } });
    });
  }
  if (call.args.length > 1) return computed(call, "split");
  return onText(call, (text) => {
    const known = knownText(text);
    if (known === undefined) return computed(call, "split");
    const pieces = [...known.matchAll(/\S+/g)].map(({ 0: one, index }) =>
      slice(text, index, index + one.length),
    );
    return makeList(run, pieces);
  });
}

const toInteger: NativeFunction = (_run, call) =>
  onText(call, (text) => {
    const known = knownText(text);
    const digits = known === undefined ? undefined : /^\s*([+-]?\d{1,15})(?![\d_])/.exec(known)?.[1];
    if (known === undefined || (digits === undefined && /^\s*[+-]?\d/.test(known)))
      return computed(call, "to_i");
    return scalar(Number(digits ?? 0));
  });

const isEmpty: NativeFunction = (_run, call) =>
  onText(call, (text) => {
    const flat = flatten(text);
    if (flat === "") return TRUE;
    return flat.replaceAll(HOLE_MARK, "") === "" ? computed(call, "empty?") : FALSE;
  });

/** `a.concat(b)`, `a << b`, `a.prepend(b)` */
const joined =
  (isBefore: boolean): NativeFunction =>
  (run, call) =>
    concat(run, isBefore ? [...call.args.list, call.this] : [call.this, ...call.args.list]);

const length: NativeFunction = (_run, call) =>
  onText(call, (text) => {
    const known = knownText(text);
    return known === undefined ? computed(call, "length") : scalar([...known].length);
  });

const lettersOf =
  (change: (text: string) => string): NativeFunction =>
  (_run, call) =>
    onText(call, (text) => {
      const known = knownText(text);
      if (known === undefined || !/^[\x20-\x7e]*$/.test(known)) return computed(call, "case");
      const [part, ...others] = text.parts;
      const made = change(known);
      return others.length === 0 && part?.kind === "segment" && made === known
        ? { kind: "text", text }
        : { kind: "text", text: { kind: "text", parts: [{ kind: "segment", text: made, hops: undefined }] } };
    });

/** Methods of texts, which are those of symbols as well. Those that change a text give the changed one. */
export const TEXT_METHODS: Methods = methodsOf({
  to_s: itself,
  to_str: itself,
  to_sym: itself,
  intern: itself,
  b: itself,
  encode: itself,
  force_encoding: itself,
  scrub: itself,
  unicode_normalize: itself,
  html_safe: itself,
  read: itself,
  string: itself,
  to_text: itself,
  dup: itself,
  "+@": itself,
  strip: strip(true, true),
  lstrip: strip(true, false),
  rstrip: strip(false, true),
  chomp,
  delete_prefix: affix(true),
  delete_suffix: affix(false),
  gsub: substitute(true),
  sub: substitute(false),
  split,
  to_i: toInteger,
  "empty?": isEmpty,
  concat: joined(false),
  "<<": joined(false),
  prepend: joined(true),
  replace: (_run, call) => call.args.at(0),
  length,
  size: length,
  upcase: lettersOf((text) => text.toUpperCase()),
  downcase: lettersOf((text) => text.toLowerCase()),
  capitalize: lettersOf((text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  "start_with?": asInJavaScript("String", "startsWith", 1),
  "end_with?": asInJavaScript("String", "endsWith", 1),
  "include?": asInJavaScript("String", "includes", 1),
  slice: (run, call) =>
    mapAlternatives(call.this, (single) => {
      const { node, environment } = call;
      const found =
        call.args.length === 1
          ? elementOf(run, single, call.args.at(0), { node, key: node, environment })
          : undefined;
      return found ?? computed(call, "slice");
    }),
  lines: (_run, call) => computed(call, "lines"),
});
