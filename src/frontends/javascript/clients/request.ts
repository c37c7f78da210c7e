import {
  callBackLater,
  computed,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Credentials } from "../../../facts/request.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, setMembers } from "../../../analysis/evaluation/heap.js";
import { peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { isMissing } from "../../../analysis/evaluation/empty-fields.js";
import {
  FALSE,
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { combineUrls, methodOf, optionOf, splitUrl, type Client } from "../../../analysis/clients/client.js";
import { throughResponseHooks } from "./hooked-responses.js";
import { requestBuilder } from "./request-builder.js";
import { MULTIPART, formType } from "../../../analysis/clients/own-content-type.js";

const VERBS = {
  get: "GET",
  head: "HEAD",
  post: "POST",
  put: "PUT",
  patch: "PATCH",
  del: "DELETE",
  delete: "DELETE",
} as const;

/**
 * `request(options | url, options?, callback?)` with a function for each method and `defaults`.
 * https://github.com/request/request#requestoptions-callback; request-promise adds promises to the same interface.
 */
function instance(run: Run, name: string, layers: readonly Value[], call: Call | undefined): ObjectValue {
  const send =
    (method: string | undefined): NativeFunction =>
    (inner, sending) =>
      request(inner, sending, name, layers, method);
  const made = new HeapObject("request", call?.environment.locate(call.node), undefined, {
    kind: "native",
    name,
    call: send(undefined),
  });
  const members: Record<string, Value> = {
    defaults: nativeValue("defaults", (inner, making) =>
      instance(inner, name, [...layers, making.args.at(0)], making),
    ),
  };
  for (const [verb, method] of Object.entries(VERBS)) members[verb] = nativeValue(verb, send(method));
  setMembers(run.store, made, members);
  return objectValue(made);
}

function request(
  run: Run,
  call: Call,
  name: string,
  layers: readonly Value[],
  method: string | undefined,
): Value {
  const { url, options, index } = splitUrl(run, call, ["url", "uri"]);
  const all = [...layers, options].filter((layer) =>
    alternatives(layer).some((single) => single.kind !== "scalar" && !isFunction(single)),
  );
  const strongest = (...names: string[]): Value => {
    for (const layer of [...all].reverse()) {
      const found = optionOf(run, layer, ...names);
      if (!isMissing(found)) return found;
    }
    return { kind: "scalar", value: undefined };
  };
  const json = strongest("json");
  const body = json.kind === "object" ? json : strongest("body", "form", "formData");
  const credentials = credentialsOf(run, strongest("auth"));
  const sent = run.recorder.request(run, {
    client: name,
    call,
    url: combineUrls(run, strongest("baseUrl"), url),
    query: [strongest("qs")],
    method: method ? computedText(method) : methodOf(run, options),
    headers: all
      .map((layer) => optionOf(run, layer, "headers"))
      .filter((layer) => nullishness(layer) !== true),
    // If the callback is second, options can be inserted before it.
    intake: { options: isFunction(options) ? UNDEFINED : options, index, key: "headers" },
    body,
    ...(nullishness(json) === true
      ? { ...formType(strongest("formData"), MULTIPART), ...formType(strongest("form")) }
      : {}),
    setsContentType: nullishness(json) !== true || nullishness(strongest("form")) !== true,
    ...(credentials ? { credentials } : {}),
  });
  const callback = call.args.list.find(isFunction);
  if (callback) {
    callBackLater(run, callback, [computed(call, "error"), sent.response, sent.response], call);
  }
  // In request-promise, `transform(body, response)` makes the result.
  const answer = throughResponseHooks(run, call, [strongest("transform")], sent.response, (one) => [
    one,
    sent.response,
  ]);
  return requestBuilder(run, { ...sent, answer });
}

function credentialsOf(run: Run, auth: Value): Credentials | undefined {
  if (nullishness(auth) === true) return undefined;
  const immediately = peek(run, auth, "sendImmediately");
  if (immediately.kind === "scalar" && immediately.value === FALSE.value) return "digest";
  return nullishness(peek(run, auth, "bearer")) === true ? "basic" : "bearer";
}

const make = (name: string) => (run: Run) => instance(run, name, [], undefined);

export const requestClient: Client = {
  name: "request",
  modules: {
    request: make("request"),
    "request-promise": make("request-promise"),
    "request-promise-native": make("request-promise-native"),
    "request-promise-any": make("request-promise-any"),
    requestretry: make("requestretry"),
    "teeny-request": make("teeny-request"),
  },
};
