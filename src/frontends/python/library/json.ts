import { jsonObject } from "../../javascript/builtins/json.js";
import { callBack, computed, nativeObject, natives } from "../../javascript/builtins/native.js";
import { Arguments, type Call } from "../../javascript/evaluation/callable.js";
import { deleteMember } from "../../javascript/evaluation/heap.js";
import { peek } from "../../javascript/evaluation/members.js";
import type { Run } from "../../javascript/evaluation/run.js";
import { alternatives, type Value } from "../../javascript/evaluation/value.js";

/** JSON as a text that keeps what it was made of; Python puts blanks into it that JavaScript does not. */
export function makeJsonText(run: Run, value: Value, call: Call): Value {
  const stringify = peek(run, jsonObject(), "stringify");
  const text = callBack(run, stringify, [value], call);
  for (const single of alternatives(text))
    if (single.kind === "object") deleteMember(run.store, single.object, "[[text]]");
  return text;
}

/** `json`, and modules that are used in its place. https://docs.python.org/3/library/json.html */
export function jsonModule(): Value {
  return nativeObject(
    "json",
    natives({
      dumps: (run, call) => makeJsonText(run, call.args.at(0), call),
      loads: (run, call) =>
        callBack(run, peek(run, jsonObject(), "parse"), [call.args.at(0)], {
          ...call,
          args: new Arguments([call.args.at(0)]),
        }),
      load: (run, call) => {
        const file = call.args.at(0);
        return file.kind === "unknown" && file.source.reason === "response"
          ? callBack(run, peek(run, jsonObject(), "parse"), [file], call)
          : computed(call, "json.load");
      },
      dump: (_run, call) => computed(call, "json.dump"),
    }),
  );
}
