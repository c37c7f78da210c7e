import {
  computed,
  definePrototype,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, elementsToRead, setMember } from "../../../analysis/evaluation/heap.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  opaque,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { startProgram, startText } from "../../shell/started.js";

/**
 * Models `new ProcessStartInfo("curl", "…")`:
 * https://learn.microsoft.com/dotnet/api/system.diagnostics.processstartinfo
 */
export const startInfo: NativeFunction = (run, call) =>
  makeObject(
    run,
    { FileName: call.args.at(0), Arguments: call.args.at(1), ArgumentList: makeList(run, []) },
    "Object",
    call.environment.locate(call.node),
  );

/** The arguments are one text, or a list. */
function start(run: Run, call: Call, file: Value, args: Value, list: Value): Value | undefined {
  const elements = list.kind === "object" ? elementsToRead(run.store.read(list.object)) : undefined;
  if (elements && elements.length > 0) return startProgram(run, call, [file, ...elements]);
  if (nullishness(args) === true) return startProgram(run, call, [file]);
  return startText(run, call, concat(run, [file, computedText(" "), args]));
}

function startOf(run: Run, call: Call, info: Value): Value | undefined {
  return start(
    run,
    call,
    peek(run, info, "FileName"),
    peek(run, info, "Arguments"),
    peek(run, info, "ArgumentList"),
  );
}

const PRINTED = "StandardOutput";

function show(run: Run, process: HeapObject, printed: Value | undefined, call: Call): void {
  const read = (): Value => printed ?? computed(call, "output");
  const value = nativeObject("Stream", natives({ ReadToEnd: read, ReadToEndAsync: read, ReadLine: read }));
  setMember(run.store, process, PRINTED, { value, maybeAbsent: false });
}

const prototype = new HeapObject("Process.prototype", undefined);
definePrototype(prototype, {
  Start: (run, call) => {
    const printed = startOf(run, call, peek(run, call.this, "StartInfo"));
    if (call.this.kind === "object") show(run, call.this.object, printed, call);
    return computed(call, "Start");
  },
});

/** Models `new Process { StartInfo = … }`: https://learn.microsoft.com/dotnet/api/system.diagnostics.process */
export const process: NativeFunction = (run, call) => {
  const object = new HeapObject("Process", call.environment.locate(call.node), prototype);
  setMember(run.store, object, "StartInfo", { value: startInfo(run, call), maybeAbsent: false });
  return objectValue(object);
};

/** Models `Process.Start(info)` and `Process.Start("curl", "…")`. */
export const startProcess: NativeFunction = (run, call) => {
  const [first, second] = [call.args.at(0), call.args.at(1)];
  const isInfo = first.kind === "object";
  const isList = second.kind === "object";
  const printed = isInfo
    ? startOf(run, call, first)
    : start(run, call, first, isList ? UNDEFINED : second, isList ? second : UNDEFINED);
  if (!printed) return opaque("computed", "process", call.environment.locate(call.node));
  const object = run.make("Process", call.environment.locate(call.node));
  show(run, object, printed, call);
  run.store.write(object, { ...run.store.read(object), open: [opaque("computed", "process")] });
  return objectValue(object);
};
