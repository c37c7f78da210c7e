import {
  callBackLater,
  nativeObject,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { concat } from "../../../analysis/evaluation/coerce.js";
import { copyMembers } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  mapAlternatives,
  nullishness,
  objectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { credentialsIn, methodOf, optionOf, type Client } from "../../../analysis/clients/client.js";
import { requestBuilder } from "./request-builder.js";

/** `http.request(url?, options?, callback?)`, https://nodejs.org/api/http.html#httprequesturl-options-callback */
function sender(scheme: "http" | "https", method?: string): NativeFunction {
  return (run, call) => {
    const second = call.args.at(1);
    const isUrl = alternatives(call.args.at(0)).every(
      (single) =>
        single.kind === "text" ||
        (single.kind === "object" && single.object.className === "URL") ||
        // Options follow a URL, and a computed string is not an object.
        (single.kind === "unknown" && (isOptions(second) || single.source.reason === "computed")),
    );
    const options = isUrl ? (isFunction(second) ? undefined : second) : call.args.at(0);
    const sent = run.recorder.request(run, {
      client: scheme,
      call,
      url: isUrl ? call.args.at(0) : urlOf(run, call, scheme, options!),
      method: options ? methodOf(run, options, method) : computedText(method ?? "GET"),
      headers: options ? [optionOf(run, options, "headers")] : [],
      intake: { options: options ?? UNDEFINED, index: isUrl ? 1 : 0, key: "headers" },
      ...(options ? credentialsIn(run, options, ["auth"], "basic") : {}),
    });
    const callback = call.args.list.find(isFunction);
    if (callback) callBackLater(run, callback, [sent.response], call);
    return requestBuilder(run, sent);
  };
}

function isOptions(value: Value): boolean {
  return value.kind === "object" && !value.object.callable;
}

/** `{ protocol, hostname | host, port, path }` */
function urlOf(run: Run, call: Call, scheme: string, options: Value): Value {
  const plain = run.make("Object", undefined);
  copyMembers(run, plain, options, { node: call.node, key: call.node, environment: call.environment });
  const value = objectValue(plain);
  const host = optionOf(run, value, "hostname", "host");
  const path = optionOf(run, value, "path", "pathname");
  const port = optionOf(run, value, "port");
  const isDefault =
    nullishness(port) === true || (port.kind === "scalar" && (port.value === 443 || port.value === 80));
  return concat(run, [
    computedText(`${scheme}://`),
    nullishness(host) === true ? computedText("localhost") : host,
    ...(isDefault ? [] : [computedText(":"), port]),
    nullishness(path) === true
      ? computedText("/")
      : mapAlternatives(path, (single) => (nullishness(single) ? computedText("/") : single)),
  ]);
}

const module = (scheme: "http" | "https") => () =>
  nativeObject(
    scheme,
    natives({ request: sender(scheme), get: sender(scheme, "GET"), Agent: (_run, call) => call.args.at(0) }),
  );

export const nodeHttpClient: Client = {
  name: "http",
  modules: {
    http: module("http"),
    https: module("https"),
    "follow-redirects": () =>
      nativeObject("follow-redirects", {
        http: module("http")(),
        https: module("https")(),
      }),
  },
};
