import { makeEntries } from "../../../analysis/builtins/collections.js";
import {
  callBack,
  nativeObject,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, pushElement, setMembers } from "../../../analysis/evaluation/heap.js";
import { iterate } from "../../../analysis/evaluation/iteration.js";
import { makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  memberOfUnknown,
  nullishness,
  objectValue,
  sameValue,
  unknown,
  type ObjectValue,
  type UnknownValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { combineUrls, headersIn, strongestOption, type Client } from "../../../analysis/clients/client.js";
import { callOnAnswer, throughResponseHooks, withBody } from "./hooked-responses.js";

const VERBS = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"] as const;
const MIDDLEWARE = internalSlot("middleware");

/**
 * `createClient({ baseUrl, headers }).GET(path, { params, headers, body })`, and `use({ onRequest })` for what is done to
 * every request. The parameters are a part of the path: `/groups/{groupId}/clusters`.
 * https://openapi-ts.dev/openapi-fetch/api, https://openapi-ts.dev/openapi-fetch/middleware-auth
 */
const createClient: NativeFunction = (run, making) => {
  const place = making.environment.locate(making.node);
  const made = new HeapObject("openapi-fetch", place);
  const self: ObjectValue = objectValue(made);
  const defaults = making.args.at(0);
  const use: NativeFunction = (inner, using) => {
    const list = peek(inner, self, MIDDLEWARE);
    if (list.kind === "object")
      for (const middleware of using.args.list) pushElement(inner.store, list.object, middleware);
    return UNDEFINED;
  };
  const members: Record<string, Value> = {
    [MIDDLEWARE]: makeList(run, []),
    use: nativeValue("use", use),
    eject: nativeValue("eject", () => UNDEFINED),
    request: nativeValue("request", (inner, call) =>
      send(inner, call, self, defaults, call.args.at(0), call.args.at(1), call.args.at(2)),
    ),
  };
  for (const verb of VERBS) {
    members[verb] = nativeValue(verb, (inner, call) =>
      send(inner, call, self, defaults, computedText(verb), call.args.at(0), call.args.at(1)),
    );
  }
  setMembers(run.store, made, members);
  return self;
};

/**
 * `createPathBasedClient(options)["/path"].GET(options)`: the path comes before the method.
 * https://openapi-ts.dev/openapi-fetch/api#path-based-client
 */
const createPathBasedClient: NativeFunction = (run, making) => {
  const client = createClient(run, making);
  return client.kind === "object" ? pathBased(client) : client;
};

function pathBased(client: ObjectValue): ObjectValue {
  const made = nativeObject("openapi-fetch", {});
  made.object.lazyMember = (path) => {
    const verbs = VERBS.map((verb): [string, NativeFunction] => [
      verb,
      (run, call) => callBack(run, peek(run, client, verb), [computedText(path), call.args.at(0)], call),
    ]);
    return nativeObject("openapi-fetch", natives(Object.fromEntries(verbs)));
  };
  return made;
}

const wrapAsPathBasedClient: NativeFunction = (_run, call) => {
  const client = call.args.at(0);
  return client.kind === "object" ? pathBased(client) : client;
};

function send(
  run: Run,
  call: Call,
  self: ObjectValue,
  defaults: Value,
  method: Value,
  path: Value,
  options: Value,
): Value {
  const layers = [defaults, options].filter((layer) => nullishness(layer) !== true);
  const base = strongestOption(run, layers, "baseUrl");
  const url = combineUrls(run, base, path, true);
  const body = strongestOption(run, layers, "body");
  const [given] = headersIn(run, [defaults]).flatMap(alternatives);
  const headersPlace = given?.kind === "object" ? given.object.place : undefined;
  const { response } = run.recorder.request(run, {
    client: "openapi-fetch",
    call,
    url,
    query: [peek(run, peek(run, options, "params"), "query")],
    method,
    headers: [
      ...headersIn(run, layers),
      ...parameterHeaders(run, options),
      ...fromMiddleware(run, call, self, url),
      ...ofOwnFetch(run, layers, call),
    ],
    body,
    // https://openapi-ts.dev/openapi-fetch/api#bodyserializer: a body that is serialized is JSON.
    setsContentType: alternatives(body).every((single) => single.kind === "object"),
    instance: {
      site: self.object.place!,
      givesUrl: nullishness(base) !== true,
      ...(headersPlace ? { headersPlace } : {}),
    },
  });
  return answered(run, call, self, response);
}

/** `onResponse({ response })` gets the response of each request, the last middleware first, and may give another one. */
function answered(run: Run, call: Call, self: ObjectValue, response: UnknownValue): Value {
  const middleware = iterate(run, peek(run, self, MIDDLEWARE)).known ?? [];
  const hooks = [...middleware].reverse().map((one) => peek(run, one, "onResponse"));
  const received = memberOfUnknown(response, "response");
  const left = throughResponseHooks(run, call, hooks, received, (one) => [
    makeObject(run, { response: one }),
  ]);
  if (sameValue(left, received)) return response;
  const body = awaitValue(run, callOnAnswer(run, call, left, "json"));
  return makePromise(run, withBody(run, call, response, "data", body));
}

/** `params: { header: { Accept } }`: the header parameters of the description. */
function parameterHeaders(run: Run, options: Value): Value[] {
  const header = peek(run, peek(run, options, "params"), "header");
  return nullishness(header) === true ? [] : [header];
}

/** `onRequest({ request })` gets a `Request`, may set headers on it, and may give another one. */
function fromMiddleware(run: Run, call: Call, self: ObjectValue, url: Value): Value[] {
  const known = iterate(run, peek(run, self, MIDDLEWARE)).known ?? [];
  return known.flatMap((middleware) => {
    const hook = peek(run, middleware, "onRequest");
    if (nullishness(hook) === true) return [];
    const request = makeObject(run, {
      url,
      headers: makeEntries(run, "Headers", makeObject(run, {}), call),
    });
    const result = awaitValue(
      run,
      callBack(run, hook, [makeObject(run, { request, schemaPath: url })], call),
    );
    const changed = result.kind === "object" ? [peek(run, result, "headers")] : [];
    return [peek(run, request, "headers"), ...changed.filter((headers) => nullishness(headers) !== true)];
  });
}

/** A `fetch` of the program's own may add any header. */
function ofOwnFetch(run: Run, layers: readonly Value[], { environment, node }: Call): Value[] {
  const own = strongestOption(run, layers, "fetch");
  if (nullishness(own) === true) return [];
  const platform = run.realm.global(run, "fetch", environment, node);
  if (own.kind === "object" && platform.kind === "object" && own.object === platform.object) return [];
  return [unknown({ reason: "call", name: "fetch" })];
}

export const openapiFetchClient: Client = {
  name: "openapi-fetch",
  modules: {
    "openapi-fetch": () => {
      const create = nativeValue("createClient", createClient);
      const pathBasedFunctions = natives({ createPathBasedClient, wrapAsPathBasedClient });
      return nativeValue("createClient", createClient, { ...pathBasedFunctions, default: create });
    },
  },
};
