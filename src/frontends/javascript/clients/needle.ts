import type { Credentials } from "../../../facts/request.js";
import { nativeValue, natives, type NativeFunction } from "../builtins/native.js";
import { knownString } from "../evaluation/coerce.js";
import type { Run } from "../evaluation/run.js";
import { makeObject, peek } from "../evaluation/members.js";
import { UNDEFINED, computedText, isFunction, nullishness, type Value } from "../evaluation/value.js";
import { answer, hasNoBody, optionOf, type Client } from "./client.js";

/**
 * `needle(method, url, data, options, callback)`, a function for each method, and those without a body take no `data`;
 * `accept` and `content_type` are options of their own. https://github.com/tomas/needle#options
 */
function sender(method: string | undefined, hasData: boolean): NativeFunction {
  return (run, call) => {
    const given = call.args.from(method ? 1 : 2).list.filter((value) => !isFunction(value));
    const url = call.args.at(method ? 0 : 1);
    const verb = method ? computedText(method) : call.args.at(0);
    const takesData = hasData && (method !== undefined || sendsData(run, verb, given.length));
    const data = takesData ? (given[0] ?? UNDEFINED) : UNDEFINED;
    const options = given[takesData ? 1 : 0] ?? UNDEFINED;
    const { response } = run.recorder.request(run, {
      client: "needle",
      call,
      url,
      method: verb,
      headers: [...ownHeaders(run, options), optionOf(run, options, "headers")],
      intake: { options, index: (method ? 1 : 2) + (takesData ? 1 : 0), key: "headers" },
      ...(hasNoBody(run, verb) ? { query: [data] } : { body: data }),
      setsContentType: nullishness(peek(run, options, "json")) !== true,
      ...credentialsOf(run, options),
    });
    answer(run, call, response, response);
    return response;
  };
}

/** `needle("get", url, options)` has no data, `needle("get", url, query, options)` has. */
function sendsData(run: Run, method: Value, given: number): boolean {
  return given > 1 || !hasNoBody(run, method);
}

function ownHeaders(run: Run, options: Value): Value[] {
  const accept = peek(run, options, "accept");
  const type = peek(run, options, "content_type");
  return [
    ...(nullishness(accept) === true ? [] : [makeObject(run, { accept })]),
    ...(nullishness(type) === true ? [] : [makeObject(run, { "content-type": type })]),
  ];
}

function credentialsOf(run: Run, options: Value): { credentials?: Credentials } {
  if (nullishness(peek(run, options, "username")) === true) return {};
  const scheme = peek(run, options, "auth");
  if (nullishness(scheme) === true) return { credentials: "basic" };
  return { credentials: knownString(run, scheme) === "basic" ? "basic" : "digest" };
}

export const needleClient: Client = {
  name: "needle",
  modules: {
    needle: () =>
      nativeValue(
        "needle",
        sender(undefined, true),
        natives({
          request: sender(undefined, true),
          get: sender("GET", false),
          head: sender("HEAD", false),
          post: sender("POST", true),
          put: sender("PUT", true),
          patch: sender("PATCH", true),
          delete: sender("DELETE", true),
        }),
      ),
  },
};
