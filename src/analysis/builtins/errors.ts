import { HeapObject, mergeUnknown, setMember } from "../evaluation/heap.js";
import { peek } from "../evaluation/members.js";
import { toText } from "../evaluation/coerce.js";
import {
  computedText,
  mapAlternatives,
  objectValue,
  opaque,
  unknown,
  type Value,
} from "../evaluation/value.js";
import { nativeValue } from "./native.js";

/** The classes of errors that a program may make by itself. */
export const ERROR_CLASSES = ["Error", "TypeError", "RangeError", "SyntaxError"] as const;

/** Models `new Error(message, { cause })`, which has only the given members. */
export function errorConstructor(name: (typeof ERROR_CLASSES)[number]): Value {
  return nativeValue(
    name,
    (run, call) => {
      const place = call.environment.locate(call.node);
      const made = new HeapObject("Error", place);
      mergeUnknown(run.store, made, opaque("computed", `new ${name}()`, place));
      const given = call.args.at(0);
      const message = mapAlternatives(given, (single): Value => {
        const isNone = single.kind === "scalar" && single.value === undefined;
        return isNone ? computedText("") : { kind: "text", text: toText(run, single) };
      });
      const members = { message, name: computedText(name), cause: peek(run, call.args.at(1), "cause") };
      for (const [key, value] of Object.entries(members))
        setMember(run.store, made, key, { value, maybeAbsent: false, isHidden: "surely" });
      return objectValue(made);
    },
    {},
    "Function",
    unknown({ reason: "global", name }),
  );
}
