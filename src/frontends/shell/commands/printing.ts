import { flatten, sliceText, type Text } from "../../../facts/text.js";
import { computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { payloadPath } from "../../../analysis/evaluation/payload-path.js";
import { concat, knownString } from "../../../analysis/evaluation/coerce.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { filledPieces } from "../../../analysis/evaluation/filled-text.js";
import {
  EMPTY,
  computedText,
  memberOfUnknown,
  textOf,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { fileContent } from "../files.js";
import { inputOf, setVariable, shellOf, writeFile } from "../state.js";
import { asLine, joinOutputs, textIn } from "../texts.js";

/** Models `echo [-neE] text …`. */
export const echo: NativeFunction = (run, call) => {
  let args = call.args.list.slice(3);
  let isLine = true;
  while (args[0]?.kind === "text" && /^-[neE]+$/.test(flatten(args[0].text))) {
    const options = flatten(args[0].text);
    if (options.includes("n")) isLine = false;
    if (options.includes("e")) return computed(call, "echo -e");
    args = args.slice(1);
  }
  if (call.args.rest) return computed(call, "echo");
  const value = withSpaces(run, args);
  return isLine ? asLine(value) : value;
};

function withSpaces(run: Run, values: readonly Value[]): Value {
  if (values.length === 1) return values[0]!;
  return concat(
    run,
    values.flatMap((one, index) => (index === 0 ? [one] : [computedText(" "), one])),
  );
}

/** Models `printf [-v variable] format value …`, if the format has only `%s`, `%d` and line breaks. */
export const printf: NativeFunction = (run, call) => {
  let args = call.args.list.slice(3);
  const isAssigned = args[0]?.kind === "text" && flatten(args[0].text) === "-v";
  const target = isAssigned ? args[1] : undefined;
  if (isAssigned) args = args.slice(2);
  if (args[0]?.kind === "text" && flatten(args[0].text) === "--") args = args.slice(1);
  const [format, ...values] = args;
  const value =
    format && !call.args.rest && format.kind === "text" ? formatted(run, format.text, values) : undefined;
  const result = value ?? computed(call, "printf");
  if (!target) return result;
  setVariable(run, shellOf(call), target, result);
  return EMPTY;
};

function formatted(run: Run, format: Text, values: readonly Value[]): Value | undefined {
  if (format.parts.some(({ kind }) => kind === "hole")) return undefined;
  const places = [...flatten(format).matchAll(PLACE)];
  if (places.some(([one]) => one !== "%s" && one !== "%d" && !ESCAPES.has(one))) return undefined;
  let used = 0;
  const parts = filledPieces(format, PLACE, ([one]) => {
    const escaped = ESCAPES.get(one);
    if (escaped !== undefined) return computedText(escaped);
    return values[used++] ?? computedText(one === "%d" ? "0" : "");
  });
  // The format is used again for what is left.
  if (used < values.length) return undefined;
  if (parts.length === 0) return EMPTY;
  return parts.length === 1 ? parts[0] : concat(run, parts);
}

const PLACE = /%%|%[-0-9.]*[a-zA-Z]|\\./g;

const ESCAPES = new Map([
  ["%%", "%"],
  ["\\n", "\n"],
  ["\\t", "\t"],
  ["\\r", "\r"],
  ["\\\\", "\\"],
  ['\\"', '"'],
]);

/** Models `cat [file …]`. */
export const cat: NativeFunction = (run, call) => {
  const files = call.args.list
    .slice(3)
    .filter((one) => one.kind !== "text" || !/^-\w/.test(flatten(one.text)));
  if (call.args.rest) return computed(call, "cat");
  if (files.length === 0) return inputOf(run, call);
  return files.map((file) => fileContent(run, call, file)).reduce((all, one) => joinOutputs(run, all, one));
};

/** Models `tee [-a] file …`. */
export const tee: NativeFunction = (run, call) => {
  const input = inputOf(run, call);
  let appends = false;
  for (const file of call.args.list.slice(3)) {
    if (file.kind === "text" && /^(?:-a|--append)$/.test(flatten(file.text))) appends = true;
    else writeFile(run, call, file, input, appends);
  }
  return input;
};

/** Models `envsubst < template`, which replaces the names of shell variables by their values. */
export const envsubst: NativeFunction = (run, call) => {
  const input = inputOf(run, call);
  const shell = shellOf(call);
  if (input.kind !== "text" || !shell) return input.kind === "unknown" ? input : computed(call, "envsubst");
  const flat = flatten(input.text);
  const { members, open } = run.store.read(shell.object);
  const texts: Text[] = [];
  let from = 0;
  for (const match of flat.matchAll(/\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g)) {
    const name = match[1] ?? match[2]!;
    const slot = members.get(name);
    const value = slot && !slot.maybeAbsent ? slot.value : undefined;
    if (value?.kind === "choice" || (!value && open.length === 0)) return computed(call, "envsubst");
    const [environment] = open;
    const known = value ?? { ...environment!, path: [...environment!.path, name] };
    texts.push(sliceText(input.text, from, match.index), textIn(run, known));
    from = match.index + match[0].length;
  }
  texts.push(sliceText(input.text, from, flat.length));
  return concat(
    run,
    texts.map(({ parts }) => textOf(parts)),
  );
};

/** Models `read [options] name …` and `mapfile name`. Input from outside is unknown. */
export const read: NativeFunction = (run, call) => {
  const shell = shellOf(call);
  const args = call.args.list.slice(3);
  const input = inputOf(run, call);
  const line = lineOf(input, args.length);
  for (let at = 0; at < args.length; at++) {
    const name = knownString(run, args[at]!);
    if (name !== undefined && /^-[a-zA-Z]*[dinNptu]$/.test(name)) at++;
    else if (name === undefined || /^[A-Za-z_]\w*$/.test(name)) {
      const value = line ?? computed(call, name ?? "read");
      setVariable(run, shell, args[at]!, value);
    }
  }
  return EMPTY;
};

/** A line of a response is a part of its text. One that a filter has printed is a part of what it holds. */
function lineOf(input: Value, words: number): Value | undefined {
  if (input.kind !== "unknown" || input.source.request === undefined) return undefined;
  const isPart = words < 3 && payloadPath(input.path).some((step) => !step.endsWith("()"));
  return isPart ? input : memberOfUnknown(input, "slice()");
}

/** Models filters that do not change the document. */
export const through: NativeFunction = (run, call) => inputOf(run, call);
