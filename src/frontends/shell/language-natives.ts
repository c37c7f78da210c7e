import { flatten, sliceText } from "../../facts/text.js";
import { cutText } from "../../analysis/builtins/cut-texts.js";
import { computed, nativeValue, type NativeFunction } from "../../analysis/builtins/native.js";
import { concat, knownString } from "../../analysis/evaluation/coerce.js";
import { elementsToRead } from "../../analysis/evaluation/heap.js";
import { setMember, setSomeMember } from "../../analysis/evaluation/heap.js";
import { makeList } from "../../analysis/evaluation/members.js";
import { makeContent } from "../../analysis/evaluation/member-tables.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  EMPTY,
  TRUE,
  alternatives,
  choice,
  computedText,
  mapAlternatives,
  nullishness,
  objectValue,
  opaque,
  textOf,
  unknown,
  type Single,
  type Value,
} from "../../analysis/evaluation/value.js";
import { scriptOutput } from "../lowered/script-output.js";
import { fileContent } from "./files.js";
import {
  enter,
  fed,
  group,
  leaveFunction,
  runScript,
  shellOf,
  source,
  subshell,
  exportVariables,
  withVariables,
  writeFile,
} from "./state.js";
import { joinOutputs, textIn, withoutLastBreaks, wordsOf } from "./texts.js";
import { runCommand } from "./commands/run-command.js";
import { matched } from "./commands/text-tools.js";

/** The natives that the lowering uses for parts of the language that are not commands. */
export const LANGUAGE_NATIVES: ReadonlyMap<string, NativeFunction> = new Map<string, NativeFunction>(
  Object.entries<NativeFunction>({
    script: runScript,
    source,
    enter,
    leave: leaveFunction,
    subshell,
    group,
    fed,
    with: withVariables,
    export: exportVariables,
    command: (run, call) => runCommand(run, call),
    join: (run, call) => joinOutputs(run, call.args.at(0), call.args.at(1)),
    output: (_run, call) => withoutLastBreaks(call.args.at(0)),
    matched,
    status: (_run, call) => computed(call, "status"),
    discard: () => EMPTY,
    printed: scriptOutput,
    write: (run, call) => written(run, call, false),
    append: (run, call) => written(run, call, true),
    contents: (run, call) => fileContent(run, call, call.args.at(1)),
    process: (_run, call) => call.args.at(0),
    split: (run, call) => {
      const words = wordsOf(call.args.at(0));
      if (words) return makeList(run, words);
      const list = run.make("Array", undefined);
      for (const single of alternatives(call.args.at(0)))
        for (const word of wordsOf(single) ?? []) setSomeMember(run.store, list, word);
      return objectValue(list);
    },
    elements: (run, call) => elements(run, call.args.at(0)),
    first: (run, call) => mapAlternatives(call.args.at(0), (single) => firstOf(run, single)),
    rest: (run, call) => argumentsBehind(run, call.args.at(0), 1),
    positional: (run, call) => positional(run, call),
    joined: (run, call) => joinedWith(run, argumentsBehind(run, call.args.at(0), 1), call),
    words: (run, call) => joinedWith(run, elements(run, call.args.at(0)), call),
    element: (run, call) => element(run, call),
    setElement: (run, call) => setElement(run, call),
    appended: (run, call) => appended(run, call),
    shift: (run, call) => shifted(run, call),
    trimmed: (run, call) => trimmed(run, call),
    cut: (_run, call) => cutText(call.args.at(0), computed(call, "text")),
    replaced: (run, call) => replaced(run, call),
    calculated: (run, call) => calculated(run, call),
  }),
);

export const SHELL_TRUE = (): Value => TRUE;

function written(run: Run, call: Call, appends: boolean): Value {
  writeFile(run, call, call.args.at(1), call.args.at(2), appends);
  return EMPTY;
}

function elements(run: Run, value: Value): Value {
  if (value.kind === "object" && value.object.className === "Array") return value;
  if (value.kind === "object") {
    const { members, rest, open } = run.store.read(value.object);
    if (rest.length + open.length === 0)
      return makeList(
        run,
        [...members.values()].map((slot) => slot.value),
      );
  }
  if (value.kind === "text") return makeList(run, [value]);
  if (nullishness(value) === true) return makeList(run, []);
  const list = run.make("Array", undefined);
  for (const single of alternatives(value))
    setSomeMember(run.store, list, single.kind === "text" ? single : opaque("computed", "element"));
  return objectValue(list);
}

