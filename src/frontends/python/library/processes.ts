import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { keyword } from "../../../analysis/evaluation/keywords.js";
import { TEXT } from "../../../analysis/evaluation/member-tables.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import {
  computedText,
  memberOfUnknown,
  opaque,
  truthiness,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  givesOutput,
  quoted,
  splitting,
  startCommand,
  startProgram,
  starting,
  type Gives,
} from "../../shell/started.js";

type Starting = (callee: UnknownValue) => NativeFunction;

/** Starts the program with its arguments, or the text for a shell, that is the first argument. */
const command =
  (gives: Gives): Starting =>
  (callee) =>
    starting(
      callee,
      (run, call) => {
        const { keywords } = call.args;
        const given = call.args.has(0) ? call.args.at(0) : keyword(run, keywords, "args");
        return startCommand(run, call, given, keyword(run, keywords, "input"));
      },
      gives,
    );

/** Starts the program that is the first argument with the others. */
const program =
  (gives: Gives): Starting =>
  (callee) =>
    starting(callee, (run, call) => startProgram(run, call, call.args.list, call.args.rest), gives);

/** Starts the program with the name of a function. Arguments by name are its options, `H="Accept: text/plain"`. */
function programOf(name: string): Starting {
  return (callee) =>
    starting(
      callee,
      (run, call) => {
        const { list, rest, keywords } = call.args;
        const options = keywords ? [...run.store.read(keywords.object).members] : [];
        const words = options.flatMap(([key, { value }]): Value[] => {
          if (key.startsWith("_")) return [];
          const option = computedText(key.length === 1 ? `-${key}` : `--${key.replaceAll("_", "-")}`);
          return truthiness(value) === true && value.kind === "scalar" ? [option] : [option, value];
        });
        return startProgram(run, call, [computedText(name), ...words, ...list], rest);
      },
      printed,
    );
}

/** Makes the text that a program has printed, which has itself as a member as well. */
const printed: Gives = (_run, call, text) =>
  nativeObject(
    "RunningCommand",
    { [TEXT]: text, stdout: text, ...natives({ strip: () => text }) },
    opaque("computed", "command", call.environment.locate(call.node)),
  );

const status: Gives = (_run, call) => computed(call, "returncode");
const statusAndOutput: Gives = (run, call, printed) => makeList(run, [computed(call, "status"), printed]);

/**
 * Models `Popen` and `CompletedProcess`: https://docs.python.org/3/library/subprocess.html#subprocess.CompletedProcess
 */
const ended: Gives = (_run, call, printed) =>
  nativeObject(
    "Process",
    {
      stdout: printed,
      ...natives({ communicate: (inner) => makeList(inner, [printed, computed(call, "stderr")]) }),
    },
    opaque("computed", "process", call.environment.locate(call.node)),
  );

const stream: Gives = (_run, call, printed) =>
  nativeObject(
    "Stream",
    natives({ read: () => printed, readlines: () => printed }),
    opaque("computed", "stream", call.environment.locate(call.node)),
  );

const quote: NativeFunction = (run, call) => quoted(run, call.args.at(0));

const STARTING: ReadonlyMap<string, Readonly<Record<string, Starting>>> = new Map([
  [
    "subprocess",
    {
      run: command(ended),
      Popen: command(ended),
      call: command(status),
      check_call: command(status),
      check_output: command(givesOutput),
      getoutput: command(givesOutput),
      getstatusoutput: command(statusAndOutput),
    },
  ],
  ["os", { system: command(status), popen: command(stream) }],
  ["commands", { getoutput: command(givesOutput), getstatusoutput: command(statusAndOutput) }],
  ["asyncio", { create_subprocess_exec: program(ended), create_subprocess_shell: command(ended) }],
  ["shlex", { quote: () => quote, split: () => splitting("shlex.split") }],
  ["pipes", { quote: () => quote }],
  // https://sh.readthedocs.io/en/latest/
  ["sh", Object.fromEntries(["curl", "wget", "http", "https"].map((name) => [name, programOf(name)]))],
]);

/**
 * Returns the functions of a module that start programs.
 *
 * @param rest the unknown members of the module
 */
export function startingFunctions(module: string, rest: UnknownValue): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(STARTING.get(module) ?? {}).map(([name, make]) => [
      name,
      nativeValue(name, make(memberOfUnknown(rest, name))),
    ]),
  );
}

export const STARTING_MODULES = ["subprocess", "commands", "shlex", "pipes"];
