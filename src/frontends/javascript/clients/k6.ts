import { nativeObject, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { computedText, type Value } from "../../../analysis/evaluation/value.js";
import { optionOf, type Client } from "../../../analysis/clients/client.js";

/**
 * `http.get(url, params)`, `http.post(url, body, params)`, `http.request(method, url, body, params)` of k6; objects are
 * sent as forms. https://grafana.com/docs/k6/latest/javascript-api/k6-http/
 */
function sender(method: string | undefined, hasBody: boolean): NativeFunction {
  return (run, call) => {
    const args = call.args.from(method ? 0 : 1);
    return run.recorder.request(run, {
      client: "k6/http",
      call,
      url: args.at(0),
      method: method ? computedText(method) : call.args.at(0),
      headers: [optionOf(run, args.at(hasBody ? 2 : 1), "headers")],
      intake: {
        options: args.at(hasBody ? 2 : 1),
        index: (hasBody ? 2 : 1) + call.args.length - args.length,
        key: "headers",
      },
      ...(hasBody ? { body: args.at(1) } : {}),
    }).response;
  };
}

const http = () => {
  const members: Record<string, Value> = {
    get: nativeValue("get", sender("GET", false)),
    head: nativeValue("head", sender("HEAD", false)),
    del: nativeValue("del", sender("DELETE", true)),
    post: nativeValue("post", sender("POST", true)),
    put: nativeValue("put", sender("PUT", true)),
    patch: nativeValue("patch", sender("PATCH", true)),
    request: nativeValue("request", sender(undefined, true)),
  };
  return nativeObject("k6/http", members);
};

export const k6Client: Client = { name: "k6/http", modules: { "k6/http": http } };
