import { isAnswer } from "../../analysis/evaluation/answers.js";
import type { Call } from "../../analysis/evaluation/callable.js";
import { Arguments } from "../../analysis/evaluation/callable.js";
import { callValue } from "../../analysis/evaluation/calls.js";
import { knownString, toText } from "../../analysis/evaluation/coerce.js";
import {
  deleteMember,
  setMember,
  setSomeMember,
  type ObjectContent,
  type Slot,
} from "../../analysis/evaluation/heap.js";
import { makeList, peek } from "../../analysis/evaluation/members.js";
import { Entry, internalSlot, makeContent } from "../../analysis/evaluation/member-tables.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  TRUE,
  UNDEFINED,
  computedText,
  isFunction,
  objectValue,
  opaque,
  unknown,
  unknownOf,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { flatten } from "../../facts/text.js";
import { callBack } from "../../analysis/builtins/native.js";
import { joinOutputs } from "./texts.js";

/** Before the name of a variable that other programs get. */
const EXPORTED = "export ";

/** The input of commands that have no input of their own. */
const INPUT = internalSlot("input");

/** Makes the state of a shell. Variables have their names as keys, functions `NAME()`; written files are entries. */
export function makeShell(run: Run): ObjectValue {
  const object = run.make("Shell", undefined);
  const environment = unknown({ reason: "environment", name: "$" });
  run.store.write(object, makeContent([], [environment]));
  return objectValue(object);
}

/** Marks a shell that was started with a text of another language: its commands are edited in that text. */
const STARTED_WITH_TEXT = internalSlot("started with a text");

/** Makes the shell of a text with which another program starts one. */
export function makeShellOfText(run: Run): ObjectValue {
  const shell = makeShell(run);
  setMember(run.store, shell.object, STARTED_WITH_TEXT, { value: TRUE, maybeAbsent: false });
  return shell;
}

export function isStartedWithText(run: Run, { object }: ObjectValue): boolean {
  return run.store.read(object).symbols.has(STARTED_WITH_TEXT);
}

/** Returns the shell object of a native call, which is its first argument. */
export function shellOf(call: Call): ObjectValue | undefined {
  const shell = call.args.at(0);
  return shell.kind === "object" && shell.object.className === "Shell" ? shell : undefined;
}

export function setVariable(run: Run, shell: ObjectValue | undefined, name: Value, value: Value): void {
  if (!shell) return;
  const known = knownString(run, name);
  if (known === undefined) setSomeMember(run.store, shell.object, opaque("computed", "variable"));
  else setMember(run.store, shell.object, known, { value, maybeAbsent: false });
}

/** Runs the script of a file: a script that is analysed by itself, with unknown arguments. */
export function runScript(run: Run, call: Call): Value {
  const { module } = call.environment;
  if (!module.isRoot) return UNDEFINED;
  const rest = unknown({ reason: "parameter", name: "$@", place: call.environment.locate(call.node) });
  const args = new Arguments([makeShell(run), UNDEFINED], rest);
  return callValue(run, call.args.at(0), { ...call, this: UNDEFINED, args, isNew: false });
}

/** Runs another file in the same shell. */
export function source(run: Run, call: Call): Value {
  const main = peek(run, call.args.at(1), "main");
  if (!isFunction(main)) return UNDEFINED;
  const given = call.args.list.slice(2);
  return callBack(run, main, [call.args.at(0), ...given], call);
}

const SAVED_KEYS = internalSlot("names");

/** Keeps what variables are before a function makes them its own. */
export function enter(run: Run, call: Call): Value {
  const shell = shellOf(call);
  const names = call.args.list.slice(1).flatMap((name) => knownString(run, name) ?? []);
  const saved = run.make("Saved", undefined);
  if (!shell) return objectValue(saved);
  const { members } = run.store.read(shell.object);
  const kept: [string, Slot][] = [];
  for (const name of names) {
    const slot = members.get(name);
    if (slot) kept.push([name, slot]);
  }
  run.store.write(saved, makeContent(kept));
  setMember(run.store, saved, SAVED_KEYS, {
    value: makeList(run, call.args.list.slice(1)),
    maybeAbsent: false,
  });
  return objectValue(saved);
}

/** Restores them, and passes on the output of the function. */
export function leaveFunction(run: Run, call: Call): Value {
  const shell = shellOf(call);
  const saved = call.args.at(1);
  if (!shell || saved.kind !== "object") return call.args.at(2);
  const { members, symbols } = run.store.read(saved.object);
  const names = symbols.get(SAVED_KEYS)?.value;
  const list = names?.kind === "object" ? [...run.store.read(names.object).members.values()] : [];
  for (const { value } of list) {
    const name = knownString(run, value);
    const slot = name === undefined ? undefined : members.get(name);
    if (name === undefined) continue;
    if (slot) setMember(run.store, shell.object, name, slot);
    else forget(run, shell, name);
  }
  return call.args.at(2);
}

/** The variable is what it was when the script began: whatever the environment says. */
function forget(run: Run, shell: ObjectValue, name: string): void {
  const { open } = run.store.read(shell.object);
  deleteMember(run.store, shell.object, name);
  const [environment] = open;
  if (!environment) return;
  const value = { ...environment, path: [...environment.path, name] };
  setMember(run.store, shell.object, name, { value, maybeAbsent: false });
}

