import { nativeValue, natives } from "../../../analysis/builtins/native.js";
import { callValue } from "../../../analysis/evaluation/calls.js";
import { makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { computedText, nullishness, truthiness, type Value } from "../../../analysis/evaluation/value.js";
import { METHODS, methodOf, optionOf, type Client } from "../../../analysis/clients/client.js";
import { fetchFunction } from "./fetch.js";
import type { Call } from "../../../analysis/evaluation/callable.js";

/** `new DigestClient(user, password, options).fetch(url, init)`, npm `digest-fetch`. */
const digestFetch = () => {
  const constructor = nativeValue("DigestClient", (run, call) =>
    makeObject(
      run,
      natives({
        fetch: fetchFunction("digest-fetch", { credentials: sendsBasic(run, call) ? "basic" : "digest" }),
        getClient: (_inner, inner) => inner.this,
      }),
      "DigestClient",
      call.environment.locate(call.node),
    ),
  );
  return withDefault("digest-fetch", constructor, { DigestClient: constructor });
};

/** `{ basic: true }`: https://github.com/devfans/digest-fetch#basic-authentication */
function sendsBasic(run: Run, call: Call): boolean {
  const basic = peek(run, call.args.at(2), "basic");
  return basic.kind === "scalar" && truthiness(basic) === true;
}

/** A CommonJS export that is its own `default` and can be constructed. */
function withDefault(name: string, constructor: Value, members: Readonly<Record<string, Value>> = {}): Value {
  return nativeValue(
    name,
    (run, call) =>
      constructor.kind === "object" && constructor.object.callable?.kind === "native"
        ? constructor.object.callable.call(run, call)
        : constructor,
    { default: constructor, ...members },
  );
}

/** `new AxiosDigestAuth({ username, password }).request({ method, url, headers, data })`, npm `@mhoc/axios-digest-auth`. */
const axiosDigestAuth = (name: string) => () => {
  const constructor = nativeValue("AxiosDigestAuth", (run, call) =>
    makeObject(
      run,
      natives({ request: (inner, request) => sendConfig(inner, request, name, request.args.at(0)) }),
      "AxiosDigestAuth",
      call.environment.locate(call.node),
    ),
  );
  return withDefault(name, constructor, { AxiosDigestAuth: constructor });
};

function sendConfig(
  run: Run,
  call: Call,
  client: string,
  config: Value,
  method?: string,
  url?: Value,
  data?: Value,
): Value {
  const base = peek(run, config, "baseURL");
  const target = url ?? optionOf(run, config, "url");
  return run.recorder.request(run, {
    client,
    call,
    url: nullishness(base) === true ? target : base,
    query: [optionOf(run, config, "params")],
    method: method ? computedText(method) : methodOf(run, config),
    headers: [optionOf(run, config, "headers")],
    intake: { options: config, index: url === undefined ? 0 : data === undefined ? 1 : 2, key: "headers" },
    body: data ?? optionOf(run, config, "data"),
    setsContentType: true,
    credentials: "digest",
  }).response;
}

/** `new AxiosDigest(user, password, axios?).get(url, config)`, npm `axios-digest`: sends through the given instance. */
const axiosDigest = () => {
  const constructor = nativeValue("AxiosDigest", (run, call) => {
    const given = call.args.at(2);
    if (given.kind === "object") return throughInstance(run, given, call);
    const members = natives(
      Object.fromEntries(
        METHODS.map((method) => [
          method,
          (inner: Run, request: Call) =>
            method === "post" || method === "put" || method === "patch"
              ? sendConfig(
                  inner,
                  request,
                  "axios-digest",
                  request.args.at(2),
                  method,
                  request.args.at(0),
                  request.args.at(1),
                )
              : sendConfig(inner, request, "axios-digest", request.args.at(1), method, request.args.at(0)),
        ]),
      ),
    );
    return makeObject(run, members, "AxiosDigest", call.environment.locate(call.node));
  });
  return withDefault("axios-digest", constructor, { AxiosDigest: constructor });
};

/** The functions of an axios instance, which answer the challenge of the service as well. */
function throughInstance(run: Run, axios: Value, making: Call): Value {
  const members = natives(
    Object.fromEntries(
      [...METHODS, "request"].map((name) => [
        name,
        (inner: Run, call: Call) => {
          const before = inner.recorder.requests.length;
          const response = callValue(inner, peek(inner, axios, name), { ...call, this: axios });
          for (const request of inner.recorder.requests.slice(before)) request.setCredentials("digest");
          return response;
        },
      ]),
    ),
  );
  return makeObject(run, members, "AxiosDigest", making.environment.locate(making.node));
}

/** Clients that answer the service's HTTP digest challenge. */
export const digestClients: Client = {
  name: "digest",
  modules: {
    "digest-fetch": digestFetch,
    "node-fetch-digest": digestFetch,
    "@mhoc/axios-digest-auth": axiosDigestAuth("@mhoc/axios-digest-auth"),
    "axios-digest-auth": axiosDigestAuth("axios-digest-auth"),
    "axios-digest": axiosDigest,
  },
};
