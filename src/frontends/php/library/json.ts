import { jsonObject } from "../../../analysis/builtins/json.js";
import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { mapAlternatives, type Value } from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";

/** Models `json_decode(text)`. Objects are read with arrows, arrays with brackets. */
export const decode: NativeFunction = (run, call) => {
  const parse = peek(run, jsonObject(), "parse");
  return mapAlternatives(call.args.at(0), (single): Value => {
    const text = knownString(run, single);
    if (text !== undefined && !isJson(text)) return computed(call, "json_decode");
    return callBack(run, parse, [single], call);
  });
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export const encode: NativeFunction = (run, call) => makeJsonText(run, call.args.at(0), call);
