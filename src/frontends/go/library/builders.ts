import { computed, natives, type NativeFunction, contentOf } from "../../../analysis/builtins/native.js";
import { combineUrls } from "../../../analysis/clients/client.js";
import type { Call } from "../../../analysis/evaluation/callable.js";
import { knownString } from "../../../analysis/evaluation/coerce.js";
import { HeapObject, setMember } from "../../../analysis/evaluation/heap.js";
import { copyMembers, makeList, makeObject, peek } from "../../../analysis/evaluation/members.js";
import { internalSlot, type MemberKey } from "../../../analysis/evaluation/member-tables.js";
import type { Run } from "../../../analysis/evaluation/run.js";
import {
  UNDEFINED,
  computedText,
  nullishness,
  objectValue,
  type ObjectValue,
  type Value,
} from "../../../analysis/evaluation/value.js";
import type { Credentials } from "../../../facts/request.js";
import { decode } from "./encoding.js";
import { toJson } from "./json.js";
import { addsHooks, copyHooks, replacesHooks, throughHooksIn } from "../../lowered/kept-hooks.js";
import { RESTY_PREPARED, RESTY_REQUEST, TRANSPORT } from "./hooks.js";
import { bodyOf } from "./readers.js";
import { relativeUrl } from "../../lowered/relative-url.js";

/**
 * Clients whose requests are put together call by call from an instance that has a base and headers: sling and resty. What
 * an instance holds is in members of it, so that each way through the code has its own.
 */
const METHOD = internalSlot("method");
const URL = internalSlot("url");
const BASE = internalSlot("base");
const BODY = internalSlot("body");
const JSON_BODY = internalSlot("json");
const HEADERS = internalSlot("headers");
const RESULT = internalSlot("result");
const SCHEME = internalSlot("scheme");
const KEPT = [METHOD, URL, BASE, BODY, JSON_BODY, RESULT, SCHEME] as const;
const HOOKS = [RESTY_REQUEST, RESTY_PREPARED, TRANSPORT];
/** The instance that all others come from: where a header is missing that all requests need. */
const roots = new WeakMap<HeapObject, HeapObject>();

/** A new instance; one that is made of another one has what that has at the moment. */
function instance(run: Run, call: Call, prototype: HeapObject, from?: Value): ObjectValue {
  const object = new HeapObject("Object", call.environment.locate(call.node), prototype);
  const headers = makeObject(run, {});
  if (from?.kind === "object") {
    for (const key of KEPT) set(run, object, key, peek(run, from, key));
    const site = { node: call.node, key: call.node, environment: call.environment };
    copyMembers(run, headers.object, peek(run, from, HEADERS), site);
    roots.set(object, roots.get(from.object) ?? from.object);
  }
  set(run, object, HEADERS, headers);
  const made = objectValue(object);
  copyHooks(run, from ?? UNDEFINED, made, HOOKS);
  return made;
}

function set(run: Run, object: HeapObject, key: MemberKey, value: Value): void {
  setMember(run.store, object, key, { value, maybeAbsent: false });
}

/**
 * Makes a method that sets something and returns a copy of its receiver. If several objects may be the receiver, the
 * setting is certain for each copy.
 */
function setting(change: (run: Run, object: HeapObject, call: Call) => void): NativeFunction {
  return (run, call) => {
    if (call.this.kind !== "object") return call.this;
    const { object } = call.this;
    const copy = instance(run, call, object.prototype!, call.this);
    roots.set(copy.object, roots.get(object) ?? object);
    change(run, copy.object, call);
    change(run, object, call);
    return copy;
  };
}

const keep = (key: MemberKey, index = 0): NativeFunction =>
  setting((run, object, call) => set(run, object, key, call.args.at(index)));
const scheme = (name: Credentials): NativeFunction =>
  setting((run, object) => set(run, object, SCHEME, computedText(name)));
const nothing = setting(() => undefined);

const header = setting((run, object, call) => {
  const headers = peek(run, objectValue(object), HEADERS);
  const name = knownString(run, call.args.at(0));
  if (headers.kind !== "object" || name === undefined) return;
  const keyPlace = call.environment.locate(call.node);
  setMember(run.store, headers.object, name, { value: call.args.at(1), maybeAbsent: false, keyPlace });
});

const headers = setting((run, object, call) => {
  const own = peek(run, objectValue(object), HEADERS);
  const site = { node: call.node, key: call.node, environment: call.environment };
  if (own.kind === "object") copyMembers(run, own.object, call.args.at(0), site);
});

function send(
  run: Run,
  call: Call,
  client: string,
  intake: string,
  given: { method: Value; url: Value },
): Value {
  const of = (key: MemberKey): Value => peek(run, call.this, key);
  const json = of(JSON_BODY);
  const own = call.this.kind === "object" ? call.this.object : undefined;
  const root = own && (roots.get(own) ?? own);
  const stated = of(SCHEME);
  const credentials = nullishness(stated) === true ? undefined : (knownString(run, stated) as Credentials);
  const body = nullishness(json) === true ? bodyOf(run, of(BODY)) : toJson(run, json, call);
  const { response, recorded } = run.recorder.request(run, {
    client,
    call,
    url: given.url,
    method: given.method,
    headers: [of(HEADERS)],
    intake: { method: intake },
    body,
    setsContentType: nullishness(json) !== true || (client === "resty" && body.kind === "object"),
    ...(credentials ? { credentials } : {}),
    ...(root?.place ? { instance: { site: root.place, givesUrl: true } } : {}),
  });
  throughHooksIn(call.this, HOOKS)(run, call, { requests: [recorded], response });
  return response;
}

