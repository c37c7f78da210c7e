import { knownText } from "../../../facts/text.js";
import { nativeObject, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makeObject } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  alternatives,
  computedText,
  nullishness,
  truthiness,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { headersIn, strongestOption, type Client } from "../../../analysis/clients/client.js";
import { resolveUrl } from "../../../analysis/builtins/urls.js";

/** @hapi/wreck 18.1.2, `lib/index.js`, `jsonRegex`; the same since wreck 14. With "strict" another type is an error. */
const PARSED = { types: String.raw`^application/([a-z0-9.]*[+-]json|json)$`, always: 'json: "force"' };

/** Returns whether `json` has it parse by the type; "force" has it parse all. */
function mayParse(json: Value): boolean {
  return alternatives(json).some(
    (single) =>
      truthiness(single) !== false && !(single.kind === "text" && knownText(single.text) === "force"),
  );
}

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
        ...(method && mayParse(strongestOption(run, all, "json")) ? { parsing: PARSED } : {}),
        setsContentType: alternatives(payload).every((single) => single.kind === "object"),
      });
      return method ? makeObject(run, { res: response, payload: response }) : response;
    };
  const members: Record<string, Value> = {
    request: nativeValue("request", send(undefined)),
    read: nativeValue("read", (run, call) => {
      const all = [...layers, call.args.at(1)].filter((layer) => nullishness(layer) !== true);
      if (mayParse(strongestOption(run, all, "json")))
        for (const single of alternatives(call.args.at(0)))
          if (single.kind === "unknown" && single.source.request !== undefined)
            run.recorder.requests[single.source.request]?.setParsing(PARSED);
      return call.args.at(0);
    }),
    defaults: nativeValue("defaults", (_run, call) => instance([...layers, call.args.at(0)])),
  };
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"])
    members[method.toLowerCase()] = nativeValue(method, send(method));
  return nativeObject("Wreck", members);
}

const make = (_run: Run): Value => instance([]);

export const wreckClient: Client = { name: "@hapi/wreck", modules: { "@hapi/wreck": make, wreck: make } };
