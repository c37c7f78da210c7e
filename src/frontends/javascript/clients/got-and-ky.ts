import {
  callBack,
  computed,
  nativeValue,
  natives,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { awaitValue, makePromise } from "../../../analysis/builtins/promises.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { HeapObject, pushSomeElement, setMember, setMembers } from "../../../analysis/evaluation/heap.js";
import { iterate, someOf } from "../../../analysis/evaluation/iteration.js";
import { copyMembers, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import { isMissing } from "../../../analysis/evaluation/empty-fields.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  isFunction,
  memberOfUnknown,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { instanceSlot } from "../../../analysis/recording/header-slots.js";
import {
  combineUrls,
  credentialsIn,
  methodOf,
  optionOf,
  splitUrl,
  type Client,
} from "../../../analysis/clients/client.js";
import { answeredByGot, answeredByKy, isRepeated } from "./got-and-ky-answers.js";
import { throughHooks, type HookedHeaders, type Probe } from "./hooked-headers.js";
import { formType, ownContentType } from "../../../analysis/clients/own-content-type.js";

const VERBS = ["get", "post", "put", "patch", "delete", "head"] as const;

/**
 * `got` and `ky` are similar: callable, with a function for each method, a prefix for URLs, and hooks before a request.
 * `extend` (and `create` in ky) returns an instance with its own options.
 * https://github.com/sindresorhus/got#documentation, https://github.com/sindresorhus/ky#api
 */
function instance(
  run: Run,
  name: "got" | "ky",
  layers: readonly Value[],
  call: Call | undefined,
): ObjectValue {
  const place = call?.environment.locate(call.node);
  const send =
    (method: string | undefined): NativeFunction =>
    (inner, sending) =>
      request(inner, sending, name, layers, method, value);
  const made = new HeapObject(name, place, undefined, { kind: "native", name, call: send(undefined) });
  const value: ObjectValue = objectValue(made);
  const members: Record<string, Value> = {
    extend: nativeValue("extend", (inner, extending) =>
      instance(inner, name, [...layers, taken(inner, extending)], extending),
    ),
    create: nativeValue("create", (inner, creating) =>
      instance(inner, name, [taken(inner, creating)], creating),
    ),
    stream: nativeValue("stream", send(undefined)),
    default: value,
    [name]: value,
  };
  for (const verb of VERBS) members[verb] = nativeValue(verb, send(verb));
  if (name === "got") {
    const each: NativeFunction = (inner, paging) => pages(inner, paging, send("get"));
    const all: NativeFunction = (inner, paging) => makePromise(inner, pages(inner, paging, send("get")));
    members["paginate"] = nativeValue("paginate", each, natives({ each, all }));
  }
  setMembers(run.store, made, members);
  return value;
}

/**
 * Returns the content of the pages that `got.paginate` requests: the result of `pagination.transform` for a response,
 * or else the elements of its body. https://github.com/sindresorhus/got/blob/main/documentation/4-pagination.md
 */
function pages(run: Run, call: Call, send: NativeFunction): Value {
  const options = call.args.list.find((one, index) => index > 0 || one.kind === "object") ?? UNDEFINED;
  const transform = peek(run, peek(run, options, "pagination"), "transform");
  const answered = send(run, call);
  const elements = isFunction(transform)
    ? awaitValue(run, callBack(run, transform, [answered], call))
    : peek(run, answered, "body");
  const list = run.make("Array", call.environment.locate(call.node));
  const some = elements.kind === "unknown" ? memberOfUnknown(elements, "[]") : someOf(iterate(run, elements));
  if (some) pushSomeElement(run.store, list, some);
  return objectValue(list);
}

function request(
  run: Run,
  call: Call,
  name: "got" | "ky",
  layers: readonly Value[],
  method: string | undefined,
  self: ObjectValue,
): Value {
  if (isRepeated(call)) return computed(call, "the answer to a request that is sent again");
  const { url, options, index } = splitUrl(run, call, ["url"]);
  const all = [...layers, options].filter((layer) => nullishness(layer) !== true);
  const strongest = (...names: string[]): Value => {
    for (const layer of [...all].reverse()) {
      const found = optionOf(run, layer, ...names);
      if (!isMissing(found)) return found;
    }
    return UNDEFINED;
  };
  const prefix = strongest("prefixUrl", "prefix", "baseUrl");
  const headers = all
    .map((layer) => optionOf(run, layer, "headers"))
    .filter((layer) => nullishness(layer) !== true)
    .map((layer) => asGiven(run, layer, call));
  const hooked = headersBehindHooks(run, name, call, all, url, headers);
  const { place } = self.object;
  const given = layers
    .map((layer) => optionOf(run, layer, "headers"))
    .find((layer) => nullishness(layer) !== true);
  const [first] = given ? alternatives(given) : [];
  const headersPlace = first?.kind === "object" ? first.object.place : undefined;
  const { response } = run.recorder.request(run, {
    client: name,
    call,
    url: combineUrls(run, prefix, url, true),
    query: all.map((layer) => optionOf(run, layer, "searchParams")),
    method: method ? computedText(method) : methodOf(run, options),
    headers: hooked.headers,
    ...(hooked.written ? { written: hooked.written } : {}),
    ...(hooked.passesOn ? { intake: { options, index, key: "headers" } } : {}),
    body: strongest("json", "body", "form"),
    ...(nullishness(strongest("json")) === true
      ? { ...ownContentType(strongest("body")), ...formType(strongest("form")) }
      : {}),
    setsContentType: nullishness(strongest("json", "form")) !== true,
    ...credentialsIn(run, options, ["username", "password"], "basic"),
    ...(place
      ? {
          instance: {
            site: place,
            givesUrl: nullishness(prefix) !== true,
            ...(headersPlace ? { headersPlace } : {}),
            ...(hooked.passesOn ? instanceSlot(run, layers.at(-1) ?? UNDEFINED, place) : {}),
          },
        }
      : {}),
  });
  const hooks = { after: hooksOf(run, all, "afterResponse"), handlers: listsOf(run, all, "handlers") };
  const parse = strongest("parseJson");
  return name === "got"
    ? answeredByGot(run, call, { ...hooks, parse, type: strongest("responseType") }, response)
    : answeredByKy(run, call, { ...hooks, parse }, response);
}

/** The options that an instance is made with, as they are at that time. */
function taken(run: Run, call: Call): Value {
  const options = call.args.at(0);
  if (options.kind !== "object") return options;
  for (const name of ["beforeRequest", "afterResponse"])
    for (const list of hooksOf(run, [options], name))
      for (const hook of iterate(run, list).known ?? []) run.hooked(hook);
  const site = { node: call.node, key: call.node, environment: call.environment };
  const copy = run.make("Object", options.object.place);
  copyMembers(run, copy, options, site);
  const headers = asGiven(run, peek(run, options, "headers"), call);
  if (nullishness(headers) !== true)
    setMember(run.store, copy, "headers", { value: headers, maybeAbsent: false });
  return objectValue(copy, options.hops);
}

/** The headers as they are when the client takes them: what a hook does to the object afterwards is not sent. */
function asGiven(run: Run, headers: Value, call: Call): Value {
  if (headers.kind !== "object" || headers.object.className !== "Object") return headers;
  const copy = run.make("Object", headers.object.place);
  copyMembers(run, copy, headers, { node: call.node, key: call.node, environment: call.environment });
  return objectValue(copy, headers.hops);
}

/** An unknown header counts as one that is set before the hooks. */
const WRITTEN: Probe = { name: "x-written", value: computedText("written") };

/**
 * Hooks before the request may change headers, on the options (got) or on the request (ky), or give another request.
 * Handlers of got do so before them: https://github.com/sindresorhus/got/blob/main/documentation/2-options.md#handlers
 */
function headersBehindHooks(
  run: Run,
  name: "got" | "ky",
  call: Call,
  layers: readonly Value[],
  url: Value,
  headers: readonly Value[],
): HookedHeaders {
  const known = (lists: readonly Value[]): Value[] =>
    lists.flatMap((list) => [...(iterate(run, list).known ?? [])]);
  const hooks = known(hooksOf(run, layers, "beforeRequest"));
  const handlers = name === "got" ? known(listsOf(run, layers, "handlers")) : [];
  if (hooks.length + handlers.length === 0) return { headers, passesOn: true };
  // Got passes options whose `headers` is a plain object, ky a Request whose `headers` is a Headers object.
  const given = run.make(name === "got" ? "Object" : "Headers", undefined);
  return throughHooks(run, call, headers, given, WRITTEN, (filled) => {
    const request = makeObject(run, { headers: filled, url });
    const second = name === "got" ? makeList(run, []) : makeObject(run, {});
    let sent: Value = request;
    const next = nativeValue("next", (_inner, going) => {
      sent = going.args.at(0);
      return computed(going, "the response of the next handler");
    });
    for (const handler of handlers) callBack(run, handler, [sent, next], call);
    for (const hook of hooks) callBack(run, hook, [sent, second], call);
    return peek(run, sent, "headers");
  });
}

function hooksOf(run: Run, layers: readonly Value[], name: string): Value[] {
  return listsOf(
    run,
    layers.map((layer) => peek(run, layer, "hooks")),
    name,
  );
}

function listsOf(run: Run, layers: readonly Value[], name: string): Value[] {
  return layers.map((layer) => peek(run, layer, name)).filter((list) => nullishness(list) !== true);
}

export const gotAndKyClients: Client = {
  name: "got",
  modules: {
    got: (run) => instance(run, "got", [], undefined),
    ky: (run) => instance(run, "ky", [], undefined),
    "ky-universal": (run) => instance(run, "ky", [], undefined),
  },
};
