import {
  computed,
  nativeObject,
  natives,
  type NativeFunction,
  contentOf,
} from "../../../analysis/builtins/native.js";
import { HeapObject } from "../../../analysis/evaluation/heap.js";
import type { Maker } from "../../../analysis/evaluation/language.js";
import { makeList } from "../../../analysis/evaluation/members.js";
import { objectValue, unknown, type Value } from "../../../analysis/evaluation/value.js";
import { typeValue } from "../types.js";
import { resty, sling } from "./builders.js";
import { answerTo, digestTransport, httpClient, makeRequest, newRequest } from "./net-http.js";

function module(name: string, path: string, members: Readonly<Record<string, Value>>): [string, Maker] {
  return [
    path,
    () => nativeObject(name, members, unknown({ reason: "import", name, specifier: path, born: 0 })),
  ];
}

const RESTY = natives({ New: resty, NewWithClient: resty });

/** Requests as in net/http, which are sent again where they fail: https://pkg.go.dev/github.com/hashicorp/go-retryablehttp */
const RETRYABLE = {
  ...natives({
    NewClient: () => httpClient(),
    NewRequest: newRequest("retryablehttp", 0),
    NewRequestWithContext: newRequest("retryablehttp", 1),
    FromRequest: (run, call) => makeList(run, [call.args.at(0), computed(call, "error")]),
  }),
  Client: typeValue({ kind: "struct", name: "Client", instance: () => httpClient() }),
};

/** Transports that answer a challenge: `digest.NewTransport(user, password)`, `&digest.Transport{…}`. */
const DIGEST = {
  ...natives({
    NewTransport: () => digestTransport(),
    NewTransportWithHTTPTransport: (_run, call) => digestTransport(call.args.at(2)),
    NewTransportWithHTTPRoundTripper: (_run, call) => digestTransport(call.args.at(2)),
  }),
  Transport: typeValue({
    kind: "struct",
    name: "Transport",
    prototype: new HeapObject("Object", undefined),
    instance: () => digestTransport(),
  }),
};

/** A request that is sent with `Execute`: https://github.com/xinsnake/go-http-digest-auth-client */
const newDigestRequest: NativeFunction = (run, call) => {
  const [method, url, body] = [2, 3, 4].map((index) => call.args.at(index)) as [Value, Value, Value];
  const request = makeRequest(run, call, { client: "digest", method, url, body, credentials: "digest" });
  const execute: NativeFunction = (inner, sending) =>
    makeList(inner, [answerTo(inner, request, sending), computed(sending, "error")]);
  const object = new HeapObject("Object", call.environment.locate(call.node), request.object);
  object.content = contentOf(natives({ Execute: execute }));
  return objectValue(object);
};

export const CLIENTS: readonly (readonly [path: string, make: Maker])[] = [
  module("sling", "github.com/dghubble/sling", natives({ New: sling })),
  module("resty", "github.com/go-resty/resty/v2", RESTY),
  module("resty", "github.com/go-resty/resty", RESTY),
  module("resty", "gopkg.in/resty.v1", RESTY),
  module("resty", "resty.dev/v3", RESTY),
  module("retryablehttp", "github.com/hashicorp/go-retryablehttp", RETRYABLE),
  ...[
    "github.com/mongodb-forks/digest",
    "github.com/Sectorbob/mlab-ns2/gae/ns/digest",
    "github.com/bobziuchkowski/digest",
    "github.com/icholy/digest",
    "github.com/rkl-/digest",
  ].map((path) => module("digest", path, DIGEST)),
  module("digest_auth_client", "github.com/xinsnake/go-http-digest-auth-client", {
    ...DIGEST,
    ...natives({ NewRequest: newDigestRequest }),
  }),
];
