import { nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import {
  UNDEFINED,
  computedText,
  isFunction,
  nullishness,
  truthiness,
} from "../../../analysis/evaluation/value.js";
import { answer, methodOf, optionOf, splitUrl, type Client } from "../../../analysis/clients/client.js";
import { formType } from "../../../analysis/clients/own-content-type.js";

/**
 * `get(url | { url, method, headers, body, form, json }, (error, response) => …)`, a function for each method, and
 * `concat`, whose callback gets the body as well. https://github.com/feross/simple-get
 */
function sender(method?: string): NativeFunction {
  return (run, call) => {
    const { url, options } = splitUrl(run, call, ["url"]);
    const given = isFunction(options) ? UNDEFINED : options;
    const mayBeJson = truthiness(peek(run, given, "json")) !== false;
    const { response } = run.recorder.request(run, {
      client: "simple-get",
      call,
      url,
      method: method ? computedText(method) : methodOf(run, given),
      // simple-get 4.0.1, `index.js`: with `json`, its own Accept replaces any other.
      headers: [
        optionOf(run, given, "headers"),
        ...(mayBeJson ? [makeObject(run, { accept: computedText("application/json") })] : []),
      ],
      intake: { options: given, index: 0, key: "headers" },
      body: optionOf(run, given, "body", "form"),
      ...formType(peek(run, given, "form")),
      setsContentType: nullishness(peek(run, given, "json")) !== true,
    });
    answer(run, call, response, response);
    return response;
  };
}

export const simpleGetClient: Client = {
  name: "simple-get",
  modules: {
    "simple-get": () =>
      nativeValue(
        "get",
        sender(),
        natives({
          concat: sender(),
          get: sender("GET"),
          post: sender("POST"),
          put: sender("PUT"),
          patch: sender("PATCH"),
          head: sender("HEAD"),
          delete: sender("DELETE"),
        }),
      ),
  },
};
