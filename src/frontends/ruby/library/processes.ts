import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import {
  memberOfUnknown,
  opaque,
  unknown,
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
import { blockOf, namedArguments, yieldTo } from "./blocks.js";
import { READS } from "./files.js";

const status: Gives = (_run, call) => computed(call, "status");
const outputAndStatus: Gives = (run, call, printed) =>
  makeList(run, [printed, ...["stderr", "status"].map((name) => computed(call, name))]);

/** A stream of the output, or what the block gives that gets one. */
const stream: Gives = (run, call, printed) => {
  const made = streamOf(call, printed);
  const block = blockOf(run, call);
  return block ? yieldTo(run, block, [made], call) : made;
};

/** `popen3 { |stdin, stdout, stderr, thread| … }` */
const streams: Gives = (run, call, printed) => {
  const all = [
    computed(call, "stdin"),
    streamOf(call, printed),
    ...["stderr", "thread"].map((name) => computed(call, name)),
  ];
  const block = blockOf(run, call);
  return block ? yieldTo(run, block, all, call) : makeList(run, all);
};

function streamOf(call: Call, printed: Value): Value {
  const read = (): Value => printed;
  return nativeObject(
    "IO",
    natives({ read, readlines: read, gets: read }),
    opaque("computed", "stream", call.environment.locate(call.node)),
  );
}

/** A text for a shell, or a program with its arguments, behind the variables that are set for it. */
function function_(callee: UnknownValue, gives: Gives): Value {
  return nativeValue(
    callee.path.at(-1) ?? callee.source.name,
    starting(
      callee,
      (run, call) => {
        const named = namedArguments(run, call);
        const words = call.args.list.filter(
          ({ kind }, index) => index > 0 || kind !== "object" || isList(call),
        );
        const input = named && peek(run, named, "stdin_data");
        const [only] = words;
        return words.length === 1 && only && !call.args.rest
          ? startCommand(run, call, only, input)
          : startProgram(run, call, words, call.args.rest, input);
      },
      gives,
    ),
  );
}

function isList(call: Call): boolean {
  const first = call.args.at(0);
  return first.kind === "object" && first.object.className === "Array";
}

const globalNamed = (name: string): UnknownValue => unknown({ reason: "global", name, born: 0 });

function moduleOf(
  name: string,
  functions: Readonly<Record<string, Gives>>,
  others: Readonly<Record<string, NativeFunction>> = {},
): Maker {
  const rest = globalNamed(name);
  const starts = Object.entries(functions).map(
    ([key, gives]) => [key, function_(memberOfUnknown(rest, key), gives)] as const,
  );
  return () => nativeObject("Module", { ...natives(others), ...Object.fromEntries(starts) }, rest);
}

const shellwords: Maker = () =>
  nativeObject(
    "Module",
    natives({
      escape: (run, call) => quoted(run, call.args.at(0)),
      shellescape: (run, call) => quoted(run, call.args.at(0)),
      split: splitting("split"),
    }),
    globalNamed("Shellwords"),
  );

/** Functions and modules that start programs. https://docs.ruby-lang.org/en/master/Process.html */
export const STARTING: readonly (readonly [string, Maker])[] = [
  ...Object.entries({ "rb:shell": givesOutput, system: status, exec: status, spawn: status }).map(
    ([name, gives]): [string, Maker] => [name, () => function_(globalNamed(name), gives)],
  ),
  [
    "Open3",
    moduleOf("Open3", {
      capture2: outputAndStatus,
      capture2e: outputAndStatus,
      capture3: outputAndStatus,
      popen2: streams,
      popen2e: streams,
      popen3: streams,
    }),
  ],
  ["IO", moduleOf("IO", { popen: stream }, READS)],
  ["Kernel", moduleOf("Kernel", { system: status, exec: status, spawn: status, "`": givesOutput })],
  ["Process", moduleOf("Process", { spawn: status, exec: status })],
  ["Shellwords", shellwords],
];