/** Models methods that give a client functions for its requests. */
const hooking = (method: NativeFunction): NativeFunction =>
  setting((run, object, call) => {
    method(run, { ...call, this: objectValue(object) });
  });

function answer(run: Run, call: Call, response: Value, targets: readonly Value[]): Value {
  for (const target of targets) decode(run, target, response, call);
  return makeList(run, [response, computed(call, "error")]);
}

// ── sling ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A reference is resolved against the base as in a browser: https://pkg.go.dev/github.com/dghubble/sling */
function resolved(run: Run, call: Call, reference: Value): Value {
  const base = peek(run, call.this, URL);
  return nullishness(base) === true ? reference : relativeUrl(run, base, reference);
}

const VERBS = ["Get", "Head", "Post", "Put", "Patch", "Delete", "Options"] as const;

function sends(run: Run, call: Call): Value {
  return send(run, call, "sling", "Set", { method: given(run, call, METHOD), url: given(run, call, URL) });
}

function given(run: Run, call: Call, key: MemberKey): Value {
  const value = peek(run, call.this, key);
  return nullishness(value) === true ? (key === METHOD ? computedText("GET") : computed(call, "URL")) : value;
}

const slingPrototype = prototypeOf({
  New: (run, call) => instance(run, call, slingPrototype, call.this),
  Base: keep(URL),
  Path: setting((run, object, call) => set(run, object, URL, resolved(run, call, call.args.at(0)))),
  ...Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      setting((run, object, call) => {
        set(run, object, METHOD, computedText(verb.toUpperCase()));
        set(run, object, URL, resolved(run, call, call.args.at(0)));
      }),
    ]),
  ),
  Set: header,
  Add: header,
  SetBasicAuth: scheme("basic"),
  BodyJSON: keep(JSON_BODY),
  Body: keep(BODY),
  BodyForm: keep(BODY),
  ...ignored(["Client", "Doer", "QueryStruct", "ResponseDecoder", "BodyProvider"]),
  Receive: (run, call) => answer(run, call, sends(run, call), [call.args.at(0)]),
  ReceiveSuccess: (run, call) => answer(run, call, sends(run, call), [call.args.at(0)]),
  Request: (run, call) => makeList(run, [sends(run, call), computed(call, "error")]),
});

/** Models `sling.New()`. */
export const sling = (run: Run, call: Call): Value => instance(run, call, slingPrototype);

// ── resty ────────────────────────────────────────────────────────────────────────────────────────────────────────────

const EXECUTES = ["Get", "Head", "Post", "Put", "Patch", "Delete", "Options"] as const;

function execute(run: Run, call: Call, method: Value, path: Value): Value {
  const url = combineUrls(run, peek(run, call.this, BASE), path);
  const response = send(run, call, "resty", "SetHeader", { method, url });
  return answer(run, call, response, [peek(run, call.this, RESULT)]);
}

const requestPrototype = prototypeOf({
  SetHeader: header,
  SetHeaders: headers,
  SetBody: keep(BODY),
  SetResult: keep(RESULT),
  SetBasicAuth: scheme("basic"),
  SetDigestAuth: scheme("digest"),
  SetAuthToken: scheme("bearer"),
  ...ignored([
    ...["SetContext", "SetError", "SetQueryParam", "SetQueryParams", "SetQueryString", "SetFormData"],
    ...["SetPathParam", "SetPathParams", "SetDoNotParseResponse", "EnableTrace", "SetContentLength"],
    ...["ForceContentType", "SetDebug", "SetCookie", "SetQueryParamsFromValues"],
  ]),
  ...Object.fromEntries(
    EXECUTES.map((verb): [string, NativeFunction] => [
      verb,
      (run, call) => execute(run, call, computedText(verb.toUpperCase()), call.args.at(0)),
    ]),
  ),
  Execute: (run, call) => execute(run, call, call.args.at(0), call.args.at(1)),
});

const restyPrototype = prototypeOf({
  OnBeforeRequest: hooking(addsHooks(RESTY_REQUEST)),
  SetPreRequestHook: hooking(replacesHooks(RESTY_PREPARED)),
  SetTransport: hooking(replacesHooks(TRANSPORT)),
  R: (run, call) => instance(run, call, requestPrototype, call.this),
  NewRequest: (run, call) => instance(run, call, requestPrototype, call.this),
  SetBaseURL: keep(BASE),
  SetHostURL: keep(BASE),
  SetHeader: header,
  SetHeaders: headers,
  SetBasicAuth: scheme("basic"),
  SetDigestAuth: scheme("digest"),
  SetAuthToken: scheme("bearer"),
  ...ignored([
    ...["SetTimeout", "SetRetryCount", "SetRetryWaitTime", "SetRetryMaxWaitTime", "AddRetryCondition"],
    ...["SetDebug", "SetTLSClientConfig", "SetRedirectPolicy", "SetProxy", "SetLogger"],
    ...["SetError", "SetQueryParam", "SetQueryParams", "SetContentLength", "SetAllowGetMethodPayload"],
    ...["SetScheme", "SetCloseConnection", "SetDisableWarn", "EnableTrace", "SetCookieJar"],
  ]),
});

/** Models `resty.New()`: https://pkg.go.dev/github.com/go-resty/resty/v2 */
export const resty = (run: Run, call: Call): Value => instance(run, call, restyPrototype);

function ignored(names: readonly string[]): { [name: string]: NativeFunction } {
  return Object.fromEntries(names.map((name) => [name, nothing]));
}

function prototypeOf(methods: { [name: string]: NativeFunction }): HeapObject {
  const prototype = new HeapObject("Object", undefined);
  prototype.content = contentOf(natives(methods));
  return prototype;
}
