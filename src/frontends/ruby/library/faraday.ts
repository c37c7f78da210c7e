import {
  computed,
  nativeObject,
  natives,
  nativeValue,
  type NativeFunction,
} from "../../../analysis/builtins/native.js";
import { combineUrls, optionOf } from "../../../analysis/clients/client.js";
import { instanceSlot } from "../../../analysis/recording/header-slots.js";
import { Arguments, type Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { withoutBlock } from "../../../analysis/evaluation/keywords.js";
import { copyMembers, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, makeContent } from "../../../analysis/evaluation/member-tables.js";
import { siteOf } from "../../../analysis/builtins/native.js";
import type { HeaderSlot } from "../../../facts/request.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  alternatives,
  computedText,
  nullishness,
  objectValue,
  unknown,
  type Value,
} from "../../../analysis/evaluation/value.js";
import { keptByRun } from "../../../analysis/evaluation/kept-by-run.js";
import { throughHooksIn } from "../../lowered/kept-hooks.js";
import { blockOf, yieldTo } from "./blocks.js";
import { MIDDLEWARE, registeredMiddleware, useMiddleware } from "./faraday-middleware.js";
import { withDashes } from "./header-names.js";

const WITHOUT_BODY = ["get", "head", "delete", "trace"];
const WITH_BODY = ["post", "put", "patch"];

/** A connection holds what is sent with each request: a base, headers and parameters, all of which may be written. */
const connect: NativeFunction = (run, given) => {
  const call: Call = { ...given, args: withoutBlock(run, given.args) };
  const place = call.environment.locate(call.node);
  const first = call.args.at(0);
  const isUrl = alternatives(first).some(
    (one) =>
      one.kind === "text" ||
      one.kind === "unknown" ||
      (one.kind === "object" && one.object.className !== "Object"),
  );
  const options = isUrl ? call.args.at(1) : first;
  const connection = new HeapObject("Faraday::Connection", place, connectionPrototype(run));
  const base = isUrl ? first : optionOf(run, options, "url");
  const set = (name: string, value: Value): void =>
    setMember(run.store, connection, name, { value, maybeAbsent: false });
  set("url_prefix", base);
  set("headers", copyOf(run, optionOf(run, options, "headers"), call));
  set("params", copyOf(run, optionOf(run, options, "params"), call));
  makings.set(connection, {
    headers: optionOf(run, options, "headers"),
    ...instanceSlot(run, options, place, isUrl ? 1 : 0),
  });
  const self = objectValue(connection);
  const block = blockOf(run, given);
  if (block) yieldTo(run, block, [self], given);
  return self;
};

interface Making {
  /** The headers that the connection was made with, as they are written. */
  readonly headers: Value;
  readonly slot?: HeaderSlot;
}

const makings = new WeakMap<HeapObject, Making>();

function copyOf(run: Run, value: Value, call: Call): Value {
  const made = makeObject(run, {}, "Object", call.environment.locate(call.node));
  if (nullishness(value) !== true) copyMembers(run, made.object, value, siteOf(call));
  return made;
}

interface Parts {
  readonly method: Value;
  readonly url: Value;
  readonly query?: Value;
  readonly body?: Value;
  readonly headers: Value;
  readonly index: number;
}

