import { nativeObject, nativeValue, type NativeFunction } from "../builtins/native.js";
import { makeObject } from "../evaluation/members.js";
import type { Run } from "../evaluation/run.js";
import {
  alternatives,
  computedText,
  nullishness,
  type ObjectValue,
  type Value,
} from "../evaluation/value.js";
import { headersIn, strongestOption, type Client } from "./client.js";
import { resolveUrl } from "../builtins/urls.js";

/**
 * `Wreck.get(uri, { baseUrl, headers, payload, json })` gives `{ res, payload }`; `request(method, uri, options)` gives
 * the response alone, which `read` reads. https://hapi.dev/module/wreck/api
 */
function instance(layers: readonly Value[]): ObjectValue {
  const send =
    (method: string | undefined): NativeFunction =>
    (run, call) => {
      const all = [...layers, call.args.at(method ? 1 : 2)].filter((layer) => nullishness(layer) !== true);
      const payload = strongestOption(run, all, "payload");
      const { response } = run.recorder.request(run, {
        client: "@hapi/wreck",
        call,
        url: resolveUrl(run, call, call.args.at(method ? 0 : 1), strongestOption(run, all, "baseUrl")),
        method: method ? computedText(method) : call.args.at(0),
        headers: headersIn(run, all),
        intake: { options: call.args.at(method ? 1 : 2), index: method ? 1 : 2, key: "headers" },
        body: payload,
        setsContentType: alternatives(payload).every((single) => single.kind === "object"),
      });
      return method ? makeObject(run, { res: response, payload: response }) : response;
    };
  const members: Record<string, Value> = {
    request: nativeValue("request", send(undefined)),
    read: nativeValue("read", (_run, call) => call.args.at(0)),
    defaults: nativeValue("defaults", (_run, call) => instance([...layers, call.args.at(0)])),
  };
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
    members[method.toLowerCase()] = nativeValue(method, send(method));
  return nativeObject("Wreck", members);
}

const make = (_run: Run): Value => instance([]);

export const wreckClient: Client = { name: "@hapi/wreck", modules: { "@hapi/wreck": make, wreck: make } };
