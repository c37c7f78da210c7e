import type { NativeFunction } from "../../../analysis/builtins/native.js";
import { parseJsonText } from "./json.js";
import { passing } from "./runners.js";

/** Functions of clients for what they send and receive, beside those that send requests. */
export const RESPONSE_FUNCTIONS: ReadonlyMap<string, Readonly<Record<string, NativeFunction>>> = new Map([
  // https://docs.twistedmatrix.com/projects/treq/en/latest/api.html
  ["treq", { json_content: parseJsonText, content: passing, text_content: passing }],
  // https://www.tornadoweb.org/en/stable/escape.html
  ["tornado.escape", { json_decode: parseJsonText, utf8: passing, to_unicode: passing, native_str: passing }],
  ["tornado.httputil", { HTTPHeaders: passing }],
] as const);
