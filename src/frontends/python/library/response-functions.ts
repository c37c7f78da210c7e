import { jsonObject } from "../../../analysis/builtins/json.js";
import { callBack, type NativeFunction } from "../../../analysis/builtins/native.js";
import { Arguments } from "../../../analysis/evaluation/callable.js";
import { peek } from "../../../analysis/evaluation/members.js";
import { passing } from "./tasks.js";

const parsed: NativeFunction = (run, call) =>
  callBack(run, peek(run, jsonObject(), "parse"), [call.args.at(0)], {
    ...call,
    args: new Arguments([call.args.at(0)]),
  });

/** Functions of clients for what they send and receive, beside those that send requests. */
export const RESPONSE_FUNCTIONS: ReadonlyMap<string, Readonly<Record<string, NativeFunction>>> = new Map([
  // https://docs.twistedmatrix.com/projects/treq/en/latest/api.html
  ["treq", { json_content: parsed, content: passing, text_content: passing }],
  // https://www.tornadoweb.org/en/stable/escape.html
  ["tornado.escape", { json_decode: parsed, utf8: passing, to_unicode: passing, native_str: passing }],
  ["tornado.httputil", { HTTPHeaders: passing }],
] as const);
