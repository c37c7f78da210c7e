import { jsonObject } from "../../../analysis/builtins/json.js";
import { callBack, computed, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { memberOfUnknown } from "../../../analysis/evaluation/value.js";
import { makeJsonText } from "../../lowered/json-text.js";

/** Models `JSON.parse(text)` and the equivalents in other libraries. */
export const parseText: NativeFunction = (run, call) => {
  const given = call.args.at(0);
  const args = new Arguments([given]);
  return callBack(run, peek(run, jsonObject(), "parse"), [given], { ...call, args });
};

/** Models `YAML.load`. A response is parsed, other texts are not. */
export const parseOther: NativeFunction = (_run, call) => {
  const given = call.args.at(0);
  return given.kind === "unknown" && given.source.reason === "response"
    ? memberOfUnknown(given, "parse()")
    : computed(call, "load");
};

export const printText: NativeFunction = (run, call) => makeJsonText(run, call.args.at(0), call);

export const JSON_FUNCTIONS = {
  parse: parseText,
  "parse!": parseText,
  load: parseText,
  "[]": parseText,
  decode: parseText,
  generate: printText,
  pretty_generate: printText,
  dump: printText,
  encode: printText,
} satisfies Readonly<Record<string, NativeFunction>>;