function firstOf(run: Run, single: Single): Value {
  if (single.kind !== "object" || single.object.className !== "Array") return single;
  const all = elementsToRead(run.store.read(single.object));
  return all ? (all[0] ?? EMPTY) : opaque("computed", "element");
}

/** A list without its first elements. */
function argumentsBehind(run: Run, list: Value, count: number): Value {
  if (list.kind !== "object") return list;
  const content = run.store.read(list.object);
  const all = elementsToRead(content);
  if (all) return makeList(run, all.slice(count));
  const made = run.make("Array", undefined);
  const values = [
    ...[...content.members].filter(([key]) => Number(key) >= count).map(([, slot]) => slot.value),
    ...content.rest,
  ];
  for (const value of values) setSomeMember(run.store, made, value);
  run.store.write(made, { ...run.store.read(made), open: [...content.open] });
  return objectValue(made);
}

function positional(run: Run, call: Call): Value {
  const [list, name] = [call.args.at(0), knownString(run, call.args.at(1)) ?? ""];
  const missing = (): Value =>
    unknown(
      { reason: "parameter", name: `$${name}`, place: call.environment.locate(call.node) },
      call.environment.locate(call.node),
    );
  if (list.kind !== "object" || name === "0") return missing();
  const content = run.store.read(list.object);
  const slot = content.members.get(name);
  if (slot && !slot.maybeAbsent) return slot.value;
  return content.rest.length + content.open.length > 0 || slot ? missing() : EMPTY;
}

function joinedWith(run: Run, list: Value, call: Call): Value {
  const all = list.kind === "object" ? elementsToRead(run.store.read(list.object)) : undefined;
  if (!all) return computed(call, "words");
  return concat(
    run,
    all.flatMap((one, index) => (index === 0 ? [one] : [computedText(" "), one])),
  );
}

function element(run: Run, call: Call): Value {
  const [list, key] = [call.args.at(0), knownString(run, call.args.at(1))];
  if (list.kind !== "object" || key === undefined) {
    return list.kind === "text" && key === "0" ? list : computed(call, "element");
  }
  const content = run.store.read(list.object);
  const all = list.object.className === "Array" ? elementsToRead(content) : undefined;
  if (all && /^-?\d+$/.test(key)) return all.at(Number(key)) ?? EMPTY;
  const slot = content.members.get(key);
  if (slot && !slot.maybeAbsent) return slot.value;
  return content.rest.length + content.open.length > 0 || slot || list.object.className === "Array"
    ? computed(call, "element")
    : EMPTY;
}

/** `M[key]=value` */
function setElement(run: Run, call: Call): Value {
  const [name, key, value] = [call.args.at(1), knownString(run, call.args.at(2)), call.args.at(3)];
  const shell = shellOf(call);
  const id = knownString(run, name);
  if (!shell || id === undefined) return EMPTY;
  const slot = run.store.read(shell.object).members.get(id);
  let kept = slot?.value;
  if (kept?.kind !== "object") {
    const object = run.make("Object", undefined);
    if (!slot) run.store.write(object, makeContent());
    else setSomeMember(run.store, object, opaque("computed", "element"));
    kept = objectValue(object);
    setMember(run.store, shell.object, id, { value: kept, maybeAbsent: false });
  }
  // `M[0]` and `M[i]` of a list may name an element that its keys do not say.
  if (key === undefined || kept.object.className === "Array") setSomeMember(run.store, kept.object, value);
  else setMember(run.store, kept.object, key, { value, maybeAbsent: false });
  return EMPTY;
}

/** `X+=more` */
function appended(run: Run, call: Call): Value {
  const [before, more] = [call.args.at(0), call.args.at(1)];
  if (before.kind === "object") return computed(call, "text");
  return concat(run, [nullishness(before) === true ? EMPTY : before, more]);
}

