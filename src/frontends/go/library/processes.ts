import {
  computed,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { setMember } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  memberOfUnknown,
  objectValue,
  opaque,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { startProgram, starting } from "../../shell/started.js";
import { pointed } from "./language.js";
import { CONTENT } from "./readers.js";

const REST = unknown({ reason: "import", name: "exec", specifier: "os/exec", born: 0 });

/** @param from the index of the program among the arguments */
function command(name: string, from: number): Value {
  return nativeValue(
    name,
    starting(
      memberOfUnknown(REST, name),
      (run, call) => startProgram(run, call, call.args.list.slice(from), call.args.rest),
      process,
    ),
  );
}

/** Models `os/exec`: https://pkg.go.dev/os/exec */
function process(_run: Run, made: Call, printed: Value): Value {
  const output: NativeFunction = (run, call) => makeList(run, [printed, computed(call, "error")]);
  const ends: NativeFunction = (run, call) => {
    fillOutput(run, call.this, printed);
    return computed(call, "error");
  };
  return nativeObject(
    "Cmd",
    natives({
      Output: output,
      CombinedOutput: output,
      StdoutPipe: output,
      Run: ends,
      Start: ends,
      Wait: ends,
    }),
    opaque("computed", "Cmd", made.environment.locate(made.node)),
  );
}

/** `cmd.Stdout = &buffer`: the output is in the buffer when the command has ended. */
function fillOutput(run: Run, process: Value, printed: Value): void {
  const given = peek(run, process, "Stdout");
  const buffer = given.kind === "object" ? pointed(run, given) : given;
  if (buffer.kind === "object" && buffer.object.className === "Buffer of Go")
    setMember(run.store, objectValue(buffer.object).object, CONTENT, { value: printed, maybeAbsent: false });
}

/** https://pkg.go.dev/os/exec */
export const processes: Maker = () =>
  nativeObject(
    "exec",
    { Command: command("Command", 0), CommandContext: command("CommandContext", 1) },
    REST,
  );
