import type { NativeFunction } from "../../analysis/builtins/native.js";
import { Arguments } from "../../analysis/evaluation/callable.js";
import { alternatives, type UnknownValue } from "../../analysis/evaluation/value.js";

/**
 * Models a value that a script leaves as its output. It prints the answer to a request that only asks. What a change is
 * answered with is often left over.
 */
export const scriptOutput: NativeFunction = (run, call) => {
  const value = call.args.at(0);
  const isAsked = ({ source: { request } }: UnknownValue): boolean =>
    request !== undefined && (run.recorder.requests[request]?.isGet ?? false);
  const shown = alternatives(value).filter((one) => one.kind === "unknown" && isAsked(one));
  if (shown.length > 0)
    run.recorder.escapes.shown(run, "the script", { ...call, args: new Arguments(shown) }, "prints");
  return value;
};
