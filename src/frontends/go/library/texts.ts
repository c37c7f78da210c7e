import { recordParts } from "../../../analysis/recording/made-texts.js";
import { computed, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import {
  concat,
  joinTexts,
  knownString,
  textAlternatives,
  toText,
} from "../../../analysis/evaluation/coerce.js";
import { elementsToRead } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  EMPTY,
  choice,
  computedText,
  mapAlternatives,
  memberOfUnknown,
  nullishness,
  opaque,
  scalar,
  unknown,
  type Single,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { flatten, knownText, sliceText } from "../../../facts/text.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import { joinPath } from "./urls.js";

/** `%` with flags, width and a verb: https://pkg.go.dev/fmt */
const VERB = /%(?:[-+# 0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:\[(\d+)\])?([a-zA-Z%]))/g;

/** Formats a known template as `fmt.Sprintf` does. */
export function format(run: Run, template: Value, args: readonly Value[], call: Call): Value {
  return choice(
    textAlternatives(run, template).map((single): Value => {
      if (single.kind !== "text") return computed(call, "Sprintf");
      recordParts(run, "Sprintf", args, call);
      let next = 0;
      const pieces = filledPieces(single.text, VERB, (match) => {
        if (match[2] === "%") return computedText("%");
        // A star takes an argument of its own.
        next += match[0].split("*").length - 1;
        if (match[1] !== undefined) next = Number(match[1]) - 1;
        return printed(args[next++], match[0].replace(/\[\d+\]/, ""), call);
      });
      return pieces.length > 0 ? concat(run, pieces) : EMPTY;
    }),
  );
}

function printed(value: Value | undefined, verb: string, call: Call): Value {
  if (!value) return computed(call, "Sprintf");
  return mapAlternatives(value, (single): Value => {
    if (nullishness(single) === true) return computed(call, "nil");
    if (verb === "%s" || verb === "%v") return single;
    if (verb === "%d" && single.kind === "scalar") return single;
    if (single.kind !== "unknown") return computed(call, "Sprintf");
    return single;
  });
}

const unknownOf = (name: string, specifier = name) => unknown({ reason: "import", name, specifier, born: 0 });

export const fmt: Maker = () =>
  nativeObject(
    "fmt",
    natives({
      Sprintf: (run, call) => format(run, call.args.at(0), call.args.list.slice(1), call),
      Sprint: (run, call) =>
        call.args.length === 1
          ? mapAlternatives(call.args.at(0), (single) => asPrinted(run, single))
          : computed(call, "Sprint"),
      Sprintln: (_run, call) => computed(call, "Sprintln"),
      Errorf: (_run, call) => computed(call, "error"),
      ...Object.fromEntries(
        ["Print", "Printf", "Println", "Fprint", "Fprintf", "Fprintln"].map((name) => [
          name,
          ((run, call) => {
            run.recorder.escapes.shown(run, "print", call, "prints");
            return computed(call, name);
          }) as NativeFunction,
        ]),
      ),
    }),
    unknownOf("fmt"),
  );

/** A number or a truth value as a text. */
function asPrinted(run: Run, single: Single): Value {
  return single.kind === "scalar" && nullishness(single) !== true
    ? { kind: "text", text: toText(run, single) }
    : single;
}

/** A function of a text of which all is known; what is not known stays as unknown as it was. */
function ofKnown(change: (text: string, run: Run, call: Call) => Value | undefined): NativeFunction {
  return (run, call) =>
    mapAlternatives(call.args.at(0), (single) => {
      if (single.kind === "unknown") return single;
      const known = single.kind === "text" ? knownText(single.text) : undefined;
      return (known === undefined ? undefined : change(known, run, call)) ?? computed(call, "text");
    });
}

/** Takes something away at the ends of a text, holes in between or not. */
function trim(cut: (flat: string, cutset: string | undefined) => readonly [number, number]): NativeFunction {
  return (run, call) =>
    mapAlternatives(call.args.at(0), (single): Value => {
      if (single.kind !== "text") return single;
      const flat = flatten(single.text);
      const cutset = call.args.length > 1 ? knownString(run, call.args.at(1)) : undefined;
      if (call.args.length > 1 && cutset === undefined) return computed(call, "trimmed");
      const [from, to] = cut(flat, cutset);
      return { kind: "text", text: sliceText(single.text, from, to) };
    });
}

const leading = (flat: string, cutset = " \t\r\n"): number => {
  let index = 0;
  while (index < flat.length && cutset.includes(flat[index]!)) index++;
  return index;
};
const trailing = (flat: string, cutset = " \t\r\n"): number => {
  let index = flat.length;
  while (index > 0 && cutset.includes(flat[index - 1]!)) index--;
  return index;
};

const STRINGS = {
  ToUpper: ofKnown((text) => computedText(text.toUpperCase())),
  ToLower: ofKnown((text) => computedText(text.toLowerCase())),
  TrimSpace: trim((flat) => [leading(flat), trailing(flat)]),
  Trim: trim((flat, cutset) => [leading(flat, cutset), trailing(flat, cutset)]),
  TrimLeft: trim((flat, cutset) => [leading(flat, cutset), flat.length]),
  TrimRight: trim((flat, cutset) => [0, trailing(flat, cutset)]),
  TrimPrefix: trim((flat, prefix = "") => [flat.startsWith(prefix) ? prefix.length : 0, flat.length]),
  TrimSuffix: trim((flat, suffix = "") => [
    0,
    suffix !== "" && flat.endsWith(suffix) ? flat.length - suffix.length : flat.length,
  ]),
  Join: (run, call) => {
    const [list, separator] = [call.args.at(0), knownString(run, call.args.at(1))];
    const elements = list.kind === "object" ? elementsToRead(run.store.read(list.object)) : undefined;
    if (separator === undefined || !elements?.every((element) => element.kind !== "choice"))
      return computed(call, "Join");
    const text = joinTexts(run, elements as Single[], separator);
    run.recorder.madeText(text);
    return { kind: "text", text };
  },
  Replace: (run, call) => replace(run, call),
  ReplaceAll: (run, call) => replace(run, call),
  Split: (run, call) => {
    const separator = knownString(run, call.args.at(1));
    return mapAlternatives(call.args.at(0), (single) => {
      if (single.kind === "unknown") return memberOfUnknown(single, "Split()");
      const known = single.kind === "text" ? knownText(single.text) : undefined;
      if (known === undefined || separator === undefined || separator === "" || single.kind !== "text")
        return opaque("computed", "Split");
      const pieces: Value[] = [];
      let from = 0;
      for (const piece of known.split(separator)) {
        pieces.push({ kind: "text", text: sliceText(single.text, from, from + piece.length) });
        from += piece.length + separator.length;
      }
      return makeList(run, pieces);
    });
  },
  NewReader: (_run, call) => call.args.at(0),
  NewReplacer: (_run, call) => computed(call, "NewReplacer"),
} satisfies { [name: string]: NativeFunction };

/** `strings.Replace(format, "{id}", id, -1)`: placeholders in a known text, each with its value. */
function replace(run: Run, call: Call): Value {
  const [from, to] = [knownString(run, call.args.at(1)), call.args.at(2)];
  return choice(
    textAlternatives(run, call.args.at(0)).map((single): Value => {
      if (single.kind === "unknown") return single;
      if (single.kind !== "text" || from === undefined || from === "") return computed(call, "Replace");
      const flat = flatten(single.text);
      const count = call.args.length > 3 ? call.args.at(3) : scalar(-1);
      if (count.kind !== "scalar" || typeof count.value !== "number") return computed(call, "Replace");
      let left = count.value < 0 ? Infinity : count.value;
      const pieces: Value[] = [];
      let end = 0;
      for (let at = flat.indexOf(from); at >= 0 && left > 0; at = flat.indexOf(from, end), left--) {
        if (at > end) pieces.push({ kind: "text", text: sliceText(single.text, end, at) });
        pieces.push(to);
        end = at + from.length;
      }
      if (pieces.length === 0) return single;
      if (end < flat.length) pieces.push({ kind: "text", text: sliceText(single.text, end, flat.length) });
      return concat(run, pieces);
    }),
  );
}

export const strings: Maker = () => nativeObject("strings", natives(STRINGS), unknownOf("strings"));

export const strconv: Maker = () =>
  nativeObject(
    "strconv",
    natives({
      Itoa: (run, call) => mapAlternatives(call.args.at(0), (single) => asPrinted(run, single)),
      Quote: (_run, call) => computed(call, "Quote"),
    }),
    unknownOf("strconv"),
  );

/** Takes `..`, `.`, empty parts and the last slash out of paths: https://pkg.go.dev/path#Clean */
function cleaned(path: Value, call: Call): Value {
  return mapAlternatives(path, (single): Value => {
    if (single.kind !== "text") return single;
    const flat = flatten(single.text);
    if (!/(?:^|\/)\.{1,2}(?:\/|$)|\/\/|.\/$/.test(flat)) return single;
    const isEndOnly = !/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(flat);
    if (isEndOnly) return { kind: "text", text: sliceText(single.text, 0, flat.length - 1) };
    const known = knownText(single.text);
    return known === undefined ? computed(call, "Join") : computedText(clean(known));
  });
}

function clean(path: string): string {
  const isRooted = path.startsWith("/");
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.length > 0 && steps.at(-1) !== "..") steps.pop();
    else if (!isRooted) steps.push(step);
  }
  return (isRooted ? "/" : "") + steps.join("/") || ".";
}

/** Models `path.Join`: joins the parts with single slashes. */
export const paths: Maker = () =>
  nativeObject(
    "path",
    natives({
      Join: (run, call) =>
        call.args.rest || call.args.length === 0
          ? computed(call, "Join")
          : cleaned(joinPath(run, call.args.at(0), call.args.list.slice(1)), call),
    }),
    unknownOf("path"),
  );