/** The block may say all that the arguments do not. */
function send(run: Run, call: Call, connection: Value, parts: Parts): Value {
  const own = copyOf(run, parts.headers, call);
  const request = makeObject(
    run,
    {
      headers: own,
      params: copyOf(run, parts.query ?? UNDEFINED, call),
      body: parts.body ?? UNDEFINED,
      path: parts.url,
      options: makeObject(run, {}),
    },
    "Faraday::Request",
  );
  const setUrl = nativeValue("url", (inner, setting) => {
    setMember(inner.store, request.object, "path", { value: setting.args.at(0), maybeAbsent: false });
    if (setting.args.has(1))
      copyMembers(
        inner,
        (peek(inner, request, "params") as typeof request).object,
        setting.args.at(1),
        siteOf(setting),
      );
    return UNDEFINED;
  });
  for (const name of ["url", "url="])
    setMember(run.store, request.object, name, { value: setUrl, maybeAbsent: false });
  const block = blockOf(run, call);
  if (block) yieldTo(run, block, [request], call);
  const base = nullishness(connection) === true ? UNDEFINED : peek(run, connection, "url_prefix");
  const url = peek(run, request, "path");
  const [instance] = alternatives(connection);
  const site = instance?.kind === "object" ? instance.object.place : undefined;
  const { headers: made = UNDEFINED, slot } =
    (instance?.kind === "object" && makings.get(instance.object)) || {};
  const layers = nullishness(connection) === true ? [] : [peek(run, connection, "headers")];
  const { response, recorded } = run.recorder.request(run, {
    client: "Faraday",
    call,
    method: parts.method,
    url: nullishness(base) === true ? url : combineUrls(run, base, url),
    query: [...(site ? [peek(run, connection, "params")] : []), peek(run, request, "params")],
    headers: [...layers, peek(run, request, "headers")].map((layer) => withDashes(run, layer)),
    written: [made, parts.headers].filter((one) => nullishness(one) !== true),
    body: peek(run, request, "body"),
    setsContentType: nullishness(optionOf(run, connection, PRINTS_JSON)) !== true,
    intake: { options: call.args.at(parts.index), index: parts.index },
    ...(site ? { instance: { site, givesUrl: nullishness(base) !== true, ...(slot ? { slot } : {}) } } : {}),
  });
  throughHooksIn(connection, [MIDDLEWARE])(run, call, { requests: [recorded], response });
  return response;
}

function sender(method: string, hasBody: boolean, ofConnection: boolean): NativeFunction {
  return (run, given) => {
    const { args } = { args: withoutBlock(run, given.args) };
    const call: Call = { ...given };
    return send(run, call, ofConnection ? call.this : UNDEFINED, {
      method: computedText(method.toUpperCase()),
      url: args.at(0),
      ...(hasBody ? { body: args.at(1) } : { query: args.at(1) }),
      headers: args.at(2),
      index: 2,
    });
  };
}

function senders(ofConnection: boolean): Record<string, NativeFunction> {
  return Object.fromEntries([
    ...WITHOUT_BODY.map((name) => [name, sender(name, false, ofConnection)]),
    ...WITH_BODY.map((name) => [name, sender(name, true, ofConnection)]),
  ]) as Record<string, NativeFunction>;
}

/** `connection.run_request(:get, url, body, headers)` */
const runRequest: NativeFunction = (run, call) =>
  send(run, call, call.this, {
    method: call.args.at(0),
    url: call.args.at(1),
    body: call.args.at(2),
    headers: call.args.at(3),
    index: 3,
  });

/** Set on a connection that prints bodies as JSON, and sets the Content-Type if there is none. */
const PRINTS_JSON = internalSlot("prints JSON");

/** `connection.request :json`: https://lostisland.github.io/faraday/#/middleware/included/json */
const addMiddleware: NativeFunction = (run, call) => {
  const name = call.args.at(0);
  if (call.this.kind === "object" && knownString(run, name) === "json")
    setMember(run.store, call.this.object, PRINTS_JSON, { value: name, maybeAbsent: false });
  const type = registeredMiddleware(run, name, call);
  if (type)
    return useMiddleware(run, {
      ...call,
      args: new Arguments([type, ...call.args.list.slice(1)], call.args.rest, call.args.keywords),
    });
  return nothing(run, call);
};

const nothing: NativeFunction = (_run, call) => computed(call, "Faraday");

const connectionPrototype = keptByRun(() => {
  const prototype = new HeapObject("Faraday::Connection.prototype", undefined);
  const methods: Readonly<Record<string, NativeFunction>> = {
    ...senders(true),
    run_request: runRequest,
    request: addMiddleware,
    // Parts of the connection that handle requests and answers: they say how, and not what is sent.
    response: nothing,
    use: useMiddleware,
    adapter: nothing,
    basic_auth: nothing,
    "url_prefix=": (run, call) => {
      if (call.this.kind === "object")
        setMember(run.store, call.this.object, "url_prefix", { value: call.args.at(0), maybeAbsent: false });
      return call.args.at(0);
    },
  };
  prototype.content = makeContent(
    Object.entries(methods).map(([name, method]) => [
      name,
      { value: nativeValue(name, method), maybeAbsent: false, isHidden: "surely" },
    ]),
  );
  return prototype;
});

/** Models Faraday: https://lostisland.github.io/faraday/ */
export function faradayModule(): Value {
  return nativeObject(
    "Module",
    natives({ ...senders(false), new: connect }),
    unknown({ reason: "global", name: "Faraday", born: 0 }),
  );
}
