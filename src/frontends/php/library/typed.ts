import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { UNDEFINED, mapAlternatives } from "../../../analysis/evaluation/value.js";
import { libraryClass } from "./classes.js";

/** Gives an unknown parameter its declared type, if that is a client: a client without options. */
export const typed: NativeFunction = (run, call) => {
  const name = knownString(run, call.args.at(1)) ?? "";
  const made = libraryClass(name)?.(run);
  if (!made || made.kind !== "object" || !made.object.callable) return call.args.at(0);
  return mapAlternatives(call.args.at(0), (single) =>
    single.kind === "unknown"
      ? callValue(run, made, { ...call, this: UNDEFINED, args: new Arguments([]), isNew: true })
      : single,
  );
};
