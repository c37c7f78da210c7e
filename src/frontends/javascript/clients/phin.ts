import { nativeValue, natives, type NativeFunction } from "../../../analysis/builtins/native.js";
import {
  alternatives,
  computedText,
  isFunction,
  nullishness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  answer,
  headersIn,
  splitUrl,
  strongestOption,
  type Client,
} from "../../../analysis/clients/client.js";
import { formType } from "../../../analysis/clients/own-content-type.js";

/**
 * `phin(url | { url, method, headers, data, form, parse })` with `defaults`; `unpromisified` takes a callback. The
 * response has the body under `body`. https://github.com/ethanent/phin
 */
function instance(layers: readonly Value[]): ObjectValue {
  const send: NativeFunction = (inner, call) => {
    const { url, options } = splitUrl(inner, call, ["url"]);
    const all = [...layers, options].filter((layer) => nullishness(layer) !== true && !isFunction(layer));
    const method = strongestOption(inner, all, "method");
    const data = strongestOption(inner, all, "data", "form");
    const { response } = inner.recorder.request(inner, {
      client: "phin",
      call,
      url,
      method: nullishness(method) === true ? computedText("GET") : method,
      headers: headersIn(inner, all),
      intake: { options: call.args.at(0), index: 0, key: "headers" },
      body: data,
      ...formType(strongestOption(inner, all, "form")),
      setsContentType: alternatives(data).every((single) => single.kind === "object"),
    });
    answer(inner, call, response);
    return response;
  };
  const members = natives({
    promisified: send,
    unpromisified: send,
    defaults: (_inner, call) => instance([...layers, call.args.at(0)]),
  });
  return nativeValue("phin", send, members);
}

export const phinClient: Client = {
  name: "phin",
  modules: { phin: () => instance([]), phn: () => instance([]) },
};
