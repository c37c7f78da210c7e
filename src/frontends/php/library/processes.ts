import { computed, nativeObject, type NativeFunction } from "../../../analysis/builtins/native.js";
import { opaque, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { givesOutput, quoted, startCommand, starting, type Gives } from "../../shell/started.js";

const status: Gives = (_run, call) => computed(call, "status");
const process: Gives = (_run, call) =>
  nativeObject("process", {}, opaque("computed", "process", call.environment.locate(call.node)));

const starts = (name: string, gives: Gives): [string, NativeFunction] => [
  name,
  starting(
    unknown({ reason: "global", name, born: 0 }),
    (run, call) => startCommand(run, call, call.args.at(0)),
    gives,
  ),
];

/** Functions that start programs. https://www.php.net/manual/en/ref.exec.php */
export const STARTING: readonly (readonly [string, NativeFunction])[] = [
  starts("php:shell", givesOutput),
  starts("shell_exec", givesOutput),
  starts("exec", givesOutput),
  starts("system", givesOutput),
  starts("passthru", status),
  starts("popen", givesOutput),
  starts("proc_open", process),
  ["escapeshellarg", (run, call): Value => quoted(run, call.args.at(0))],
  ["escapeshellcmd", (_run, call): Value => call.args.at(0)],
];
