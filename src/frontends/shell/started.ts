import { flatten } from "../../facts/text.js";
import { callUnknown } from "../../analysis/builtins/unknown-calls.js";
import { computed, type NativeFunction } from "../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../analysis/evaluation/callable.js";
import { concat } from "../../analysis/evaluation/coerce.js";
import { elementsToRead } from "../../analysis/evaluation/heap.js";
import { makeList } from "../../analysis/evaluation/members.js";
import type { Run } from "../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  choice,
  computedText,
  opaque,
  type UnknownValue,
  type Value,
} from "../../analysis/evaluation/value.js";
import { runSimpleCommands, runWords } from "./commands/run-command.js";
import { simpleCommands } from "./simple-commands.js";
import { makeShell, makeShellOfText } from "./state.js";
import { valueOf } from "./texts.js";

/** Programs that send requests, alone or in a text that a shell runs. */
const SENDS = /(?:^|[\s\\/;&|("'`=])(?:curl(?:\.exe)?|wget|https?|xhs?)(?=\s|$)/;

/** Returns whether a word may name a program that sends requests, or be a script that starts one. */
function maySend(word: Value): boolean {
  return alternatives(word).some((single) => single.kind === "text" && SENDS.test(flatten(single.text)));
}

/**
 * Starts a program with arguments: `subprocess.run(["curl", "-X", "POST", url])`.
 *
 * @param words the program and its arguments
 * @param rest what more arguments there may be
 * @param input what the program reads
 * @returns what it prints; `undefined` if it is none that sends requests
 */
export function startProgram(
  run: Run,
  call: Call,
  words: readonly Value[],
  rest?: Value,
  input: Value = UNDEFINED,
): Value | undefined {
  if (!words.some(maySend)) return undefined;
  return runWords(run, inShell(run, call, input), words, rest);
}

/** Starts a program, given as a list of the program and its arguments. */
export function startList(run: Run, call: Call, list: Value, input?: Value): Value | undefined {
  const printed = alternatives(list).map((single) => {
    if (single.kind !== "object" || single.object.className !== "Array") return undefined;
    const content = run.store.read(single.object);
    const known = elementsToRead(content);
    if (known) return startProgram(run, call, known, undefined, input);
    // Elements that may be there, or of which the order is not known.
    const words = [...content.members].flatMap(([key, { value }]) => (/^\d+$/.test(key) ? [value] : []));
    const rest = opaque("computed", "arguments", call.environment.locate(call.node));
    return startProgram(run, call, words, rest, input);
  });
  return onlyKnown(printed);
}

/** Starts what is given: a list of a program and its arguments, or a text for a shell. */
export function startCommand(run: Run, call: Call, command: Value, input?: Value): Value | undefined {
  return startList(run, call, command, input) ?? startText(run, call, command, input);
}

/** Makes the result of a call from the output of the process that it starts. */
export type Gives = (run: Run, call: Call, printed: Value) => Value;

/**
 * Makes a function that starts a command. If a call starts no program that sends requests, it is a call of `callee`.
 *
 * @param start returns the output of the command
 */
export function starting(
  callee: UnknownValue,
  start: (run: Run, call: Call) => Value | undefined,
  gives: Gives = givesOutput,
): NativeFunction {
  return (run, call) => {
    const printed = start(run, call);
    return printed ? gives(run, call, printed) : callUnknown(run, callee, call);
  };
}

export const givesOutput: Gives = (_run, _call, printed) => printed;

/** Starts a shell with a text: `os.system(f"curl {url}")`. */
export function startText(run: Run, call: Call, command: Value, input: Value = UNDEFINED): Value | undefined {
  const printed = alternatives(command).map((single) =>
    single.kind === "text" && SENDS.test(flatten(single.text))
      ? runSimpleCommands(run, inShell(run, call, input, makeShellOfText(run)), simpleCommands(single.text))
      : undefined,
  );
  return onlyKnown(printed);
}

/** Makes the function of a name that splits a text into the list of its words, as `shlex.split` does. */
export function splitting(name: string): NativeFunction {
  return (run, call) => {
    const text = call.args.at(0);
    if (text.kind !== "text") return computed(call, name);
    const words = simpleCommands(text.text).flatMap((command) => command.words);
    return makeList(
      run,
      words.map((word) => valueOf(word)),
    );
  };
}

/** Quotes a text so that it is one word of a command. */
export function quoted(run: Run, value: Value): Value {
  return concat(run, [QUOTE, value, QUOTE]);
}

const QUOTE = computedText("'");

function onlyKnown(printed: readonly (Value | undefined)[]): Value | undefined {
  const known = printed.filter((one) => one !== undefined);
  return known.length > 0 ? choice(known) : undefined;
}

/** The call as one in a shell that was just started. */
function inShell(run: Run, call: Call, input: Value, shell = makeShell(run)): Call {
  return { ...call, args: new Arguments([shell, input]) };
}