function shifted(run: Run, call: Call): Value {
  const [list, given] = [call.args.at(0), call.args.length > 1 ? knownString(run, call.args.at(1)) : "1"];
  const all = list.kind === "object" ? elementsToRead(run.store.read(list.object)) : undefined;
  const count = Number(given);
  if (!all || !Number.isInteger(count)) {
    const made = run.make("Array", undefined);
    setSomeMember(run.store, made, opaque("parameter", "$@"));
    return objectValue(made);
  }
  return makeList(run, [all[0] ?? EMPTY, ...all.slice(1 + count)]);
}

/** `${X%pattern}` and `${X#pattern}`, where the pattern is a text, or ends or begins with a star. */
function trimmed(run: Run, call: Call): Value {
  const operator = knownString(run, call.args.at(1)) ?? "";
  const pattern = knownString(run, call.args.at(2));
  run.recorder.searches.inText(call.args.at(0), "${…}", call.args.at(2), call);
  const cut = (single: Value, name = "text"): Value => cutText(single, computed(call, name));
  if (pattern === undefined || pattern === "") return cut(call.args.at(0));
  return mapAlternatives(call.args.at(0), (single) => {
    const text = textIn(run, single);
    const flat = flatten(text);
    const isEnd = operator.startsWith("%");
    const isLong = operator.length === 2;
    // A hole may contain the text that would be cut off.
    const edge = isEnd ? text.parts.at(-1) : text.parts[0];
    if (edge?.kind === "hole") return cut(single, isEnd && pattern === "/*" ? "dirname" : "text");
    const [plain, star] = isEnd
      ? [pattern.replace(/\*$/, ""), pattern.endsWith("*")]
      : [pattern.replace(/^\*/, ""), pattern.startsWith("*")];
    if (/[*?[\\]/.test(plain) || plain === "") return cut(single);
    if (!star) {
      if (isEnd ? !flat.endsWith(plain) : !flat.startsWith(plain)) return single;
      return isEnd
        ? textOf(sliceText(text, 0, flat.length - plain.length).parts)
        : textOf(sliceText(text, plain.length, flat.length).parts);
    }
    if (text.parts.some(({ kind }) => kind === "hole")) return cut(single);
    const at = isEnd === isLong ? flat.indexOf(plain) : flat.lastIndexOf(plain);
    if (at < 0) return single;
    return isEnd
      ? textOf(sliceText(text, 0, at).parts)
      : textOf(sliceText(text, at + plain.length, flat.length).parts);
  });
}

/** `${X/a/b}` */
function replaced(run: Run, call: Call): Value {
  const [operator, pattern] = [knownString(run, call.args.at(1)), knownString(run, call.args.at(2))];
  const put = call.args.at(3);
  run.recorder.searches.inText(call.args.at(0), "${…}", call.args.at(2), call);
  const cut = (single: Value): Value => cutText(single, computed(call, "text"));
  if (pattern === undefined || pattern === "" || /[*?[\\#%]/.test(pattern) || put.kind !== "text")
    return cut(call.args.at(0));
  return mapAlternatives(call.args.at(0), (single) => {
    const text = textIn(run, single);
    if (text.parts.some(({ kind }) => kind === "hole")) return cut(single);
    const flat = flatten(text);
    const pieces: Value[] = [];
    let from = 0;
    for (let at = flat.indexOf(pattern); at >= 0; at = flat.indexOf(pattern, from)) {
      pieces.push(textOf(sliceText(text, from, at).parts), put);
      from = at + pattern.length;
      if (operator === "/") break;
    }
    return concat(run, [...pieces, textOf(sliceText(text, from, flat.length).parts)]);
  });
}

function calculated(run: Run, call: Call): Value {
  const [left, operator, right] = [0, 1, 2].map((index) => knownString(run, call.args.at(index)));
  if (!isNumber(left) || !isNumber(right)) return computed(call, "number");
  const [a, b] = [Number(left), Number(right)];
  const value = operator === "+" ? a + b : operator === "-" ? a - b : a * b;
  return Number.isSafeInteger(value) ? computedText(String(value)) : computed(call, "number");
}

/** A number of the shell that is written as it is: with a zero in front it would be an octal one. */
function isNumber(text: string | undefined): text is string {
  return text !== undefined && /^(?:0|-?[1-9]\d{0,14})$/.test(text);
}

export const makeNative =
  (name: string, call: NativeFunction): (() => Value) =>
  () =>
    nativeValue(name, call);
export { choice };
