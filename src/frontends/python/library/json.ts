import { jsonObject } from "../../../analysis/builtins/json.js";
import { callBack, nativeObject, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { NULL, type Value } from "../../../analysis/evaluation/value.js";
import { argument } from "./named-arguments.js";
import { loadJson } from "./files.js";
import { makeJsonText } from "../../lowered/json-text.js";

/** Returns what a text of JSON means; a response is that itself. */
export const parseJsonText: NativeFunction = (run, call) =>
  callBack(run, peek(run, jsonObject(), "parse"), [call.args.at(0)], {
    ...call,
    args: new Arguments([call.args.at(0)]),
  });

/** Models `json` and its replacements: https://docs.python.org/3/library/json.html */
export function jsonModule(): Value {
  return nativeObject(
    "json",
    natives({
      dumps: (run, call) => makeJsonText(run, argument(run, call, 0, "obj"), call),
      loads: parseJsonText,
      load: loadJson,
      dump: (run, call) => {
        makeJsonText(run, argument(run, call, 0, "obj"), call);
        return NULL;
      },
    }),
  );
}
