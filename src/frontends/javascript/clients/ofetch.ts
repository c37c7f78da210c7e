import { callBack, computed, nativeValue, type NativeFunction } from "../../../analysis/builtins/native.js";
import { makePromise } from "../../../analysis/builtins/promises.js";
import { makeEntries } from "../../../analysis/builtins/collections.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { instanceSlot } from "../../../analysis/recording/header-slots.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  memberOfUnknown,
  nullishness,
  sameValue,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import {
  combineUrls,
  headersIn,
  optionOf,
  strongestOption,
  type Client,
} from "../../../analysis/clients/client.js";
import { throughResponseHooks, withBody } from "./hooked-responses.js";
import { ownContentType } from "../../../analysis/clients/own-content-type.js";

/**
 * `ofetch(url, { baseURL, method, headers, body, onRequest })`: gives the body; `raw` gives the response, with the
 * body under `_data`; `create` makes an instance. https://github.com/unjs/ofetch
 */
function instance(layers: readonly Value[], making: Call | undefined): ObjectValue {
  const send =
    (isRaw: boolean): NativeFunction =>
    (run, call) => {
      const all = [...layers, call.args.at(1)].filter((layer) => nullishness(layer) !== true);
      const method = strongestOption(run, all, "method");
      const base = strongestOption(run, all, "baseURL");
      const body = strongestOption(run, all, "body");
      const [given] = headersIn(run, layers).flatMap(alternatives);
      const headersPlace = given?.kind === "object" ? given.object.place : undefined;
      const { response } = run.recorder.request(run, {
        client: "ofetch",
        call,
        url: combineUrls(run, base, call.args.at(0)),
        query: all.map((layer) => optionOf(run, layer, "query", "params")),
        method: nullishness(method) === true ? computedText("GET") : method,
        headers: [...headersIn(run, all), ...fromHooks(run, call, all)],
        intake: { options: call.args.at(1), index: 1, key: "headers" },
        body,
        ...ownContentType(body),
        setsContentType: alternatives(body).every((single) => single.kind === "object"),
        ...(making
          ? {
              instance: {
                site: making.environment.locate(making.node),
                givesUrl: nullishness(base) !== true,
                ...(headersPlace ? { headersPlace } : {}),
                ...instanceSlot(run, layers.at(-1) ?? UNDEFINED, making.environment.locate(making.node)),
              },
            }
          : {}),
      });
      return answered(run, call, all, response, isRaw);
    };
  return nativeValue("ofetch", send(false), {
    raw: nativeValue("raw", send(true)),
    create: nativeValue("create", (_run, call) => instance([...layers, call.args.at(0)], call)),
  });
}

/**
 * `parseResponse(text)` makes the body; `onResponse({ request, options, response })` finds it under `_data` of the response
 * and may put another one there.
 */
function answered(
  run: Run,
  call: Call,
  layers: readonly Value[],
  response: UnknownValue,
  isRaw: boolean,
): Value {
  const parse = strongestOption(run, layers, "parseResponse");
  const body = throughResponseHooks(run, call, [parse], memberOfUnknown(response, "_data"));
  const answer = withBody(run, call, response, "_data", body);
  const hooks = layers.map((layer) => peek(run, layer, "onResponse"));
  const context = makeObject(run, {
    request: call.args.at(0),
    options: computed(call, "options"),
    response: answer,
  });
  throughResponseHooks(run, call, hooks, answer, () => [context]);
  if (isRaw) return makePromise(run, answer);
  return sameValue(answer, response) ? response : makePromise(run, peek(run, answer, "_data"));
}

/** `onRequest({ request, options })` finds a `Headers` object in the options. */
function fromHooks(run: Run, call: Call, layers: readonly Value[]): Value[] {
  return layers.flatMap((layer) => {
    const hook = peek(run, layer, "onRequest");
    if (!isFunction(hook)) return [];
    const options = makeObject(run, { headers: makeEntries(run, "Headers", makeObject(run, {}), call) });
    callBack(run, hook, [makeObject(run, { options, request: call.args.at(0) })], call);
    return [peek(run, options, "headers")];
  });
}

const members = () => {
  const ofetch = instance([], undefined);
  return nativeValue("ofetch", (run, call) => callBack(run, ofetch, call.args.list, call), {
    ofetch,
    $fetch: ofetch,
    default: ofetch,
  });
};

export const ofetchClient: Client = {
  name: "ofetch",
  modules: { ofetch: members, ohmyfetch: members },
  globals: { $fetch: () => instance([], undefined) },
};
