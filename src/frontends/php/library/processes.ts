import { computed, nativeObject, type NativeFunction } from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { opaque, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { quoted, startCommand, starting } from "../../shell/started.js";

/** Makes the result of a call from the output of the process. */
type Gives = (run: Run, call: Call, printed: Value) => Value;

const output: Gives = (_run, _call, printed) => printed;
const status: Gives = (_run, call) => computed(call, "status");
const process: Gives = (_run, call) =>
  nativeObject("process", {}, opaque("computed", "process", call.environment.locate(call.node)));

const starts = (name: string, gives: Gives): [string, NativeFunction] => [
  name,
  starting(unknown({ reason: "global", name, born: 0 }), (run, call) => {
    const printed = startCommand(run, call, call.args.at(0));
    return printed && gives(run, call, printed);
  }),
];

/** Functions that start programs. https://www.php.net/manual/en/ref.exec.php */
export const STARTING: readonly (readonly [string, NativeFunction])[] = [
  starts("php:shell", output),
  starts("shell_exec", output),
  starts("exec", output),
  starts("system", output),
  starts("passthru", status),
  starts("popen", output),
  starts("proc_open", process),
  ["escapeshellarg", (run, call): Value => quoted(run, call.args.at(0))],
  ["escapeshellcmd", (_run, call): Value => call.args.at(0)],
];