/** Runs commands in a subshell: variables are restored afterwards, written files stay. */
export function subshell(run: Run, call: Call): Value {
  const shell = shellOf(call);
  const content = shell && run.store.read(shell.object);
  // The content may be changed in place later, so it is copied.
  const before = content && {
    ...content,
    members: new Map(content.members),
    symbols: new Map(content.symbols),
    rest: [...content.rest],
    open: [...content.open],
  };
  const result = callBack(run, call.args.at(1), [], call);
  if (shell && before) restore(run, shell, before);
  return result;
}

function restore(run: Run, shell: ObjectValue, before: ObjectContent): void {
  const entries = new Map(run.store.read(shell.object).entries);
  run.store.write(shell.object, { ...before, epoch: -1, entries });
}

export function group(run: Run, call: Call): Value {
  return callBack(run, call.args.at(1), [], call);
}

/** Runs commands that read the output of others. */
export function fed(run: Run, call: Call): Value {
  const shell = shellOf(call);
  if (!shell) return callBack(run, call.args.at(2), [], call);
  const before = run.store.read(shell.object).symbols.get(INPUT);
  setMember(run.store, shell.object, INPUT, { value: call.args.at(1), maybeAbsent: false });
  const result = callBack(run, call.args.at(2), [], call);
  if (before) setMember(run.store, shell.object, INPUT, before);
  else deleteMember(run.store, shell.object, INPUT);
  return result;
}

/** Models `X=a command`: variables that only the command sees. */
export function withVariables(run: Run, call: Call): Value {
  const names = call.args.list.slice(2);
  const marks = names.map((name) => computedText(EXPORTED + (knownString(run, name) ?? "")));
  const saved = enter(run, { ...call, args: new Arguments([call.args.at(0), ...names, ...marks]) });
  exportVariables(run, { ...call, args: new Arguments([call.args.at(0), ...names]) });
  const result = callBack(run, call.args.at(1), [], call);
  return leaveFunction(run, { ...call, args: new Arguments([call.args.at(0), saved, result]) });
}

/** Marks variables as those that other programs get: `export NAME`. */
export function exportVariables(run: Run, call: Call): Value {
  const shell = shellOf(call);
  for (const value of call.args.list.slice(1)) {
    const name = knownString(run, value);
    if (shell && name !== undefined)
      setMember(run.store, shell.object, EXPORTED + name, { value: TRUE, maybeAbsent: false });
  }
  return UNDEFINED;
}

/** Returns the responses in variables that other programs get. Base paths in such variables are found by their names. */
export function exportedResponses(run: Run, shell: ObjectValue | undefined): Value[] {
  if (!shell) return [];
  const { members } = run.store.read(shell.object);
  return [...members.keys()].flatMap((key) => {
    const name = typeof key === "string" && key.startsWith(EXPORTED) ? key.slice(EXPORTED.length) : undefined;
    const value = name === undefined ? undefined : members.get(name)?.value;
    return value && isAnswer(value) ? [value] : [];
  });
}

/** Returns the input of a command: its own input, or that of the commands around it. */
export function inputOf(run: Run, call: Call): Value {
  const given = call.args.at(1);
  if (given.kind !== "scalar") return given;
  const shell = shellOf(call);
  const around = shell && run.store.read(shell.object).symbols.get(INPUT);
  return around && !around.maybeAbsent
    ? around.value
    : opaque("computed", "input", call.environment.locate(call.node));
}

/** Returns the content of a file that this script, or one that it sources, has written before. */
export function writtenFile(run: Run, call: Call, path: Value): Value | undefined {
  const shell = shellOf(call);
  const name = fileName(run, path);
  const slot = name === undefined ? undefined : shell && run.store.read(shell.object).entries.get(name);
  return slot && !slot.maybeAbsent ? slot.value : undefined;
}

/** Returns the contents of files that the script has written, and that words name, also somewhere in a text. */
export function filesIn(run: Run, call: Call, words: readonly Value[]): Value[] {
  const shell = shellOf(call);
  if (!shell) return [];
  const texts = words.flatMap((word) => (word.kind === "text" ? flatten(word.text) : []));
  return [...run.store.read(shell.object).entries].flatMap(([name, { value }]) =>
    texts.some((text) => text.includes(String(name))) ? [value] : [],
  );
}

/** Returns a name for a path, in which each unknown part has the number of its value: `$(mktemp)`, `$DIR/a.json`. */
function fileName(run: Run, path: Value): string | undefined {
  if (path.kind !== "text" && path.kind !== "unknown") return undefined;
  const names = toText(run, path).parts.map((part) => {
    const value = part.kind === "hole" ? unknownOf(part) : undefined;
    return part.kind === "segment" ? part.text : value && `\0${numberOf(value)}`;
  });
  return names.every((name) => name !== undefined) ? names.join("").replace(/^(?:\.\/+)+/, "") : undefined;
}

function numberOf({ source, path }: UnknownValue): string {
  return [source.born, ...path].join(".");
}

export function writeFile(run: Run, call: Call, path: Value, content: Value, appends = false): void {
  const shell = shellOf(call);
  const known = fileName(run, path);
  if (!shell || known === undefined || known === "/dev/null") return;
  run.recorder.escapes.saved(run, known, content, call);
  const before = appends ? writtenFile(run, call, path) : undefined;
  const value = before ? joinOutputs(run, before, content) : appends ? opaque("computed", known) : content;
  setMember(run.store, shell.object, new Entry(known), { value, maybeAbsent: false });
}
