import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { callUnknown } from "../../../analysis/builtins/unknown-calls.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  memberOfUnknown,
  opaque,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { startCommand } from "../../shell/started.js";
import { classWith } from "./class.js";

const REST = unknown({ reason: "import", name: "java.lang", specifier: "java.lang", born: 0 });

/** The arguments are a list, an array, or the words themselves. */
function commandOf(run: Run, call: Call): Value {
  const [first] = call.args.list;
  return call.args.length === 1 && first && first.kind !== "text" ? first : makeList(run, call.args.list);
}

/** https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Process.html */
function process(call: Call, printed: Value): Value {
  const output: NativeFunction = () => printed;
  return nativeObject(
    "Process",
    natives({ getInputStream: output, inputReader: output }),
    opaque("computed", "process", call.environment.locate(call.node)),
  );
}

/** `new ProcessBuilder("curl", url).start()`, and `command(…)`, which says later what is started. */
const builder: NativeFunction = (run, call) => {
  let printed = call.args.length > 0 ? startCommand(run, call, commandOf(run, call)) : undefined;
  const own = printed ? undefined : callUnknown(run, memberOfUnknown(REST, "ProcessBuilder"), call);
  const same: NativeFunction = (_run, given) => given.this;
  return nativeObject(
    "ProcessBuilder",
    natives({
      command: (inner, given) => {
        if (given.args.length === 0) return computed(given, "command");
        printed = startCommand(inner, given, commandOf(inner, given)) ?? printed;
        return given.this;
      },
      directory: same,
      inheritIO: same,
      redirectErrorStream: same,
      redirectInput: same,
      redirectOutput: same,
      redirectError: same,
      start: (_inner, given) => (printed ? process(given, printed) : computed(given, "process")),
    }),
    own?.kind === "unknown" ? own : opaque("computed", "ProcessBuilder"),
  );
};

const exec: NativeFunction = (run, call) => {
  const printed = startCommand(run, call, call.args.at(0));
  return printed
    ? process(call, printed)
    : callUnknown(run, memberOfUnknown(REST, "exec"), {
        ...call,
        this: UNDEFINED,
        args: new Arguments(call.args.list),
      });
};

/** Classes that start programs. */
export const PROCESS_CLASSES: readonly (readonly [string, Maker])[] = [
  ["java.lang.ProcessBuilder", classWith("ProcessBuilder", builder)],
  [
    "java.lang.Runtime",
    classWith("Runtime", () => UNDEFINED, {
      getRuntime: () =>
        nativeObject("Runtime", { exec: nativeValue("exec", exec) }, opaque("computed", "Runtime")),
    }),
  ],
];
